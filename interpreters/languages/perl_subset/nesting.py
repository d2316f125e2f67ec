"""How deep a text may be nested: room for the recursion over its tree, and a message where that does not do.

with room(DEEPEST):
    tree = transform(...)           # RecursionError becomes a SourceError by too_deep(source, tokens)
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from interpreters.source.diagnostics import Diagnostic, SourceError
from interpreters.source.lark_parser import Token
from interpreters.source.position import SourceText

DEEPEST = 6000
"""Python frames for the recursion over a tree: some two thousand levels, which the stack of a process has room for."""
OPENERS = {
    "LPAR", "LSQB", "ARRAY_ELEMENT", "HASH_ELEMENT", "ARRAY_SLICE", "HASH_SLICE", "DEREF", "LAST_INDEX_OF", "HASH_OPEN",
    "BLOCK_OPEN", "ARROW_INDEX", "ARROW_KEY",
}  # fmt: skip
CLOSERS = {"RPAR", "RSQB", "RBRACE"}


@contextmanager
def room(frames: int) -> Iterator[None]:
    """Let Python's own calls nest so deep, for a while."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, frames))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def too_deep(source: SourceText, tokens: Sequence[Token]) -> SourceError:
    """Make the error of a text that is nested too deep, at its innermost bracket."""
    depth, deepest, found = 0, -1, None
    for token in tokens:
        if token.type in OPENERS and depth > deepest:
            deepest, found = depth, token
        depth += (token.type in OPENERS) - (token.type in CLOSERS)
    token = found or tokens[0]
    place = source.place(token.start_pos or 0, token.end_pos or 0)
    return SourceError(
        source, [Diagnostic(place, "the program is nested too deep here", "brackets or operators in parts")]
    )
