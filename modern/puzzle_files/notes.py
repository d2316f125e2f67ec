"""What is allowed in a puzzle file, but may be a slip: pieces of separate parts.

notes(read_puzzle("own.toml"))     # ["the piece 'A' has separate parts"]
"""

from __future__ import annotations

from getallenband.durable.names import shown
from getallenband.modern.geometry.lattices import LATTICES
from getallenband.modern.geometry.polyforms import is_connected
from getallenband.modern.puzzle_files.puzzle import Puzzle


def notes(puzzle: Puzzle) -> list[str]:
    """Return a line for each piece whose cells do not hang together."""
    problem = puzzle.problem
    if not problem.is_geometric:
        return []
    lattice, found = LATTICES[problem.lattice], []
    for name, sites in zip(problem.pieces, problem.placements_by_piece, strict=True):
        if sites and not is_connected((problem.cells[at] for at in problem.placements[sites[0]].cells), lattice):
            found.append(f"the piece {shown(name)} has separate parts")
    return found
