"""Each kind of input is changed by itself: exactly what depends on it has another key, or is made again."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from getallenband.originals.edition import edition
from getallenband.reports.comparing.atlas import of_sample
from getallenband.reports.publishing.stages import Stages, news
from getallenband.reports.runs import left_out, modules, records, sources
from getallenband.reports.runs.cache import ResultCache
from getallenband.reports.runs.job import RunJob, run_job
from getallenband.reports.runs.oracle import Oracle
from tests import ROOT
from tests.command_line.mine import CLAIMS, EDITION, FILES, PROGRAM, RUNS

ECOL, FORTRAN = "debruijn1972_pentomino", "hitotumatu1968_rug"
CACHED = (sources.all_sources, sources.code_of_editions, sources.of_run, sources.of_search, sources.versions)
PACKAGE = ROOT / "getallenband"
CODE = "\nCHANGED = 1\n"


@pytest.fixture(autouse=True)
def read_anew(monkeypatch):
    """Let sources be read anew in each test, and after it."""
    for each in CACHED:
        each.cache_clear()
    yield
    monkeypatch.undo()
    for each in CACHED:
        each.cache_clear()


def on_machine(job: RunJob) -> RunJob:
    return replace(job, request=replace(job.request, engine="machine"))


def keys() -> dict[str, str]:
    """Return a key of each kind, by what it is the key of."""
    for each in CACHED:
        each.cache_clear()
    ecol, fortran = run_job(ECOL, "first24"), run_job(FORTRAN, "main")
    found = edition(FORTRAN)
    emendation = found.emendations[0].identifier
    without = left_out.job_without(found, found.run("main"), emendation)
    stages = Stages([edition(ECOL), found], ResultCache(), soak=False, whole=True)
    questions = {
        "ECOL": records.question(ecol),
        "ECOL, slow": records.question(on_machine(ecol)),
        "FORTRAN": records.question(fortran),
        "FORTRAN without": left_out.question_of(fortran, without),
        "ECOL in a page": modules.question(ecol, 0),
        "search": Oracle().question("result", "rug", "auto"),
        "atlas": of_sample(),
        "data of ECOL": stages.of_edition(edition(ECOL)),
        "data of FORTRAN": stages.of_edition(found),
        "judged": stages.of_judged(),
        "pages": stages.of_pages("the same", {}, alone=False),
    }
    return {name: json.dumps(question, sort_keys=True) for name, question in questions.items()}


DATA = {"data of ECOL", "data of FORTRAN", "judged", "pages"}
OF_ECOL = {"ECOL", "ECOL, slow", "ECOL in a page"}
NATIVE = {"ECOL", "FORTRAN", "FORTRAN without", "ECOL in a page"}
SOLVERS = {"search", "atlas"}
ALL = {*NATIVE, "ECOL, slow", *SOLVERS, *DATA}
CHANGES = {
    "a comment": ("interpreters/ir/program.py", "\n# changed\n", set()),
    "the operations of the IR": ("interpreters/ir/ops/integers.py", CODE, ALL - SOLVERS),
    "an operation of the native engine": ("interpreters/native/operations/integers.py", CODE, NATIVE | DATA),
    "an operation of the reference engine": (
        "interpreters/machine/operations/integers.py", CODE, {*NATIVE, "ECOL, slow", *DATA}
    ),
    "the engine of pages": ("interpreters/wasm/page.py", CODE, {"ECOL in a page", *DATA}),
    "a procedure of ECOL's library": (
        "interpreters/languages/ecol/library.py", CODE, {*OF_ECOL, "data of ECOL", "judged", "pages"}
    ),
    "a grammar": ("interpreters/languages/ecol/grammar.lark", "\n", {*OF_ECOL, "data of ECOL", "judged", "pages"}),
    "a word of a language": (
        "interpreters/languages/ecol/words.toml", "\n", {*OF_ECOL, "data of ECOL", "judged", "pages"}
    ),
    "a language of neither": ("interpreters/languages/amb_scheme/machine.py", CODE, {"pages"}),
    "colours of listings": ("interpreters/highlighting/ecol.py", CODE, DATA),
    "the engine of the playground": ("interpreters/browser.py", CODE, {"pages"}),
    "a tool of tests": ("interpreters/testing/cases.py", CODE, set()),
    "a solver": ("modern/solvers/first_hole.py", CODE, {*SOLVERS, *DATA}),
    "a puzzle": ("modern/puzzles/bedlam.toml", "\n", {*SOLVERS, *DATA}),
    "how editions are read": ("originals/claims.py", CODE, DATA),
    "a claim": (f"originals/{FORTRAN}/claims.toml", "\n", {"data of FORTRAN", "judged", "pages"}),
    "a byte of a text": (f"originals/{FORTRAN}/README.md", " ", {"data of FORTRAN", "judged", "pages"}),
    "an observer": ("reports/checking/observers/printed.py", CODE, DATA),
    "an observer of one edition": (
        f"reports/editions/{FORTRAN}/observers/__init__.py", CODE, {"data of FORTRAN", "judged"}
    ),
    "how emendations are left out": ("reports/runs/left_out.py", CODE, {"FORTRAN without", *DATA}),
    "a template": ("reports/publishing/templates/base.html.j2", "\n", {"pages"}),
    "the player": ("reports/publishing/player/lzma.mjs", "\n", {"pages"}),
    "a list of counts": ("reports/comparing/counts.toml", "\n", {"atlas", *DATA}),
    "a row of the atlas": ("modern/atlas/dominoes.toml", "\n", {"atlas", *DATA}),
    "a recount": ("reports/comparing/recounted.json", " ", {"atlas", *DATA}),
    "how files are written": ("getallenband/durable/__init__.py", CODE, ALL),
    "what makes new editions": ("reports/scaffolding/board.py", CODE, set()),
    "the library for notebooks": ("reports/api/running.py", CODE, set()),
    "a published page": ("reports/published/index.html", "\n", set()),
    "a case": ("interpreters/languages/ecol/cases/loops.case", "\n", set()),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_another_key_of_exactly_what_depends_on_it(monkeypatch, change):
    file, added, expected = CHANGES[change]
    before, read, changed = keys(), Path.read_bytes, ROOT / file
    assert changed.is_file()
    monkeypatch.setattr(Path, "read_bytes", lambda path: read(path) + added.encode() * (path == changed))
    after = keys()
    assert {name for name, key in before.items() if after[name] != key} == expected


VERSIONS = {
    "python": ALL - {"ECOL in a page"},
    "llvmlite": ALL - {"ECOL in a page"},
    "lark": ALL - {"ECOL in a page", *SOLVERS},
    "numpy": {*SOLVERS, *DATA},
    "numba": {*SOLVERS, *DATA},
    "jinja2": DATA,
    "click": set(),
}


@pytest.mark.parametrize("package", VERSIONS)
def test_another_version_is_another_key_of_what_it_computes(monkeypatch, package):
    from importlib import metadata

    before, version = keys(), metadata.version
    monkeypatch.setattr(metadata, "version", lambda name: "other" if name == package else version(name))
    if package == "python":
        monkeypatch.setattr(sources.platform, "python_version", lambda: "3.99.0")
    after = keys()
    assert {name for name, key in before.items() if after[name] != key} == VERSIONS[package]


def test_another_machine_is_another_key_of_everything_but_modules(monkeypatch):
    before = keys()
    monkeypatch.setattr(sources.platform, "machine", lambda: "abacus")
    after = keys()
    assert {name for name, key in before.items() if after[name] != key} == ALL - {"ECOL in a page"}


# --- a report is made again -------------------------------------------------------------------------------------


@pytest.fixture
def made(call, tmp_path, monkeypatch, new_cache):
    """Write an edition of one's own; return a function that reports on it and returns what was made, and why."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(new_cache))
    monkeypatch.chdir(tmp_path)
    write({})

    def report(*options: str) -> tuple[set[str], str]:
        assert call("report", "./other", "--out", "others")[0] == 0
        code, _, err = call("report", "./mine", "--check", "--out", "pages", *options)
        assert code in (0, 1)
        what, _, why = err.removesuffix("\n").rpartition("made anew: ")[2].partition("\n")
        return set(what.split(", ")), why

    return report


def write(changed: dict[str, str]) -> None:
    for name in ("mine", "other"):
        Path(name).mkdir(exist_ok=True)
        for file, text in {**FILES, **(changed if name == "mine" else {})}.items():
            (Path(name) / file).write_text(text.replace('name = "mine"', f'name = "{name}"'))


OTHER = PROGRAM.replace("42", "43")
NOTHING = {"nothing had to be made: nothing that the report is made from has changed"}
AGAIN = {"the data of one edition", "verdicts", "pages"}
EDITS = {
    "a claim": ({"claims.toml": CLAIMS.replace("It does.", "It does so.")}, AGAIN, {"mine/claims.toml"}),
    "a title": ({"edition.toml": EDITION.replace("A title", "The title")}, AGAIN, {"mine/edition.toml"}),
    "a text": (
        {"main.transcription": OTHER,
         "edition.toml": EDITION.replace(sha256(PROGRAM.encode()).hexdigest(), sha256(OTHER.encode()).hexdigest())},
        {*AGAIN, "one run", "one program for a page"}, {"mine/edition.toml", "mine/main.transcription"},
    ),
    "a budget": ({"runs.toml": RUNS + "budget = { statements = 1000 }\n"}, {*AGAIN, "one run"}, {"mine/runs.toml"}),
    "a file that nothing reads": ({"notes.md": "later"}, {"the data of one edition", "verdicts"}, {"mine/notes.md"}),
}  # fmt: skip


def test_an_unchanged_report_is_not_made_again(made):
    assert made()[0] == {"one run", "one program for a page", *AGAIN}
    pages = {path: path.read_bytes() for path in Path("pages").rglob("*") if path.is_file()}
    assert made() == (NOTHING, "")
    assert {path: path.read_bytes() for path in Path("pages").rglob("*") if path.is_file()} == pages
    again, why = made("--fresh")
    assert ({"one run", *AGAIN} <= again, why) == (True, "because: --fresh")


@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_makes_again_what_depends_on_it(made, edit):
    changed, expected, files = EDITS[edit]
    made()
    write(changed)
    what, why = made()
    assert what - {"pages"} == expected - {"pages"}
    assert set(why.removeprefix("because of changes in ").split(", ")) == files
    write({})
    Path("mine/notes.md").unlink(missing_ok=True)
    assert made()[0] == NOTHING


def test_damaged_results_are_made_again(made, new_cache):
    made()
    pages = {path: path.read_bytes() for path in Path("pages").rglob("*") if path.is_file()}
    for path in (new_cache / "getallenband" / "results").iterdir():
        path.write_bytes(path.read_bytes()[:-1])
    what, _ = made()
    assert what >= AGAIN
    assert {path: path.read_bytes() for path in Path("pages").rglob("*") if path.is_file()} == pages


def test_where_nothing_can_be_cached_everything_is_made(made, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert made() == ({"everything had to be made: nothing can be cached"}, "")


def test_what_changes_while_it_is_used_is_not_cached(new_cache, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(new_cache))
    stages = Stages([], ResultCache(), soak=False, whole=False)
    asked = iter([{"sources": "old"}, {"sources": "new"}])
    assert stages.made(lambda: next(asked), lambda: 1) == 1
    assert stages.cache.look_up({"sources": "old"}) is stages.cache.look_up({"sources": "new"}) is None
    assert stages.made(lambda: {"sources": "same"}, lambda: 2) == stages.cache.look_up({"sources": "same"}) == 2


def test_what_was_made_is_said_with_the_reason(new_cache, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(new_cache))
    cache = ResultCache()
    cache.made = {"a": "run", "b": "run", "c": "result", "d": "inputs", "e": "pages"}
    before = {f"{letter}.py": "1" for letter in "abcdefg"}
    said = "made anew: 2 runs, one search, pages\n"
    assert news(cache, None, before) == f"{said}because: no report on these editions is cached"
    assert news(cache, before, before).startswith(f"{said}because: it was not cached; nothing")
    assert news(cache, before, {**before, "a.py": "2"}) == f"{said}because of changes in a.py"
    assert news(cache, before, {"h.py": "1"}) == f"{said}because of changes in a.py, b.py, c.py, d.py, e.py and 3 more"


OPENED = """
import json, sys
from importlib.util import source_from_cache
from pathlib import Path

opened = []
sys.addaudithook(lambda event, given: opened.append(str(given[0])) if event == "open" else None)

from getallenband.originals.edition import edition
from getallenband.originals.folders import open_folder
from getallenband.reports.publishing.report import written
from getallenband.reports.comparing.atlas import of_sample
from getallenband.reports.publishing.stages import Stages
from getallenband.reports.runs import sources
from getallenband.reports.runs.cache import ResultCache

def unseen(*given, said_below=sources.said_below, **chosen):
    number = len(opened)
    result = said_below(*given, **chosen)
    del opened[number:]
    return result

sources.said_below = unseen     # which opens every file
found = edition(open_folder(Path("mine")))
stages = Stages([found], ResultCache(), soak=False, whole=False)
stages.gather(found)
data = list(opened)
written(stages, {"programs": [], "counts": []}, stages.judge()["times"], alone=True)
files = [source_from_cache(path) if path.endswith(".pyc") else path for path in opened]
print(json.dumps({"data": files[:len(data)], "pages": files}))
"""


def test_every_file_that_is_opened_is_in_the_key(tmp_path, new_cache):
    """A stage is made in a new process, with nothing cached: what it imports and reads is what its key is made of."""
    (tmp_path / "mine").mkdir()
    for file, text in FILES.items():
        (tmp_path / "mine" / file).write_text(text)
    environment = {"XDG_CACHE_HOME": str(new_cache), "PYTHONPATH": str(ROOT), "PATH": ""}
    command = [sys.executable, "-B", "-c", OPENED]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    opened = json.loads(done.stdout)
    found = replace(edition(ECOL), texts={}, runs={"first": replace(edition(ECOL).run("first24"), language="algol60")})
    data = set(sources.edition_sources(found))
    known = {"data": data, "pages": {*data, *sources.page_sources([])}}
    for stage, files in known.items():
        ours = {path.removeprefix(f"{PACKAGE}/") for path in opened[stage] if path.startswith(f"{PACKAGE}/")}
        assert len(ours) > 100
        assert ours - files == {"__init__.py"}  # which imports what it is asked for
