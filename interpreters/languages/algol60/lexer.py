"""Turn ALGOL 60 text into tokens, in any of four representations (section 2 of the report).

    [str(token) for token in tokens(SourceText("x.a60", "'begin' bezet [eerste gat] .= 1 'end'"), "quoted")]
    ["begin", "bezet", "[", "eerstegat", "]", ":=", "1", "end"]

Blanks and line ends mean nothing outside strings, inside identifiers and numbers too; comments disappear here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from interpreters.source.diagnostics import Diagnostics, nearest
from interpreters.source.lark_parser import Token
from interpreters.source.position import SourceText
from interpreters.source.stropping import WORD, Bold, BoldWords, representation

WORD_SYMBOLS = {
    "begin": "_BEGIN", "end": "END", "if": "_IF", "then": "THEN", "else": "ELSE", "for": "_FOR", "do": "DO",
    "step": "STEP", "until": "_UNTIL", "while": "WHILE", "goto": "_GOTO", "go": "GO", "own": "OWN", "value": "_VALUE",
    "integer": "INTEGER", "real": "REAL", "boolean": "BOOLEAN", "Boolean": "BOOLEAN", "array": "ARRAY",
    "procedure": "PROCEDURE", "switch": "SWITCH", "label": "LABEL", "string": "STRING", "true": "TRUE",
    "false": "FALSE", "comment": "COMMENT", "and": "AND", "or": "OR", "not": "NOT", "div": "DIV", "impl": "IMPLIES",
    "imp": "IMPLIES", "equiv": "EQUIVALENT", "eqv": "EQUIVALENT",
}  # fmt: skip
MARKED = {
    "to": "TO", "less": "<", "lt": "<", "notgreater": "<=", "le": "<=", "equal": "=", "eq": "=", "notless": ">=",
    "ge": ">=", "greater": ">", "gt": ">", "notequal": "/=", "ne": "/=", "power": "POWER", "/": "DIV",
    "equivalent": "EQUIVALENT", "equ": "EQUIVALENT", "implies": "IMPLIES", "idiv": "DIV",
}  # fmt: skip
"""Words that are symbols only where bold words are marked as such."""

SYMBOL_TOKENS = {
    ":=": "ASSIGN", ".=": "ASSIGN", "..=": "ASSIGN", "←": "ASSIGN", ":": "COLON", "..": "COLON", ";": "SEMICOLON",
    ".,": "SEMICOLON", ",": "_COMMA", "(": "_LPAR", ")": "_RPAR", "[": "_LSQB", "(/": "_LSQB", "(.": "_LSQB",
    "]": "_RSQB", "/)": "_RSQB", ".)": "_RSQB",
    "+": "PLUS", "-": "MINUS", "−": "MINUS", "–": "MINUS", "*": "TIMES", "×": "TIMES",
    "/": "SLASH", "÷": "DIV", "//": "DIV", "%": "DIV", "_:": "DIV", "↑": "POWER", "**": "POWER", "^": "POWER",
    "<": "<", "<=": "<=", "≤": "<=", "_<": "<=", "=": "=", ">=": ">=", "≥": ">=", "_>": ">=", ">": ">", "/=": "/=",
    "≠": "/=", "<>": "/=", "¬=": "/=", "~=": "/=", "|=": "/=", "!=": "/=", "^=": "/=", "¬": "NOT", "~": "NOT",
    "∧": "AND", "&": "AND", "∨": "OR", "|": "OR", "⊃": "IMPLIES", "⇒": "IMPLIES", "->": "IMPLIES", "=>": "IMPLIES",
    "≡": "EQUIVALENT", "==": "EQUIVALENT", "_=": "EQUIVALENT",
}  # fmt: skip
"""Every way to write a symbol, and the token it makes; of a relation the value of the token RELATION."""

SPELLING = {
    "ASSIGN": ":=", "COLON": ":", "SEMICOLON": ";", "_COMMA": ",", "_LPAR": "(", "_RPAR": ")", "_LSQB": "[",
    "_RSQB": "]",
    "PLUS": "+", "MINUS": "-", "TIMES": "×", "SLASH": "/", "DIV": "÷", "POWER": "↑", "NOT": "¬", "AND": "∧", "OR": "∨",
    "IMPLIES": "⊃", "EQUIVALENT": "≡", "BOOLEAN": "Boolean", "_GOTO": "goto",
}  # fmt: skip
RELATIONS = ("<", "<=", "=", ">=", ">", "/=")
TEN = r"(?:₁₀|⏨|&|\\|'\s*10\s*')"
EXPONENT = rf"(?:(?:\s*{TEN}|[eE](?=[+-]?\d))\s*[+\-−]?\s*\d(?:\s*\d)*)"
NUMBER = re.compile(
    rf"(?:(?P<whole>\d(?:\s*\d)*)?(?P<part>\s*\.\s*\d(?:\s*\d)*)|(?P<only>\d(?:\s*\d)*))(?P<power>{EXPONENT})?"
    rf"|(?P<ten>{TEN}\s*[+\-−]?\s*\d(?:\s*\d)*)"
)
SYMBOL = re.compile("|".join(re.escape(symbol) for symbol in sorted(SYMBOL_TOKENS, key=len, reverse=True)))
BLANK = re.compile(r"\s+")
DELIMITER = re.compile(r"\)\s*[A-Za-z][A-Za-z\s]*:\s*\(")
QUOTES = {"‘": "’", "“": "”", "«": "»", "`": "'", "'(": ")'", '"': '"'}
QUOTE = re.compile("|".join(map(re.escape, QUOTES)))
GO_TO = (re.compile(r"go\s+to(?![A-Za-z0-9])"), re.compile(r"GO\s+TO(?![A-Za-z0-9])"))
"""In small letters, and in capitals."""
ESCAPES = {"n": "\n", "t": "\t", "\\": "\\", '"': '"', "'": "'", "r": "\r", "f": "\f"}


def tokens(source: SourceText, setting: str = "auto") -> list[Token]:
    """Return the tokens of a text; raise SourceError with all invalid characters and unterminated strings."""
    lexer = Lexer(source, representation(source.text, "begin") if setting == "auto" else setting)
    found = list(lexer.scan())
    lexer.diagnostics.check()
    separate_points(found, source.text)
    return found


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
    """Scan one text; an invalid character is reported and skipped."""

    def __init__(self, source: SourceText, representation: str) -> None:
        self.source, self.text = source, source.text
        marked = representation in ("quoted", "underlined")
        words = {word: name for word, name in WORD_SYMBOLS.items() if marked or word != "go"}
        self.bold = BoldWords(representation, {**words, **(MARKED if marked else {})})
        self.diagnostics = Diagnostics(source)
        self.plain = not marked
        self.upper = representation == "upper"

    def error(self, start: int, end: int, message: str, expected: str = "", nearest: str = "", hint: str = "") -> None:
        self.diagnostics.error(self.source.place(start, end), message, expected, nearest, hint)

    def scan(self) -> Iterator[Token]:
        """Yield the tokens, without comments."""
        at, before = 0, ""
        while (at := self.past_blanks(at)) < len(self.text):
            if (words := self.bold.at(self.text, at)) or (words := self.split_go_to(at)):
                for word in self.joined_go_to(words):
                    at = word.end
                    if word.name == "COMMENT":
                        if before not in ("", "SEMICOLON", "_BEGIN"):
                            self.error(word.start, word.end, "a comment may follow only ; or begin (2.3)")
                        at = self.past_comment(at)
                        continue
                    before = word.name
                    yield self.word(word)
                    if word.name == "END":
                        at = self.past_end_comment(at)
                continue
            token, at = self.other(at)
            if token is not None:
                before = token.type
                yield token

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

    def split_go_to(self, at: int) -> list[Bold]:
        """Return the symbol "go to" where it is written as two plain words."""
        found = GO_TO[self.upper].match(self.text, at) if self.plain else None
        return [Bold("_GOTO", at, found.end())] if found else []

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
        end = self.text.find(";", at)
        if end < 0:
            self.error(max(0, at - 1), at, "unterminated comment (2.3)", "; after the comment")
            return len(self.text)
        return end + 1

    def past_end_comment(self, at: int) -> int:
        """Return the offset of the end, else or semicolon that ends a comment after end."""
        while at < len(self.text):
            if self.text[at] == ";" or self.text.startswith(".,", at):
                return at
            words = self.bold.at(self.text, at)
            if words:
                if words[0].name in ("END", "ELSE"):
                    return at
                at = words[-1].end
                continue
            word = WORD.match(self.text, at)
            at = word.end() if word else at + 1
        return at

    # all else

    def other(self, at: int) -> tuple[Token | None, int]:
        """Make the token at a place where no bold word stands; return it and where it ends."""
        text = self.text
        if found := QUOTE.match(text, at):
            return self.string(at, found.group(), QUOTES[found.group()])
        if found := NUMBER.match(text, at):
            return self.number(found), found.end()
        if text[at].isascii() and text[at].isalpha():
            return self.identifier(at)
        if (found := DELIMITER.match(text, at)) and not self.holds_symbol(found):
            return self.token("_PARAMETER_DELIMITER", found.group(), at, found.end()), found.end()
        if found := SYMBOL.match(text, at):
            name = SYMBOL_TOKENS[found.group()]
            if name in RELATIONS:
                return self.token("RELATION", name, at, found.end()), found.end()
            return self.token(name, SPELLING[name], at, found.end()), found.end()
        if wrong := self.bold.near(text, at):
            written, end = wrong
            word = re.sub(r"[^A-Za-z]", "", written).lower()
            self.error(at, end, f"{written} is not a symbol of ALGOL 60 (2.3)", nearest=nearest(word, self.bold.words))
            return None, end
        self.error(at, at + 1, f"invalid character {text[at]!r} (2)")
        return None, at + 1

    def holds_symbol(self, found: re.Match[str]) -> bool:
        """Tell whether the letter string of a parameter delimiter holds a reserved word."""
        letters = found.group()[1:-1].rstrip().rstrip(":")
        return self.plain and any(word in self.bold.cased for word in letters.split())

    def identifier(self, at: int) -> tuple[Token, int]:
        """Make the token of an identifier: words and digits up to the next symbol, blanks left out."""
        parts, start, end = [], at, at
        while at < len(self.text):
            if self.bold.at(self.text, at) or self.split_go_to(at):
                break
            word = WORD.match(self.text, at) or re.compile(r"\d+").match(self.text, at)
            if not word:
                break
            parts.append(word.group())
            end = word.end()
            at = self.past_blanks(end)
        return self.token("IDENTIFIER", "".join(parts), start, end), end

    def number(self, found: re.Match[str]) -> Token:
        """Make the token of a number; its value is written as Python reads it."""
        squeezed = "".join(found.group().split()).replace("−", "-")
        if found["only"] and not found["power"]:
            return self.token("UNSIGNED_INTEGER", squeezed, *found.span())
        squeezed = re.sub(rf"{TEN}|'10'", "e", squeezed)
        if squeezed.startswith("e"):
            squeezed = "1" + squeezed
        return self.token("UNSIGNED_REAL", squeezed, *found.span())

    def string(self, start: int, opening: str, closing: str) -> tuple[Token | None, int]:
        """Make the token of a string, inner quotes counted; in "…" a backslash writes a new line and the like."""
        text, at, depth = self.text, start + len(opening), 1
        value: list[str] = []
        while at < len(text):
            if opening == '"' and text[at] == "\\" and text[at + 1 : at + 2] in ESCAPES:
                value.append(ESCAPES[text[at + 1]])
                at += 2
                continue
            if text.startswith(closing, at):
                depth -= 1
                if depth == 0:
                    return self.token("STRING_BODY", "".join(value), start, at + len(closing)), at + len(closing)
            elif text.startswith(opening, at):
                depth += 1
            value.append("\n" if text[at] == "\r" else " " if text[at] == "␣" else text[at])
            at += 1
        self.error(start, start + 1, "unterminated string (2.6)", f"{closing} after the string")
        return None, len(text)
