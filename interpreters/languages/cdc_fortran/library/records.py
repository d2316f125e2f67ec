r"""A record for OUTPUT of which only the numbers are unknown beforehand: one call, which need not be made at once.

planned("A 20|(1X,2HI=,I4)", 1)      # a Plan: quickly " I=%4d", 7 characters wide
planned("*|'I =\nI", 1)              # PRINT *, 4HI =, I: a Plan: " I = %s"

A number that does not fit its field makes the record wider than planned; then each field is written by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial

from getallenband.interpreters.ir.host import Host
from getallenband.interpreters.ir.types import bits_real
from getallenband.interpreters.languages.cdc_fortran.library import fields, formats, free
from getallenband.interpreters.languages.cdc_fortran.library.files import print_record
from getallenband.interpreters.languages.cdc_fortran.library.formats import Edit
from getallenband.interpreters.languages.cdc_fortran.library.words import MINUS_ZERO

MOST = 8
"""Numbers of such a record."""

Written = Callable[[int], object]


@dataclass(slots=True)
class Line:
    """A template of Python's %, and for each number what turns its word into what the template is given.

    `integers`: all numbers are integers, which the template takes as they are, but for -0.
    """

    template: str = ""
    written: list[Written] = field(default_factory=list)
    integers: bool = True

    def add(self, text: str) -> None:
        self.template += text.replace("%", "%%")

    def add_number(self, conversion: str, written: Written) -> None:
        self.template += conversion
        self.written.append(written)
        self.integers = self.integers and written in (whole, str)

    def text(self, words: tuple[int, ...]) -> str:
        if self.integers and MINUS_ZERO not in words:
            return self.template % words
        return self.template % tuple([written(word) for written, word in zip(self.written, words, strict=True)])


@dataclass(frozen=True, slots=True)
class Plan:
    """A record: the numbers' types (I or R) and fields; a line of `width` where they fit, and one that always is right.

    `width` is 0 for lines that are the same. `steps` counts the items and the other fields, which are work.
    """

    types: str
    fields: Sequence[str]
    quick: Line
    width: int
    exact: Line
    steps: int


def record(host: Host, form: int, *words: int) -> str:
    """Return a record of these numbers, reals by their bits, and a new line."""
    plan = planned(host.program.strings[form], len(words))
    assert plan is not None
    line = plan.quick.text(words)
    if plan.width and len(line) != plan.width:
        line = plan.exact.text(words)
    return line.rstrip(" ") + "\n"


def print_line(host: Host, line: str) -> None:
    """Print a record that is given with a new line."""
    print_record(host, line[:-1])


@cache
def planned(form: str, count: int) -> Plan | None:
    """Plan a record of `count` numbers, by a FORMAT ("name|text") or not ("*|items"); None where it is not so simple.

    Items are a line each: I, R, or a text after an apostrophe.
    """
    head, _, text = form.partition("|")
    return without_format(text.split("\n") if text else []) if head == "*" else by_format(text, count)


def without_format(items: list[str]) -> Plan:
    """Plan a record without a FORMAT: a blank precedes each item but a text that follows another."""
    line, joined = Line(), False
    for item in items:
        is_text = item[0] == "'"
        line.add("" if is_text and joined else " ")
        if is_text:
            line.add(item[1:])
        else:
            line.add_number("%s", str if item == "I" else free_real)
        joined = is_text
    types = "".join(item for item in items if item[0] != "'")
    return Plan(types, (), line, 0, line, len(items))


def by_format(text: str, count: int) -> Plan | None:
    """Plan a record by fields that follow one another, up to the next one for which there is no number."""
    quick, exact, types, edits = Line(), Line(), "", list[str]()
    width = scale = steps = 0
    for one in formats.unfolded(formats.format_fields(text)):
        if len(types) == count and isinstance(one, Edit | formats.Colon):
            break
        steps += 1
        match one:
            case Edit("I" | "F" | "E" | "D" | "G"):
                add_field(quick, exact, one, scale)
                types, width = types + ("I" if one.letter == "I" else "R"), width + one.width
                edits.append(str(one))
            case formats.Literal(text):
                quick.add(text)
                exact.add(text)
                width += len(text)
            case formats.Blanks(blanks):
                quick.add(" " * blanks)
                exact.add(" " * blanks)
                width += blanks
            case formats.Scale(factor):
                scale = factor
            case formats.Colon():
                pass
            case _:
                return None
    return Plan(types, edits, quick, width, exact, steps) if len(types) == count else None


def add_field(quick: Line, exact: Line, edit: Edit, scale: int) -> None:
    """Add a field to both lines; a quick one for I, and for F as a rule, does not see whether the number fits."""
    number = whole if edit.letter == "I" else real
    in_field = partial(field_text, edit, scale, number)
    exact.add_number("%s", in_field)
    if edit.letter == "I":
        quick.add_number(f"%{edit.width}d", number)
    elif edit.letter == "F" and edit.digits and scale == 0:
        quick.add_number(f"%{edit.width}.{edit.digits}f", number)
    else:
        quick.add_number("%s", in_field)


def whole(word: int) -> int:
    return 0 if word == MINUS_ZERO else word


def real(word: int) -> float:
    """Return a real number; a zero has no sign."""
    value = bits_real(word % 2**64) + 0.0
    return 0.0 if value == MINUS_ZERO else value


def field_text(edit: Edit, scale: int, number: Callable[[int], float], word: int) -> str:
    return fields.write(edit, scale, number(word))


def free_real(word: int) -> str:
    return free.written("REAL", bits_real(word % 2**64))
