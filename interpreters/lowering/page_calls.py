"""What a page can do for a program that runs in it: a small common set, to which library calls are lowered.

    FORMS = {"write": lambda context, before, after, value: fixed_calls(…)}
    FORMS["text"](context, 3)           # [["text", ": "]]

A page has no reader of formats and none of tapes. For each call of a library procedure its *form* says, once, what
is printed or read; operands are constants, or `{"arg": n}`: the n-th operand, known when the call is made. A call for
which there is no form cannot be made in a page.

    ["text", string]                    print a string
    ["repeat", string, times]           print it `times` times; not at all below 1
    ["integer", value, width, flags]    print a whole number to the right in a width; flags: of C's - + blank 0
    ["fixed", value, width, digits]     print a number, exactly rounded (half away from zero), zero without a sign
    ["character", code]                 print a character
    ["packed", length, word, …]         print characters that words hold, a byte each
    ["within", places]                  the printed line has at most `places` characters: a longer one ends the run
    ["read", tape]                      give the next number of a tape (page data has them, and where each ends)
    ["give", value]                     give a number
    ["table", tape, offset]             go to a place on a tape, whose words are separated by blanks, commas, semicolons
    ["next"]                            give the next word there, a number
    ["fill", address, words]            put numbers from the tape into memory, - as undefined; a number counts as read
    ["resume", address, words]          the next one says how many results were printed; the last was this array
    ["result", address, words, stop]    count a result and print "number: " and the array; not the one of resume again;
                                        end the run, finished, "stopped at solution n" at the result of this number
    ["empty", address, words, message]  trap where an element, {0} from 1, is not 0 but {1}
    ["trap", message]                   trap; ["exhausted", message] and ["unsupported", message] end the run so
    ["begin", fields] ["item", value, minus zero] ["end", carriage]    a record by the fields of a FORMAT: integer
        width, text string, blanks n, column n, slash, colon, group times fields; format reversion; the first character
        of a record moves the paper (carriage "pages"), or is printed ("raw")

Languages whose values are cells in memory have more of them: page_cells.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

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


def constant(operand: Operand, what: str) -> int:
    """Return an operand that must be a whole number known beforehand."""
    if not isinstance(operand, int):
        raise NotInPages(f"{what} that is known only when the program runs")
    return operand


def text(context: FormContext, index: Operand) -> list[PageCall]:
    """Print a string of the program."""
    return [["text", context.strings[constant(index, "a string")]]]


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


def read(_context: FormContext) -> list[PageCall]:
    """Give the next number of the tape."""
    return [["read", "tape"]]
