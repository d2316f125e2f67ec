"""Turn expressions into IR (ANSI X3.9-1966, 6 and 8).

Operands of different arithmetic types are converted to the higher one (CDC). .AND. and .OR. evaluate their second
operand only where the first does not decide.
"""

from __future__ import annotations

from interpreters.ir import ops
from interpreters.ir.ops import Label
from interpreters.ir.types import Type
from interpreters.language import SPECULATION_FAILED
from interpreters.languages.cdc_fortran import syntax
from interpreters.languages.cdc_fortran.check.types import REALS, arithmetic_type, is_octal, real_constant
from interpreters.languages.cdc_fortran.lower.arithmetic import convert, negate, operation, power
from interpreters.languages.cdc_fortran.lower.context import UnitContext, Value, Variable
from interpreters.languages.cdc_fortran.lower.variables import element, fetch, scalar
from interpreters.languages.cdc_fortran.lower.words import bits_of, constant_word, masked, plain
from interpreters.lowering import arithmetic
from interpreters.lowering.dispatch import Dispatcher, dispatcher

RELATIONS = {".EQ.": "=", ".NE.": "/=", ".LT.": "<", ".LE.": "<=", ".GT.": ">", ".GE.": ">="}
TOO_LARGE = "a real result is too large"

value_of: Dispatcher[UnitContext, Value] = dispatcher("an expression")


# --- whole expressions -------------------------------------------------------------------------------------------


def evaluate(c: UnitContext, node: syntax.Expression) -> Value:
    """Return the value of a whole expression; trap where a computed real number is not finite."""
    # With one operand nothing is saved: checking the result costs what checking the operand does.
    if c.deck.speculative and c.in_loop and is_plain(c, node) and reals_in(node) > 1:
        return speculate(c, node)
    value = value_of(c, node)
    if value.type in REALS and not isinstance(node, syntax.Name | syntax.Real | syntax.Double):
        for register in value.registers:
            c.build.perform(ops.CheckFinite, register, TOO_LARGE)
    return value


def speculate(c: UnitContext, node: syntax.Expression) -> Value:
    """Evaluate real arithmetic without checking that each operand has a value; check only the result.

    "No value" is a NaN, which every operation passes on, so a finite result proves that all operands had values. Where
    it is not finite the program is run again without speculation, to report which operand was wrong.
    """
    c.speculating = True
    value = value_of(c, node)
    c.speculating = False
    c.build.perform(ops.CheckFinite, value.register, SPECULATION_FAILED)
    return value


def is_plain(c: UnitContext, node: syntax.Expression) -> bool:
    """Return whether an expression is real arithmetic on variables, elements and constants, and nothing else."""
    match node:
        case syntax.Binary(operator, left, right):
            return operator in "+-*/" and is_plain(c, left) and is_plain(c, right)
        case syntax.Unary(operator, operand):
            return operator in "+-" and is_plain(c, operand)
        case syntax.Parenthesized(inner):
            return is_plain(c, inner)
        case syntax.Reference(name, arguments):
            symbol = c.scope.symbols[name]
            simple = all(isinstance(one, syntax.Name | syntax.Integer) for one in arguments)
            return bool(symbol.dimensions) and symbol.type in ("REAL", "DOUBLEPRECISION") and simple
        case syntax.Name(name):
            symbol = c.scope.symbols[name]
            real = symbol.role == "variable" and symbol.type in ("REAL", "DOUBLEPRECISION")
            return real and not is_octal(c.scope, name)
    return isinstance(node, syntax.Real | syntax.Double)


def reals_in(node: syntax.Expression) -> int:
    """Count the variables and elements of plain arithmetic."""
    match node:
        case syntax.Binary(_, left, right):
            return reals_in(left) + reals_in(right)
        case syntax.Unary(_, inner) | syntax.Parenthesized(inner):
            return reals_in(inner)
    return int(isinstance(node, syntax.Name | syntax.Reference))


# --- constants and variables -------------------------------------------------------------------------------------


@value_of.case(syntax.Integer)
def integer(c: UnitContext, node: syntax.Integer) -> Value:
    return Value("INTEGER", (c.build.int(node.value),))


@value_of.case(syntax.Real, syntax.Double)
def real(c: UnitContext, node: syntax.Real | syntax.Double) -> Value:
    kind = "REAL" if isinstance(node, syntax.Real) else "DOUBLEPRECISION"
    return Value(kind, (c.build.real(real_constant(node)),))


@value_of.case(syntax.Complex)
def complex_(c: UnitContext, node: syntax.Complex) -> Value:
    return Value("COMPLEX", (value_of(c, node.real).register, value_of(c, node.imaginary).register))


@value_of.case(syntax.Logical)
def logical(c: UnitContext, node: syntax.Logical) -> Value:
    return Value("LOGICAL", (c.build.do(ops.BoolConstant, node.value),))


@value_of.case(syntax.Hollerith, syntax.Octal)
def word(c: UnitContext, node: syntax.Hollerith | syntax.Octal) -> Value:
    return constant_word(c, node, "WORD")


@value_of.case(syntax.Name)
def name(c: UnitContext, node: syntax.Name) -> Value:
    return plain(c, held(c, node))


def held(c: UnitContext, node: syntax.Expression) -> Value:
    """Return a value in the form that a word holds: zero may have a sign."""
    if isinstance(node, syntax.Parenthesized):
        return held(c, node.inner)
    if isinstance(node, syntax.Name):
        # Within a statement function O77 may be a parameter, and `is_octal` knows only the unit's variables.
        if not any(node.name in bound for bound in c.bindings) and is_octal(c.scope, node.name):
            return constant_word(c, syntax.Octal(node.name[1:]), "WORD")
        return fetch(c, scalar(c, node.name), node.name)
    if isinstance(node, syntax.Reference) and c.scope.symbols[node.name].dimensions:
        return fetch(c, array_element(c, node), node.name)
    return value_of(c, node)


def array_element(c: UnitContext, node: syntax.Reference) -> Variable:
    """Return an array element; trap where a subscript is outside its bounds."""
    subscripts = tuple(convert(c, value_of(c, argument), "INTEGER").register for argument in node.arguments)
    return element(c, node, subscripts)


# --- operators ---------------------------------------------------------------------------------------------------


@value_of.case(syntax.Parenthesized)
def parenthesized(c: UnitContext, node: syntax.Parenthesized) -> Value:
    return value_of(c, node.inner)


@value_of.case(syntax.Unary)
def unary(c: UnitContext, node: syntax.Unary) -> Value:
    if node.operator == ".NOT.":
        operand = held(c, node.operand)
        if operand.type != "LOGICAL":
            return masked(c, ".NOT.", [bits_of(c, operand)])
        return Value("LOGICAL", (c.build.do(ops.BoolNot, operand.register),))
    operand = value_of(c, node.operand)
    if operand.type == "WORD":
        operand = convert(c, operand, "INTEGER")
    return negate(c, operand) if node.operator == "-" else operand


@value_of.case(syntax.Binary)
def binary(c: UnitContext, node: syntax.Binary) -> Value:
    if node.operator in (".AND.", ".OR."):
        if is_mask(c, node.left):
            return masked(c, node.operator, [bits_of(c, held(c, side)) for side in (node.left, node.right)])
        return decision(c, node)
    left, right = value_of(c, node.left), value_of(c, node.right)
    if "WORD" in (left.type, right.type):
        kind = arithmetic_type(left.type, right.type)
        left, right = (
            constant_word(c, side, kind) if isinstance(side, syntax.Hollerith | syntax.Octal)
            else convert(c, value, kind) if value.type == "WORD" else value
            for side, value in ((node.left, left), (node.right, right))
        )  # fmt: skip
    if node.operator == "**":
        return power(c, left, node.right, right)
    if node.operator in RELATIONS:
        return relation(c, node, left, right)
    return operation(c, node.operator, left, right)


def is_mask(c: UnitContext, node: syntax.Expression) -> bool:
    """Return whether an operand of .AND. or .OR. is a word, not a logical value."""
    match node:
        case syntax.Parenthesized(inner) | syntax.Unary(".NOT.", inner):
            return is_mask(c, inner)
        case syntax.Binary((".AND." | ".OR."), left, _):
            return is_mask(c, left)
        case syntax.Name(name) | syntax.Reference(name):
            bound = next((one[name].type for one in reversed(c.bindings) if name in one), "")
            return (bound or c.scope.symbols[name].type) != "LOGICAL"
    return not isinstance(node, syntax.Logical) and not (isinstance(node, syntax.Binary) and node.operator in RELATIONS)


def relation(c: UnitContext, node: syntax.Binary, left: Value, right: Value) -> Value:
    """Compare two numbers; trap where a computed real one is not finite."""
    for side, value in ((node.left, left), (node.right, right)):
        simple = isinstance(side, syntax.Name | syntax.Real | syntax.Double | syntax.Integer)
        if value.type in REALS and not simple:
            c.build.perform(ops.CheckFinite, value.register, TOO_LARGE)
    result = arithmetic.compare(c.build, RELATIONS[node.operator], left.register, right.register)
    return Value("LOGICAL", (result,))


def decision(c: UnitContext, node: syntax.Binary) -> Value:
    """Return the value of .AND. or .OR. by branches."""
    result = c.build.local("decision", Type.INT)
    yes, no, after = (c.build.label(hint) for hint in ("true", "false", "decided"))
    branch(c, node, yes, no)
    for label, value in ((yes, 1), (no, 0)):
        c.build.begin(label)
        c.build.perform(ops.LocalStore, result, c.build.int(value))
        c.build.end(ops.Jump, after)
    c.build.begin(after)
    return Value("LOGICAL", (c.build.do(ops.IntToBool, c.build.do(ops.LocalLoad, result)),))


def branch(c: UnitContext, node: syntax.Expression, yes: Label, no: Label, logical: bool = False) -> None:
    """Go to one of two labels; the second operand of .AND. and .OR. is left out where the first decides.

    `logical` says that the expression is known to be logical, not a mask: its first operand is too.
    """
    match node:
        case syntax.Parenthesized(inner):
            branch(c, inner, yes, no, logical)
        case syntax.Unary(".NOT.", operand):
            branch(c, operand, no, yes, logical)
        case syntax.Binary((".AND." | ".OR.") as operator, left, right) if logical or not is_mask(c, left):
            middle = c.build.label("further")
            branch(c, left, *((middle, no) if operator == ".AND." else (yes, middle)), logical=True)
            c.build.begin(middle)
            branch(c, right, yes, no)
        case _:
            c.build.end(ops.Branch, value_of(c, node).register, yes, no)
