"""Look whether square pieces, each a word of four letters, differ from one another and from themselves when turned.

observe = "distinct_pieces"
with = { file = "pieces.transcription" }
"""

from __future__ import annotations

from reports.checking.observed import Context, Observed


def observe(context: Context, *, file: str) -> Observed:
    """Return how many of the pieces are neither turned into themselves nor into another of the list."""
    words = context.text(file).split()
    turned = [turns(word) for word in words]
    good = [
        word
        for index, word in enumerate(words)
        if word not in turned[index][1:]
        and not any(word in turned[other] for other in range(len(words)) if other != index)
    ]
    return Observed(len(good))


def turns(word: str) -> list[str]:
    """Return a piece and its three turns."""
    return [word[turn:] + word[:turn] for turn in range(len(word))]
