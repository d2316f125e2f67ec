"""What the blocks have tried: docs/reliability.json, and the page that is made of it.

tried = begun("kills")          # what was tried on these sources, or nothing of them yet
keep("kills", tried)            # beside other processes that keep theirs
"""

from __future__ import annotations

import json
import platform
import subprocess
from collections.abc import Callable
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import TypedDict

from getallenband import durable
from getallenband.interpreters.language import ours
from getallenband.reports.runs.sources import versions
from tests import ROOT
from tests.costs import record as costs
from tests.coverage.record import section
from tests.processes import locked
from tests.soak.blocks import BLOCKS

RESULTS = ROOT / "docs" / "reliability.json"
PAGE = ROOT / "docs" / "reliability.md"
GENERATORS = ("tests/generators", "tests/soak")
SUFFIXES = {".py", ".lark", ".toml"}
HEAD = """# Reliability

How many random inputs and provoked faults were tried, and how many made the programs fail. `make soak` runs every block
of the table below, two at a time; `TIMES=10` tries ten times as many random inputs; `make soak BLOCK=kills N=300` makes
300 more attempts of one block. Each of these commands writes this page.

A failure is an internal error, a crash, a disagreement between engines, a wrong result, or a file that is half written
or left over. Each input that fails is saved in `tests/soak/failing`, and the test suite tries it again from then on.

| column | meaning |
| --- | --- |
| inputs | different inputs: each is made from a number that is used once; counted from commit `4fd638a` on |
| on the last sources | inputs tried on the commit that is named; the CPU seconds are for these |
| † beside a commit | since then its sources, the generators, or the version of Python, llvmlite or Lark changed |

A block that goes through a list (`arguments`, `writes`, `tests`) begins the list again when the sources have changed;
`large` goes on where it stopped, and begins again after the last of its constructs.

"""


FAILED = """
## What failed

All these faults are repaired.

| block | inputs | fault |
| --- | ---: | --- |
| programs | 3 | internal errors: jumps to `0.` and `00.` in ECOL, an array without a name in ALGOL 60 |
| programs | 1 | an internal error: an assignment to the name of a file in Perl |
| programs | 2 | internal errors: characters in a DATA beyond the array in FORTRAN, `malloc()` in C |
| programs | 1 | a group number of more than 63 bits in Perl: machine code read outside its memory |
| perl | 4 | negation, `abs`, `int`, `%` and `use integer` of texts that begin with numbers of more than 15 digits |
| programs | 1 | internal errors: `s///`, `++` and the like of lists, lists among the targets of an assignment in Perl |
| programs | 1 | a message about a Perl pattern of two lines: its second line stood without a place |
| perl | 1 | `$1` still was the match inside the braces of `@{…}` after them |
| perl | 1 | an index of 2 ** 61 and more, or of less than -2 ** 60, gave another element of the array |
| variants | 1 | a `do` without a result (Scheme): a wrong count |
| checkers | 1 | a byte order mark before a puzzle: refused in the page |
| large | 4 | undeclared names and nested loops in Perl, dimensions in C, definitions in Scheme: quadratic time |
| tests | 1 | tables and statuses that Kawai's program refuses: accepted in its page |
| tests | 1 | Ctrl-C had no effect in ten minutes: machine code stored its count over the sign of it |
| programs, fortran, variants, kills, tests | 17 | faults of the tests themselves |
"""


PROMISES = (Path(__file__).parent / "promises.md").read_text(encoding="utf-8")
"""A table: what this page promises, and the tests that show it."""


class Earlier(TypedDict):
    """How many attempts a block had made on other sources, all of them together, of how many inputs, and failures."""

    attempts: int
    inputs: int
    failures: int


class Tried(TypedDict):
    """What a block has tried; `sources` is a checksum of what was tried, `changed` whether that is another one now."""

    attempts: int
    inputs: int
    failures: list[str]
    seconds: float
    machine: str
    commit: str
    sources: str
    changed: bool
    earlier: Earlier


def of_language(file: str) -> str:
    """Return the language whose programs a generator makes, by the first word of its name; "" for other files."""
    word = file.partition("_")[0]
    return next((name for name in ours() if word in name.split("_")), "")


@cache
def sources(name: str) -> str:
    """Return one sha256 over the packages that take part in what a block tries, the generators and the versions."""
    block = BLOCKS[name]

    def takes_part(package: str, path: Path) -> bool:
        match [package, *path.parts]:
            case [_, "languages", language, _, *_]:
                return block.language in (None, language)
            case ["tests/generators", "variants.py"]:
                return name == "variants"
            case ["tests/soak", "disturbed.py"]:
                return name in ("kills", "pairs", "full", "writes")
            case ["tests/generators", file] if owner := of_language(file):
                return "interpreters" in block.packages and block.language in (None, owner)
            case ["tests/soak", "record.py"]:
                return False  # it writes the page, and tries nothing
        return True

    parts = [checksum(ROOT / each, partial(takes_part, each)) for each in (*block.packages, *GENERATORS)]
    return sha256("".join([*parts, machine()]).encode()).hexdigest()


def checksum(root: Path, takes_part: Callable[[Path], bool]) -> str:
    """Return one sha256 over those sources below a folder whose relative paths take part."""
    digest = sha256()
    for path in sorted(path for path in root.rglob("*") if path.suffix in SUFFIXES):
        relative = path.relative_to(root)
        if takes_part(relative):
            digest.update(relative.as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def machine() -> str:
    """Return what the blocks run on."""
    found = versions("llvmlite", "lark")
    return f"{platform.system()}, Python {found['python']}, llvmlite {found['llvmlite']}, Lark {found['lark']}"


def commit() -> str:
    """Return the commit that is checked out, with a + where files beside the documentation differ from it."""
    command = ["git", "rev-parse", "--short=7", "HEAD"]
    changes = ["git", "status", "--porcelain", "--", ".", ":!docs", ":!tests/soak/failing"]
    try:
        name, changed = (
            subprocess.run(each, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
            for each in (command, changes)
        )
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return f"{name}+" if changed else name


def begun(name: str) -> Tried:
    """Return what a block has tried on these sources; what it tried on others is earlier."""
    now, last = sources(name), results().get(name)
    if last and last["sources"] == now:
        return {**last, "machine": machine(), "commit": commit()}
    earlier: Earlier = {"attempts": 0, "inputs": 0, "failures": 0}
    if last:
        earlier["attempts"] = last["earlier"]["attempts"] + last["attempts"]
        earlier["inputs"] = last["earlier"]["inputs"] + last["inputs"]
        earlier["failures"] = last["earlier"]["failures"] + len(last["failures"])
    return {
        "attempts": 0, "inputs": 0, "failures": [], "seconds": 0.0, "machine": machine(), "commit": commit(),
        "sources": now, "changed": False, "earlier": earlier,
    }  # fmt: skip


def next_number(name: str, tried: Tried) -> int:
    """Return the number of a block's next attempt: a new one, or the next of its list."""
    before = tried["earlier"]["attempts"] if BLOCKS[name].most is None else 0
    return before + tried["attempts"]


def results() -> dict[str, Tried]:
    """Read what was tried before."""
    found: dict[str, Tried] = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    return found


def keep(name: str, tried: Tried) -> None:
    """Write what a block has tried, and the page, while no other process does."""
    with locked(RESULTS.parent):
        write(results() | {name: tried})


def write_page() -> int:
    """Write the page anew, with the rows marked whose sources have changed; return the exit code."""
    with locked(RESULTS.parent):
        write(results())
    return 0


def write(found: dict[str, Tried]) -> None:
    for name, tried in found.items():
        tried["changed"] = name in BLOCKS and tried["sources"] != sources(name)
    durable.write(RESULTS, json.dumps(found, ensure_ascii=False, indent=1) + "\n")
    durable.write(PAGE, page(found))


def page(found: dict[str, Tried]) -> str:
    """Return the page: a line for each block that was run, and what the generators reach."""
    titles = ["block", "what is tried", "inputs", "failed", "on the last sources", "failed", "seconds", "commit", "on"]
    rows = [titles, ["---", "---", *["---:"] * 5, "---", "---"]]
    rows += [row(name, found[name]) for name in BLOCKS if name in found]
    tried = "".join(f"| {' | '.join(each)} |\n" for each in rows)
    return HEAD + PROMISES + "\n" + tried + FAILED + costs.section() + section()


def row(name: str, tried: Tried) -> list[str]:
    """Return the cells of a block."""
    block, earlier, failed = BLOCKS[name], tried["earlier"], len(tried["failures"])
    inputs = tried["inputs"] + (earlier["inputs"] if block.most is None else 0)
    numbers = inputs, earlier["failures"] + failed, tried["inputs"], failed, round(tried["seconds"])
    where = f"`{tried['commit']}`{' †' if tried['changed'] else ''}"
    return [name, block.what, *(f"{number:,}" for number in numbers), where, tried["machine"]]
