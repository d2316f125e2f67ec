"""Expressions in scalar and Boolean context, and where arrays and hashes are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from operator import attrgetter
from typing import Any

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.languages.perl_subset import syntax
from getallenband.interpreters.languages.perl_subset.lower.context import KINDS, Context
from getallenband.interpreters.languages.perl_subset.lower.names import Alias, GlobalAlias, Variable
from getallenband.interpreters.languages.perl_subset.runtime import arrays, hash_lists, hashes, joining, layout, numbers
from getallenband.interpreters.languages.perl_subset.static_properties import is_arguments, is_special, matches
from getallenband.interpreters.languages.perl_subset.values import constant
from getallenband.interpreters.lowering import numbers as digits
from getallenband.interpreters.lowering.dispatch import Dispatcher, dispatcher
from getallenband.interpreters.source.tree import Node

scalar: Dispatcher[Context, Register] = dispatcher("an expression")
many: Dispatcher[Context, None] = dispatcher("a list")
discard: Dispatcher[Context, None] = dispatcher("an expression that is dropped")
truth: Dispatcher[Context, Register] = dispatcher("a condition")
lvalue: Dispatcher[Context, Any] = dispatcher("what can be assigned to")
statement: Dispatcher[Context, None] = dispatcher("a statement")

scalar_function: Dispatcher[Context, Register] = dispatcher("a function", attrgetter("name"))
list_function: Dispatcher[Context, None] = dispatcher("a function of lists", attrgetter("name"))
condition: Dispatcher[Context, Register] = dispatcher("a function that tests", attrgetter("name"))

MOST_GROUPS = 10**9
"""No pattern has more."""
# what $; is at first (perlvar)
SEPARATOR = "\x1c"
"""The separator of the keys of $hash{1, 2}."""


# --- blocks -------------------------------------------------------------------------------------------------------


@contextmanager
def forgetting(c: Context, inside: object) -> Iterator[None]:
    """Restore $1 and its like to the earlier match after a block that matches a pattern."""
    if not (c.shared.captures and matches(inside)):
        yield
        return
    # in the frame, not in a local: the collector must find it there
    before = c.names.new("$", c.scope.frame)
    c.store(c.address_of(before), c.load(c.number(layout.GROUPS)))
    with c.cleaning(lambda: note(c, c.load(c.address_of(before)))):
        yield


def note(c: Context, groups: Register) -> None:
    """Store the match that $1 and its like refer to."""
    c.store(c.number(layout.GROUPS), groups)


# --- constants and variables ---------------------------------------------------------------------------------------


@scalar.case(syntax.Number)
def number(c: Context, node: syntax.Number) -> Register:
    value = constant(node.text)
    if isinstance(value, int) and abs(value) < 2**62:
        return c.cell(value)
    if isinstance(value, int) or abs(value) >= 1e308:
        return c.made("operand", c.constant(str(value)))
    return c.do(numbers.real_cell, c.build.real(value))


@scalar.case(syntax.String)
def string(c: Context, node: syntax.String) -> Register:
    return c.constant(node.value)


@scalar.case(syntax.Interpolated)
def interpolated(c: Context, node: syntax.Interpolated) -> Register:
    """Lower a text with variables in it; the items of an array have blanks between them."""
    c.push(c.undef())
    start = c.fresh("start", c.add(c.read(c.top), -layout.CELL))
    for part in node.parts:
        if isinstance(part, syntax.Slice) or getattr(part, "sigil", "") == "@":
            c.push(joined(c, part, " "))
        else:
            c.push(scalar(c, part))
    made = c.do(joining.joined, c.load(c.number(layout.EMPTY)), c.add(c.read(start), layout.CELL), c.read(c.top))
    c.write(c.top, c.read(start))
    return made


@scalar.case(syntax.Variable)
def variable(c: Context, node: syntax.Variable) -> Register:
    """Lower a variable, special ones among them; of an array or hash how many elements it has."""
    if node.sigil != "$":
        return size(c, node)
    match node.name:
        case "!":
            return c.made("error")
        case "0":
            return c.constant(c.build.program.name)
        case "^T":
            return c.made("began")
        case name if name == "&" or name.isdigit():
            group = 0 if name == "&" else digits.integer(name, MOST_GROUPS)
            if group is None:
                return c.undef()
            groups = c.load(c.number(layout.GROUPS))
            return c.value_of(
                c.compare("=", groups, c.undef()),
                c.undef,
                lambda: c.do(arrays.element, c.add(groups, layout.INSIDE), c.cell(group)),
            )
    found = c.scope.find(node, f"${node.name}")
    return c.load(c.address_of(found) if isinstance(found, Variable) else address_of_alias(c, found, node))


def address_of_alias(c: Context, found: Alias | GlobalAlias, node: Node) -> Register:
    """Return the address of an alias's item; end the run if it is gone."""
    address = address_or_none(c, found)
    if isinstance(found, GlobalAlias) or found.array is not None:
        c.at(node)
        c.build.perform(ops.Check, c.compare("/=", address, c.number(0)), FREED)
    return address


def words_of_alias(c: Context, found: Alias | GlobalAlias) -> tuple[Register, Register]:
    """Return where an alias's item is: its array and its index; or 0 and its address."""
    if isinstance(found, GlobalAlias):
        return c.load(c.number(found.address)), c.load(c.number(found.address), layout.CELL)
    return c.number(0) if found.array is None else c.read(found.array), c.read(found.index)


def address_or_none(c: Context, found: Alias | GlobalAlias) -> Register:
    """Return the address of an alias's item; 0 if it is gone."""
    if isinstance(found, Alias):
        index = c.read(found.index)
        return index if found.array is None else c.do(arrays.address_in, c.read(found.array), index)
    return c.do(arrays.address_anywhere, *words_of_alias(c, found))


FREED = "Use of freed value in iteration"


@scalar.case(syntax.My)
def my(c: Context, node: syntax.My) -> Register:
    if node.brackets:
        return last_of_list(c, node)
    declared = declare(c, node.variables[0])
    return c.undef() if declared.sigil == "$" else c.cell(0)


def declare(c: Context, node: syntax.Variable) -> Variable:
    """Declare a `my` variable."""
    made = c.scope.declare(node)
    c.begin_variable(made)
    return made


# --- arrays and hashes ---------------------------------------------------------------------------------------------


def container(c: Context, node: syntax.Expression, sigil: str, vivify: bool = True) -> Register:
    """Return the address of an array (sigil @) or hash (%).

    Where a reference is undef, a new array or hash is made (autovivification), unless `vivify` is off.
    """
    if isinstance(node, syntax.My) and not node.brackets and node.variables[0].sigil == sigil:
        return c.struct(declare(c, node.variables[0]))
    if isinstance(node, syntax.Variable) and node.sigil == sigil:
        found = c.scope.find(node, sigil + node.name)
        assert isinstance(found, Variable)
        return c.struct(found)
    assert isinstance(node, syntax.Dereferenced)
    with forgetting(c, node.reference if node.block else ()):
        return pointed(c, node.reference, sigil, vivify)


def pointed(c: Context, node: syntax.Expression, sigil: str, vivify: bool) -> Register:
    """Return the address of what a reference points at."""
    kind = KINDS[sigil]
    springs = vivify and isinstance(node, syntax.Variable | syntax.Element | syntax.Entry) and not is_special(node)
    if springs:
        # as for reading: it is written, and must be writable, only where something is created by autovivification
        address = lvalue(c, node).address(c, False)
        value = c.fresh("reference", c.load(address))

        def spring() -> None:
            c.write(value, c.do(kind.new))
            if isinstance(node, syntax.Variable):
                # only for its check; `address` still holds, since making an object neither collects nor moves any
                lvalue(c, node).address(c, True)
            elif isinstance(node, syntax.Element) and is_arguments(node.array):
                c.host("copies", c.here(node))
            c.store(address, c.read(value))

        c.choose(c.compare("=", c.read(value), c.undef()), spring)
    else:
        value = c.fresh("reference", scalar(c, node))
        # without strict, undef read as a reference is an empty list; under it, a fault (perldiag)
        if not vivify and not c.scope.strict:
            c.choose(c.compare("=", c.read(value), c.undef()), lambda: c.write(value, c.do(kind.new)))
    found = c.read(value)
    points = c.do(arrays.points_at, found, c.number(kind.code))
    c.choose(
        c.compare("=", points, c.number(0)),
        lambda: c.host("unusable", found, c.number(kind.code), c.number(int(c.scope.strict)), c.here(node)),
    )
    return c.add(found, layout.INSIDE)


def size(c: Context, node: syntax.Expression) -> Register:
    """Return how many elements an array or hash has, as a cell."""
    sigil = getattr(node, "sigil", "@")
    address = container(c, node, sigil, vivify=False)
    if sigil == "%":
        return c.load(address, layout.LIVE)
    return doubled(c, c.do(arrays.size_of, address))


def doubled(c: Context, value: Register) -> Register:
    """Return an integer as a cell."""
    return c.build.do(ops.IntShiftLeft, value, c.number(1))


@scalar.case(syntax.Dereferenced)
def dereferenced(c: Context, node: syntax.Dereferenced) -> Register:
    return size(c, node)


@scalar.case(syntax.LastIndex)
def last_index(c: Context, node: syntax.LastIndex) -> Register:
    return last_index_of(c, container(c, node.array, "@"))


def last_index_of(c: Context, array: Register) -> Register:
    """Return the last index of the array at an address."""
    return c.add(doubled(c, c.do(arrays.size_of, array)), -2)


def key(c: Context, node: syntax.Expression) -> Register:
    """Return the key of an entry as a scalar; several keys make one."""
    if isinstance(node, syntax.ListOf) and not node.brackets and len(node.items) > 1:
        return joined(c, node, SEPARATOR)
    return scalar(c, node)


def listed(c: Context, node: syntax.Expression | None, use: Callable[[Register, Register], Register]) -> Register:
    """Push a list, use it, and pop it."""
    start = c.fresh("list", c.read(c.top))
    if node is not None:
        many(c, node)
    found = use(c.read(start), c.read(c.top))
    c.write(c.top, c.read(start))
    return found


def joined(c: Context, node: syntax.Expression, between: str) -> Register:
    return listed(c, node, lambda start, end: c.do(joining.joined, c.constant(between), start, end))


def number_of_items(c: Context, node: syntax.Expression) -> Register:
    """Return the length of a list, as a cell."""
    return listed(c, node, lambda start, end: count_between(c, start, end))


def count_between(c: Context, start: Register, end: Register) -> Register:
    """Return how many items lie between two addresses of the stack, as a cell."""
    # 8 bytes an item, and a cell is twice its integer: a shift by 2, not 3
    return c.build.do(ops.IntShiftRight, c.build.do(ops.IntSubtract, end, start), c.number(2))


@scalar.case(syntax.Element)
def element(c: Context, node: syntax.Element) -> Register:
    return c.do(arrays.element, *array_and_index(c, node))


def array_and_index(c: Context, node: syntax.Element) -> tuple[Register, Register]:
    """Return the address of an element's array, and its index."""
    kept = keep_struct(c, container(c, node.array, "@"), node.array, node.index)
    index = scalar(c, node.index)
    return kept(), index


def keep_struct(c: Context, address: Register, node: syntax.Expression, *meanwhile: object) -> Callable[[], Register]:
    """Protect an array's or hash's address across a collection; an anonymous one is kept by its reference."""
    if not isinstance(node, syntax.Dereferenced):
        return lambda: address
    kept = c.keep(c.add(address, -layout.INSIDE), *meanwhile)
    return lambda: c.add(kept(), layout.INSIDE)


@scalar.case(syntax.Entry)
def entry(c: Context, node: syntax.Entry) -> Register:
    return c.do(hashes.value_of, *hash_and_key(c, node))


def hash_and_key(c: Context, node: syntax.Entry) -> tuple[Register, Register]:
    """Return the address of an entry's hash, and its key."""
    kept = keep_struct(c, container(c, node.hash, "%"), node.hash, node.key)
    name = key(c, node.key)
    return kept(), name


@scalar.case(syntax.AnonymousArray)
def anonymous_array(c: Context, node: syntax.AnonymousArray) -> Register:
    return filled(c, node.items, arrays.new_array, arrays.set_cells)


@scalar.case(syntax.AnonymousHash)
def anonymous_hash(c: Context, node: syntax.AnonymousHash) -> Register:
    return filled(c, node.items, hashes.new_hash, hash_lists.add_entries)


def filled(
    c: Context, items: syntax.Expression | None, new: Callable[[], int], fill: Callable[[int, int, int], None]
) -> Register:
    def make(start: Register, end: Register) -> Register:
        made = c.do(new)
        c.do(fill, c.add(made, layout.INSIDE), start, end)
        return made

    return listed(c, items, make)


@scalar.case(syntax.Reference)
def reference(c: Context, node: syntax.Reference) -> Register:
    """Lower a reference to an array or hash, as its variable holds it."""
    operand = node.operand
    if isinstance(operand, syntax.My) and not operand.brackets and operand.variables[0].sigil in KINDS:
        return c.load(c.address_of(declare(c, operand.variables[0])))
    assert isinstance(operand, syntax.Variable | syntax.Dereferenced)
    return c.add(container(c, operand, operand.sigil), -layout.INSIDE)


@scalar.case(syntax.ListOf)
def comma(c: Context, node: syntax.ListOf) -> Register:
    """Items with commas between them: the last counts."""
    if not node.items:
        return c.undef()
    for item in node.items[:-1]:
        discard(c, item)
    return scalar(c, node.items[-1])


@scalar.case(syntax.Slice)
def last_of_list(c: Context, node: syntax.Expression) -> Register:
    """Return the last item of a list, or undef."""
    start = c.fresh("list", c.read(c.top))
    many(c, node)
    return last_since(c, start)


def last_since(c: Context, start: str) -> Register:
    """Return the last of the cells that were put on the stack since it was at `start`; take them off."""
    top = c.read(c.top)
    found = c.value_of(c.compare("=", top, c.read(start)), c.undef, lambda: c.load(top, -layout.CELL))
    c.write(c.top, c.read(start))
    return found
