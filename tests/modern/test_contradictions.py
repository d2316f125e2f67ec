"""Counts that contradict the literature, confirmed by a second program that shares nothing."""

from __future__ import annotations

import subprocess
from itertools import product
from pathlib import Path

import pytest

from getallenband.modern.puzzle_files.atlas import atlas
from getallenband.reports.comparing.atlas import DIFFERENT, entries, recorded
from tests.modern.second_program import boxes, tilings
from tests.tools import needs

SOURCES = Path(__file__).with_name("second")
BENT, BRICK, CUBE = [(0, 0, 0), (0, 0, 1), (0, 1, 0)], [(0, 0, 0), (0, 0, 1)], [(0, 0, 0)]
BOXES = {
    "bent-tricubes": [BENT],
    "cubes-and-bent-tricubes": [BENT, CUBE],
    "bricks-and-bent-tricubes": [BENT, BRICK],
    "cubes-bricks-and-bent-tricubes": [BENT, BRICK, CUBE],
}
CONTRADICTED = [each["name"] for each in entries(atlas().values()) if each["verdict"] == DIFFERENT]
IN_BOXES = [name for name in CONTRADICTED if atlas()[name].family in BOXES]
SLOW = ("hexiamonds-5x8-stacked-long-butterflies", "hexiamonds-infinity-2", "solid-pentominoes")
"""The beginnings of names of figures that take this program more than two seconds."""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """Return what compiles a program of ours in C."""

    def compile_one(name: str) -> Path:
        program = tmp_path_factory.mktemp(name) / name
        subprocess.run(["gcc", "-O2", "-o", program, SOURCES / f"{name}.c"], check=True)
        return program

    return compile_one


@pytest.mark.parametrize("name", [name for name in atlas() if atlas()[name].family in BOXES])
def test_boxes_filled_layer_by_layer(name):
    row = atlas()[name]
    length = int(name.removesuffix("-a359885").rpartition("x")[2])
    assert recorded()[name]["in_all"] == boxes(BOXES[row.family], length)


@needs("gcc")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.soak] if name.startswith(SLOW) else [])
        for name in CONTRADICTED
        if name not in IN_BOXES and atlas()[name].lattice != "edge-matching"
    ],
)
def test_figures_covered_by_a_second_program(name, compiled):
    ours = recorded()[name]
    assert tilings(atlas()[name].text, compiled("cover")) == (ours["in_all"], ours["up_to_symmetry"])


def test_the_smallest_wrong_term_by_hand():
    """A360064(2): each bent piece is a face of the cube without a corner, and six others are disjoint from it."""
    cells = list(product((0, 1), repeat=3))
    faces = [{cell for cell in cells if cell[axis] == side} for axis in range(3) for side in (0, 1)]
    bent = [face - {corner} for face in faces for corner in face]
    assert len(bent) == 24
    assert {sum(not one & other for other in bent) for one in bent} == {6}
    assert boxes([BENT, CUBE], 2) == 1 + 24 + 24 * 6 // 2


@needs("gcc")
@pytest.mark.soak
def test_the_squares_of_macmahon(compiled):
    done = subprocess.run([compiled("macmahon")], capture_output=True, text=True, check=True)
    assert int(done.stdout) == recorded()["macmahon-squares-4x6"]["in_all"]


def test_every_contradiction_is_explained():
    assert [name for name in CONTRADICTED if not atlas()[name].note] == []
