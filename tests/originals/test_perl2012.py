"""The Perl page of 2012: its model does what the interpreter does; the recorded figures are the model's."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from getallenband import main as command_line
from interpreters import Limits, Options, Outcome, Request, SourceText, StopRequest, run
from modern.kernels.perl_model import Model, Searched
from originals import edition
from reports.editions.perl2012_pentomino.page import image_of, pieces_of
from tests.processes import PATIENCE

PAGE = edition("perl2012_pentomino")
MODEL = Model(pieces_of(PAGE.texts["all"].transcription))
RECORDED = PAGE.inside("inputs/whole.toml")
CALLS = 1000

# Which line of the reading text is which event of the model.
LINES_ALL = {
    "calls of search": "21", "pieces taken": "24", "shapes tried": "25", "rows worked out": "27",
    "columns worked out": "29", "cells looked up": "31", "cells free": "33", "placements": "35",
    "boards printed": "37", "removals": "41",
}  # fmt: skip
LINES_UNIQUE = {
    "calls of search": "40", "pieces taken": "42", "shapes tried": "45", "shapes on the board": "46",
    "cells looked up": "47", "placements": "49", "boards filled": "51", "calls of symmetry": "66", "stored": "73",
    "boards printed": "54", "removals": "59",
}  # fmt: skip
SEARCHES = {
    "all": lambda: MODEL.all_boards(),
    "unique": lambda: MODEL.unique_boards(),
    "without the unexplained line": lambda: MODEL.unique_boards(last_line=False),
    "without symmetry": lambda: MODEL.unique_boards(symmetry=False),
    "without both": lambda: MODEL.unique_boards(last_line=False, symmetry=False),
}


def begun(name: str, statement: str) -> Outcome:
    """Run a program up to call number CALLS + 1 of search."""
    request = Request(Options("ieee754"), limits=Limits(), stop=StopRequest(statement, CALLS + 1))
    return run(SourceText("page.pl", PAGE.run(name).reading), "perl_subset", request)


def counted(outcome: Outcome, lines: Mapping[str, str]) -> dict[str, int]:
    return {event: outcome.counts[line] for event, line in lines.items()}


def of_model(searched: Searched, lines: Mapping[str, str]) -> dict[str, int]:
    return {event: searched.events[event] for event in lines}


def test_the_first_program_goes_as_its_model() -> None:
    outcome = begun("all-three", "21")
    searched = MODEL.all_boards(most_calls=CALLS)
    assert counted(outcome, LINES_ALL) == of_model(searched, LINES_ALL)
    assert outcome.files["pento_all.dat"].split() == list(searched.boards)


@pytest.mark.parametrize("name", ["unique-three", "no-last-line-three", "no-symmetry-three"])
def test_the_second_program_goes_as_its_model(name: str) -> None:
    shift = -1 if name == "no-last-line-three" else 0
    lines = {event: str(int(line) + shift * (int(line) > 43)) for event, line in LINES_UNIQUE.items()}
    outcome = begun(name, lines["calls of search"])
    searched = MODEL.unique_boards(
        last_line=name != "no-last-line-three", symmetry=name != "no-symmetry-three", most_calls=CALLS
    )
    if name == "no-symmetry-three":
        del lines["calls of symmetry"]
    assert counted(outcome, lines) == of_model(searched, lines)
    assert outcome.files["pentomino.dat"].split() == list(searched.boards)


@pytest.mark.parametrize("chosen", [(0, 1, 3, 7, 9, 10), (0, 2, 6, 8, 9, 11)])
def test_the_cuts_go_as_in_the_model(chosen: tuple[int, ...]) -> None:
    """Six pieces on the upper three rows: mirrored boards are cut off, and two rows fill at once."""
    pieces = pieces_of(PAGE.texts["unique"].transcription)
    order = [*chosen, *(number for number in range(12) if number not in chosen)]
    shuffled = [pieces[number] for number in order]
    rows = ",\n".join("[" + ", ".join(f"'{shape}'" for shape in shapes) + "]" for shapes in shuffled)
    text = re.sub(r"@piece = \(.*?\);", f"@piece = ({rows});", PAGE.run("unique-three").reading, flags=re.DOTALL)
    text = text.replace("search (0 .. $#piece);", "$board{$_} = 'M' foreach '30' .. '59'; search (0 .. 5);")
    outcome = run(SourceText("page.pl", text), "perl_subset", Request(Options("ieee754")))
    searched = Model(shuffled).unique_boards(count=6, closed_rows=(3, 4, 5))
    assert searched.events["mirrored before"] > 0
    assert searched.boards != ()
    assert counted(outcome, LINES_UNIQUE) == of_model(searched, LINES_UNIQUE)
    assert outcome.files["pentomino.dat"].split() == list(searched.boards)


@pytest.mark.parametrize("name", ["all-three", "unique-three"])
def test_three_boards_go_as_in_the_model(name: str) -> None:
    """What the report says of the recorded figures: the model takes every step as the program does to three boards."""
    search, lines = (MODEL.all_boards, LINES_ALL) if name == "all-three" else (MODEL.unique_boards, LINES_UNIQUE)
    page = PAGE.runs[name]
    assert page.stop is not None
    stop = StopRequest(page.stop.statement, page.stop.execution)
    outcome = run(SourceText(name, page.reading), "perl_subset", Request(Options(), {}, Limits(), stop=stop))
    searched = search(most_boards=3)
    assert counted(outcome, lines) == of_model(searched, lines)


@pytest.mark.parametrize(("name", "lines"), [("all-three", LINES_ALL), ("unique-three", LINES_UNIQUE)])
def test_users_see_how_often_each_line_ran(name, lines, monkeypatch, capsys, tmp_path):
    """The listing has a count at every statement of the reading text, and at no other line; they are the model's."""
    calls = 200
    stop = f"{lines['calls of search']}:{calls + 1}"
    command = ["run", f"perl2012_pentomino/{name}", "--stop-at", stop, "--profile", "--files", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", ["getallenband", *command])
    with pytest.raises(SystemExit) as ended:
        command_line.main()
    out, err = capsys.readouterr()
    assert (ended.value.code or 0, out) == (0, "")
    counts = [line.split("|")[0].strip().replace(",", "") for line in err.splitlines() if "|" in line[:12]]
    reading = PAGE.run(name).reading.split("\n")
    assert len(counts) == len([line for line in reading if line.strip()])
    searched = (MODEL.all_boards if name == "all-three" else MODEL.unique_boards)(most_calls=calls)
    numbered = dict(zip((str(number) for number, line in enumerate(reading, 1) if line.strip()), counts, strict=True))
    assert {event: int(numbered[line]) for event, line in lines.items()} == of_model(searched, lines)


def test_both_programs_have_the_same_pieces() -> None:
    assert pieces_of(PAGE.texts["unique"].transcription) == pieces_of(PAGE.texts["all"].transcription)


def test_corrections_lose_nothing_but_what_they_name() -> None:
    """Apart from white space, the readings are the transcriptions with one comma more and one word less."""
    for name, text in (("all-three", "all"), ("unique-three", "unique")):
        received = "".join(PAGE.texts[text].transcription.split())
        received = received.replace('openOUT">pentomino', 'openOUT,">pentomino').replace("ifandsymm", "ifsymm")
        assert "".join(PAGE.run(name).reading.split()) == received


@pytest.mark.soak
@pytest.mark.parametrize("name", SEARCHES)
def test_recorded_figures(name: str) -> None:
    searched = SEARCHES[name]()
    figures = dict(searched.events)
    if name != "all":
        figures["boards that are the first of their images"] = len(set(first_of_images()) & set(searched.boards))
    assert tomllib.loads(RECORDED.read_text(encoding="utf-8"))[name] == figures


@cache
def first_of_images() -> list[str]:
    """Return of each set of images the board that the first program prints first."""
    kept: dict[str, None] = {}
    for board in MODEL.all_boards().boards:
        if not any(image_of(board, image) in kept for image in range(1, 4)):
            kept[board] = None
    return list(kept)


# Perl is given some seconds of the processor, ended by a signal that lets it close its files; the interpreter stops at
# its third board.
BUDGET = (
    "use Time::HiRes qw(setitimer ITIMER_VIRTUAL); $SIG{VTALRM} = sub { exit 0 }; setitimer(ITIMER_VIRTUAL, 4); "
    "do './program.pl'; die $@ if $@;"
)


@pytest.mark.skipif(shutil.which("perl") is None, reason="perl is not here")
@pytest.mark.parametrize(("name", "file"), [("all-three", "pento_all.dat"), ("unique-three", "pentomino.dat")])
def test_boards_beside_perl_itself(name: str, file: str, tmp_path: Path) -> None:
    page = PAGE.runs[name]
    (tmp_path / "program.pl").write_text(page.reading, encoding="utf-8")
    subprocess.run(["perl", "-e", BUDGET], cwd=tmp_path, check=True, capture_output=True, timeout=PATIENCE)
    theirs = (tmp_path / file).read_text(encoding="utf-8").splitlines()
    assert page.stop is not None
    stop = StopRequest(page.stop.statement, page.stop.execution)
    ours = run(SourceText(name, page.reading), "perl_subset", Request(Options(), {}, Limits(), stop=stop))
    boards = ours.files[file].splitlines()
    shared = min(len(boards), len(theirs))
    assert shared >= 1
    assert boards[:shared] == theirs[:shared]
