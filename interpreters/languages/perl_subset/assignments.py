"""Perl's assignments into closures: to scalars, elements and entries, slices, arrays and hashes, and lists of these.

@a[0, 2] = @a[2, 0];        # the values are copied, then put into their places
$h{$k}{n}++;                # the place is found once, read and written
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreters.languages.perl_subset import syntax
from interpreters.languages.perl_subset.compilation import Compilation, fetched
from interpreters.languages.perl_subset.machine import Fault, Frame, Locator, Scalar
from interpreters.languages.perl_subset.operators import DECISIONS
from interpreters.languages.perl_subset.scopes import Slot
from interpreters.languages.perl_subset.shapes import is_list, is_special, items_of
from interpreters.languages.perl_subset.values import exact, fitted, hash_of, incremented, number_of, text_of, whole_of
from interpreters.source.tree import Node

Store = Callable[[Frame, Any], None]
Take = Callable[[Frame, list[Any]], list[Any]]


class Assignments(Compilation):
    """The compilation of assignments."""

    def assign(self, node: syntax.Assign) -> Scalar:
        """Compile an assignment; to a list or array it gives the number of values."""
        if node.operator != "=":
            return self.changed(node)
        if not is_list(node.target):
            value, store = self.scalar(node.value), self.store(node.target)

            def assign_one(frame: Frame) -> Any:
                found = value(frame)
                store(frame, found)
                return found

            return assign_one
        values, put = self.many(limited(node.value, node.target)), self.store_many(node.target)
        machine = self.machine

        def assign_many(frame: Frame) -> int:
            found = machine.kept_list(list(values(frame)))
            put(frame, found)
            return len(found)

        return assign_many

    def changed(self, node: syntax.Assign) -> Scalar:
        """Compile += and its like: the place is found, then the value, then the place is read and written."""
        operator, target, place = node.operator[:-1], node.target, node.place
        if is_list(target):
            self.scopes.wrong(
                target, f"{node.operator} changes a single value", "a scalar variable, an element or an entry"
            )
            return lambda frame: None
        locate, value = self.locate(target), self.scalar(node.value)
        if operator in DECISIONS:
            decides = DECISIONS[operator]

            def decide(frame: Frame) -> Any:
                locator = self.made(locate(frame))
                found = fetched(locator)
                if not decides(found):
                    self.put(locator, found := value(frame), place)
                return found

            return decide
        calculate = self.calculation(operator, node)

        def change(frame: Frame) -> Any:
            locator = self.made(locate(frame))
            operand = value(frame)
            found = calculate(fetched(locator), operand)
            self.put(locator, found, place)
            return found

        return change

    def step(self, node: syntax.Step) -> Scalar:
        """Compile ++ and --; ++ of a text counts as ranges do."""
        locate, up, before = self.locate(node.operand), node.operator == "++", node.before

        def perform(frame: Frame) -> Any:
            locator = locate(frame)
            old = fetched(locator)
            new = incremented(old) if up else fitted(exact(number_of(old)) - 1)
            self.put(locator, new, node.place)
            return new if before else 0 if up and old is None else old

        return perform

    # scalars

    def fresh(self, variable: syntax.Variable) -> Callable[[Frame], Any]:
        """Compile my: the variable begins anew."""
        slot = self.declared(variable)
        machine, index = self.machine, slot.index

        def declare(frame: Frame) -> Any:
            home = machine.globals if slot.is_file else frame
            home[index] = None if variable.sigil == "$" else [] if variable.sigil == "@" else {}
            return home[index]

        return declare

    def declared(self, variable: syntax.Variable) -> Slot:
        """Give a variable of my a slot; those that Perl sets itself are not anybody's own."""
        if variable.name == "_" or is_special(variable):
            name = variable.sigil + variable.name
            self.scopes.wrong(
                variable, f"{name} is a special variable and cannot be assigned", "a name that begins with a letter"
            )
        return self.scopes.declare(variable)

    def slot(self, node: syntax.Expression) -> Slot | None:
        """Return the slot of a scalar variable, declared here by my or before."""
        if isinstance(node, syntax.My) and not node.brackets and node.variables[0].sigil == "$":
            return self.declared(node.variables[0])
        if isinstance(node, syntax.Variable) and node.sigil == "$" and not is_special(node):
            return self.scopes.find(node)
        return None

    def store(self, node: syntax.Expression) -> Store:
        """Compile the assignment of one scalar."""
        slot = self.slot(node)
        if slot is not None:
            return self.writing(slot, node.place)
        if isinstance(node, syntax.Entry):
            hash_, key = self.container(node.hash, "%"), self.key(node.key)

            def put_entry(frame: Frame, value: Any) -> None:
                hash_(frame)[key(frame)] = value

            return put_entry
        if isinstance(node, syntax.LastIndex):
            return self.store_last_index(node)
        locate, place = self.locate(node), node.place
        return lambda frame, value: self.put(locate(frame), value, place)

    def locate(self, node: syntax.Expression) -> Callable[[Frame], Locator]:
        """Compile where a scalar lies that can be assigned to; an element may be beyond its array's end."""
        if isinstance(node, syntax.ListOf) and node.brackets and len(node.items) == 1:
            return self.locate(node.items[0])
        if isinstance(node, syntax.Assign) and not is_list(node.target):
            return self.locate_assigned(node)
        slot = self.slot(node)
        if slot is not None:
            home, index = self.machine.globals, slot.index
            if slot.located:
                return lambda frame: (home if slot.is_file else frame)[index]
            return (lambda frame: (home, index)) if slot.is_file else (lambda frame: (frame, index))
        if isinstance(node, syntax.Entry):
            hash_, key = self.container(node.hash, "%"), self.key(node.key)
            return lambda frame: (hash_(frame), key(frame))
        if isinstance(node, syntax.Element):
            array, number = self.container(node.array, "@"), self.scalar(node.index)
            return lambda frame: self.element_place(array(frame), number(frame), node)
        if isinstance(node, syntax.Function) and node.name == "substr":
            self.scopes.wrong(node, "assigning to substr is not supported", "substr with four arguments")
        else:
            self.scopes.wrong(node, "this cannot be assigned to", "a variable, an element or an entry")
        return lambda frame: ([None], 0)

    def locate_assigned(self, node: syntax.Assign) -> Callable[[Frame], Locator]:
        """Compile where a scalar lies that is assigned to first, as in (my $copy = $text) =~ s/a/b/."""
        assign = self.assign(node)
        target = node.target.variables[0] if isinstance(node.target, syntax.My) else node.target
        locate = self.locate(target)
        return lambda frame: (assign(frame), locate(frame))[1]

    def element_place(self, items: list[Any], index: Any, node: Node) -> Locator:
        """Return where an element lies; a negative index counts from the end."""
        number = whole_of(index)
        if number < -len(items):
            raise Fault(f"Modification of non-creatable array value attempted, subscript {number}", node.place)
        return items, number if number >= 0 else number + len(items)

    def store_last_index(self, node: syntax.LastIndex) -> Store:
        """Compile the assignment to $#array: the array gets so many elements."""
        array = self.container(node.array, "@")

        def resize(frame: Frame, value: Any) -> None:
            items, size = array(frame), max(0, whole_of(value) + 1)
            if size > len(items):
                self.extend(items, size)
            del items[size:]

        return resize

    # lists

    def store_many(self, node: syntax.Expression) -> Callable[[Frame, list[Any]], None]:
        """Compile the assignment of a list to an array, a hash, a slice, or variables in brackets."""
        targets: tuple[syntax.Expression, ...] = (node,)
        if isinstance(node, syntax.ListOf):
            targets = node.items
        elif isinstance(node, syntax.My) and node.brackets:
            targets = tuple(syntax.My((variable,), False, place=variable.place) for variable in node.variables)
        takers = [self.taker(target) for target in targets]

        def perform(frame: Frame, values: list[Any]) -> None:
            for take in takers:
                values = take(frame, values)

        return perform

    def taker(self, node: syntax.Expression) -> Take:
        """Compile one target of a list assignment: it takes what it can hold, and leaves the rest."""
        sigil = node.variables[0].sigil if isinstance(node, syntax.My) else getattr(node, "sigil", "$")
        if sigil == "" or (isinstance(node, syntax.Function) and node.name == "undef" and node.arguments is None):
            return lambda frame, values: values[1:]
        if isinstance(node, syntax.Slice):
            return self.slice_taker(node)
        if sigil in ("@", "%"):
            container = self.container(node, sigil)

            def take_all(frame: Frame, values: list[Any]) -> list[Any]:
                target = container(frame)
                if sigil == "@":
                    target[:] = values
                else:
                    target.clear()
                    target.update(hash_of(values))
                return []

            return take_all
        store = self.store(node)

        def take_one(frame: Frame, values: list[Any]) -> list[Any]:
            store(frame, values[0] if values else None)
            return values[1:]

        return take_one

    def slice_taker(self, node: syntax.Slice) -> Take:
        """Compile a slice as a target of a list assignment: it takes a value for each of its keys."""
        sigil = getattr(node.of, "sigil", "")
        if sigil not in ("@", "%"):
            self.scopes.wrong(node, "a slice of a list cannot be assigned to", "a slice of an array or hash")
            return lambda frame, values: values
        keys, container = self.many(node.keys), self.container(node.of, sigil)

        def take(frame: Frame, values: list[Any]) -> list[Any]:
            target, names = container(frame), list(keys(frame))
            for index, key in enumerate(names):
                value = values[index] if index < len(values) else None
                if sigil == "%":
                    target[text_of(key)] = value
                else:
                    self.put(self.element_place(target, key, node), value, node.place)
            return values[len(names) :]

        return take


def limited(value: syntax.Expression, target: syntax.Expression) -> syntax.Expression:
    """Return a split that fills so many variables with a limit of one field more, as Perl has it."""
    if isinstance(value, syntax.ListOf) and len(value.items) == 1:
        return limited(value.items[0], target)
    if not (isinstance(value, syntax.Function) and value.name == "split"):
        return value
    found = items_of(value.arguments)
    if len(found) > 2 and found[2] != syntax.Number("0"):
        return value
    if isinstance(target, syntax.My):
        items: tuple[syntax.Expression, ...] = tuple(item for item in target.variables if item.sigil)
        count = len(target.variables)
    elif isinstance(target, syntax.ListOf):
        items, count = target.items, len(target.items)
    else:
        return value
    if any(map(is_list, items)):
        return value
    place = value.place
    default = (syntax.String(" ", place=place), syntax.Variable("$", "_", place=place))
    filled = (*found[:2], *default[len(found) :], syntax.Number(str(count + 1), place=place))
    return syntax.Function("split", syntax.ListOf(filled, place=place), place=place)
