"""Printed lines of piece numbers become the names of the pieces, box by box.

for laid in solutions(record, "JCILNOPSTYZ", 44):
    laid[0]          # the name of the piece in box 1
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from getallenband.interpreters.source.diagnostics import UserError


def solutions(record: Mapping[str, Any], pieces: str, boxes: int) -> Iterator[list[str]]:
    """Yield each printed solution, numbers being places in `pieces`.

    Raise UserError for any other number, for a name that two pieces have, and for a line of more or fewer boxes.
    """
    if len(set(pieces)) != len(pieces):
        raise UserError(f"two of the pieces {pieces!r} have one name")
    for line in record["output"].splitlines():
        if re.match(r"\d+:", line):
            numbers = [int(word) for word in line.split(":", 1)[1].split()]
            if not all(0 < number <= len(pieces) for number in numbers):
                raise UserError(f"a box holds a piece that is not one of 1 to {len(pieces)}: {line}")
            if len(numbers) != boxes:
                raise UserError(f"a solution of {len(numbers)} boxes, the frame has {boxes}: {line}")
            yield [pieces[number - 1] for number in numbers]
