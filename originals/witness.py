"""Where each quotation stands in the copy of the document that the editor had: witness.toml.

    sha256 = "a21f4f…"            # of the copy; the copy itself is not part of the edition
    [lines]
    2339-solutions = 307

    read_witness(edition("debruijn1972_pentomino")).lines["2339-solutions"]

Who has the copy finds the quotation again; a claim whose words occur more than once in it has no line here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from originals.edition import Edition
from originals.errors import nearest_hint
from originals.tables import read_table

FILE = "witness.toml"


@dataclass(frozen=True, slots=True)
class Witness:
    """The copy's sha256, and the line from 1 in which each claim's quotation begins."""

    sha256: str = ""
    lines: Mapping[str, int] = field(default_factory=dict)


def read_witness(found: Edition) -> Witness:
    """Read an edition's witness.toml; raise EditionError for a fault. Without the file there are no lines."""
    path = found.inside(FILE)
    if not path.exists():
        return Witness()
    root = read_table(path)
    table = root.table("lines")
    lines = {name: table.integer(name) for name in table.content}
    witness = Witness(root.string("sha256"), lines)
    root.close()
    claims = [claim.identifier for claim in found.claims]
    for name in lines:
        if name not in claims:
            raise table.error(f"there is no claim {name!r}{nearest_hint(name, claims)}")
    return witness
