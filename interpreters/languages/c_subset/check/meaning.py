"""What an expression means in each context: its value, its effect, a condition, a constant.

The cases of `meaning` are in expressions.py, operators.py and calls.py.
"""

from __future__ import annotations

from getallenband.interpreters.languages.c_subset import syntax
from getallenband.interpreters.languages.c_subset.check.context import Context
from getallenband.interpreters.languages.c_subset.check.conversions import constant, decay
from getallenband.interpreters.languages.c_subset.typed import Expression, Lvalue, Typed, Unused
from getallenband.interpreters.languages.c_subset.types import Struct, Unknown, Void, a, is_scalar
from getallenband.interpreters.lowering.dispatch import Dispatcher, dispatcher

meaning: Dispatcher[Context, Typed] = dispatcher("an expression")
"""What an expression means: a value, or the object that it designates."""


def effect(c: Context, node: syntax.Expression) -> Expression:
    """Check an expression whose value is not used."""
    found = meaning(c, node)
    return unused(found) if isinstance(found.type, Struct) else decay(c, found)


def unused(found: Typed) -> Expression:
    """Return the effect of a struct expression whose value is not used."""
    if isinstance(found, Expression):
        return found
    assert isinstance(found, Lvalue)
    return Unused(found, type=Void(), place=found.place)


def value(c: Context, node: syntax.Expression) -> Expression:
    """Check an expression whose value is used."""
    return not_void(c, decay(c, meaning(c, node)))


def not_void(c: Context, found: Expression) -> Expression:
    """Check that an expression has a value."""
    if isinstance(found.type, Void):
        return c.wrong(found.place, "this has no value: its type is void", expected="a value")
    return found


def condition(c: Context, node: syntax.Expression) -> Expression:
    """Check an expression that is compared with zero."""
    found = value(c, node)
    if not is_scalar(found.type):
        return c.wrong(node.place, f"the condition is {a(found.type)}", found, expected="a number or a pointer")
    return found


def constant_value(c: Context, node: syntax.Expression, hint: str = "") -> int | None:
    """Check an integer constant expression; return its value, None where it is faulty."""
    found = constant(c, value(c, node), hint)
    return None if isinstance(found.type, Unknown) else found.value
