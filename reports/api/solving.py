"""Solve a puzzle by a modern solver; boards draw themselves.

>>> rug = solve("rug")
>>> rug.solutions_up_to_symmetry, rug.solutions
(3, 12)
>>> print(rug.boards[0])
P P Z Z J J
 P Z Z J S
C P C J Y S
 C C Y Y S
I I I I Y S
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from getallenband.durable.errors import Error
from getallenband.modern.exact_cover import Cover, Solution
from getallenband.modern.puzzle_files import Puzzle, as_text, puzzle_names, read_puzzle
from getallenband.modern.search import SearchOptions, SearchResult
from getallenband.modern.search import solve as search
from getallenband.reports.api.errors import public

if TYPE_CHECKING:
    import numpy


@dataclass(frozen=True, repr=False)
class Board:
    """A solution: letters when printed, a picture in a notebook."""

    puzzle: Puzzle
    solution: Solution

    @property
    def pieces(self) -> dict[str, list[tuple[int, ...]]]:
        """The cells of each piece, by their coordinates."""
        return {name: list(cells) for name, cells in self.puzzle.problem.laid(self.solution).items()}

    @property
    def svg(self) -> str:
        """The board as a picture."""
        from getallenband.reports.publishing.pictures import svg

        laid = {cell: piece for piece, cells in self.pieces.items() for cell in cells}
        return svg(self.puzzle.problem.lattice, laid, self.puzzle.title)

    def __repr__(self) -> str:
        return f"<board of {self.puzzle.name}>"

    def __str__(self) -> str:
        return as_text(self.puzzle.problem, self.solution)

    def _repr_html_(self) -> str:
        return self.svg if self.puzzle.problem.is_on_lattice else f"<pre>{self}</pre>"


@dataclass(frozen=True, repr=False)
class Solved:
    """What a search found. `boards` holds one solution of each symmetry class, in the order of the search."""

    puzzle: Puzzle
    result: SearchResult
    boards: tuple[Board, ...]

    @property
    def solutions(self) -> int:
        """How many solutions there are, turned and mirrored ones counted apart."""
        return self.result.solutions

    @property
    def solutions_up_to_symmetry(self) -> int:
        """How many solutions there are if those that a symmetry of the board maps to each other count once."""
        return self.result.solutions_up_to_symmetry

    @property
    def finished(self) -> bool:
        """Whether the whole tree was searched; if not there may be more solutions."""
        return self.result.finished

    @property
    def algorithm(self) -> str:
        """The name of the solver."""
        return self.result.algorithm

    @property
    def why(self) -> str:
        """Why this algorithm."""
        return self.result.why

    @property
    def nodes(self) -> numpy.ndarray[Any, Any] | None:
        """Nodes of the search tree on each level; None where ways were counted together and no tree was searched."""
        import numpy

        return None if self.result.nodes is None else numpy.array(self.result.nodes, dtype=numpy.int64)

    def __repr__(self) -> str:
        more = "" if self.finished else ", there may be more"
        return f"<{self.puzzle.name}: {counted(self.puzzle, self.solutions_up_to_symmetry)}{more}>"

    def _repr_html_(self) -> str:
        found = counted(self.puzzle, self.solutions_up_to_symmetry)
        if not isinstance(self.puzzle.problem, Cover):
            found += f", {self.solutions:,} in all"
        more = "" if self.finished else "; there may be more"
        first = self.boards[0]._repr_html_() if self.boards else ""
        return f"<p>{self.puzzle.name}: {found}{more} ({self.algorithm}: {self.why})</p>{first}"


def counted(puzzle: Puzzle, number: int) -> str:
    """Say how many solutions there are, and which symmetries make two of them one."""
    known = f" up to {puzzle.up_to}" if puzzle.up_to else ""
    return f"{number:,} solution{'' if number == 1 else 's'}{known}"


@public
def solve(puzzle: str | Path, algorithm: str = "auto", *, limit: int | None = None) -> Solved:
    """Search for all solutions, or for `limit` up to symmetry; raise Error for a wrong name or file.

    - puzzle: a name, as `puzzles()` lists them, or the path of a puzzle file.
    - algorithm: a solver, such as dancing_links; by default the one that suits the puzzle.
    - limit: stop after this many solutions; by default search the whole tree.
    """
    if limit is not None and (type(limit) is not int or limit < 1):
        raise Error(f"limit: expected a whole number of solutions from 1 on, or None, not {limit!r}")
    read = read_puzzle(puzzle)
    found: list[Solution] = []
    result = search(read, SearchOptions(algorithm, limit), on_solution=found.append)
    return Solved(read, result, tuple(Board(read, solution) for solution in found))


def puzzles() -> list[str]:
    """Return the names of the puzzles that need no file."""
    return puzzle_names()
