"""Turn ALGOL 60 text into tokens, in any of its representations (section 2 of the report).

    [str(token) for token in tokens(SourceText("x.a60", "'begin' bezet [eerste gat] .= 1 'end'"), "quoted").tokens]
    ["begin", "bezet", "[", "eerstegat", "]", ":=", "1", "end"]

Blanks and line ends mean nothing outside strings, inside identifiers and numbers too; comments disappear here, and so
does what stands after the last end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from getallenband.durable.names import nearest
from getallenband.interpreters.languages.algol60.notation import (
    NEVER,
    SEMICOLONS,
    SYMBOLS,
    TEN,
    Fitness,
    begin_of,
    number_pattern,
    sets_of_semicolons,
)
from getallenband.interpreters.languages.algol60.slips import foreign_word
from getallenband.interpreters.languages.algol60.symbols import (
    ESCAPED,
    ESCAPES,
    QUOTES,
    RELATIONS,
    words_of,
)  # fmt: skip
from getallenband.interpreters.source.diagnostics import Diagnostic, Diagnostics
from getallenband.interpreters.source.lark_parser import Token
from getallenband.interpreters.source.position import SourceText
from getallenband.interpreters.source.stropping import NAME, WORD, Bold, BoldWords, doubled
from getallenband.interpreters.source.words import meanings

SPELLING = meanings(__package__, "terminals")
SYMBOL = re.compile(r":\s+=|" + "|".join(re.escape(symbol) for symbol in sorted(SYMBOLS, key=len, reverse=True)))
BLANK = re.compile(r"\s+")
ESCAPE = re.compile(rf"\\(?:({'|'.join(map(re.escape, ESCAPES))})|x([0-9A-Fa-f]{{1,2}})|([0-7]{{1,3}}))")
DIGITS = re.compile(r"\d+")
DELIMITER = re.compile(r"\)\s*([A-Za-z][A-Za-z\s]*)(?::|\.\.)\s*\(")
APOSTROPHES = re.compile(r"'([^'\n]*)'")
QUOTED_STRING = 'a string is written "…", and is a parameter only: outstring(1, "…")'
QUOTE = re.compile("|".join(map(re.escape, QUOTES)))
HEADER = re.compile(r"#(?:!|lang\b).*")
"""A first line that names the interpreter or the language."""
OPERANDS = ("IDENTIFIER", "UNSIGNED_INTEGER", "UNSIGNED_REAL", "TRUE", "FALSE", "_RPAR", "_RSQB")
"""What ends an operand: after it ^ is a power, # an inequality and & an and; else a negation and tens."""
STARTS = ("", "SEMICOLON", "_BEGIN")
STATEMENT = re.compile(r":=|\.=|←|\(|[A-Za-z0-9]\s*:")
"""What a comment after end hardly holds, and a statement that was meant to follow it often does."""
PROGRAM = re.compile(r"!|[A-Za-z0-9][\w ]*(?::|\.\.)|.*(?::=|\.=|←)")
"""What a title does not begin with, or have: a comment, a label, an assignment."""
LINE = re.compile(r"^[^\S\n]*(?=\S)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Scanned:
    """The tokens of a text, its faults, the offset from which nothing can be read (an open string's), and notes.

    `comments` are the offsets of what stands between the word comment and its semicolon.
    """

    tokens: list[Token]
    diagnostics: Diagnostics
    torn: int
    notes: list[Diagnostic]
    comments: list[tuple[int, int]]


def tokens(
    source: SourceText, representation: str, language: str = "english", *, last_points: bool = False
) -> Scanned:  # fmt: skip
    """Return the tokens of a text, with its invalid characters and unterminated strings, and notes."""
    attempts = []
    for marks in sets_of_semicolons(source.text):
        lexer = Lexer(source, representation, language, marks, last_points=last_points)
        attempts.append((lexer, list(lexer.scan())))
        if lexer.suits == (Fitness.PROVED, True):
            break
    lexer, found = max(attempts, key=lambda attempt: attempt[0].suits)
    separate_points(found, source.text)
    notes = [*lexer.notes, *lexer.mixed_marks()]
    return Scanned(found, lexer.diagnostics, lexer.torn, notes, lexer.comments)


def separate_points(found: list[Token], text: str) -> None:
    """Take `(.5` for a parenthesis and a number, not for `[` and 5, where `)` closes it and not `.)` (in place)."""
    opened: list[int] = []
    for index, token in enumerate(found):
        if token.type in ("_LPAR", "_LSQB"):
            opened.append(index)
        elif token.type in ("_RPAR", "_RSQB") and opened:
            first = opened.pop()
            bracket, number = found[first], found[first + 1]
            start, end = bracket.start_pos or 0, bracket.end_pos or 0
            if token.type == "_RPAR" and text[start:end] == "(." and number.type.startswith("UNSIGNED"):
                found[first] = Token("_LPAR", "(", start_pos=start, end_pos=start + 1)
                found[first + 1] = Token("UNSIGNED_REAL", f".{number}", start_pos=end - 1, end_pos=number.end_pos)


class Lexer:
    """Scan one text; an invalid character is reported and skipped.

    `marks` are those that end a comment; the scan stops where another separates statements. `separators` are those
    that do, `seen` says where each mark first stands. `brackets` are the open ones, as they are written.
    """

    def __init__(
        self, source: SourceText, representation: str, language: str, marks: frozenset[str], *, last_points: bool
    ) -> None:
        self.source, self.text, self.marks = source, source.text, marks
        if representation == "quoted" and doubled(source.text, begin_of(language)):
            self.text = source.text.replace('"', "'")
        after_point = ".=" + "," * (".," in marks)
        self.number_pattern = number_pattern(last_points=last_points, excluded=after_point)
        self.number_in_brackets = number_pattern(last_points=last_points, excluded=after_point + ")")
        self.brackets: list[str] = []
        self.bold = BoldWords(representation, words_of(language), meanings(__package__, "marked"))
        self.name = WORD if representation == "underlined" else NAME
        self.mark = re.compile("|".join(map(re.escape, marks)))
        self.separators: set[str] = set()
        self.seen: dict[str, int] = {}
        self.comments, self.unended = list[tuple[int, int]](), False
        self.diagnostics, self.notes = Diagnostics(source), list[Diagnostic]()
        self.torn = len(self.text)
        self.depth = 0

    def error(self, start: int, end: int, message: str, expected: str = "", nearest: str = "", hint: str = "") -> None:
        """Add a fault; the scan goes on, even where one is enough: this reading of the text may be dropped."""
        place = self.source.place(start, end)
        self.diagnostics.found.append(Diagnostic(place, message, expected, nearest, hint))

    def note(self, start: int, end: int, message: str, hint: str = "") -> None:
        self.notes.append(Diagnostic(self.source.place(start, end), message, hint=hint))

    def scan(self) -> Iterator[Token]:
        """Yield the tokens, without comments and what follows the last end."""
        header = HEADER.match(self.text)
        at, before = self.past_title(header.end() if header else 0), ""
        while (at := self.past_blanks(at)) < len(self.text) and self.separators <= self.marks:
            if words := self.bold.at(self.text, at):
                for word in self.joined_go_to(words):
                    at = word.end
                    if word.name == "COMMENT":
                        at = self.past_comment(at)
                        continue
                    before = word.name
                    yield self.word(word)
                    if word.name == "END":
                        at = self.past_end_comment(at)
                    elif word.name == "_BEGIN":
                        self.depth += 1
            elif self.text[at] == "!" and before in STARTS and self.bold.representation != "exclaimed":
                at = self.past_comment(at)
            else:
                token, at = self.other(at, before)
                if token is not None:
                    before = token.type
                    yield token

    def past_title(self, at: int) -> int:
        """Return the offset after a line that is no program: the title, or the name of the tape.

        Without a line that begins with a word symbol nothing is a title: the parser says what is missing.
        """
        titles: list[int] = []
        for line in LINE.finditer(self.text, at):
            if self.bold.at(self.text, line.end()) or PROGRAM.match(self.text, line.end()):
                break
            titles.append(line.end())
        else:
            return at
        for start in titles[:1]:
            self.note(start, start + 1, "this line is taken for a title: the program begins after it (Report 4.1.1)")
        for start in titles[1:]:
            hint = "leave out what stands before the program, or make it a comment: begin comment …;"
            self.error(start, start + 1, "a second title before the program (Report 4.1.1)", "begin", hint=hint)
        return line.start() if titles else at

    def past_blanks(self, at: int) -> int:
        """Return the offset of the next character that is not blank."""
        found = BLANK.match(self.text, at)
        return found.end() if found else at

    def word(self, word: Bold) -> Token:
        if word.name in RELATIONS:
            return self.token("RELATION", word.name, word.start, word.end)
        spelling = SPELLING.get(word.name, word.name.lower().lstrip("_"))
        return self.token(word.name, spelling, word.start, word.end)

    def token(self, kind: str, value: str, start: int, end: int) -> Token:
        return Token(kind, value, start_pos=start, end_pos=end)

    def joined_go_to(self, words: list[Bold]) -> list[Bold]:
        """Join "go" and "to", where the words are marked."""
        last = words[-1]
        if last.name == "GO":
            following = self.bold.at(self.text, self.past_blanks(last.end))
            words = [*words, *following]
        joined: list[Bold] = []
        for word in words:
            if word.name == "TO" and joined and joined[-1].name == "GO":
                joined[-1] = Bold("_GOTO", joined[-1].start, word.end)
            else:
                joined.append(word)
        return joined

    # comments (2.3)

    def past_comment(self, at: int) -> int:
        found = self.mark.search(self.text, at)
        self.comments.append((at, found.start() if found else len(self.text)))
        if not found:
            self.error(max(0, at - 1), at, "unterminated comment (Report 2.3)", f"{self.semicolon} after the comment")
            self.torn, self.unended = at, True
            return len(self.text)
        self.seen.setdefault(found.group(), found.start())
        return found.end()

    @property
    def suits(self) -> tuple[Fitness, bool]:
        """Return how well the marks fit and that nothing is wrong: else a comment may have ended within a string."""
        return self.fitness, not self.diagnostics.found

    @property
    def fitness(self) -> Fitness:
        """Return how well the marks fit the text, once all of it is scanned."""
        if not self.separators <= self.marks:
            return Fitness.STOPPED
        if self.separators and self.separators | {SEMICOLONS[0]} != self.marks:
            return Fitness.SUPERFLUOUS
        if self.unended:
            return Fitness.UNENDED
        return Fitness.PROVED if self.separators else Fitness.POSSIBLE

    @property
    def semicolon(self) -> str:
        """Return the mark that the text writes for the semicolon."""
        return next(iter(self.separators), SEMICOLONS[0])

    def past_end_comment(self, at: int) -> int:
        """Return the offset of the end, else or semicolon that ends a comment after end.

        After the end that closes the program it is the end of the text, unless another end follows.
        """
        self.depth -= 1
        if self.depth == 0 and self.next_word(at, ("END",)) == len(self.text):
            return len(self.text)
        stop = self.next_word(at, ("END", "ELSE"), self.mark)
        if found := STATEMENT.search(self.text, at, stop):
            hint = f"write {self.semicolon} after end, if a statement follows"
            message = "what follows end, up to the next semicolon, end or else, is a comment (Report 2.3)"
            self.note(found.start(), found.end(), message, hint)
        return stop

    def mixed_marks(self) -> Iterator[Diagnostic]:
        """Note that comments end at either of several marks, at the first that differs from those before it."""
        if self.comments and len(self.seen) > 1:
            first, second, *_ = self.seen
            message = f"{second} here and {first} before it: a comment ends at the first of either (Report 2.3)"
            start = self.seen[second]
            yield Diagnostic(self.source.place(start, start + len(second)), message)

    def next_word(self, at: int, names: tuple[str, ...], mark: re.Pattern[str] = NEVER) -> int:
        """Return the offset of the next of these word symbols, or of a mark; of the end where there is none."""
        while at < len(self.text) and not mark.match(self.text, at):
            if words := self.bold.at(self.text, at):
                if words[0].name in names:
                    return at
                at = words[-1].end
            else:
                word = self.name.match(self.text, at)
                at = word.end() if word else at + 1
        return at

    # all else

    def other(self, at: int, before: str) -> tuple[Token | None, int]:
        """Return the token at a place without a bold word, and where it ends."""
        text = self.text
        if found := QUOTE.match(text, at):
            return self.string(at, found.group(), QUOTES[found.group()])
        if (found := self.number_at(at)) and not (text[at] in "#&" and before in OPERANDS):
            return self.number(found), found.end()
        if text[at].isascii() and text[at].isalpha():
            return self.identifier(at)
        if (found := DELIMITER.match(text, at)) and not self.holds_symbol(found):
            return self.token("_PARAMETER_DELIMITER", found.group(), at, found.end()), found.end()
        if wrong := self.bold.near(text, at):
            written, end = wrong
            word = re.sub(r"[^A-Za-z]", "", written).lower()
            message = f"{written} is not a symbol of ALGOL 60 (Report 2.3)"
            near = nearest(word, self.bold.words)
            self.error(at, end, message, nearest=near, hint=foreign_word(word) or (QUOTED_STRING if not near else ""))
            return None, end
        if found := SYMBOL.match(text, at):
            name = SYMBOLS["".join(found.group().split())]
            if name in RELATIONS:
                return self.token("RELATION", name, at, found.end()), found.end()
            if found.group() == "^" and before not in OPERANDS:
                name = "NOT"
            self.remember(name, found)
            return self.token(name, SPELLING[name], at, found.end()), found.end()
        if text[at] == "." and before.startswith("UNSIGNED"):
            hint = "jff and Racket take such numbers: --setting points=last"
            message = "a number cannot end with a point (Report 2.5.1)"
            self.error(at, at + 1, message, "a digit after the point", hint=hint)
        elif found := APOSTROPHES.match(text, at):
            self.error(at, found.end(), f"a string is not written {found.group()} (Report 2.6)", hint=QUOTED_STRING)
            return self.token("STRING_BODY", found[1], at, found.end()), found.end()
        else:
            hint = meanings(__package__, "characters").get(text[at], "")
            self.error(at, at + 1, f"invalid character {text[at]!r} (Report 2)", hint=hint)
        return None, at + 1

    def number_at(self, at: int) -> re.Match[str] | None:
        """Match a number; before `)` it may end with a point, unless that is the `.)` of a bracket `(.`."""
        inside = self.brackets and self.brackets[-1] == "(."
        return (self.number_in_brackets if inside else self.number_pattern).match(self.text, at)

    def remember(self, name: str, found: re.Match[str]) -> None:
        """Update the open brackets and the separators seen, which decide how later symbols are read."""
        if name in ("_LPAR", "_LSQB"):
            self.brackets.append(found.group())
        elif name in ("_RPAR", "_RSQB") and self.brackets:
            self.brackets.pop()
        elif name == "SEMICOLON":
            self.separators.add(found.group())
            self.seen.setdefault(found.group(), found.start())

    def holds_symbol(self, found: re.Match[str]) -> bool:
        """Return whether the letters of a parameter delimiter are an operator and an operand: a[(i) div k:(j)].

        Only between square brackets an expression may end at the colon; `) and:(` is a delimiter there too.
        """
        words = found[1].split()
        bounds = len(self.brackets) > 1 and SYMBOLS[self.brackets[-2]] == "_LSQB"
        return bounds and len(words) > 1 and any(word in self.bold.reserved for word in words)

    def identifier(self, at: int) -> tuple[Token, int]:
        """Make the token of an identifier: words and digits up to the next symbol, blanks left out."""
        parts, start, end = [], at, at
        while at < len(self.text):
            if self.bold.at(self.text, at):
                break
            word = self.name.match(self.text, at) or DIGITS.match(self.text, at)
            if not word:
                break
            parts.append(word.group())
            end = word.end()
            at = self.past_blanks(end)
        return self.token("IDENTIFIER", "".join(parts), start, end), end

    def number(self, found: re.Match[str]) -> Token:
        """Make the token of a number; its value is written as Python reads it."""
        squeezed = "".join(found.group().split()).replace("−", "-")
        if found["only"] and not found["last"] and not found["power"]:
            return self.token("UNSIGNED_INTEGER", squeezed, *found.span())
        squeezed = re.sub(rf"{TEN}|'10'", "e", squeezed)
        if squeezed.startswith("e"):
            squeezed = "1" + squeezed
        return self.token("UNSIGNED_REAL", squeezed, *found.span())

    def string(self, start: int, opening: str, closing: str) -> tuple[Token | None, int]:
        """Make the token of a string, inner quotes counted; in "…" and `…' a backslash writes a new line."""
        text, at, depth = self.text, start + len(opening), 1
        value: list[str] = []
        while at < len(text):
            if opening in ESCAPED and (escape := ESCAPE.match(text, at)):
                value.append(ESCAPES.get(escape[1]) or chr(int(escape[2] or escape[3], 16 if escape[2] else 8)))
                at = escape.end()
                continue
            if text.startswith(closing, at):
                depth -= 1
                if depth == 0:
                    return self.token("STRING_BODY", "".join(value), start, at + len(closing)), at + len(closing)
            elif text.startswith(opening, at):
                depth += 1
            value.append("\n" if text[at] == "\r" else " " if text[at] == "␣" else self.source.text[at])
            at += 1
        self.error(start, start + 1, "unterminated string (Report 2.6)", f"{closing} after the string")
        self.torn = start
        return None, len(text)
