"""What a page can do for a program that runs in it: a small common set, to which library calls are lowered.

    FORMS = {"write": lambda context, before, after, value: fixed_calls(…)}
    FORMS["text"](context, 3)           # [["text", ": "]]

A page has no reader of formats and none of tapes. For each call of a library procedure its *form* says, once, what
is printed or read; operands are constants, or `{"arg": n}`: the n-th operand, known when the call is made. A call for
which there is no form cannot be made in a page.

    ["text", string]                       print a string
    ["repeat", string, times]              print it so many times
    ["integer", value, width, flags]       print a whole number to the right in a width; flags: of C's - + blank 0
    ["fixed", value, width, digits]        print a number with digits after the point, what rounds to zero without sign
    ["character", code]                    print a character
    ["read", tape]                         give the next number of a tape
    ["give", value]                        give a number
    ["begin", fields] ["item", value] ["end"]    a record of FORTRAN, by the fields of its FORMAT
    ["table", name] ["extent"] ["fill", address, words]    the next table of a tape, its bounds, its elements
    ["result", address, words, status, stop]     a numbered line of cells; stop at the solution of this number
    ["stop", message]                      end the run
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
    """What forms may look at: the program's strings, and the tapes of the run by name."""

    strings: Sequence[str]
    tapes: Mapping[str, str]


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


def read(_context: FormContext) -> list[PageCall]:
    """Give the next number of the tape."""
    return [["read", "tape"]]
