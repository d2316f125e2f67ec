"""The changes that were drawn, and what became of them: docs/code_mutants.json, and docs/code_mutants.md made of it.

The reasons why nobody can notice some of them are written by hand, in equivalent.toml.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TypedDict

from tabulate import tabulate

from getallenband import durable
from tests import ROOT
from tests.code_mutants.changes import Change
from tests.code_mutants.draw import package_of
from tests.code_mutants.trial import LONGEST, Outcome
from tests.processes import locked

RESULTS = ROOT / "docs" / "code_mutants.json"
PAGE = ROOT / "docs" / "code_mutants.md"
EQUIVALENT = Path(__file__).parent / "equivalent.toml"
HEAD = """# Changes of the code that the tests must notice

How good are the tests? `python -m tests.code_mutants draw` draws {number} places of the production code at random and
changes each in a small way: `<` becomes `<=`, `and` becomes `or`, `+` becomes `-`, 1 becomes 2, or a statement is left
out. `make changes` runs the tests with one change at a time, in a copy of the project, and writes this page.

| outcome | |
| --- | --- |
| killed | a test fails or never ends |
| killed, added | the change survived at first; a test added because of it notices it |
| equivalent | nobody could see a difference, for the reason given |
| gap | no test notices it yet |

Each package has one change at least, larger ones more, as the square root of their lines; within a package each kind of
change is equally likely. Annotations, assertions, f-strings and what is raised are not changed. A change is tried
against the tests that enter the changed function, or import its module or package, or the cases of its language,
shortest files first, up to {longest:.0f} seconds of CPU time. `--against` names other tests. The tests that failed must
pass without the change.

Drawn with seed {seed} from commit {commit}; the numbers of lines are of that time. When this page was
written, {gone} of the lines were no longer in their file. {without}
"""


class Tried(TypedDict):
    """A change: its place, the line as it was, what became of it, by which test, of how many.

    `outcome` is "" before it was tried. `added` says that it survived at first, and that a test was added.
    """

    file: str
    line: int
    kind: str
    old: str
    new: str
    start: int
    function: int
    text: str
    outcome: str
    by: str
    tests: int
    added: bool


class Results(TypedDict):
    """How the changes were drawn, and what became of each.

    `because` says why files were left out; `gone` how many lines are no longer in their file.
    """

    number: int
    seed: int
    without: list[str]
    because: str
    commit: str
    gone: int
    changes: list[Tried]


def results() -> Results:
    found: Results = json.loads(RESULTS.read_text(encoding="utf-8"))
    return found


def keep(found: Results) -> None:
    """Write what became of the changes, and the page."""
    found["gone"] = sum(not is_there(tried) for tried in found["changes"])
    durable.write(RESULTS, json.dumps(found, ensure_ascii=False, indent=1) + "\n")
    durable.write(PAGE, page(found, reasons()))


def is_there(tried: Tried) -> bool:
    """Tell whether the line that was changed is still somewhere in its file."""
    path = ROOT / tried["file"]
    return path.exists() and tried["text"] in map(str.strip, path.read_text(encoding="utf-8").splitlines())


def keep_outcome(tried: Tried, outcome: Outcome, *, added: bool) -> None:
    """Write what became of one change, beside other processes that try others; with `added` new tests were asked."""
    with locked(RESULTS.parent):
        found = results()
        row = next(row for row in found["changes"] if change_of(row) == change_of(tried))
        if outcome.outcome == "killed" or not added:
            row["outcome"], row["by"], row["tests"] = outcome.outcome, outcome.by, outcome.tests
            row["added"] = added
        keep(found)


def untried(change: Change) -> Tried:
    text = (ROOT / change.file).read_text(encoding="utf-8").splitlines()[change.line - 1].strip()
    return {**vars(change), "text": text, "outcome": "", "by": "", "tests": 0, "added": False}  # type: ignore[typeddict-item]


def change_of(tried: Tried) -> Change:
    return Change(**{name: tried[name] for name in Change.__dataclass_fields__})  # type: ignore[literal-required]


def name_of(tried: Tried) -> str:
    """Name a change, as equivalent.toml does."""
    return f"{tried['file']}:{tried['line']} {shown_change(tried)}"


def shown_change(tried: Tried) -> str:
    old = " ".join(tried["old"].split())
    old = old if len(old) <= 60 else f"{old[:57]}…"
    return f"{old} → {tried['new']}" if tried["new"] else f"without {old}"


def reasons() -> dict[str, str]:
    """Return why nobody can notice a change, by its name."""
    found: dict[str, str] = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))
    return found


def unexplained(found: Results, known: Iterable[str]) -> list[str]:
    """Return the names of the survivors that have no reason, and of reasons that are of no survivor."""
    survivors = {name_of(tried) for tried in found["changes"] if tried["outcome"] == "survived"}
    return sorted(survivors ^ set(known))


def column(tried: Tried, known: dict[str, str]) -> str:
    if tried["outcome"] != "survived":
        return ("killed, added" if tried["added"] else "killed") if tried["outcome"] else "not tried"
    return "equivalent" if name_of(tried) in known else "gap"


COLUMNS = ("killed", "killed, added", "equivalent", "gap", "not tried")


def page(found: Results, known: dict[str, str]) -> str:
    """Write the page: how many of each package, then every change."""
    because = f", because they {found['because']}" if found["because"] else ""
    named = ", ".join(f"`{each}`" for each in found["without"])
    without = f"Left out{because}: {named}." if named else ""
    head = HEAD.format(longest=LONGEST, **{**found, "without": without})
    return f"{head}\n{counted(found, known)}\n\n## Every change\n\n{listed(found, known)}\n"


def counted(found: Results, known: dict[str, str]) -> str:
    """Return a table of packages: how many changes had which outcome."""
    counts: dict[str, Counter[str]] = {}
    for tried in found["changes"]:
        for package in (package_of(tried["file"]), "all"):
            counts.setdefault(package, Counter()).update([column(tried, known), "changes"])
    order = sorted(counts, key=lambda package: (package == "all", package))
    columns = ("changes", *(each for each in COLUMNS if counts["all"][each]))
    rows = [[package, *(counts[package][each] for each in columns)] for package in order]
    return tabulate(rows, ["package", *columns], "github")


def listed(found: Results, known: dict[str, str]) -> str:
    rows = []
    for tried in found["changes"]:
        outcome = column(tried, known)
        why = f"equivalent: {known[name_of(tried)]}" if outcome == "equivalent" else shown_killer(tried, outcome)
        rows.append([f"{tried['file']}:{tried['line']}", code(tried["text"]), code(shown_change(tried)), why])
    return tabulate(rows, ["place", "line", "change", "noticed by"], "github")


def shown_killer(tried: Tried, outcome: str) -> str:
    by = code(tried["by"]) if "::" in tried["by"] else tried["by"]
    return {"killed": by, "killed, added": f"{by}, added"}.get(outcome, outcome)


def code(text: str) -> str:
    """Write words as code in a cell of a table."""
    short = text if len(text) <= 100 else f"{text[:97]}…"
    return f"`{short}`".replace("|", "\\|")
