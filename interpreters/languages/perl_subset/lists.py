"""Perl expressions in list context: lists, slices, ranges, map, grep, sort, and where the items of a list lie.

my @b = map { $_ * 2 } @a[0 .. 2];      # many(map) calls many(slice)
$_++ for @a, $x;                        # located(list) gives the places of the scalars
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cmp_to_key
from itertools import repeat
from typing import Any

from interpreters.languages.perl_subset import syntax
from interpreters.languages.perl_subset.assignments import Assignments
from interpreters.languages.perl_subset.compilation import Step, fetched
from interpreters.languages.perl_subset.machine import (
    SINGLE,
    TOPIC,
    Arguments,
    Constants,
    Fault,
    Frame,
    Jumped,
    Locator,
    Many,
    Returned,
    Scalar,
)
from interpreters.languages.perl_subset.operators import DECISIONS
from interpreters.languages.perl_subset.patterns import Patterns
from interpreters.languages.perl_subset.scopes import Slot
from interpreters.languages.perl_subset.shapes import (
    LIST_FUNCTIONS,
    changes,
    flattened,
    gives_list,
    is_array,
    is_list,
    is_read_late,
    is_special,
    lies_somewhere,
    takes_out,
    without_my,
)
from interpreters.languages.perl_subset.values import (
    counts_numbers,
    identified,
    magic_range,
    number_of,
    text_of,
    whole_of,
)
from interpreters.source.tree import Node

GREATEST = 2**63 - 1
"""The ends of a range of numbers are no greater than this."""
DEEPEST_SORT = 500
"""Sorts inside one another's blocks: each takes some of the stack of the process."""
RANGE_ITEM = 40
"""Bytes that a number in a list asks for."""
BATCH = 1000
"""Items of a list in the making after which it is charged again."""
Places = Callable[[Frame], Iterable[Locator]]


class Lists(Assignments, Patterns):
    """The compilation of lists."""

    def many(self, node: syntax.Expression) -> Many:
        """Compile an expression in list context; the list may be the program's own: who keeps it copies it."""
        match node:
            case syntax.ListOf(items, _):
                return self.joined(items)
            case syntax.Variable("@", _) | syntax.Dereferenced("@", _):
                return self.container(node, "@", vivify=False)
            case syntax.Variable("%", _) | syntax.Dereferenced("%", _):
                hash_ = self.container(node, "%", vivify=False)
                return lambda frame: [item for pair in hash_(frame).items() for item in pair]
            case syntax.My(variables, _):
                declare = [(self.fresh(variable), variable.sigil == "$") for variable in variables if variable.sigil]
                return lambda frame: [None for make, single in declare if (make(frame), single)[1]]
            case syntax.Binary("..", first, last):
                return self.range(first, last, node)
            case syntax.Do(block):
                return self.block_value(block, "do", self.many)
            case syntax.Binary("=~", left, pattern) if gives_list(node):
                return self.captures(self.scalar(left), pattern)
            case syntax.Pattern():
                return self.captures(self.variable(node, "_"), node)
            case syntax.Binary("and" | "&&" | "or" | "||" | "//", _, right) if gives_list(right):
                return self.either(node)
            case syntax.Binary("x", syntax.ListOf(_, True) as items, count):
                return self.repeated(self.many(items), self.scalar(count))
            case syntax.Slice():
                return self.slice(node)
            case syntax.Choice(condition, yes, no):
                test, one, two = self.truth(condition), self.many(yes), self.many(no)
                return lambda frame: one(frame) if test(frame) else two(frame)
            case syntax.BlockFunction("sort"):
                return self.sort(node)
            case syntax.BlockFunction():
                return self.block_function(node)
            case syntax.Call():
                return self.call(node, single=False)
            case syntax.Function(name, _, _) if name in LIST_FUNCTIONS:
                return self.list_function(node)
            case syntax.Assign("=", target, _) if is_list(target):
                assign, read = self.assign(node), self.many(without_my(target))
                return lambda frame: (assign(frame), read(frame))[1]
        value = self.scalar(node)
        return lambda frame: [value(frame)]

    def joined(self, items: tuple[syntax.Expression, ...], opened: bool = False) -> Many:
        """Compile items with commas between them, those of a list that a sub gets if it is `opened`."""
        items = flattened(items)
        each = self.opened if opened else self.many
        if len(items) == 1:
            return each(items[0])
        if any(map(is_read_late, items)) and changes(items):
            return self.joined_late(items, opened)
        if not any(map(gives_list, items)):
            values = [self.scalar(item) for item in items]
            return lambda frame: [value(frame) for value in values]
        parts = [each(item) for item in items]

        def join(frame: Frame) -> list[Any]:
            found: list[Any] = []
            for part in parts:
                found += part(frame)
            return found

        return join

    def joined_late(self, items: tuple[syntax.Expression, ...], opened: bool) -> Many:
        """Compile items some of which change variables: Perl reads the variables among them at the end."""
        each = self.opened if opened else self.many
        parts = [(self.scalar(item), None) if is_read_late(item) else (None, each(item)) for item in items]

        def join(frame: Frame) -> list[Any]:
            found = [list(part(frame)) if part is not None else [] for _, part in parts]
            for index, (value, _) in enumerate(parts):
                if value is not None:
                    found[index] = [value(frame)]
            return [item for part in found for item in part]

        return join

    def either(self, node: syntax.Binary) -> Many:
        """Compile and, or, // whose right side may give a list; the left side gives one value."""
        left, right, operator = self.scalar(node.left), self.many(node.right), node.operator
        decides = DECISIONS[operator]

        def choose(frame: Frame) -> list[Any]:
            value = left(frame)
            return [value] if decides(value) else right(frame)

        return choose

    def range(self, first: syntax.Expression, last: syntax.Expression, node: Node) -> Many:
        """Compile first .. last as a list."""
        low, high, machine = self.scalar(first), self.scalar(last), self.machine

        def items(frame: Frame) -> list[Any]:
            count = range_of(low(frame), high(frame), node)
            if isinstance(count, range):
                machine.charge(RANGE_ITEM * len(count))
                return list(count)
            found: list[Any] = []
            machine.growing.append(found)
            for item in count:
                found.append(item)
                if len(found) % BATCH == 0:
                    machine.charge(BATCH * RANGE_ITEM)
            machine.growing.pop()
            return found

        return items

    def counting(self, first: syntax.Expression, last: syntax.Expression, node: Node) -> Places:
        """Compile first .. last for foreach, which does not write it out; each turn counts as a statement."""
        low, high, turn = self.scalar(first), self.scalar(last), self.machine.turn

        def count(frame: Frame) -> Iterable[Any]:
            for item in range_of(low(frame), high(frame), node):
                turn()
                yield item

        return count

    def repeated(self, many: Many, times: Scalar) -> Many:
        """Compile a list in brackets x times."""
        machine = self.machine

        def items(frame: Frame) -> list[Any]:
            found, count = many(frame), max(0, whole_of(times(frame)))
            machine.charge(8 * len(found) * count)
            return found * count

        return items

    def given_back(self, node: syntax.Function) -> Many:
        """Compile what return gives back."""
        if self.scopes.sub is None:
            self.scopes.wrong(node, "return outside a sub", "exit")
        return self.answer(node.arguments) if node.arguments is not None else lambda frame: []

    def answer(self, node: syntax.Expression) -> Many:
        """Compile what a sub gives back: one value or a list, as its call asks for."""
        self.doubtful = True
        one = self.scalar(node)
        self.doubtful = False
        if not gives_list(node):
            return lambda frame: [one(frame)]
        many = self.many(node)
        return lambda frame: [one(frame)] if frame[SINGLE] else list(many(frame))

    def call(self, node: syntax.Call, single: bool) -> Many:
        """Compile the call of a sub that is to give one value, or a list."""
        arguments = self.opened(node.arguments)
        self.called.setdefault(node.name, node)
        cell = self.subs.get(node.name, [None])
        return lambda frame: cell[0](Arguments(arguments(frame)), single)

    def slice(self, node: syntax.Slice) -> Many:
        """Compile a slice of an array, a hash or a list."""
        keys = self.many(node.keys)
        if isinstance(node.of, syntax.ListOf):
            items = self.many(node.of)
            return lambda frame: picked(found, keys(frame)) if (found := items(frame)) else []
        if getattr(node.of, "sigil", "") == "%":
            hash_ = self.container(node.of, "%")

            def entries(frame: Frame) -> list[Any]:
                found = hash_(frame)
                return [found.get(text_of(key)) for key in keys(frame)]

            return entries
        array = self.container(node.of, "@")
        return lambda frame: picked(array(frame), keys(frame))

    def opened(self, node: syntax.Expression | None) -> Many:
        """Compile a list that a sub gets: a missing array is made, and so are the items of slices."""
        if node is None:
            return lambda frame: []
        if isinstance(node, syntax.Dereferenced) and node.sigil == "@":
            return self.container(node, "@")
        if isinstance(node, syntax.Slice) and not isinstance(node.of, syntax.ListOf):
            lying = self.located(node)
            return lambda frame: [fetched(place) for place in lying(frame)]
        if isinstance(node, syntax.ListOf):
            return self.joined(node.items, opened=True)
        if isinstance(node, syntax.Choice):
            test, one, two = self.truth(node.condition), self.opened(node.yes), self.opened(node.no)
            return lambda frame: one(frame) if test(frame) else two(frame)
        return self.many(node)

    # where the items of a list lie

    def located(self, node: syntax.Expression, grows: bool = False, makes: bool = True) -> Places:
        """Compile the places of a list's items.

        An array that `grows` meanwhile has more of them. Elements and entries that are not there yet are made, unless
        `makes` is off, as for what sort and reverse go through.
        """
        match node:
            case syntax.Variable("@", _) | syntax.Dereferenced("@", _):
                array = self.container(node, "@")
                return (lambda frame: growing(array(frame))) if grows else (lambda frame: places(array(frame)))
            case syntax.ListOf((item,), _):
                return self.located(item, grows, makes)
            case syntax.Binary("..", first, last) if grows:
                count = self.counting(first, last, node)
                return lambda frame: (([item], 0) for item in count(frame))
            case syntax.Binary("x", syntax.ListOf(_, True) as items, times) if lies_somewhere(items):
                once, number = self.located(items, makes=makes), self.scalar(times)
                return lambda frame: list(once(frame)) * max(0, whole_of(number(frame)))
            case syntax.ListOf(items, _) if any(map(lies_somewhere, items)):
                copied = takes_out(items)
                parts = [
                    self.copied(item) if copied and is_array(item) else self.located(item, makes=makes)
                    for item in flattened(items)
                ]
                return lambda frame: [place for part in parts for place in part(frame)]
            case syntax.Number() | syntax.String():
                fixed = (Constants([self.scalar(node)([])]), 0)
                return lambda frame: (fixed,)
            case syntax.Variable("$", _) if is_special(node):
                value = self.scalar(node)
                return lambda frame: ((Constants([value(frame)]), 0),)
            case syntax.Variable("$", _) | syntax.Element() | syntax.Entry():
                locate = self.locate(node) if makes or isinstance(node, syntax.Variable) else self.peeked(node)
                return lambda frame: (self.made(locate(frame)),)
            case syntax.Slice(syntax.Variable() | syntax.Dereferenced() as of, keys):
                return self.slice_places(of, keys, node, makes)
            case syntax.Function("values", syntax.Variable() | syntax.Dereferenced() as hash_node):
                hash_ = self.container(hash_node, "%")
                return lambda frame: [(items, key) for items in (hash_(frame),) for key in items]
            case syntax.Function("reverse", items) if items is not None and lies_somewhere(items):
                forward = self.located(items, makes=False)
                return lambda frame: list(forward(frame))[::-1]
            case syntax.BlockFunction("grep"):
                return self.kept_places(node)
            case syntax.BlockFunction("sort"):
                return self.sorted_places(node)
            case syntax.Choice(condition, yes, no):
                test, one, two = self.truth(condition), self.located(yes, makes=makes), self.located(no, makes=makes)
                return lambda frame: one(frame) if test(frame) else two(frame)
            case syntax.Binary("and" | "&&" | "or" | "||" | "//" as operator, left, right) if lies_somewhere(right):
                value, decides, other = self.scalar(left), DECISIONS[operator], self.located(right, makes=makes)
                return lambda frame: (([given], 0),) if decides(given := value(frame)) else other(frame)
            case syntax.Assign("=", target, _) if is_list(target):
                assign, found = self.assign(node), self.located(without_my(target))
                return lambda frame: (assign(frame), found(frame))[1]
        many = self.opened(node) if makes else self.many(node)
        return lambda frame: places(many(frame))

    def copied(self, node: syntax.Expression) -> Places:
        """Compile the places of an array's items that something beside it in a list takes out of the array."""
        many = self.opened(node)
        return lambda frame: places(list(many(frame)))

    def peeked(self, node: syntax.Element | syntax.Entry) -> Callable[[Frame], Locator]:
        """Compile where an element or entry lies; one that is not there is undef that nobody else has."""
        if isinstance(node, syntax.Entry):
            hash_, key = self.container(node.hash, "%"), self.key(node.key)
            return lambda frame: present(hash_(frame), key(frame))
        array, index = self.container(node.array, "@"), self.scalar(node.index)
        return lambda frame: present(array(frame), whole_of(index(frame)))

    def slice_places(
        self, of: syntax.Variable | syntax.Dereferenced, keys: syntax.Expression, node: Node, makes: bool
    ) -> Places:
        """Compile the places of a slice."""
        container, many, is_hash = self.container(of, of.sigil), self.many(keys), of.sigil == "%"
        if not makes:
            name = text_of if is_hash else whole_of
            return lambda frame: [present(container(frame), name(key)) for key in many(frame)]
        if is_hash:
            return lambda frame: [self.made((container(frame), text_of(key))) for key in many(frame)]
        return lambda frame: [self.made(self.element_place(container(frame), key, node)) for key in many(frame)]

    # map, grep and sort

    def block_function(self, node: syntax.BlockFunction) -> Many:
        """Compile map and grep."""
        if node.name == "grep":
            kept = self.kept_places(node)
            return lambda frame: [items[key] for items, key in kept(frame)]
        source, each = self.parts(node, self.many)
        home, machine = self.machine.globals, self.machine

        def perform(frame: Frame) -> list[Any]:
            found: list[Any] = []
            charged = 0
            before = home[TOPIC]
            machine.growing.append(found)
            try:
                for place in source(frame):
                    home[TOPIC] = place
                    found += each(frame)
                    if len(found) > charged + BATCH:
                        machine.charge(8 * (len(found) - charged))
                        charged = len(found)
            finally:
                home[TOPIC] = before
                machine.growing.pop()
            return found

        return perform

    def kept_places(self, node: syntax.BlockFunction) -> Places:
        """Compile grep: the places of the items for which its block is true."""
        source, test = self.parts(node, self.truth)
        home, machine = self.machine.globals, self.machine

        def perform(frame: Frame) -> list[Locator]:
            found: list[Locator] = []
            before = home[TOPIC]
            try:
                for place in source(frame):
                    home[TOPIC] = place
                    if test(frame):
                        found.append(place)
            finally:
                home[TOPIC] = before
            return machine.kept_list(found)

        return perform

    def parts(
        self, node: syntax.BlockFunction, compile_value: Callable[[syntax.Expression], Scalar]
    ) -> tuple[Places, Scalar]:
        """Compile the items of map or grep, and what it computes of each."""
        if node.block is None:
            first, *rest = node.items.items if isinstance(node.items, syntax.ListOf) else (node.items,)
            return self.located(syntax.ListOf(tuple(rest), place=node.place)), compile_value(first)
        return self.located(node.items), self.block_value(node.block, node.name, compile_value)

    def block_value(
        self, block: syntax.Block, name: str, compile_value: Callable[[syntax.Expression], Scalar]
    ) -> Scalar:
        """Compile a block to the value of the expression that it ends with."""
        self.scopes.blocks.append({})
        *before, last = block.statements or (syntax.Simple(syntax.ListOf(())),)
        steps = self.steps(tuple(before))
        if not isinstance(last, syntax.Simple) or last.condition is not None:
            message = f"a block of {name} that ends with other than an expression is not supported"
            self.scopes.wrong(last, message, "an expression")
            last = syntax.Simple(syntax.ListOf(()))
        value = compile_value(last.expression)
        self.scopes.blocks.pop()

        def perform(frame: Frame) -> Any:
            for step in steps:
                leave(step, frame)
            return value(frame)

        return perform if steps else value

    def sort(self, node: syntax.BlockFunction) -> Many:
        """Compile sort: by text, or by a block that compares $a and $b."""
        values, machine = self.many(node.items), self.machine
        if node.block is None:
            return lambda frame: machine.kept_list(sorted(values(frame), key=text_of))
        compare = self.comparison(node.block)
        return lambda frame: machine.kept_list(compare(frame, list(values(frame)), value_itself))

    def sort_variable(self, name: str, block: syntax.Block) -> Slot:
        """Find the slot of $a or $b, which are the file's."""
        variable = syntax.Variable("$", name, place=block.place)
        slot = self.scopes.find(variable)
        if slot.index not in self.scopes.undeclared or slot.located:
            self.scopes.wrong(block, f"${name} is not the variable that sort sets here", f"no my ${name} before")
        return slot

    def sorted_places(self, node: syntax.BlockFunction) -> Places:
        """Compile sort: the places of its items in their order."""
        source = self.located(node.items, makes=False)
        if node.block is None:
            return lambda frame: sorted(source(frame), key=lambda place: text_of(fetched(place)))
        compare = self.comparison(node.block)
        return lambda frame: compare(frame, list(source(frame)), fetched)

    def comparison(self, block: syntax.Block) -> Callable[[Frame, list[Any], Callable[[Any], Any]], list[Any]]:
        """Compile the block of sort into what sorts items by their values."""
        value = self.block_value(block, "sort", self.scalar)
        slots = [self.sort_variable(name, block) for name in "ab"]
        home, machine = self.machine.globals, self.machine
        first, second = (slot.index for slot in slots)

        def perform(frame: Frame, items: list[Any], value_of: Callable[[Any], Any]) -> list[Any]:
            def compare(left: Any, right: Any) -> int:
                home[first], home[second] = value_of(left), value_of(right)
                return whole_of(value(frame))

            before = home[first], home[second]
            machine.sorts += 1
            if machine.sorts > DEEPEST_SORT:
                raise Fault(f"sort runs inside sort {machine.sorts} deep: endless recursion?", block.place)
            try:
                return sorted(items, key=cmp_to_key(compare))
            finally:
                machine.sorts -= 1
                home[first], home[second] = before

        return perform


def leave(step: Step, frame: Frame) -> None:
    """Perform a statement of a block inside an expression; a jump or return goes on through the expression."""
    signal = step(frame)
    if signal is not None:
        word, value = signal
        raise Returned(value) if word == "return" else Jumped(word, value)


def value_itself(value: Any) -> Any:
    """Return a value as it is."""
    return value


def present(items: Any, key: Any) -> Locator:
    """Return where an element or entry lies; what is not there is undef that nobody else has."""
    if isinstance(items, dict):
        return (items, key) if key in items else ([None], 0)
    return (items, key % len(items)) if -len(items) <= key < len(items) else ([None], 0)


def places(items: list[Any]) -> Iterable[Locator]:
    """Return the places of a list's items."""
    return zip(repeat(items), range(len(items)), strict=False)


def growing(items: list[Any]) -> Iterator[Locator]:
    """Yield the places of an array's items, and of those that are added meanwhile."""
    index = 0
    while index < len(items):
        yield items, index
        index += 1


def range_of(first: Any, last: Any, node: Node) -> range | Iterator[str]:
    """Return the items of first .. last: numbers, or texts by magical increment."""
    if not counts_numbers(first, last):
        return magic_range(text_of(first), text_of(last))
    for end in (first, last):
        if not -GREATEST - 1 <= number_of(end) <= GREATEST:
            raise Fault(f"Range iterator outside integer range: {identified(first)} .. {identified(last)}", node.place)
    return range(whole_of(first), whole_of(last) + 1)


def picked(items: list[Any], keys: list[Any]) -> list[Any]:
    """Return the items at some indices; undef where there is none."""
    return [items[index] if -len(items) <= index < len(items) else None for index in map(whole_of, keys)]
