"""The critical apparatus of an edition: every change of its texts, the old reading and the new one."""

from __future__ import annotations

from originals.changes import Change
from originals.edition import Edition


def apparatus(edition: Edition) -> tuple[Change, ...]:
    """Return the emendations in the order of text and line, then the experiments."""
    order = {name: number for number, name in enumerate(edition.texts)}
    emendations = sorted(edition.emendations, key=lambda change: (order[change.text], change.line))
    return (*emendations, *(change for changes in edition.experiments.values() for change in changes))
