"""Perl expressions into closures, in scalar or Boolean context as the place asks for.

scalar(@x) + 1      becomes     lambda frame: OPERATIONS["+"](len(array(frame)), 1)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreters.languages.perl_subset import syntax
from interpreters.languages.perl_subset.compilation import Truth
from interpreters.languages.perl_subset.functions import Functions, applied, throw
from interpreters.languages.perl_subset.machine import Fault, Frame, Jumped, Missing, Scalar
from interpreters.languages.perl_subset.operators import (
    COMPARISON_VALUES,
    COMPARISONS,
    DECISIONS,
    FAULTY,
    INTEGER_UNARY,
    OPERATIONS,
    negated,
    turned,
)
from interpreters.languages.perl_subset.shapes import changes, is_read_late, is_special
from interpreters.languages.perl_subset.values import (
    Ref,
    hash_of,
    identified,
    last_of,
    number_of,
    numeric,
    text_of,
    truth_of,
    whole_of,
)
from interpreters.source.tree import Node

KINDS: dict[str, tuple[type, str]] = {"@": (list, "an ARRAY"), "%": (dict, "a HASH")}
SEPARATOR = "\x1c"
"""What stands between the keys of $hash{1, 2}."""


class Expressions(Functions):
    """The compilation of expressions."""

    # arrays and hashes

    def container(self, node: syntax.Expression, sigil: str, vivify: bool = True) -> Callable[[Frame], Any]:
        """Compile what gives a Python list (sigil @) or dict (%) that can be changed.

        Where a reference is undef, a new array or hash is made (autovivification), unless `vivify` is off.
        """
        if isinstance(node, syntax.My) and not node.brackets and node.variables[0].sigil == sigil:
            return self.fresh(node.variables[0])
        if isinstance(node, syntax.Variable) and node.sigil == sigil:
            slot = self.scopes.find(node)
            home, index = self.machine.globals, slot.index
            if slot.is_file:
                return lambda frame: home[index]

            def local(frame: Frame) -> Any:
                found = frame[index]
                if found is None:
                    found = frame[index] = [] if sigil == "@" else {}
                return found

            return local
        if isinstance(node, syntax.Dereferenced) and node.sigil == sigil:
            return self.pointed(node.reference, sigil, vivify)
        what = "an array" if sigil == "@" else "a hash"
        self.scopes.wrong(node, f"this is not {what}", what)
        return lambda frame: []

    def pointed(self, node: syntax.Expression, sigil: str, vivify: bool) -> Callable[[Frame], Any]:
        """Compile what a reference points at."""
        kind, what = KINDS[sigil]
        strict = self.scopes.strict
        springs = vivify and isinstance(node, syntax.Variable | syntax.Element | syntax.Entry)
        locate = self.locate(node) if springs and not is_special(node) else None
        read = self.scalar(node) if locate is None else None

        def find(frame: Frame) -> Any:
            if locate is None:
                assert read is not None
                value = read(frame)
            else:
                locator = locate(frame)
                items, key = locator
                if items.__class__ is dict:
                    value = items.get(key)
                else:
                    value = items[key] if key < len(items) else None
                if value is None:
                    value = Ref(kind())
                    self.put(locator, value, node.place)
                    return value.to
            if value.__class__ is Ref and isinstance(value.to, kind):
                return value.to
            if value is None and not strict and not vivify:
                return kind()
            raise unusable(value, what, strict, node)

        return find

    def key(self, node: syntax.Expression) -> Callable[[Frame], str]:
        """Compile the key of an entry; several keys make one."""
        if isinstance(node, syntax.String):
            fixed = node.value
            return lambda frame: fixed
        if isinstance(node, syntax.ListOf) and not node.brackets and len(node.items) > 1:
            many = self.many(node)
            return lambda frame: SEPARATOR.join(map(text_of, many(frame)))
        value = self.scalar(node)

        def key(frame: Frame) -> str:
            found = value(frame)
            return found if found.__class__ is str else text_of(found)

        return key

    # scalar context

    def scalar(self, node: syntax.Expression) -> Scalar:
        """Compile an expression in scalar context."""
        if (compile_node := SCALARS.get(type(node))) is not None:
            return compile_node(self, node)
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
            case syntax.Dereferenced("$", _):
                self.scopes.wrong(node, "references to scalars are not supported", "a reference to an array or hash")
                return lambda frame: None
            case syntax.Variable() | syntax.Dereferenced():
                container = self.container(node, node.sigil, vivify=False)
                return lambda frame: len(container(frame))
            case syntax.LastIndex(array_node):
                array = self.container(array_node, "@")
                return lambda frame: len(array(frame)) - 1
            case syntax.My((variable,), False):
                fresh = self.fresh(variable)
                return fresh if variable.sigil == "$" else lambda frame: len(fresh(frame))
            case syntax.AnonymousArray(items):
                many = self.items(items)
                return lambda frame: Ref(self.machine.kept_list(list(many(frame))))
            case syntax.AnonymousHash(items):
                many = self.items(items)
                return lambda frame: Ref(hash_of(self.machine.kept_list(many(frame))))
            case syntax.Reference(operand):
                return self.reference(operand)
            case syntax.Unary(operator, operand):
                return self.unary(operator, operand)
            case syntax.Choice(condition, yes, no):
                test, first, second = self.truth(condition), self.scalar(yes), self.scalar(no)
                return lambda frame: first(frame) if test(frame) else second(frame)
            case syntax.Pattern():
                return self.match(self.variable(node, "_"), node)
            case syntax.Do(block):
                return self.block_value(block, "do", self.scalar)
            case syntax.Call():
                call = self.call(node, single=True)
                return applied(last_of, call)
            case syntax.ListOf(items, _) if items:
                before, last = [self.discarded(item) for item in items[:-1]], self.scalar(items[-1])
                return lambda frame: ([drop(frame) for drop in before], last(frame))[1]
            case syntax.BlockFunction("sort"):
                return self.only_a_list(node, "sort")
            case syntax.BlockFunction():
                many = self.many(node)
                return lambda frame: len(many(frame))
        many = self.many(node)
        return applied(last_of, many)

    def variable(self, node: Node, name: str) -> Scalar:
        """Compile the reading of a scalar variable, special ones among them."""
        machine = self.machine
        if name == "!":
            return lambda frame: machine.error
        if name == "0":
            return lambda frame: machine.source.name
        if name == "^T":
            return lambda frame: int(machine.began)
        if name == "&" or name.isdigit():
            group = 0 if name == "&" else int(name)
            return lambda frame: machine.matched[group] if group < len(machine.matched) else None
        return self.reading(self.scopes.find(syntax.Variable("$", name, place=node.place)))

    def interpolated(self, parts: tuple[syntax.Expression, ...]) -> Scalar:
        """Compile a text with variables in it; the items of an array have blanks between them."""
        pieces: list[Scalar] = []
        kept = self.machine.kept
        for part in parts:
            if isinstance(part, syntax.Slice) or (
                isinstance(part, syntax.Variable | syntax.Dereferenced) and part.sigil == "@"
            ):
                pieces.append(spaced(self.many(part)))
            else:
                pieces.append(self.scalar(part))
        return lambda frame: kept("".join([text_of(piece(frame)) for piece in pieces]))

    def part(self, node: syntax.Element | syntax.Entry) -> Scalar:
        """Compile the reading of an element or entry; what is not there is undef."""
        if isinstance(node, syntax.Entry):
            hash_, key = self.container(node.hash, "%"), self.key(node.key)
            return lambda frame: hash_(frame).get(key(frame))
        array, index = self.container(node.array, "@"), self.scalar(node.index)

        def element(frame: Frame) -> Any:
            items, place = array(frame), index(frame)
            place = place if place.__class__ is int else whole_of(place)
            return items[place] if -len(items) <= place < len(items) else None

        return element

    def reference(self, operand: syntax.Expression) -> Scalar:
        """Compile a reference to an array or hash."""
        if isinstance(operand, syntax.My) and not operand.brackets:
            declared = operand.variables[0]
            if declared.sigil in KINDS:
                fresh = self.fresh(declared)
                return lambda frame: Ref(fresh(frame))
        if isinstance(operand, syntax.Variable | syntax.Dereferenced) and operand.sigil in KINDS:
            container = self.container(operand, operand.sigil)
            return lambda frame: Ref(container(frame))
        self.scopes.wrong(operand, "a reference to this is not supported", "\\@name or \\%name")
        return lambda frame: None

    def jumping(self, node: syntax.Jump) -> Scalar:
        """Compile next or last in the middle of an expression."""
        signal = self.checked_jump(node)
        return lambda frame: throw(Jumped(*signal))

    def checked_jump(self, node: syntax.Jump) -> tuple[str, str]:
        """Return a jump's word and label; there must be such a loop around it in its sub."""
        loops = self.scopes.loops
        if not loops and self.scopes.sub is not None:
            message = f"{node.word} for a loop outside of its sub is not supported"
            self.scopes.wrong(node, message, "a loop around it in the sub")
        elif not loops:
            self.scopes.wrong(node, f"{node.word} outside of a loop", "a loop or a block around it")
        elif node.label and node.label not in loops:
            known = {label for label in loops if label}
            message = f"no loop around this has the label {node.label}"
            near = max(known, key=len) if len(known) == 1 else ""
            self.scopes.wrong(node, message, "a label of a loop around it", near)
        return node.word, node.label

    # operators

    def operation(self, node: syntax.Binary) -> Scalar:
        """Compile an operation."""
        operator = node.operator
        if operator in ("and", "&&", "or", "||", "//"):
            return self.logical(node)
        if operator in ("=~", "!~"):
            return self.bind(node)
        if operator == "..":
            return self.only_a_list(node, "..")
        left, right = self.scalar(node.left), self.scalar(node.right)
        calculate = COMPARISON_VALUES.get(operator) or self.calculation(operator, node)
        if is_read_late(node.left) and changes(node.right):

            def calculate_late(frame: Frame) -> Any:
                value = right(frame)
                return calculate(left(frame), value)

            return calculate_late
        return lambda frame: calculate(left(frame), right(frame))

    def only_a_list(self, node: syntax.Expression, what: str) -> Scalar:
        """Refuse what makes no sense but as a list; in what a sub gives back that is known only when it is called."""
        message = f"{what} in scalar context is not supported"
        if not self.doubtful:
            self.scopes.wrong(node, message, "a list")

        return lambda frame: throw(Missing(message, node.place))

    def calculation(self, operator: str, node: Node) -> Callable[[Any, Any], Any]:
        """Return what an operator does with two values; its faults are at the operation's place."""
        machine = self.machine
        if operator == ".":
            return lambda left, right: machine.kept(text_of(left) + text_of(right))
        if operator == "x":

            def repeat(left: Any, right: Any) -> str:
                text, times = text_of(left), max(0, whole_of(right))
                machine.charge(len(text) * times)
                return text * times

            return repeat
        calculate = OPERATIONS[operator]
        if operator not in FAULTY:
            return calculate

        def check(left: Any, right: Any) -> Any:
            try:
                return calculate(left, right)
            except Fault as fault:
                fault.place = node.place
                raise

        return check

    def logical(self, node: syntax.Binary) -> Scalar:
        """Compile and, or, //: their value is that of the side that decides."""
        left, right, decides = self.scalar(node.left), self.scalar(node.right), DECISIONS[node.operator]

        def decide(frame: Frame) -> Any:
            value = left(frame)
            return value if decides(value) else right(frame)

        return decide

    def unary(self, operator: str, operand: syntax.Expression) -> Scalar:
        """Compile ! not ~ - +."""
        if operator in ("!", "not"):
            test = self.truth(operand)
            return lambda frame: "" if test(frame) else 1
        value = self.scalar(operand)
        if operator in INTEGER_UNARY:
            calculate = INTEGER_UNARY[operator]
            return lambda frame: calculate(value(frame))
        if operator == "~":
            return lambda frame: turned(value(frame))
        return (lambda frame: negated(value(frame))) if operator == "-" else value

    def truth(self, node: syntax.Expression) -> Truth:
        """Compile an expression in Boolean context."""
        match node:
            case syntax.Binary(operator, left, right) if operator in COMPARISONS and not changes(right):
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
        if isinstance(node, syntax.BlockFunction | syntax.ListOf | syntax.Call) or (
            isinstance(node, syntax.Binary) and node.operator == ".."
        ):
            return self.many(node)
        if isinstance(node, syntax.My):
            declare = [self.fresh(variable) for variable in node.variables if variable.sigil]
            return lambda frame: [make(frame) for make in declare]
        return self.scalar(node)


SCALARS: dict[type[Node], Callable[[Expressions, Any], Scalar]] = {
    syntax.Assign: Expressions.assign, syntax.Binary: Expressions.operation, syntax.Element: Expressions.part,
    syntax.Entry: Expressions.part, syntax.Function: Expressions.function, syntax.Jump: Expressions.jumping,
    syntax.Step: Expressions.step,
}  # fmt: skip
"""The expressions that are compiled by a method of their own in scalar context."""


def spaced(many: Callable[[Frame], list[Any]]) -> Scalar:
    """Return what prints a list with blanks between its items."""
    return lambda frame: " ".join(map(text_of, many(frame)))


def constant(text: str) -> int | float:
    """Return the value of a number as written: 0x hexadecimal, 0b binary, a leading 0 octal, with . or e real."""
    if text[:2].lower() in ("0x", "0b"):
        return number_of(int(text, 0))
    if text.isdigit():
        octal = len(text) > 1 and text[0] == "0"
        return numeric(str(int(text, 8))) if octal else numeric(text)
    return float(text)


def unusable(value: Any, what: str, strict: bool, node: Node) -> Fault:
    """Make the fault of using something as a reference that is not one, or points at another kind of thing."""
    if value is None:
        return Fault(f"Can't use an undefined value as {what} reference", node.place)
    if isinstance(value, Ref):
        return Fault(
            f"Not {what} reference: this is one to {'an ARRAY' if value.kind == 'ARRAY' else 'a HASH'}", node.place
        )
    message = f"Can't use {identified(value)} as {what} reference"
    return (
        Fault(message, node.place)
        if strict
        else Missing(f"{message}: symbolic references are not supported", node.place)
    )
