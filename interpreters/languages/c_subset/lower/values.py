"""The three ways to lower an expression: to its value, to its effect, to the object that it designates.

Their cases are in expressions.py, pointers.py and calls.py.
"""

from __future__ import annotations

from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.languages.c_subset import typed
from getallenband.interpreters.languages.c_subset.lower.context import Context
from getallenband.interpreters.languages.c_subset.lower.memory import Location
from getallenband.interpreters.languages.c_subset.typed import Expression
from getallenband.interpreters.lowering.dispatch import Dispatcher, dispatcher

value: Dispatcher[Context, Register] = dispatcher("an expression")
locate: Dispatcher[Context, Location] = dispatcher("an lvalue")
call: Dispatcher[Context, Register] = dispatcher("a call")
"""A call whose value is not used."""


def effect(c: Context, node: Expression) -> None:
    """Lower an expression whose value is not used."""
    while isinstance(node, typed.Comma):
        effect(c, node.left)
        node = node.right
    if isinstance(node, typed.Call | typed.CallPointer | typed.CallLibrary | typed.Print | typed.Scan):
        call(c, node)
    elif isinstance(node, typed.Convert):
        effect(c, node.operand)
    else:
        value(c, node)
