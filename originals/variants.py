r"""Two transcriptions of one text beside each other: each difference becomes a candidate emendation, or a variant.

>>> for found in collated("k := l\nnext\n", "k := 1\nnext\n"):
...     print(found.line, repr(found.old), repr(found.new))
1 'l' '1'

Applied to the first text, the candidates give the second: which reading is right is for an editor to say.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from originals.errors import EditionError


@dataclass(frozen=True, slots=True)
class Difference:
    """A place where two transcriptions differ: the line and column of the first, from 1, and both readings."""

    line: int
    column: int
    old: str
    new: str


def collated(first: str, second: str) -> list[Difference]:
    """Return the differences of two texts in their order; raise EditionError where the first is empty."""
    ours, theirs = first.splitlines(keepends=True), second.splitlines(keepends=True)
    if not ours:
        raise EditionError("the first text is empty: nothing can be held against it")
    found: list[Difference] = []
    for kind, start, end, other_start, other_end in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        old, new = ours[start:end], theirs[other_start:other_end]
        if kind == "replace" and len(old) == len(new):
            found += [within(start + number, *pair) for number, pair in enumerate(zip(old, new, strict=True), 1)]
        elif kind == "insert":
            insert("".join(new), start, ours, found)
        elif kind != "equal":
            found.append(Difference(start + 1, 1, "".join(old), "".join(new)))
    return found


def insert(text: str, place: int, lines: Sequence[str], found: list[Difference]) -> None:
    """Add lines that only the second text has: beside the next line, or at the end beside the last."""
    if place < len(lines):
        found.append(Difference(place + 1, 1, lines[place], text + lines[place]))
    elif found and found[-1].line == place:
        last = found.pop()
        found.append(Difference(place, 1, last.old, last.new + text))
    else:
        found.append(Difference(place, 1, lines[-1], lines[-1] + text))


def within(number: int, old: str, new: str) -> Difference:
    """Return the difference of two lines: the words that differ, or the whole line if these stand in it again."""
    start = alike(old, new)
    end = alike(old[start:][::-1], new[start:][::-1])
    while start > 0 and old[start - 1].isalnum():
        start -= 1
    while end > 0 and old[len(old) - end].isalnum():
        end -= 1
    part = old[start : len(old) - end]
    if not part or sum(old.startswith(part, place) for place in range(len(old))) != 1:
        return Difference(number, 1, old, new)
    return Difference(number, start + 1, part, new[start : len(new) - end])


def alike(one: str, other: str) -> int:
    """Return how many characters at the beginning are the same."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((number for number, (a, b) in pairs if a != b), min(len(one), len(other)))


def as_emendations(differences: Iterable[Difference], text: str) -> str:
    """Write the differences as emendations of a text of an edition, in TOML, for an editor to go through."""
    judged = 'cause = "copy"\ncertainty = "possible"\nneed = "possible"\nreason = "The other transcription reads so."\n'
    return "".join(written(found, "emendation", text, number) + judged for number, found in enumerate(differences, 1))


def as_variants(differences: Iterable[Difference], text: str, sigil: str) -> str:
    """Write the differences as what another witness of a text reads, in TOML, for an editor to go through."""
    read = f'witnesses = [{quoted(sigil)}]\nreason = "Collated; nobody has judged it yet."\n'
    return "".join(written(found, "variant", text, number) + read for number, found in enumerate(differences, 1))


def written(found: Difference, kind: str, text: str, number: int) -> str:
    """Write what all tables of changes have; a variant's name begins with its text's: one file has those of all."""
    name = f"{text}-{number}" if kind == "variant" else f"reading-{number}"
    return (
        f"\n[[{kind}]]\nid = {quoted(name)}\ntext = {quoted(text)}\nline = {found.line}\n"
        f"old = {quoted(found.old)}\nnew = {quoted(found.new)}\n"
    )


def quoted(text: str) -> str:
    """Write a string of TOML."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
