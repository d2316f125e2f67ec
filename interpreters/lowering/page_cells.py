"""What a page needs for a language with tagged cells in a heap of its own: Perl (perl_subset/runtime/layout.py).

To the forms of page_calls.py these are added; a list is the cells between two addresses:

    ["string", strings, number]         give one of these strings as a cell that waits: its bytes are
    ["deliver", address]                put into memory here
    ["open", handle, start, end]        open a file to write to, by the list that Perl's open is given
    ["arithmetic", name, cell, …]       give what add, divide, … make of numbers
    ["as_text", cell]                   give a value as text
    ["sprintf", start, end]             give what sprintf makes of a list; ["printf", handle, start, end] prints that
    ["print", handle, start, end]       print a list to a file, or to the output
    ["close", handle]                   close a file
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CellVariable:
    """Where a variable is in memory: its name with $, @ or %, and its address.

    In a function, what the local `base` holds is added, and where the local `array` holds the address of an array, that
    of its first element. A variable with @ or % holds a reference to its array or hash. It is in scope between
    two `lines`, or everywhere in the function.
    """

    name: str
    address: int = 0
    function: str = ""
    base: str = ""
    array: str = ""
    lines: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class CellMemory:
    """What a page shows and saves of a program that takes all of its memory.

    In use is what lies below the address that the local `top` of the innermost function holds, and from the address on
    that the word at `low` holds.
    """

    top: str
    low: int
    variables: Sequence[CellVariable]
