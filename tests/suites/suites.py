"""The suites: where each comes from, and how its programs are found in the folder where somebody put it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from math import isclose
from pathlib import Path

from tests.suites import oracles, preparing
from tests.suites.trial import Answer, Found, Program

Programs = Callable[[Path, Path], Iterator[Program]]


@dataclass(frozen=True)
class Suite:
    """What it is, how to fetch it (a shell command that makes FOLDER), its second opinion, and its programs.

    `programs` is given the folder, and another for the files that it makes.
    """

    title: str
    fetch: str
    second: str
    programs: Programs


def words_alike(one: str, other: str) -> bool:
    """Compare words, and numbers to as many digits as one of them has, however they are spread over lines."""
    pairs = zip_longest(one.split(), other.replace("₁₀", "e").split(), fillvalue="")
    return all(mine == theirs or numbers_alike(mine, theirs) for mine, theirs in pairs)


def ends_alike(one: str, other: str) -> bool:
    """Compare the last words: what stands before them are values that are shown here where they are not used."""
    return one.split()[-1:] == other.split()[-1:]


def numbers_alike(one: str, other: str) -> bool:
    try:
        return isclose(float(one), float(other), rel_tol=1e-11)
    except ValueError:
        return False


def lines_alike(one: str, other: str) -> bool:
    """Compare lines but for blanks at their ends, and blank lines at the end."""
    return [line.rstrip() for line in one.rstrip().splitlines()] == [
        line.rstrip() for line in other.rstrip().splitlines()
    ]


def c_program(name: str, path: Path, answer: Callable[[Found], Answer | None]) -> Program:
    return Program(name, path, answer, confirms=partial(oracles.sanitizers_complain, path))


def c_testsuite(folder: Path, _: Path) -> Iterator[Program]:
    for path in sorted(folder.glob("tests/single-exec/*.c")):
        yield c_program(path.stem, path, always(Answer("finished", path.with_suffix(".c.expected").read_text())))


def torture(folder: Path, _: Path) -> Iterator[Program]:
    """Yield the tests, which end by themselves and print nothing where all is right, or what gcc makes them print."""
    for path in sorted(folder.glob("execute/**/*.c")):
        yield torture_test(path, path.relative_to(folder / "execute"))


def plain_torture(folder: Path, made: Path) -> Iterator[Program]:
    """Yield those of the tests that are changed where words of gcc are left out."""
    for path in sorted(folder.glob("execute/**/*.c")):
        name, text = path.relative_to(folder / "execute"), preparing.without_words_of_gcc(path)
        if text.partition("\n")[2] != path.read_text(encoding="latin-1"):
            target = made / str(name).replace("/", "_")
            target.write_text(text, encoding="latin-1")
            yield torture_test(target, name)


def torture_test(path: Path, name: Path) -> Program:
    def answer(found: Found) -> Answer | None:
        silent = found.kind == "finished" and not found.output
        return Answer("finished") if silent else oracles.gcc(path)

    return c_program(name.with_suffix("").as_posix(), path, answer)


def csmith(folder: Path, made: Path) -> Iterator[Program]:
    for path in sorted(folder.glob("*.c"), key=lambda path: int(path.stem)):
        target = made / path.name
        target.write_text(preparing.csmith(path))
        yield c_program(path.stem, target, of(oracles.gcc, target))


def fcvs(folder: Path, _: Path) -> Iterator[Program]:
    for path in sorted(folder.glob("fcvs21_f95/*.f")):
        yield Program(path.stem, path, of(oracles.gfortran, path), ("carriage=raw",), same=lines_alike)


def npl(folder: Path, _: Path) -> Iterator[Program]:
    tests = folder / "marst-2.7" / "tests"
    answers = preparing.marst_listing((tests / "listing.txt").read_text(encoding="latin-1"))
    for path in sorted(tests.glob("test*.alg")):
        tapes = (str(data),) if (data := path.with_suffix(".dat")).exists() else ()
        answer = always(answers[path.stem])
        yield Program(path.stem, path, answer, ("library=marst",), tapes, words_alike, may_be_wrong=True)


def perl(folder: Path, made: Path) -> Iterator[Program]:
    for name, text in perl_tests(folder):
        yield perl_program(name, made, text)


def perl_parts(folder: Path, made: Path) -> Iterator[Program]:
    for name, text in perl_tests(folder):
        for number, part in enumerate(preparing.perl_parts(text), 1):
            yield perl_program(f"{name} {number}", made, part)


def perl_tests(folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(path for part in ("base", "cmd", "op") for path in (folder / "t" / part).glob("*.t")):
        yield f"{path.parent.name}/{path.stem}", preparing.perl_test(path)


def perl_program(name: str, made: Path, text: str) -> Program:
    target = made / f"{re.sub(r'[/ ]', '_', name)}.pl"
    target.write_text(text, encoding="utf-8")
    return Program(name, target, of(oracles.perl, target))


def chibi(folder: Path, made: Path) -> Iterator[Program]:
    for name, text in preparing.r5rs_tests(folder / "tests" / "r5rs-tests.scm"):
        target = made / f"{name}.scm"
        target.write_text(text, encoding="utf-8")
        yield Program(name, target, always(Answer("finished", "#t")), same=ends_alike)


def always(answer: Answer) -> Callable[[Found], Answer]:
    return lambda _: answer


def of(oracle: Callable[[Path], Answer | None], path: Path) -> Callable[[Found], Answer | None]:
    return lambda _: oracle(path)


CLONE = "git clone https://github.com/{0} FOLDER && git -C FOLDER checkout {1}"
CSMITH = (
    "mkdir FOLDER; for n in $(seq 320); do case $((n % 4)) in 0) more=;; 1) more=--no-comma-operators;; "
    '2) more="--no-comma-operators --float --no-volatiles";; '
    '3) more="--no-math64 --no-longlong --max-funcs 5 --no-argc";; '
    "esac; csmith --seed $n --no-bitfields --no-packed-struct --no-inline-function $more > FOLDER/$n.c; done"
)

SUITES = {
    "c-testsuite": Suite(
        "c-testsuite, single-exec", CLONE.format("c-testsuite/c-testsuite", "5c727565"), "its own outputs", c_testsuite,
    ),
    "torture": Suite(
        "gcc's torture tests (execute), as LLVM's test-suite has them",
        CLONE.format("llvm/llvm-test-suite", "3c0a28f1") + "; FOLDER/SingleSource/Regression/C/gcc-c-torture",
        "gcc -std=gnu89", torture,
    ),
    "torture-plain": Suite(
        "those of them that have words of gcc's own, which are left out where that changes nothing", "as above",
        "gcc -std=gnu89", plain_torture,
    ),
    "csmith": Suite("programs made by Csmith 2.3.0", CSMITH, "gcc", csmith),
    "fcvs": Suite(
        "NIST's FORTRAN compiler validation suite 2.1 (FCVS), as LLVM's test-suite has it",
        CLONE.format("llvm/llvm-test-suite", "3c0a28f1") + "; FOLDER/Fortran/UnitTests", "gfortran -std=legacy", fcvs,
    ),
    "npl": Suite(
        "NPL's tests of ALGOL 60 (B. A. Wichmann, report NAC 33, 1973), as GNU MARST 2.7 has them",
        "curl https://ftp.gnu.org/gnu/marst/marst-2.7.tar.gz | tar xz -C FOLDER", "MARST's own listing", npl,
    ),
    "perl": Suite(
        "perl's own tests t/base, t/cmd, t/op, with a harness of ours", CLONE.format("Perl/perl5", "9a9d70c3"), "perl",
        perl,
    ),
    "perl-parts": Suite(
        "the same, each part between blank lines as a program of its own", "as above", "perl", perl_parts
    ),
    "chibi": Suite(
        "chibi-scheme's tests of R5RS", CLONE.format("ashinn/chibi-scheme", "398b6ada"), "the results in the tests",
        chibi,
    ),
}  # fmt: skip
