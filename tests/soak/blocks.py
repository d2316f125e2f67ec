"""The blocks: each tries one thing by a number, and says what went wrong, or nothing.

BLOCKS["kills"].attempt(7)          # "" or "solve rug: the answer differs after a kill"
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given, settings
from hypothesis import seed as seeded
from hypothesis.strategies import SearchStrategy

from interpreters.ir.program import Program
from interpreters.language import languages
from interpreters.outcome import Limits
from tests import ROOT, conftest
from tests.command_line import test_bad_input
from tests.generators.ir_programs import straight_programs
from tests.interpreters import test_engines, test_wasm
from tests.languages import (
    test_algol60,
    test_amb_scheme,
    test_c_subset,
    test_cdc_fortran,
    test_ecol,
    test_informal_algol,
    test_perl_subset,
)
from tests.soak import arguments, damaged, disturbed, large

FILES = (
    "damaged programs, decks, tapes, puzzles, covers, editions, claims, stories, checkpoints, certificates, the cache"
)
UNTIMED = conftest.settings.get_profile("untimed")


PACKAGES = ("durable", "getallenband", "interpreters", "modern", "originals", "reports")
LANGUAGES = ("durable", "interpreters")
LISTINGS = (*LANGUAGES, "getallenband")
SOLVERS = ("durable", "getallenband", "modern")


@dataclass(frozen=True)
class Block:
    """What is tried, how many at a time, how many times usually, and how: by the number of the attempt.

    `packages` take part in it, and of the languages only `language`, where one is named ("" is none); `needs` are
    programs that it cannot do without; after `most` attempts it would do the same again.
    """

    what: str
    each: int
    usual: int
    attempt: Callable[[int], str]
    packages: tuple[str, ...] = PACKAGES
    needs: tuple[str, ...] = ()
    most: int | None = None
    language: str | None = None

    def size(self, times: int) -> int:
        """Return how many attempts are so many times the usual."""
        return self.usual * times if self.most is None else min(self.usual * times, self.most)


def programs(number: int) -> str:
    """Run 250 damaged programs of a language: so many that starting the process does not count."""
    names = sorted(languages())
    with TemporaryDirectory() as folder:
        found = test_bad_input.found(names[number % len(names)], 10_000 + number, 250, Path(folder))
    return "; ".join(f"{fault}\n{source!r}" for fault, source in found)


# --- random programs ---------------------------------------------------------------------------------------------


def examples(number: int, test: Callable[..., None], *strategies: SearchStrategy[Any]) -> str:
    """Let hypothesis choose 10 examples by a seed."""
    seeded(number)(settings(UNTIMED, max_examples=10, database=None)(given(*strategies)(test)))()
    return ""


def engines(number: int) -> str:
    """Run 10 random programs of the IR on both engines; of every other attempt they are arithmetic without a jump."""
    return ir_programs(number, test_engines.compare)


def page_engine(number: int) -> str:
    """The same on the engine of the pages, beside the reference."""
    return ir_programs(number, test_wasm.compare)


def ir_programs(number: int, compare: Callable[[Program, Limits], None]) -> str:
    if number % 2:
        return examples(
            number, lambda program: compare(program, Limits(memory=test_engines.MEMORY)), straight_programs()
        )
    return examples(number, lambda run: compare(*run), test_engines.runs())


def algol60(number: int) -> str:
    test_algol60.agree(number)
    return ""


def ecol(number: int) -> str:
    """Run 10 random programs on both engines."""
    return examples(number, test_ecol.agree, test_ecol.programs())


def informal_algol(number: int) -> str:
    for seed in range(1000 + 10 * number, 1010 + 10 * number):
        test_informal_algol.agree(seed)
    return ""


def c(number: int) -> str:
    """Run a random program here and by gcc, every other one watched by its sanitizers; every tenth shows types."""
    random = Random(number)
    model = random.choice(test_c_subset.MODELS)
    if number % 10 == 0:
        test_c_subset.compare_types(random, model)
    else:
        flags = test_c_subset.SANITIZERS if number % 2 else ()
        test_c_subset.compare(random, model, random.choice((0, 1, 2, 6)), *flags)
    return ""


def fortran(number: int) -> str:
    """Run a random program here and by gfortran, where every third one may stop, one that uses tapes, and a deck."""
    test_cdc_fortran.compare(number, wild=0 if number % 3 else 4)
    test_cdc_fortran.compare_tapes(number)
    test_cdc_fortran.compare_decks(number)
    return ""


def perl(number: int) -> str:
    with TemporaryDirectory() as folder:
        start = 100_000 + test_perl_subset.TOGETHER * number
        test_perl_subset.check_random_programs(range(start, start + test_perl_subset.TOGETHER), Path(folder))
    return ""


def scheme(number: int) -> str:
    with TemporaryDirectory() as folder:
        test_amb_scheme.check_random_programs(range(10 * number, 10 * number + 10), Path(folder))
    return ""


# --- the tests that are marked as long -----------------------------------------------------------------------------


@cache
def long_tests() -> list[str]:
    """Return the files of tests that have long ones."""
    return sorted(
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "tests").rglob("test_*.py")
        if re.search(r"\bmark\.soak\b", path.read_text(encoding="utf-8"))
    )


def tests(number: int) -> str:
    """Run the long tests of a file."""
    file = long_tests()[number % len(long_tests())]
    command = [sys.executable, "-m", "pytest", "-q", "-m", "soak", "-p", "no:cacheprovider", file]
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else f"{file}: exit {done.returncode}: {done.stdout[-3000:]}{done.stderr[-500:]}"


def of(language: str, what: str, each: int, usual: int, attempt: Callable[[int], str], *needs: str) -> Block:
    """Return a block of random programs of one language, which the sources of the others do not change."""
    return Block(what, each, usual, attempt, LANGUAGES, needs, language=language)


BLOCKS = {
    "programs": Block("damaged programs in all languages, run on one of the engines", 250, 68, programs, LISTINGS),
    "files": Block(FILES, 1, 3000, damaged.files),
    "arguments": Block(
        "each argument and option of each verb with wrong values", 1, len(arguments.arguments()),
        arguments.wrong_arguments, most=len(arguments.arguments()),
    ),
    "certificates": Block(
        "altered certificates, half of them with a checksum made right again", 100, 100, damaged.certificates, SOLVERS
    ),
    "engines": of("", "random programs of the IR on both engines", 10, 50, engines),
    "page_engine": of("", "random programs of the IR on the engine of the pages", 10, 10, page_engine),
    "algol60": of("algol60", "random ALGOL 60 programs on both engines and in Python", 1, 500, algol60),
    "c": of("c_subset", "random C programs beside gcc, half of them under its sanitizers", 1, 300, c, "gcc"),
    "fortran": of(
        "cdc_fortran", "random FORTRAN programs on both engines and beside gfortran", 1, 300, fortran, "gfortran"
    ),
    "perl": of(
        "perl_subset", "random Perl programs on both engines and beside perl", test_perl_subset.TOGETHER, 12, perl,
        "perl",
    ),
    "scheme": of(
        "amb_scheme", "random Scheme programs with choices beside SICP's evaluator in Guile", 10, 50, scheme, "guile"
    ),
    "ecol": of("ecol", "random ECOL programs on both engines", 10, 50, ecol),
    "informal_algol": of(
        "informal_algol", "random programs of Kawai's informal Algol on both engines", 10, 50, informal_algol
    ),
    "large": Block(
        f"texts of 1 MB, each of one of {len(large.constructs())} constructs: at most 60 s and 2 GB", 1, 120,
        large.large, LISTINGS, most=len(large.constructs()),
    ),
    "kills": Block("SIGKILL at a random moment of solve, check, report, new, then the same command", 1, 300,
        disturbed.kills),
    "pairs": Block("two processes on one cache", 1, 200, disturbed.pairs),
    "full": Block("no room for files: they may not grow, the disk is full, or cannot be written to", 4, 25,
        disturbed.full),
    "writes": Block(
        "each system call by which these commands write, in its turn: it fails once, or with all after it", 1, 500,
        disturbed.writes, needs=("gcc",), most=500,
    ),
    "tests": Block("the long tests, a file at a time", 1, len(long_tests()), tests, most=len(long_tests())),
}  # fmt: skip
