"""Descriptors: what the word points to that stands for an array, a procedure, a label, a switch or a named parameter.

The first word is a tag that says what is described. Of all but arrays the next ones are

    1  code, called with word 2          of a string: nothing
    2  link for the code                 of a string: its index
    3  of a procedure: how many parameters it has; of a label or a switch: code that resolves it (designators.py)
"""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.ir.types import Kind, Type
from getallenband.interpreters.languages.algol60.lower.context import Context
from getallenband.interpreters.languages.algol60.lower.program import WORD

TAGS = {"integer": 1, "real": 2, "Boolean": 3}
# The order matters: generic_entry.is_given takes all from PROCEDURE_TAG up to LABEL_TAG for procedures.
ARRAY_TAG, PROCEDURE_TAG, LABEL_TAG, SWITCH_TAG, STRING_TAG = 10, 20, 30, 31, 32
"""For arrays and procedures the type's tag is added."""

CODE, LINK, TARGET, OWN_TAG = WORD, 2 * WORD, 3 * WORD, 4 * WORD
MOST_WORDS = 5


def describe(c: Context, *words: Register) -> Register:
    """Write a descriptor into this function's frame; return its address."""
    # Five words for every kind: names.take and thunks.adapted load word 4 before it is known whether there is one, and
    # that must not lie beyond the frame. The slot is used again at the next call from here: what it describes is needed
    # no longer than its call, and a recursive activation has its own frame.
    at = c.slot(MOST_WORDS)
    for number, value in enumerate(words):
        c.build.perform(ops.Store, "i64", at, value, WORD * number)
    return at


def word(c: Context, descriptor: Register, offset: int = 0, kind: Kind = "i64") -> Register:
    return c.build.do(ops.Load, kind, descriptor, offset)


def is_tag(c: Context, tag: Register, wanted: int) -> Register:
    return c.build.do(ops.IntCompare, "=", tag, c.build.int(wanted))


def call_code(c: Context, code: Register, *arguments: Register, returns: Type = Type.INT) -> Register:
    """Call the function with this code, which takes integers."""
    found = c.build.call_indirect(code, arguments, (Type.INT,) * len(arguments), returns)
    assert found is not None
    return found


def charge_evaluation(c: Context) -> None:
    """Charge the budget for an evaluation outside any statement, as much as for one."""
    c.build.perform(ops.Work, c.build.int(ops.WORK_UNIT))


def call_described(c: Context, descriptor: Register, *arguments: Register) -> Register:
    """Call the code of a descriptor with its link and these arguments."""
    code, link = word(c, descriptor, CODE), word(c, descriptor, LINK)
    return call_code(c, code, link, *arguments)
