"""Perl expressions into closures, in scalar, list or Boolean context as the place asks for.

scalar(@x) + 1      becomes     lambda frame: len(array(frame)) + 1
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cmp_to_key
from typing import Any

from interpreters.languages.perl_subset import syntax
from interpreters.languages.perl_subset.functions import Functions
from interpreters.languages.perl_subset.machine import TOPIC, Fault, Frame, Jumped, Machine, Many, Scalar
from interpreters.languages.perl_subset.patterns import Patterns
from interpreters.languages.perl_subset.scopes import Scopes
from interpreters.languages.perl_subset.values import Ref, number_of, range_of, text_of, truth_of

Truth = Callable[[Frame], bool]
COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "==": lambda a, b: number_of(a) == number_of(b), "!=": lambda a, b: number_of(a) != number_of(b),
    "<": lambda a, b: number_of(a) < number_of(b), ">": lambda a, b: number_of(a) > number_of(b),
    "<=": lambda a, b: number_of(a) <= number_of(b), ">=": lambda a, b: number_of(a) >= number_of(b),
    "eq": lambda a, b: text_of(a) == text_of(b), "ne": lambda a, b: text_of(a) != text_of(b),
    "lt": lambda a, b: text_of(a) < text_of(b), "gt": lambda a, b: text_of(a) > text_of(b),
    "le": lambda a, b: text_of(a) <= text_of(b), "ge": lambda a, b: text_of(a) >= text_of(b),
}  # fmt: skip
HUGE = 2**64


def trimmed(value: int | float) -> int | float:
    """Turn an integer that no machine word holds into a real number."""
    return float(value) if isinstance(value, int) and not -HUGE < value < HUGE else value


def divided(left: Any, right: Any) -> int | float:
    """Divide; a whole quotient is a whole number."""
    divisor = number_of(right)
    if divisor == 0:
        raise Fault("Illegal division by zero")
    quotient = number_of(left) / divisor
    return int(quotient) if quotient.is_integer() and abs(quotient) < 2**53 else quotient


def modulo(left: Any, right: Any) -> int:
    """Take the remainder of whole numbers, with the sign of the divisor."""
    divisor = int(number_of(right))
    if divisor == 0:
        raise Fault("Illegal modulus zero")
    return int(number_of(left)) % divisor


def power(left: Any, right: Any) -> int | float:
    """Raise to a power."""
    try:
        found = number_of(left) ** number_of(right)
    except (OverflowError, ZeroDivisionError):
        return float("inf")
    return trimmed(found) if isinstance(found, int | float) else float("nan")


def repeated(left: Any, right: Any) -> str:
    """Repeat a text."""
    return text_of(left) * max(0, int(number_of(right)))


def compared(left: Any, right: Any) -> int:
    """Compare two values that have an order: -1, 0 or 1."""
    return int(left > right) - int(left < right)


OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda a, b: number_of(a) + number_of(b), "-": lambda a, b: number_of(a) - number_of(b),
    "*": lambda a, b: trimmed(number_of(a) * number_of(b)), "/": divided, "%": modulo, "**": power,
    ".": lambda a, b: text_of(a) + text_of(b), "x": repeated,
    "&": lambda a, b: int(number_of(a)) & int(number_of(b)), "|": lambda a, b: int(number_of(a)) | int(number_of(b)),
    "^": lambda a, b: int(number_of(a)) ^ int(number_of(b)),
    "<<": lambda a, b: int(number_of(a)) << min(64, int(number_of(b))) & HUGE - 1,
    ">>": lambda a, b: int(number_of(a)) >> min(64, int(number_of(b))),
    "<=>": lambda a, b: compared(number_of(a), number_of(b)), "cmp": lambda a, b: compared(text_of(a), text_of(b)),
}  # fmt: skip


class Expressions(Functions, Patterns):
    """The compilation of expressions."""

    def __init__(self, machine: Machine, scopes: Scopes) -> None:
        self.machine, self.scopes = machine, scopes
        self.subs: dict[str, list[Any]] = {}
        self.called: dict[str, syntax.Node] = {}

    def steps(self, statements: tuple[syntax.Statement, ...]) -> list[Callable[[Frame], Any]]:
        """Compile statements: the compiler of statements does."""
        raise NotImplementedError

    # variables

    def slot(self, variable: syntax.Variable) -> tuple[bool, int]:
        """Find a variable's frame and slot."""
        if variable.sigil == "$" and variable.name == "_":
            return True, TOPIC
        return self.scopes.find(variable)

    def container(self, node: syntax.Expression, sigil: str) -> Callable[[Frame], Any]:
        """Compile what gives a Python list (sigil @) or dict (%) that can be changed."""
        if isinstance(node, syntax.My):
            return self.fresh(node.variables[0])
        if isinstance(node, syntax.Variable):
            is_file, slot = self.slot(syntax.Variable(sigil, node.name, place=node.place))
            if is_file:
                home = self.machine.globals
                return lambda frame: home[slot]

            def local(frame: Frame) -> Any:
                found = frame[slot]
                if found is None:
                    found = frame[slot] = [] if sigil == "@" else {}
                return found

            return local
        if isinstance(node, syntax.Dereferenced):
            return self.pointed(node.reference, sigil)
        self.scopes.wrong(node, "this is no array or hash", "an array or a hash")
        return lambda frame: []

    def pointed(self, node: syntax.Expression, sigil: str) -> Callable[[Frame], Any]:
        """Compile what a reference points at; a place that holds undef gets a new array or hash to point at."""
        kind: type = list if sigil == "@" else dict
        read = self.scalar(node)
        vivify = isinstance(node, syntax.Variable | syntax.Element | syntax.Entry)
        store = self.store(node) if vivify else None
        what = "an ARRAY" if sigil == "@" else "a HASH"

        def find(frame: Frame) -> Any:
            value = read(frame)
            if value.__class__ is Ref and value.to.__class__ is kind:
                return value.to
            if value is None and store is not None:
                store(frame, made := Ref(kind()))
                return made.to
            raise Fault(f"Not {what} reference", node.place)

        return find

    def fresh(self, variable: syntax.Variable) -> Callable[[Frame], Any]:
        """Compile my: the variable begins anew."""
        is_file, slot = self.scopes.declare(variable)
        machine = self.machine

        def declare(frame: Frame) -> Any:
            home = machine.globals if is_file else frame
            home[slot] = None if variable.sigil == "$" else [] if variable.sigil == "@" else {}
            return home[slot]

        return declare

    # scalar context

    def scalar(self, node: syntax.Expression) -> Scalar:
        """Compile an expression in scalar context."""
        match node:
            case syntax.Number(text):
                value = constant(text)
                return lambda frame: value
            case syntax.String(text):
                return lambda frame: text
            case syntax.Interpolated(parts):
                return self.interpolated(parts)
            case syntax.Variable("$", name):
                return self.variable(node, name)
            case syntax.Variable("@", _) | syntax.Dereferenced("@", _):
                array = self.container(node, "@")
                return lambda frame: len(array(frame))
            case syntax.Variable() | syntax.Dereferenced():
                hash_ = self.container(node, "%")
                return lambda frame: len(hash_(frame))
            case syntax.LastIndex(array_node):
                array = self.container(array_node, "@")
                return lambda frame: len(array(frame)) - 1
            case syntax.Element() | syntax.Entry():
                return self.part(node)
            case syntax.My((variable,), False) if variable.sigil == "$":
                return self.fresh(variable)
            case syntax.AnonymousArray(items):
                many = self.many(items) if items else lambda frame: []
                return lambda frame: Ref(list(many(frame)))
            case syntax.AnonymousHash(items):
                many = self.many(items) if items else lambda frame: []
                return lambda frame: Ref(hash_of(many(frame)))
            case syntax.Reference(operand):
                return self.reference(operand)
            case syntax.Binary():
                return self.operation(node)
            case syntax.Unary(operator, operand):
                return self.unary(operator, operand)
            case syntax.Choice(condition, yes, no):
                test, first, second = self.truth(condition), self.scalar(yes), self.scalar(no)
                return lambda frame: first(frame) if test(frame) else second(frame)
            case syntax.Assign():
                return self.assign(node)
            case syntax.Step():
                return self.step(node)
            case syntax.Pattern():
                return self.match(self.variable(node, "_"), node, True)
            case syntax.Function():
                return self.function(node)
            case syntax.Jump(word, label):
                return self.jumping(word, label)
            case syntax.ListOf(items, _) if items:
                before, last = [self.discarded(item) for item in items[:-1]], self.scalar(items[-1])
                return lambda frame: ([drop(frame) for drop in before], last(frame))[1]
            case syntax.BlockFunction():
                many = self.many(node)
                return lambda frame: len(many(frame))
        many = self.many(node)

        def final(frame: Frame) -> Any:
            found = many(frame)
            return found[-1] if found else None

        return final

    def variable(self, node: syntax.Node, name: str) -> Scalar:
        """Compile the reading of a scalar variable, special ones among them."""
        machine = self.machine
        if name == "!":
            return lambda frame: machine.error
        if name == "^T":
            return lambda frame: int(machine.began)
        if name == "&" or (name.isdigit() and name != "0"):
            group = 0 if name == "&" else int(name)
            return lambda frame: machine.matched[group] if group < len(machine.matched) else None
        is_file, slot = self.slot(syntax.Variable("$", name, place=node.place))
        if is_file:
            home = machine.globals
            return lambda frame: home[slot]
        return lambda frame: frame[slot]

    def interpolated(self, parts: tuple[syntax.Expression, ...]) -> Scalar:
        """Compile a text with variables in it; the items of an array have blanks between them."""
        pieces: list[Scalar] = []
        for part in parts:
            if isinstance(part, syntax.Slice) or (
                isinstance(part, syntax.Variable | syntax.Dereferenced) and part.sigil == "@"
            ):
                many = self.many(part)
                pieces.append(lambda frame, many=many: " ".join(map(text_of, many(frame))))  # type: ignore[misc]
            else:
                pieces.append(self.scalar(part))
        return lambda frame: "".join([text_of(piece(frame)) for piece in pieces])

    def part(self, node: syntax.Element | syntax.Entry) -> Scalar:
        """Compile the reading of an element or entry; what is not there is undef."""
        if isinstance(node, syntax.Entry):
            hash_, key = self.container(node.hash, "%"), self.scalar(node.key)

            def entry(frame: Frame) -> Any:
                name = key(frame)
                return hash_(frame).get(name if name.__class__ is str else text_of(name))

            return entry
        array, index = self.container(node.array, "@"), self.scalar(node.index)

        def element(frame: Frame) -> Any:
            items, place = array(frame), index(frame)
            place = place if place.__class__ is int else int(number_of(place))
            return items[place] if -len(items) <= place < len(items) else None

        return element

    def reference(self, operand: syntax.Expression) -> Scalar:
        """Compile a reference to an array or hash."""
        sigil = getattr(operand, "sigil", "")
        if isinstance(operand, syntax.Variable | syntax.Dereferenced) and sigil in ("@", "%"):
            container = self.container(operand, sigil)
            return lambda frame: Ref(container(frame))
        self.scopes.wrong(operand, "a reference to this is not supported", "\\@name or \\%name")
        return lambda frame: None

    def jumping(self, word: str, label: str) -> Scalar:
        """Compile next or last in the middle of an expression."""

        def jump(frame: Frame) -> Any:
            raise Jumped(word, label)

        return jump

    # operators

    def operation(self, node: syntax.Binary) -> Scalar:
        """Compile an operation."""
        operator = node.operator
        if operator in ("and", "&&", "or", "||"):
            return self.logical(node)
        if operator in ("=~", "!~"):
            return self.bind(node)
        if operator == "..":
            self.scopes.wrong(node, ".. in scalar context is not supported", "a list around it")
            return lambda frame: None
        left, right = self.scalar(node.left), self.scalar(node.right)
        if operator in COMPARISONS:
            compare = COMPARISONS[operator]
            return lambda frame: 1 if compare(left(frame), right(frame)) else ""
        calculate = OPERATIONS[operator]
        return lambda frame: calculate(left(frame), right(frame))

    def logical(self, node: syntax.Binary) -> Scalar:
        """Compile and, or: their value is that of the side that decides."""
        left, right = self.scalar(node.left), self.scalar(node.right)
        wanted = node.operator in ("and", "&&")

        def decide(frame: Frame) -> Any:
            value = left(frame)
            return right(frame) if truth_of(value) is wanted else value

        return decide

    def unary(self, operator: str, operand: syntax.Expression) -> Scalar:
        """Compile ! not - +."""
        if operator in ("!", "not"):
            test = self.truth(operand)
            return lambda frame: "" if test(frame) else 1
        value = self.scalar(operand)
        return (lambda frame: -number_of(value(frame))) if operator == "-" else value

    def truth(self, node: syntax.Expression) -> Truth:
        """Compile an expression in Boolean context."""
        match node:
            case syntax.Binary(operator, left, right) if operator in COMPARISONS:
                compare, first, second = COMPARISONS[operator], self.scalar(left), self.scalar(right)
                return lambda frame: compare(first(frame), second(frame))
            case syntax.Binary("and" | "&&", left, right):
                one, two = self.truth(left), self.truth(right)
                return lambda frame: one(frame) and two(frame)
            case syntax.Binary("or" | "||", left, right):
                one, two = self.truth(left), self.truth(right)
                return lambda frame: one(frame) or two(frame)
            case syntax.Unary("!" | "not", operand):
                test = self.truth(operand)
                return lambda frame: not test(frame)
        value = self.scalar(node)
        return lambda frame: truth_of(value(frame))

    def discarded(self, node: syntax.Expression) -> Scalar:
        """Compile an expression whose value is not used."""
        if isinstance(node, syntax.BlockFunction | syntax.ListOf | syntax.Call):
            return self.many(node)
        if isinstance(node, syntax.My):
            declare = [self.fresh(variable) for variable in node.variables]
            return lambda frame: [make(frame) for make in declare]
        return self.scalar(node)

    # list context

    def many(self, node: syntax.Expression) -> Many:
        """Compile an expression in list context; the list may be the program's own: who keeps it copies it."""
        match node:
            case syntax.ListOf(items, _):
                return self.joined(items)
            case syntax.Variable("@", _) | syntax.Dereferenced("@", _):
                return self.container(node, "@")
            case syntax.Variable("%", _) | syntax.Dereferenced("%", _):
                hash_ = self.container(node, "%")
                return lambda frame: [item for pair in hash_(frame).items() for item in pair]
            case syntax.My(variables, _):
                declare = [self.fresh(variable) for variable in variables]
                return lambda frame: [make(frame) for make in declare]
            case syntax.Binary("..", first, last):
                low, high = self.scalar(first), self.scalar(last)
                return lambda frame: range_of(low(frame), high(frame))
            case syntax.Binary("=~", left, syntax.Pattern() as pattern):
                return self.captures(self.scalar(left), pattern)
            case syntax.Binary("x", syntax.ListOf(_, True) as items, count):
                many, times = self.many(items), self.scalar(count)
                return lambda frame: many(frame) * max(0, int(number_of(times(frame))))
            case syntax.Slice():
                return self.slice(node)
            case syntax.Choice(condition, yes, no):
                test, one, two = self.truth(condition), self.many(yes), self.many(no)
                return lambda frame: one(frame) if test(frame) else two(frame)
            case syntax.BlockFunction():
                return self.block_function(node)
            case syntax.Call():
                return self.call(node)
            case syntax.Function(name, _, _) if name in self.LIST_FUNCTIONS:
                return self.list_function(node)
            case syntax.Assign("=", target, _) if is_list(target):
                assign, read = self.assign(node), self.many(without_my(target))
                return lambda frame: (assign(frame), read(frame))[1]
        value = self.scalar(node)
        return lambda frame: [value(frame)]

    def joined(self, items: tuple[syntax.Expression, ...]) -> Many:
        """Compile items with commas between them."""
        if len(items) == 1:
            return self.many(items[0])
        if all(is_plain(item) for item in items):
            values = [self.scalar(item) for item in items]
            return lambda frame: [value(frame) for value in values]
        parts = [self.many(item) for item in items]

        def join(frame: Frame) -> list[Any]:
            found: list[Any] = []
            for part in parts:
                found += part(frame)
            return found

        return join

    def slice(self, node: syntax.Slice) -> Many:
        """Compile a slice of an array, a hash or a list."""
        keys = self.many(node.keys)
        if isinstance(node.of, syntax.ListOf):
            items = self.many(node.of)
            return lambda frame: picked(items(frame), keys(frame))
        if getattr(node.of, "sigil", "") == "%":
            hash_ = self.container(node.of, "%")

            def entries(frame: Frame) -> list[Any]:
                found = hash_(frame)
                return [found.get(text_of(key)) for key in keys(frame)]

            return entries
        array = self.container(node.of, "@")
        return lambda frame: picked(array(frame), keys(frame), True)

    def block_function(self, node: syntax.BlockFunction) -> Many:
        """Compile map, grep and sort."""
        block, items = node.block, node.items
        if node.name == "sort":
            return self.sort(block, items)
        if block is None:
            first, *rest = items.items if isinstance(items, syntax.ListOf) else (items,)
            body: syntax.Expression = first
            items, steps = syntax.ListOf(tuple(rest), place=items.place), []
        else:
            self.scopes.blocks.append({})
            *before, last = block.statements or (syntax.Simple(syntax.ListOf(())),)
            steps = self.steps(tuple(before))
            body = last.expression if isinstance(last, syntax.Simple) else syntax.ListOf(())
            if not isinstance(last, syntax.Simple) or last.condition is not None:
                self.scopes.wrong(last, f"the block of {node.name} ends with this", "an expression")
        values = self.many(items)
        home = self.machine.globals
        test = self.truth(body) if node.name == "grep" else None
        each = self.many(body) if test is None else None
        if block is not None:
            self.scopes.blocks.pop()

        def perform(frame: Frame) -> list[Any]:
            found: list[Any] = []
            before = home[TOPIC]
            for item in values(frame):
                home[TOPIC] = item
                for step in steps:
                    step(frame)
                if test is None:
                    assert each is not None
                    found += each(frame)
                elif test(frame):
                    found.append(item)
            home[TOPIC] = before
            return found

        return perform

    def sort(self, block: syntax.Block | None, items: syntax.Expression) -> Many:
        """Compile sort: by text, or by a block that compares $a and $b."""
        values = self.many(items)
        if block is None:
            return lambda frame: sorted(values(frame), key=text_of)
        last = block.statements[-1] if block.statements else None
        if len(block.statements) != 1 or not isinstance(last, syntax.Simple):
            self.scopes.wrong(block, "the block of sort is one expression", "{ $a <=> $b }")
            return values
        (_, first), (_, second) = (self.slot(syntax.Variable("$", name, place=block.place)) for name in "ab")
        value, home = self.scalar(last.expression), self.machine.globals

        def perform(frame: Frame) -> list[Any]:
            def compare(left: Any, right: Any) -> int:
                home[first], home[second] = left, right
                return int(number_of(value(frame)))

            return sorted(values(frame), key=cmp_to_key(compare))

        return perform

    def call(self, node: syntax.Call) -> Many:
        """Compile the call of a sub."""
        arguments = self.many(node.arguments) if node.arguments else lambda frame: []
        self.called.setdefault(node.name, node)
        cell = self.subs.setdefault(node.name, [None]) if node.name in self.subs else [None]
        return lambda frame: cell[0](list(arguments(frame)))  # type: ignore[misc]

    # assignments

    def assign(self, node: syntax.Assign) -> Scalar:
        """Compile an assignment; to a list or array it gives the number of values."""
        if node.operator == "=" and is_list(node.target):
            values = self.many(node.value)
            put = self.store_many(node.target)

            def assign_many(frame: Frame) -> int:
                found = list(values(frame))
                put(frame, found)
                return len(found)

            return assign_many
        if node.operator != "=":
            return self.changed(node)
        value = self.scalar(node.value)
        store = self.store(node.target)

        def assign_one(frame: Frame) -> Any:
            found = value(frame)
            store(frame, found)
            return found

        return assign_one

    def changed(self, node: syntax.Assign) -> Scalar:
        """Compile += and its like."""
        operator = node.operator[:-1]
        old, store, value = self.scalar(node.target), self.store(node.target), self.scalar(node.value)
        if operator in ("||", "&&"):
            wanted = operator == "&&"

            def decide(frame: Frame) -> Any:
                found = old(frame)
                if truth_of(found) is wanted:
                    store(frame, found := value(frame))
                return found

            return decide
        calculate = OPERATIONS[operator]

        def change(frame: Frame) -> Any:
            found = calculate(old(frame), value(frame))
            store(frame, found)
            return found

        return change

    def store(self, node: syntax.Expression) -> Callable[[Frame, Any], None]:
        """Compile the assignment of one scalar."""
        machine = self.machine
        match node:
            case syntax.My((variable,), False) if variable.sigil == "$":
                is_file, slot = self.scopes.declare(variable)
            case syntax.Variable("$", _):
                is_file, slot = self.slot(node)
            case syntax.Entry(hash_node, key_node):
                hash_, key = self.container(hash_node, "%"), self.scalar(key_node)

                def put_entry(frame: Frame, value: Any) -> None:
                    hash_(frame)[text_of(key(frame))] = value

                return put_entry
            case syntax.Element(array_node, index_node):
                array, index = self.container(array_node, "@"), self.scalar(index_node)
                return lambda frame, value: put_element(array(frame), int(number_of(index(frame))), value, node)
            case _:
                self.scopes.wrong(node, "this cannot be assigned to", "a variable")
                return lambda frame, value: None
        if is_file:
            home = machine.globals
            return lambda frame, value: home.__setitem__(slot, value)
        return lambda frame, value: frame.__setitem__(slot, value)

    def store_many(self, node: syntax.Expression) -> Callable[[Frame, list[Any]], None]:
        """Compile the assignment of a list to an array, a hash, a slice, or variables in brackets."""
        match node:
            case syntax.ListOf(items, _):
                return self.spread([self.taker(item) for item in items])
            case syntax.My(variables, True):
                return self.spread([self.taker(syntax.My((v,), False, place=v.place)) for v in variables])
            case syntax.Slice():
                return self.store_slice(node)
        return self.spread([self.taker(node)])

    def taker(self, node: syntax.Expression) -> Callable[[Frame, list[Any]], list[Any]]:
        """Compile one target of a list assignment: it takes what it can hold, and leaves the rest."""
        sigil = node.variables[0].sigil if isinstance(node, syntax.My) else getattr(node, "sigil", "$")
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

    def spread(self, takers: list[Callable[[Frame, list[Any]], list[Any]]]) -> Callable[[Frame, list[Any]], None]:
        """Hand values to targets in order."""

        def perform(frame: Frame, values: list[Any]) -> None:
            for take in takers:
                values = take(frame, values)

        return perform

    def store_slice(self, node: syntax.Slice) -> Callable[[Frame, list[Any]], None]:
        """Compile the assignment to a slice."""
        keys = self.many(node.keys)
        sigil = getattr(node.of, "sigil", "@")
        container = self.container(node.of, sigil)

        def perform(frame: Frame, values: list[Any]) -> None:
            target = container(frame)
            for index, key in enumerate(keys(frame)):
                value = values[index] if index < len(values) else None
                if sigil == "%":
                    target[text_of(key)] = value
                else:
                    put_element(target, int(number_of(key)), value, node)

        return perform

    def step(self, node: syntax.Step) -> Scalar:
        """Compile ++ and --."""
        read, store = self.scalar(node.operand), self.store(node.operand)
        change = 1 if node.operator == "++" else -1

        def perform(frame: Frame) -> Any:
            old = number_of(read(frame))
            store(frame, old + change)
            return old + change if node.before else old

        return perform


def constant(text: str) -> int | float:
    """Return the value of a number as written: with 0x hexadecimal, with a leading 0 octal."""
    if text[:2] in ("0x", "0X"):
        return int(text, 16)
    if text.isdigit() and text[0] == "0" and len(text) > 1 and max(text) < "8":
        return int(text, 8)
    return number_of(text)


def is_list(node: syntax.Expression) -> bool:
    """Tell whether an assignment to this takes a list."""
    if isinstance(node, syntax.My):
        return node.brackets or node.variables[0].sigil != "$"
    if isinstance(node, syntax.Variable | syntax.Dereferenced):
        return node.sigil != "$"
    return isinstance(node, syntax.ListOf | syntax.Slice)


def without_my(node: syntax.Expression) -> syntax.Expression:
    """Return the variables of a declaration, to be read."""
    return syntax.ListOf(node.variables, True, place=node.place) if isinstance(node, syntax.My) else node


def is_plain(node: syntax.Expression) -> bool:
    """Tell whether an expression gives one value in list context."""
    return isinstance(node, syntax.Number | syntax.String | syntax.Interpolated | syntax.Element | syntax.Entry) or (
        isinstance(node, syntax.Variable) and node.sigil == "$"
    )


def hash_of(values: list[Any]) -> dict[str, Any]:
    """Return a hash of keys and values in turn; a key without a value has undef."""
    return {text_of(values[i]): values[i + 1] if i + 1 < len(values) else None for i in range(0, len(values), 2)}


def picked(items: list[Any], keys: list[Any], keep: bool = False) -> list[Any]:
    """Return the items at some indices; a list of which none exists gives none."""
    places = [int(number_of(key)) for key in keys]
    found = [items[place] if -len(items) <= place < len(items) else None for place in places]
    return found if keep or items else []


def put_element(items: list[Any], place: int, value: Any, node: syntax.Node) -> None:
    """Assign an element; the array grows as far as it must."""
    if place >= len(items):
        if place > 10_000_000:
            raise Fault(f"an array of {place + 1} elements does not fit in memory", node.place)
        items.extend([None] * (place + 1 - len(items)))
    if place < -len(items):
        raise Fault("Modification of non-creatable array value attempted", node.place)
    items[place] = value
