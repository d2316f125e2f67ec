"""Syntax colours of a program text, as runs of one colour.

for line in lines_of("ecol", text):
    …                       # [("k", "ALS"), ("", " x "), …]
"""

from __future__ import annotations

from collections.abc import Iterator

from pygments.token import Token

from getallenband.interpreters.highlighting import lexer_for

Run = tuple[str, str]
"""A colour's class in style.css ("" for none) and the text that has it."""
COLOURS = {
    Token.Keyword: "k", Token.Operator.Word: "k", Token.Name.Builtin: "k", Token.Comment: "c", Token.Name.Label: "c",
    Token.Literal: "m",
}  # fmt: skip
"""The class of each kind of token; names and signs are not coloured."""


def lines_of(language: str, text: str) -> Iterator[list[Run]]:
    """Yield the coloured runs of each line."""
    line: list[Run] = []
    for _, kind, value in lexer_for(language).get_tokens_unprocessed(text):
        name = next((found for family, found in COLOURS.items() if kind in family), "")
        first, *more = value.split("\n")
        line.append((name, first))
        for part in more:
            yield line
            line = [(name, part)]
    yield line
