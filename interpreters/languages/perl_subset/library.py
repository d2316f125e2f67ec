"""What compiled Perl leaves to Python: reals as strings, great integers, patterns, formats, files, and how a run ends.

A procedure gets cells (lower/runtime/layout.py) and gives one; a result that needs memory stays until the program has
taken that memory and asks for it (`deliver`).
"""

from __future__ import annotations

import math
import re
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from getallenband.interpreters.ir.host import (
    Host,
    HostEnd,
    HostExhausted,
    HostFunction,
    HostHalt,
    Library,
    printer,
    put,
)
from getallenband.interpreters.ir.ops.memory import WORK_UNIT
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.languages.perl_subset import operators, texts, values
from getallenband.interpreters.languages.perl_subset.faults import Exhaustion, Fault, Missing, out_of_memory
from getallenband.interpreters.languages.perl_subset.files import Files
from getallenband.interpreters.languages.perl_subset.quoted import quoted
from getallenband.interpreters.languages.perl_subset.regex import compiled
from getallenband.interpreters.languages.perl_subset.runtime import layout
from getallenband.interpreters.languages.perl_subset.transliteration import Table
from getallenband.interpreters.languages.perl_subset.values import Ref, identified, number_of, text_of, whole_of
from getallenband.interpreters.outcome import Ending, Exhausted, Trap, Unsupported
from getallenband.interpreters.source.position import Place

BLANKS = " \t\n\r\f\v"
GREATEST = 2**63 - 1


class Randomness:
    """Perl's own generator, the same on all machines: drand48 (perl 5.20, perldelta)."""

    def __init__(self, seed: int = 0) -> None:
        self.state = (seed & 0xFFFFFFFF) << 16 | 0x330E

    def next(self) -> float:
        """Return a number from 0 to below 1."""
        self.state = (self.state * 0x5DEECE66D + 0xB) % 2**48
        return self.state / 2**48


@dataclass
class Session:
    """The state of one run: files, patterns, and results that wait for memory."""

    real_clock: bool
    patterns: list[re.Pattern[str]]
    tables: list[Table]
    open: Files
    numbers: dict[tuple[str, str], int] = field(default_factory=dict)
    last_match: list[str | None] = field(default_factory=list)
    pending: bytes = b""
    items: list[Any] = field(default_factory=list)
    randomness: Randomness = field(default_factory=Randomness)
    started: float = field(default_factory=time.time)

    def pattern(self, text: str, flags: str) -> int:
        """Return the number of a pattern."""
        if (text, flags) not in self.numbers:
            self.patterns.append(compiled(text, flags))
            self.numbers[text, flags] = len(self.patterns) - 1
        return self.numbers[text, flags]


class Ended(HostEnd):
    """The library ends the run, at a place of its own."""

    def __init__(self, ending: Callable[[Place], Ending]) -> None:
        super().__init__()
        self.made = ending

    def ending(self, place: Place) -> Ending:
        return self.made(place)


def finish(host: Host) -> None:
    """Leave what the program wrote to files."""
    host.files.update({name: "".join(pieces) for name, pieces in host.state.open.written.items()})


# --- cells ---------------------------------------------------------------------------------------------------------


def value_of(host: Host, cell: int) -> Any:
    """Return the value of a cell: a str, an int, a float, None or a Ref."""
    if not cell & 1:
        return cell >> 1
    kind, memory = cell & layout.TAG, host.memory
    if kind == layout.STRING:
        return string_of(host, cell)
    if kind == layout.CELLS:
        return None
    head = memory.ints[(cell - kind) >> 3] & layout.KIND
    if kind == layout.REFERENCE:
        return Ref("ARRAY" if head == layout.ARRAY else "HASH", cell - kind)
    if head != layout.BIG:
        return memory.reals[(cell + layout.REAL) >> 3]
    low, negative = memory.ints[(cell + layout.REAL) >> 3], memory.ints[(cell + layout.REAL + 8) >> 3]
    return low if negative else low & 2**64 - 1


def string_of(host: Host, cell: int) -> str:
    memory, first = host.memory, (cell + layout.HEADER) >> 3
    head, length, _number, data = memory.ints[first : first + 4].tolist()
    length &= 0xFFFFFFFF
    if length >= WORK_UNIT:
        host.charge(length)
    if head & layout.KIND == layout.WIDE:
        return str(memory.bytes[data : data + 4 * length], "utf-32-le")
    return str(memory.bytes[data : data + length], "latin-1")


def cell_of(host: Host, value: Any) -> int:
    """Return the cell of a value, or how much memory it needs: that is delivered later."""
    if value is None:
        return layout.UNDEF
    if isinstance(value, int):
        if -(2**62) <= value < 2**62:
            return int(value) << 1
        host.state.pending = struct.pack("<QQ", value & 2**64 - 1, value < 0)
        return layout.WAITING_BIG << 3 | layout.CELLS
    if isinstance(value, float):
        host.state.pending = struct.pack("<d", value)
        return layout.WAITING_REAL << 3 | layout.CELLS
    code = layout.WAITING_STRING
    try:
        host.state.pending = value.encode("latin-1")
    except UnicodeEncodeError:
        host.state.pending, code = value.encode("utf-32-le"), layout.WAITING_WIDE
    return len(value) << 8 | code << 3 | layout.CELLS


def stacked(host: Host, start: int, end: int) -> list[Any]:
    """Return the values between two addresses of the stack; eight of them are a unit of work."""
    host.charge((end - start) * 8)
    return [
        value_of(host, cell) if cell & 1 else cell >> 1 for cell in host.memory.ints[start >> 3 : end >> 3].tolist()
    ]


# --- procedures ----------------------------------------------------------------------------------------------------

LIBRARY: Library = {}


def procedure(name: str, count: int, perform: Callable[..., Any], returns: bool = True) -> None:
    """Make a procedure of the library; what it raises ends the run."""

    def safely(host: Host, *given: int) -> Any:
        try:
            return perform(host, *given)
        except Missing as missing:
            message, place = str(missing), missing.place or host.place(0)
            raise Ended(lambda _: Unsupported(message, place)) from None
        except Fault as fault:
            message, place = str(fault), fault.place or host.place(0)
            raise Ended(lambda _: Trap(message, place)) from None
        except (Exhaustion, HostExhausted) as exhaustion:
            message, place = str(exhaustion), host.place(0)
            raise Ended(lambda _: Exhausted(message, place)) from None

    LIBRARY[name] = HostFunction((Type.INT,) * count, Type.INT if returns else None, safely)


def printing(name: str, count: int, text: Callable[..., str]) -> None:
    """Make a procedure that prints the text of so many integers."""
    LIBRARY[name] = printer((Type.INT,) * count, text, put, put)


def of_values(name: str, count: int, function: Callable[..., Any], placed: bool = False) -> None:
    """Make a procedure that computes a value of values; a `placed` one gets the place of its faults as well."""

    def perform(host: Host, *cells: int) -> int:
        try:
            return cell_of(host, function(*[value_of(host, cell) for cell in cells[:count]]))
        except Fault as fault:
            fault.place = fault.place or (host.place(cells[count]) if placed else None)
            raise

    procedure(name, count + placed, perform)


def of_list(name: str, function: Callable[[Host, list[Any]], Any]) -> None:
    """Make a procedure that computes a value of a list on the stack."""
    procedure(name, 2, lambda host, start, end: cell_of(host, function(host, stacked(host, start, end))))


def deliver(host: Host, address: int) -> None:
    """Put the result that waits where the program has memory for it."""
    pending = host.state.pending
    host.charge(len(pending))
    host.memory.bytes[address : address + len(pending)] = pending


procedure("memory_size", 0, lambda host: host.memory.size)
procedure("deliver", 1, deliver, returns=False)
procedure("next_item", 0, lambda host: cell_of(host, host.state.items.pop()))
procedure("constant", 1, lambda host, index: cell_of(host, host.strings[index]))


def exhausted(host: Host) -> None:
    raise Exhaustion(out_of_memory(host.limits.memory))


procedure("exhausted", 0, exhausted, returns=False)


# numbers

for symbol, title in (("+", "add"), ("-", "subtract"), ("*", "multiply"), ("**", "power")):
    of_values(title, 2, operators.OPERATIONS[symbol])
of_values("divide", 2, operators.divided, placed=True)
of_values("modulo", 2, operators.modulo, placed=True)
of_values("operand", 1, operators.operand)
of_values("negate", 1, operators.negated)
of_values("increment", 1, operators.successor)


def order(host: Host, left: int, right: int) -> int:
    found = operators.ordered(operators.operand(value_of(host, left)), operators.operand(value_of(host, right)))
    return 2 if found is None else found


procedure("order", 2, order)
procedure("whole", 1, lambda host, cell: max(-GREATEST - 1, min(GREATEST, whole_of(value_of(host, cell)))))


def position(host: Host, cell: int) -> int:
    """Return a number as a position, of 64 bits with a sign: perl takes those from 2 ** 63 on modulo 2 ** 64."""
    return (whole_of(value_of(host, cell)) + GREATEST + 1) % 2**64 - GREATEST - 1


procedure("position", 1, position)


def truncated(value: Any) -> int | float:
    """Cut a number towards zero; a real one stays real where 64 bits do not hold it, and at their least as well."""
    found = operators.as_it_is(value)
    return int(found) if isinstance(found, int) or values.LEAST < found <= values.MOST else found


def root(value: Any) -> float:
    found = number_of(value)
    if found < 0:
        raise Fault(f"Can't take sqrt of {text_of(found)}")
    return math.sqrt(found)


def srand(host: Host, cell: int) -> int:
    """Begin the random numbers anew; without a number as at the beginning of the run."""
    seed = whole_of(value_of(host, cell))
    host.state.randomness = Randomness(seed)
    return cell_of(host, seed or "0 but true")


procedure("srand", 1, srand)


def rand(host: Host, cell: int) -> int:
    """Give a random number below another, or below 1."""
    return cell_of(host, (number_of(value_of(host, cell)) or 1) * host.state.randomness.next())


procedure("rand", 1, rand)


# strings

FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "lc": lambda v: text_of(v).lower(), "uc": lambda v: text_of(v).upper(),
    "ucfirst": lambda v: text_of(v)[:1].upper() + text_of(v)[1:],
    "lcfirst": lambda v: text_of(v)[:1].lower() + text_of(v)[1:],
    "int": truncated, "abs": lambda v: values.fitted(abs(operators.as_it_is(v))), "sqrt": root,
    "ord": lambda v: ord(text_of(v)[0]) if text_of(v) else 0, "chr": lambda v: texts.character(whole_of(v)),
    "quotemeta": lambda v: quoted(text_of(v)), "ref": lambda v: v.kind if isinstance(v, Ref) else "",
}  # fmt: skip
"""Functions of one value; quotemeta is what \\Q does in a pattern."""
for title, plain in FUNCTIONS.items():
    of_values(f"function_{title}", 1, plain, placed=True)
of_values("text", 1, text_of)


def part(host: Host, text_cell: int, start: int, length: int) -> int:
    text = text_of(value_of(host, text_cell))
    found = part_of(host, text, start, length)
    return cell_of(host, text[found[0] : found[1]] if found else None)


def part_of(host: Host, text: str, start: int, length: int) -> tuple[int, int] | None:
    size = None if length == layout.UNKNOWN else whole_of(value_of(host, length))
    return texts.part_of(text, whole_of(value_of(host, start)), size)


def part_to_replace(host: Host, text_cell: int, start: int, length: int, at: int) -> int:
    text = text_of(value_of(host, text_cell))
    if part_of(host, text, start, length) is None:
        raise Fault(f"substr outside of string: {identified(text)}", host.place(at))
    return part(host, text_cell, start, length)


def replaced(host: Host, text_cell: int, start: int, length: int, new: int) -> int:
    text = text_of(value_of(host, text_cell))
    begin, end = part_of(host, text, start, length) or (0, 0)
    return cell_of(host, text[:begin] + text_of(value_of(host, new)) + text[end:])


procedure("part", 3, part)
procedure("part_to_replace", 4, part_to_replace)
procedure("replaced", 4, replaced)


def index(host: Host, text: int, inner: int, start: int) -> int:
    searched = text_of(value_of(host, text))
    begin = 0 if start == layout.UNKNOWN else min(max(position(host, start), 0), len(searched))
    return searched.find(text_of(value_of(host, inner)), begin) << 1


def rindex(host: Host, text: int, inner: int, start: int) -> int:
    begin = None if start == layout.UNKNOWN else position(host, start)
    return texts.last_found_at(text_of(value_of(host, text)), text_of(value_of(host, inner)), begin) << 1


procedure("index", 3, index)
procedure("rindex", 3, rindex)


def repeated(host: Host, cell: int, times: int) -> int:
    text = text_of(value_of(host, cell))
    if len(text) * times > host.limits.memory:
        exhausted(host)
    return cell_of(host, text * times)


procedure("repeated", 2, repeated)
of_values("reversed", 1, lambda value: text_of(value)[::-1])


# lists


def magic_range(host: Host, first: int, last: int) -> int:
    found, size = [], 0
    for item in values.magic_range(text_of(value_of(host, first)), text_of(value_of(host, last))):
        host.charge(WORK_UNIT)
        found.append(item)
        size += 40
        if size > host.limits.memory:
            exhausted(host)
    return waiting(host, found)


def waiting(host: Host, items: list[Any]) -> int:
    """Keep the items of a list until the program asks for them; return how many there are."""
    host.state.items = items[::-1]
    return len(items)


def counts_numbers(host: Host, first: int, last: int, at: int) -> int:
    ends = value_of(host, first), value_of(host, last)
    if not values.counts_numbers(*ends):
        return 0
    for end in ends:
        if not -GREATEST - 1 <= number_of(end) <= GREATEST:
            message = f"Range iterator outside integer range: {identified(ends[0])} .. {identified(ends[1])}"
            raise Fault(message, host.place(at))
    return 1


procedure("magic_range", 2, magic_range)
procedure("counts_numbers", 3, counts_numbers)


# endings and the time


def exit_(_host: Host, code: int) -> None:
    raise HostHalt(f"exit {code}")


def die(host: Host, start: int, end: int, at: int) -> int:
    message = "".join(map(text_of, stacked(host, start, end))).removesuffix("\n") or "Died"
    raise Fault(message, host.place(at))


procedure("exit", 1, exit_, returns=False)
procedure("die", 3, die)
procedure("error", 0, lambda host: cell_of(host, host.state.open.error))
procedure("began", 0, lambda host: cell_of(host, int(host.state.started) if host.state.real_clock else 0))
procedure("time", 0, lambda host: cell_of(host, int(time.time()) if host.state.real_clock else 0))


# faults


def unusable(host: Host, cell: int, kind: int, strict: int, at: int) -> None:
    """Refuse something that is used as a reference and is not one, or points at another kind of thing."""
    value, what, place = value_of(host, cell), "an ARRAY" if kind == layout.ARRAY else "a HASH", host.place(at)
    if value is None:
        raise Fault(f"Can't use an undefined value as {what} reference", place)
    if isinstance(value, Ref):
        raise Fault(f"Not {what} reference: this is one to {'an ARRAY' if value.kind == 'ARRAY' else 'a HASH'}", place)
    message = f"Can't use {identified(value)} as {what} reference"
    raise Fault(message, place) if strict else Missing(f"{message}: symbolic references are not supported", place)


def copies(host: Host, at: int) -> None:
    message = "@_ holds copies here: assigning to one would not change the variable of the caller"
    raise Missing(message, host.place(at))


def not_creatable(host: Host, index: int, at: int) -> None:
    number = whole_of(value_of(host, index))
    raise Fault(f"Modification of non-creatable array value attempted, subscript {number}", host.place(at))


def missing(host: Host, message: int, at: int) -> None:
    raise Missing(host.strings[message], host.place(at))


procedure("missing", 2, missing, returns=False)
procedure("unusable", 4, unusable, returns=False)
procedure("copies", 1, copies, returns=False)
procedure("not_creatable", 2, not_creatable, returns=False)
