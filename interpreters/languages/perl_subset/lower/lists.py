"""Expressions in list context: their items go on the stack."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.languages.perl_subset import syntax
from getallenband.interpreters.languages.perl_subset.lower.context import Context
from getallenband.interpreters.languages.perl_subset.lower.expressions import (
    container,
    declare,
    discard,
    lvalue,
    many,
    number_of_items,
    scalar,
    truth,
)
from getallenband.interpreters.languages.perl_subset.lower.operators import LOGICAL, decision, only_a_list
from getallenband.interpreters.languages.perl_subset.runtime import arrays, hash_lists, numbers, ranges
from getallenband.interpreters.languages.perl_subset.static_properties import (
    flattened,
    gives_list,
    is_list,
    read_late,
    without_my,
)
from getallenband.interpreters.languages.perl_subset.values import counts_numbers, magic_range, whole_of
from getallenband.interpreters.source.tree import Node

# more might use up the room that check_stack leaves for items pushed without asking
MANY_ITEMS = 1000


def one(c: Context, node: syntax.Expression) -> None:
    """Put the one value of an expression on the stack."""
    c.push(scalar(c, node))


many.case(
    syntax.Number, syntax.String, syntax.Interpolated, syntax.LastIndex, syntax.AnonymousArray, syntax.AnonymousHash,
    syntax.Reference, syntax.Unary, syntax.Step, syntax.Element, syntax.Entry, syntax.Jump,
)(one)  # fmt: skip


@many.case(syntax.Variable, syntax.Dereferenced)
def variable(c: Context, node: syntax.Variable | syntax.Dereferenced) -> None:
    if node.sigil == "$":
        one(c, node)
    elif node.sigil == "@":
        c.pushed(arrays.push_array, container(c, node, "@", vivify=False))
    else:
        c.pushed(hash_lists.push_entries, container(c, node, "%", vivify=False), c.number(3))


@many.case(syntax.My)
def my(c: Context, node: syntax.My) -> None:
    for declared in node.variables:
        if declared.sigil and declare(c, declared).sigil == "$":
            c.push(c.undef())


@many.case(syntax.ListOf)
def list_of(c: Context, node: syntax.ListOf) -> None:
    items(c, flattened(node.items))


def items(
    c: Context, found: tuple[syntax.Expression, ...], each: Callable[[Context, syntax.Expression], None] = many
) -> None:
    """Put items one after the other on the stack; variables beside what changes them are read at the end."""
    if len(found) > MANY_ITEMS:
        c.do(arrays.check_stack, c.read(c.top), c.number(len(found)))
    # Perl puts the variable itself on its stack, so that print($i, $i++) shows the new value first
    late: list[tuple[str, syntax.Expression]] = []
    reads_late = len(found) > 1 and any(map(read_late, found)) and (c.changes(*found) or c.may_collect(*found))
    for item in found:
        read = read_late(item) if reads_late else None
        if read is not None:
            late.append((c.fresh("late", c.read(c.top)), read))
            c.push(c.undef() if read is item else scalar(c, item))
        else:
            each(c, item)
    for address, item in late:
        c.store(c.read(address), scalar(c, item))


def sublist(c: Context, found: list[syntax.Expression], node: Node) -> None:
    many(c, syntax.ListOf(tuple(found), place=node.place))


@many.case(syntax.Binary)
def binary(c: Context, node: syntax.Binary) -> None:
    operator = node.operator
    if operator == "..":
        span(c, node)
    elif operator in LOGICAL and gives_list(node.right):
        left = scalar(c, node.left)
        c.choose(decision(c, operator, left), lambda: c.push(left), lambda: many(c, node.right))
    elif operator == "x" and isinstance(node.left, syntax.ListOf) and node.left.brackets:
        repeat(c, node, many)
    else:
        one(c, node)


def repeat(c: Context, node: syntax.Binary, push: Callable[[Context, syntax.Expression], None]) -> None:
    """Push a list several times."""
    start = c.fresh("repeated", c.read(c.top))
    push(c, node.left)
    end = c.read(c.top)
    times = c.do(numbers.whole, scalar(c, node.right))
    c.write(c.top, c.do(arrays.repeat_cells, c.read(start), end, times))


def span(c: Context, node: syntax.Binary) -> None:
    """First .. last, written out; strings that are constants at once."""
    if isinstance(node.left, syntax.String) and isinstance(node.right, syntax.String):
        first_item, last_item = node.left.value, node.right.value
        as_numbers = counts_numbers(first_item, last_item)
        span_ = (
            range(whole_of(first_item), whole_of(last_item) + 1) if as_numbers else magic_range(first_item, last_item)
        )
        found: list[int | str] = list(islice(span_, MANY_ITEMS))
        if len(found) < MANY_ITEMS:
            for item in found:
                c.push(c.constant(item) if isinstance(item, str) else c.cell(item))
            return
    kept = c.keep(scalar(c, node.left), node.right)
    last = scalar(c, node.right)
    first = kept()
    c.choose(
        counts(c, first, last, node),
        lambda: c.pushed(ranges.push_range, c.do(numbers.whole, first), c.do(numbers.whole, last)),
        lambda: push_results(c, c.host("magic_range", first, last)),
    )


def counts(c: Context, first: Register, last: Register, node: Node) -> Register:
    """Tell whether a range counts numbers, and not strings."""
    both = c.build.do(ops.IntOr, first, last)
    found = c.value_of(
        c.lowest_bit_is(both, 0), lambda: c.number(1), lambda: c.host("counts_numbers", first, last, c.here(node))
    )
    return c.is_true(found)


def push_results(c: Context, count: Register) -> None:
    """Put on the stack the items of a list that the library has made."""
    c.pushed(arrays.push_results, count)


def many_made(c: Context, node: syntax.Expression) -> None:
    """Push the items that a loop goes through: it makes the elements and entries that are missing, as Perl does."""
    match node:
        case syntax.ListOf(inner):
            items(c, flattened(inner), many_made)
        case syntax.Choice(condition, yes, no):
            c.choose(truth(c, condition), lambda: many_made(c, yes), lambda: many_made(c, no))
        case syntax.Element() | syntax.Entry():
            c.push(c.load(lvalue(c, node).address(c, False)))
        case syntax.Slice():
            slice_(c, node, makes=True)
        case syntax.Binary("x", syntax.ListOf(_, True)):
            repeat(c, node, many_made)
        case _:
            many(c, node)


@many.case(syntax.Slice)
def slice_(c: Context, node: syntax.Slice, makes: bool = False) -> None:
    """Lower a slice of an array, a hash or a list; one that `makes` lets all its items be there."""
    start = c.fresh("slice", c.read(c.top))
    if isinstance(node.of, syntax.ListOf):
        many(c, node.of)
        middle = c.fresh("keys", c.read(c.top))
        many(c, node.keys)
        c.write(c.top, c.do(arrays.pick_from_list, c.read(start), c.read(middle), c.read(c.top)))
        return
    many(c, node.keys)
    if getattr(node.of, "sigil", "") == "%":
        hash_ = container(c, node.of, "%")
        if makes:
            c.do(hash_lists.make_entries, hash_, c.read(start), c.read(c.top))
        c.do(hash_lists.pick_entries, hash_, c.read(start), c.read(c.top))
        return
    array = container(c, node.of, "@")
    if makes:
        wrong = c.do(arrays.make_elements, array, c.read(start), c.read(c.top))
        c.choose(c.compare("/=", wrong, c.number(0)), lambda: c.host("not_creatable", c.load(wrong), c.here(node)))
    c.do(arrays.pick, array, c.read(start), c.read(c.top))


@scalar.case(syntax.BlockFunction)
def block_function_value(c: Context, node: syntax.BlockFunction) -> Register:
    """Map and grep give the number of items; sort makes no sense but as a list."""
    if node.name == "sort":
        return only_a_list(c, node, "sort")
    return number_of_items(c, node)


@many.case(syntax.Choice)
def choice(c: Context, node: syntax.Choice) -> None:
    c.choose(truth(c, node.condition), lambda: many(c, node.yes), lambda: many(c, node.no))


@many.case(syntax.Assign)
def assign(c: Context, node: syntax.Assign) -> None:
    value = scalar(c, node)
    if node.operator == "=" and is_list(node.target):
        many(c, without_my(node.target))
    else:
        c.push(value)


# --- what is dropped -----------------------------------------------------------------------------------------------


@discard.case(syntax.Do)
def drop(c: Context, node: syntax.Expression) -> None:
    scalar(c, node)


discard.case(
    syntax.Number, syntax.String, syntax.Interpolated, syntax.Variable, syntax.Dereferenced, syntax.LastIndex,
    syntax.Element, syntax.Entry, syntax.Slice, syntax.AnonymousArray, syntax.AnonymousHash, syntax.Reference,
    syntax.Unary, syntax.Step, syntax.Choice, syntax.Assign, syntax.Function, syntax.Jump, syntax.Pattern,
    syntax.ReadLine, syntax.Bound,
)(drop)  # fmt: skip


@discard.case(syntax.BlockFunction, syntax.ListOf, syntax.Call)
def drop_list(c: Context, node: syntax.Expression) -> None:
    start = c.fresh("dropped", c.read(c.top))
    many(c, node)
    c.write(c.top, c.read(start))


@discard.case(syntax.My)
def drop_my(c: Context, node: syntax.My) -> None:
    drop_list(c, node)


@discard.case(syntax.Binary)
def drop_binary(c: Context, node: syntax.Binary) -> None:
    if node.operator == "..":
        drop_list(c, node)
    elif node.operator in LOGICAL and node.operator != "//":
        holds = truth(c, node.left)
        if node.operator in ("or", "||"):
            holds = c.build.do(ops.BoolNot, holds)
        c.choose(holds, lambda: discard(c, node.right))
    else:
        scalar(c, node)
