"""Scheme text into data.

    parse(SourceText("x.scm", "(amb 1 2)"), options).forms[0]
    List((Symbol("amb"), Number(1), Number(2)))

'x, `x, ,x and ,@x are read as (quote x) and so on; numerals.py reads the numbers.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

from getallenband.durable.names import nearest
from getallenband.interpreters.language import Options
from getallenband.interpreters.languages.amb_scheme import syntax
from getallenband.interpreters.languages.amb_scheme.numerals import PREFIX, numeral
from getallenband.interpreters.languages.amb_scheme.values import NAMES, Fault
from getallenband.interpreters.source.diagnostics import Diagnostic, SourceError
from getallenband.interpreters.source.lark_parser import Grammar, Token
from getallenband.interpreters.source.position import SourceText
from getallenband.interpreters.source.tree import Building, Node, TreeBuilder

GRAMMAR = Grammar("getallenband.interpreters.languages.amb_scheme", "grammar.lark")

build = TreeBuilder(syntax)
QUOTATIONS = {"'": "quote", "`": "quasiquote", ",": "unquote", ",@": "unquote-splicing"}
PASSED = r'#\\.|"(?:[^"\\]|\\.)*"|;[^\n]*'
MARK = re.compile(rf'{PASSED}|[][()"]', re.S)
"""A character, a string, a comment, or what opens or closes something."""
CLOSING = {"(": ")", "[": "]"}
LANG = re.compile(r"\A((?:\s|;[^\n]*\n)*)(#lang[ \t]+(\S*)[^\n]*)")
DIALECTS = ("sicp", "racket", "racket/base", "r5rs", "scheme")
"""Dialects of Racket whose programs are read as Scheme: what is not here is refused where it stands."""
BLOCK_COMMENT, COMMENT_MARK = re.compile(rf"{PASSED}|#\|", re.S), re.compile(r"#\||\|#")

CHARACTERS = {name: one for one, name in NAMES.items()} | {"nul": "\0", "linefeed": "\n", "altmode": "\33"}
BOOLEANS = {"#t": True, "#f": False, "#true": True, "#false": False}
ZERO_BELOW = re.compile(r"[+-]?\d+/0+", re.ASCII)
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}


def parse(source: SourceText, options: Options) -> syntax.Program:
    """Read a program; raise SourceError where it is not a sequence of data."""
    del options
    text = without_comments(source)
    if dialect := LANG.match(text):
        text = dialect[1] + " " * len(dialect[2]) + text[dialect.end() :] if dialect[3] in DIALECTS else text
    try:
        tree = GRAMMAR.parse(SourceText(source.name, text))
    except SourceError as error:
        explained = [unquoted(source, one) for one in error.diagnostics]
        raise unclosed(source, text) or SourceError(source, explained) from None
    program: syntax.Program = build(source, tree)
    return program


def notes(source: SourceText, options: Options) -> list[Diagnostic]:
    """Note that a line for Racket was skipped."""
    del options
    dialect = LANG.match(source.text)
    if dialect is None or dialect[3] not in DIALECTS:
        return []
    place = source.place(*dialect.span(2))
    return [Diagnostic(place, f"#lang {dialect[3]} is skipped: the program is read as Scheme with amb")]


def without_comments(source: SourceText) -> str:
    """Replace block comments, which nest, by blanks; raise SourceError where one is not closed."""
    text, pieces, kept, index = source.text, list[str](), 0, 0
    while found := BLOCK_COMMENT.search(text, index):
        start, index = found.span()
        if found[0] != "#|":
            continue
        depth = 1
        while depth:
            mark = COMMENT_MARK.search(text, index)
            if mark is None:
                raise SourceError(
                    source, [Diagnostic(source.place(start, start + 2), "the comment is not closed", "|#")]
                )
            depth += 1 if mark[0] == "#|" else -1
            index = mark.end()
        pieces += text[kept:start], re.sub(r"[^\n]", " ", text[start:index])
        kept = index
    return "".join([*pieces, text[kept:]])


def unclosed(source: SourceText, text: str) -> SourceError | None:
    """Complain about the innermost parenthesis, or the string, that the text does not close, or closes by another."""
    opened: list[int] = []
    for match in MARK.finditer(text):
        place = source.place(match.start(), match.end())
        if match[0] in CLOSING:
            opened.append(match.start())
        elif match[0] in (")", "]"):
            if not opened:
                return SourceError(source, [Diagnostic(place, f"this {match[0]} closes nothing", "a ( before it")])
            start = text[opened.pop()]
            if match[0] != CLOSING[start]:
                message = f"{match[0]} closes the list that {start} begins"
                return SourceError(source, [Diagnostic(place, message, f"'{CLOSING[start]}'")])
        elif match[0] == '"':
            return SourceError(source, [Diagnostic(place, "the string is not closed", 'a "')])
    if not opened:
        return None
    place, closing = source.place(opened[-1], opened[-1] + 1), CLOSING[text[opened[-1]]]
    inside = text.find("\n(", opened[0])
    line = source.place(inside + 1, inside + 2).line
    hint = f"line {line} begins a form inside it: the {closing} may be missing before" if inside >= 0 else ""
    return SourceError(source, [Diagnostic(place, "the list is not closed", f"'{closing}'", hint=hint)])


def unquoted(source: SourceText, diagnostic: Diagnostic) -> Diagnostic:
    """Explain a quotation mark with nothing after it: a string of other languages ends so."""
    start = source.starts[diagnostic.place.line - 1] + diagnostic.place.column - 1
    if not source.text[:start].rstrip().endswith("'"):
        return diagnostic
    return replace(diagnostic, message="' quotes nothing here", expected="a datum", hint='a string is written "…"')


@build.rule
def start(b: Building, *data: Any) -> syntax.Program:
    return syntax.Program(tuple(datum(b, one) for one in data))


@build.rule
def list_(b: Building, *items: Any) -> syntax.List:
    return syntax.List(tuple(datum(b, item) for item in items), place=b.place)


@build.rule
def vector(b: Building, *items: Any) -> syntax.Vector:
    return syntax.Vector(tuple(datum(b, item) for item in items), place=b.place)


@build.rule
def dotted(b: Building, *parts: Any) -> syntax.List:
    # (a b . (c . d)) is (a b c . d)
    place = b.place
    *items, tail = (datum(b, part) for part in parts if getattr(part, "type", "") != "DOT")
    if isinstance(tail, syntax.List):
        return syntax.List((*items, *tail.items), tail.tail, place=place)
    return syntax.List(tuple(items), tail, place=place)


@build.rule
def quotation(b: Building, mark: Token, quoted: Any) -> syntax.List:
    return syntax.List((syntax.Symbol(QUOTATIONS[mark], place=b.at(mark)), datum(b, quoted)), place=b.place)


def datum(b: Building, item: Token | Node) -> Node:
    """Return a list that was built before, or make a number, a string, a Boolean or a symbol of a token."""
    if not isinstance(item, Token):
        return item
    place, text = b.at(item), str(item)
    if item.type == "STRING":
        return syntax.String(re.sub(r"\\(.)", lambda m: escaped(b, m[1], item), text[1:-1], flags=re.S), place=place)
    if item.type == "CHARACTER":
        name = text[2:]
        if len(name) > 1 and name.lower() not in CHARACTERS:
            near = nearest(name, CHARACTERS)
            b.diagnostics.error(place, f"unknown character {text}", "#\\a, #\\space or #\\newline", near)
        return syntax.Character(CHARACTERS.get(name.lower(), name[0]) if len(name) > 1 else name, place=place)
    if text.lower() in BOOLEANS:
        return syntax.Boolean(BOOLEANS[text.lower()], place=place)
    found = number(b, item)
    if found is not None:
        return syntax.Number(found, place=place)
    if text == ".":
        b.diagnostics.error(place, "a dotted list must begin with a datum", "(datum … . datum)")
    elif text == "#lang":
        wanted = f"one of {', '.join(DIALECTS)} on the first line, or nothing: leave the line out"
        b.diagnostics.error(place, "#lang of another language, or not on the first line", wanted)
    elif text[0] in "{}":
        b.diagnostics.error(place, f"{text[0]} is not a parenthesis here", "( or )")
    elif "|" in text and text.strip("|"):
        hint = "a-b, or a string"
        b.diagnostics.error(place, "R5RS has no names between bars", "a name without | and blanks", hint=hint)
    elif PREFIX.match(text):
        b.diagnostics.error(place, f"{text} is no number", "a number such as #xff, #o-17, #b101, #e1.5 or #i1/2")
    elif text[0] == "#":
        b.diagnostics.error(place, f"unknown {text}", "#t or #f")
    return syntax.Symbol(text, place=place)


def number(b: Building, token: Token) -> int | Fraction | float | None:
    """Read a number; return None where the text is none, 0 after an error."""
    try:
        found = numeral(token)
    except Fault:
        wanted = "an exact number of fewer than 4000 digits, or a real number below 1.8e308"
        b.diagnostics.error(b.at(token), "the number has too many digits", wanted)
        return 0
    if found is None and ZERO_BELOW.fullmatch(token):
        b.diagnostics.error(b.at(token), f"the denominator of {token} is zero")
    return found


def escaped(b: Building, letter: str, token: Token) -> str:
    """Return the character that a backslash and a letter stand for in a string."""
    if letter not in ESCAPES:
        b.diagnostics.error(b.at(token), f"unknown \\{letter} in a string", '\\n, \\t, \\" or \\\\')
    return ESCAPES.get(letter, letter)
