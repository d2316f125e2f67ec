"""Every way to write the symbols of ALGOL 60 (section 2 of the report): data for the lexer.

Word symbols in another language are a file of words/, found by its name: each word with the English one that it stands
for. A word with a blank in it may be written as two.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

ENGLISH = {
    "begin": "_BEGIN", "end": "END", "if": "_IF", "then": "THEN", "else": "ELSE", "for": "_FOR", "do": "DO",
    "step": "STEP", "until": "_UNTIL", "while": "WHILE", "goto": "_GOTO", "go to": "_GOTO", "own": "OWN",
    "value": "_VALUE", "integer": "INTEGER", "real": "REAL", "boolean": "BOOLEAN", "Boolean": "BOOLEAN",
    "array": "ARRAY", "procedure": "PROCEDURE", "switch": "SWITCH", "label": "LABEL", "string": "STRING",
    "true": "TRUE", "false": "FALSE", "comment": "COMMENT", "and": "AND", "or": "OR", "not": "NOT", "div": "DIV",
    "impl": "IMPLIES", "imp": "IMPLIES", "implies": "IMPLIES", "equiv": "EQUIVALENT", "eqv": "EQUIVALENT",
    "notequal": "/=", "notless": ">=", "notgreater": "<=",
}  # fmt: skip
MARKED = {
    "go": "GO", "to": "TO", "less": "<", "lt": "<", "le": "<=", "equal": "=", "eq": "=", "ge": ">=", "greater": ">",
    "gt": ">", "ne": "/=", "power": "POWER", "/": "DIV", "equivalent": "EQUIVALENT", "equ": "EQUIVALENT",
    "idiv": "DIV",
}  # fmt: skip
"""Words that are symbols only where bold words are marked as such."""

SYMBOLS = {
    ":=": "ASSIGN", ".=": "ASSIGN", "..=": "ASSIGN", "←": "ASSIGN", ":": "COLON", "..": "COLON", ";": "SEMICOLON",
    ".,": "SEMICOLON", "$": "SEMICOLON", ",": "_COMMA", "(": "_LPAR", ")": "_RPAR", "[": "_LSQB", "(/": "_LSQB",
    "(.": "_LSQB", "]": "_RSQB", "/)": "_RSQB", ".)": "_RSQB",
    "+": "PLUS", "-": "MINUS", "−": "MINUS", "–": "MINUS", "*": "TIMES", "×": "TIMES",
    "/": "SLASH", "÷": "DIV", "//": "DIV", "%": "DIV", "_:": "DIV", "↑": "POWER", "**": "POWER", "^": "POWER",
    "|∧": "POWER", "|^": "POWER",
    "<": "<", "<=": "<=", "=<": "<=", "≤": "<=", "⩽": "<=", "_<": "<=", "=": "=", ">=": ">=", "≥": ">=", "⩾": ">=",
    "_>": ">=", ">": ">", "/=": "/=", "≠": "/=", "<>": "/=", "¬=": "/=", "~=": "/=", "|=": "/=", "!=": "/=",
    "^=": "/=", "#": "/=", "¬": "NOT", "~": "NOT", "!": "NOT", "-,": "NOT",
    "∧": "AND", "&": "AND", "/\\": "AND", "∨": "OR", "|": "OR", "\\/": "OR",
    "⊃": "IMPLIES", "⇒": "IMPLIES", "->": "IMPLIES", "=>": "IMPLIES",
    "_¬": "IMPLIES", "≡": "EQUIVALENT", "==": "EQUIVALENT", "<=>": "EQUIVALENT", "_=": "EQUIVALENT",
}  # fmt: skip
"""Every way to write a symbol, and the token it makes; of a relation the value of the token RELATION."""

SPELLING = {
    "ASSIGN": ":=", "COLON": ":", "SEMICOLON": ";", "_COMMA": ",", "_LPAR": "(", "_RPAR": ")", "_LSQB": "[",
    "_RSQB": "]",
    "PLUS": "+", "MINUS": "-", "TIMES": "×", "SLASH": "/", "DIV": "÷", "POWER": "↑", "NOT": "¬", "AND": "∧", "OR": "∨",
    "IMPLIES": "⊃", "EQUIVALENT": "≡", "BOOLEAN": "Boolean", "_GOTO": "goto",
}  # fmt: skip
RELATIONS = ("<", "<=", "=", ">=", ">", "/=")
TENS = ("₁₀", "⏨", "º", "&", "\\", "#", "@", "'")
"""Ways to write the subscript ten, besides '10', and e between digits."""
QUOTES = {"_[": "_]", "‘": "’", "“": "”", "«": "»", "`": "'", "'('": "')'", "'(": ")'", "|<": "|>", '"': '"'}
ESCAPED = ('"', "`")
"""The quotes of keyboards, between which a backslash writes what no line can hold."""
ESCAPES = {
    "n": "\n", "t": "\t", "\\": "\\", '"': '"', "'": "'", "r": "\r", "f": "\f", "a": "\a", "b": "\b", "v": "\v",
}  # fmt: skip
"""What follows a backslash; so may the number of a character, as x and two hexadecimal digits, or three octal ones."""


@cache
def word_languages() -> tuple[str, ...]:
    """Name the languages in which word symbols may be written: English, and every file of words/."""
    folder = files(__package__).joinpath("words")
    return ("english", *sorted(file.name.removesuffix(".toml") for file in folder.iterdir()))


@cache
def words_of(language: str) -> dict[str, str]:
    """Return the word symbols of a language, in small letters, and the tokens they make."""
    if language == "english":
        return ENGLISH
    table = files(__package__).joinpath("words", f"{language}.toml").read_text(encoding="utf-8")
    return {word: ENGLISH[english] for word, english in tomllib.loads(table).items()}
