"""Editions in folders anywhere, and in installed packages: every verb takes them, bad folders are refused."""

from __future__ import annotations

import json
import os
import sys
from hashlib import sha256

import pytest

from getallenband.durable.installed import points
from getallenband.originals import folders
from getallenband.originals.errors import EditionError
from getallenband.originals.presentation import read_presentation
from getallenband.reports.publishing import report as report_module
from getallenband.reports.publishing.files import Files
from getallenband.reports.publishing.player.boards import drawn
from getallenband.reports.runs.oracle import Oracle
from tests.command_line.mine import CLAIMS, EDITION, FILES, PROGRAM, RUNS


@pytest.mark.parametrize("path", ["mine", "./mine", "./mine/", "{folder}"])
def test_every_verb_takes_the_path(call, mine, path):
    path = path.format(folder=mine)
    assert call("run", path) == (0, "42 ", "")
    assert call("run", f"{path}/first") == (0, "42 ", "")
    assert call("show", path) == (0, PROGRAM, "")
    code, out, _ = call("check", path, "answer", "--json")
    assert (code, json.loads(out)[0]["observed"]) == (0, "42")
    assert call("compare", path)[:2] == (0, "there is nothing to compare\n")
    code, out, _ = call("report", path, "--out", "pages")
    assert (code, out) == (0, "report: pages/mine.html (and pages/mine.md)\n")
    assert "The program prints 42." in (mine.parent / "pages" / "mine.md").read_text()


def test_a_folder_runs_no_python(call, mine):
    """An observer that lies in the folder is not found, on whatever path."""
    (mine / "observers").mkdir()
    (mine / "observers" / "own.py").write_text("raise SystemExit(99)\n")
    (mine / "observers" / "__init__.py").write_text("raise SystemExit(99)\n")
    (mine / "claims.toml").write_text(CLAIMS.replace('observe = "output"', 'observe = "own"'))
    code, out, err = call("check", "./mine")
    assert (code, out) == (2, "")
    assert err.startswith("mine/claims.toml:10:1: claim answer: there is no observer 'own'; ")


def linked(folder):
    (folder / "main.transcription").unlink()
    (folder / "main.transcription").symlink_to("/etc/hostname")


def enormous(folder):
    with (folder / "main.transcription").open("wb") as file:
        os.truncate(file.fileno(), 2**30)


def renamed(folder):
    (folder / "edition.toml").write_text(EDITION.replace('"mine"', '"debruijn1972_pentomino"'))
    folder.rename(folder.parent / "debruijn1972_pentomino")


OTHER = b"begin end\n"
WRONG = {
    "a link": (linked, "mine/main.transcription: is a link or a device; an edition has files and folders only"),
    "1 GB": (enormous, "mine/main.transcription: has 1,073,741,824 bytes; expected at most 67,108,864"),
    "a missing text": (
        lambda folder: (folder / "main.transcription").unlink(),
        "mine/edition.toml:13:1: [texts.main]: mine/main.transcription: cannot be read: No such file or directory",
    ),
    "a way out": (
        lambda folder: (folder / "edition.toml").write_text(EDITION.replace("main.tr", "../main.tr")),
        "mine/edition.toml:13:1: [texts.main]: '../main.transcription' leads out of the folder",
    ),
    "no name of a file": (
        lambda folder: (folder / "edition.toml").write_text(EDITION.replace("main.tr", "\\u0000main.tr")),
        "mine/edition.toml:13:1: [texts.main]: '\\x00main.transcription' is not a file name: "
        "expected at most 255 bytes, of characters that can be printed",
    ),
    "a name twice": (
        lambda folder: (folder / "claims.toml").write_text(CLAIMS + CLAIMS),
        "mine/claims.toml:16:1: claim answer: duplicate id",
    ),
    "a table twice": (
        lambda folder: (folder / "runs.toml").write_text(RUNS + RUNS),
        "mine/runs.toml:4:1: invalid TOML: 'runs.first' is defined twice, first in line 1",
    ),
    "another text": (
        lambda folder: (folder / "main.transcription").write_bytes(OTHER),
        "mine/edition.toml:14:1: [texts.main]: main.transcription is not the text that was transcribed: its sha256 is "
        f"{sha256(OTHER).hexdigest()}; recorded: {sha256(PROGRAM.encode()).hexdigest()}; "
        "if it was changed on purpose: getallenband seal mine"
    ),
    "no edition": (
        lambda folder: (folder / "edition.toml").unlink(),
        "./mine: there is no edition.toml in this folder",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
@pytest.mark.parametrize("verb", ["check", "run"])
def test_a_bad_folder_is_refused(call, mine, verb, what):
    spoil, message = WRONG[what]
    spoil(mine)
    assert call(verb, "./mine") == (2, "", message + "\n")


@pytest.mark.parametrize("verb", ["check", "run", "show", "report", "compare"])
@pytest.mark.parametrize("target", ["./nothing", "/nothing/here", "./nothing.toml", "./two\nlines"])
@pytest.mark.usefixtures("mine")
def test_a_path_that_leads_nowhere_is_named_in_one_line(call, verb, target):
    assert call(verb, target) == (2, "", f"{target.replace(chr(10), '␊')}: No such file or directory\n")


def test_a_working_directory_that_was_removed_is_named(call, mine, monkeypatch):
    (mine.parent / "gone").mkdir()
    monkeypatch.chdir(mine.parent / "gone")
    (mine.parent / "gone").rmdir()
    for arguments in (("check", str(mine)), ("new", "puzzle", "x.toml")):
        assert call(*arguments) == (2, "", "the working directory: No such file or directory\n")
    assert call("run", "x.ecol") == (2, "", "x.ecol: No such file or directory\n")


@pytest.mark.usefixtures("mine")
def test_pages_go_into_a_folder(call):
    assert call("report", "./mine", "--out", "/dev/null") == (2, "", "/dev/null: is not a folder\n")


def test_pages_stay_in_their_folder(call, mine, monkeypatch):
    """Names cannot lead out; if one ever did, nothing at all would be written."""
    written = Files()
    for path in ("mine.html", "../mine/edition.toml"):
        written.put(path, "", "a page")
    monkeypatch.setattr(report_module, "edition_pages", lambda *_, **__: written)
    assert call("report", "./mine", "--out", "pages") == (
        2, "", "pages: '../mine/edition.toml' leads out of the folder\n"
    )  # fmt: skip
    assert (mine / "edition.toml").read_text() == EDITION
    assert not (mine.parent / "pages").exists()


NO_NAME = "is no name: expected a letter or digit, then letters, digits, . _ and -, at most 100 in all"
COMPARISON = """
[[comparison]]
id = "a"
title = "A"
run = "first"
beside = { run = "first" }
quantity = [{ name = "statements", original = { count = "1" }, other = { count = "1" } }]
"""
PICTURE = '[[picture]]\nname = "p"\ndrawing = "board"\nrun = "first"\ncaption = "C"\n'
BOARD = '[[board]]\ntext = "main"\nvalue = "1"\nsolution = { at = "outinteger" }\n'
CELL = 'cell = "1"\nrows = 1\ncolumns = 1\n'
ASKED = {
    "an id that leads out": (
        COMPARISON.replace('"a"', '"x/../../../escaped"'),
        f"mine/report.toml:3:1: comparison x/../../../escaped: 'x/../../../escaped' {NO_NAME}",
    ),
    "an id with NUL": (
        COMPARISON.replace('"a"', '"x\\u0000"'),
        f"mine/report.toml:3:1: comparison x␀: 'x\\x00' {NO_NAME}",
    ),
    "a long id": (
        COMPARISON.replace('"a"', f'"{"x" * 101}"'),
        f"mine/report.toml:3:1: comparison {'x' * 101}: '{'x' * 101}' {NO_NAME}",
    ),
    "a figure that is no drawing": (
        '[[figure]]\nfile = "main.transcription"\ncaption = "C"\n',
        "mine/report.toml:2:1: figure main.transcription: \"file\" must be an .svg file, not 'main.transcription'",
    ),
    "a figure's name": (
        '[[figure]]\nfile = "a b.svg"\ncaption = "C"\n', f"mine/report.toml:2:1: figure a b.svg: 'a b.svg' {NO_NAME}"
    ),
    "a picture's name": (
        PICTURE.replace('"p"', '"../p"'), f"mine/report.toml:2:1: picture ../p: '../p' {NO_NAME}"
    ),
    "no board": (
        PICTURE,
        "mine/report.toml:3:1: picture p: the drawing 'board': solution is missing",
    ),
    "no size": (
        PICTURE + "with = { solution = 1 }",
        'mine/report.toml:6:1: picture p: "rows" and "columns", or "widths", must give a board of at most 4,096 cells',
    ),
    "no columns": (
        PICTURE + "with = { solution = 1, rows = 2 }",
        'mine/report.toml:6:1: picture p: "rows" and "columns", or "widths", must give a board of at most 4,096 cells',
    ),
    "an enormous picture": (
        PICTURE + "with = { solution = 1, rows = 99999999, columns = 99999999 }",
        'mine/report.toml:6:1: picture p: "rows" and "columns", or "widths", must give a board of at most 4,096 cells',
    ),
    "no such board": (
        PICTURE + "with = { solution = 2, rows = 1, columns = 2 }",
        "mine/report.toml:6:1: picture p: solution 2 was not printed: the run printed 1 board",
    ),
    "solution 0": (
        PICTURE + "with = { solution = 0, rows = 1, columns = 2 }",
        "mine/report.toml:6:10: picture p: the drawing 'board': solution = 0: Input should be greater than 0",
    ),
    "signs that are no pattern": (
        PICTURE + 'with = { solution = 1, rows = 1, columns = 2, signs = "(" }',
        "mine/report.toml:6:1: picture p: \"signs\" must be a regular expression, not '('",
    ),
    "a lattice that is none": (
        PICTURE + 'lattice = "nonsense"',
        'mine/report.toml:6:1: picture p: "lattice" must be one of square, hexagonal, cubic, face-centred cubic, '
        'face-centred cubic, triangular, face-centred cubic, in space, triangular, edge-matching, not "nonsense"; '
        "known: cubic, edge-matching, face-centred cubic, face-centred cubic, in space, face-centred cubic, "
        "triangular, hexagonal, square, triangular",
    ),
    "another lattice": (
        PICTURE + 'lattice = "hexagonal"\nwith = { solution = 1, rows = 1, columns = 2 }',
        "mine/report.toml:6:1: picture p: the lattice hexagonal has no cell (0, 0)",
    ),
    "an empty gallery": (
        PICTURE + 'gallery = "first"\nwith = { solution = 1, rows = 1, columns = 2, signs = "4" }',
        "mine/report.toml:7:1: picture p: solution 1 was not printed: the run printed 0 boards",
    ),
    "an enormous board": (
        BOARD + 'cell = "row"\nrows = 99999999\ncolumns = 99999999',
        "mine/report.toml:6:1: board main: the board has more than 4,096 cells",
    ),
    "a board without cells": (
        BOARD + "cells = [[]]", 'mine/report.toml:5:1: board main: "cells" must be lists of integers, not [[]]'
    ),
    "a deep expression": (
        BOARD + f'cell = "{"1+" * 300}1"\nrows = 1\ncolumns = 1',
        'mine/report.toml:5:1: board main: "cell" has more than 500 characters',
    ),
    "no pattern of a document": (
        BOARD + CELL + 'document = { text = "main", begins = "(" }',
        "mine/report.toml:8:29: [board main.document]: \"begins\" must be a regular expression, not '('",
    ),
    "a board of another text": (
        BOARD.replace("main", "mian") + CELL,
        "mine/report.toml:2:1: board mian: there is no program text 'mian'; nearest: main",
    ),
    "a board of another run": (
        BOARD + CELL + 'runs = ["first", "frist"]',
        "mine/report.toml:8:18: board main: there is no run of main 'frist'; nearest: first",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", ASKED)
def test_what_a_report_cannot_show_is_refused_with_its_place(call, mine, what):
    asked, message = ASKED[what]
    (mine / "report.toml").write_text(asked)
    assert call("report", "./mine", "--out", "pages") == (2, "", message + "\n")
    assert sorted(path.name for path in mine.parent.iterdir()) == ["mine"]


@pytest.mark.parametrize(
    ("how", "place", "message"),
    [
        ('puzzle = "rugg"\norder = "o"', "5:1", "there is no puzzle 'rugg'; nearest: rug"),
        ('puzzle = "rug"\norder = "o"', "6:1", "there is no order of rug 'o'; known: hitotumatu1968"),
        (
            'puzzle = "pentominoes-6x10"\norder = "debruijn1972"\nlattice = "hexagonal"',
            "7:1",
            "the lattice hexagonal has no cell (0, 0)",
        ),
    ],
)
def test_a_board_that_the_player_cannot_show(mine, how, place, message):
    (mine / "report.toml").write_text(BOARD + how)
    [board] = read_presentation(mine).boards
    with pytest.raises(EditionError) as raised:
        drawn(board, Oracle())
    assert str(raised.value) == f"mine/report.toml:{place}: board main: {message}"


SVG = '<svg xmlns="http://www.w3.org/2000/svg">'
EXPECTED = "; expected an SVG of shapes and words (see the manual on reports)"
FIGURES = {
    "a script after it": ('<svg/>\n<script>alert(1)</script><h1>', f'1: begins with <svg>, not with {SVG}{EXPECTED}'),
    "two of them": (f"{SVG}</svg>\n<g/>", f"2: is not XML: junk after document element{EXPECTED}"),
    "a script": (f"{SVG}\n<script/></svg>", f"2: the element <script> cannot stand here{EXPECTED}"),
    "HTML": (f"{SVG}<foreignObject/></svg>", f"1: the element <foreignObject> cannot stand here{EXPECTED}"),
    "a prefix": (
        f'{SVG}<x:script xmlns:x="{SVG[12:-2]}"/></svg>', f"1: the element <x:script> cannot stand here{EXPECTED}"
    ),
    "markup in a title": (f"{SVG}<title><g/></title></svg>", f"1: the element <g> cannot stand here{EXPECTED}"),
    "an event": (f'{SVG}<g onclick="x"/></svg>', f"1: the attribute onclick cannot stand here{EXPECTED}"),
    "a link": (f'{SVG}<use href="https://x"/></svg>', f"1: the element <use> cannot stand here{EXPECTED}"),
    "a style": (f'{SVG}<g style="x"/></svg>', f"1: the attribute style cannot stand here{EXPECTED}"),
    "an address": (
        f'{SVG}<g fill="url(https://x/)"/></svg>', f"1: the attribute fill cannot be 'url(https://x/)'{EXPECTED}"
    ),
    "a hidden address": (
        f'{SVG}<g fill="u\\72l(//x)"/></svg>', rf"1: the attribute fill cannot be 'u\\72l(//x)'{EXPECTED}"
    ),
    "a comment that HTML ends sooner": (
        f"{SVG}\n<!--><script>alert(1)</script>--></svg>",
        f"2: a declaration, comment, entity or other instruction{EXPECTED}",
    ),
    "CDATA": (
        f"{SVG}<title><![CDATA[<script>]]></title></svg>",
        f"1: a declaration, comment, entity or other instruction{EXPECTED}",
    ),
    "an entity": (
        f'<!DOCTYPE svg [<!ENTITY a "b">]>{SVG}&a;</svg>',
        f"1: a declaration, comment, entity or other instruction{EXPECTED}",
    ),
    "no XML": ("<svg", f"1: is not XML: unclosed token{EXPECTED}"),
}  # fmt: skip


@pytest.mark.parametrize("what", FIGURES)
def test_a_figure_is_shapes_and_words(call, mine, what):
    figure, message = FIGURES[what]
    (mine / "flow.svg").write_text(figure)
    (mine / "report.toml").write_text('[[figure]]\nfile = "flow.svg"\ncaption = "C"\n')
    assert call("report", "./mine", "--out", "pages") == (2, "", f"mine/flow.svg:{message}\n")


def test_a_figure_stands_in_the_page_as_it_is(call, mine):
    figure = f'{SVG}<g fill="url(#a)" transform="rotate(1) scale(2 3)"><text x="1">a &lt; b</text></g></svg>\n'
    (mine / "flow.svg").write_text(figure)
    (mine / "report.toml").write_text('[[figure]]\nfile = "flow.svg"\ncaption = "C"\n')
    assert call("report", "./mine", "--out", "pages")[0] == 0
    assert figure in (mine.parent / "pages" / "mine.html").read_text()
    assert (mine.parent / "pages" / "mine-flow.svg").read_text() == figure


PUZZLE = """
title = "A strip"
lattice = "square"
board.drawing = "###"
[pieces]
D = "##"
S = "#"
"""
BESIDE = COMPARISON.replace('beside = { run = "first" }', 'modern = { puzzle = "strip.toml" }').replace(
    'other = { count = "1" }', 'other = "solutions"'
)
COUNTED = """
[[claim]]
id = "ways"
quotation = "2 ways"
place = "page 1"
about = "So it is."
published = "2"
observe = "modern_count"
with = { puzzle = "strip.toml", up_to_symmetry = false }
verdict = "confirmed"
why = "It does."
"""


def test_a_puzzle_is_the_editions_wherever_one_stands(call, mine, monkeypatch):
    """The page names it by the edition; another file of the name, where the command is given, is not read."""
    (mine / "strip.toml").write_text(PUZZLE)
    (mine / "report.toml").write_text(BESIDE)
    (mine / "claims.toml").write_text(COUNTED)
    (mine.parent / "strip.toml").write_text("not TOML")
    for place in (mine.parent, mine, "/"):
        monkeypatch.chdir(place)
        assert call("check", str(mine))[0] == 0
        assert call("compare", str(mine))[1].splitlines()[2] == "run first beside solver first_hole on mine/strip.toml"


def test_a_fault_in_the_editions_puzzle_has_its_place(call, mine):
    (mine / "strip.toml").write_text('title = "A strip"\n')
    (mine / "report.toml").write_text(BESIDE)
    code, _, err = call("compare", "./mine")
    assert (code, err.splitlines()[0]) == (2, "mine/strip.toml:1:1: the key 'lattice' is missing")


NO_FILE = "is not a file of the edition; expected one, or the name of a puzzle of ours"


@pytest.mark.parametrize(
    "puzzle", ["{}/secret.toml", "../secret.toml", "none.toml", "secret.toml", "a\0.toml", "x" * 300 + ".dlx"]
)
def test_a_puzzle_is_read_nowhere_else(call, mine, puzzle):
    (mine.parent / "secret.toml").write_text("secret = hunter2\n")
    puzzle = puzzle.format(mine.parent)
    written = json.dumps(puzzle)
    (mine / "report.toml").write_text(BESIDE.replace('"strip.toml"', written))
    assert call("compare", "./mine") == (
        2, "", f'mine/report.toml:6:12: [comparison a.modern]: "puzzle" {puzzle!r} {NO_FILE}\n'
    )  # fmt: skip
    (mine / "report.toml").write_text(BOARD + f'puzzle = {written}\norder = "o"\n')
    assert call("report", "./mine") == (2, "", f'mine/report.toml:5:1: board main: "puzzle" {puzzle!r} {NO_FILE}\n')
    (mine / "report.toml").unlink()
    (mine / "claims.toml").write_text(COUNTED.replace('"strip.toml"', written))
    assert call("check", "./mine") == (
        2, "", f'mine/claims.toml:9:10: [claim ways.with]: "puzzle" {puzzle!r} {NO_FILE}\n'
    )  # fmt: skip


PROGRAM_OF = """
[[program]]
name = "P"
year = 1968
machine = "M"
language = "L"
puzzle = "rugg"
run = "first"
then = ""
"""


@pytest.mark.parametrize(("key", "column"), [("original", 36), ("other", 64)])
def test_a_probe_that_a_run_has_not_is_told_with_its_place(call, mine, key, column):
    (mine / "report.toml").write_text(COMPARISON.replace(f"{key} = {{ count", f"{key} = {{ probe"))
    message = "comparison a: the run has no probe '1'; it has: none\n"
    assert call("compare", "./mine") == (2, "", f"mine/report.toml:7:{column}: {message}")


def test_an_unknown_puzzle_is_told_by_who_names_it(call, mine):
    (mine / "report.toml").write_text(BESIDE.replace("strip.toml", "debruijn1972_pentomino/story.md"))
    code, _, err = call("compare", "./mine")
    missing = "there is no puzzle 'debruijn1972_pentomino/story.md'"
    assert (code, err.partition(";")[0]) == (2, f"mine/report.toml:6:12: comparison a: {missing}")
    (mine / "report.toml").write_text(PROGRAM_OF)
    assert call("compare", "./mine") == (
        2, "", "mine/report.toml:7:1: program P: there is no puzzle 'rugg'; nearest: rug\n"
    )  # fmt: skip
    (mine / "claims.toml").write_text(COUNTED.replace("strip.toml", "rugg.tom"))
    code, _, err = call("check", "./mine")
    assert (code, err) == (2, "mine/claims.toml:9:1: claim ways: there is no puzzle 'rugg.tom'; nearest: rug\n")


NAMES = {
    "a text": ("edition.toml", "[texts.main]", '[texts."../main"]', "10:1: [texts]: '../main'"),
    "a run": ("runs.toml", "[runs.first]", '[runs."../first"]', "1:1: [runs]: '../first'"),
    "a claim": ("claims.toml", '"answer"', '"../answer"', "3:1: claim ../answer: '../answer'"),
    "an emendation": (
        "emendations.toml", "", '[[emendation]]\nid = "/a"\nneed = "none"\ncause = "undecided"\n',
        "2:1: emendation /a: '/a'",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", NAMES)
def test_names_are_fit_for_files_and_anchors(call, mine, what):
    file, old, new, place = NAMES[what]
    (mine / file).write_text(FILES.get(file, "").replace(old, new))
    assert call("check", "./mine") == (2, "", f"mine/{file}:{place} {NO_NAME}\n")


def test_a_folder_cannot_take_the_name_of_an_edition(call, mine):
    renamed(mine)
    taken = mine.parent / "debruijn1972_pentomino"
    assert call("check", "./debruijn1972_pentomino") == (
        2, "", f"{taken}: there is another edition 'debruijn1972_pentomino'; give the folder a name of its own\n",
    )  # fmt: skip


@pytest.fixture
def package(mine, monkeypatch):
    """Install a package that offers the edition, with an observer of its own."""
    inside = mine.parent / "site" / "their_editions"
    inside.mkdir(parents=True)
    mine.rename(inside / "mine")
    (inside / "mine" / "observers").mkdir()
    (inside / "mine" / "observers" / "own.py").write_text(
        "from getallenband.reports.checking.observed import Observed\n"
        "from getallenband.reports.runs.by_folder import observer\n\n\n"
        "@observer\ndef own(context):\n    return Observed('42')\n"
    )
    (inside / "mine" / "claims.toml").write_text(
        CLAIMS.replace('observe = "output"\nwith = { spacing = "ignored" }', 'observe = "own"').replace(
            '"reproduced"', '"confirmed"'
        )
    )
    for folder in (inside, inside / "mine", inside / "mine" / "observers"):
        (folder / "__init__.py").write_text("")
    info = inside.parent / "their_editions-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: their-editions\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[getallenband.editions]\nmine = their_editions.mine\n")
    monkeypatch.syspath_prepend(str(inside.parent))
    points.cache_clear()
    yield
    points.cache_clear()
    for name in [name for name in sys.modules if name.startswith("their_editions")]:
        del sys.modules[name]


@pytest.mark.usefixtures("package")
def test_an_installed_package_offers_an_edition_and_its_observers(call):
    assert "mine" in folders.names()
    assert call("run", "mine/first") == (0, "42 ", "")
    code, out, err = call("check", "mine", "answer", "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)[0]["observed"] == "42"
