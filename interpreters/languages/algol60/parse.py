"""Parse ALGOL 60 text into its syntax tree.

parse(SourceText("x.a60", "begin integer k; k := 1 end"), options).body
Block((TypeDeclaration(False, "integer", (Name("k"),)),), (Assignment((Name("k"),), IntegerNumber(1)),))
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from getallenband.interpreters.language import Options
from getallenband.interpreters.languages.algol60 import syntax
from getallenband.interpreters.languages.algol60.reading import GRAMMAR, read
from getallenband.interpreters.languages.algol60.syntax_hints import NO_PROGRAM, PROCEDURES_ALONE
from getallenband.interpreters.source.lark_parser import Token
from getallenband.interpreters.source.position import Place, SourceText
from getallenband.interpreters.source.tree import NOWHERE, Building, TreeBuilder


def parse(source: SourceText, options: Options) -> syntax.Program:
    """Parse a program; raise SourceError where it does not follow the grammar."""
    return cast(syntax.Program, build(source, read(source, options)))


build = TreeBuilder(syntax)
build.rules["identifier"] = build.rules["name"]


def listed(b: Building, *given: Any) -> tuple[Any, ...]:
    """Return the constructs of a list without the symbols between them."""
    return tuple(child for child in given if not isinstance(child, Token))


for rule in (
    "subscript_list", "actual_parameter_list", "block_head", "for_list", "identifier_list",
    "bound_pair_list", "formal_parameter_part", "value_part", "specification_part",
):  # fmt: skip
    build.rules[rule] = listed


# --- 2 Basic symbols ------------------------------------------------------------------------------------------------


@build.rule
def logical_value(b: Building, token: Token) -> syntax.LogicalValue:
    return syntax.LogicalValue(token.type == "TRUE", place=b.place)


MOST_DIGITS = 4000
"""Python converts longer numbers only where it is asked to; their value is beyond every machine."""


@build.rule
def unsigned_number(b: Building, token: Token) -> syntax.Expression:
    if len(token) > MOST_DIGITS:
        b.diagnostics.fail(b.place, f"the number has more than {MOST_DIGITS} digits")
    if token.type == "UNSIGNED_INTEGER":
        return syntax.IntegerNumber(int(token), place=b.place)
    if float(token) == float("inf"):
        b.diagnostics.error(b.place, f"{token} is too large for a real number (Report 2.5)")
    return syntax.RealNumber(float(token), place=b.place)


@build.rule
def string(b: Building, *parts: Token) -> syntax.String:
    """Join strings in sequence into one (2.6.3)."""
    return syntax.String("".join(parts), place=b.place)


# --- 3 Expressions --------------------------------------------------------------------------------------------------


@build.rule
def binary(b: Building, left: syntax.Expression, operator: Token, right: syntax.Expression) -> syntax.Binary:
    return syntax.Binary(str(operator), left, right, place=b.at(operator))


@build.rule
def conditional_expression(
    b: Building, condition: syntax.Expression, _then: Token, yes: syntax.Expression, _else: Token, no: syntax.Expression
) -> syntax.Conditional:
    return syntax.Conditional(condition, yes, no, place=b.place)


def designational(node: syntax.Expression) -> syntax.Expression:
    """Take the numbers of a designational expression for labels (3.5.1)."""
    if isinstance(node, syntax.IntegerNumber):
        return syntax.Name(str(node.value), place=node.place)
    if isinstance(node, syntax.Conditional):
        return replace(node, yes=designational(node.yes), no=designational(node.no))
    return node


# --- 4 Statements ---------------------------------------------------------------------------------------------------


@build.rule
def program(b: Building, *given: Any) -> syntax.Program:
    """Build a program; procedures before its begin are in a block around it."""
    *procedures, body = listed(b, *given)
    if not isinstance(body, syntax.Block | syntax.Compound):
        b.diagnostics.fail(body.place, NO_PROGRAM, "begin", hint=PROCEDURES_ALONE if procedures else "")
    whole = syntax.Block(tuple(procedures), (body,), place=body.place) if procedures else body
    return syntax.Program(whole, place=body.place)


@build.rule
def numeric_label(b: Building, token: Token) -> syntax.Name:
    """Build a label that is a number; leading zeros do not count (3.5.1)."""
    return syntax.Name(token.lstrip("0") or "0", place=b.place)


@build.rule
def labels(_: Building, *given: Any) -> tuple[list[syntax.Name], Token]:
    """Return the labels of a statement so far and the last colon."""
    *before, label, colon = given
    names = before[0][0] if before else []
    names.append(label)
    return names, colon


@build.rule
def labelled(b: Building, given: tuple[list[syntax.Name], Token], statement: syntax.Statement) -> syntax.Statement:
    names, colon = given
    return replace(placed(statement, b.at(colon)), labels=tuple(names))


def placed(statement: syntax.Statement, place: Place) -> syntax.Statement:
    """Return a statement; an empty one takes the place of the symbol next to it."""
    return replace(statement, place=place) if statement.place is NOWHERE else statement


def statements(b: Building, given: tuple[Any, ...]) -> tuple[syntax.Statement, ...]:
    """Return the statements between begin and end, each of which is followed by a symbol."""
    return tuple(placed(node, b.at(symbol)) for node, symbol in zip(given[::2], given[1::2], strict=True))


@build.rule
def compound_statement(b: Building, *given: Any) -> syntax.Compound:
    return syntax.Compound(statements(b, given), place=b.place)


@build.rule
def block(b: Building, declarations: tuple[syntax.Declaration, ...], *given: Any) -> syntax.Block:
    return syntax.Block(declarations, statements(b, given), place=b.place)


@build.rule
def left_part(b: Building, variable: syntax.Expression, _assign: Token) -> syntax.Expression:
    return variable


@build.rule
def assignment_statement(b: Building, *given: syntax.Expression) -> syntax.Assignment:
    return syntax.Assignment(given[:-1], given[-1], place=b.place)


@build.rule
def go_to_statement(b: Building, target: syntax.Expression) -> syntax.GoTo:
    return syntax.GoTo(designational(target), place=b.place)


@build.rule
def dummy_statement(b: Building) -> syntax.Dummy:
    return syntax.Dummy(place=NOWHERE)


@build.rule
def if_statement(
    b: Building, condition: syntax.Expression, then: Token, yes: syntax.Statement, *otherwise: Any
) -> syntax.ConditionalStatement:
    no = placed(otherwise[1], b.at(otherwise[0])) if otherwise else None
    return syntax.ConditionalStatement(condition, placed(yes, b.at(then)), no, place=b.place)


@build.rule
def for_(
    b: Building, variable: syntax.Expression, _assign: Token, elements: tuple[syntax.ForElement, ...], do: Token,
    body: syntax.Statement,
) -> syntax.For:  # fmt: skip
    return syntax.For(variable, elements, placed(body, b.at(do)), place=b.place)


@build.rule
def step_element(
    b: Building, first: syntax.Expression, symbol: Token, step: syntax.Expression, last: syntax.Expression
) -> syntax.StepElement:
    return syntax.StepElement(first, step, last, place=b.at(symbol))


@build.rule
def while_element(
    b: Building, value: syntax.Expression, symbol: Token, condition: syntax.Expression
) -> syntax.WhileElement:
    return syntax.WhileElement(value, condition, place=b.at(symbol))


# --- 5 Declarations -------------------------------------------------------------------------------------------------


@build.rule
def type_(b: Building, token: Token) -> str:
    return GRAMMAR.names[token.type]


def attributes(given: tuple[Any, ...]) -> tuple[bool, str]:
    """Return whether a declaration is own, and its type."""
    own = any(isinstance(child, Token) and child.type == "OWN" for child in given)
    return own, next((child for child in given if type(child) is str), "")


@build.rule
def type_declaration(b: Building, *given: Any) -> syntax.TypeDeclaration:
    return syntax.TypeDeclaration(*attributes(given), given[-1], place=b.place)


@build.rule
def array_declaration(b: Building, *given: Any) -> syntax.ArrayDeclaration:
    """Build an array declaration; without a type it is real (5.2.3.3)."""
    own, kind = attributes(given)
    segments = tuple(child for child in given if isinstance(child, syntax.ArraySegment))
    return syntax.ArrayDeclaration(own, kind or "real", segments, place=b.place)


@build.rule
def bound_pair(b: Building, lower: syntax.Expression, _colon: Token, upper: syntax.Expression) -> syntax.BoundPair:
    return syntax.BoundPair(lower, upper, place=b.place)


@build.rule
def switch_declaration(b: Building, *given: Any) -> syntax.SwitchDeclaration:
    name, *elements = listed(b, *given)
    return syntax.SwitchDeclaration(name, tuple(map(designational, elements)), place=b.place)


@build.rule
def procedure_declaration(b: Building, *given: Any) -> syntax.ProcedureDeclaration:
    name, formals, semicolon, values, specifications, body = given[-6:]
    kind = attributes(given)[1]
    body = placed(body, b.at(semicolon))
    return syntax.ProcedureDeclaration(kind, name, formals, values, specifications, body, place=name.place)


@build.rule
def specifier(b: Building, *given: Any) -> tuple[str, str]:
    """Return the kind and the type of parameters; arrays without a type are real (5.4.5)."""
    word = next((child.type.lower() for child in given if isinstance(child, Token)), "simple")
    return word, attributes(given)[1] or ("real" if word == "array" else "")


@build.rule
def specification(b: Building, what: tuple[str, str], names: tuple[syntax.Name, ...]) -> syntax.Specification:
    return syntax.Specification(*what, names, place=b.place)
