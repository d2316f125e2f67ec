"""Calls of subs: the arguments lie on the stack, and the frame of the sub begins after them."""

from __future__ import annotations

from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.languages.perl_subset import syntax
from getallenband.interpreters.languages.perl_subset.lower.context import Context
from getallenband.interpreters.languages.perl_subset.lower.expressions import container, many, scalar, truth
from getallenband.interpreters.languages.perl_subset.lower.lists import items, slice_
from getallenband.interpreters.languages.perl_subset.runtime import arrays
from getallenband.interpreters.languages.perl_subset.static_properties import flattened


def call(c: Context, node: syntax.Call, wants_scalar: bool) -> Register:
    """Call a sub; return its value, or the top of the stack with its values."""
    start = c.fresh("arguments", c.read(c.top))
    if node.arguments is not None:
        push_arguments(c, node.arguments)
    sub = c.shared.subs[node.name]
    if wants_scalar not in sub.made:
        sub.made.add(wants_scalar)
        c.shared.wanted.append((node.name, wants_scalar))
    c.at(node)
    name = f"sub.{node.name}" if wants_scalar else f"sub.{node.name}.list"
    # the frame of the sub begins at our top: what we still need lies below it
    found = c.build.call(name, (c.read(start), c.read(c.top)), c.build.type_of(c.read(start)))
    assert found is not None
    c.write(c.top, c.read(start))
    return found


def push_arguments(c: Context, node: syntax.Expression) -> None:
    """Put the arguments on the stack; missing arrays and items of slices are made, since a sub may fill them."""
    if isinstance(node, syntax.Dereferenced) and node.sigil == "@":
        c.pushed(arrays.push_array, container(c, node, "@"))
    elif isinstance(node, syntax.ListOf):
        items(c, flattened(node.items), push_arguments)
    elif isinstance(node, syntax.Choice):
        c.choose(truth(c, node.condition), lambda: push_arguments(c, node.yes), lambda: push_arguments(c, node.no))
    elif isinstance(node, syntax.Slice):
        slice_(c, node, makes=True)
    else:
        many(c, node)


@scalar.case(syntax.Call)
def call_one(c: Context, node: syntax.Call) -> Register:
    return call(c, node, wants_scalar=True)


@many.case(syntax.Call)
def call_many(c: Context, node: syntax.Call) -> None:
    c.write(c.top, call(c, node, wants_scalar=False))
