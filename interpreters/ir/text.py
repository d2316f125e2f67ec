r"""Print a program as text, and read it back.

    print_program(program)          # read_program(print_program(program)) == program

    program "rug" entry=main
    place 3:6
    statement "5" 3:6
    region bezet size=616 pattern=undefined_int
    function main "the program"
      local k: int
      registers int*3
      block entry:
        statement 0 @3:6
        %0 = int_constant 7 @3:6
        %1 = local_load k message='k has no value' @3:6
        %2 = int_add %1 right=%0 @3:6
        return @3:6

Fields with their default value are left out, and so is `@` for place 0; the first field goes without its name. A name
that is not a plain word is quoted as in Python. `@3:6` is the first place at line 3, column 6; another one there is
`@3:6#9`, by its index. Blank lines, and lines that begin with `#`, are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any

from getallenband.interpreters.ir.fields import OPERANDS, Case, Field, result
from getallenband.interpreters.ir.ops import Label, Operation, Register
from getallenband.interpreters.ir.program import Function, Program, ProgramVariable
from getallenband.interpreters.ir.types import UNDEFINED_REAL_BITS, real_bits
from getallenband.interpreters.source.position import Place

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*")
RESERVED = ("true", "false", "none")


def print_program(program: Program) -> str:
    lines = [f"program {quoted(program.name)} entry={name(program.entry)}"]
    lines += [f"place {place_text(place)}" for place in program.places]
    lines += [f"statement {quoted(mark.label)} {place_text(mark.place)}" for mark in program.statements]
    lines += [f"string {quoted(string)}" for string in program.strings]
    for title, region in program.regions.items():
        contents = f" contents={region.contents.hex()}" if region.contents else ""
        address_taken = " address_taken=true" if region.address_taken else ""
        lines.append(f"region {name(title)} size={region.size} pattern={region.pattern}{contents}{address_taken}")
    lines += [variable_line(title, variable) for title, variable in program.variables.items()]
    lines += [f"probe {quoted(probe)}" for probe in program.probes]
    places = Places(program.places)
    for function in program.functions.values():
        lines += ["", *function_lines(function, places)]
    return "\n".join(lines) + "\n"


def variable_line(title: str, variable: ProgramVariable) -> str:
    parts = [f"variable {quoted(title)} type={variable.type}"]
    for field in ("function", "local", "region"):
        value = getattr(variable, field)
        if value is not None:
            parts.append(f"{field}={name(value)}")
    if variable.offset:
        parts.append(f"offset={variable.offset}")
    return " ".join(parts)


def function_lines(function: Function, places: Places) -> Iterator[str]:
    head = [f"function {name(function.name)} {quoted(function.title)}"]
    if function.returns is not None:
        head.append(f"returns={function.returns}")
    if function.identity is not None:
        head.append(f"identity={name(function.identity)}")
    if function.routine:
        head.append("routine=true")
    if next(iter(function.blocks), None) != function.entry:
        head.append(f"entry={name(function.entry)}")
    yield " ".join(head)
    for local, kind in function.locals.items():
        yield f"  {'parameter' if local in function.parameters else 'local'} {name(local)}: {kind}"
    for number, label in function.landings.items():
        yield f"  landing {number} {name(label)}"
    runs = [(kind, len(list(run))) for kind, run in groupby(function.registers)]
    if runs:
        yield "  registers " + " ".join(f"{kind}*{count}" for kind, count in runs)
    for label, block in function.blocks.items():
        yield f"  block {name(label)}:"
        for operation in block.operations:
            yield f"    {operation_line(operation, places)}"


class Places:
    """Names the places of a program line:column, with the index where that is the name of another one."""

    def __init__(self, places: Sequence[Place]) -> None:
        self.places = places
        self.first: dict[str, int] = {}
        for index, place in enumerate(places):
            self.first.setdefault(f"{place.line}:{place.column}", index)

    def name(self, at: int) -> str:
        if not 0 <= at < len(self.places):
            return f"#{at}"
        place = self.places[at]
        key = f"{place.line}:{place.column}"
        return key if self.first[key] == at else f"{key}#{at}"

    def index(self, name: str) -> int:
        """Return the index of a name; raise ValueError where there is no such place."""
        key, mark, number = name.partition("#")
        if mark:
            return int(number)
        if key not in self.first:
            raise ValueError(f"there is no place {key}")
        return self.first[key]


def operation_line(operation: Operation, places: Places) -> str:
    parts = [] if result(operation) is None else [f"%{result(operation)} ="]
    parts.append(operation.printed_name)
    for number, field in enumerate(OPERANDS[type(operation)]):
        value = getattr(operation, field.name)
        if type(value) is not type(field.default) or value != field.default:
            parts.append(f"{field.name}=" * (number > 0) + field_text(value, field))
    if operation.at:
        parts.append(f"@{places.name(operation.at)}")
    return " ".join(parts)


def field_text(value: Any, field: Field) -> str:
    if value is None:
        return "none"
    spell = name if field.type is str and field.rule else SPELLINGS.get(field.type, str)
    return f"({' '.join(map(spell, value))})" if field.many else spell(value)


def real_text(value: float) -> str:
    """Print a real number; a NaN by its bits."""
    if value == value:
        return repr(value)
    bits = real_bits(value)
    return "undefined" if bits == UNDEFINED_REAL_BITS else f"nan:{bits:016x}"


def name(text: str) -> str:
    """Print a name: a plain word as it is, anything else quoted."""
    return text if WORD.fullmatch(text) and text not in RESERVED else quoted(text)


def quoted(text: str) -> str:
    """Print a string on one line, as Python does."""
    return repr(text)


SPELLINGS: dict[Any, Callable[[Any], str]] = {
    Register: "%{}".format, Case: lambda case: f"{case[0]}:{name(case[1])}", Label: name, str: quoted,
    float: real_text, bool: lambda value: str(value).lower(),
}  # fmt: skip
"""How values are printed, by the types of their fields; others as by `str`."""


def place_text(place: Place) -> str:
    """Print line:column, and the length where that is not 1."""
    return f"{place.line}:{place.column}" + (f"+{place.length}" if place.length != 1 else "")
