"""Printed lines of piece numbers become the names of the pieces, box by box.

for laid in solutions(record, "JCILNOPSTYZ"):
    laid[0]          # the name of the piece in box 1
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from interpreters.source.diagnostics import UserError


def solutions(record: Mapping[str, Any], pieces: str) -> Iterator[list[str]]:
    """Yield each printed solution, numbers being places in `pieces`; raise UserError for any other number."""
    for line in record["output"].splitlines():
        if re.match(r"\d+:", line):
            numbers = [int(word) for word in line.split(":", 1)[1].split()]
            if not all(0 < number <= len(pieces) for number in numbers):
                raise UserError(f"a box holds a piece that is not one of 1 to {len(pieces)}: {line}")
            yield [pieces[number - 1] for number in numbers]
