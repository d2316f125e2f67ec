"""Editions in folders anywhere, and in installed packages: every verb takes them, bad folders are refused."""

from __future__ import annotations

import json
import os
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from durable.installed import points
from interpreters.source.diagnostics import UserError
from originals import folders
from originals.edition import edition
from originals.presentation import read_presentation
from reports.publishing import report as report_module
from reports.publishing.player.runs import shown
from reports.running.oracle import Oracle

PROGRAM = "begin outinteger(1, 42) end\n"
EDITION = f"""
[edition]
name = "mine"
title = "A title"
author = "An author"
year = 1968
source = "A source"
machine = "A machine"
rights = "None"
[texts.main]
role = "program"
language = "algol60"
file = "main.transcription"
sha256 = "{sha256(PROGRAM.encode()).hexdigest()}"
witness = "a print"
"""
CLAIMS = """
[[claim]]
id = "answer"
quotation = "the answer is 42"
place = "page 1"
about = "The program prints {this.published}."
published = "42"
read = "text"
run = "first"
observe = "output"
with = { spacing = "ignored" }
verdict = "reproduced"
why = "It does."
"""
RUNS = '[runs.first]\ntext = "main"\nabout = "The whole program."\n'
FILES = {"edition.toml": EDITION, "main.transcription": PROGRAM, "runs.toml": RUNS, "claims.toml": CLAIMS}


@pytest.fixture
def mine(tmp_path, monkeypatch):
    """Write an edition of one's own, and go to where it is; return its folder."""
    monkeypatch.setattr(folders, "OPENED", {})
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "mine"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text)
    return folder


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
    assert err.startswith("mine: claim answer: there is no observer 'own'; ")


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
        "mine/main.transcription: cannot be read: No such file or directory",
    ),
    "a way out": (
        lambda folder: (folder / "edition.toml").write_text(EDITION.replace("main.tr", "../main.tr")),
        "mine: '../main.transcription' leads out of the folder",
    ),
    "no name of a file": (
        lambda folder: (folder / "edition.toml").write_text(EDITION.replace("main.tr", "\\u0000main.tr")),
        "mine: there is no file '\\x00main.transcription'",
    ),
    "a name twice": (
        lambda folder: (folder / "claims.toml").write_text(CLAIMS + CLAIMS),
        "mine/claims.toml: claim answer: duplicate id",
    ),
    "a table twice": (
        lambda folder: (folder / "runs.toml").write_text(RUNS + RUNS),
        "mine/runs.toml: invalid TOML: Cannot declare ('runs', 'first') twice (at line 4, column 12)",
    ),
    "another text": (
        lambda folder: (folder / "main.transcription").write_bytes(OTHER),
        "mine/edition.toml: [texts.main]: main.transcription is not the text that was transcribed: its sha256 is "
        f"{sha256(OTHER).hexdigest()}; recorded: {sha256(PROGRAM.encode()).hexdigest()}"
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


ARITHMETIC = {
    "{this.published} / 0": "'{this.published} / 0': division by zero",
    "{this.published} / 0.0": "'{this.published} / 0.0': division by zero",
    "{this.published} * 1e400": "'{this.published} * 1e400': a number of more than 300 digits",
    "{this.published} * 1e299 * 1e299": "'{this.published} * 1e299 * 1e299': a number of more than 300 digits",
    "{this.published} / 1e-299 / 1e-9": "'{this.published} / 1e-299 / 1e-9': a number of more than 300 digits",
    "{this.published} ** 9": (
        "'{this.published} ** 9' is not arithmetic; expected + - * / ( ), numbers, names in braces, places [n], range, "
        "sorted, differences"
    ),
    "{this.published}" + "+1" * 3000: (
        "'{this.published}" + "+1" * 91 + "+… has 6,016 characters; expected at most 1,000"
    ),
    "(" * 490 + "{this.published}" + ")" * 490: "'" + "(" * 199 + "… is not an arithmetic expression",
    "{this.published} - range(1, 99999999999)": (
        "'{this.published} - range(1, 99999999999)': range cannot be applied to [1, 99999999999]: a list of more than "
        "100,000 numbers"
    ),
    "range({this.published}, 70000) + range(1, 70000)": (
        "'range({this.published}, 70000) + range(1, 70000)': a list of more than 100,000 numbers"
    ),
    "{this.published}[99999999999999999999]": (
        "'{this.published}[99999999999999999999]': there is no place [99999999999999999999] in 42"
    ),
}  # fmt: skip


def derived(value, published="42"):
    """Return the claim with a derived value, as TOML has it, and another figure."""
    claim = CLAIMS.replace('read = "text"', f"derived = {{ value = {value}, how = 'so' }}").replace("42", published)
    return claim.replace('observe = "output"\nwith = { spacing = "ignored" }', 'observe = "none"').replace(
        '"reproduced"', '"not-checkable"'
    )


@pytest.mark.parametrize("expression", ARITHMETIC)
def test_arithmetic_that_has_no_value(call, mine, expression):
    (mine / "claims.toml").write_text(derived(f"'{expression}'"))
    assert call("check", "./mine") == (2, "", f"mine/claims.toml: claim answer: {ARITHMETIC[expression]}\n")


@pytest.mark.usefixtures("mine")
@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("inf", "a number that is not finite (at line 8, column 21)"),
        ("[1, 1e400]", "a number that is not finite (at line 8, column 25)"),
        ("9223372036854775808", "an integer of more than 64 bits (at line 8, column 21)"),
        ("0x" + "f" * 5000, "an integer of more than 64 bits (at line 8, column 21)"),
        ("1_" * 5000 + "1", "an integer of more than 64 bits (at line 8, column 21)"),
        (
            "2026-11-23",
            "a date or a time; expected a text, a number, true, false, a list or a table (at line 8, column 21)",
        ),
        ("[" * 101 + "]" * 101, "values are nested too deeply (at line 8, column 21)"),
    ],
)
def test_values_that_nothing_of_ours_takes(call, value, message):
    Path("mine/claims.toml").write_text(derived(value))
    assert call("check", "./mine") == (2, "", f"mine/claims.toml: invalid TOML: {message}\n")


@pytest.mark.parametrize(
    ("reading", "printed", "message"),
    [
        ("number", "9" * 5000, '"published" has a number of more than 300 digits: \'' + "9" * 199 + "…"),
        ("numbers", "1 " + "9" * 301, '"published" has a number of more than 300 digits: \'' + "9" * 199 + "…"),
        ("seconds", "9" * 5000 + " s", '"published" has a number of more than 300 digits: \'' + "9" * 199 + "…"),
        ("seconds", "miljoen " * 99 + "jaar", '"published" \'' + "miljoen " * 24 + "miljoen… is longer than any time"),
        ("seconds", "² s", "\"published\" '² s' is not a time: '²' is no number, and no unit after one"),
    ],
)
def test_figures_that_are_too_long(call, mine, reading, printed, message):
    claim = derived('"{this.published}"', printed).replace("derived", f"read = '{reading}'\nderived")
    (mine / "claims.toml").write_text(claim)
    assert call("check", "./mine") == (2, "", f"mine/claims.toml: claim answer: {message}\n")


def test_a_long_sum_has_a_value(call, mine):
    (mine / "claims.toml").write_text(derived("'{this.published}" + "+1" * 490 + "'"))
    code, out, _ = call("check", "./mine", "--json")
    assert (code, json.loads(out)[0]["derived"]["value"]) == (0, 532)


def test_values_that_are_derived_again_and_again(call, mine):
    """A sum of two sums of two is made once, a list of lists of lists is counted, a long row of claims is refused."""
    first, doubled = (
        derived("1"),
        "".join(
            derived(f"'{{c{number}}} + {{c{number}}}'").replace("answer", f"c{number + 1}") for number in range(200)
        ),
    )
    (mine / "claims.toml").write_text(first.replace("answer", "c0") + doubled)
    assert call("check", "./mine")[0] == 0
    lists = "".join(derived(f"['{{c{n}}}', '{{c{n}}}']").replace("answer", f"c{n + 1}") for n in range(60))
    (mine / "claims.toml").write_text(first.replace("answer", "c0") + lists)
    message = '"derived": the lists of all claims have more than 100,000 numbers'
    assert call("check", "./mine") == (2, "", f"mine/claims.toml: claim c16: {message}\n")
    row = "".join(derived(f"'{{c{n + 1}}}'").replace("answer", f"c{n}") for n in range(2000))
    (mine / "claims.toml").write_text(row + first.replace("answer", "c2000"))
    message = '"derived" depends on more than 50 claims in a row'
    assert call("check", "./mine") == (2, "", f"mine/claims.toml: claim c0: {message}\n")


@pytest.mark.parametrize(
    ("key", "most"),
    [("statements", 4_000_000_000_000), ("output", 268_435_456), ("memory", 1_073_741_824), ("depth", 4_800_000)],
)
def test_budgets_have_bounds(call, mine, key, most):
    (mine / "runs.toml").write_text(RUNS + f"budget = {{ {key} = {most} }}\n")
    assert call("run", "./mine") == (0, "42 ", "")
    (mine / "runs.toml").write_text(RUNS + f"budget = {{ {key} = {most + 1} }}\n")
    assert call("run", "./mine") == (
        2, "", f'mine/runs.toml: [runs.first.budget]: "{key}" must be at most {most:,}, not {most + 1:,}\n'
    )  # fmt: skip


@pytest.mark.parametrize("key", ["0", "9" * 5000, "1-" + "9" * 5000, "2", "1-2", "x"])
def test_lines_that_a_gloss_cannot_mean(call, mine, key):
    (mine / "gloss.toml").write_text(f'[main]\n{key} = "It prints."\n')
    shown = f"'{key}'" if len(key) < 200 else f"'{key[:199]}…"
    message = f"mine/gloss.toml: main: {shown} is neither a line of the text nor FIRST-LAST\n"
    assert call("show", "./mine") == (2, "", message)


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("a{99999999999}", "the repetition number is too large"),
        ("(" * 5000 + ")" * 5000, "maximum recursion depth exceeded while calling a Python object"),
    ],
)
def test_patterns_that_python_cannot_take(call, mine, pattern, message):
    claim = CLAIMS.replace('"output"', '"output_lines"').replace('spacing = "ignored"', f"pattern = '{pattern}'")
    (mine / "claims.toml").write_text(claim)
    said = f"mine: claim answer: the observer 'output_lines': {message}; expected a simpler pattern\n"
    assert call("check", "./mine") == (2, "", said)


def test_a_puzzle_that_is_not_there_is_told_with_its_claim(call, mine):
    claim = CLAIMS.replace('"output"', '"modern_count"').replace('spacing = "ignored"', "puzzle = 'rugg'")
    (mine / "claims.toml").write_text(claim)
    assert call("check", "./mine") == (2, "", "mine: claim answer: no puzzle is called 'rugg'; nearest: rug\n")


@pytest.mark.parametrize(
    ("observer", "parameters", "message"),
    [
        ("modern_count", "puzzle = ['rug']", "puzzle = ['rug']: Input should be a valid string"),
        ("modern_count", "puzzle = 'rug', algorithm = []", "algorithm = []: Input should be a valid string"),
        ("count", "statement = '1', run = [1]", "run = [1]: Input should be a valid string"),
        ("count", "statement = '1', parts = 1", "parts = 1: Extra inputs are not permitted"),
        ("count", "statement = '1', parts = [[1]]", "parts = [[1]]: Extra inputs are not permitted"),
    ],
)
def test_parameters_of_another_type(call, mine, observer, parameters, message):
    claim = CLAIMS.replace('"output"', f'"{observer}"').replace('spacing = "ignored"', parameters)
    (mine / "claims.toml").write_text(claim)
    assert call("check", "./mine") == (2, "", f"mine: claim answer: the observer {observer!r}: {message}\n")


@pytest.mark.parametrize("verb", ["check", "run", "show", "report", "compare"])
@pytest.mark.parametrize("target", ["./nothing", "/nothing/here", "./nothing.toml"])
@pytest.mark.usefixtures("mine")
def test_a_path_that_leads_nowhere_is_named(call, verb, target):
    assert call(verb, target) == (2, "", f"{target}: No such file or directory\n")


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
    monkeypatch.setattr(report_module, "edition_pages", lambda *_: {"mine.html": "", "../mine/edition.toml": ""})
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
ASKED = {
    "an id that leads out": (
        COMPARISON.replace('"a"', '"x/../../../escaped"'),
        f"mine/report.toml: comparison x/../../../escaped: 'x/../../../escaped' {NO_NAME}",
    ),
    "an id with NUL": (
        COMPARISON.replace('"a"', '"x\\u0000"'),
        f"mine/report.toml: comparison x␀: 'x\\x00' {NO_NAME}",
    ),
    "a long id": (
        COMPARISON.replace('"a"', f'"{"x" * 101}"'),
        f"mine/report.toml: comparison {'x' * 101}: '{'x' * 101}' {NO_NAME}",
    ),
    "a figure that is no drawing": (
        '[[figure]]\nfile = "main.transcription"\ncaption = "C"\n',
        "mine/report.toml: figure main.transcription: \"file\" must be an .svg file, not 'main.transcription'",
    ),
    "a figure's name": (
        '[[figure]]\nfile = "a b.svg"\ncaption = "C"\n', f"mine/report.toml: figure a b.svg: 'a b.svg' {NO_NAME}"
    ),
    "a picture's name": (
        PICTURE.replace('"p"', '"../p"'), f"mine/report.toml: picture ../p: '../p' {NO_NAME}"
    ),
    "no board": (
        PICTURE,
        "mine: picture p: the drawing 'board': solution = None: Field required",
    ),
    "no size": (
        PICTURE + "with = { solution = 1 }",
        'mine: picture p: "rows" and "columns", or "widths", must give a board of at most 4,096 cells',
    ),
    "no columns": (
        PICTURE + "with = { solution = 1, rows = 2 }",
        'mine: picture p: "rows" and "columns", or "widths", must give a board of at most 4,096 cells',
    ),
    "an enormous picture": (
        PICTURE + "with = { solution = 1, rows = 99999999, columns = 99999999 }",
        'mine: picture p: "rows" and "columns", or "widths", must give a board of at most 4,096 cells',
    ),
    "no such board": (
        PICTURE + "with = { solution = 2, rows = 1, columns = 2 }", "mine: picture p: only 1 boards were printed"
    ),
    "solution 0": (
        PICTURE + "with = { solution = 0, rows = 1, columns = 2 }",
        "mine: picture p: the drawing 'board': solution = 0: Input should be greater than 0",
    ),
    "signs that are no pattern": (
        PICTURE + 'with = { solution = 1, rows = 1, columns = 2, signs = "(" }',
        "mine: picture p: \"signs\" must be a regular expression, not '('",
    ),
    "a lattice that is none": (
        PICTURE + 'lattice = "nonsense"',
        'mine/report.toml: picture p: "lattice" must be one of square, hexagonal, cubic, face-centred cubic, '
        'face-centred cubic, triangular, face-centred cubic, in space, triangular, edge-matching, not "nonsense"; '
        "known: cubic, edge-matching, face-centred cubic, face-centred cubic, in space, face-centred cubic, "
        "triangular, hexagonal, square, triangular",
    ),
    "another lattice": (
        PICTURE + 'lattice = "hexagonal"\nwith = { solution = 1, rows = 1, columns = 2 }',
        "mine: picture p: the lattice hexagonal has no cell (0, 0)",
    ),
    "an empty gallery": (
        PICTURE + 'gallery = "first"\nwith = { solution = 1, rows = 1, columns = 2, signs = "4" }',
        "mine: picture p: only 0 boards were printed",
    ),
    "an enormous board": (
        BOARD + 'cell = "row"\nrows = 99999999\ncolumns = 99999999',
        "mine/report.toml: board main: the board has more than 4,096 cells",
    ),
    "a board without cells": (
        BOARD + "cells = [[]]", 'mine/report.toml: board main: "cells" must be lists of integers, not [[]]'
    ),
    "a deep expression": (
        BOARD + f'cell = "{"1+" * 300}1"\nrows = 1\ncolumns = 1',
        'mine/report.toml: board main: "cell" has more than 500 characters',
    ),
    "no pattern of a document": (
        BOARD + 'cell = "1"\nrows = 1\ncolumns = 1\ndocument = { text = "main", begins = "(" }',
        "mine/report.toml: [board main.document]: \"begins\" must be a regular expression, not '('",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", ASKED)
def test_what_a_report_cannot_show_is_refused_with_its_place(call, mine, what):
    asked, message = ASKED[what]
    (mine / "report.toml").write_text(asked)
    assert call("report", "./mine", "--out", "pages") == (2, "", message + "\n")
    assert sorted(path.name for path in mine.parent.iterdir()) == ["mine"]


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ('puzzle = "rug"\norder = "o"', "there is no order of rug 'o'; known: hitotumatu1968"),
        (
            'puzzle = "pentominoes-6x10"\norder = "debruijn1972"\nlattice = "hexagonal"',
            "the lattice hexagonal has no cell (0, 0)",
        ),
    ],
)
def test_a_board_that_the_player_cannot_show(mine, how, message):
    (mine / "report.toml").write_text(BOARD + how)
    found = edition(folders.open_folder(mine))
    with pytest.raises(UserError) as raised:
        list(shown(found, read_presentation(mine).boards, Oracle()))
    assert str(raised.value) == f"mine: board of main: {message}"


SVG = '<svg xmlns="http://www.w3.org/2000/svg">'
EXPECTED = "; expected an SVG of shapes and words (see the manual on reports)"
FIGURES = {
    "a script after it": ('<svg/>\n<script>alert(1)</script><h1>', f'1: begins with <svg>, not with {SVG}{EXPECTED}'),
    "two of them": (f"{SVG}</svg>\n<g/>", "2: is not XML: junk after document element"),
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
    "no XML": ("<svg", "1: is not XML: unclosed token"),
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


NAMES = {
    "a text": ("edition.toml", "[texts.main]", '[texts."../main"]', "[texts]: '../main'"),
    "a language": ("edition.toml", "[texts.main]", '[words."x onclick=y"]\n[texts.main]', "[words]: 'x onclick=y'"),
    "a run": ("runs.toml", "[runs.first]", '[runs."../first"]', "[runs]: '../first'"),
    "a claim": ("claims.toml", '"answer"', '"../answer"', "claim ../answer: '../answer'"),
    "an emendation": (
        "emendations.toml", "", '[[emendation]]\nid = "/a"\nneed = "none"\ncause = "undecided"\n',
        "emendation /a: '/a'",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", NAMES)
def test_names_are_fit_for_files_and_anchors(call, mine, what):
    file, old, new, place = NAMES[what]
    (mine / file).write_text(FILES.get(file, "").replace(old, new))
    assert call("check", "./mine") == (2, "", f"mine/{file}: {place} {NO_NAME}\n")


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
        "from reports.checking.observed import Observed\n\n\ndef observe(context):\n    return Observed('42')\n"
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
