"""Informal Algol into its syntax tree.

    parse(SourceText("x.kawai", "BEGIN INT k; k := 1 END"), options)
    Block((Simple((Typed(INT, "k"),)),), (Assign(":=", Variable("k"), Number(1)),))

A name is a run of words that are not words of the language; any white space between two of them counts as one blank.
"""

from __future__ import annotations

from typing import Any

from interpreters.ir.types import Type
from interpreters.language import Options
from interpreters.languages.informal_algol import syntax
from interpreters.source.lark_parser import Grammar, Token, Transformer, place_of, v_args
from interpreters.source.position import Place, SourceText

GRAMMAR = Grammar(
    "interpreters.languages.informal_algol",
    "grammar.lark",
    names={
        "NAME": "a name", "NUMBER": "a number", "TRUTH": "TRUE or FALSE", "RELATION": "a relation", "EQUALS": "'='",
        "SIGN": "+ or -", "TIMES": "× or ÷", "BECOMES": "':='", "TYPE_INT": "INT", "TYPE_BOOL": "BOOL",
        "SEMICOLON": "';'", "COMMA": "','", "COLON": "':'", "LPAR": "'('", "RPAR": "')'", "LSQB": "'['",
        "RSQB": "']'", "__ANON_0": "'...'",
    },
)  # fmt: skip

NORMAL = {
    "≠": "/=", "<>": "/=", "≤": "<=", "≥": ">=", "−": "-", "*": "×", "∨": "OR", "∧": "AND", "¬": "NOT",
}  # fmt: skip
TYPES = {"INT": Type.INT, "BOOL": Type.BOOL}


def parse(source: SourceText, options: Options) -> syntax.Block:
    """Parse a program; raise SourceError where it does not follow the grammar."""
    del options
    parsed: syntax.Block = Builder(source).transform(GRAMMAR.parse(source))
    return parsed


def name_of(token: Any) -> str:
    """Return a name with one blank between its words."""
    return " ".join(str(token).split())


@v_args(tree=True)
class Builder(Transformer[Token, Any]):
    """Turn the parser's tree into syntax; one method for each rule of the grammar."""

    def __init__(self, source: SourceText) -> None:
        super().__init__()
        self.source = source

    def at(self, tree: Any) -> Place:
        """Return the place of a rule's text."""
        return place_of(self.source, tree)

    def start(self, tree: Any) -> syntax.Block:
        """Build the program."""
        block: syntax.Block = tree.children[0]
        return block

    def block(self, tree: Any) -> syntax.Block:
        """Build a block."""
        kinds = (syntax.Constants, syntax.Simple, syntax.Array, syntax.Procedure)
        declarations = tuple(child for child in tree.children if isinstance(child, kinds))
        return syntax.Block(declarations, tuple(tree.children[len(declarations) :]), place=self.at(tree))

    # declarations

    def constants(self, tree: Any) -> syntax.Constants:
        """Build INT CONST."""
        return syntax.Constants(tuple(tree.children), place=self.at(tree))

    def constant(self, tree: Any) -> syntax.Constant:
        """Build one name of INT CONST."""
        name, value = tree.children
        return syntax.Constant(name_of(name), value, place=self.at(tree))

    def names(self, tree: Any) -> tuple[syntax.Typed, ...]:
        """Build a list of names in which the type may change."""
        kind, found = Type.INT, []
        for token in tree.children:
            if token.type == "NAME":
                found.append(syntax.Typed(kind, name_of(token), place=place_of(self.source, token)))
            else:
                kind = TYPES[str(token)]
        return tuple(found)

    def simple(self, tree: Any) -> syntax.Simple:
        """Build the declaration of simple variables."""
        return syntax.Simple(tree.children[0], place=self.at(tree))

    def array(self, tree: Any) -> syntax.Array:
        """Build the declaration of arrays."""
        *bounds, names = tree.children
        return syntax.Array(tuple(bounds), names, place=self.at(tree))

    def bound(self, tree: Any) -> syntax.Bound:
        """Build the bounds of one dimension."""
        lower, upper = tree.children
        return syntax.Bound(lower, None if isinstance(upper, Token) else upper, place=self.at(tree))

    def procedure(self, tree: Any) -> syntax.Procedure:
        """Build a procedure."""
        rest = [child for child in tree.children if not (isinstance(child, Token) and child.type == "PROC")]
        kind = TYPES[str(rest.pop(0))] if rest[0].type != "NAME" else None
        name = name_of(rest.pop(0))
        parameters: tuple[str, ...] = rest.pop(0) if is_names(rest[0]) else ()
        specifications = tuple(typed for group in rest[:-1] for typed in group)
        return syntax.Procedure(kind, name, parameters, specifications, rest[-1], place=self.at(tree))

    def parameters(self, tree: Any) -> tuple[str, ...]:
        """Build the names of parameters."""
        return tuple(name_of(token) for token in tree.children)

    def specification(self, tree: Any) -> tuple[syntax.Typed, ...]:
        """Build the types of parameters."""
        return self.names(tree)

    # statements

    def dummy(self, tree: Any) -> syntax.Dummy:
        """Build nothing."""
        return syntax.Dummy(place=self.at(tree))

    def assign(self, tree: Any) -> syntax.Assign:
        """Build an assignment."""
        variable, operator, value = tree.children
        return syntax.Assign(str(operator), variable, value, place=self.at(tree))

    def call(self, tree: Any) -> syntax.Call:
        """Build the call of a procedure."""
        name, *arguments = tree.children
        return syntax.Call(name_of(name), tuple(arguments), place=self.at(tree))

    def choose(self, tree: Any) -> syntax.Choose:
        """Build IF."""
        return syntax.Choose(*tree.children, place=self.at(tree))

    def loop(self, tree: Any) -> syntax.Loop:
        """Build FOR."""
        name, first, *parts, body = tree.children
        given = {part.data: part.children[0] for part in parts}
        return syntax.Loop(name_of(name), first, given.get("until"), given.get("while"), body, place=self.at(tree))

    # expressions

    def binary(self, tree: Any) -> syntax.Binary:
        """Build an operation."""
        left, sign, right = tree.children
        return syntax.Binary(NORMAL.get(sign, str(sign)), left, right, place=self.at(tree))

    def unary(self, tree: Any) -> syntax.Unary:
        """Build a sign or NOT."""
        sign, operand = tree.children
        return syntax.Unary(NORMAL.get(sign, str(sign)), operand, place=self.at(tree))

    def number(self, tree: Any) -> syntax.Number:
        """Build a number."""
        return syntax.Number(int(tree.children[0]), place=self.at(tree))

    def truth(self, tree: Any) -> syntax.Truth:
        """Build TRUE or FALSE."""
        return syntax.Truth(str(tree.children[0]) == "TRUE", place=self.at(tree))

    def variable(self, tree: Any) -> syntax.Variable:
        """Build a variable."""
        name, *subscripts = tree.children
        return syntax.Variable(name_of(name), tuple(subscripts), place=self.at(tree))

    def function(self, tree: Any) -> syntax.FunctionCall:
        """Build the call of a procedure that has a value."""
        name, *arguments = tree.children
        return syntax.FunctionCall(name_of(name), tuple(arguments), place=self.at(tree))

    def absolute(self, tree: Any) -> syntax.Absolute:
        """Build ABS."""
        return syntax.Absolute(tree.children[0], place=self.at(tree))


def is_names(item: Any) -> bool:
    """Tell whether an item is a row of parameter names (and not of typed names, or a statement)."""
    return isinstance(item, tuple) and all(isinstance(name, str) for name in item)
