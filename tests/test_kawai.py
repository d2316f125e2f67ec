"""Kawai's edition: the site tables, the corrections, what the program finds, and going on after a stop."""

import hashlib
import importlib.util
import sys

import pytest

from interpreters import Limits, Options, Request, SourceText, run
from modern.puzzle import read_puzzle
from originals import edition

KAWAI = edition("kawai_hamekomi")


def site_tables():
    """Import the editor's driver, which belongs to no package."""
    spec = importlib.util.spec_from_file_location("site_tables", KAWAI.folder / "drivers" / "site_tables.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["site_tables"] = module
    spec.loader.exec_module(module)
    return module


MAKER = site_tables()


def outcome_of(name, *, settings=None, stop=None, status="", engine="native"):
    found = KAWAI.runs[name]
    tapes = {tape: SourceText(tape, text) for tape, text in found.tapes.items()}
    if status:
        tapes["status"] = SourceText("status", status)
    request = Request(Options(settings=settings or {}), tapes, Limits(), engine, stop=stop)
    return run(SourceText(found.text, found.reading), found.language, request)


@pytest.mark.parametrize("puzzle", ["tetra", "tetrihex"])
def test_the_tables_on_tape_are_those_that_the_maker_makes(puzzle):
    text = (KAWAI.folder / "inputs" / f"{puzzle}.tables").read_text(encoding="utf-8")
    assert text == MAKER.tables(puzzle).text()
    sums = dict(reversed(line.split()) for line in KAWAI.read("inputs/SHA256SUMS").splitlines())
    assert sums[f"{puzzle}.tables"] == hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize("puzzle", ["tetra", "tetrihex"])
@pytest.mark.parametrize("boxes", ["ascending", "descending"])
def test_the_sites_are_the_placements_that_geometry_gives(puzzle, boxes):
    problem = read_puzzle(puzzle).problem
    made = MAKER.tables(puzzle, MAKER.Order(boxes=boxes, all_sites=True))
    mine = {
        (piece, frozenset(made.cells[box - 1] for box in site))
        for piece, sites in zip(made.pieces, made.sites, strict=True)
        for site in sites
    }
    assert len(mine) == sum(map(len, made.sites))
    assert mine == {
        (problem.pieces[placement.piece], frozenset(problem.cells[cell] for cell in placement.cells))
        for placement in problem.placements
    }


def test_tetrihex_has_12290_solutions():
    outcome = outcome_of("tetrihex")
    lines = [line.split(": ")[1].split() for line in outcome.output.splitlines()]
    assert (len(lines), len(set(map(tuple, lines)))) == (12290, 12290)


def test_literally_the_program_does_not_get_past_its_first_piece():
    ending = outcome_of("literal").ending
    assert (ending.kind, ending.place.line) == ("trap", 36)
    assert ending.message == "rempty[11] has no value yet"


def test_a_run_can_be_stopped_at_a_solution():
    outcome = outcome_of("tetrihex", settings={"stop_at_solution": "3"})
    assert len(outcome.output.splitlines()) == 3
