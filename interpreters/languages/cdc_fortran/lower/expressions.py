"""Turn expressions into IR (ANSI X3.9-1966, 6 and 8).

Operands of different arithmetic types are converted to the higher one (CDC). .AND. and .OR. evaluate their second
operand only where the first does not decide.
"""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Label, Register
from getallenband.interpreters.ir.types import Type, bits_real
from getallenband.interpreters.language import SPECULATION_FAILED
from getallenband.interpreters.languages.cdc_fortran import syntax
from getallenband.interpreters.languages.cdc_fortran.check.types import REALS, arithmetic_type, is_octal, real_constant
from getallenband.interpreters.languages.cdc_fortran.library.words import WORDS_END
from getallenband.interpreters.languages.cdc_fortran.lower.arithmetic import convert, negate, operation, power
from getallenband.interpreters.languages.cdc_fortran.lower.context import UnitContext, Value, Variable
from getallenband.interpreters.languages.cdc_fortran.lower.variables import element, fetch, scalar
from getallenband.interpreters.languages.cdc_fortran.lower.words import (
    bits_of,
    check_number,
    constant_word,
    is_word,
    masked,
    no_word,
    plain,
)
from getallenband.interpreters.lowering import arithmetic
from getallenband.interpreters.lowering.dispatch import Dispatcher, dispatcher

RELATIONS = {".EQ.": "=", ".NE.": "/=", ".LT.": "<", ".LE.": "<=", ".GT.": ">", ".GE.": ">="}
TOO_LARGE = "a real result is too large"
TOO_LARGE_BESIDE_CHARACTERS = f"a real result is too large: where reals hold characters, they end at {WORDS_END:.1E}"

value_of: Dispatcher[UnitContext, Value] = dispatcher("an expression")
"""The value of an expression as arithmetic takes it: a real one that holds characters is a trap."""
held: Dispatcher[UnitContext, Value] = dispatcher("an expression")
"""The value of an expression in the form that a word holds: it may be characters, and an integer zero have a sign."""
held.otherwise(value_of)


# --- whole expressions -------------------------------------------------------------------------------------------


def evaluate(c: UnitContext, node: syntax.Expression) -> Value:
    """Return the value of a whole expression, as a word holds it; trap where a computed real number is not finite."""
    # With one operand nothing is saved: checking the result costs what checking the operand does.
    if c.deck.speculative and c.in_loop and is_plain(c, node) and reals_in(node) > 1:
        return speculate(c, node)
    value = held(c, node)
    check_finite(c, node, value)
    return value if may_hold_characters(c, node) else computed(c, value)


def check_finite(c: UnitContext, node: syntax.Expression, value: Value) -> None:
    """Trap where a real value, which is not simply a variable's or a constant, is not finite."""
    if value.type in REALS and not isinstance(node, syntax.Name | syntax.Real | syntax.Double | syntax.Integer):
        for register in value.registers:
            c.build.perform(ops.CheckFinite, register, TOO_LARGE)


def computed(c: UnitContext, value: Value) -> Value:
    """Return a computed value; trap where it is a real number among those that stand for characters."""
    check_number(c, value, TOO_LARGE_BESIDE_CHARACTERS)
    return value_for_shared(c, value)


def value_for_shared(c: UnitContext, value: Value) -> Value:
    """Return a real number for storage that integers share: 0 where it is so small that its bits are an integer."""
    if not c.deck.mixed or value.type not in REALS:
        return value
    zero, least = c.build.real(0.0), c.build.real(bits_real(c.system.greatest + 1))

    def shown(real: Register) -> Register:
        above, below = c.build.do(ops.RealCompare, ">", real, zero), c.build.do(ops.RealCompare, "<", real, least)
        return c.build.do(ops.Select, c.build.do(ops.BoolAnd, above, below), zero, real)

    return Value(value.type, tuple(map(shown, value.registers)))


def may_hold_characters(c: UnitContext, node: syntax.Expression) -> bool:
    """Return whether a real expression is not computed, but a word that is passed on."""
    match node:
        case syntax.Parenthesized(inner):
            return may_hold_characters(c, inner)
        case syntax.Reference(name):
            return c.scope.symbols[name].role != "intrinsic"
    return isinstance(node, syntax.Name)


def speculate(c: UnitContext, node: syntax.Expression) -> Value:
    """Evaluate real arithmetic without checking that each operand has a value; check only the result.

    "No value" is a NaN, which every operation passes on, so a finite result proves that all operands had values; where
    reals hold characters, one that does is made a NaN, which costs less than a check. Where the result is not finite,
    the program is run again without speculation, to report which operand was wrong.
    """
    c.speculating = True
    value = value_of(c, node)
    c.speculating = False
    c.build.perform(ops.CheckFinite, no_word(c, value.register), SPECULATION_FAILED)
    return value_for_shared(c, value)


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
    return plain(c, held(c, node), node.name)


@held.case(syntax.Name)
def held_name(c: UnitContext, node: syntax.Name) -> Value:
    # Within a statement function O77 may be a parameter, and `is_octal` knows only the unit's variables.
    if not any(node.name in bound for bound in c.bindings) and is_octal(c.scope, node.name):
        return constant_word(c, syntax.Octal(node.name[1:]), "WORD")
    return fetch(c, scalar(c, node.name), node.name)


@held.case(syntax.Parenthesized)
def held_parenthesized(c: UnitContext, node: syntax.Parenthesized) -> Value:
    return held(c, node.inner)


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
    if node.operator in RELATIONS:
        return relation(c, node)
    left, right = same_kind(c, node, value_of(c, node.left), value_of(c, node.right))
    left, right = plain(c, left, "a word"), plain(c, right, "a word")
    if node.operator == "**":
        return power(c, left, node.right, right)
    return operation(c, node.operator, left, right)


def same_kind(c: UnitContext, node: syntax.Binary, left: Value, right: Value) -> tuple[Value, Value]:
    """Return the operands of an operator: a word of bits takes the type of the other."""
    kind = arithmetic_type(left.type, right.type)

    def of_kind(side: syntax.Expression, value: Value) -> Value:
        if value.type != "WORD":
            return value
        if isinstance(side, syntax.Hollerith | syntax.Octal) and kind != "COMPLEX":
            return constant_word(c, side, kind)
        return convert(c, value, kind)

    return of_kind(node.left, left), of_kind(node.right, right)


def compared(c: UnitContext, node: syntax.Binary, *, ordered: bool) -> tuple[Value, Value]:
    """Return the operands of a comparison: two numbers or, where both may hold characters, two words.

    Zero is a number and a word: with either it is equal or not, but only with numbers is it less or greater.
    """
    sides = (node.left, node.right)
    given = [held(c, side) for side in sides]
    words = all(one.type == "WORD" or may_hold_characters(c, side) for one, side in zip(given, sides, strict=True))
    left, right = same_kind(c, node, *given)
    if c.deck.held and words and left.type in REALS and right.type in REALS:
        check_alike(c, left.register, right.register, ordered=ordered)
        return left, right
    return plain(c, left, title_of(node.left)), plain(c, right, title_of(node.right))


def title_of(node: syntax.Expression) -> str:
    """Return what messages call an operand."""
    return node.name if isinstance(node, syntax.Name | syntax.Reference) else "this"


def check_alike(c: UnitContext, left: Register, right: Register, *, ordered: bool) -> None:
    """Trap where characters are compared with a number."""
    one, other = (c.build.do(ops.BoolToInt, is_word(c, side)) for side in (left, right))
    alike = c.build.do(ops.IntCompare, "=", one, other)
    for side in () if ordered else (left, right):
        alike = c.build.do(ops.BoolOr, alike, c.build.do(ops.RealCompare, "=", side, c.build.real(0.0)))
    c.build.perform(ops.Check, alike, "characters in a REAL are compared with a number")


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


def relation(c: UnitContext, node: syntax.Binary) -> Value:
    """Compare two numbers or words; trap where a computed real number is not finite."""
    left, right = compared(c, node, ordered=node.operator not in (".EQ.", ".NE."))
    check_finite(c, node.left, left)
    check_finite(c, node.right, right)
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
