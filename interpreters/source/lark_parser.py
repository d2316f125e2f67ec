"""The only module that imports Lark: it parses by the grammar file of a language, and errors point at the text.

    grammar = Grammar("getallenband.interpreters.languages.ecol", "grammar.lark", names={"NUMBER": "a number"})
    tree = grammar.parse(source)                    # raises SourceError, never a Lark exception
    tree = grammar.parse_parts(source, line_around, hint)   # reports the first fault of every line
    tree = grammar.parse_tokens(source, tokens)     # for languages that need a lexer of their own

Tables are built once per grammar and cached in the user's cache folder with a checksum.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.resources import files
from io import BytesIO
from operator import itemgetter
from pathlib import Path
from typing import Any

import lark
from lark import Lark, Token, Transformer, Tree, v_args
from lark.exceptions import (
    LarkError,
    UnexpectedCharacters,
    UnexpectedEOF,
    UnexpectedInput,
    UnexpectedToken,
    VisitError,
)
from lark.lexer import Lexer, PatternStr
from lark.parsers.lalr_analysis import Reduce, Shift
from lark.parsers.lalr_interactive_parser import InteractiveParser
from lark.parsers.lalr_parser_state import ParserState
from lark.visitors import Transformer_NonRecursive as TransformerNonRecursive

from getallenband import durable
from getallenband.durable.names import nearest
from getallenband.interpreters.source.diagnostics import FIRST_ONLY, MOST, Diagnostic, SourceError, UserError
from getallenband.interpreters.source.position import Place, SourceText
from getallenband.interpreters.source.words import by_word, tables

__all__ = [
    "Grammar",
    "Recovery",
    "Token",
    "Transformer",
    "TransformerNonRecursive",
    "Tree",
    "built",
    "place_of",
    "v_args",
]

WORD = re.compile(r"[^\W\d_]\w+")


class ReadyTokens(Lexer):
    """Takes the place of a lexer where the language has one of its own: its tokens are passed on."""

    def __init__(self, lexer_conf: Any) -> None:
        del lexer_conf

    def lex(self, data: Iterable[Token]) -> Iterator[Token]:  # type: ignore[override]
        """Yield the tokens as they are."""
        yield from data


@dataclass(frozen=True, slots=True)
class Recovery:
    """How to go on after a syntax error: pass over symbols up to a stop outside inner brackets, and resume there.

    `openers` and `closers` are brackets (begin and end); `stops` separate statements; before one of `barriers` the
    parser gives up, since what follows would be misunderstood. At most `most` diagnostics are made.
    """

    stops: frozenset[str]
    openers: frozenset[str]
    closers: frozenset[str]
    barriers: frozenset[str]
    most: int = 10

    def resume(self, error: UnexpectedToken, stream: Iterator[Token], diagnostics: int) -> bool:
        """Bring the parser to a stop that it takes; tell whether that was possible, and wanted."""
        if FIRST_ONLY.get():
            return False
        stop = self.next_stop(error.token, stream)
        if stop is None or diagnostics >= self.most or not isinstance(error.interactive_parser, InteractiveParser):
            return False
        parser = error.interactive_parser
        state = parser.parser_state
        while len(state.state_stack) > 1 and not takes(state, stop.type):
            state.state_stack.pop()
            state.value_stack.pop()
        if len(state.state_stack) <= 1:
            return False
        parser.feed_token(stop)
        return True

    def next_stop(self, token: Token, stream: Iterator[Token]) -> Token | None:
        """Pass over symbols; return the stop or closing bracket that ends the statement."""
        depth = 0
        current: Token | None = token
        while current is not None:
            if current.type in self.barriers:
                return None
            if current.type in self.openers:
                depth += 1
            elif current.type in self.closers:
                if depth == 0:
                    return current
                depth -= 1
            elif depth == 0 and current.type in self.stops:
                return current
            current = next(stream, None)
        return None


def takes(state: ParserState[Any], kind: str) -> bool:
    """Return whether the parser would shift a token of this kind; no more than its numbers of states is touched."""
    table = state.parse_conf.parse_table.states
    stack = list(state.state_stack) if kind in table[state.position] else []
    while stack:
        action, rule = table[stack[-1]].get(kind, (None, None))
        if action is not Reduce:
            return action is Shift
        del stack[len(stack) - len(rule.expansion) :]
        stack.append(table[stack[-1]][rule.origin.name][1])
    return False


Part = Callable[[str, int], tuple[int, int] | None]
"""The part of a text around an offset, from its start to its end."""


class Grammar:
    """A LALR(1) grammar in a file of a package.

    `names` says what each terminal is called in messages, `alone` what one is called where nothing else may stand.
    Without `names` the tables `terminals` and `firsts` of the package's words.toml say it: of single terminals, and of
    all those, but for these, that a rule begins with.
    """

    def __init__(
        self,
        package: str,
        file: str,
        *,
        start: str = "start",
        names: Mapping[str, str] | None = None,
        alone: Mapping[str, str] | None = None,
        own_tokens: bool = False,
    ) -> None:
        self.package, self.file, self.start = package, file, start
        self.given_names, self.alone = names, dict(alone or {})
        self.own_tokens = own_tokens

    @cached_property
    def names(self) -> Mapping[str, str]:
        """What each terminal is called in messages."""
        if self.given_names is not None:
            return self.given_names
        found = tables(self.package)
        firsts = {first: name for rule, name in found.get("firsts", {}).items() for first in self.firsts(rule)}
        return firsts | by_word(found.get("terminals", {}))

    def firsts(self, rule: str) -> list[str]:
        """Return the terminals that the alternatives of a rule begin with."""
        heads = (each.expansion[0] for each in self.parser.rules if each.origin.name == rule and each.expansion)
        return list(dict.fromkeys(head.name for head in heads if head.is_term))

    def first_words(self, rule: str) -> list[str]:
        """Return the words that the alternatives of a rule begin with."""
        return [word for name in self.firsts(rule) if (word := self.pattern(name)).isalpha()]

    def pattern(self, terminal: str) -> str:
        """Return the regular expression of a terminal; of a word it is the word."""
        return next(each.pattern.value for each in self.parser.terminals if each.name == terminal)

    @cached_property
    def text(self) -> str:
        """The grammar as its file has it."""
        return files(self.package).joinpath(self.file).read_text(encoding="utf-8")

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words that the grammar has between quotes."""
        return tuple(dict.fromkeys(re.findall(r'"([^\W\d_]\w*)"', self.text)))

    @cached_property
    def parser(self) -> Lark:
        """Build the tables, or fetch them from the cache; raise UserError for a grammar that makes none."""
        text = self.text
        options: dict[str, Any] = {"start": self.start, "parser": "lalr", "propagate_positions": True}
        options["lexer"] = ReadyTokens if self.own_tokens else "contextual"
        made_from = repr((text, options, lark.__version__, sys.version_info[:2])).encode()
        folder = durable.cache_folder("grammars")
        path = folder / f"{self.package}.{self.file}.tables" if folder else None
        tables = durable.read_cached(path, made_from) if path else None
        parser = None if tables is None else Lark.load(BytesIO(tables))
        if parser is None:
            try:
                parser = Lark(text, **options)
            except LarkError as error:
                raise UserError(f"{self.file} of {self.package}: {error}") from error
            cache_tables(path, made_from, parser)
        pass_units_on(parser)
        return parser

    def parse(self, source: SourceText) -> Tree[Token]:
        """Parse the text; raise SourceError where it does not follow the grammar."""
        return self._parsed(source, source.text)

    def parse_parts(self, source: SourceText, part: Part, hint: Callable[[str, int], str]) -> Tree[Token]:
        """Parse the text; raise SourceError with the first fault of each part of it.

        After a fault the text is parsed again with the part around it blank, until as many were found as are shown.
        `part` returns the offsets of that, or None where nothing can be said of the rest; `hint` says of the text
        and the offset of a fault what should be written, in place of the parser's list of what could be.
        """
        text, faults, reached = source.text, list[Diagnostic](), -1
        while True:
            try:
                tree = self.parse(SourceText(source.name, text))
            except SourceError as error:
                first = error.diagnostics[0]
                offset = source.starts[first.place.line - 1] + first.place.column - 1
                if offset <= reached:
                    raise SourceError(source, faults) from None
                cure = hint(text, offset)
                faults.append(replace(first, expected="", hint=cure) if cure else first)
                if (span := part(text, offset)) is None or len(faults) == MOST:
                    raise SourceError(source, faults) from None
                start, reached = span
                text = text[:start] + re.sub(r"[^\n]", " ", text[start:reached]) + text[reached:]
            else:
                if faults:
                    raise SourceError(source, faults)
                return tree

    def parse_tokens(
        self, source: SourceText, tokens: Iterable[Token], recovery: Recovery | None = None
    ) -> Tree[Token]:
        """Parse tokens that the language's own lexer made of the text (their start_pos and end_pos are offsets).

        With a recovery the parser goes on after an error, and the SourceError holds several diagnostics.
        """
        if recovery is None:
            return self._parsed(source, tokens)
        stream, diagnostics = iter(tokens), list[Diagnostic]()

        def go_on(error: UnexpectedInput) -> bool:
            diagnostics.append(self.diagnostic(source, error))
            return isinstance(error, UnexpectedToken) and recovery.resume(error, stream, len(diagnostics))

        try:
            tree = self.parser.parse(stream, on_error=go_on)
        except UnexpectedInput:
            raise SourceError(source, diagnostics) from None
        if diagnostics:
            raise SourceError(source, diagnostics)
        return tree

    def _parsed(self, source: SourceText, given: Any) -> Tree[Token]:
        try:
            return self.parser.parse(given)
        except UnexpectedInput as error:
            raise SourceError(source, [self.diagnostic(source, error)]) from None

    def diagnostic(self, source: SourceText, error: UnexpectedInput) -> Diagnostic:
        """Say in the language's own words where the text went wrong and what could have stood there."""
        if isinstance(error, UnexpectedCharacters):
            return self.unknown_text(source, error.pos_in_stream or 0, self.expectation(error.allowed or ()))
        if isinstance(error, UnexpectedToken) and error.token.type != "$END":
            place = source.place(error.token.start_pos or 0, error.token.end_pos or 0)
            shown = str(error.token).strip() or "end of line"
            return Diagnostic(place, f"unexpected {shown}", self.expectation(error.accepts or error.expected))
        expected: Iterable[str] = ()
        place = end_of(source)
        if isinstance(error, UnexpectedToken):
            expected = error.accepts or error.expected
            if last := error.token.end_pos:  # the text ends where the last token does
                place = source.place(last - 1, last)
        elif isinstance(error, UnexpectedEOF):
            expected = error.expected
        return Diagnostic(place, "the text ends too early", self.expectation(expected))

    def unknown_text(self, source: SourceText, start: int, expected: str) -> Diagnostic:
        """Complain about text that no terminal matches: a whole word with the nearest one, or a single sign."""
        word = WORD.match(source.text, start)
        if word is None:
            sign = source.text[start : start + 1]
            return Diagnostic(source.place(start, start + 1), f"unexpected character {sign!r}", expected)
        known = (t.pattern.value for t in self.parser.terminals if isinstance(t.pattern, PatternStr))
        near = nearest(word.group(), (text for text in known if text.isalpha()))
        return Diagnostic(source.place(start, word.end()), f"unexpected {word.group()}", expected, near)

    def expectation(self, terminals: Iterable[str]) -> str:
        """List what may stand at a place, in words; long lists are cut."""
        expected = set(terminals) - {"$END"}
        names = {**self.names, **self.alone} if len(expected) == 1 else self.names
        words = sorted({names.get(terminal, terminal) for terminal in expected} - {""})
        if len(words) > 8:
            words = [*words[:8], "…"]
        return ", ".join(words[:-1]) + " or " + words[-1] if len(words) > 1 else "".join(words)


def pass_units_on(parser: Lark) -> None:
    """Make rules like `?term: factor` return their only child as it is: Lark works out its position again for each.

    Four reductions out of five are such; the position of the child stays as it was, so trees are the same.
    """
    for rule in parser.rules:
        inlined = rule.options.expand1 and not rule.alias and len(rule.expansion) == 1
        if inlined and not rule.expansion[0].name.startswith("_"):
            parser._callbacks[rule] = itemgetter(0)


def built(builder: Transformer[Token, Any], tree: Tree[Token]) -> Any:
    """Turn a tree into syntax; a SourceError that a rule raises comes out as itself."""
    try:
        return builder.transform(tree)
    except VisitError as error:
        if isinstance(error.orig_exc, SourceError):
            raise error.orig_exc from None
        raise


def end_of(source: SourceText) -> Place:
    """Return the place of the last character that is not blank."""
    length = len(source.text.rstrip())
    return source.place(max(0, length - 1), max(1, length))


def place_of(source: SourceText, item: Tree[Token] | Token) -> Place:
    """Return the place of a token or of the first line of a tree; an empty tree is at the start of the text."""
    if isinstance(item, Token):
        return source.place(item.start_pos or 0, item.end_pos or 0)
    if item.meta.empty:
        return Place(1, 1)
    return source.place(item.meta.start_pos, item.meta.end_pos)


def cache_tables(path: Path | None, made_from: bytes, parser: Lark) -> None:
    """Write the tables of a parser, where there is a file for them."""
    if path is None:
        return
    tables = BytesIO()
    parser.save(tables)
    durable.keep(path, tables.getvalue(), "grammars are", made_from)
