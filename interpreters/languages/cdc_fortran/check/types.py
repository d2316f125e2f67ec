"""Check the types of expressions, and that arguments, subscripts and labels fit (ANSI X3.9-1966, 6, 7.1, 8)."""

from __future__ import annotations

import re

from getallenband.interpreters.languages.cdc_fortran import syntax
from getallenband.interpreters.languages.cdc_fortran.check.scopes import (
    PROCEDURES,
    WORDS,
    Checking,
    Scope,
    Symbol,
    data_targets,
)
from getallenband.interpreters.languages.cdc_fortran.library.intrinsics import INTRINSICS, NUMBER
from getallenband.interpreters.lowering.dispatch import Dispatcher, dispatcher
from getallenband.interpreters.source.position import Place

RANKS = ("INTEGER", "REAL", "DOUBLEPRECISION", "COMPLEX")
REALS = RANKS[1:]
RELATIONS = (".EQ.", ".NE.", ".LT.", ".LE.", ".GT.", ".GE.")

type_of: Dispatcher[Checking, str] = dispatcher("an expression")


OCTAL_NAME = re.compile("O[0-7]+")

BITS = ("INTEGER", "REAL", "WORD")
"""Types of what has a word's bits: operands of masks."""


def arithmetic_type(left: str, right: str) -> str:
    """Return the type in which two numbers are computed (6.1, table 1, and CDC's mixed arithmetic).

    A WORD has the type of the other operand; two are integers.
    """
    known = [RANKS.index(kind) for kind in (left, right) if kind != "WORD"]
    return RANKS[max(known, default=0)]


def fits(found: str, wanted: str) -> bool:
    """Return whether a value may stand where a type is wanted: bits are an integer, or a real number's."""
    if wanted in ("WORD", NUMBER):
        return found in ("WORD", *BITS)
    return wanted in (found, "ANY") or (found == "WORD" and wanted in BITS)


def holds_word(one: str, other: str) -> bool:
    """Return whether a word meets a real number or variable, which then holds characters or is taken for bits."""
    return "WORD" in (one, other) and (one in REALS or other in REALS)


def require(c: Checking, node: syntax.Expression, wanted: str, what: str, expected: str) -> None:
    """Note an expression that has not the type it must have."""
    found = type_of(c, node)
    if not fits(found, wanted):
        c.error(node.place, f"{what} is {described(found)}", expected)


def described(kind: str) -> str:
    """Return what messages call a type."""
    return "a word of bits" if kind == "WORD" else kind


# --- constants ---------------------------------------------------------------------------------------------------


@type_of.case(syntax.Integer)
def integer(c: Checking, node: syntax.Integer) -> str:
    greatest = c.words.system.greatest
    if node.value > greatest:
        c.error(node.place, f"{node.value} is too large for an integer", f"at most {greatest}")
    return "INTEGER"


@type_of.case(syntax.Real, syntax.Double)
def real(c: Checking, node: syntax.Real | syntax.Double) -> str:
    if real_constant(node) == float("inf"):
        c.error(node.place, f"{node.text} is too large for a real number")
    return "REAL" if isinstance(node, syntax.Real) else "DOUBLEPRECISION"


def real_constant(node: syntax.Real | syntax.Double) -> float:
    """Return the value of a real or double precision constant; infinity where it is too large."""
    return float(node.text.replace("D", "E"))


@type_of.case(syntax.Complex)
def complex_(c: Checking, node: syntax.Complex) -> str:
    type_of(c, node.real)
    type_of(c, node.imaginary)
    return "COMPLEX"


@type_of.case(syntax.Logical)
def logical(c: Checking, node: syntax.Logical) -> str:
    return "LOGICAL"


@type_of.case(syntax.Hollerith)
def hollerith(c: Checking, node: syntax.Hollerith) -> str:
    if fault := c.words.fault(node.text):
        c.error(node.place, fault)
    return "WORD"


@type_of.case(syntax.Octal)
def octal(c: Checking, node: syntax.Octal) -> str:
    if fault := c.words.octal_fault(node.digits):
        c.error(node.place, fault)
    # A word may be 60 ones from here on, which arithmetic must take for zero (lower/words.py, `plain`). Decks without
    # words do not pay for that test.
    c.scope.masks = True
    return "WORD"


# --- variables, array elements, functions ------------------------------------------------------------------------


@type_of.case(syntax.Name)
def name(c: Checking, node: syntax.Name) -> str:
    symbol = c.scope.symbols[node.name]
    if node.name in c.bound:
        return symbol.type
    if is_octal(c.scope, node.name):
        return octal(c, syntax.Octal(node.name[1:], place=node.place))
    if symbol.dimensions:
        c.error(node.place, f"{node.name} is an array", "its subscripts in parentheses")
    elif symbol.role != "variable":
        c.error(node.place, f"{node.name} is a {symbol.role}", "a variable")
    return symbol.type


def is_octal(scope: Scope, name: str) -> bool:
    """Return whether a name such as O77 is an octal constant: the unit has no variable of that name."""
    symbol = scope.symbols[name]
    if not OCTAL_NAME.fullmatch(name) or symbol.role != "variable" or symbol.changed or symbol.typed or symbol.common:
        return False
    given = data_targets(one for group in scope.data for one in group.targets)
    joined = (one for group in scope.equivalences for one in group.targets)
    return symbol.parameter is None and name not in {one.name for one in (*given, *joined)}


@type_of.case(syntax.Reference)
def reference(c: Checking, node: syntax.Reference) -> str:
    symbol = c.scope.symbols[node.name]
    if symbol.dimensions:
        check_subscripts(c, symbol, node)
    elif symbol.role == "statement function":
        check_statement_function(c, node)
    elif symbol.role == "intrinsic":
        check_intrinsic(c, node)
    elif symbol.role == "function":
        check_arguments(c, symbol, node.arguments, node.place)
    return symbol.type


def check_subscripts(c: Checking, symbol: Symbol, node: syntax.Reference) -> None:
    """Check the number and the types of subscripts; without checks of bounds one may count all elements."""
    given, wanted = len(node.arguments), len(symbol.dimensions)
    if given != wanted and not (given == 1 and c.settings["subscripts"] == "storage"):
        c.error(node.place, f"{symbol.name} has {plural(wanted, 'dimension')}, {plural(given, 'subscript')} given")
    for subscript in node.arguments:
        if type_of(c, subscript) == "LOGICAL":
            c.error(subscript.place, "this subscript is LOGICAL", "a number")


def check_statement_function(c: Checking, node: syntax.Reference) -> None:
    """Check the arguments of a statement function: each is converted to its parameter's type."""
    parameters = c.scope.functions[node.name].parameters
    if len(parameters) != len(node.arguments):
        wrong_count(c, node.place, f"statement function {node.name}", len(parameters), len(node.arguments))
    for argument, parameter in zip(node.arguments, parameters, strict=False):
        check_conversion(c, argument.place, parameter, c.scope.symbols[parameter].type, type_of(c, argument))


def check_intrinsic(c: Checking, node: syntax.Reference) -> None:
    """Check the arguments of an intrinsic or basic external function (tables 3 and 4)."""
    function, given = INTRINSICS[node.name], len(node.arguments)
    if given != len(function.arguments) and not (function.many and given > 1):
        wrong_count(c, node.place, node.name, len(function.arguments), given)
    wanted = function.arguments * given if function.many else function.arguments
    c.scope.ends |= function.meaning == "end_of_file"
    c.scope.masks |= function.result == "WORD"
    for number, (kind, argument) in enumerate(zip(wanted, node.arguments, strict=False), start=1):
        found = type_of(c, argument)
        c.scope.held |= holds_word(found, kind)
        if not fits(found, kind):
            others = [name for name, one in INTRINSICS.items() if one.meaning == function.meaning]
            better = next((name for name in others if INTRINSICS[name].arguments[0] == found), "")
            hint = f"{better} is the function for {found}" if better else ""
            if (found, kind) == ("INTEGER", "REAL") and not better:
                hint = "a constant with a point, 4., or FLOAT(I) is REAL"
            expected = "INTEGER or REAL" if kind == "WORD" else kind
            c.error(argument.place, f"argument {number} of {node.name} is {described(found)}", expected, hint=hint)


def wrong_count(c: Checking, place: Place, title: str, wanted: int, given: int) -> None:
    c.error(place, f"{title} takes {plural(wanted, 'argument')}, {given} given")


def plural(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


# --- calls -------------------------------------------------------------------------------------------------------


def check_arguments(
    c: Checking, symbol: Symbol, arguments: tuple[syntax.Expression, ...], place: Place, exits: int = 0
) -> None:
    """Check actual arguments against the parameters of a procedure of the deck; one that is passed is checked later."""
    kinds = [actual_type(c, argument) for argument in arguments]
    callee = c.scopes.get(symbol.name)
    if callee is None or symbol.parameter is not None:
        return
    if len(callee.exits) != exits:
        c.error(place, f"{callee.title} returns to {plural(len(callee.exits), 'label')}, {exits} given")
    if len(callee.parameters) != len(kinds):
        wrong_count(c, place, callee.title, len(callee.parameters), len(kinds))
        return
    for name, kind, argument in zip(callee.parameters, kinds, arguments, strict=True):
        wanted = callee.symbols[name.name].passed_type
        c.scope.held |= holds_word(kind, wanted)
        if not fits(kind, wanted) and not retyped(c, argument, callee.symbols[name.name]):
            message = f"this argument is {described(kind)}, parameter {name.name} of {callee.title} is {wanted}"
            c.error(argument.place, message, hint=remedy(c, argument, wanted))


def retyped(c: Checking, argument: syntax.Expression, dummy: Symbol) -> bool:
    """Return whether an array is passed as another type: its words are what they are in its storage (setting)."""
    taken = c.settings["subscripts"] == "storage" and bool(dummy.dimensions) and is_array(c, argument)
    c.scope.retyped |= taken
    return taken


def is_array(c: Checking, argument: syntax.Expression) -> bool:
    """Return whether an argument is an array or an element, from which on a procedure may use it as an array."""
    return isinstance(argument, syntax.Name | syntax.Reference) and bool(c.scope.symbols[argument.name].dimensions)


def remedy(c: Checking, argument: syntax.Expression, wanted: str) -> str:
    """Say how a procedure is passed on, or an array as one of another type, as work space often was."""
    if wanted == "PROCEDURE" and isinstance(argument, syntax.Name):
        return f"EXTERNAL {argument.name} says that it is a procedure"
    if wanted in WORDS and is_array(c, argument):
        return "--setting subscripts=storage takes the words of an array as those of another type"
    return ""


def actual_type(c: Checking, argument: syntax.Expression) -> str:
    """Return the type of an actual argument, which may be a whole array, a procedure, or many characters."""
    if isinstance(argument, syntax.Hollerith):
        if fault := c.words.fault(argument.text, words=len(argument.text)):
            c.error(argument.place, fault)
        return "WORD"
    if isinstance(argument, syntax.Name) and argument.name not in c.bound:
        symbol = c.scope.symbols[argument.name]
        if symbol.role in PROCEDURES:
            known = symbol.parameter is not None or symbol.name in c.procedures or symbol.name in INTRINSICS
            if not known:
                c.error(
                    argument.place, f"there is no procedure {symbol.name}", "", c.nearest(symbol.name, c.procedures)
                )
            return "PROCEDURE"
        if symbol.dimensions:
            return symbol.type
    return type_of(c, argument)


# --- operators ---------------------------------------------------------------------------------------------------


@type_of.case(syntax.Parenthesized)
def parenthesized(c: Checking, node: syntax.Parenthesized) -> str:
    return type_of(c, node.inner)


@type_of.case(syntax.Unary)
def unary(c: Checking, node: syntax.Unary) -> str:
    found = type_of(c, node.operand)
    if node.operator == ".NOT.":
        return mask_type(c, node, (node.operand,), [found])
    if found == "LOGICAL":
        c.error(node.place, f"the operand of {node.operator} is LOGICAL", "a number")
        return "INTEGER"
    return "INTEGER" if found == "WORD" else found


def mask_type(
    c: Checking, node: syntax.Unary | syntax.Binary, operands: tuple[syntax.Expression, ...], kinds: list[str]
) -> str:
    """Return the type of .NOT., .AND. or .OR.: LOGICAL, or (CDC) a WORD where no operand is LOGICAL."""
    if "LOGICAL" not in kinds and all(kind in BITS for kind in kinds):
        c.scope.masks = True
        c.scope.held |= "REAL" in kinds
        return "WORD"
    for operand, kind in zip(operands, kinds, strict=True):
        if kind != "LOGICAL":
            message = f"this operand of {node.operator} is {described(kind)}"
            c.error(operand.place, message, "a logical expression")
    return "LOGICAL"


@type_of.case(syntax.Binary)
def binary(c: Checking, node: syntax.Binary) -> str:
    if node.operator in (".AND.", ".OR."):
        sides = (node.left, node.right)
        return mask_type(c, node, sides, [type_of(c, node.left), type_of(c, node.right)])
    left, right = type_of(c, node.left), type_of(c, node.right)
    if "LOGICAL" in (left, right):
        c.error(node.place, f"an operand of {node.operator} is LOGICAL", "numbers")
        return "LOGICAL" if node.operator in RELATIONS else "INTEGER"
    kind = arithmetic_type(left, right)
    c.scope.held |= holds_word(left, right)
    if node.operator == "**" and kind == "COMPLEX" and right != "INTEGER":
        c.error(node.place, "a complex number has only powers with a whole number", "an integer exponent")
    if node.operator not in RELATIONS:
        return kind
    if kind == "COMPLEX":
        c.error(node.place, f"the operands of {node.operator} are COMPLEX", "real or whole numbers")
    return "LOGICAL"


def check_conversion(c: Checking, place: Place, name: str, kind: str, value: str) -> None:
    """Check that a value can be converted to the type of a variable: numbers to numbers, logical to logical."""
    c.scope.held |= holds_word(value, kind)
    if value == "WORD" and kind in ("LOGICAL", "COMPLEX"):
        c.error(place, f"{name} is {kind} and cannot hold a word of bits", "INTEGER or REAL")
    elif (kind == "LOGICAL") != (value == "LOGICAL"):
        c.error(place, f"{name} is {kind}, the value is {value}")
