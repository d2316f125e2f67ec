"""The blocks: each tries one thing by a number, and says what went wrong, or nothing.

BLOCKS["kills"].attempt(7)          # "" or "solve rug: the answer differs after a kill"
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import seed as seeded

from interpreters.language import languages
from tests import conftest
from tests.command_line import test_bad_input
from tests.interpreters import test_engines
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


@dataclass(frozen=True)
class Block:
    """What is tried, how many at a time, and how: by the number of the attempt."""

    what: str
    each: int
    attempt: Callable[[int], str]


def programs(number: int) -> str:
    """Run 25 damaged programs of a language."""
    names = sorted(languages())
    with TemporaryDirectory() as folder:
        found = test_bad_input.found(names[number % len(names)], 10_000 + number, 25, Path(folder))
    return "; ".join(f"{fault}\n{source!r}" for fault, source in found)


# --- random programs ---------------------------------------------------------------------------------------------


def engines(number: int) -> str:
    """Run 10 random programs of the IR on both engines."""
    compare = given(test_engines.runs())(lambda run: test_engines.compare(*run))
    seeded(number)(settings(UNTIMED, max_examples=10, database=None)(compare))()
    return ""


def algol60(number: int) -> str:
    test_algol60.agree(number)
    return ""


def ecol(number: int) -> str:
    """Run 10 random programs on both engines."""
    seeded(number)(settings(UNTIMED, max_examples=10, database=None)(given(test_ecol.programs())(test_ecol.agree)))()
    return ""


def informal_algol(number: int) -> str:
    for seed in range(1000 + 10 * number, 1010 + 10 * number):
        test_informal_algol.agree(seed)
    return ""


def c(number: int) -> str:
    """Run a random program here and by gcc, every other one watched by its sanitizers."""
    random = Random(number)
    flags = test_c_subset.SANITIZERS if number % 2 else ()
    test_c_subset.compare(random, random.choice(test_c_subset.MODELS), random.choice((0, 1, 2, 6)), *flags)
    return ""


def fortran(number: int) -> str:
    """Run a random program here and by gfortran; every third one may stop."""
    test_cdc_fortran.compare(number, wild=0 if number % 3 else 4)
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


BLOCKS = {
    "programs": Block("damaged programs in all languages, run on one of the engines", 25, programs),
    "files": Block(FILES, 1, damaged.files),
    "arguments": Block("each argument and option of each verb with wrong values", 1, arguments.wrong_arguments),
    "certificates": Block(
        "altered certificates, half of them with a checksum made right again", 100, damaged.certificates
    ),
    "engines": Block("random programs of the IR on both engines", 10, engines),
    "algol60": Block("random ALGOL 60 programs on both engines and in Python", 1, algol60),
    "c": Block("random C programs beside gcc, half of them under its sanitizers", 1, c),
    "fortran": Block("random FORTRAN programs on both engines and beside gfortran", 1, fortran),
    "perl": Block("random Perl programs on both engines and beside perl", test_perl_subset.TOGETHER, perl),
    "scheme": Block("random Scheme programs with choices beside SICP's evaluator in Guile", 10, scheme),
    "ecol": Block("random ECOL programs on both engines", 10, ecol),
    "informal_algol": Block("random programs of Kawai's informal Algol on both engines", 10, informal_algol),
    "large": Block("texts of 1 MB, each of one construct: at most 60 s and 2 GB", 1, large.large),
    "kills": Block(
        "SIGKILL at a random moment of solve, check, report, new, then the same command", 1, disturbed.kills
    ),
    "pairs": Block("two processes on one cache", 1, disturbed.pairs),
    "full": Block("no room for files: they may not grow, the disk is full, or cannot be written to", 4, disturbed.full),
    "writes": Block("each system call by which these commands write, in its turn: it fails once", 1, disturbed.writes),
}
