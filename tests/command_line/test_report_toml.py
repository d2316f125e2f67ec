"""What an edition's report.toml asks for is read strictly, and no file of a report takes another's place."""

from __future__ import annotations

import math
import re
from hashlib import sha256
from pathlib import PurePosixPath

import pytest

from getallenband.originals.edition import editions
from getallenband.originals.folders import OF_THE_REPORT
from getallenband.reports.publishing.charts import OVERVIEW
from getallenband.reports.publishing.report import whole
from getallenband.reports.runs import tasks
from tests import ROOT
from tests.command_line.mine import CLAIMS, EDITION, FILES, PROGRAM, RUNS

COMPARISON = """\
[[comparison]]
id = "a"
title = "A"
run = "first"
beside = { run = "first" }
quantity = [{ name = "N", original = { count = "1" }, other = { count = "1" } }]
"""
MODERN = COMPARISON.replace('beside = { run = "first" }', 'modern = { puzzle = "rug" }').replace(
    'other = { count = "1" }', 'other = "solutions"'
)
OF_TODAY = """\
[[program]]
name = "P"
year = 1968
machine = "M"
language = "L"
puzzle = "rug"
run = "first"
then = ""
"""
PICTURE = """\
[[picture]]
name = "a"
drawing = "board"
run = "first"
caption = "C"
with = { solution = 1, rows = 1, columns = 2 }
"""
FIGURE = '[[figure]]\nfile = "one/a.svg"\ncaption = "C"\n'
BOARD = '[[board]]\ntext = "main"\nvalue = "1"\nsolution = { at = "outinteger" }\n'
ONE_CELL = BOARD + 'cell = "1"\nrows = 1\ncolumns = 1\n'
SVG = '<svg xmlns="http://www.w3.org/2000/svg"></svg>\n'
FORMS = (
    "{ probe = NAME }, { probe = NAME, minus = NAME }, { probe_total = NAME }, { count = STATEMENT }, "
    "{ count = [STATEMENT, …] } or { lines = PATTERN }"
)
NO_STATEMENT = '"count" must be a statement or a list of statements, not'
NO_RUN = "mine has no run 'nope'; known: first, second"
COUNTED = "solutions, nodes, placements, searches, attempts, unavailable, tested 1, tested 2, tested 3, tests"


def original(source):
    return COMPARISON.replace('original = { count = "1" }', f"original = {source}")


def clash(file, owner):
    return f"mine-{file} in the report would be that of mine/report.toml:1:1: {owner} too; rename one"


ASKED = {
    "two comparisons": (COMPARISON * 2, f"8:1: comparison a: {clash('a.csv', 'comparison a')}"),
    "two comparisons, one in capitals": (
        COMPARISON + COMPARISON.replace('"a"', '"A"'), f"8:1: comparison A: {clash('A.csv', 'comparison a')}"
    ),
    "two pictures": (PICTURE * 2, f"8:1: picture a: {clash('a.svg', 'picture a')}"),
    "two figures": (
        FIGURE + FIGURE.replace("one", "two"), f"5:1: figure two/a.svg: {clash('a.svg', 'figure one/a.svg')}"
    ),
    "a picture in no paragraph of the story": (
        PICTURE + 'after = "once"\n', '7:1: picture a: "after" must be words of one paragraph of story.md; 0 have them'
    ),
    "a picture and a figure": (PICTURE + FIGURE, f"8:1: figure one/a.svg: {clash('a.svg', 'picture a')}"),
    "a chart and a picture": (COMPARISON + PICTURE, f"8:1: picture a: {clash('a.svg', 'comparison a')}"),
    "a figure from elsewhere": (
        FIGURE.replace("one", ".."), "2:1: figure ../a.svg: '../a.svg' leads out of the folder"
    ),
    "a figure that is missing": (
        FIGURE.replace("one", "none"),
        "2:1: figure none/a.svg: mine/none/a.svg: cannot be read: No such file or directory",
    ),
    "two quantities": (
        COMPARISON.replace("[{", '[{ name = "N", original = { lines = "" }, other = { lines = "" } }, {'),
        "6:82: comparison a quantity N: duplicate name",
    ),
    "no quantities": (
        re.sub("quantity = .*", "quantity = []", COMPARISON),
        '6:1: comparison a: expected at least one "quantity"',
    ),
    "no original": (
        COMPARISON.replace('original = { count = "1" }, ', ""),
        '6:13: comparison a quantity N: the key "original" is missing',
    ),
    "a key too many": (
        original('{ count = "1", foo = 3 }'),
        f"6:27: comparison a quantity N: \"original\" must be {FORMS}, not {{'count': '1', 'foo': 3}}",
    ),
    "a misspelt key": (
        original('{ probe = "a", minsu = "b" }'),
        f"6:27: comparison a quantity N: \"original\" must be {FORMS}, not {{'probe': 'a', 'minsu': 'b'}}",
    ),
    "no table": (original('"1"'), f"6:27: comparison a quantity N: \"original\" must be {FORMS}, not '1'"),
    "a number": (original("{ count = 5 }"), f"6:40: [comparison a quantity N.original]: {NO_STATEMENT} 5"),
    "no statement": (original("{ count = [] }"), f"6:40: [comparison a quantity N.original]: {NO_STATEMENT} []"),
    "a statement twice": (
        original('{ count = ["1", "1"] }'),
        "6:54: [comparison a quantity N.original]: \"count\" names the statement '1' twice",
    ),
    "no pattern": (
        original('{ lines = "(" }'),
        "6:40: [comparison a quantity N.original]: \"lines\" must be a regular expression, not '('",
    ),
    "no probe": (
        original("{ probe = [] }"), '6:40: [comparison a quantity N.original]: "probe" must be a string, not []'
    ),
    "a name beside a run": (
        COMPARISON.replace('other = { count = "1" }', 'other = "solutions"'),
        f"6:55: comparison a quantity N: \"other\" must be {FORMS}, not 'solutions'",
    ),
    "a table beside a search": (
        MODERN.replace('"solutions"', '{ count = "1" }'),
        '6:55: comparison a quantity N: "other" must be the name of what the modern search counts, not '
        "{'count': '1'}",
    ),
    "a program's placements": (
        OF_TODAY + "placements = { lines = 1 }\n", '9:16: [program P.placements]: "lines" must be a string, not 1'
    ),
    "a program's solutions": (
        OF_TODAY + "solutions = {}\n", f'9:1: program P: "solutions" must be {FORMS}, not {{}}'
    ),
    "all statistics": (
        MODERN.replace('"solutions"', '" *"'),
        f"6:55: comparison a: the modern search does not count ' *'; it counts: {COUNTED}",
    ),
    "no statistics": (
        MODERN.replace('"solutions"', '"nosuch *"'),
        f"6:55: comparison a: the modern search does not count 'nosuch *'; it counts: {COUNTED}",
    ),
    "a comparison's run": (COMPARISON.replace('"first"\nb', '"nope"\nb'), f"4:1: comparison a: {NO_RUN}"),
    "the run beside": (
        COMPARISON.replace('{ run = "first"', '{ run = "nope"'), f"5:12: comparison a: {NO_RUN}"
    ),
    "the edition beside": (
        COMPARISON.replace('{ run = "first"', '{ run = "min/first"'),
        "5:12: comparison a: there is no edition 'min'; nearest: mine",
    ),
    "a program's run": (OF_TODAY.replace('"first"', '"nope"'), f"7:1: program P: {NO_RUN}"),
    "a picture's run": (PICTURE.replace('"first"', '"nope"'), f"4:1: picture a: {NO_RUN}"),
    "a picture's gallery": (PICTURE + 'gallery = "nope"\n', f"7:1: picture a: {NO_RUN}"),
    "a board of no program": (
        ONE_CELL.replace('"main"', '"prints"'),
        "2:1: board prints: there is no program text 'prints'; known: main, other",
    ),
    "a board's run": (
        ONE_CELL + 'runs = ["nope"]\n', "8:9: board main: there is no run of main 'nope'; known: first"
    ),
    "a board's run of another program": (
        ONE_CELL + 'runs = ["second"]\n', "8:9: board main: there is no run of main 'second'; known: first"
    ),
    "a board's document": (
        ONE_CELL + 'document = { text = "x" }\n',
        "8:14: board main: there is no text 'x'; known: main, other, prints",
    ),
    "a board's puzzle": (
        BOARD + 'puzzle = "rugg"\norder = "o"\n', "5:1: board main: there is no puzzle 'rugg'; nearest: rug"
    ),
    "a board's order": (
        BOARD + 'puzzle = "rug"\norder = "o"\n', "6:1: board main: there is no order of rug 'o'; known: hitotumatu1968"
    ),
}  # fmt: skip
OTHER = 'begin integer k; if false then insymbol(1, "ab", k) end\n'
"""A program that no page can run: insymbol is not built there."""


@pytest.fixture
def theirs(mine, monkeypatch):
    """Add to the edition a program that no page runs, a text that is no program, and two figures."""
    monkeypatch.setattr(tasks, "WORTHWHILE", math.inf)  # processes tell how far they are, where nothing is kept yet
    files = {"main": (PROGRAM, "program"), "other": (OTHER, "program"), "prints": ("42\n", "table")}
    texts = ""
    for name, (text, role) in files.items():
        (mine / f"{name}.transcription").write_text(text)
        language = 'language = "algol60"\n' if role == "program" else ""
        texts += f'[texts.{name}]\nrole = "{role}"\n{language}file = "{name}.transcription"\nwitness = "a print"\n'
        texts += f'sha256 = "{sha256(text.encode()).hexdigest()}"\n'
    (mine / "edition.toml").write_text(EDITION.partition("[texts.main]")[0] + texts)
    (mine / "runs.toml").write_text(RUNS + RUNS.replace("first", "second").replace('"main"', '"other"'))
    for folder in ("one", "two"):
        (mine / folder).mkdir()
        (mine / folder / "a.svg").write_text(SVG)
    return mine


@pytest.mark.parametrize("what", ASKED)
def test_what_is_asked_for_wrongly_is_refused_with_its_place(call, theirs, what):
    asked, message = ASKED[what]
    (theirs / "report.toml").write_text(asked)
    assert call("report", "./mine", "--out", "pages") == (2, "", f"mine/report.toml:{message}\n")
    assert not (theirs.parent / "pages").exists()


@pytest.mark.parametrize("source", ['{ count = ["1"] }', '{ lines = "4" }', '{ count = "1" }'])
def test_what_is_asked_for_rightly(call, theirs, source):
    (theirs / "report.toml").write_text(
        original(source).replace('"a"', '"c"') + FIGURE + PICTURE.replace('"a"', '"b"') + ONE_CELL
    )
    assert call("report", "./mine", "--out", "pages")[::2] == (0, "")


def test_a_board_of_a_program_that_no_page_runs(call, theirs):
    """Statement and variables are those of the page's module, which is not made here."""
    asked = ONE_CELL.replace('"main"', '"other"').replace('value = "1"', 'value = "nope"')
    (theirs / "report.toml").write_text(asked)
    assert call("report", "./mine", "--out", "pages")[::2] == (0, "")


def renamed(mine, name):
    """Write the edition again under another name, and return its report.toml."""
    folder = mine.parent / name
    folder.mkdir()
    for file, text in FILES.items():
        (folder / file).write_text(text.replace('"mine"', f'"{name}"'))
    return folder / "report.toml"


def test_editions_whose_files_have_one_path(call, mine):
    renamed(mine, "a").write_text(COMPARISON.replace('"a"', '"b-c"'))
    renamed(mine, "a-b").write_text(COMPARISON.replace('"a"', '"c"'))
    message = (
        "data/a-b-c.csv (comparison b-c of a) and data/a-b-c.csv (comparison c of a-b) would be one file; "
        "rename one of the two\n"
    )
    code, _, err = call("report", "./a", "./a-b", "--out", "pages")
    assert (code, err.splitlines(keepends=True)[-1]) == (2, message)
    renamed(mine, "Case")
    renamed(mine, "case")
    message = "Case.md (Case) and case.md (case) would be one file; rename one of the two\n"
    code, _, err = call("report", "./Case", "./case", "--out", "pages")
    assert (code, err.splitlines(keepends=True)[-1]) == (2, message)
    assert not (mine.parent / "pages").exists()


def test_names_that_pages_of_every_report_have():
    """What the report writes itself where an edition's files are: pages, data, and charts by puzzle."""
    there = {PurePosixPath(path) for path in whole([], [], [], {}) if not path.startswith(("schemas/", "ro-crate"))}
    pages = {path for path in (ROOT / "reports" / "published").glob("*.html") if not path.name.startswith(editions())}
    names = {path.stem for path in there | pages if path.suffix in (".md", ".html", ".json")}
    assert names | {OVERVIEW[1].rstrip("-")} == set(OF_THE_REPORT), "OF_THE_REPORT in originals/folders.py"


@pytest.mark.parametrize("name", [*OF_THE_REPORT, "Index"])
def test_an_edition_takes_no_name_of_the_report(call, mine, name):
    renamed(mine, name)
    message = (
        f"{name}/edition.toml:3:1: [edition]: {name!r} is the name of files that every report has; expected another one"
    )
    for verb in ("report", "check", "run"):
        assert call(verb, f"./{name}") == (2, "", f"{message}\n")
    (mine.parent / "x.a60").write_text(PROGRAM)
    message = f"new/{name}: {name!r} is the name of files that every report has; expected another one\n"
    assert call("new", "edition", f"new/{name}", "x.a60") == (2, "", message)


@pytest.mark.parametrize("value", ["true", "-1", "0", "-0.5"])
def test_a_tolerance_is_a_number_above_0(call, mine, value):
    claim = CLAIMS.replace('read = "text"', f'relation = "near"\ntolerance = {value}')
    (mine / "claims.toml").write_text(claim)
    wanted = (
        '"tolerance" must be a number, not True' if value == "true" else f'"tolerance" must be more than 0, not {value}'
    )
    assert call("check", "./mine") == (2, "", f"mine/claims.toml:9:1: claim answer: {wanted}\n")


def test_a_machines_time_is_no_truth_value(call, mine):
    (mine / "machines.toml").write_text("[add]\nmachine = 'M'\nmicroseconds = true\n")
    message = 'mine/machines.toml:3:1: [add]: "microseconds" must be a number, not True\n'
    assert call("check", "./mine") == (2, "", message)


@pytest.mark.usefixtures("mine")
@pytest.mark.parametrize("verb", ["check", "report", "compare", "seal"])
def test_where_an_edition_is_named_no_part_of_one_is(call, verb):
    for target in ("./mine/nope", "./mine/first", "mine/nope"):
        part = target.rpartition("/")[2]
        assert call(verb, target) == (2, "", f"{target}: expected an edition, without '/{part}'\n")
    code, _, err = call(verb, "/dev/null")
    assert (code, err.partition(";")[0]) == (2, "there is no edition '/dev/null'")
    code, _, err = call(verb, "mine/claims.toml/x")
    assert (code, err.partition(";")[0]) == (2, "mine/claims.toml/x: expected an edition, without '/claims.toml/x'\n")


@pytest.mark.usefixtures("mine")
def test_a_claim_has_no_parts(call):
    message = "there is neither an edition 'answer/x' nor a claim of mine; nearest: answer\n"
    assert call("check", "./mine", "answer/x") == (2, "", message)


TAG = "is no language tag (BCP 47): expected 2 to 8 letters, then -SUBTAG each of up to 8 letters and digits, such as"


@pytest.mark.parametrize("tag", ["", "n", "n l", "nl_NL", "nl-", "nl--x", "dutchlang", "nl-ninechars", "１２"])
def test_languages_are_tags(call, mine, tag):
    (mine / "edition.toml").write_text(EDITION.replace("year", f'written_in = "{tag}"\nyear'))
    message = f"{tag!r} {TAG} nl or pt-BR\n"
    assert call("check", "./mine") == (2, "", f"mine/edition.toml:6:1: [edition]: {message}")
    (mine / "edition.toml").write_text(EDITION + f'[words."{tag}"]\nplak = "slice"\n')
    assert call("check", "./mine") == (2, "", f"mine/edition.toml:16:1: [words]: {message}")


@pytest.mark.parametrize("tag", ["nl", "ja-Latn", "de-CH-1996", "zh-cmn-Hans-CN"])
def test_language_tags(call, mine, tag):
    (mine / "edition.toml").write_text(EDITION.replace("year", f'written_in = "{tag}"\nyear') + f"[words.{tag}]\n")
    assert call("check", "./mine")[0] == 0


@pytest.mark.parametrize(
    "words", [("run", "./mine/first"), ("check", "./mine"), ("report", "./mine", "--out", "pages")]
)
def test_a_program_in_no_known_language(call, mine, words):
    path = mine / "edition.toml"
    path.write_text(path.read_text().replace('language = "algol60"', 'language = "algol6"'))
    assert call(*words) == (
        2,
        "",
        "mine/runs.toml:1:1: [runs.first]: there is no language 'algol6'; nearest: algol60\n",
    )
