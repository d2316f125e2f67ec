"""Perl text into its syntax tree.

parse(SourceText("x.pl", "print 1 + 2;"), options)
Script((Simple(Function("print", Binary("+", Number("1"), Number("2")))),))
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from getallenband.interpreters.language import Options
from getallenband.interpreters.languages.perl_subset import syntax
from getallenband.interpreters.languages.perl_subset.grammar import GRAMMAR
from getallenband.interpreters.languages.perl_subset.lexer import tokens_of
from getallenband.interpreters.languages.perl_subset.quoted import Piece, characters_of, pattern_pieces, pieces_of
from getallenband.interpreters.languages.perl_subset.static_properties import is_list, items_of
from getallenband.interpreters.languages.perl_subset.words import PAIR_SLICE
from getallenband.interpreters.source.diagnostics import Diagnostic, SourceError
from getallenband.interpreters.source.lark_parser import Token
from getallenband.interpreters.source.position import SourceText
from getallenband.interpreters.source.tree import Building, Node, Rule, TreeBuilder

build = TreeBuilder(syntax)
SIMPLE = re.compile(r"[$@](?:(?P<name>[A-Za-z_]\w*)|\{(?P<braced>\w+)\})", re.ASCII)
SIGILS = {
    "SCALAR": "$", "ARRAY": "@", "ARRAY_ELEMENT": "@", "ARRAY_SLICE": "@", "LAST_INDEX": "@", "HASH": "%",
    "HASH_ELEMENT": "%", "HASH_SLICE": "%", "UNDEF": "",
}  # fmt: skip
"""The sigil of the whole variable that a token names: $x[0] is an element of @x."""


def parse(source: SourceText, options: Options) -> syntax.Script:
    """Parse a program; raise SourceError where it does not follow the grammar."""
    del options
    script: syntax.Script = build(source, GRAMMAR.parse_tokens(source, tokens_of(source)))
    return script


ENVIRONMENT = re.compile(r"^[^#\n]*?(?P<at>[$%@]ENV\b)", re.M)
ASSIGNED_CONDITION = re.compile(
    r"^[^#\n]*?\b(?:if|elsif|unless|while|until)\s*\(\s*\$\w+\s*(?P<at>=)\s*(?:[\d.]+|'[^'\n]*'|\"[^\"\n]*\")\s*\)",
    re.M,
)
NOTES = (
    (ENVIRONMENT, "%ENV is empty: a program does not see the environment, so that it runs alike everywhere"),
    (ASSIGNED_CONDITION, "= assigns: == compares numbers, and eq texts"),
)
"""What a text may have on a line, not in a comment, and what is noted of it."""


def notes(source: SourceText, options: Options) -> list[Diagnostic]:
    """Note what is no error, but hardly meant."""
    del options
    matches = ((pattern.search(source.text), message) for pattern, message in NOTES)
    return [Diagnostic(source.place(*found.span("at")), message) for found, message in matches if found]


# statements


@build.rule
def labelled(b: Building, label: Token, loop: Any) -> Any:
    return replace(loop, label=str(label))


@build.rule
def unless_(b: Building, condition: Any, block: Any, otherwise: Any) -> syntax.If:
    return syntax.If(condition, block, otherwise, negated=True, place=b.place)


@build.rule
def foreach(b: Building, my: Token | None, name: Token | None, items: Any, block: Any) -> syntax.Foreach:
    topic = variable(b, name) if name else syntax.Variable("$", "_", place=b.place)
    return syntax.Foreach(topic, my is not None, items, block, place=b.place)


@build.rule
def simple(b: Building, expression: Any, modifier: Token | None = None, condition: Any = None) -> syntax.Simple:
    if modifier in ("while", "until"):
        condition = until_end(condition)
    if isinstance(expression, syntax.Function) and expression.name == "chomp" and expression.arguments and not modifier:
        items = expression.arguments
        if is_list(items.target if isinstance(items, syntax.Assign) else items):
            # without its value, chomp of a list is chomp of each item
            return syntax.Simple(replace(expression, arguments=None), "foreach", items, place=b.place)
    return syntax.Simple(expression, str(modifier or ""), condition, place=b.place)


@build.rule
def while_(b: Building, condition: Any, block: Any) -> syntax.While:
    # an empty condition is true
    return syntax.While(until_end(condition or syntax.Number("1", place=b.place)), block, place=b.place)


def until_end(condition: syntax.Expression) -> syntax.Expression:
    """Return the condition of a loop; a line that is read there is assigned, to $_ if to nothing else, and defined."""
    if isinstance(condition, syntax.ReadLine):
        topic = syntax.Variable("$", "_", place=condition.place)
        condition = syntax.Assign("=", topic, condition, place=condition.place)
    match condition:
        case syntax.Assign("=", target, syntax.ReadLine()) if not is_list(target):
            return syntax.Function("defined", condition, place=condition.place)
    return condition


@build.rule
def until_(b: Building, *parts: Any) -> syntax.While:
    return replace(while_(b, *parts), negated=True)


# operators


@build.rule
def binary(b: Building, left: Any, operator: Token, right: Any) -> syntax.Binary | syntax.Unary:
    if operator == "xor":
        denied = [syntax.Unary("!", side, place=side.place) for side in (left, right)]
        return syntax.Binary("!=", *denied, place=b.place)
    if operator.type != "BIND":
        # perlop: ... differs from .. in scalar context only
        return syntax.Binary(".." if operator == "..." else str(operator), left, right, place=b.place)
    if not isinstance(right, syntax.Bound):
        return syntax.Bound(str(operator), left, right, place=b.place)
    bound = replace(right, left=left, place=b.place)
    if operator == "=~":
        return bound
    if copies(right.right):
        b.diagnostics.error(b.place, "!~ asks whether something was changed, and the flag r changes nothing", "=~")
    return syntax.Unary("!", bound, place=b.place)


def copies(change: syntax.Expression) -> bool:
    """Tell whether a substitution or transliteration gives a copy."""
    return getattr(change, "copied", False) or "r" in getattr(change, "flags", "")


@build.rule
def unary(b: Building, operator: Token, operand: Any) -> Any:
    # + does nothing to what follows, be it a list
    return operand if operator == "+" else syntax.Unary(str(operator), operand, place=b.place)


@build.rule
def assign(b: Building, target: Any, operator: Token, value: Any) -> syntax.Assign:
    return syntax.Assign(str(operator), target, value, place=b.place)


@build.rule
def postfix(b: Building, operand: Any, operator: Token) -> syntax.Step:
    return syntax.Step(str(operator), operand, before=False, place=b.place)


@build.rule
def list_(b: Building, *items: Any) -> syntax.ListOf:
    return syntax.ListOf(items, place=b.place)


@build.rule
def parentheses(b: Building, inside: Any = None) -> syntax.ListOf:
    return syntax.ListOf(items_of(inside), True, place=b.place)


# variables


@build.rule
def variable(b: Building, name: Token) -> syntax.Variable:
    return syntax.Variable(SIGILS[name.type], str(name), place=b.at(name))


def part_of_variable(made: Callable[..., Node]) -> Rule:
    """Return the rule for a part of the variable that its first token names."""
    return lambda b, name, *inside: made(variable(b, name), *inside, place=b.place)


build.rules |= {
    "last_index": part_of_variable(syntax.LastIndex), "element": part_of_variable(syntax.Element),
    "entry": part_of_variable(syntax.Entry), "slice_of_variable": part_of_variable(syntax.Slice),
}  # fmt: skip


@build.rule
def dereferenced(b: Building, sigil: str, reference: Any) -> syntax.Dereferenced | syntax.LastIndex:
    # a block even without braces: there is only a variable then, which matches nothing
    if sigil == "$#":
        return syntax.LastIndex(syntax.Dereferenced("@", reference, True, place=b.place), place=b.place)
    return syntax.Dereferenced(str(sigil), reference, True, place=b.place)


@build.rule
def deref_name(b: Building, token: Token) -> syntax.Dereferenced | syntax.LastIndex:
    # in @$name, %$name, $$name and $#$name each further $ is one more reference
    name = token.lstrip("$#@%")
    sigil = "$#" if token.startswith("$#") else token[0]
    inner: syntax.Expression = syntax.Variable("$", name, place=b.place)
    for _ in range(len(token) - len(sigil) - len(name) - 1):
        inner = syntax.Dereferenced("$", inner, place=b.place)
    return dereferenced(b, sigil, inner)


@build.rule
def subscript(b: Building, base: Any, arrow: Token, inside: Any) -> syntax.Expression:
    # without an arrow a subscript belongs to the sigil of a dereference before it
    made, sigil = (syntax.Element, "@") if arrow.type == "ARROW_INDEX" else (syntax.Entry, "%")
    if arrow == "->" or not isinstance(base, syntax.Dereferenced):
        return made(syntax.Dereferenced(sigil, base, place=base.place), inside, place=b.place)
    if base.sigil == "%":
        b.diagnostics.error(b.place, PAIR_SLICE, "@ in place of %, for the values only")
    of = syntax.Dereferenced(sigil, base.reference, base.block, place=base.place)
    return (syntax.Slice if base.sigil == "@" else made)(of, inside, place=b.place)


@build.rule
def my(b: Building, word: Token, *names: Token) -> syntax.My:
    return syntax.My(tuple(variable(b, name) for name in names), False, place=b.place)


@build.rule
def my_list(b: Building, *tokens: Token) -> syntax.My:
    return replace(my(b, *tokens), brackets=True)


@build.rule
def our(b: Building, word: Token, name: Token) -> syntax.Variable:
    return replace(variable(b, name), our=True)


@build.rule
def our_list(b: Building, word: Token, *names: Token) -> syntax.ListOf:
    return syntax.ListOf(tuple(our(b, word, name) for name in names), True, place=b.place)


# constants


@build.rule
def string(b: Building, token: Token) -> syntax.String:
    # in '…' only \\ and \' are escapes
    return syntax.String(re.sub(r"\\([\\'])", r"\1", token), place=b.place)


@build.rule
def interpolated(b: Building, token: Token, *, replacing: bool = False) -> syntax.String | syntax.Interpolated:
    # the variables of a string in double quotes are expressions of their own
    begin = (token.end_pos or 0) - 1 - len(token)
    return assembled(b, pieces_of(b.source, str(token), begin, replacing=replacing))


def assembled(b: Building, pieces: Iterable[Piece]) -> syntax.String | syntax.Interpolated:
    """Build a string from its pieces."""
    place = b.place
    parts: list[syntax.Expression] = []
    for piece in pieces:
        part = inserted(b.source, piece) if piece.code else syntax.String(piece.text, place=place)
        if parts and isinstance(part, syntax.String) and isinstance(before := parts[-1], syntax.String):
            parts[-1] = syntax.String(before.value + part.value, place=place)
        else:
            parts.append(part)
    if len(parts) == 1 and isinstance(parts[0], syntax.String):
        return parts[0]
    return syntax.Interpolated(tuple(parts), place=place) if parts else syntax.String("", place=place)


def inserted(source: SourceText, piece: Piece) -> syntax.Expression:
    """Build a variable inside a string or a pattern."""
    expression: syntax.Expression
    if simple := SIMPLE.fullmatch(piece.text):  # most are: the parser takes ten times as long
        place = source.place(piece.start, piece.start + len(piece.text))
        expression = syntax.Variable(piece.text[0], simple["name"] or simple["braced"], place=place)
    else:
        expression = expression_of(source, piece.text, piece.start)
    return syntax.Function("quotemeta", expression, place=expression.place) if piece.literal else expression


def expression_of(source: SourceText, text: str, start: int) -> syntax.Expression:
    """Build the one expression of a part of the source."""
    script = build(source, GRAMMAR.parse_tokens(source, tokens_of(source, text, start)))
    match script.statements:
        case (syntax.Simple(expression, "", None),):
            found: syntax.Expression = expression
            return found
    place = source.place(start, start + max(1, len(text)))
    message = "several statements with the flag e of a substitution are not supported"
    raise SourceError(source, [Diagnostic(place, message, "an expression")])


@build.rule
def here_document(b: Building, token: Token) -> syntax.String | syntax.Interpolated:
    # the token says where the text lies and how far it is indented
    start, end, indentation = map(int, token.split(":"))
    text = b.source.text[start:end]
    plain = [Piece(text, start, False)]
    pieces = plain if token.type == "PLAIN_HEREDOC" else pieces_of(b.source, text, start)
    return assembled(b, without_indentation(pieces, indentation, start) if indentation else pieces)


def without_indentation(pieces: Iterable[Piece], indentation: int, start: int) -> Iterator[Piece]:
    """Take the blanks off the beginnings of lines; those of a string inside code are its own."""
    lead = re.compile(rf"^[ \t]{{0,{indentation}}}", re.MULTILINE)
    for piece in pieces:
        if piece.code or piece.escaped:
            yield piece
        elif piece.start == start:
            yield replace(piece, text=lead.sub("", piece.text))
        else:
            first, *lines = piece.text.split("\n")
            yield replace(piece, text="\n".join([first, *(lead.sub("", line) for line in lines)]))


# patterns


@build.rule
def pattern(b: Building, token: Token) -> syntax.Pattern:
    flags, text = token.split("/", 1)
    begin = (token.end_pos or 0) - 1 - len(text)
    return syntax.Pattern(assembled(b, pattern_pieces(b.source, text, begin)), flags, place=b.place)


@build.rule
def substitute(b: Building, token: Token, by: Token) -> syntax.Binary:
    matched = pattern(b, token)
    flags = "".join(flag for flag in matched.flags if flag not in "ger")
    replacement = (
        expression_of(b.source, str(by), (by.end_pos or 0) - 1 - len(by))
        if by.type == "CODE"
        else interpolated(b, by, replacing=True)
    )
    everywhere, copied = "g" in matched.flags, "r" in matched.flags
    return of_topic(b, syntax.Substitute(replace(matched, flags=flags), replacement, everywhere, copied, place=b.place))


@build.rule
def transliterate(b: Building, flags: Token, searched: Token, replaced: Token) -> syntax.Binary:
    searched_for, instead = (
        characters_of(b.source, str(token), (token.end_pos or 0) - 1 - len(token)) for token in (searched, replaced)
    )
    return of_topic(b, syntax.Transliterate(searched_for, instead, "".join(sorted(flags)), place=b.place))


def of_topic(b: Building, change: syntax.Substitute | syntax.Transliterate) -> syntax.Binary:
    """Bind what changes a text to $_; where =~ stands before it, the rule for operators binds it anew."""
    return syntax.Bound("=~", syntax.Variable("$", "_", place=b.place), change, place=b.place)


# functions


@build.rule
def call(b: Building, word: Token, arguments: Any = None) -> syntax.Call:
    name, bracket, prototype = word.partition("(")
    return syntax.Call(name, arguments, bracket + prototype, place=b.place)


@build.rule
def list_call(b: Building, name: Token, file: Token | None, arguments: Any) -> syntax.Function:
    if name == "open":
        for mode in items_of(arguments)[0 if file else 1 :][:1]:
            parts = mode.parts if isinstance(mode, syntax.Interpolated) else (mode,)
            ends = (part.value if isinstance(part, syntax.String) else "" for part in (parts[0], parts[-1]))
            first, last = map(str.strip, ends)
            if first.startswith("|") or last.endswith("|"):
                b.diagnostics.error(mode.place, "open of a command is not supported", 'open OUT, ">name"')
    return syntax.Function(str(name), arguments, str(file or ""), place=b.place)


@build.rule
def sort_plain(b: Building, name: Token, items: Any) -> syntax.BlockFunction:
    items = items or syntax.ListOf((), place=b.place)
    if name != "sort" and isinstance(items, syntax.ListOf) and not items.items:
        b.diagnostics.error(b.place, f"{name} has 0 arguments here", "at least 1")
        items = syntax.String("", place=b.place)
    return syntax.BlockFunction(str(name), None, items, place=b.place)


@build.rule
def sort_by(b: Building, name: Token, comparison: Token, items: Any) -> syntax.BlockFunction:
    # sorting by a named sub means sorting by a block that calls it
    place = b.at(comparison)
    simple = syntax.Simple(syntax.Call(str(comparison), place=place), place=place)
    return syntax.BlockFunction(str(name), syntax.Block((simple,), place=place), items, place=b.place)
