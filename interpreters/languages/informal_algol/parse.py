"""Informal Algol into its syntax tree.

    parse(SourceText("x.kawai", "BEGIN INT k; k := 1 END"), options)
    Block((Simple((Typed(INT, "k"),)),), (Assign(Variable("k"), ":=", Number("1")),))

A name is a sequence of words that are not words of the language; any white space between two of them counts as one
blank.
"""

from __future__ import annotations

import re
from typing import Any

from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.language import Options
from getallenband.interpreters.languages.informal_algol import syntax
from getallenband.interpreters.source.lark_parser import Grammar, Token
from getallenband.interpreters.source.position import SourceText
from getallenband.interpreters.source.tree import Building, TreeBuilder

GRAMMAR = Grammar("getallenband.interpreters.languages.informal_algol", "grammar.lark")
NORMAL = {
    "≠": "/=", "<>": "/=", "≤": "<=", "≥": ">=", "−": "-", "*": "×", "∨": "OR", "∧": "AND", "¬": "NOT",
}  # fmt: skip
"""Other spellings of operators."""
SEPARATOR = re.compile(r";|\bBEGIN\b|\bEND\b")
NOT_ALONE = re.compile(r"[{}]|^\s*\[|\b(INT|BOOL|PROC|CONST)\b")
"""What a simple statement does not contain: comments and declarations, without which the rest would be misread."""
TYPES = {"INT": Type.INT, "BOOL": Type.BOOL}


def parse(source: SourceText, options: Options) -> syntax.Block:
    """Parse a program; raise SourceError with the first fault of every simple statement."""
    program: syntax.Block = build(source, GRAMMAR.parse_parts(source, statement_around, hint))
    return program


def statement_around(text: str, offset: int) -> tuple[int, int] | None:
    """Return a statement without blocks, which may be left out: from BEGIN or a semicolon to a semicolon or END."""
    before = [found.end() for found in SEPARATOR.finditer(text, 0, offset)]
    after = SEPARATOR.search(text, offset)
    if not before or after is None or after.group() == "BEGIN" or NOT_ALONE.search(text, before[-1], after.start()):
        return None
    return before[-1], after.start()


def hint(text: str, offset: int) -> str:
    return "an assignment is written :=" if text.startswith("=", offset) else ""


def normal(token: str) -> str:
    return NORMAL.get(token, str(token))


def one_blank(token: Token) -> Token:
    """Leave one blank between the words of a name."""
    return token.update(value=" ".join(token.split()))


build = TreeBuilder(
    syntax, NAME=one_blank, OR=normal, AND=normal, NOT=normal, RELATION=normal, SIGN=normal, TIMES=normal,
    TYPE_INT=TYPES.get, TYPE_BOOL=TYPES.get, TRUTH="TRUE".__eq__, FLEX=lambda _: None,
)  # fmt: skip


@build.rule
def start(b: Building, block: syntax.Block) -> syntax.Block:
    return block


@build.rule
def block(b: Building, *parts: Any) -> syntax.Block:
    declarations = tuple(part for part in parts if isinstance(part, syntax.Declaration))
    return syntax.Block(declarations, parts[len(declarations) :], place=b.place)


@build.rule
def names(b: Building, *parts: Any) -> tuple[syntax.Typed, ...]:
    """Build a list of names in which the type may change."""
    kind, found = Type.INT, []
    for part in parts:
        if isinstance(part, Token):
            found.append(syntax.Typed(kind, str(part), place=b.at(part)))
        else:
            kind = part
    return tuple(found)


@build.rule
def array(b: Building, *parts: Any) -> syntax.Array:
    return syntax.Array(parts[:-1], parts[-1], place=b.place)


@build.rule
def parameters(b: Building, *parts: str) -> tuple[str, ...]:
    return tuple(map(str, parts))


@build.rule
def procedure(b: Building, kind: Type | None, name: str, formals: tuple[str, ...] | None, *rest: Any) -> Any:
    *lists, body = rest
    specifications = tuple(item for items in lists for item in items)
    return syntax.Procedure(kind, str(name), formals or (), specifications, body, place=b.place)
