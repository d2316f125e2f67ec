"""Numbers are printed in pages as the engines' libraries print them."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from math import isfinite
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from getallenband.interpreters.ir.types import bits_real, real_bits
from getallenband.interpreters.languages.algol60.library import el_x8, modified, other_systems
from getallenband.interpreters.languages.cdc_fortran.library import fields, free
from getallenband.interpreters.languages.cdc_fortran.library.formats import Edit
from getallenband.interpreters.languages.ecol import library as ecol
from getallenband.interpreters.languages.perl_subset.values import real_text

NODE = shutil.which("node")
ANSWERS = Path(__file__).parent / "player" / "formats.mjs"
Question = tuple[str, list[Any], Callable[[float], str]]
"""What a page calls a format, its sizes, and what the engines' library prints of a number."""
WIDE, NARROW = (
    SimpleNamespace(state=SimpleNamespace(narrow=narrow)) for narrow in (False, True)
)  # all that the formats see of a host


def number(draw: Random) -> float:
    """Draw a number: any bits, or one that people print; often a half of the last digit that is printed."""
    kind = draw.randrange(6)
    if kind == 0:
        value = bits_real(draw.getrandbits(64))
        return value if isfinite(value) else 0.0
    if kind == 1:
        return draw.choice((-1.0, 1.0)) * (draw.randrange(10**4) + draw.choice((0, 0.5, 0.25, 0.125, 0.375)))
    if kind == 2:
        return draw.randint(-(10 ** draw.randint(1, 18)), 10 ** draw.randint(1, 18)) / 10 ** draw.randint(0, 20)
    if kind == 3:
        return bits_real(real_bits(float(f"1e{draw.randint(-20, 25)}")) + draw.randint(-2, 2))  # about a power of ten
    if kind == 4:
        return float(draw.randint(-(10 ** draw.randint(1, 16)), 10 ** draw.randint(1, 16)))
    return draw.uniform(-1, 1) * 10 ** draw.randint(-8, 12)


def question(draw: Random) -> Question:
    """Draw a format and its sizes."""
    small, size = draw.randint(0, 8), draw.randint(-1, 22)
    host: Any = draw.choice((WIDE, NARROW))
    narrow = int(host is NARROW)
    flags = "".join(flag for flag in "-+ 0#" if draw.randrange(3) == 0)
    width, digits, letter = draw.randint(0, 25), draw.choice((None, 0, 1, 2, 6, 12, 17, 30)), draw.choice("eEfgG")
    form = f"%{flags}{width or ''}{'' if digits is None else f'.{digits}'}{letter}"
    edit = Edit(draw.choice("FEDG"), draw.randint(1, 24), draw.randint(0, 16))
    scale = draw.choice((0, 0, 0, 1, 2, -1, -2))
    return draw.choice([
        ("conversion", [letter, flags, width, digits], lambda value: form % value),
        ("schrijf", [size, small, narrow], lambda value: ecol.written(host, size, small, value)),
        ("schrijf_free", [narrow], lambda value: ecol.written_free(host, value)),
        ("schrijm", [], lambda value: ecol.written_scientific(host, value)),
        ("fixt", [size, small], lambda value: el_x8.fixt(host, size, small, value)),
        ("absfixt", [size, small], lambda value: el_x8.absfixt(host, size, small, value)),
        ("flot", [size, small], lambda value: el_x8.flot(host, size, small, value)),
        ("print", [], lambda value: el_x8.number(host, value)),
        ("outreal", [], modified.real_text),
        ("print_formatted", [size, small], lambda value: other_systems.print_formatted(host, value, size, small)),
        ("field", [[edit.letter, edit.width, edit.digits], scale], lambda value: fields.write(edit, scale, value)),
        ("free", [], lambda value: free.written("REAL", value)),
        ("textOfNumber", [], real_text),
    ])  # fmt: skip


def differences(seed: int, count: int) -> Iterator[str]:
    """Yield which of so many random questions a page answers otherwise than the engines' libraries."""
    draw = Random(seed)
    asked = [(question(draw), number(draw)) for _ in range(count)]
    lines = [json.dumps([name, str(real_bits(value)), *sizes]) for (name, sizes, _), value in asked]
    done = subprocess.run([str(NODE), str(ANSWERS)], input="\n".join(lines), capture_output=True, text=True, check=True)
    for ((name, sizes, written), value), answer in zip(asked, done.stdout.splitlines(), strict=True):
        if json.loads(answer) != written(value):
            yield f"{name} {sizes} of {value!r}: {json.loads(answer)!r}, not {written(value)!r}"


needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")


@needs_node
def test_numbers_are_printed_as_the_engines_print_them() -> None:
    assert list(differences(1, 5_000)) == []


@needs_node
@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 102))
def test_a_million_numbers_are_printed_as_the_engines_print_them(seed: int) -> None:
    assert list(differences(seed, 10_000)) == []
