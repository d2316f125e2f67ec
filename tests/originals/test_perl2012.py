"""The Perl page of 2012: its texts, what users see of its programs, and the same boards as in Perl itself."""

from __future__ import annotations

import re
import subprocess
import sys
from math import inf
from pathlib import Path

import pytest

from getallenband import main as command_line
from getallenband.interpreters import Options, Request, SourceText, run
from getallenband.originals.edition import edition
from getallenband.reports.editions.perl2012_pentomino.page import firsts, image_of, pieces_of
from getallenband.reports.runs.job import job_of_run
from tests.processes import PATIENCE
from tests.tools import needs

PAGE = edition("perl2012_pentomino")
PERL = needs("perl")


@pytest.mark.parametrize(("name", "begins"), [("all-four", "21"), ("unique-four", "40")])
def test_users_see_how_often_each_line_ran(name, begins, monkeypatch, capsys, tmp_path):
    """The listing has a count at every statement of the reading text, and at no other line."""
    command = ["run", f"perl2012_pentomino/{name}", "--stop-at", f"{begins}:201", "--profile", "--files", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", ["getallenband", *command])
    with pytest.raises(SystemExit) as ended:
        command_line.main()
    out, err = capsys.readouterr()
    assert (ended.value.code or 0, out) == (0, "")
    cells = [line.split("|")[0].split() for line in err.splitlines() if "|" in line[:40]]
    counts = {cell[1]: cell[0].replace(",", "") for cell in cells if len(cell) == 2}
    reading = PAGE.run(name).reading.split("\n")
    numbers = [str(number) for number, line in enumerate(reading, 1) if line.strip()]
    assert {name.partition(":")[0] for name in counts} <= set(numbers)
    assert counts[begins] == "200"


def test_images_of_boards():
    board = "".join(chr(ord("A") + cell // 5) for cell in range(60))
    images = [image_of(board, image) for image in range(4)]
    assert images[0] == board
    assert images[1].startswith("BBBBBAAAAADDDDD")
    assert images[2].startswith("KKKKKLLLLLIIIII")
    assert images[3] == board[::-1]
    assert firsts([images[2], images[2], board, "A" * 60]) == [images[2], "A" * 60]


def test_both_programs_have_the_same_pieces() -> None:
    assert pieces_of(PAGE.texts["unique"].transcription) == pieces_of(PAGE.texts["all"].transcription)


def test_corrections_lose_nothing_but_what_they_name() -> None:
    """Apart from white space, the readings are the transcriptions with one comma more and one word less."""
    for name, text in (("all-four", "all"), ("unique-four", "unique")):
        received = "".join(PAGE.texts[text].transcription.split())
        received = received.replace('openOUT">pentomino', 'openOUT,">pentomino').replace("ifandsymm", "ifsymm")
        assert "".join(PAGE.run(name).reading.split()) == received


# Ten times in a second of the processor, Perl writes what it has printed and ends where that is enough.
ENOUGH = (
    "use IO::Handle; use Time::HiRes qw(setitimer ITIMER_VIRTUAL); my ($file, $enough) = @ARGV; "
    "$SIG{VTALRM} = sub { OUT->flush if defined fileno OUT; exit 0 if (-s $file // 0) >= $enough }; "
    "setitimer(ITIMER_VIRTUAL, 0.1, 0.1); do './program.pl'; die $@ if $@;"
)


def boards_of_perl(text: str, file: str, folder: Path, enough: float = inf) -> list[str]:
    """Return what Perl writes until the file has so many bytes, or the program ends."""
    (folder / "program.pl").write_text(text, encoding="utf-8")
    command = ["perl", "-e", ENOUGH, file, str(enough)]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=PATIENCE)
    return (folder / file).read_text(encoding="utf-8").split()


@PERL
@pytest.mark.parametrize(("name", "file"), [("all-four", "pento_all.dat"), ("unique-four", "pentomino.dat")])
def test_boards_beside_perl_itself(name: str, file: str, tmp_path: Path) -> None:
    job = job_of_run(PAGE, PAGE.runs[name])
    written = run(job.source, job.language, job.request).files[file]
    theirs = boards_of_perl(job.source.text, file, tmp_path, len(written))
    boards = written.split()
    assert len(boards) >= 3
    assert theirs[: len(boards)] == boards


CHOSEN = [(0, 1, 3, 7, 9, 10), (0, 2, 6, 8, 9, 11)]
ALTERED = ["no-last-line", "no-symmetry", "checked", "table", "at-once"]


@PERL
@pytest.mark.parametrize(
    ("name", "chosen"),
    [
        *(("unique", chosen) for chosen in CHOSEN),
        ("checked", CHOSEN[0]),
        *(pytest.param(name, chosen, marks=pytest.mark.soak) for name in ALTERED for chosen in CHOSEN),
    ],
)
def test_the_cuts_go_as_in_perl(name: str, chosen: tuple[int, ...], tmp_path: Path) -> None:
    """Six pieces on the upper three rows, to the end: mirrored boards are cut off, and two rows fill at once."""
    pieces = pieces_of(PAGE.texts["unique"].transcription)
    order = [*chosen, *(number for number in range(12) if number not in chosen)]
    rows = ",\n".join("[" + ", ".join(f"'{shape}'" for shape in pieces[number]) + "]" for number in order)
    text = re.sub(r"@piece = \(.*?\);", f"@piece = ({rows});", PAGE.run(name).reading, flags=re.DOTALL)
    text = text.replace("search (0 .. $#piece);", "$board{$_} = 'M' foreach '30' .. '59'; search (0 .. 5);")
    outcome = run(SourceText("page.pl", text), "perl_subset", Request(Options("ieee754")))
    boards = outcome.files["pentomino.dat"].split()
    assert boards == boards_of_perl(text, "pentomino.dat", tmp_path)
    assert boards
    if name == "unique":
        assert outcome.counts["71"] > outcome.counts["72"]
