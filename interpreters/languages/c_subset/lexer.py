"""C text into tokens: lines joined, comments and white space dropped.

    int a[N];       becomes     TYPE_WORD int, IDENTIFIER a, LSQB, IDENTIFIER N, RSQB, SEMICOLON

JIS X 0201, in which Japanese programs were printed, has a yen sign where ASCII has the backslash: it is read as one.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from getallenband.interpreters.source.diagnostics import Diagnostics
from getallenband.interpreters.source.lark_parser import Token
from getallenband.interpreters.source.words import meanings

KEYWORDS = meanings(__package__, "keywords")
NAMES = frozenset({"IDENTIFIER", *KEYWORDS.values()})
"""The terminals of words: to the preprocessor keywords are names like others."""
PUNCTUATORS = {
    "...": "ELLIPSIS", "{": "LBRACE", "}": "RBRACE", "(": "LPAR", ")": "RPAR", "[": "LSQB", "]": "RSQB",
    ";": "SEMICOLON", ",": "COMMA", ":": "COLON", "?": "QMARK", ".": "DOT", "->": "__ANON_0", "=": "EQUAL",
    "++": "STEP", "--": "STEP", "||": "OR_OR", "&&": "AND_AND", "|": "BAR", "^": "CARET", "&": "AMPERSAND",
    "==": "EQUALITY", "!=": "EQUALITY", "<": "RELATION", ">": "RELATION", "<=": "RELATION", ">=": "RELATION",
    "<<": "SHIFT", ">>": "SHIFT", "+": "PLUS", "-": "MINUS", "*": "STAR", "/": "SLASH", "%": "SLASH", "~": "TILDE",
    "!": "BANG", "#": "HASH", "##": "PASTE",
    **dict.fromkeys(("*=", "/=", "%=", "+=", "-=", "<<=", ">>=", "&=", "^=", "|="), "ASSIGN"),
}  # fmt: skip
SPLICE = re.compile(r"[\\¥][ \t]*\n")
# It ends at its first */ even where what follows does not fit: possessive groups, which would ensure that of .*?, match
# wrongly in Python 3.11 before 3.11.5.
BLOCK_COMMENT = r"/\*[^*]*\*+(?:[^*/][^*]*\*+)*/"
COMMENT = rf"{BLOCK_COMMENT}|//[^\n]*"
STRING = r"\"(?:[^\"\\¥\n]|[\\¥][^\n])*\""
CHARACTER = r"'(?:[^'\\¥\n]|[\\¥][^\n])*'"
QUOTED = rf"{STRING}|{CHARACTER}|[\"'][^\n]*"
"""What no comment begins in: of a quote that is alone, the rest of the line."""
GAP = rf"(?:[ \t\f\v]|{BLOCK_COMMENT})*"
HEADER = r"<[^>\n]*>"
INCLUDE = re.compile(rf"\#{GAP}include{GAP}(?P<header>{HEADER})", re.DOTALL)
NO_COMMENT = re.compile(f"({QUOTED})|{COMMENT}", re.DOTALL)
DIRECTIVE = rf"^{GAP}(?P<directive>\#{GAP}(?:include{GAP}{HEADER})?(?:[^\n\"'/]+|{COMMENT}|{QUOTED}|/(?!\*))*)|"
TOKEN = (
    rf"(?P<blank>\s*\n|\s+|{COMMENT})"
    r"|(?P<open>/\*)|(?P<word>[^\W\d]\w*)|(?P<number>\.?[0-9](?:[eE][+-]|[\w.])*)"
    rf"|(?P<string>{STRING})|(?P<character>{CHARACTER})"
    r"|(?P<punctuator>\.\.\.|->|\+\+|--|\|\||&&|<<=|>>=|<<|>>|[-+*/%&^|<>=!]=|[-{}()\[\];,:?.=|&^<>+*/%~!]|\#\#?)"
)
SCANNERS = {found: re.compile(DIRECTIVE * found + TOKEN, re.DOTALL | re.MULTILINE) for found in (False, True)}
ESCAPES = {"n": 10, "t": 9, "b": 8, "r": 13, "f": 12, "v": 11, "a": 7, "\\": 92, "'": 39, '"': 34, "?": 63, "¥": 92}
ESCAPED = re.compile(r"[\\¥](x[0-9a-fA-F]+|[0-7]{1,3}|.)|(.)", re.DOTALL)
UNTERMINATED = {'"': "string", "'": "character constant"}


class Spaced(Token):
    """A token that blanks stand before: # writes them."""


@dataclass(frozen=True, slots=True)
class Spliced:
    """A text without its splices, and where in it they were, with how much is cut out up to each (C90, 5.1.1.2)."""

    text: str
    joints: list[int]
    cut: list[int]

    def place(self, position: int) -> int:
        """Return the position in the original text of a character of this one."""
        return position + self.cut[bisect_right(self.joints, position)]


def spliced(text: str) -> Spliced:
    """Join each line that ends in a backslash, or in one and blanks as gcc allows, with the next."""
    joints, cut = [], [0]
    for found in SPLICE.finditer(text):
        joints.append(found.start() - cut[-1])
        cut.append(cut[-1] + len(found[0]))
    return Spliced(SPLICE.sub("", text), joints, cut)


def scan(text: str, *, directives: bool = True) -> list[Token]:
    """Cut text into tokens; directives, and what is no token, become tokens of their own."""
    found, position, scanner, made = list[Token](), 0, SCANNERS[directives], Token
    while position < len(text):
        match = scanner.match(text, position)
        kind = match.lastgroup if match is not None else None
        if match is None or kind is None or kind == "open":
            end = end_of_invalid(text, position)
            found.append(made("INVALID", text[position:end], start_pos=position, end_pos=position + 1))
        else:
            end = match.end()
            if kind != "blank":
                word = match.group(kind)
                found.append(made(terminal(kind, word), word, start_pos=match.start(kind), end_pos=end))
        made = Spaced if kind == "blank" else Token
        position = end
    return found


def without_comments(directive: str) -> str:
    """Return a directive with a blank for each comment (C90, 5.1.1.2)."""
    include = INCLUDE.match(directive)
    start, end = (f"#include {include['header']}", include.end()) if include else ("", 0)
    return start + NO_COMMENT.sub(lambda found: found[1] or " ", directive[end:])


def wrong_escapes(constant: Token) -> Iterator[Token]:
    r"""Yield what a string or a character constant cannot have: escapes without digits, codes beyond 255, gcc's \e.

    Each is at its place in the constant, or where that is not in the text, but made by a macro, at the constant's.
    """
    start, end = constant.start_pos or 0, constant.end_pos or 0
    written = end - start == len(constant)
    for match in ESCAPED.finditer(constant):
        code = ord(match[2]) if match[2] else code_of(match[1])
        if match[1] in ("e", "E") or not 0 <= code <= 255:
            first, last = (start + match.start(), start + match.end()) if written else (start, end)
            yield Token("INVALID", match[0], start_pos=first, end_pos=last)
    if constant == "''":
        yield Token("INVALID", constant, start_pos=start, end_pos=end)


def terminal(kind: str, word: str) -> str:
    """Return a token's terminal."""
    if kind == "word":
        return KEYWORDS.get(word, "IDENTIFIER")
    return PUNCTUATORS[word] if kind == "punctuator" else kind.upper()


def end_of_invalid(text: str, position: int) -> int:
    """Return where to go on after text that is no token."""
    if text[position] == "/":
        return len(text)
    if text[position] in UNTERMINATED:
        end = text.find("\n", position)
        return len(text) if end < 0 else end
    return position + 1


def invalid(diagnostics: Diagnostics, token: Token) -> None:
    """Report an invalid token."""
    place, character = diagnostics.source.place(token.start_pos or 0, token.end_pos or 0), token[0]
    if token in ("\\e", "\\E", "¥e", "¥E"):
        diagnostics.error(place, f"{token} is gcc's", expected="\\033")
    elif character in "\\¥" and len(token) > 1:
        what = "has no digit" if token[1:] == "x" else "is more than a character holds"
        diagnostics.error(place, f"{token} {what}", expected="\\0 to \\377, or \\x0 to \\xff")
    elif token == "''":
        diagnostics.error(place, "'' holds no character", expected="a character between the quotes")
    elif character == "/":
        diagnostics.error(place, "unterminated comment", expected="*/")
    elif character in UNTERMINATED:
        diagnostics.error(place, f"unterminated {UNTERMINATED[character]}", expected=f"{character} on the same line")
    elif ord(character) > 255:
        diagnostics.error(place, f"{character!r} is more than a character holds", expected="a character of Latin-1")
    else:
        diagnostics.error(place, f"invalid character {character!r}")


def characters(text: str) -> list[int]:
    """Return the codes of the characters between the quotes of a constant."""
    return [ord(plain) if plain else code_of(escape) for escape, plain in ESCAPED.findall(text[1:-1])]


def code_of(escape: str) -> int:
    """Return the code of the escape after a backslash; -1 for an x without digits."""
    if escape[0] == "x":
        return int(escape[1:], 16) if escape[1:] else -1
    return int(escape, 8) if escape[0] in "01234567" else ESCAPES.get(escape, ord(escape))
