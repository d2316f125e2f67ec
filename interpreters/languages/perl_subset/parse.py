"""Perl text into its syntax tree.

parse(SourceText("x.pl", "print 1 + 2;"), options)
Script((Simple(Function("print", Binary("+", Number("1"), Number("2")))),))
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from interpreters.language import Options
from interpreters.languages.perl_subset import syntax
from interpreters.languages.perl_subset.grammar import GRAMMAR
from interpreters.languages.perl_subset.lexer import tokens_of
from interpreters.languages.perl_subset.nesting import DEEPEST, room, too_deep
from interpreters.languages.perl_subset.quoted import Piece, pieces_of
from interpreters.languages.perl_subset.words import PAIR_SLICE
from interpreters.source.diagnostics import Diagnostic, SourceError
from interpreters.source.lark_parser import Token, Transformer, built, place_of, v_args
from interpreters.source.position import Place, SourceText


def parse(source: SourceText, options: Options) -> syntax.Script:
    """Parse a program; raise SourceError where it does not follow the grammar."""
    del options
    tokens = tokens_of(source)
    tree = GRAMMAR.parse_tokens(source, tokens)
    with room(DEEPEST):
        try:
            parsed: syntax.Script = built(Builder(source), tree)
        except RecursionError:
            raise too_deep(source, tokens) from None
    return parsed


def items_of(node: syntax.Expression | None) -> tuple[syntax.Expression, ...]:
    """Return the items of a list without brackets, or the one expression."""
    if node is None:
        return ()
    return node.items if isinstance(node, syntax.ListOf) and not node.brackets else (node,)


@v_args(tree=True)
class Builder(Transformer[Token, Any]):
    """Turn the parser's tree into syntax; one method for each rule of the grammar."""

    def __init__(self, source: SourceText) -> None:
        super().__init__()
        self.source = source

    def at(self, tree: Any) -> Place:
        """Return the place of a rule's text."""
        return place_of(self.source, tree)

    def nodes(self, tree: Any) -> list[Any]:
        """Return the children that are syntax."""
        return [child for child in tree.children if isinstance(child, syntax.Node)]

    def start(self, tree: Any) -> syntax.Script:
        """Build the program."""
        return syntax.Script(tuple(self.statements(tree)))

    # statements

    def statements(self, tree: Any) -> list[syntax.Statement]:
        """Return the statements below a rule; an expression becomes one."""
        kinds = (
            syntax.Block, syntax.Simple, syntax.If, syntax.Foreach, syntax.For, syntax.While, syntax.Sub, syntax.Use,
        )  # fmt: skip
        return [child if isinstance(child, kinds) else syntax.Simple(child, place=child.place)
                for child in self.nodes(tree)]  # fmt: skip

    def empty(self, tree: Any) -> None:
        """Drop a lone semicolon."""

    def block(self, tree: Any) -> syntax.Block:
        """Build { … }."""
        return syntax.Block(tuple(self.statements(tree)), place=self.at(tree))

    def modified(self, tree: Any) -> syntax.Simple:
        """Build a statement with a modifier."""
        expression, modifier, condition = tree.children
        return syntax.Simple(expression, str(modifier), condition, place=self.at(tree))

    def labelled(self, tree: Any) -> Any:
        """Build a loop or a block with a label."""
        label, loop = tree.children
        return replace(loop, label=str(label))

    def if_(self, tree: Any) -> syntax.If:
        """Build if and elsif."""
        condition, block, *otherwise = self.nodes(tree)
        return syntax.If(condition, block, otherwise[0] if otherwise else None, place=self.at(tree))

    def unless_(self, tree: Any) -> syntax.If:
        """Build unless."""
        return replace(self.if_(tree), negated=True)

    def foreach(self, tree: Any) -> syntax.Foreach:
        """Build foreach."""
        tokens = {token.type: token for token in tree.children if isinstance(token, Token)}
        items, block = self.nodes(tree)
        name = str(tokens["SCALAR"]) if "SCALAR" in tokens else "_"
        place = place_of(self.source, tokens.get("SCALAR", tokens["FOREACH"]))
        variable = syntax.Variable("$", name, place=place)
        return syntax.Foreach(variable, "MY" in tokens, items, block, place=self.at(tree))

    def for_(self, tree: Any) -> syntax.For:
        """Build for with three clauses."""
        _, first, condition, after, block = tree.children
        return syntax.For(first, condition, after, block, place=self.at(tree))

    def clause(self, tree: Any) -> Any:
        """Build an expression that may be missing."""
        return tree.children[0] if tree.children else None

    def while_(self, tree: Any) -> syntax.While:
        """Build while; an empty condition is true."""
        condition, block = tree.children[-2:]
        true = syntax.Number("1", place=self.at(tree))
        return syntax.While(condition or true, block, place=self.at(tree))

    def until_(self, tree: Any) -> syntax.While:
        """Build until."""
        return replace(self.while_(tree), negated=True)

    def sub(self, tree: Any) -> syntax.Sub:
        """Build a sub."""
        name, block = (child for child in tree.children if isinstance(child, syntax.Node) or child.type == "WORD")
        return syntax.Sub(str(name), block, place=self.at(tree))

    def use(self, tree: Any) -> syntax.Use:
        """Build use."""
        name = next(child for child in tree.children if isinstance(child, Token) and child.type in ("WORD", "NUMBER"))
        return syntax.Use(str(name), *self.nodes(tree) or [None], place=self.at(tree))

    # operators

    def operation(self, tree: Any) -> syntax.Binary:
        """Build an operation."""
        left, operator, right = tree.children
        return syntax.Binary(str(operator), left, right, place=self.at(tree))

    binary = range = or_or = and_and = bind = operation

    def low_or(self, tree: Any) -> syntax.Binary:
        """Build or."""
        return syntax.Binary("or", *self.nodes(tree), place=self.at(tree))

    def low_and(self, tree: Any) -> syntax.Binary:
        """Build and."""
        return syntax.Binary("and", *self.nodes(tree), place=self.at(tree))

    def not_(self, tree: Any) -> syntax.Unary:
        """Build not."""
        return syntax.Unary("not", *self.nodes(tree), place=self.at(tree))

    def not_call(self, tree: Any) -> syntax.Unary:
        """Build not( … ): what stands behind the bracket does not belong to it."""
        items = tuple(item for node in self.nodes(tree) for item in items_of(node))
        return syntax.Unary("not", syntax.ListOf(items, True, place=self.at(tree)), place=self.at(tree))

    def list(self, tree: Any) -> syntax.ListOf:
        """Build a list."""
        return syntax.ListOf(tuple(self.nodes(tree)), place=self.at(tree))

    def assign(self, tree: Any) -> syntax.Assign:
        """Build an assignment."""
        target, operator, value = tree.children
        return syntax.Assign(str(operator), target, value, place=self.at(tree))

    def choice(self, tree: Any) -> syntax.Choice:
        """Build ? :."""
        return syntax.Choice(*self.nodes(tree), place=self.at(tree))

    def prefix(self, tree: Any) -> syntax.Unary:
        """Build a sign before an operand."""
        operator, operand = tree.children
        return syntax.Unary(str(operator), operand, place=self.at(tree))

    def refer(self, tree: Any) -> syntax.Reference:
        """Build a reference."""
        return syntax.Reference(tree.children[-1], place=self.at(tree))

    def postfix(self, tree: Any) -> syntax.Step:
        """Build ++ behind an operand."""
        operand, operator = tree.children
        return syntax.Step(str(operator), operand, False, place=self.at(tree))

    def prestep(self, tree: Any) -> syntax.Step:
        """Build ++ before an operand."""
        operator, operand = tree.children
        return syntax.Step(str(operator), operand, True, place=self.at(tree))

    # variables

    def scalar(self, tree: Any) -> syntax.Variable:
        """Build $name."""
        return syntax.Variable("$", str(tree.children[0]), place=self.at(tree))

    def array(self, tree: Any) -> syntax.Variable:
        """Build @name."""
        return syntax.Variable("@", str(tree.children[0]), place=self.at(tree))

    def hash(self, tree: Any) -> syntax.Variable:
        """Build %name."""
        return syntax.Variable("%", str(tree.children[0]), place=self.at(tree))

    def named(self, token: Token, sigil: str) -> syntax.Variable:
        """Build the array or hash of an element or slice."""
        return syntax.Variable(sigil, str(token), place=place_of(self.source, token))

    def last_index(self, tree: Any) -> syntax.LastIndex:
        """Build $#name."""
        return syntax.LastIndex(self.named(tree.children[0], "@"), place=self.at(tree))

    def last_index_of(self, tree: Any) -> syntax.LastIndex:
        """Build $#{…}."""
        inner = syntax.Dereferenced("@", self.nodes(tree)[0], place=self.at(tree))
        return syntax.LastIndex(inner, place=self.at(tree))

    def array_element(self, tree: Any) -> syntax.Element:
        """Build $name[…]."""
        return syntax.Element(self.named(tree.children[0], "@"), self.nodes(tree)[0], place=self.at(tree))

    def hash_element(self, tree: Any) -> syntax.Entry:
        """Build $name{…}."""
        return syntax.Entry(self.named(tree.children[0], "%"), self.nodes(tree)[0], place=self.at(tree))

    def array_slice(self, tree: Any) -> syntax.Slice:
        """Build @name[…]."""
        return syntax.Slice(self.named(tree.children[0], "@"), self.nodes(tree)[0], place=self.at(tree))

    def hash_slice(self, tree: Any) -> syntax.Slice:
        """Build @name{…}."""
        return syntax.Slice(self.named(tree.children[0], "%"), self.nodes(tree)[0], place=self.at(tree))

    def deref(self, tree: Any) -> syntax.Dereferenced:
        """Build @{…}, %{…} or ${…}."""
        return syntax.Dereferenced(str(tree.children[0]), self.nodes(tree)[0], place=self.at(tree))

    def deref_name(self, tree: Any) -> syntax.Dereferenced | syntax.LastIndex:
        """Build @$name, %$name, $$name or $#$name; each $ more is one reference more."""
        word, place = str(tree.children[0]), self.at(tree)
        sigil = "$#" if word.startswith("$#") else word[0]
        name = word.lstrip("$#@%")
        inner: syntax.Expression = syntax.Variable("$", name, place=place)
        for _ in range(len(word) - len(sigil) - len(name) - 1):
            inner = syntax.Dereferenced("$", inner, place=place)
        if sigil == "$#":
            return syntax.LastIndex(syntax.Dereferenced("@", inner, place=place), place=place)
        return syntax.Dereferenced(sigil, inner, place=place)

    def arrow_index(self, tree: Any) -> syntax.Expression:
        """Build …->[…], …[…][…], @$name[…] or ${…}[…]."""
        base, arrow, index = tree.children
        return self.subscript(tree, base, str(arrow) == "->", "@", index)

    def arrow_key(self, tree: Any) -> syntax.Expression:
        """Build …->{…}, …{…}{…}, @$name{…} or ${…}{…}."""
        base, arrow, key = tree.children
        return self.subscript(tree, base, str(arrow) == "->", "%", key)

    def subscript(self, tree: Any, base: Any, arrow: bool, sigil: str, inside: Any) -> syntax.Expression:
        """Build a subscript behind a term; without an arrow it belongs to the sign of a reference before it."""
        place = self.at(tree)
        if isinstance(base, syntax.Dereferenced) and not arrow:
            if base.sigil == "%":
                diagnostic = Diagnostic(place, PAIR_SLICE, "@ in place of %, for the values alone")
                raise SourceError(self.source, [diagnostic])
            of = syntax.Dereferenced(sigil, base.reference, place=base.place)
            if base.sigil == "@":
                return syntax.Slice(of, inside, place=place)
        else:
            of = syntax.Dereferenced(sigil, base, place=base.place)
        kind = syntax.Element if sigil == "@" else syntax.Entry
        return kind(of, inside, place=place)

    def my(self, tree: Any) -> syntax.My:
        """Build my with one variable."""
        return syntax.My(self.variables(tree), False, place=self.at(tree))

    def my_list(self, tree: Any) -> syntax.My:
        """Build my with variables in brackets."""
        return syntax.My(self.variables(tree), True, place=self.at(tree))

    def variables(self, tree: Any) -> tuple[syntax.Variable, ...]:
        """Build the variables of my."""
        sigils = {"SCALAR": "$", "ARRAY": "@", "HASH": "%", "UNDEF": ""}
        return tuple(self.named(token, sigils[token.type]) for token in tree.children if token.type in sigils)

    # constants

    def number(self, tree: Any) -> syntax.Number:
        """Build a number."""
        return syntax.Number(str(tree.children[0]), place=self.at(tree))

    def string(self, tree: Any) -> syntax.String:
        r"""Build '…', in which only \\ and \' are more than themselves."""
        return syntax.String(re.sub(r"\\([\\'])", r"\1", str(tree.children[0])), place=self.at(tree))

    def pattern(self, tree: Any) -> syntax.Pattern:
        """Build /…/."""
        flags, text = str(tree.children[0]).split("/", 1)
        return syntax.Pattern(text, flags, place=self.at(tree))

    def interpolated(self, tree: Any) -> syntax.String | syntax.Interpolated:
        """Build a text in double quotes: its variables are expressions of their own."""
        token, place = tree.children[0], self.at(tree)
        start = (token.end_pos or 0) - 1 - len(token)
        parts: list[syntax.Expression] = []
        for piece in pieces_of(self.source, str(token), start):
            if piece.code:
                parts.append(self.inserted(piece))
            elif parts and isinstance(parts[-1], syntax.String):
                parts[-1] = syntax.String(parts[-1].value + piece.text, place=place)
            else:
                parts.append(syntax.String(piece.text, place=place))
        if len(parts) == 1 and isinstance(parts[0], syntax.String):
            return parts[0]
        return syntax.Interpolated(tuple(parts), place=place) if parts else syntax.String("", place=place)

    def inserted(self, piece: Piece) -> syntax.Expression:
        """Build a variable inside a text."""
        tokens = tokens_of(self.source, piece.text, piece.start)
        script = Builder(self.source).transform(GRAMMAR.parse_tokens(self.source, tokens))
        expression: syntax.Expression = script.statements[0].expression
        return expression

    # terms

    def brackets(self, tree: Any) -> syntax.ListOf:
        """Build ( … )."""
        return syntax.ListOf(
            tuple(item for node in self.nodes(tree) for item in items_of(node)), True, place=self.at(tree)
        )

    def list_slice(self, tree: Any) -> syntax.Slice:
        """Build ( … )[ … ]."""
        *inside, keys = self.nodes(tree)
        items = tuple(item for node in inside for item in items_of(node))
        return syntax.Slice(syntax.ListOf(items, True, place=self.at(tree)), keys, place=self.at(tree))

    def anonymous_array(self, tree: Any) -> syntax.AnonymousArray:
        """Build [ … ]."""
        return syntax.AnonymousArray(*self.nodes(tree) or [None], place=self.at(tree))

    def anonymous_hash(self, tree: Any) -> syntax.AnonymousHash:
        """Build { … }."""
        return syntax.AnonymousHash(*self.nodes(tree) or [None], place=self.at(tree))

    def call(self, tree: Any) -> syntax.Call:
        """Build the call of a sub."""
        return syntax.Call(str(tree.children[0]), *self.nodes(tree) or [None], place=self.at(tree))

    def nullary(self, tree: Any) -> syntax.Function:
        """Build a function without arguments."""
        return syntax.Function(str(tree.children[0]), None, place=self.at(tree))

    def unary_call(self, tree: Any) -> syntax.Function:
        """Build a function of one argument."""
        return syntax.Function(str(tree.children[0]), *self.nodes(tree) or [None], place=self.at(tree))

    def list_call(self, tree: Any) -> syntax.Function:
        """Build a function of a list."""
        file = next((str(t) for t in tree.children if isinstance(t, Token) and t.type == "FILE_HANDLE"), "")
        arguments = (self.nodes(tree) or [None])[0]
        return syntax.Function(str(tree.children[0]), arguments, file, place=self.at(tree))

    def block_call(self, tree: Any) -> syntax.BlockFunction:
        """Build map, grep or sort with a block."""
        block, items = self.nodes(tree)
        return syntax.BlockFunction(str(tree.children[0]), block, items, place=self.at(tree))

    def sort_plain(self, tree: Any) -> syntax.BlockFunction:
        """Build sort without a block."""
        return syntax.BlockFunction(str(tree.children[0]), None, *self.nodes(tree), place=self.at(tree))

    def sort_by(self, tree: Any) -> syntax.BlockFunction:
        """Build sort with the name of a sub that compares: the same as a block that calls it."""
        word, name = (token for token in tree.children if isinstance(token, Token) and token.type != "LPAR")
        place = place_of(self.source, name)
        call = syntax.Simple(syntax.Call(str(name), None, place=place), place=place)
        return syntax.BlockFunction(
            str(word), syntax.Block((call,), place=place), *self.nodes(tree), place=self.at(tree)
        )

    def jump(self, tree: Any) -> syntax.Jump:
        """Build next and last."""
        return syntax.Jump(*(str(token) for token in tree.children), place=self.at(tree))

    def word(self, tree: Any) -> syntax.Call:
        """Build a plain word: the call of a sub without arguments."""
        return syntax.Call(str(tree.children[0]), None, place=self.at(tree))
