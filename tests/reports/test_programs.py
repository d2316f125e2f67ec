"""The table of all programs, and comparisons: data, text, pages, command line."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from getallenband.originals.edition import edition, editions
from getallenband.originals.errors import EditionError
from getallenband.originals.presentation import read_presentation
from getallenband.reports.comparing import compare, programs
from getallenband.reports.comparing.compare import all_left_out, compare_edition
from getallenband.reports.comparing.measured import levels_of_answer, record_of, too_long
from getallenband.reports.comparing.programs import edition_programs, solver_entry, solvers_beside
from getallenband.reports.publishing.layout import shorten
from getallenband.reports.publishing.notes import assign_letters
from getallenband.reports.publishing.pivot import pivot, side_name, side_words, totals
from getallenband.reports.publishing.site import index
from getallenband.reports.publishing.tables import comparison_tables, programs_table
from getallenband.reports.runs.oracle import Oracle
from getallenband.reports.runs.records import Records

PROGRAM_KEYS = {
    "edition", "name", "year", "dated", "machine", "language", "puzzle", "run", "attempts", "placements", "solutions",
    "then", "seconds", "attempt", "figures_from", "notes", "title",
}  # fmt: skip
COMPARISON_KEYS = {
    "edition", "comparison", "title", "run", "axis", "puzzle", "algorithm", "order", "beside", "rows", "equal",
}  # fmt: skip
ROW_KEYS = {"quantity", "level", "original", "modern", "equal", "differs"}
PROGRAM = '[[program]]\nname = "A"\nyear = 1970\nmachine = "M"\nlanguage = "L"\npuzzle = "rug"\nthen = "a day"\n'
COMPARISON = '[[comparison]]\nid = "a"\ntitle = "A"\nmodern = { puzzle = "rug" }\nquantity = []\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (PROGRAM, '1:1: program A: the key "run" is missing'),
        (PROGRAM + 'run = "full"\nattempts = { count = "1" }\n', '1:1: program A: the key "attempt" is missing'),
        (PROGRAM + 'run = "full"\nnotes = ""\n', '9:1: program A: unknown key "notes"; nearest: note'),
        (COMPARISON, '1:1: comparison a: the key "run" is missing'),
        (
            COMPARISON.replace('modern = { puzzle = "rug" }', "beside = { order = 1 }") + 'run = "full"\n',
            '4:1: [comparison a.beside]: the key "run" is missing',
        ),
    ],
)
def test_a_wrong_report_file(tmp_path, text, message):
    (tmp_path / "report.toml").write_text(text)
    with pytest.raises(EditionError) as raised:
        read_presentation(tmp_path)
    assert str(raised.value) == f"{tmp_path}/report.toml:{message}"


def test_a_modern_search_counts_calls_and_tests():
    answer = Oracle()("jigsaw", order="wada2002")
    assert sum(levels_of_answer(answer, "searches", 0, total=True).values()) == 4117
    assert levels_of_answer(answer, "searches", 1, total=False, first=0)[0] == 1
    each = levels_of_answer(answer, "tests", 0, total=False)
    assert each[1] == sum(times[0] for name, times in answer.counts.items() if name.startswith("tested "))


def test_a_run_beside_another():
    [comparison] = compare_edition("perl2012_pentomino", Records(), Oracle(), only=("four-boards",))
    assert set(comparison) == COMPARISON_KEYS
    assert all(set(row) == ROW_KEYS for row in comparison["rows"])
    assert (comparison["run"], comparison["beside"], comparison["equal"]) == ("all-four", "unique-four", True)
    assert side_words(comparison, "original") == ("run", "all-four", "")
    assert side_name(comparison, "modern") == "unique-four"
    assert pivot(comparison) == (["level"], [])
    assert totals(comparison)[-1][-1] == "equal"
    assert totals(comparison)[3][-1].startswith("different: The second program passes over shapes")
    text = comparison_tables({"comparisons": [comparison], "programs": []})
    assert text.startswith(
        "perl2012_pentomino: To the fifth board: cells worked out each time, and cells\nlooked up\n\n"
        "run all-four beside run unique-four\n\n"
    )


def test_the_perl_program_beside_a_modern_search_level_by_level():
    """The program itself, to its fifth board; the modern search knows the order of pieces and shapes alone."""
    [comparison] = compare_edition("perl2012_pentomino", Records(), Oracle(), only=("first-boards",))
    assert all(row["equal"] for row in comparison["rows"])
    headers, lines = pivot(comparison)
    assert headers == [
        "level",
        *(f"{name}, both" for name in ("calls of search", "shapes tried", "cells worked out", "placements")),
    ]
    assert lines[-1] == ["12", "1,388", "7,262", "9,660", "5"]
    assert side_words(comparison, "modern") == ("solver", "first_hole", " on pentominoes-6x10, order perl2012")


@pytest.mark.parametrize("name", ["whole-search", "whole-search-tanaka"])
def test_the_jigsaw_beside_a_modern_search_place_by_place(name):
    [comparison] = compare_edition("wada2002_jigsaw", Records(), Oracle(), only=(name,))
    assert all(row["equal"] for row in comparison["rows"])
    assert len({row["level"] for row in comparison["rows"] if row["quantity"] == "calls of test"}) == 9


def test_programs_by_their_runs():
    every, found = edition_programs("wada2002_jigsaw", Records(), Oracle())
    assert set(every) == set(found) == PROGRAM_KEYS
    assert json.loads(json.dumps(every)) == every
    assert (every["figures_from"], found["figures_from"]) == (
        "run scheme of wada2002_jigsaw",
        "run c of wada2002_jigsaw",
    )
    assert every["seconds"] > 0


def test_a_program_that_asks_for_what_is_not_there(monkeypatch):
    shown = read_presentation(edition("perl2012_pentomino").folder)
    wrong = replace(shown.programs[0], run="all-four", solutions={"probe": "x"})
    monkeypatch.setattr(programs, "presentation", lambda _found: replace(shown, programs=(wrong,)))
    with pytest.raises(EditionError) as raised:
        edition_programs("perl2012_pentomino", Records(), Oracle())
    report = (edition("perl2012_pentomino").folder / "report.toml").read_text()
    line = next(number for number, text in enumerate(report.splitlines(), 1) if text.startswith("solutions = "))
    assert str(raised.value) == (
        f"originals/perl2012_pentomino/report.toml:{line}:1: program the Perl page, all boards: "
        "the run has no probe 'x'; it has: searches, shapes, cells, placements"
    )


def test_every_historical_program_says_what_an_attempt_is():
    for name in editions():
        for program in read_presentation(edition(name).folder).programs:
            assert program.attempt, program.name
            assert re.match(r"(a|an) ", program.attempt)


def test_solvers_of_today():
    oracle = Oracle()
    assert list(solvers_beside("rug", oracle)) == [
        "auto", "dancing_links", "dancing_cells", "first_hole", "most_surrounded",
    ]  # fmt: skip
    assert list(solvers_beside("jigsaw", oracle)) == ["auto", "dancing_links", "dancing_cells", "first_hole"]
    assert list(solvers_beside("tetra", oracle)) == ["auto", "dancing_links"]
    assert list(solvers_beside("t-tetrominoes-8x8", oracle)) == ["auto"]
    fits, tries = solver_entry("rug", "dancing_links", oracle), solver_entry("rug", "first_hole", oracle)
    assert set(fits) == set(tries) == PROGRAM_KEYS
    assert (fits["attempts"], fits["solutions"]) == (None, 3)
    assert tries["attempts"] > tries["placements"] > fits["placements"]


def entry(**changes):
    """Return an entry of the table."""
    return {
        "edition": "x1970_y", "name": "A", "year": 1970, "dated": "1970", "machine": "M", "language": "L",
        "puzzle": "rug", "run": "full", "attempts": 5000, "placements": None, "solutions": 3, "then": "a day",
        "seconds": 0.0305, "attempt": "a form", "figures_from": "run full of x1970_y", "notes": [], "title": "The rug",
    } | changes  # fmt: skip


OTHER = entry(
    name="B", run="half", seconds=400.0, attempts=12_345_678, figures_from="run half of x1970_y", notes=["By halves."]
)
TODAY = entry(
    edition=None, name="auto (modern)", year=None, dated="today", attempts=None, placements=7, then="", seconds=12.5,
    attempt="", figures_from="the solver itself", notes=["It fits."],
)  # fmt: skip


def test_notes_have_letters():
    marks, notes = assign_letters([entry(), OTHER, TODAY])
    assert marks == ["a", "a, b", "c"]
    assert notes == [("a", "An attempt is a form."), ("b", "By halves."), ("c", "It fits.")]


TABLE = """\
All programs: The rug

year    program: machine,    work            time then      now (s)  notes
        language; figures
        from
------  -------------------  --------------  -----------  ---------  -------
1970    A: M, L; run full    5,000 attempts  a day           0.0305  a
        of x1970_y           3 solutions
1970    B: M, L; run half    12,345,678      a day           400.00  a, b
        of x1970_y           attempts
                             3 solutions
today   auto (modern): M,    7 placements    —                12.50  c
        L; the solver        3 solutions
        itself

a  An attempt is a form.
b  By halves.
c  It fits.
"""


def test_the_table_as_text():
    assert programs_table("The rug", [entry(), OTHER, TODAY]) == TABLE


def test_the_table_on_pages():
    written = index([], [entry(), OTHER, TODAY])
    markdown, html = written["index.md"], written["programs.html"]
    assert "| run half of x1970\\_y | a, b |\n" in markdown
    assert "\nb: By halves.\n" in markdown
    assert "run half of x1970_y<td>a, b\n" in html
    assert "<dt>b</dt><dd>By halves.</dd>" in html
    assert html.count('<tr class="today">') == 1


def test_puzzles_of_today_end_the_table_of_all_editions(monkeypatch):
    monkeypatch.setattr(programs, "editions", lambda: ["wada2002_jigsaw"])
    every = programs.programs((), Records(), Oracle())
    assert [entry["puzzle"] for entry in every] == ["jigsaw"] * 6 + ["t-tetrominoes-8x8"]
    assert (every[-1]["edition"], every[-1]["solutions"]) == (None, 15)
    assert "\n<p>15 solutions, counted here by frontier (modern). " in index([], every)["puzzles.html"]
    assert programs.programs(["wada2002_jigsaw"], Records(), Oracle()) == every[:-1]


def test_what_is_empty_is_said():
    assert [shorten(value) for value in ([], {}, "", None, 0)] == ["none", "none", "—", "—", "0"]


def test_what_takes_too_long_is_left_out():
    names = all_left_out([])
    for name in editions():
        for comparison in read_presentation(edition(name).folder).comparisons:
            soak = too_long(name, comparison.run, comparison.beside)
            assert (f"{name} {comparison.identifier}" in names) == soak
    assert "perl2012_pentomino both-programs" in names


def test_nothing_to_compare():
    assert comparison_tables({"comparisons": [], "programs": []}) == "there is nothing to compare\n"


def test_the_command_compares_and_ends_with_the_table(call):
    code, out, err = call("compare", "wada2002_jigsaw")
    assert code == 0
    # how many are still to be made hangs on what other processes have made meanwhile
    assert all(re.fullmatch(r"\d+ of \d+ made after \d+ s, about \d+ s remain: .*", line) for line in err.splitlines())
    assert "wada2002_jigsaw: The whole search, place by place\n\nrun c beside solver first_hole on jigsaw, order" in out
    assert re.search(r"^calls of test +4,117 +4,117 +equal$", out, re.MULTILINE)
    assert re.search(r"^calls of test +2,569 +2,569 +equal$", out, re.MULTILINE)
    table = out.partition("\n4 comparisons, none with a difference that nothing explains\n")[2]
    assert table.startswith("\nAll programs: Wada's edge-matching jigsaw of nine square pieces\n")
    assert table.endswith(".\n")
    for name in ("Wada, C", "Wada, amb", "bit_parallel", "dancing_links", "dancing_cells", "first_hole"):
        assert name in table
    assert max(map(len, table.splitlines())) <= 130


def test_the_command_as_json(call):
    code, out, _ = call("compare", "wada2002_jigsaw", "--json")
    found = json.loads(out)
    assert (code, set(found)) == (0, {"comparisons", "programs"})
    assert all(set(comparison) == COMPARISON_KEYS for comparison in found["comparisons"])
    assert all(set(program) == PROGRAM_KEYS for program in found["programs"])
    assert [program["year"] for program in found["programs"]] == [2002, 2002, None, None, None, None]


def test_an_unexplained_difference_is_exit_code_1(call, monkeypatch):
    [comparison] = compare_edition("perl2012_pentomino", Records(), Oracle(), only=("four-boards",))
    different = comparison | {"equal": False}
    monkeypatch.setattr(
        compare, "comparisons_and_programs", lambda *_names, **_soak: {"comparisons": [different], "programs": []}
    )
    code, out, _ = call("compare", "perl2012_pentomino")
    assert code == 1
    assert out.endswith("\n1 comparison, 1 with a difference that nothing explains\n")


def test_records_of_runs_of_another_edition():
    assert record_of("wada2002_jigsaw", "wada2002_pentomino/first", Records())["edition"] == "wada2002_pentomino"


def test_each_puzzle_has_one_table():
    text = comparison_tables({"comparisons": [], "programs": [entry(), entry(title="Other", puzzle="o"), entry()]})
    assert text.count("All programs: The rug") == text.count("All programs: Other") == 1
