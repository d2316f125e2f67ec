"""Kawai's edition: the site tables, the corrections, what the program finds, and going on after a stop."""

import hashlib
import importlib.util
import random
import sys

import pytest

from getallenband.interpreters import Limits, Options, Request, SourceText, StopRequest, run
from getallenband.interpreters.source.diagnostics import UserError
from getallenband.modern.puzzle_files.puzzle import read_puzzle
from getallenband.originals.changes import apply_changes
from getallenband.originals.edition import edition
from getallenband.reports.checking.check import all_verdicts
from getallenband.reports.checking.observed import Context, run_observer
from getallenband.reports.editions.kawai_hamekomi.motions import listed, operated
from getallenband.reports.editions.kawai_hamekomi.observers.classification import aligned, code_of, sign_of
from getallenband.reports.editions.kawai_hamekomi.observers.pictures import picture
from getallenband.reports.editions.kawai_hamekomi.observers.sites import after, repeated
from getallenband.reports.publishing.show import solution_text
from getallenband.reports.runs.oracle import Oracle

KAWAI = edition("kawai_hamekomi")
OF_PROGRAM = [change for change in KAWAI.emendations if change.text == "program"]


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


@pytest.mark.parametrize("left_out", [change.identifier for change in OF_PROGRAM])
def test_no_correction_can_be_left_out(left_out):
    kept = [change for change in OF_PROGRAM if change.identifier != left_out]
    text = apply_changes(KAWAI.texts["program"].transcription, kept)
    tapes = {name: SourceText(name, tape) for name, tape in KAWAI.runs["tetra"].tapes.items()}
    limits = Limits(statements=20_000_000)
    outcome = run(SourceText("program", text), "informal_algol", Request(Options(), tapes, limits))
    assert outcome.output == ""
    if left_out == "boxes-without-free-neighbours-return":
        # Boxes are lost one after the other: the search dries up, or goes on without a solution.
        assert outcome.ending.kind in ("finished", "exhausted")
    else:
        assert outcome.ending.kind == "trap"


def test_the_check_of_the_definitions_notices_what_is_not_so():
    """A box that never gets its neighbours back is found as soon as its piece is taken away."""
    kept = [change for change in OF_PROGRAM if change.identifier != "boxes-without-free-neighbours-return"]
    emended = apply_changes(KAWAI.texts["program"].transcription, kept)
    text = apply_changes(emended, KAWAI.experiments["definitions"])
    tapes = {name: SourceText(name, tape) for name, tape in KAWAI.runs["tetra"].tapes.items()}
    outcome = run(SourceText("p", text), "informal_algol", Request(Options(), tapes, Limits(statements=5_000_000)))
    (claim,) = (claim for claim in KAWAI.claims if claim.identifier == "definitions-hold")
    assert sum(outcome.counts[statement] for statement in claim.parameters["statement"]) > 0


def test_operations_that_are_no_group_are_told_from_those_that_are():
    hexagon = [turn for _, turn in listed(KAWAI.read("tetrihex-turns.transcription"))]
    octahedron = [turn for _, turn in listed(KAWAI.read("tetra-turns.transcription"))]
    assert (len(hexagon), len(repeated(hexagon))) == (6, 6)
    assert (len(octahedron), len(repeated(octahedron))) == (12, 24)
    assert operated(after(("-Y", "X", "Z"), ("Z", "X", "Y")), (1, 2, 3)) == operated(("-X", "Z", "Y"), (1, 2, 3))


def joined(name, label, execution, until):
    """Stop before an execution of a statement, go on from the status, and return what both print."""
    settings = {"stop_at_solution": str(until)}
    first = outcome_of(name, settings=settings, stop=StopRequest(label, execution))
    second = outcome_of(name, settings=settings, status=first.files["status"])
    assert "stopped before" in first.ending.message
    return first.output + second.output


@pytest.mark.parametrize(
    ("name", "label", "executions"),
    [("tetrihex", "67", (1, 696)), pytest.param("tetra", "66", (4629,), marks=pytest.mark.soak)],
)
def test_going_on_after_a_stop_prints_what_an_uninterrupted_run_prints(name, label, executions):
    whole = outcome_of(name, settings={"stop_at_solution": "5"}).output
    for execution in executions:
        assert joined(name, label, execution, 5) == whole
    first = outcome_of(name, settings={"stop_at_solution": "3"})
    second = outcome_of(name, settings={"stop_at_solution": "5"}, status=first.files["status"])
    assert first.output + second.output == whole


@pytest.mark.soak
@pytest.mark.parametrize(("name", "label", "executions"), [("tetrihex", "67", 9000), ("tetra", "66", 200_000)])
def test_going_on_after_many_stops(name, label, executions):
    until = 60 if name == "tetrihex" else 90
    whole = outcome_of(name, settings={"stop_at_solution": str(until)}).output
    dice = random.Random(name)
    for _ in range(20):
        assert joined(name, label, dice.randrange(1, executions), until) == whole
    for solution in range(1, until, 17):
        first = outcome_of(name, settings={"stop_at_solution": str(solution)})
        second = outcome_of(name, settings={"stop_at_solution": str(until)}, status=first.files["status"])
        assert first.output + second.output == whole


@pytest.mark.soak
def test_going_on_after_the_last_removal_of_a_first_piece():
    whole = outcome_of("tetrihex").output
    first = outcome_of("tetrihex", stop=StopRequest("82", 17))
    assert first.output + outcome_of("tetrihex", status=first.files["status"]).output == whole


def test_a_status_that_the_search_does_not_reach_is_told():
    status = outcome_of("tetrihex", settings={"stop_at_solution": "1"}).files["status"].split()
    pieces = [int(word) for word in status[:-1]]
    # The last piece of the first solution alone: the search never lays it first.
    last = pieces[-1]
    alone = " ".join(str(piece if piece == last else 0) for piece in pieces) + " 0"
    ending = outcome_of("tetrihex", status=alone).ending
    assert ending.kind == "trap"
    assert ending.message.startswith("the status is one that no search reaches: at the end box ")


def test_both_engines_find_the_same_first_solutions():
    outcomes = [
        outcome_of("tetrihex", settings={"stop_at_solution": "1"}, engine=name) for name in ("native", "machine")
    ]
    assert outcomes[0].same_as(outcomes[1])


def test_the_listed_symmetries_make_too_few_sites():
    assert sum(map(len, MAKER.tables("tetra", MAKER.Order(listed=True)).sites[1:])) < 1753
    assert sum(map(len, MAKER.tables("tetra").sites[1:])) == 1753


def test_any_order_is_made_and_a_wrong_one_refused():
    made = MAKER.tables("tetra", MAKER.Order(sites="descending", pieces="ZYTSPONLICJ"))
    assert made.pieces == tuple("ZYTSPONLICJ")
    assert list(made.sites[0]) == sorted(made.sites[0], reverse=True)
    with pytest.raises(ValueError, match="each of CIJLNOPSTYZ once"):
        MAKER.tables("tetra", MAKER.Order(pieces="JJ"))


def test_every_claim_that_needs_no_long_run_has_the_expected_verdict():
    verdicts = all_verdicts(["kawai_hamekomi"], soak=False)
    assert {verdict["claim"]: verdict["changes"] for verdict in verdicts if verdict["changed"]} == {}


@pytest.mark.soak
def test_every_claim_has_the_expected_verdict():
    verdicts = all_verdicts(["kawai_hamekomi"], soak=True)
    assert {verdict["claim"]: verdict["changes"] for verdict in verdicts if verdict["changed"]} == {}


def test_the_hundredth_solution_is_drawn():
    assert solution_text("kawai_hamekomi/tetrihex-100", 100).count("\n") == 7
    letters = solution_text("kawai_hamekomi/tetra-100", 100).split()
    assert sorted(set("".join(letters))) == sorted("JCILNOPSTYZ")
    assert sum(map(len, letters)) == 44


def context_of(expected, output="", file="", tables="", files=None):
    records = {"main": {"output": output, "files": files or {}, "probes": {}, "counts": {}}}
    return Context(
        edition="kawai_hamekomi",
        expected=expected,
        run="main",
        records=lambda name: records[name],
        inputs=lambda _: {"tables": SourceText("tables", tables), "status": SourceText("status", "0 0 1\n")},
        files=lambda name: SourceText(name, file),
        solvers=Oracle(),
    )


def test_the_codes_of_the_table_and_how_a_damaged_row_is_read():
    code = code_of(KAWAI.read("classification.transcription"))
    assert [sign_of(n, code) for n in (0, 9, 10, 12, 13, 19, 20, 29, 30, 49, 50, 99, 100)] == list("09AABBCCDDEEF")
    with pytest.raises(UserError, match="no legend"):
        code_of("COUNT N")
    with pytest.raises(UserError, match="no sign for 40"):
        sign_of(40, {"A": (10, 12)})
    assert aligned(list("..12.3"), "1.2.3") == ["", "", "1", "2", ".", "3"]
    assert aligned(list("123"), "13") == ["1", "", "3"]
    assert aligned(list("1B3"), "1H3") == ["1", "H", "3"]


def test_a_board_that_is_no_solution_is_not_found():
    lines = KAWAI.read("solutions.transcription").replace("3 3 3", "3 3 V")
    parameters = {"file": "x", "lines": [5, 11], "puzzle": "tetrihex", "pieces": "J3CDIPSVYZ"}
    seen = run_observer("printed_board", context_of(True, file=lines), parameters)
    assert seen.value is False


def test_joined_outputs_are_compared_to_the_letter():
    seen = run_observer(
        "joined", context_of(2, output="1: 1\n2: 2\n", files={"status": "0 0 1\n"}), {"parts": ["main"]}
    )
    assert seen.value == 2
    seen = run_observer("joined", context_of(2, output="1: 1\n"), {"parts": ["main", "main"]})
    assert seen.value == "main does not go on from the status that main leaves"


def test_a_picture_of_layers_begins_with_the_highest() -> None:
    flat = ((0, 0, 0), (1, -1, 0), (0, -1, 1))
    assert picture(["ab", "c"], flat) == {((0, 0, 0), "a"), ((1, -1, 0), "b"), ((0, -1, 1), "c")}
    assert picture(["a", "bc"], ((0, 0, 0), (1, -1, 0), (1, 0, 0))) == {
        ((1, 0, 0), "a"), ((1, -1, 0), "b"), ((0, 0, 0), "c"),
    }  # fmt: skip
