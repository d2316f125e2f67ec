"""Iterating over lists: foreach, map, grep, sort; the variable is an alias of the items."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Label, Register
from getallenband.interpreters.languages.perl_subset import syntax
from getallenband.interpreters.languages.perl_subset.lower import lists
from getallenband.interpreters.languages.perl_subset.lower.context import Context
from getallenband.interpreters.languages.perl_subset.lower.expressions import (
    address_of_alias,
    container,
    discard,
    doubled,
    forgetting,
    many,
    scalar,
    truth,
    words_of_alias,
)
from getallenband.interpreters.languages.perl_subset.lower.expressions import statement as lower_statement
from getallenband.interpreters.languages.perl_subset.lower.names import Alias, GlobalAlias, Variable
from getallenband.interpreters.languages.perl_subset.runtime import arrays, layout, numbers, ranges, strings
from getallenband.interpreters.languages.perl_subset.static_properties import (
    map_or_grep_parts,
    matches,
    one_array,
)
from getallenband.interpreters.lowering.page_cells import CellVariable
from getallenband.interpreters.source.tree import Node


def each(
    c: Context, name: str, items: syntax.Expression, body: object, turn: Callable[[Alias], None],
    following: Label | None = None, last: Label | None = None, collects: bool = False, forgets: object = (),
) -> None:  # fmt: skip
    """Go through the items of a list; `turn` lowers what is done with each.

    Where it `collects`, what the turns put on the stack stays there, from the beginning of the list on. After the last
    turn $1 and its like are those of before the first, if `forgets`, a part of the turns, matches anything.
    """
    inner = items.items[0] if isinstance(items, syntax.ListOf) and len(items.items) == 1 else items
    following, last = following or c.build.label("next"), last or c.build.label("last")
    base = c.fresh("base", c.read(c.top))
    with ExitStack() as stack:
        if not matches(items):
            stack.enter_context(forgetting(c, forgets))
        array = one_array(items)
        if array is not None:
            if isinstance(inner, syntax.Assign):
                discard(c, inner)
            start = through_array(c, array, turn, following, collects)
        elif not collects and isinstance(inner, syntax.Binary) and inner.operator == "..":
            start = through_range(c, inner, turn, following)
        else:
            # copies of the items: check.py refuses turns that change items which something else holds
            at = c.fresh("at", c.read(c.top))
            lists.many_made(c, items)
            end = c.fresh("end", c.read(c.top))
            if matches(items):
                stack.enter_context(forgetting(c, forgets))
            start = through_stack(c, at, end, turn, following, collects)
        c.build.begin(last)
    c.write(c.top, c.do(arrays.move_down, c.read(base), c.read(start), c.read(c.top)) if collects else c.read(base))


def through_array(
    c: Context, node: syntax.Expression, turn: Callable[[Alias], None], following: Label, collects: bool
) -> str:
    """Go through an array; foreach reaches elements that are added meanwhile, map and grep do not."""
    array = c.fresh("array", container(c, node, "@"))
    if isinstance(node, syntax.Dereferenced):
        c.push(c.add(c.read(array), -layout.INSIDE))
    offset, base = c.fresh("offset", c.number(-layout.CELL)), c.fresh("top", c.read(c.top))
    alias = Alias(array, offset)

    def size() -> Register:
        return c.build.do(ops.IntSubtract, c.load(c.read(array), layout.END), c.load(c.read(array), layout.FIRST))

    at_first = c.fresh("size", size()) if collects else None
    again, going = following, c.build.label("turn")
    c.build.begin(again)
    if not collects:
        c.write(c.top, c.read(base))
    c.write(offset, c.add(c.read(offset), layout.CELL))
    over = c.build.label("over")
    c.branch(c.compare("<", c.read(offset), c.read(at_first) if at_first else size()), going, over)
    c.build.begin(going)
    turn(alias)
    if c.build.block is not None:
        c.jump(again)
    c.build.begin(over)
    return base


def through_range(c: Context, node: syntax.Binary, turn: Callable[[Alias], None], following: Label) -> str:
    """Go through a range, which is not written out where it counts numbers."""
    kept = c.keep(scalar(c, node.left), node.right)
    last = c.fresh("last", scalar(c, node.right))
    first = c.fresh("first", kept())
    step = c.fresh("step", c.number(2))
    cell = c.address_of(c.names.new("$", c.scope.frame))
    address = c.fresh("address", cell)

    def written_out(push_items: Callable[[], None]) -> None:
        c.write(step, c.number(layout.CELL))
        c.push(c.undef())
        start = c.read(c.top)
        push_items()
        c.write(first, start)
        c.write(last, c.add(c.read(c.top), -layout.CELL))

    def by_strings() -> None:
        written_out(lambda: lists.push_results(c, c.host("magic_range", c.read(first), c.read(last))))

    def by_numbers() -> None:
        begin, end = c.do(numbers.whole, c.read(first)), c.do(numbers.whole, c.read(last))

        def counted() -> None:
            c.write(first, doubled(c, begin))
            c.write(last, c.do(ranges.last_to_count, end))

        c.choose(
            c.is_true(c.do(ranges.counts_in_cells, begin)),
            counted,
            lambda: written_out(lambda: c.pushed(ranges.push_range, begin, end)),
        )

    c.choose(lists.counts(c, c.read(first), c.read(last), node), by_numbers, by_strings)
    base = c.fresh("top", c.read(c.top))
    again, going, over = c.build.label("again"), c.build.label("turn"), c.build.label("over")
    c.build.begin(again)
    c.write(c.top, c.read(base))
    c.branch(c.compare("<=", c.read(first), c.read(last)), going, over)
    c.build.begin(going)
    is_number = c.compare("=", c.read(step), c.number(2))
    c.store(c.read(address), c.value_of(is_number, lambda: c.read(first), lambda: c.load(c.read(first))))
    turn(Alias(None, address))
    c.build.begin(following)
    c.write(first, c.build.do(ops.IntAdd, c.read(first), c.read(step)))
    c.jump(again)
    c.build.begin(over)
    return base


def through_stack(
    c: Context, start: str, end: str, turn: Callable[[Alias], None], following: Label, collects: bool = False
) -> str:
    """Go through cells on the stack."""
    base = c.fresh("top", c.read(c.top))
    again, going, over = c.build.label("again"), c.build.label("turn"), c.build.label("over")
    c.build.begin(again)
    if not collects:
        c.write(c.top, c.read(base))
    c.branch(c.compare("<", c.read(start), c.read(end)), going, over)
    c.build.begin(going)
    turn(Alias(None, start))
    c.build.begin(following)
    c.write(start, c.add(c.read(start), layout.CELL))
    c.jump(again)
    c.build.begin(over)
    return base


# --- variables -----------------------------------------------------------------------------------------------------


@contextmanager
def meaning_only(c: Context, key: str) -> Iterator[None]:
    """Open a block for one name: what else is declared in it, as in `print for my @l = 1 .. 3`, is known after it."""
    with c.scope.blocks.block():
        yield
        declared = {name: found for name, found in c.scope.blocks.blocks[-1].items() if name != key}
    for name, found in declared.items():
        c.scope.blocks[name] = found


@contextmanager
def standing_for(c: Context, name: str, fresh: bool, body: Node | None) -> Iterator[Callable[[Alias], None]]:
    """Alias a loop variable to the items; a global one is aliased in the subs called from the body too."""
    key, node = f"${name}", syntax.Variable("$", name)
    everywhere = None
    if not fresh:
        found = c.scope.names.everywhere.get(key) or c.scope.find(node, key)
        everywhere = found if isinstance(found, GlobalAlias) and c.may_collect(body) else None

    def set_alias(alias: Alias) -> None:
        c.scope.blocks[key] = alias
        if fresh and body is not None:
            function, lines = c.build.function.name, c.shared.lines.of(body)
            c.shared.shown.append(
                CellVariable(key, function=function, base=alias.index, array=alias.array or "", lines=lines)
            )
        if everywhere is not None:
            for offset, word in enumerate(words_of_alias(c, alias)):
                c.store(c.number(everywhere.address + layout.CELL * offset), word)

    with meaning_only(c, key):
        if everywhere is None:
            yield set_alias
            return
        words = [c.number(everywhere.address), c.number(everywhere.address + layout.CELL)]
        before = [c.fresh("before", c.load(word)) for word in words]

        def restore() -> None:
            for word, old in zip(words, before, strict=True):
                c.store(c.number(everywhere.address + (0 if word is words[0] else layout.CELL)), c.read(old))

        with c.cleaning(restore):
            yield set_alias


# --- map, grep, sort -----------------------------------------------------------------------------------------------


def block_value(
    c: Context, block: syntax.Block | syntax.Expression, value: Callable[[syntax.Expression], None]
) -> None:
    """Lower a block up to the expression that it ends with, and that to `value`; what it matches is forgotten."""
    with c.scope.blocks.block(), forgetting(c, block):
        if not isinstance(block, syntax.Block):
            value(block)
            return
        *before, last = block.statements or (syntax.Simple(syntax.ListOf(())),)
        for statement in before:
            lower_statement(c, statement)
        assert isinstance(last, syntax.Simple)
        if c.build.block is not None:
            value(last.expression)


@scalar.case(syntax.Do)
def do_one(c: Context, node: syntax.Do) -> Register:
    """Do block: the value of the expression that it ends with."""
    value = c.fresh("value", c.undef())
    block_value(c, node.block, lambda last: c.write(value, scalar(c, last)))
    return c.read(value)


@many.case(syntax.Do)
def do_many(c: Context, node: syntax.Do) -> None:
    block_value(c, node.block, lambda last: many(c, last))


@many.case(syntax.BlockFunction)
def block_function(c: Context, node: syntax.BlockFunction) -> None:
    """Map, grep and sort; what map and grep find is put on the stack, and moves down over their items at the end."""
    if node.name == "sort":
        sort(c, node)
        return
    items, body = map_or_grep_parts(node)
    with standing_for(c, "_", False, body) as set_alias:

        def turn(alias: Alias) -> None:
            c.charge()
            set_alias(alias)
            if node.name == "map":
                block_value(c, body, lambda value: many(c, value))
            else:
                block_value(c, body, lambda value: c.choose(truth(c, value), lambda: push_item(c, alias)))

        each(c, "_", items, body, turn, collects=True)


def push_item(c: Context, alias: Alias) -> None:
    c.push(c.load(address_of_alias(c, alias, syntax.Variable("$", "_"))))


def sort(c: Context, node: syntax.BlockFunction) -> None:
    """Sort by string, or by a block that compares $a and $b."""
    start = c.fresh("sorted", c.read(c.top))
    many(c, node.items)
    end = c.fresh("end", c.read(c.top))
    size = c.build.do(ops.IntSubtract, c.read(end), c.read(start))
    c.do(arrays.check_stack, c.read(end), c.build.do(ops.IntShiftRight, size, c.number(3)))
    c.write(c.top, c.build.do(ops.IntAdd, c.read(end), size))
    if node.block is None:
        merge_sort(c, start, end, lambda left, right: c.do(strings.order_of, left, right))
    else:
        sort_by(c, node.block, start, end)
    c.write(c.top, c.read(end))


def merge_sort(c: Context, start: str, end: str, compare: Callable[[Register, Register], Register]) -> None:
    """Sort the cells between two addresses of the stack; `compare` writes the comparison of two of them."""
    c.shared.routines.call(c.build, arrays.sort_cells, c.read(start), c.read(end), compare=compare, turn=c.charge)


def sort_by(c: Context, block: syntax.Block, start: str, end: str) -> None:
    variables = [sort_variable(c, name, block) for name in "ab"]
    before = [c.keep(c.load(c.number(slot.offset)), block) for slot in variables]
    base = c.fresh("base", c.read(c.top))

    def compare(left: Register, right: Register) -> Register:
        for slot, item in zip(variables, (left, right), strict=True):
            c.store(c.number(slot.offset), item)
        order = c.fresh("order", c.number(0))
        block_value(c, block, lambda last: c.write(order, c.do(numbers.whole, scalar(c, last))))
        c.write(c.top, c.read(base))
        return c.read(order)

    merge_sort(c, start, end, compare)
    for slot, old in reversed(list(zip(variables, before, strict=True))):
        c.store(c.number(slot.offset), old())


def sort_variable(c: Context, name: str, block: syntax.Block) -> Variable:
    """Find $a or $b, which are the whole program's."""
    found = c.scope.find(block, f"${name}")
    assert isinstance(found, Variable)
    return found
