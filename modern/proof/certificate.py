"""Write a certificate: the number of a puzzle's solutions, with a search tree that proves it.

    write_certificate(read_puzzle("tetrihex"), Path("tetrihex.certificate"))

One line of JSON states the claim; then comes, compressed, the item (cell or piece) covered at every node of the search
tree in preorder, a byte each; then the checksum of all before. At a node every option of the item is tried, so nothing
is left out; what is tried follows from the puzzle. Symmetry is broken by one piece whose placements fall into orbits as
large as the group: the claim names the placements kept, and the symmetries as permutations of the cells.

Where pieces have copies, only cells and pieces that are placed once are covered (`copies.py`).

Of an exact cover every solution is found, and the item of a node takes two bytes.

Where pieces have copies, or ways to few states are many solutions, there is no tree: the claim is the number and the
order in which the checker counts (`order_claim.py`).

`check_certificate.py`, `check_cover.py` and `check_order.py` read all this without any code from here, and no file of
over 64 MiB.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from pathlib import Path
from typing import Any

from getallenband import durable
from getallenband.modern.exact_cover.answer import Stop, UnsuitedError, takes_puzzles
from getallenband.modern.exact_cover.cover import Cover
from getallenband.modern.exact_cover.problem import Problem
from getallenband.modern.exact_cover.symmetry import Group, symmetries_on_cells
from getallenband.modern.kernels.cover_rows import CoverRows, cover_search
from getallenband.modern.kernels.resumable import SLICE, run
from getallenband.modern.proof.copies import trace_copies
from getallenband.modern.proof.order_claim import order_claim
from getallenband.modern.puzzle_files.puzzle import Puzzle
from getallenband.modern.solvers.bit_parallel import TABLES
from getallenband.modern.solvers.dancing_links import solve_and_trace

FORMAT = 1
_LARGEST_ITEM = 255
_LARGEST_COVER = 1 << 16
CLAIM = 1 << 20
"""Bytes for all but the tree."""


def write_certificate(puzzle: Puzzle, path: Path, stop: Stop = lambda: False) -> bool:
    """Search and write; return False, with nothing written, if stopped; raise UnsuitedError if it cannot be done."""
    problem = puzzle.problem
    if not puzzle.given.isprintable():
        raise UnsuitedError("a certificate names its puzzle file, and this name has signs that cannot be printed")
    if not problem.is_on_lattice and not isinstance(problem, Cover):
        raise UnsuitedError(f"there are no certificates for the lattice {problem.lattice!r}")
    durable.permissions(path)  # reported before the search, not after it
    counted = order_claim(puzzle, stop)
    if stop():
        return False
    if counted is not None:
        _write(counted, b"", path)
        return True
    if isinstance(problem, Cover):
        return _write_cover(puzzle, problem, path, stop)
    if problem.items > _LARGEST_ITEM:
        raise UnsuitedError(f"certificates hold at most {_LARGEST_ITEM} cells and pieces")
    # the identity is the first, and some other may leave all placements in their places as well
    on_cells = {placements: cells for cells, placements in reversed(symmetries_on_cells(problem))}
    kept, group = _break_symmetry(problem, puzzle.symmetries)
    tree, searched = _Tree(), problem.restrict(kept)
    if takes_puzzles(problem) is None:
        answer = solve_and_trace(searched, tree.grow, stop=stop)
        solutions, finished = answer.solutions, answer.finished
    else:
        solutions, finished = trace_copies(searched, tree.grow, stop)
    if not finished:
        return False
    dropped = set(range(len(problem.placements))) - set(kept)
    piece = problem.placements[min(dropped)].piece if dropped else None
    claim = {
        "certificate": FORMAT,
        "puzzle": puzzle.given,
        "puzzle_sha256": puzzle.checksum,
        "solutions": solutions,
        "solutions_in_all": solutions * len(group),
        "piece": None if piece is None else problem.pieces[piece],
        "kept": [problem.placements[i].cells for i in kept if problem.placements[i].piece == piece],
        "symmetries": [on_cells[permutation] for permutation in group],
    }
    _write(claim, tree.whole(), path)
    return True


def _write_cover(puzzle: Puzzle, problem: Cover, path: Path, stop: Stop) -> bool:
    if problem.items > _LARGEST_COVER or CoverRows.of(problem).words() > TABLES:
        raise UnsuitedError("the problem is too large for a certificate")
    tree = _Tree()
    search = cover_search(problem, lambda chosen: tree.grow(chosen.astype("<u2").tobytes()), SLICE)
    solutions, finished = run(search.resume, search.state, problem.levels, None, None, stop, SLICE)
    if finished:
        claim = {"cover_certificate": FORMAT, "cover": puzzle.given, "cover_sha256": puzzle.checksum}
        _write(claim | {"solutions": solutions}, tree.whole(), path)
    return finished


class _Tree:
    """A tree that is packed as it grows."""

    def __init__(self) -> None:
        self.packed, self.compressor = bytearray(), zlib.compressobj(9)

    def grow(self, items: Any) -> None:
        self.packed += self.compressor.compress(items)
        if len(self.packed) > durable.LARGEST - CLAIM:
            raise UnsuitedError(
                f"the certificate's tree has more than {durable.LARGEST - CLAIM:,} bytes: it is not written"
            )

    def whole(self) -> bytes:
        return bytes(self.packed) + self.compressor.flush()


def _write(claim: dict[str, Any], packed: bytes, path: Path) -> None:
    content = json.dumps(claim).encode() + b"\n" + packed
    durable.write(path, content + hashlib.sha256(content).digest())


def _break_symmetry(problem: Problem, group: Group) -> tuple[tuple[int, ...], Group]:
    """Return the placements kept, and the symmetries broken by the piece with the fewest orbits, all of full size."""
    choices = []
    for piece, indices in enumerate(problem.placements_by_piece):
        orbits = {frozenset(g[i] for g in group) for i in indices}
        own = set(indices)
        if (
            problem.bounds[len(problem.cells) + piece] == (1, 1)
            and indices
            and all(len(orbit) == len(group) and orbit <= own for orbit in orbits)
        ):
            choices.append((len(orbits), [min(orbit) for orbit in orbits], own))
    everything = set(range(len(problem.placements)))
    if len(group) == 1 or not choices:
        return tuple(sorted(everything)), group[:1]
    _, representatives, own = min(choices, key=lambda choice: choice[0])
    return tuple(sorted(everything - own | set(representatives))), group
