"""The types of expressions and statements (sections 3 to 5 of the report).

    statement(Checker("modified", diagnostics), tree.body)        # notes the type of every expression

A type is integer, real or Boolean, or empty where an expression is wrong: what contains it is not reported again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from getallenband.interpreters.languages.algol60 import syntax
from getallenband.interpreters.languages.algol60.check.entities import (
    ARITHMETIC,
    Array,
    Entity,
    Formal,
    Procedure,
    Switch,
    Variable,
    is_kind,
)  # fmt: skip
from getallenband.interpreters.lowering.dispatch import Dispatcher, dispatcher
from getallenband.interpreters.source.diagnostics import Diagnostics
from getallenband.interpreters.source.position import Place
from getallenband.interpreters.source.tree import Node, unhandled, walk

LOGICAL = {"∧", "∨", "⊃", "≡"}
ARITHMETICAL = {"+", "-", "×", "/", "÷", "↑"}


@dataclass(slots=True)
class Checker:
    report: str
    diagnostics: Diagnostics

    def error(self, place: Place, message: str, expected: str = "", hint: str = "") -> str:
        """Note a fault; return the type of what is wrong, which is empty."""
        self.diagnostics.error(place, message, expected, hint=hint)
        return ""


type_of: Dispatcher[Checker, str] = dispatcher("an expression of ALGOL 60")


def value(c: Checker, node: syntax.Expression) -> str:
    """Check an expression that must have a value; return its type."""
    node.notes.type = type_of(c, node)
    return node.type


def expect(c: Checker, node: syntax.Expression, wanted: Iterable[str], what: str, section: str) -> str:
    """Check an expression that must have one of these types."""
    return expect_type(c, node, value(c, node), wanted, what, section)


def expect_type(c: Checker, node: syntax.Expression, found: str, wanted: Iterable[str], what: str, section: str) -> str:
    if found and found not in wanted:
        words = "arithmetic" if "real" in wanted else "Boolean"
        hint = "numbers are compared by =" if what == "an operand of ≡" else ""
        c.error(node.place, f"{what} is {found}, not {words} (Report {section})", hint=hint)
    return found


def constant(node: syntax.Expression) -> int | None:
    """Return the value of an integer, perhaps with a sign; None for any other expression."""
    if isinstance(node, syntax.Unary) and isinstance(node.operand, syntax.IntegerNumber):
        return node.operand.value if node.operator == "+" else -node.operand.value
    return node.value if isinstance(node, syntax.IntegerNumber) else None


# --- 3 Expressions --------------------------------------------------------------------------------------------------


@type_of.case(syntax.IntegerNumber)
def integer_number(c: Checker, node: syntax.IntegerNumber) -> str:
    return "integer"


@type_of.case(syntax.RealNumber)
def real_number(c: Checker, node: syntax.RealNumber) -> str:
    return "real"


@type_of.case(syntax.LogicalValue)
def logical_value(c: Checker, node: syntax.LogicalValue) -> str:
    return "Boolean"


@type_of.case(syntax.String)
def string(c: Checker, node: syntax.String) -> str:
    return c.error(node.place, "a string has no value (Report 2.6.3)", hint="strings may only be actual parameters")


@type_of.case(syntax.Subscripted)
def subscripted(c: Checker, node: syntax.Subscripted) -> str:
    entity, count = node.name.meaning, len(node.subscripts)
    for subscript in node.subscripts:
        expect(c, subscript, ARITHMETIC, "a subscript", "3.1.4.2")
    match entity:
        case None:
            return ""
        case Array():
            if count != entity.dimensions:
                has = f"{entity.dimensions} subscript{'s' * (entity.dimensions > 1)}"
                c.error(node.place, f"{entity.described} has {has}, not {count} (Report 5.2.3.2; {entity.declared})")
            return entity.type
        case Formal(kind="array"):
            return str(entity.type)
        case Switch() | Formal(kind="switch"):
            return c.error(node.place, f"{entity.described} may be used only after go to (Report 3.5)")
    return c.error(node.name.place, f"{entity.described} is not an array (Report 3.1.1)")


@type_of.case(syntax.Unary)
def unary(c: Checker, node: syntax.Unary) -> str:
    if node.operator == "¬":
        expect(c, node.operand, ("Boolean",), "the operand of ¬", "3.4.1")
        return "Boolean"
    return expect(c, node.operand, ARITHMETIC, f"the operand of {node.operator}", "3.3.4")


@type_of.case(syntax.Binary)
def binary(c: Checker, node: syntax.Binary) -> str:
    """Return the type of an operation (3.3.4, 3.4.5); chains to the left are followed without recursion."""
    chain = [node]
    while isinstance(chain[-1].left, syntax.Binary):
        chain.append(chain[-1].left)
    value(c, chain[-1].left)
    for link in reversed(chain):
        link.notes.type = operation(c, link)
    return node.type


def operation(c: Checker, node: syntax.Binary) -> str:
    """Return the type of one operation whose left operand has been checked."""
    operator = node.operator
    wanted = ("Boolean",) if operator in LOGICAL else ARITHMETIC
    what, section = f"an operand of {operator}", "3.3.4" if operator in ARITHMETICAL else "3.4.1"
    left = expect_type(c, node.left, node.left.type, wanted, what, section)
    right = expect(c, node.right, wanted, what, section)
    if operator not in ARITHMETICAL:
        return "Boolean"
    if operator == "/":
        return "real"
    if operator == "÷":
        for part in (node.left, node.right):
            if part.type == "real":
                c.error(part.place, "an operand of ÷ is real, not integer (Report 3.3.4.2)", hint=whole(part))
        return "integer"
    if operator == "↑" and c.report == "revised" and not isinstance(node.right, syntax.IntegerNumber):
        return "real"
    return common(left, right)


def whole(node: syntax.Expression) -> str:
    """Return how a real operand of ÷ may become an integer."""
    calls = (inner.name.name for inner in walk(node) if isinstance(inner, syntax.FunctionDesignator))
    if "abs" in map(str.lower, calls):
        return "abs is real; iabs(i) is the absolute value of an integer, and an integer"
    return "÷ divides integers, / numbers of any type; entier(x) is an integer"


def common(left: str, right: str) -> str:
    """Return the arithmetic type of two together; nothing where one is unknown."""
    return "" if not left or not right else left if left == right else "real"


@type_of.case(syntax.Conditional)
def conditional(c: Checker, node: syntax.Conditional) -> str:
    expect(c, node.condition, ("Boolean",), "the condition of if", "3.3.1")
    yes, no = value(c, node.yes), value(c, node.no)
    if yes and no and (yes == "Boolean") != (no == "Boolean"):
        return c.error(node.place, f"one branch is {yes}, the other {no} (Report 3.3.1)")
    return common(yes, no)


# --- 4 Statements ---------------------------------------------------------------------------------------------------

statement: Dispatcher[Checker, None] = dispatcher("a statement or a declaration of ALGOL 60")


@statement.case(syntax.Dummy, syntax.TypeDeclaration, syntax.ProcedureDeclaration)
def nothing(c: Checker, node: Node) -> None:
    pass


@statement.case(syntax.Compound)
def compound(c: Checker, node: syntax.Compound) -> None:
    for inner in node.statements:
        statement(c, inner)


@statement.case(syntax.ConditionalStatement)
def conditional_statement(c: Checker, node: syntax.ConditionalStatement) -> None:
    expect(c, node.condition, ("Boolean",), "the condition of if", "4.5.1")
    statement(c, node.yes)
    if node.no is not None:
        statement(c, node.no)


@statement.case(syntax.Assignment)
def assignment(c: Checker, node: syntax.Assignment) -> None:
    first, *others = (target(c, left) for left in node.targets)
    for left, kind in zip(node.targets[1:], others, strict=True):
        if kind and first and kind != first:
            c.error(left.place, f"the left parts differ in type: {first} and {kind} (Report 4.2.4)")
    if not first:
        value(c, node.value)
        return
    left = node.targets[0]
    entity: Entity = left.name.meaning if isinstance(left, syntax.Subscripted) else left.meaning
    wanted = ("Boolean",) if first == "Boolean" else ARITHMETIC
    expect(c, node.value, wanted, f"the value assigned to {entity.described}", "4.2.4")


def target(c: Checker, node: syntax.Expression) -> str:
    """Check a left part or a controlled variable; return its type."""
    entity = node.meaning
    if entity is None or is_kind(entity, Variable, "simple") or is_kind(entity, Array, "array"):
        return value(c, node)
    return c.error(node.place, f"{entity.described} cannot be assigned to (Report 4.2.1)", "a variable")


@statement.case(syntax.For)
def for_statement(c: Checker, node: syntax.For) -> None:
    kind = target(c, node.variable)
    if kind and kind not in ARITHMETIC:
        c.error(node.variable.place, f"the controlled variable is {kind}; it must be real or integer (Report 4.6.3)")
    for element in node.elements:
        match element:
            case syntax.SingleElement():
                expect(c, element.value, ARITHMETIC, "a for list element", "4.6.1")
            case syntax.StepElement():
                for part in (element.first, element.step, element.last):
                    expect(c, part, ARITHMETIC, "a step-until-element", "4.6.1")
            case syntax.WhileElement():
                expect(c, element.value, ARITHMETIC, "a while-element", "4.6.1")
                expect(c, element.condition, ("Boolean",), "the condition of while", "4.6.1")
            case _:
                raise unhandled(element)
    statement(c, node.body)


@statement.case(syntax.Block)
def block(c: Checker, node: syntax.Block) -> None:
    """Check a block; the bodies of its procedures are checked apart."""
    for part in (*node.declarations, *node.statements):
        statement(c, part)


# --- 5 Declarations -------------------------------------------------------------------------------------------------


@statement.case(syntax.ArrayDeclaration)
def array_declaration(c: Checker, node: syntax.ArrayDeclaration) -> None:
    for pair in (pair for segment in node.segments for pair in segment.bounds):
        for bound in (pair.lower, pair.upper):
            expect(c, bound, ARITHMETIC, "a subscript bound", "5.2.1")
            if node.own and constant(bound) is None and c.report == "modified":
                hint = "under the Revised Report it may be any expression: --setting report=revised"
                c.error(bound.place, "a bound of an own array must be an integer (Report 5.2.1)", hint=hint)


def procedure(c: Checker, procedure: Procedure) -> None:
    assert procedure.body is not None
    statement(c, procedure.body)
