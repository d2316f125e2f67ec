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
        %2 = int_add left=%1 right=%0 @3:6
        return @3:6

Fields that have their usual value are left out, and so is `@` for place 0. A name that is no plain word is quoted as in
Python. `@3:6` is the first place at line 3, column 6; another one there is `@3:6#9`, by its index. Blank lines, and
lines that begin with `#`, mean nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from interpreters.ir.fields import FIELDS, title
from interpreters.ir.ops import Operation
from interpreters.ir.program import Function, Program, Variable
from interpreters.ir.types import UNDEFINED_REAL_BITS, real_bits
from interpreters.source.position import Place

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*")
RESERVED = ("true", "false", "none")


def print_program(program: Program) -> str:
    """Print a whole program."""
    lines = [f"program {quoted(program.name)} entry={name(program.entry)}"]
    lines += [f"place {shown(place)}" for place in program.places]
    lines += [f"statement {quoted(mark.label)} {shown(mark.place)}" for mark in program.statements]
    lines += [f"string {quoted(string)}" for string in program.strings]
    for title_, region in program.regions.items():
        contents = f" contents={region.contents.hex()}" if region.contents else ""
        address_taken = " address_taken=true" if region.address_taken else ""
        lines.append(f"region {name(title_)} size={region.size} pattern={region.pattern}{contents}{address_taken}")
    lines += [printed_variable(title_, variable) for title_, variable in program.variables.items()]
    lines += [f"probe {quoted(probe)}" for probe in program.probes]
    places = Places(program.places)
    for function in program.functions.values():
        lines += ["", *printed_function(function, places)]
    return "\n".join(lines) + "\n"


def printed_variable(title_: str, variable: Variable) -> str:
    """Print where a source variable lives."""
    parts = [f"variable {quoted(title_)} type={variable.type}"]
    for field in ("function", "local", "region"):
        value = getattr(variable, field)
        if value is not None:
            parts.append(f"{field}={name(value)}")
    if variable.offset:
        parts.append(f"offset={variable.offset}")
    return " ".join(parts)


def print_function(function: Function, places: Sequence[Place]) -> str:
    """Print one function."""
    return "\n".join(printed_function(function, Places(places))) + "\n"


def printed_function(function: Function, places: Places) -> Iterator[str]:
    """Yield the lines of a function."""
    head = [f"function {name(function.name)} {quoted(function.title)}"]
    if function.returns is not None:
        head.append(f"returns={function.returns}")
    if function.identity is not None:
        head.append(f"identity={name(function.identity)}")
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
            yield f"    {printed_operation(operation, places)}"


class Places:
    """Spells the index of a place as line:column, with the index where another place is spelled so too."""

    def __init__(self, places: Sequence[Place]) -> None:
        self.places = places
        self.first: dict[str, int] = {}
        for index, place in enumerate(places):
            self.first.setdefault(f"{place.line}:{place.column}", index)

    def spelled(self, at: int) -> str:
        """Spell an index."""
        if not 0 <= at < len(self.places):
            return f"#{at}"
        place = self.places[at]
        key = f"{place.line}:{place.column}"
        return key if self.first[key] == at else f"{key}#{at}"

    def index(self, spelled: str) -> int:
        """Read an index back; raise ValueError where there is no such place."""
        key, mark, number = spelled.partition("#")
        if mark:
            return int(number)
        if key not in self.first:
            raise ValueError(f"there is no place {key}")
        return self.first[key]


def printed_operation(operation: Operation, places: Places) -> str:
    """Print one operation; a constant, a local or a target that comes first goes without the name of its field."""
    parts = []
    written = getattr(operation, "result", None)
    if written is not None:
        parts.append(f"%{written} =")
    parts.append(title(operation))
    for field in FIELDS[type(operation)]:
        value = getattr(operation, field.name)
        if field.name == "result" or unchanged(value, field.default):
            continue
        is_message = field.name in ("message", "undefined") and value is not None
        spelled = quoted(value) if is_message else printed_value(value, field.annotation)
        parts.append(spelled if field.name in UNNAMED.get(title(operation), ()) else f"{field.name}={spelled}")
    if operation.at:
        parts.append(f"@{places.spelled(operation.at)}")
    return " ".join(parts)


def unchanged(value: Any, default: Any) -> bool:
    """Tell whether a value is the usual one of its field, of the same type."""
    return type(value) is type(default) and bool(value == default)


UNNAMED: dict[str, tuple[str, ...]] = {
    "int_constant": ("value",), "real_constant": ("value",), "bool_constant": ("value",),
    "region_address": ("region",), "function_code": ("function",), "local_load": ("local",),
    "local_store": ("local",), "statement": ("statement",), "jump": ("target",), "call": ("function",),
    "host_call": ("name",), "deferred_host_call": ("name",), "return": ("value",), "real_function": ("name",),
}  # fmt: skip
"""Fields that are printed without their name."""


def printed_value(value: Any, annotation: str) -> str:
    """Print the value of a field."""
    if value is None:
        return "none"
    if annotation in ("Register", "Register | None"):
        return f"%{value}"
    if annotation == "tuple[Register, ...]":
        return "(" + " ".join(f"%{register}" for register in value) + ")"
    if annotation == "tuple[Type, ...]":
        return "(" + " ".join(value) + ")"
    if annotation == "tuple[tuple[int, Label], ...]":
        return "(" + " ".join(f"{number}:{name(label)}" for number, label in value) + ")"
    if annotation == "bool":
        return "true" if value else "false"
    if annotation == "float":
        return printed_real(value)
    if annotation == "int":
        return str(value)
    if annotation in ("Kind", "Relation", "Rounding", "Pattern", "Type | None"):
        return str(value)
    return name(value)


def printed_real(value: float) -> str:
    """Print a real number; a NaN by its bits, so that no bit is lost."""
    if value == value:
        return repr(value)
    bits = real_bits(value)
    return "undefined" if bits == UNDEFINED_REAL_BITS else f"nan:{bits:016x}"


def name(text: str) -> str:
    """Print a name: bare where it is a plain word, else quoted."""
    return text if WORD.fullmatch(text) and text not in RESERVED else quoted(text)


def quoted(text: str) -> str:
    """Print a text in quotes, as Python does; nothing in it needs a second line."""
    return repr(text)


def shown(place: Place) -> str:
    """Print a place: line:column, and its length where that is not 1."""
    return f"{place.line}:{place.column}" + (f"+{place.length}" if place.length != 1 else "")
