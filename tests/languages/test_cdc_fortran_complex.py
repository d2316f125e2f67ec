"""Complex numbers of CDC FORTRAN beside gfortran, up to the ends of the range."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest

from tests.languages.test_cdc_fortran import outcome, printed_by_gfortran
from tests.tools import needs

FUNCTIONS = ("A/B", "CABS(A)", "CSQRT(A)", "CLOG(A)", "CEXP(E)", "CSIN(E)", "CCOS(E)")
EXPONENTS = (-307, -200, -160, -5, 0, 0, 0, 5, 150, 160, 300, 307)


def part(draw: random.Random) -> float:
    return float(f"{draw.choice([-1, 1]) * draw.uniform(1, 9.9):.6f}E{draw.choice(EXPONENTS)}")


def program(draw: random.Random, count: int) -> str:
    """Return a program that prints values of all functions of numbers of any size."""
    lines = ["      COMPLEX A, B, E, C"]
    for _ in range(count):
        a, b = (complex(part(draw), part(draw)) for _ in range(2))
        e = complex(draw.uniform(-700, 709), draw.uniform(-700, 700))
        lines += [f"      {name} = ({one.real!r},{one.imag!r})".upper() for name, one in (("a", a), ("b", b), ("e", e))]
        # gfortran's own quotients are right within this range only
        ordinary = abs(math.log10(abs(a)) - math.log10(abs(b))) < 290
        for expression in FUNCTIONS if ordinary else FUNCTIONS[1:]:
            lines += [f"      C = {expression}", "      WRITE (6,*) C"]
    return "\n".join([*lines, "      END", ""])


def number(line: str) -> complex:
    """Return the number of a line such as (1.,2.)."""
    return complex(*map(float, line.strip().strip("()").split(",")))


@needs("gfortran")
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("engine", ["native", "machine"])
def test_complex_functions_like_gfortran(seed: int, engine: str, tmp_path: Path) -> None:
    source = program(random.Random(seed), 40)
    ours = outcome(source, {}, "cdc6600", engine).output.splitlines()
    theirs = printed_by_gfortran(source, "", tmp_path)
    asked = [line for line in source.splitlines() if line.startswith("      C =")]
    different = [
        (text, one, other)
        for text, one, other in zip(asked, map(number, ours), map(number, theirs), strict=True)
        if not abs(one - other) <= 1e-12 * abs(other)
    ]
    assert different == []
