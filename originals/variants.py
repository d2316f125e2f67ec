r"""Two transcriptions of one text beside each other: each difference becomes a candidate emendation, or a variant.

>>> for found in collated("k := l + l\nnext\n", "k := l + 1\nnext\n"):
...     print(found.line, repr(found.old), repr(found.new), repr(found.was), repr(found.became))
1 '+ l' '+ 1' 'l' '1'

Applied to the first text, the candidates give the second: which reading is right is for an editor to say.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, count

from getallenband.originals.confusions import likely
from getallenband.originals.errors import EditionError
from getallenband.originals.lines import lines_of
from getallenband.originals.matching import matcher
from getallenband.originals.placeholders import placeholder

TOKEN = re.compile(r"\w+|\s|[^\w\s]")
"""A word, a blank or a sign: differences are sought between these, then within words."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A place where two transcriptions differ: the line and column of the first, from 1, and both readings.

    `old` is as long as it must be to be found once in its line; `was` became `became` in it.
    """

    line: int
    column: int
    old: str
    new: str
    was: str
    became: str


@dataclass(frozen=True, slots=True)
class Span:
    """Characters of the first text, from `start` to `end`, that are `new` in the second."""

    start: int
    end: int
    new: str


def collated(first: str, second: str, *, words: bool = False) -> list[Difference]:
    """Return the differences of two texts in their order: as few characters as will do, or whole `words`.

    Raise EditionError where the first is empty.
    """
    if not first:
        raise EditionError("the first text is empty: nothing can be compared with it")
    starts = [0, *accumulate(map(len, lines_of(first, keepends=True)))][:-1]
    found: list[tuple[Span, Span]] = []
    for core in spans(first, second):
        core = whole_words(first, core) if words else core
        span = unique(first, core, starts)
        while found and span.start < found[-1][0].end:
            core = joined(first, found.pop()[1], core)
            span = unique(first, core, starts)
        found.append((span, core))
    return [difference(first, span, core, starts) for span, core in found]


def spans(first: str, second: str) -> Iterator[Span]:
    """Yield what differs: line beside line where as many stand for each other, else in all of them."""
    ours, theirs = lines_of(first, keepends=True), lines_of(second, keepends=True)
    starts = [0, *accumulate(map(len, ours))]
    for kind, start, end, there, last in matcher(ours, theirs).get_opcodes():
        old, new = ours[start:end], theirs[there:last]
        if kind == "equal":
            continue
        pairs = zip(old, new, strict=True) if len(old) == len(new) else [("".join(old), "".join(new))]
        at = starts[start]
        for one, other in pairs:
            yield from (Span(at + each.start, at + each.end, each.new) for each in within(one, other))
            at += len(one)


def within(old: str, new: str) -> Iterator[Span]:
    """Yield what differs in two lines, word by word, and in words character by character."""
    ours, theirs = TOKEN.findall(old), TOKEN.findall(new)
    starts = [0, *accumulate(map(len, ours))]
    for kind, start, end, there, last in matcher(ours, theirs).get_opcodes():
        one, other = "".join(ours[start:end]), "".join(theirs[there:last])
        if kind == "replace" and len(one) == len(other):
            for differing in re.finditer("1+", "".join("01"[a != b] for a, b in zip(one, other, strict=True))):
                left, right = differing.span()
                yield Span(starts[start] + left, starts[start] + right, other[left:right])
        elif kind != "equal":
            left = alike(one, other)
            right = min(alike(one[::-1], other[::-1]), min(len(one), len(other)) - left)
            yield Span(starts[start] + left, starts[end] - right, other[left : len(other) - right])


def alike(one: str, other: str) -> int:
    """Return how many characters at the beginning are the same."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((number for number, (a, b) in pairs if a != b), min(len(one), len(other)))


def whole_words(text: str, span: Span) -> Span:
    """Return a span with the rest of the words at its ends."""
    start, end = span.start, span.end
    while start > 0 and text[start - 1].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum():
        end += 1
    return Span(start, end, text[start : span.start] + span.new + text[span.end : end])


def unique(text: str, span: Span, starts: Sequence[int]) -> Span:
    """Return a span that is not empty and is found once in its line: with more before it, then with more after it."""
    start, end = span.start, span.end
    line = starts[line_at(min(start, len(text) - 1), starts)]
    while not found_once(text, start, end, starts):
        if start > line:
            start -= 1
        else:
            end += 1
    return Span(start, end, text[start : span.start] + span.new + text[span.end : end])


def found_once(text: str, start: int, end: int, starts: Sequence[int]) -> bool:
    """Tell whether characters are found where they are, and nowhere else in the line in which they begin."""
    if start == end:
        return False
    line = line_at(start, starts)
    following = starts[line + 1] if line + 1 < len(starts) else len(text)
    last = following + end - start - 1
    first = text.find(text[start:end], starts[line], last)
    return first == start and text.find(text[start:end], start + 1, last) < 0


def line_at(place: int, starts: Sequence[int]) -> int:
    """Return the index of the line that has a place."""
    return bisect_right(starts, place) - 1


def joined(text: str, one: Span, other: Span) -> Span:
    """Return two spans as one, with what stands between them."""
    return Span(one.start, other.end, one.new + text[one.end : other.start] + other.new)


def difference(text: str, span: Span, core: Span, starts: Sequence[int]) -> Difference:
    line = line_at(span.start, starts)
    column = span.start - starts[line] + 1
    return Difference(line + 1, column, text[span.start : span.end], span.new, text[core.start : core.end], core.new)


def as_emendations(differences: Iterable[Difference], text: str, taken: Collection[str] = ()) -> str:
    """Write the differences as emendations of a text of an edition, in TOML, for an editor to go through.

    Each reason is a placeholder, since nobody has judged it.
    Identifiers that are `taken` are not used again.
    """
    free = (name for name in (f"reading-{number}" for number in count(1)) if name not in taken)
    return "".join(emendation(found, text, name) for found, name in zip(differences, free, strict=False))


def emendation(found: Difference, text: str, name: str) -> str:
    cause = likely(found.was, found.became)
    sure = f"certainty = {quoted(cause.certainty)}\n" if cause.certainty else ""
    return (
        written(found, "emendation", text, name)
        + f"cause = {quoted(cause.cause)}\n{sure}need = {quoted(cause.need)}\n"
        + f"reason = {quoted(placeholder(cause.reason))}\n"
    )


def as_variants(differences: Iterable[Difference], text: str, sigil: str) -> str:
    """Write the differences as what another witness of a text reads, in TOML, for an editor to go through.

    A variant's name begins with its text's: one file has those of all.
    """
    read = f'witnesses = [{quoted(sigil)}]\nreason = "<what follows from this reading>"\n'
    numbered = enumerate(differences, start=1)
    return "".join(written(found, "variant", text, f"{text}-{number}") + read for number, found in numbered)


def written(found: Difference, kind: str, text: str, name: str) -> str:
    """Write what all tables of changes have."""
    return (
        f"\n[[{kind}]]\nid = {quoted(name)}\ntext = {quoted(text)}\nline = {found.line}\n"
        f"old = {quoted(found.old)}\nnew = {quoted(found.new)}\n"
    )


def quoted(value: object) -> str:
    """Write a string, a number or a list of them as TOML."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
