# Two recipes matter to a reader: `make reproduce` and `make test`. Both set up what they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# where Python is told to write no byte code, each of the many commands that the tests start would compile all it imports
COMPILE := $(BIN)/python -m compileall -q durable getallenband interpreters modern originals reports

.DEFAULT_GOAL := help
.PHONY: help reproduce test lint soak coverage mutants bench publish playground lock clean

help: ## Print every recipe with one line
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /make \1\t/' | expand -t 18

reproduce: $(READY) ## Run the originals, check every claim, write the report (reports/out/); LONG=1: with the long runs
	$(BIN)/getallenband report --check $(if $(LONG),--soak)

test: $(READY) ## Run all tests
	$(COMPILE)
	$(BIN)/python -m pytest -n 2 -m "not soak"

lint: $(READY) ## ruff, mypy --strict and the import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

soak: $(READY) ## All that is long, in blocks, two at a time, with new inputs; BLOCK=kills N=300: 300 more of one; TIMES=10: ten times as much
	$(BIN)/python -m tests.soak $(BLOCK) $(N) $(if $(TIMES),--times $(TIMES))

coverage: $(READY) ## Measure what 1,000 random programs of each language reach, write docs/reliability.md; OF=ecol: of one language
	$(BIN)/python -m tests.coverage $(OF)

mutants: $(READY) ## Alter claims, texts, inputs one place at a time: `check` must notice; N=8: places of a text; LONG=1: with long runs
	$(BIN)/python -m tests.mutants $(if $(N),--of-each $(N)) $(if $(LONG),--long) --record reports/publishing/mutants.json

bench: $(READY) ## Measure beside C and other tools (benchmarks/), write docs/performance.md, tell what got worse by over 10 %
	$(BIN)/python -m benchmarks

publish: $(READY) ## Write reports/published/, the copy that readers of the repository see
	$(BIN)/getallenband report --check --soak --out reports/published

playground: $(READY) ## Write the page in which visitors write programs (build/site/); npm fetches what it is made of; OUT=: elsewhere
	$(BIN)/python -m reports.publishing.playground $(or $(OUT),build/site) $(if $(REPORT),--report $(REPORT))

lock: $(READY) ## Pin the newest versions of what we depend on
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	  --no-header --extra dev pyproject.toml build-requirements.in -o constraints.txt

$(READY): constraints.txt pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $(READY)

clean: ## Remove what the recipes made
	rm -rf $(VENV) reports/out build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
