"""The blocks: each tries one thing by a number, and says what went wrong, if anything did.

BLOCKS["kills"].attempt(7)     # [] or [Failure(Input(7), "solve rug: the answer differs after a kill")]
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from functools import cache

from tests import ROOT
from tests.languages import test_perl_subset
from tests.shares import VARIABLE
from tests.soak import arguments, checkers, damaged, disturbed, editors, large
from tests.soak.inputs import Failure, Input, Tries, fault, numbered
from tests.soak.programs import TRIES

FILES = (
    "damaged programs, decks, tapes, puzzles, covers, editions, claims, stories, checkpoints, certificates, the cache"
)
PACKAGES = ("getallenband", "interpreters", "modern", "originals", "reports")
LANGUAGES = ("getallenband/durable", "interpreters")
LISTINGS = (*LANGUAGES, "getallenband")
SOLVERS = ("getallenband", "modern")


@dataclass(frozen=True)
class Block:
    """What is tried, how many at a time, how many times usually, and how: by the number of the attempt.

    `packages` take part in it, and of the languages only `language`, where one is named ("" is none); `needs` are
    programs that it cannot do without; after `most` attempts it would do the same again.
    """

    what: str
    each: int
    usual: int
    tries: Tries
    packages: tuple[str, ...] = PACKAGES
    needs: tuple[str, ...] = ()
    most: int | None = None
    language: str | None = None

    def size(self, times: int) -> int:
        """Return how many attempts are `times` times the usual."""
        return self.usual * times if self.most is None else min(self.usual * times, self.most)

    def attempt(self, number: int) -> list[Failure]:
        """Try once; inputs that cannot be made are a failure too."""
        made: list[Input] = []
        if why := fault(lambda: made.extend(self.tries.inputs(number))):
            return [Failure(Input(number), why)]
        return list(self.tries.judge(made))


# --- the tests that are marked as long -----------------------------------------------------------------------------


LONG = re.compile(r"\bmark\.(soak|in_part|in_turn)\b|\bone_in\(|^@given\(", re.MULTILINE)


@cache
def long_tests() -> list[str]:
    """Return the files of tests that have long ones, or some of which the suite does a part."""
    return sorted(
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "tests").rglob("test_*.py")
        if LONG.search(path.read_text(encoding="utf-8"))
    )


def tests(number: int) -> str:
    """Run the long tests of a file, and all of those that the suite does in part."""
    file = long_tests()[number % len(long_tests())]
    command = [sys.executable, "-m", "pytest", "-q", "-m", "soak or in_part", "-p", "no:cacheprovider", file]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | {VARIABLE: "1"}, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    return "" if done.returncode == 0 else f"{file}: exit {done.returncode}: {done.stdout[-3000:]}{done.stderr[-500:]}"


def of(name: str, language: str, what: str, each: int, usual: int, *needs: str) -> Block:
    """Return a block of random programs of one language, which the sources of the others do not change."""
    return Block(what, each, usual, TRIES[name], LANGUAGES, needs, language=language)


BLOCKS = {
    "programs": Block(
        "damaged programs in all languages, run on one of the engines", 250, 68, TRIES["programs"], LISTINGS
    ),
    "files": Block(FILES, 1, 3000, numbered(damaged.files)),
    "arguments": Block(
        "each argument and option of each verb with wrong values", 1, len(arguments.arguments()),
        numbered(arguments.wrong_arguments), most=len(arguments.arguments()),
    ),
    "certificates": Block(
        "altered certificates, half of them with a corrected checksum", 100, 100,
        numbered(damaged.certificates), SOLVERS,
    ),
    "checkers": Block(
        "altered certificates, for the checkers in Python and in JavaScript", checkers.EACH, 1000,
        numbered(checkers.disagreements), (*SOLVERS, "reports"), ("node",),
    ),
    "engines": of("engines", "", "random programs of the IR on both engines", 10, 50),
    "page_engine": of("page_engine", "", "random programs of the IR on the engine of the pages", 10, 10),
    "algol60": of("algol60", "algol60", "random ALGOL 60 programs on both engines and in Python", 1, 500),
    "c": of("c", "c_subset", "random C programs beside gcc, half of them under its sanitizers", 1, 300, "gcc"),
    "fortran": of(
        "fortran", "cdc_fortran", "random FORTRAN programs, tapes, decks on both engines and beside gfortran", 3, 100,
        "gfortran",
    ),
    "perl": of(
        "perl", "perl_subset", "random Perl programs on both engines and beside perl",
        test_perl_subset.TOGETHER + 1, 12, "perl",
    ),
    "scheme": of(
        "scheme", "amb_scheme", "random Scheme programs with choices beside SICP's evaluator in Guile", 10, 50, "guile"
    ),
    "ecol": of("ecol", "ecol", "random ECOL programs on both engines, half of them beside a model", 20, 25),
    "informal_algol": of(
        "informal_algol", "informal_algol", "random programs of Kawai's informal Algol on both engines", 10, 50
    ),
    "variants": Block(
        "random programs and cases with dead code, an unused string or array, a print, a probe, another name", 2, 140,
        TRIES["variants"], LANGUAGES,
    ),
    "large": Block(
        f"texts of 1 MB, each of one of {len(large.constructs())} constructs: at most 60 s and 2 GB", 1, 120,
        numbered(large.large), LISTINGS,
    ),
    "kills": Block("SIGKILL at a random moment of solve, check, report, new, then the same command", 1, 300,
        numbered(disturbed.kills)),
    "resumes": Block("a search killed thirty times and gone on with, alone or on two Dask workers", 1, 2,
        numbered(disturbed.resumes), SOLVERS),
    "pairs": Block("two processes on one cache", 1, 200, numbered(disturbed.pairs)),
    "editors": Block("two commands that change one edition at once, every third pair with one killed", 1, 300,
        numbered(editors.changes)),
    "full": Block("no room for files: they may not grow, the disk is full, or cannot be written to", 4, 25,
        numbered(disturbed.full)),
    "writes": Block(
        "each system call by which these commands write, in its turn: it fails once, or with all after it", 1, 500,
        numbered(disturbed.writes), needs=("gcc",), most=500,
    ),
    "tests": Block("the long tests, a file at a time", 1, len(long_tests()), numbered(tests), most=len(long_tests())),
}  # fmt: skip
