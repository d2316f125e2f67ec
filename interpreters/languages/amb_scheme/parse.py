"""Scheme text into data.

    parse(SourceText("x.scm", "(amb 1 2)"), options).forms[0]
    Sequence((Name("amb"), Number(1), Number(2)))

'x, `x, ,x and ,@x are read as (quote x) and so on. No step recurses: text may be nested as deep as NESTING.
"""

from __future__ import annotations

import re
from fractions import Fraction

from interpreters.language import Options
from interpreters.languages.amb_scheme import syntax
from interpreters.languages.amb_scheme.library import NUMBER
from interpreters.source.diagnostics import Diagnostic, SourceError
from interpreters.source.lark_parser import Grammar, Token, Tree, place_of
from interpreters.source.position import Place, SourceText

GRAMMAR = Grammar(
    "interpreters.languages.amb_scheme",
    "grammar.lark",
    names={
        "ATOM": "a name or number", "STRING": 'a string in "…"', "LPAR": "'('", "RPAR": "')'", "DOT": "'.'",
        "QUOTE": "a quotation",
    },
)  # fmt: skip

NESTING = 100
"""How deep a text may be nested."""

DIGITS = 4000
"""How many digits a number may have."""

QUOTATIONS = {"'": "quote", "`": "quasiquote", ",": "unquote", ",@": "unquote-splicing"}
DECIMAL = re.compile(r"[+-]?(\d+\.\d*|\.\d+|\d+e[+-]?\d+)([eE][+-]?\d+)?")
MARK = re.compile(r'"([^"\\]|\\.)*"|;[^\n]*|[()"]', re.S)
"""A string, a comment, or a sign that opens or closes something."""

BOOLEANS = {"#t": True, "#f": False, "#true": True, "#false": False}
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}


def parse(source: SourceText, options: Options) -> syntax.Source:
    """Read a program; raise SourceError where it is no row of data."""
    del options
    try:
        tree = GRAMMAR.parse(source)
    except SourceError as error:
        raise unclosed(source) or error from None
    reader = Reader(source)
    for part in tree.iter_subtrees():
        if part is not tree:
            reader.read(part)
    return syntax.Source(tuple(reader.datum(child) for child in tree.children))


def unclosed(source: SourceText) -> SourceError | None:
    """Complain about the innermost parenthesis, or the string, that the text does not close."""
    opened: list[int] = []
    for match in MARK.finditer(source.text):
        if match[0] == "(":
            opened.append(match.start())
        elif match[0] == ")" and not opened:
            return None
        elif match[0] == ")":
            opened.pop()
        elif match[0] == '"':
            place = source.place(match.start(), match.end())
            return SourceError(source, [Diagnostic(place, "the string is not closed", 'a "')])
    if not opened:
        return None
    place = source.place(opened[-1], opened[-1] + 1)
    return SourceError(source, [Diagnostic(place, "the list is not closed", "')'")])


class Reader:
    """Turn the parser's trees into data, leaves first; `depth` is how deep each is nested."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.read_lists: dict[int, syntax.Datum] = {}
        self.depths: dict[int, int] = {}

    def datum(self, item: Tree[Token] | Token) -> syntax.Datum:
        """Return the datum of a tree that was read before, or of a token."""
        return self.read_lists[id(item)] if isinstance(item, Tree) else self.atom(item)

    def read(self, tree: Tree[Token]) -> None:
        """Read a list whose parts were read before."""
        depth = 1 + max((self.depths[id(child)] for child in tree.children if isinstance(child, Tree)), default=0)
        place = place_of(self.source, tree)
        if depth > NESTING:
            raise SourceError(self.source, [Diagnostic(place, f"nested more than {NESTING} deep")])
        self.depths[id(tree)] = depth
        self.read_lists[id(tree)] = self.sequence(tree, place)

    def sequence(self, tree: Tree[Token], place: Place) -> syntax.Sequence:
        """Make the datum of a list, a dotted list or a quotation."""
        if tree.data == "quotation":
            sign, quoted = tree.children
            assert isinstance(sign, Token)
            word = syntax.Name(QUOTATIONS[sign], place=place_of(self.source, sign))
            return syntax.Sequence((word, self.datum(quoted)), place=place)
        items = [self.datum(child) for child in tree.children if getattr(child, "type", "") != "DOT"]
        if tree.data == "list":
            return syntax.Sequence(tuple(items), place=place)
        *items, tail = items
        if isinstance(tail, syntax.Sequence):
            return syntax.Sequence((*items, *tail.items), tail.tail, place=place)
        return syntax.Sequence(tuple(items), tail, place=place)

    def atom(self, token: Token) -> syntax.Datum:
        """Make a number, a string, a Boolean or a name."""
        place, text = place_of(self.source, token), str(token)
        if token.type == "STRING":
            return syntax.Text(
                re.sub(r"\\(.)", lambda m: self.escaped(m[1], place), text[1:-1], flags=re.S), place=place
            )
        if text in BOOLEANS:
            return syntax.Boolean(BOOLEANS[text], place=place)
        if NUMBER.fullmatch(text):
            return syntax.Number(self.number(text, place), place=place)
        if DECIMAL.fullmatch(text):
            raise self.error(place, f"{text} is no exact number", "a whole number or a fraction such as 1/2")
        if text == ".":
            raise self.error(place, "a dotted list begins with a datum", "(datum … . datum)")
        if text[0] == "#":
            raise self.error(place, f"unknown {text}", "#t or #f")
        return syntax.Name(text, place=place)

    def number(self, text: str, place: Place) -> int | Fraction:
        """Read a whole number or a fraction."""
        if len(text) > DIGITS:
            raise self.error(place, f"the number has more than {DIGITS} digits")
        above, _, below = text.partition("/")
        if not below:
            return int(above)
        if int(below) == 0:
            raise self.error(place, f"the denominator of {text} is zero")
        value = Fraction(int(above), int(below))
        return value.numerator if value.denominator == 1 else value

    def escaped(self, sign: str, place: Place) -> str:
        """Read what stands behind a backslash in a string."""
        if sign not in ESCAPES:
            raise self.error(place, f"unknown \\{sign} in a string", '\\n, \\t, \\" or \\\\')
        return ESCAPES[sign]

    def error(self, place: Place, message: str, expected: str = "") -> SourceError:
        """Return the diagnostic about a token."""
        return SourceError(self.source, [Diagnostic(place, message, expected)])
