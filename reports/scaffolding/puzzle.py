"""Begin a puzzle: a file that `solve` takes as it is, with what to change.

new_puzzle(Path("mine.toml"))
"""

from __future__ import annotations

from pathlib import Path

from getallenband import durable
from getallenband.durable.visible import shown
from getallenband.interpreters.source.diagnostics import UserError
from getallenband.reports.scaffolding.edition import check_free

PUZZLE = '''\
# Next: draw the board and the pieces, then: getallenband solve {name}
# A sharp sign is a cell, a slash begins a new row. The pieces must have as many cells as the board.
title = "Four tetrominoes in a square"
lattice = "square"                  # square, hexagonal, triangular, cubic, face-centred cubic, sticks, edge-matching
sides = "free"                      # free: pieces may be turned over; one-sided: turned only; fixed: neither
board.drawing = """
####
####
####
####"""

[pieces]
I = "####"
J = "###/#"
L = "###/#"                         # the same shape as J, since pieces may be turned over
O = "##/##"
'''


def new_puzzle(path: Path) -> Path:
    """Write a puzzle file; raise UserError if a file is in the way."""
    if path.suffix != ".toml":
        raise UserError(f"{shown(path)}: the name of a puzzle file ends in .toml")
    check_free(path)
    durable.write(path, PUZZLE.format(name=path if str(path).isprintable() else "FILE"))
    return path
