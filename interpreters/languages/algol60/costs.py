"""What the statements of a program need of an old machine: operations, whose times a machine file gives.

    costs(tree, source, options)       # of `i := i + 1`: line, integer_sum and assign_integer, once each

The model is that of MR 81, section 9: an operator each for itself, with the loading of its operands; 12 microseconds
more (`intermediate`) for a second operand that is not simple; an assignment that includes the load of the first one.
Both operands of a Boolean operator are evaluated. A conditional expression takes either branch: its operations count
from the smaller number to the greater. A for statement has as many turns as its body's first statement has executions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from getallenband.interpreters.clocks import Charge
from getallenband.interpreters.ir.program import Program
from getallenband.interpreters.language import Options
from getallenband.interpreters.languages.algol60 import syntax
from getallenband.interpreters.languages.algol60.check import check
from getallenband.interpreters.languages.algol60.check.entities import Array, Formal, LabelPoint, Procedure, Variable
from getallenband.interpreters.languages.algol60.check.library import Library
from getallenband.interpreters.languages.algol60.check.scopes import labels_of
from getallenband.interpreters.languages.algol60.check.types import LOGICAL
from getallenband.interpreters.languages.algol60.lower.statement_labels import NamedStatements, name_statements
from getallenband.interpreters.source.nesting import with_deep_stack
from getallenband.interpreters.source.position import SourceText
from getallenband.interpreters.source.tree import unhandled, unknown

CONSTANTS = (syntax.IntegerNumber, syntax.RealNumber, syntax.LogicalValue)
OPERATIONS = {"×": "product", "/": "quotient", "÷": "integer_quotient", "↑": "power"}


@dataclass(slots=True)
class Tally:
    """How often each operation is needed, at least and at most."""

    low: Counter[str] = field(default_factory=Counter)
    high: Counter[str] = field(default_factory=Counter)

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.low + other.low, self.high + other.high)

    def __or__(self, other: Tally) -> Tally:
        """Return what one of two needs, whichever it is."""
        return Tally(self.low & other.low, self.high | other.high)


def need(*operations: str) -> Tally:
    """Return a tally of operations that are needed for certain."""
    return Tally(Counter(operations), Counter(operations))


def perhaps(tally: Tally) -> Tally:
    return tally | Tally()


def total(tallies: Sequence[Tally]) -> Tally:
    return sum(tallies, Tally())


# --- Expressions ----------------------------------------------------------------------------------------------------


def value(node: syntax.Expression) -> Tally:
    """Return what an expression needs, without the load of a simple first operand."""
    match node:
        case syntax.Name(meaning=Procedure() as procedure):
            return call(procedure, ())
        case syntax.Name():
            return access(node)
        case syntax.Subscripted():
            return element(node, "Boolean_element" if node.type == "Boolean" else "element")
        case syntax.FunctionDesignator():
            return call(node.name.meaning, node.actuals)
        case syntax.Unary(operator="¬"):
            return value(node.operand) + need("not")
        case syntax.Unary(operator="-") if not isinstance(node.operand, CONSTANTS):
            return value(node.operand) + need("negation")
        case syntax.Unary():
            return value(node.operand)
        case syntax.Binary():
            return value(node.left) + value(node.right) + operation(node)
        case syntax.Conditional():
            branches = value(node.yes) + need("jump") | value(node.no)
            return condition(node.condition) + branches
        case syntax.IntegerNumber() | syntax.RealNumber() | syntax.LogicalValue() | syntax.String():
            return Tally()
    raise unknown(node)


def condition(node: syntax.Expression) -> Tally:
    """Return what a condition needs, with the load of its first operand and the jump."""
    return loaded(node) + need("test")


def loaded(node: syntax.Expression) -> Tally:
    """Return what an expression needs whose value no assignment takes."""
    first = node
    while isinstance(first, syntax.Binary | syntax.Unary):
        first = first.left if isinstance(first, syntax.Binary) else first.operand
    return value(node) + (need("load") if is_simple(first) else Tally())


def is_simple(node: syntax.Expression) -> bool:
    """Tell whether an operand is a constant or a variable that is no parameter called by name."""
    if isinstance(node, syntax.Unary):
        return isinstance(node.operand, CONSTANTS)
    meaning = node.meaning
    return (
        isinstance(node, CONSTANTS) or isinstance(meaning, Variable) or (isinstance(meaning, Formal) and meaning.value)
    )


def access(node: syntax.Name) -> Tally:
    """Return what it takes to find what a name stands for, more than a fixed address."""
    match node.meaning:
        case Formal(value=False, kind="simple" | "unspecified" | "array"):
            return need("formal_access")
        case Variable() | Array() | Formal() as entity if entity.owner is not None:
            return need("dynamic_address")
    return Tally()


def element(node: syntax.Subscripted, operation: str) -> Tally:
    """Return what it takes to do an operation on an array's element."""
    found = access(node.name) + need(operation, *["index"] * len(node.subscripts))
    for subscript in node.subscripts:
        found += value(subscript) + (need("rounding") if subscript.type == "real" else Tally())
    return found


def operation(node: syntax.Binary) -> Tally:
    """Return what an operator needs by itself; a comparison is a difference."""
    if node.operator in LOGICAL:
        found = need("logical")
    elif node.operator in OPERATIONS:
        found = need(OPERATIONS[node.operator])
    else:
        found = need("real_sum" if "real" in (node.left.type, node.right.type) else "integer_sum")
    waits = node.operator not in LOGICAL and not is_simple(node.right)
    return found + (need("intermediate") if waits else Tally())


def call(procedure: object, actuals: Sequence[syntax.Expression]) -> Tally:
    """Return what a call needs; a procedure of the system is an operation by its name."""
    if not isinstance(procedure, Procedure):
        return need("call of a formal procedure")
    if procedure.body is None or procedure.library:
        given = [loaded(actual) for actual in actuals if not isinstance(actual, syntax.String)]
        return total(given) + need(f"{procedure.name}()")
    return need("call") + total(list(map(parameter, procedure.formals, actuals)))


def parameter(formal: Formal, actual: syntax.Expression) -> Tally:
    simple = isinstance(actual, syntax.Name | syntax.String) or is_simple(actual)
    if formal.value and formal.kind == "array":
        return need("array called by value")
    if formal.value:
        return need("parameter") + loaded(actual) + (Tally() if simple else need("implicit_subroutine"))
    return need("name_parameter") + (Tally() if simple else need("expression called by name"))


# --- Statements -----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Costing:
    """The charges found so far, the labels to which a jump is a single instruction, and the line at hand."""

    names: NamedStatements
    report: str
    charges: list[Charge] = field(default_factory=list)
    labels: frozenset[LabelPoint] = frozenset()
    line: int = 0

    def charge(self, statement: str, needed: Tally, counted: str = "") -> None:
        """Charge a statement with what it needs in each execution of itself, or of another."""
        for operation, high in needed.high.items():
            self.charges.append(Charge(statement, counted or statement, operation, needed.low[operation], high))

    def first(self, node: syntax.Statement) -> str:
        """Return the name of the first statement in this one that is counted."""
        while not (name := self.names.of(node.place)) and isinstance(node, syntax.Compound | syntax.Block):
            node = node.statements[0]
        return name

    def local(self, nodes: Sequence[syntax.Statement]) -> frozenset[LabelPoint]:
        return frozenset(label.meaning for label, _ in labels_of(nodes, self.report))

    def statement(self, node: syntax.Statement) -> None:
        """Charge a statement and all in it."""
        name = self.names.of(node.place)
        if name and not isinstance(node, syntax.Compound | syntax.Block):
            line = need("line")
            self.charge(name, perhaps(line) if node.place.line == self.line else line)
            self.line = node.place.line
        match node:
            case syntax.Assignment():
                self.charge(name, assignment(node))
            case syntax.ProcedureStatement():
                self.charge(name, call(node.name.meaning, node.actuals))
            case syntax.GoTo(target=syntax.Name(meaning=LabelPoint() as label)) if label in self.labels:
                self.charge(name, need("jump"))
            case syntax.GoTo():
                self.charge(name, need("jump out of a block"))
            case syntax.ConditionalStatement():
                self.conditional(name, node)
            case syntax.For():
                self.loop(name, node)
            case syntax.Compound():
                for inner in node.statements:
                    self.statement(inner)
            case syntax.Block():
                self.charge(self.first(node), need("block"))
                self.block(node)
            case syntax.Dummy():
                pass
            case _:
                raise unknown(node)

    def conditional(self, name: str, node: syntax.ConditionalStatement) -> None:
        self.charge(name, condition(node.condition))
        self.statement(node.yes)
        if node.no is not None:
            self.charge(name, need("jump"), self.first(node.yes))
            self.statement(node.no)

    def loop(self, name: str, node: syntax.For) -> None:
        """Charge a for statement: its elements once, and what comes again with each turn by the turns."""
        body, outer = self.first(node.body), self.labels
        turns = []
        for number, part in enumerate(node.elements):
            once, turn = for_element(node.variable, part)
            self.charge(name, perhaps(once) if number else once)
            turns.append(turn)
        either = turns[0]
        for turn in turns[1:]:
            either |= turn
        if node.body.place.line != node.place.line:
            either += perhaps(need("line"))
        self.charge(name, either, body)
        self.labels = outer | self.local((node.body,))
        self.statement(node.body)
        self.labels = outer

    def block(self, node: syntax.Block) -> None:
        """Charge what is in a block: its procedures, arrays and statements."""
        outer = self.labels
        for declaration in node.declarations:
            if isinstance(declaration, syntax.ArrayDeclaration):
                self.charge(self.first(node), arrays(declaration))
            elif isinstance(declaration, syntax.ProcedureDeclaration):
                self.procedure(declaration.body)
        self.labels = self.local(node.statements)
        for inner in node.statements:
            self.statement(inner)
        self.labels = outer

    def procedure(self, body: syntax.Statement) -> None:
        """Charge the body of a procedure, whose block the call enters and leaves."""
        outer, self.labels = self.labels, self.local((body,))
        if isinstance(body, syntax.Block):
            self.block(body)
        else:
            self.statement(body)
        self.labels = outer


def assignment(node: syntax.Assignment) -> Tally:
    return value(node.value) + total([assigned(target, node.value.type) for target in node.targets])


def assigned(target: syntax.Expression, given: str) -> Tally:
    """Return what it takes to assign a value of a type to a variable."""
    found = need("rounding") if target.type == "integer" and given == "real" else Tally()
    if isinstance(target, syntax.Subscripted):
        return found + element(target, f"assign_{target.type}_element")
    return found + need(f"assign_{target.type}") + place(target)


def for_element(variable: syntax.Expression, node: syntax.ForElement) -> tuple[Tally, Tally]:
    """Return what an element of a for list needs once, and in each turn."""
    match node:
        case syntax.StepElement():
            again = loaded_unless_simple(node.step) + loaded_unless_simple(node.last)
            turn = place(variable) + place(variable) + again
            once = need("step_start") + value(node.first) + place(variable) + again + perhaps(turn)
            return once, need("step_turn") + turn
        case syntax.WhileElement():
            turn = set_variable(variable, node.value) + condition(node.condition)
            return turn, turn
        case syntax.SingleElement():
            return set_variable(variable, node.value), Tally()
        case _:
            raise unhandled(node)


def set_variable(variable: syntax.Expression, node: syntax.Expression) -> Tally:
    return value(node) + assigned(variable, node.type) + need("list_element")


def loaded_unless_simple(node: syntax.Expression) -> Tally:
    """Return what a step or a limit needs: the load of a simple one is in the figure of the for statement."""
    return value(node) if is_simple(node) else loaded(node)


def place(variable: syntax.Expression) -> Tally:
    """Return what it takes to find a variable, or an element that is counted."""
    return access(variable) if isinstance(variable, syntax.Name) else value(variable)


def arrays(node: syntax.ArrayDeclaration) -> Tally:
    found = Tally()
    for segment in node.segments:
        bounds = total([loaded(bound) for pair in segment.bounds for bound in (pair.lower, pair.upper)])
        found += bounds + total([need("array", *["array_index"] * len(segment.bounds)) for _ in segment.names])
    return found


def costs(tree: syntax.Program, source: SourceText, options: Options) -> list[Charge]:
    """Check a program and return the charges of its statements; raise SourceError where it is wrong."""
    report = options.settings["report"]

    def found() -> list[Charge]:
        check(tree, source, report, Library(options.settings["library"]))
        costing = Costing(name_statements(Program(source.name, {}, {}, "main"), tree), report)
        costing.statement(tree.body)
        return costing.charges

    return with_deep_stack(source, found)
