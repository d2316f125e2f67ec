"""Turn an edition's changes into the rows of a critical apparatus: each old reading beside the new one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from originals.changes import Change
from originals.edition import Edition


@dataclass(frozen=True, slots=True)
class ApparatusRow:
    """One change: its place in the text, both readings, and what the editor says about it."""

    identifier: str
    text: str
    line: int
    old: str
    new: str
    kind: str
    certainty: str
    reason: str


def apparatus(edition: Edition, text: str | None = None) -> tuple[ApparatusRow, ...]:
    """Return the emendations in the order of text and line, then the experiments; of one text or of all."""
    order = {name: number for number, name in enumerate(edition.texts)}
    changes: Iterable[Change] = sorted(edition.emendations, key=lambda change: (order[change.text], change.line))
    changes = [*changes, *(change for changes in edition.experiments.values() for change in changes)]
    return tuple(
        ApparatusRow(
            identifier=change.identifier,
            text=change.text,
            line=change.line,
            old=change.old,
            new=change.new,
            kind=change.kind,
            certainty=change.certainty,
            reason=change.reason,
        )
        for change in changes
        if text is None or change.text == text
    )
