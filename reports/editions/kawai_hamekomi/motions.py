"""The operations that the article lists, read from its lines: "180° 回転 (-X_0, -Y_0, -Z_0)".

for name, operation in listed(text): …         # "180°", ("-X", "-Y", "-Z")
operated(("-Y", "X", "Z"), (1, 2, 3))          # (-2, 1, 3)
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from getallenband.modern.geometry import Cell

Operation = tuple[str, ...]

AXES = {"X": 0, "Y": 1, "Z": 2}
LISTED = re.compile(r"(\d+°(?: \+ \d+°)?|もとの点)[^(°]*\(((?:-?[XYZ]_0(?:, )?){3})\)")
"""もとの点 is the point that nothing has moved."""


def listed(text: str) -> Iterator[tuple[str, Operation]]:
    """Yield name and operation: what becomes of X, Y and Z."""
    for match in LISTED.finditer(text.replace("$", "").replace("^\\circ", "°").replace("\\circ", "°")):
        yield match[1].strip(), tuple(word.removesuffix("_0") for word in match[2].split(", "))


def operated(operation: Operation, cell: Cell) -> Cell:
    """Apply an operation to a cell."""
    return tuple((-1 if axis[0] == "-" else 1) * cell[AXES[axis[-1]]] for axis in operation)
