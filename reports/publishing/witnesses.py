"""What is known of an edition's witnesses, for readers, and what the searches for the rest show.

>>> facts({"origin": "a library", "scan": "unknown", "file": "", "texts": ["ecol"]})
[('from', 'a library'), ('scanned by', 'unknown'), ('texts that it has', 'ecol')]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LABELS = {
    "origin": "from",
    "scan": "scanned by",
    "reader": "read by",
    "pages": "pages",
    "file": "the file that was read",
    "sha256": "its SHA-256",
    "extent": "how much of it was read",
    "texts": "texts that it has",
    "damage": "damage",
}
SEARCHED = (
    "What is unknown of the document was looked for here. That nothing was seen does not show that nothing is there:"
    " each entry says how far the look went."
)


def facts(witness: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what is known of a witness, each with its label; "unknown" is said, what it has not is left out."""
    found = {key: witness.get(key) for key in LABELS}
    shown = {key: value if isinstance(value, str) else ", ".join(value or ()) for key, value in found.items()}
    return [(LABELS[key], value) for key, value in shown.items() if value]
