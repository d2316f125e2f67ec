"""A transcription beside its reading text, line by line, with the changes that lie between them.

    for row in collate(transcription, changes, insertions):
        row.source, row.transcribed, row.line, row.text, row.changes, row.insertion

Joined in their order, the transcribed lines are the transcription and the texts are the reading text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from getallenband.originals.changes import Change, Insertion, apply_changes, insert_code, placed
from getallenband.originals.lines import lines_of
from getallenband.originals.matching import matcher


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the reading text, from 1, beside the line of the transcription that it stands for.

    `line` is 0 where a line was taken away, `source` is 0 where one was added; both texts have their line end.
    """

    line: int
    text: str
    source: int
    transcribed: str
    changes: tuple[str, ...] = ()
    insertion: str = ""


@dataclass(slots=True)
class Group:
    """Lines that begin and end together on both sides, with what was changed in them."""

    old: str = ""
    new: str = ""
    changes: list[str] = field(default_factory=list)
    insertion: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of text: what it was, what it became, and by which change or insertion."""

    old: str
    new: str
    change: str = ""
    insertion: str = ""


def collate(transcription: str, changes: Iterable[Change], insertions: Iterable[Insertion] = ()) -> list[Row]:
    """Set both texts side by side; raise EditionError for a change or an insertion that does not fit."""
    changes, insertions = list(changes), list(insertions)
    pieces = changed_pieces(transcription, changes)
    emended = apply_changes(transcription, changes)
    insert_code(emended, insertions)  # refuses an anchor that is not there once
    for insertion in insertions:
        point = emended.index(insertion.anchor) + (len(insertion.anchor) if insertion.after else 0)
        pieces = list(with_insertion(pieces, point, insertion, emended))
    rows: list[Row] = []
    line = source = 0
    for group in groups(pieces):
        for old, new in paired(lines_of(group.old, keepends=True), lines_of(group.new, keepends=True)):
            line, source = line + (new is not None), source + (old is not None)
            same = old == new
            rows.append(
                Row(
                    line if new is not None else 0, new or "", source if old is not None else 0, old or "",
                    () if same else tuple(group.changes), "" if same or old is not None else group.insertion,
                )
            )  # fmt: skip
    return rows


def changed_pieces(text: str, changes: list[Change]) -> list[Piece]:
    """Cut a text at its changes."""
    pieces: list[Piece] = []
    reached = 0
    for start, change in placed(text, changes):
        pieces += [Piece(text[reached:start], text[reached:start]), Piece(change.old, change.new, change.identifier)]
        reached = start + len(change.old)
    return [*pieces, Piece(text[reached:], text[reached:])]


def with_insertion(pieces: list[Piece], point: int, insertion: Insertion, text: str) -> Iterator[Piece]:
    """Yield the pieces with the editor's code at an offset of the emended text, on lines of its own."""
    opening = "" if point == 0 or text[point - 1] == "\n" else "\n"
    closing = "" if point < len(text) and text[point] == "\n" else "\n"
    code = Piece("", opening + insertion.code.rstrip("\n") + closing, insertion=insertion.file)
    reached, placed = 0, False
    for piece in pieces:
        length = 0 if piece.insertion else len(piece.new)
        at = point - reached
        reached += length
        if placed or piece.insertion or at > length:
            yield piece
            continue
        placed = True
        head, tail = piece.new[:at], piece.new[at:]
        old = (piece.old, "") if piece.change else (head, tail)
        yield from (Piece(old[0], head, piece.change), code, Piece(old[1], tail, piece.change))


def groups(pieces: Iterable[Piece]) -> Iterator[Group]:
    """Yield the shortest runs of lines that end on both sides at once."""
    group = Group()
    for piece in pieces:
        plain = not piece.change and not piece.insertion
        chunks = [(line, line) for line in lines_of(piece.new, keepends=True)] if plain else [(piece.old, piece.new)]
        for old, new in chunks:
            group.old, group.new = group.old + old, group.new + new
            group.changes += [piece.change] if piece.change and piece.change not in group.changes else []
            group.insertion = piece.insertion or group.insertion
            if all(side == "" or side.endswith("\n") for side in (group.old, group.new)):
                yield group
                group = Group()
    yield group


def paired(old: list[str], new: list[str]) -> Iterator[tuple[str | None, str | None]]:
    """Pair lines: equal ones, then those that replace each other; None where one side has no more."""
    for _, start, end, other, last in matcher(old, new).get_opcodes():
        for step in range(max(end - start, last - other)):
            yield (
                old[start + step] if start + step < end else None,
                new[other + step] if other + step < last else None,
            )
