"""The compiler of puzzle files and the checkers' own, slow one make the same cover of every puzzle of the atlas."""

from __future__ import annotations

import tomllib

import pytest

from getallenband.modern.geometry.lattices import LATTICES
from getallenband.modern.proof import check_certificate
from getallenband.modern.puzzle_files.atlas import atlas
from getallenband.modern.puzzle_files.puzzle import puzzle_of

ROWS = {name: row for name, row in atlas().items() if row.lattice in LATTICES and len(row.cells) <= 256}
FIRST = {row.family: name for name, row in reversed(ROWS.items())}
SLOW = ("cornucopia",)
"""Families whose first row takes the checker's compiler more than a second."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if FIRST[row.family] == name and row.family not in SLOW else [pytest.mark.soak])
        for name, row in ROWS.items()
    ],
)
def test_both_make_the_same_cover(name):
    problem = puzzle_of(ROWS[name]).problem
    cells, pieces, bounds = check_certificate.read(tomllib.loads(ROWS[name].text))
    assert tuple(cells) == problem.cells
    assert tuple(pieces) == problem.pieces
    assert [sorted(sites) for sites in pieces.values()] == [
        [problem.placements[at].cells for at in own] for own in problem.placements_by_piece
    ]
    assert all(
        own[0] == theirs[0] and own[1] in (None, theirs[1])
        for own, theirs in zip(problem.bounds[len(cells) :], bounds, strict=True)
    )
