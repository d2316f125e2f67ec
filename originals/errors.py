"""What is wrong with an edition's files, said with file, entry and what was found."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class EditionError(Exception):
    """A fault in the files of an edition, or the name of one that does not exist."""

    for_user = True


def nearest_hint(name: str, known: Iterable[str]) -> str:
    """Return " (nearest: …)" for the known name that looks most like `name`, or an empty string."""
    found = get_close_matches(name, list(known), n=1, cutoff=0.5)
    return f" (nearest: {found[0]})" if found else ""
