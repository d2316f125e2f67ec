"""Other ways to write the symbols of ALGOL 60 (section 2 of the report): data for the lexer, as words.toml has more.

Word symbols in another language are a file of words/, found by its name: each word with the English one that it stands
for. A word with a blank in it may be written as two.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from getallenband.interpreters.source.words import meanings

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
def words_of(language: str) -> Mapping[str, str]:
    """Return the word symbols of a language, in small letters, and the tokens they make."""
    english = meanings(__package__, "english")
    if language == "english":
        return english
    table = files(__package__).joinpath("words", f"{language}.toml").read_text(encoding="utf-8")
    return {word: english[meaning] for word, meaning in tomllib.loads(table).items()}
