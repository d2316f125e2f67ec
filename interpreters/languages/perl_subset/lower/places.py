"""Where the items of a list lie: two words on the stack for each, an array and an offset, or 0 and an address."""

from __future__ import annotations

from collections.abc import Callable

from interpreters.ir import ops
from interpreters.ir.ops import Register
from interpreters.languages.perl_subset import syntax
from interpreters.languages.perl_subset.lower.context import Context
from interpreters.languages.perl_subset.lower.expressions import (
    container,
    discard,
    many,
    places_of_block,
    scalar,
    truth,
    words_of_alias,
)
from interpreters.languages.perl_subset.lower.lists import items
from interpreters.languages.perl_subset.lower.names import Named, Variable
from interpreters.languages.perl_subset.lower.targets import ElementSpot, EntrySpot
from interpreters.languages.perl_subset.runtime import arrays, hash_lists, hashes, layout, numbers, strings
from interpreters.languages.perl_subset.static_properties import (
    flattened,
    is_arguments,
    is_special,
    lies_somewhere,
    within,
    without_my,
)
from interpreters.source.tree import Node


def places(c: Context, node: syntax.Expression, makes: bool = True) -> None:
    """Push the places of the items of a list, two words each; temporary values get a place."""
    match node:
        case syntax.Variable("@", _) | syntax.Dereferenced("@", _):
            array = container(c, node, "@")
            hold(c, node, array)
            flags = c.number(layout.OF_ARGUMENTS if is_arguments(node) else 0)
            c.pushed(arrays.push_places, array, flags)
        case syntax.ListOf(items):
            for item in flattened(items):
                places(c, item, makes)
        # Perl's loop variable is an alias of the constant itself: assigning to it is a fault, not a change of a copy
        case syntax.Number() | syntax.String():
            pair(c, c.number(layout.CONSTANT), kept_cell(c, scalar(c, node)))
        case syntax.Variable("$", _) if is_special(node):
            pair(c, c.number(layout.CONSTANT), kept_cell(c, scalar(c, node)))
        case syntax.Variable("$", _):
            variable_place(c, c.scope.find(node, f"${node.name}"), node)
        case syntax.Element():
            array = container(c, node.array, "@")
            hold(c, node.array, array)
            kept = c.keep(array, node.index)
            element_place(c, kept(), scalar(c, node.index), node, makes, is_arguments(node.array))
        case syntax.Entry():
            hash_ = container(c, node.hash, "%")
            hold(c, node.hash, hash_)
            entry_place(c, hash_, scalar(c, node.key), node, makes)
        case syntax.Slice(syntax.Variable() | syntax.Dereferenced() as of, keys):
            slice_places(c, of, keys, node, makes)
        case syntax.Function("values", syntax.Variable() | syntax.Dereferenced() as of):
            hash_ = container(c, of, "%")
            hold(c, of, hash_)
            c.pushed(hash_lists.push_entries, hash_, c.number(4))
        case syntax.Function(
            "scalar", syntax.Function("keys" | "values", syntax.Variable() | syntax.Dereferenced() as of)
        ):
            hash_ = container(c, of, "%")
            hold(c, of, hash_)
            # the count of entries is kept doubled, so that its word is a cell as it stands
            pair(c, c.number(layout.CONSTANT), c.add(hash_, layout.LIVE))
        case syntax.Function("reverse", items) if items is not None and lies_somewhere(items):
            start = c.fresh("forward", c.read(c.top))
            places(c, items, makes=False)
            # reversed word by word: the two words of each place have changed sides
            c.do(arrays.reverse_cells, c.read(start), c.read(c.top))
            c.do(arrays.swap_pairs, c.read(start), c.read(c.top))
        case syntax.BlockFunction("grep" | "sort"):
            places_of_block(c, node)
        case syntax.Binary("x", syntax.ListOf(_, True) as items, times) if lies_somewhere(items):
            start = c.fresh("repeated", c.read(c.top))
            places(c, items, makes)
            count = c.do(numbers.whole, scalar(c, times))
            c.write(c.top, c.do(arrays.repeat_cells, c.read(start), c.read(c.top), count))
        case syntax.Choice(condition, yes, no):
            c.choose(truth(c, condition), lambda: places(c, yes, makes), lambda: places(c, no, makes))
        case syntax.Assign(_, syntax.My() | syntax.Variable() as target, _):
            discard(c, node)
            places(c, without_my(target), makes)
        case _:
            results_places(c, node)


def new_places(c: Context, node: syntax.Expression) -> None:
    """Push the places of the items of a list; no entry of a hash moves before all are pushed."""
    if not has_entries(node):
        places(c, node)
        return
    # not all hashes are known beforehand, and computing one item may change the hash of another: no hash may move
    count = c.number(layout.PUSHING)
    c.store(count, c.add(c.load(count), 1))
    with c.cleaning(lambda: c.store(count, c.add(c.load(count), -1))):
        places(c, node)


def has_entries(items: syntax.Expression) -> bool:
    """Tell whether items of a list may be entries of a hash."""
    return any(
        isinstance(node, syntax.Entry)
        or (isinstance(node, syntax.Slice) and getattr(node.of, "sigil", "") == "%")
        or (isinstance(node, syntax.Function) and node.name == "values")
        for node in within(items)
    )


def pair(c: Context, array: Register, index: Register) -> None:
    c.push(array)
    c.push(index)


def kept_cell(c: Context, value: Register) -> Register:
    """Store a value in a new cell of the frame; return its address."""
    where = c.location(c.names.new("$", c.scope.frame))
    c.store(where, value)
    return where


def hold(c: Context, node: syntax.Expression, where: Register) -> None:
    """Protect an array or hash that no variable holds while its elements are iterated."""
    if isinstance(node, syntax.Dereferenced):
        kept_cell(c, c.add(where, -layout.INSIDE))


def variable_place(c: Context, found: Named, node: syntax.Variable) -> None:
    """Push the place of a scalar variable; for an alias that of its item."""
    if isinstance(found, Variable):
        pair(c, c.number(0), c.location(found))
    else:
        pair(c, *words_of_alias(c, found))


def element_place(
    c: Context, array: Register, index: Register, node: Node, makes: bool, of_arguments: bool
) -> None:  # fmt: skip
    place = ElementSpot(node, array, index, False).place(c) if makes else c.do(arrays.element_or_none, array, index)
    # an offset, not an address: the array's block moves when the array grows
    first, flags = c.load(array, layout.FIRST), layout.OF_ARGUMENTS if of_arguments else 0
    part_place(c, place, lambda: pair(c, c.add(array, flags), c.build.do(ops.IntSubtract, place, first)))


def part_place(c: Context, place: Register, inside: Callable[[], None]) -> None:
    """Push the place of an element or entry; a missing one gets a new cell with undef."""
    c.choose(c.compare("=", place, c.number(0)), lambda: pair(c, c.number(0), kept_cell(c, c.undef())), inside)


def entry_place(c: Context, hash_: Register, key: Register, node: Node, makes: bool) -> None:
    place = EntrySpot(node, hash_, key).place(c) if makes else c.do(hashes.entry_of, hash_, c.do(strings.text, key))
    # entries move only when an epoch ends: a place of an earlier one counts as gone (arrays.place_anywhere)
    epoch = c.load(hash_, layout.EPOCH)
    part_place(c, place, lambda: pair(c, c.add(hash_, 1), c.build.do(ops.IntAdd, place, epoch)))


def slice_places(c: Context, of: syntax.Expression, keys: syntax.Expression, node: Node, makes: bool) -> None:
    """Push where the items of a slice lie: the keys first, then the places, which take their place on the stack."""
    where = container(c, of, getattr(of, "sigil", "@"))
    hold(c, of, where)
    array = c.fresh("of", where)
    start = c.fresh("keys", c.read(c.top))
    many(c, keys)
    end, at = c.fresh("end", c.read(c.top)), c.fresh("key", c.read(start))

    def body() -> None:
        c.charge()
        name = c.load(c.read(at))
        c.write(at, c.add(c.read(at), layout.CELL))
        if getattr(of, "sigil", "@") == "%":
            entry_place(c, c.read(array), name, node, makes)
        else:
            element_place(c, c.read(array), name, node, makes, is_arguments(of))

    c.loop([lambda: c.compare("<", c.read(at), c.read(end))], body)
    c.write(c.top, c.do(arrays.move_down, c.read(start), c.read(end), c.read(c.top)))


def opened_slice(c: Context, node: syntax.Slice) -> None:
    """Put the values of a slice on the stack, and let all be there."""
    start = c.fresh("slice", c.read(c.top))
    new_places(c, node)
    c.write(c.top, c.do(arrays.fetch_cells, c.read(start), c.read(c.top)))


def results_places(c: Context, node: syntax.Expression) -> None:
    """Push the places of list items in a temporary array; copies of what is elsewhere may not be written."""
    start = c.fresh("results", c.read(c.top))
    many(c, node)
    array = c.do(arrays.new_array)
    kept_cell(c, array)
    where = c.add(array, layout.INSIDE)
    c.do(arrays.set_cells, where, c.read(start), c.read(c.top))
    c.write(c.top, c.read(start))
    c.pushed(arrays.push_places, where, c.number(layout.COPY if lies_somewhere(node) else 0))


# --- calls ---------------------------------------------------------------------------------------------------------


def call(c: Context, node: syntax.Call, single: bool) -> Register:
    """Call a sub; return its value, or the top of the stack with its values."""
    start = c.fresh("arguments", c.read(c.top))
    if node.arguments is not None:
        opened(c, node.arguments)
    c.shared.called.setdefault(node.name, node)
    sub = c.shared.subs.get(node.name)
    if sub is None:
        return c.undef()
    if single not in sub.made:
        sub.made.add(single)
        c.shared.wanted.append((node.name, single))
    c.at(node)
    name = f"sub.{node.name}" if single else f"sub.{node.name}.list"
    # the frame of the sub begins at our top: what we still need lies below it
    found = c.build.call(name, (c.read(start), c.read(c.top)), c.build.type_of(c.read(start)))
    assert found is not None
    c.write(c.top, c.read(start))
    return found


@scalar.case(syntax.Call)
def call_one(c: Context, node: syntax.Call) -> Register:
    return call(c, node, single=True)


@many.case(syntax.Call)
def call_many(c: Context, node: syntax.Call) -> None:
    c.write(c.top, call(c, node, single=False))


def opened(c: Context, node: syntax.Expression) -> None:
    """Put a list that a sub gets on the stack: a missing array is made, and so are the items of slices."""
    if isinstance(node, syntax.Dereferenced) and node.sigil == "@":
        c.pushed(arrays.push_array, container(c, node, "@"))
    elif isinstance(node, syntax.ListOf):
        items(c, flattened(node.items), opened)
    elif isinstance(node, syntax.Choice):
        c.choose(truth(c, node.condition), lambda: opened(c, node.yes), lambda: opened(c, node.no))
    elif isinstance(node, syntax.Slice) and not isinstance(node.of, syntax.ListOf):
        opened_slice(c, node)
    else:
        many(c, node)
