# Begin with `make try`, then `make reproduce` and `make test`. Each recipe installs what it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
RUNS := $(VENV)/.runs
DOCS := $(VENV)/.docs
SITE := build/site
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header
# where the environment forbids Python to write byte code, each process would compile everything that it imports
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help try reproduce test site dist picture lint soak atlas costs coverage mutants changes map bench publish pages lock clean

help: ## Print every recipe with one line
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /make \1\t/' | expand -t 18

try: $(RUNS) ## Run the program of 1969 and draw its 24th solution; takes a minute
	$(BIN)/getallenband run debruijn1972_pentomino/first24
	@echo
	$(BIN)/getallenband show debruijn1972_pentomino/first24 --solution 24

reproduce: $(RUNS) ## Run the originals, check every claim, write the report (reports/out/); LONG=1 includes the long runs
	$(BIN)/getallenband report --check $(if $(LONG),--soak)

atlas: $(RUNS) ## Recount the published counts of the atlas that take up to a minute each; LONG=1 all of them
	$(BIN)/getallenband atlas --recount --record reports/comparing/recounted.json $(if $(LONG),--long)

test: $(READY) ## Run the tests, of some a sample (make soak runs all), in three processes
	$(BIN)/python -m compileall -q getallenband getallenband/*/
	$(BIN)/python -m pytest -n 3 -m "not soak"

lint: $(READY) ## ruff, mypy --strict and the import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

soak: $(READY) ## Run the long tests with new inputs; BLOCK=kills N=300 runs 300 of one block, TIMES=10 ten times as many
	$(BIN)/python -m tests.soak $(BLOCK) $(N) $(if $(TIMES),--times $(TIMES))

costs: $(READY) ## Run all tests, write what each file costs, guards and noticed into docs/reliability.md
	$(BIN)/python -m tests.costs

coverage: $(READY) ## Measure which code 1,000 random programs of each language reach, write docs/reliability.md; OF=ecol: one language
	$(BIN)/python -m tests.coverage $(OF)

mutants: $(READY) ## Alter claims, texts and inputs one place at a time: `check` must notice; N=8 places of each text; LONG=1 includes long runs
	$(BIN)/python -m tests.mutants $(if $(N),--of-each $(N)) $(if $(LONG),--long) --record reports/publishing/mutants.json

changes: $(READY) ## Change the code in one place at a time: a test must fail; N=100 draws 100 places anew, with SEED=7; writes docs/code_mutants.md
	$(if $(N),$(BIN)/python -m tests.code_mutants draw --number $(N) $(if $(SEED),--seed $(SEED)))
	$(BIN)/python -m tests.code_mutants try

map: $(READY) ## Run a sample of each test file, write which test files guard which module into docs/tests.md; takes half an hour
	rm -rf build/reach
	$(BIN)/python -m tests.code_mutants map

bench: $(READY) ## Compare the speed with C and other tools (benchmarks/), write docs/performance.md, list what became more than 10 % slower or larger
	$(BIN)/python -m benchmarks

publish: $(READY) ## Write reports/published/, the report that readers of the repository see
	$(BIN)/getallenband report --check --soak --out reports/published

pages: $(READY) ## Write the published pages anew from the published data, without a run
	$(BIN)/python -m tests.reports.published

site: $(READY) $(DOCS) ## Write the report, the manual and the playground into build/site/, for any web host (docs/publishing.md)
	@echo "the report, into $(SITE): the first time takes minutes, a line says how far it is"
	$(BIN)/getallenband report --out $(SITE) $(if $(LONG),--soak)
	@echo "the manual"
	$(BIN)/python -m sphinx -q -W -b html -d build/manual docs $(SITE)/manual
	@echo "the playground: npm fetches its components, then Python is started once"
	$(BIN)/python -m getallenband.reports.publishing.playground $(SITE); made=$$?; $(BIN)/python docs/join.py $(SITE); exit $$made

dist: $(READY) ## Build wheel and sdist twice, compare them byte for byte, and list what they need (SBOM), into dist/
	$(PIP) build cyclonedx-bom
	$(BIN)/python -m tests.distributions dist

picture: $(READY) ## Record the player of the published home page for the README (docs/player.gif), with Chromium
	$(BIN)/python docs/moving_picture.py reports/published/index.html docs/player.gif

lock: $(READY) ## Pin the newest versions of all dependencies: of those that reproducing needs, and of all
	$(PIP) uv
	$(LOCK) --upgrade --extra report pyproject.toml build-requirements.in -o requirements.txt
	$(LOCK) --upgrade --extra dev pyproject.toml build-requirements.in -c requirements.txt -o constraints.txt
	$(LOCK) --upgrade --extra docs --extra dev pyproject.toml -c constraints.txt -o docs/requirements.txt

# what a newcomer waits for: without the tools of developers
$(RUNS): requirements.txt pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(PIP) --require-hashes -r requirements.txt
	$(PIP) --no-deps --no-build-isolation -e .
	touch $(RUNS)

$(READY): $(RUNS) constraints.txt
	$(PIP) --require-hashes -r constraints.txt
	touch $(READY)

$(DOCS): $(READY) docs/requirements.txt
	$(PIP) --require-hashes -r docs/requirements.txt
	touch $(DOCS)

clean: ## Remove everything that the recipes made
	rm -rf $(VENV) reports/out build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
