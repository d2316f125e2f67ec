"""Perl text into its syntax tree.

parse(SourceText("x.pl", "print 1 + 2;"), options)
Script((Simple(Function("print", Binary("+", Number("1"), Number("2")))),))
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, get_args

from interpreters.language import Options
from interpreters.languages.perl_subset import syntax
from interpreters.languages.perl_subset.grammar import GRAMMAR
from interpreters.languages.perl_subset.lexer import tokens_of
from interpreters.languages.perl_subset.quoted import Piece, pieces_of
from interpreters.languages.perl_subset.words import PAIR_SLICE
from interpreters.source.lark_parser import Token
from interpreters.source.position import SourceText
from interpreters.source.tree import Building, Node, TreeBuilder

build = TreeBuilder(syntax)
STATEMENTS = get_args(syntax.Statement)
SIGILS = {"SCALAR": "$", "ARRAY": "@", "HASH": "%", "UNDEF": ""}


def parse(source: SourceText, options: Options) -> syntax.Script:
    """Parse a program; raise SourceError where it does not follow the grammar."""
    del options
    script: syntax.Script = build(source, GRAMMAR.parse_tokens(source, tokens_of(source)))
    return script


def nodes(children: Iterable[Any]) -> list[Any]:
    return [child for child in children if isinstance(child, Node)]


def statements(children: Iterable[Any]) -> tuple[syntax.Statement, ...]:
    """Make a statement of each expression that stands alone."""
    return tuple(
        child if isinstance(child, STATEMENTS) else syntax.Simple(child, place=child.place) for child in nodes(children)
    )


def items_of(node: syntax.Expression | None) -> tuple[syntax.Expression, ...]:
    """Return the items of a list without parentheses, or the one expression."""
    if node is None:
        return ()
    return node.items if isinstance(node, syntax.ListOf) and not node.brackets else (node,)


def in_parentheses(b: Building, children: Iterable[Any]) -> syntax.ListOf:
    return syntax.ListOf(tuple(item for node in nodes(children) for item in items_of(node)), True, place=b.place)


# statements


@build.rule
def start(b: Building, *children: Any) -> syntax.Script:
    return syntax.Script(statements(children))


@build.rule
def empty(b: Building) -> None:
    return None  # a lone semicolon


@build.rule
def block(b: Building, *children: Any) -> syntax.Block:
    return syntax.Block(statements(children), place=b.place)


@build.rule
def modified(b: Building, expression: Any, modifier: Token, condition: Any) -> syntax.Simple:
    return syntax.Simple(expression, str(modifier), condition, place=b.place)


@build.rule
def labelled(b: Building, label: Token, loop: Any) -> Any:
    return replace(loop, label=str(label))


@build.rule
def if_(b: Building, *children: Any) -> syntax.If:
    condition, block, *otherwise = nodes(children)
    return syntax.If(condition, block, otherwise[0] if otherwise else None, place=b.place)


@build.rule
def unless_(b: Building, *children: Any) -> syntax.If:
    return replace(if_(b, *children), negated=True)


@build.rule
def foreach(b: Building, *children: Any) -> syntax.Foreach:
    tokens = {token.type: token for token in children if isinstance(token, Token)}
    items, block = nodes(children)
    name = tokens.get("SCALAR", tokens["FOREACH"])
    variable = syntax.Variable("$", str(name) if "SCALAR" in tokens else "_", place=b.at(name))
    return syntax.Foreach(variable, "MY" in tokens, items, block, place=b.place)


@build.rule
def for_(b: Building, word: Token, *parts: Any) -> syntax.For:
    return syntax.For(*parts, place=b.place)


@build.rule
def clause(b: Building, expression: Any = None) -> Any:
    return expression


@build.rule
def while_(b: Building, *children: Any) -> syntax.While:
    # an empty condition is true
    condition, block = children[-2:]
    return syntax.While(condition or syntax.Number("1", place=b.place), block, place=b.place)


@build.rule
def until_(b: Building, *children: Any) -> syntax.While:
    return replace(while_(b, *children), negated=True)


@build.rule
def sub(b: Building, *children: Any) -> syntax.Sub:
    name, block = (child for child in children if isinstance(child, Node) or child.type == "WORD")
    return syntax.Sub(str(name), block, place=b.place)


@build.rule
def use(b: Building, *children: Any) -> syntax.Use:
    name = next(child for child in children if isinstance(child, Token) and child.type in ("WORD", "NUMBER"))
    return syntax.Use(str(name), *nodes(children), place=b.place)


# operators


def operation(b: Building, left: Any, operator: Token, right: Any) -> syntax.Binary:
    return syntax.Binary(str(operator), left, right, place=b.place)


for name in ("binary", "range", "or_or", "and_and", "bind"):
    build.rules[name] = operation


@build.rule
def low_or(b: Building, *children: Any) -> syntax.Binary:
    return syntax.Binary("or", *nodes(children), place=b.place)


@build.rule
def low_and(b: Building, *children: Any) -> syntax.Binary:
    return syntax.Binary("and", *nodes(children), place=b.place)


@build.rule
def not_(b: Building, *children: Any) -> syntax.Unary:
    return syntax.Unary("not", *nodes(children), place=b.place)


@build.rule
def not_call(b: Building, *children: Any) -> syntax.Unary:
    # what follows the closing parenthesis of not( … ) is no part of its operand
    return syntax.Unary("not", in_parentheses(b, children), place=b.place)


@build.rule
def list_(b: Building, *children: Any) -> syntax.ListOf:
    return syntax.ListOf(tuple(nodes(children)), place=b.place)


@build.rule
def assign(b: Building, target: Any, operator: Token, value: Any) -> syntax.Assign:
    return syntax.Assign(str(operator), target, value, place=b.place)


@build.rule
def choice(b: Building, *children: Any) -> syntax.Choice:
    return syntax.Choice(*nodes(children), place=b.place)


@build.rule
def prefix(b: Building, operator: Token, operand: Any) -> syntax.Unary:
    return syntax.Unary(str(operator), operand, place=b.place)


@build.rule
def refer(b: Building, backslash: Token, operand: Any) -> syntax.Reference:
    return syntax.Reference(operand, place=b.place)


@build.rule
def postfix(b: Building, operand: Any, operator: Token) -> syntax.Step:
    return syntax.Step(str(operator), operand, False, place=b.place)


@build.rule
def prestep(b: Building, operator: Token, operand: Any) -> syntax.Step:
    return syntax.Step(str(operator), operand, True, place=b.place)


# variables


def variable(b: Building, token: Token, sigil: str) -> syntax.Variable:
    """Return the variable, or the whole array or hash of an element or slice."""
    return syntax.Variable(sigil, str(token), place=b.at(token))


@build.rule
def scalar(b: Building, name: Token) -> syntax.Variable:
    return variable(b, name, "$")


@build.rule
def array(b: Building, name: Token) -> syntax.Variable:
    return variable(b, name, "@")


@build.rule
def hash_(b: Building, name: Token) -> syntax.Variable:
    return variable(b, name, "%")


@build.rule
def last_index(b: Building, name: Token) -> syntax.LastIndex:
    return syntax.LastIndex(variable(b, name, "@"), place=b.place)


@build.rule
def last_index_of(b: Building, *children: Any) -> syntax.LastIndex:
    return syntax.LastIndex(syntax.Dereferenced("@", nodes(children)[0], place=b.place), place=b.place)


@build.rule
def array_element(b: Building, name: Token, index: Any, *rest: Token) -> syntax.Element:
    return syntax.Element(variable(b, name, "@"), index, place=b.place)


@build.rule
def hash_element(b: Building, name: Token, key: Any, *rest: Token) -> syntax.Entry:
    return syntax.Entry(variable(b, name, "%"), key, place=b.place)


@build.rule
def array_slice(b: Building, name: Token, keys: Any, *rest: Token) -> syntax.Slice:
    return syntax.Slice(variable(b, name, "@"), keys, place=b.place)


@build.rule
def hash_slice(b: Building, name: Token, keys: Any, *rest: Token) -> syntax.Slice:
    return syntax.Slice(variable(b, name, "%"), keys, place=b.place)


@build.rule
def deref(b: Building, sigil: Token, inside: Any, *rest: Token) -> syntax.Dereferenced:
    return syntax.Dereferenced(str(sigil), inside, place=b.place)


@build.rule
def deref_name(b: Building, token: Token) -> syntax.Dereferenced | syntax.LastIndex:
    # in @$name, %$name, $$name and $#$name each further $ is one more reference
    word, place = str(token), b.place
    sigil = "$#" if word.startswith("$#") else word[0]
    name = word.lstrip("$#@%")
    inner: syntax.Expression = syntax.Variable("$", name, place=place)
    for _ in range(len(word) - len(sigil) - len(name) - 1):
        inner = syntax.Dereferenced("$", inner, place=place)
    if sigil == "$#":
        return syntax.LastIndex(syntax.Dereferenced("@", inner, place=place), place=place)
    return syntax.Dereferenced(sigil, inner, place=place)


@build.rule
def arrow_index(b: Building, base: Any, arrow: Token, index: Any, *rest: Token) -> syntax.Expression:
    return subscript(b, base, arrow == "->", "@", index)


@build.rule
def arrow_key(b: Building, base: Any, arrow: Token, key: Any, *rest: Token) -> syntax.Expression:
    return subscript(b, base, arrow == "->", "%", key)


def subscript(b: Building, base: Any, arrow: bool, sigil: str, inside: Any) -> syntax.Expression:
    """Build a subscript of a term; without an arrow it belongs to the sigil of a dereference before it."""
    if isinstance(base, syntax.Dereferenced) and not arrow:
        if base.sigil == "%":
            b.diagnostics.error(b.place, PAIR_SLICE, "@ in place of %, for the values only")
        of = syntax.Dereferenced(sigil, base.reference, place=base.place)
        if base.sigil == "@":
            return syntax.Slice(of, inside, place=b.place)
    else:
        of = syntax.Dereferenced(sigil, base, place=base.place)
    kind = syntax.Element if sigil == "@" else syntax.Entry
    return kind(of, inside, place=b.place)


@build.rule
def my(b: Building, *children: Token) -> syntax.My:
    variables = (variable(b, token, SIGILS[token.type]) for token in children if token.type in SIGILS)
    return syntax.My(tuple(variables), False, place=b.place)


@build.rule
def my_list(b: Building, *children: Token) -> syntax.My:
    return replace(my(b, *children), brackets=True)


# constants


@build.rule
def string(b: Building, token: Token) -> syntax.String:
    # in '…' only \\ and \' are escapes
    return syntax.String(re.sub(r"\\([\\'])", r"\1", token), place=b.place)


@build.rule
def pattern(b: Building, token: Token) -> syntax.Pattern:
    flags, text = token.split("/", 1)
    return syntax.Pattern(text, flags, place=b.place)


@build.rule
def interpolated(b: Building, token: Token) -> syntax.String | syntax.Interpolated:
    # the variables of a string in double quotes are expressions of their own
    place, begin = b.place, (token.end_pos or 0) - 1 - len(token)
    parts: list[syntax.Expression] = []
    for piece in pieces_of(b.source, str(token), begin):
        if piece.code:
            parts.append(inserted(b.source, piece))
        elif parts and isinstance(parts[-1], syntax.String):
            parts[-1] = syntax.String(parts[-1].value + piece.text, place=place)
        else:
            parts.append(syntax.String(piece.text, place=place))
    if len(parts) == 1 and isinstance(parts[0], syntax.String):
        return parts[0]
    return syntax.Interpolated(tuple(parts), place=place) if parts else syntax.String("", place=place)


def inserted(source: SourceText, piece: Piece) -> syntax.Expression:
    """Build a variable inside a string."""
    script = build(source, GRAMMAR.parse_tokens(source, tokens_of(source, piece.text, piece.start)))
    expression: syntax.Expression = script.statements[0].expression
    return expression


# terms


@build.rule
def brackets(b: Building, *children: Any) -> syntax.ListOf:
    return in_parentheses(b, children)


@build.rule
def list_slice(b: Building, *children: Any) -> syntax.Slice:
    *inside, keys = nodes(children)
    return syntax.Slice(in_parentheses(b, inside), keys, place=b.place)


@build.rule
def anonymous_array(b: Building, *children: Any) -> syntax.AnonymousArray:
    return syntax.AnonymousArray(*nodes(children) or [None], place=b.place)


@build.rule
def anonymous_hash(b: Building, *children: Any) -> syntax.AnonymousHash:
    return syntax.AnonymousHash(*nodes(children) or [None], place=b.place)


@build.rule
def call(b: Building, name: Token, *children: Any) -> syntax.Call:
    return syntax.Call(str(name), *nodes(children) or [None], place=b.place)


@build.rule
def word(b: Building, name: Token) -> syntax.Call:
    # a bare word is the call of a sub without arguments
    return syntax.Call(str(name), None, place=b.place)


@build.rule
def nullary(b: Building, name: Token, *rest: Token) -> syntax.Function:
    return syntax.Function(str(name), None, place=b.place)


@build.rule
def unary_call(b: Building, name: Token, *children: Any) -> syntax.Function:
    return syntax.Function(str(name), *nodes(children) or [None], place=b.place)


@build.rule
def list_call(b: Building, name: Token, *children: Any) -> syntax.Function:
    file = next((str(t) for t in children if isinstance(t, Token) and t.type == "FILE_HANDLE"), "")
    return syntax.Function(str(name), (nodes(children) or [None])[0], file, place=b.place)


@build.rule
def block_call(b: Building, name: Token, *children: Any) -> syntax.BlockFunction:
    return syntax.BlockFunction(str(name), *nodes(children), place=b.place)


@build.rule
def sort_plain(b: Building, name: Token, *children: Any) -> syntax.BlockFunction:
    return syntax.BlockFunction(str(name), None, *nodes(children), place=b.place)


@build.rule
def sort_by(b: Building, *children: Any) -> syntax.BlockFunction:
    # to sort by a named sub is to sort by a block that calls it
    name, comparison = (token for token in children if isinstance(token, Token) and token.type != "LPAR")
    place = b.at(comparison)
    simple = syntax.Simple(syntax.Call(str(comparison), None, place=place), place=place)
    return syntax.BlockFunction(str(name), syntax.Block((simple,), place=place), *nodes(children), place=b.place)
