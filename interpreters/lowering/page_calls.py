"""What a page can do for a program that runs in it: a small common set, to which library calls are lowered.

    FORMS = {"write": lambda context, before, after, value: fixed_calls(…)}
    FORMS["text"](context, 3)           # [["text", ": "]]

A page has no reader of formats and none of tapes. For each call of a library procedure its *form* says, once, what
is printed or read; operands are constants, or `{"arg": n}`: the n-th operand, known when the call is made. A call for
which there is no form cannot be made in a page.

    ["text", string]                    print a string; {"arg": n, "of": strings} is the one with that number
    ["format", name, value, size, …]    print a number by a format (formats.mjs): "conversion" is C's, others have the
                                        names of the languages' procedures
    ["place", width, name, value, …]    the same, in the next line where it does not fit in a line of a width
    ["wrap", width, string]             print a string, and go to the next line wherever one is full
    ["blanks", width, count] ["tab", width, distance] ["lines", count] ["carriage", count] ["repeat", string, times]
    ["symbol", width, symbols, code, message, distance]     print the symbol with a code, or trap; a tabulator goes to
                                        a multiple of the distance, unless that is 0
    ["choose", strings, n]              print one of these
    ["packed", length, word, …]         print characters that words hold, a byte each
    ["column"] ["line", page]           give the column, from 0; the line, from 1 in pages of so many lines, or from 0
    ["to", name]                        from now on print to this file; "" is the output, null nowhere
    ["read", tape]                      give the next number of a tape (page data has them, and where each ends)
    ["give", value]                     give a number
    ["random", seed, factor, modulus]   give the next random number
    ["power", operator, base, exponent, greatest]           give an integer power, or trap
    ["table", tape, offset]             go to a place on a tape, whose words are separated by blanks, commas, semicolons
    ["bound", declared]                 give the next number there, which must be this one; -1: any
    ["fill", address, words]            put numbers from the tape into memory, - as undefined; a number counts as read
    ["whole"]                           end the run if one more number follows
    ["resume", address, words]          the next one says how many results were printed; the last was this array
    ["result", address, words, stop]    count a result and print "number: " and the array; not the one of resume again;
                                        end the run, finished, "stopped at solution n" at the result of this number
    ["empty", address, words, message]  trap where an element, {0} from 1, is not 0 but {1}
    ["trap", message] ["exhausted", message] ["unsupported", message] ["stop", message, n]  end the run so
    ["fault", text, number]             trap with both

A record of FORTRAN; its `words` tell how characters are packed:

    ["begin", layouts, number, words]   begin it by one of these FORMATs, null: without one. The fields are edit letter
                                        width digits, text string, blanks n, column n, scale n, slash, colon, group
                                        times fields
    ["item", value, kind] ["item_by_bits", word] ["items", address, count, kind]            write items
    ["complex", real, imaginary] ["characters", text]
    ["shift", word, count, size] ["mask", count, size]                  give a word of so many bits
    ["end", carriage]                   the first character moves the paper ("pages"), or is printed ("raw")

C; `objects` are the address of the table of objects, and how many there are:

    ["convert", value, mark, kind, flags, width, precision, widest]     printf, with sizes that the run may give
    ["string_at", objects, pointer, flags, width, precision, widest]    the same of a string in memory
    ["stream", objects, pointer, message]                               print to what a FILE * points at
    ["printed_so_far"] ["low_byte", code]                               give how many characters; give the low byte
    ["capture"] ["store_text", objects, pointer, what]                  put what is printed in between into memory
    ["leave", status]                                                   end the run

Languages whose values are cells in memory have more of them: page_cells.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from getallenband.interpreters.language import Lowered
from getallenband.interpreters.lowering.page_cells import CellMemory

Argument = dict[str, int]
Operand = int | float | Argument
"""A constant, or {"arg": n}."""
PageCall = list[Any]


class NotInPages(Exception):
    """Raised by a form for what a page cannot do; the message says what, as a part of a sentence."""


@dataclass(frozen=True, slots=True)
class FormContext:
    """What forms may look at: the program's strings, the tapes of the run by name, the size of memory in bytes."""

    strings: Sequence[str]
    tapes: Mapping[str, str]
    memory: int = 0


Form = Callable[..., list[PageCall]]
"""form(context, *operands): what a page does for a call of the procedure."""
Forms = Mapping[str, Form]


ENDLESS = 2**53
"""A width of a line: nothing goes to the next one by itself."""


@dataclass(frozen=True, slots=True)
class PageParts:
    """What a page needs besides the program: the forms of its library calls; for Perl also `cells` (page_cells.py)."""

    forms: Forms = field(default_factory=dict)
    cells: CellMemory | None = None


def page_parts(lowered: Lowered) -> PageParts:
    """Return what a language says about a program for pages."""
    return lowered.page if isinstance(lowered.page, PageParts) else PageParts()


def constant(operand: Operand, what: str) -> int:
    """Return an operand that must be a whole number known beforehand."""
    if not isinstance(operand, int):
        raise NotInPages(f"{what} that is known only when the program runs")
    return operand


def string(context: FormContext, index: Operand) -> str | dict[str, Any]:
    """Return a string of the program; where only the run shows which, {"arg": n, "of": all of them}."""
    return {**index, "of": list(context.strings)} if isinstance(index, dict) else context.strings[constant(index, "")]


def text(context: FormContext, index: Operand) -> list[PageCall]:
    """Print a string of the program."""
    return [["text", string(context, index)]]


def conversion(
    kind: str, value: Operand, flags: str = "", width: Operand = 0, precision: Operand | None = None
) -> list[PageCall]:
    """Print a number by a conversion of C's printf."""
    return [["format", "conversion", value, kind, flags, width, precision]]


def integer_power(operator: str) -> Form:
    """Raise an integer to an integer power exactly, as `arithmetic.integer_power` does."""
    return lambda _, base, exponent, greatest: [["power", operator, base, exponent, greatest]]


def random(first: int, multiplier: int, modulus: int) -> list[PageCall]:
    """Give the next number from 0 to 1 of a generator: x' = multiplier × x modulo modulus."""
    return [["random", str(first), str(multiplier), str(modulus)]]


def read(context: FormContext, channel: Operand = 0, *_greatest: Operand) -> list[PageCall]:
    """Give the next number of the tape."""
    if str(channel) in context.tapes:
        raise NotInPages("a tape of its own")
    return [["read", "tape"]]
