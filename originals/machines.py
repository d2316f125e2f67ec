"""Read machines.toml: what manuals say of a machine's times, from which published running times are judged.

    [x8-add]
    machine = "EL-X8"
    microseconds = 5.6
    what = "an addition"
    source = "UvA Computer Museum, ub.fnwi.uva.nl/computermuseum/X1.html"
    certainty = "read"

A figure is `read` in the source named, `second-hand` (read in a copy of it), the `article`'s own, taken from `notes` of
this project whose source was not read again, or `derived` from other figures. One that no source supports is the
`editor`'s choice, and says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from getallenband.originals.tables import read_table

LONGEST = 1e12
"""The microseconds that an action takes at most: eleven days."""


@dataclass(frozen=True, slots=True)
class MachineTime:
    """What one action of a machine takes, in microseconds."""

    name: str
    machine: str
    microseconds: float
    what: str
    source: str
    certainty: Literal["read", "second-hand", "article", "notes", "derived", "editor"]


def read_machines(path: Path) -> dict[str, MachineTime]:
    """Read the times of an edition's machines by name."""
    if not path.exists():
        return {}
    root = read_table(path)
    found = {}
    for name in root.content:
        table = root.table(name)
        microseconds = float(table.value("microseconds", (int, float), "a number"))
        found[name] = table.record(MachineTime, name=name, microseconds=microseconds)
        if not 0 < found[name].microseconds <= LONGEST:
            raise table.error(
                f'"microseconds" must be more than 0 and at most {LONGEST:g}, not {found[name].microseconds:g}',
                "microseconds",
            )
    return found
