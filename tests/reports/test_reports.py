"""Observers, verdicts, comparisons, pictures, pages."""

from __future__ import annotations

import json
import re

import pytest

from getallenband.durable.visible import visible
from getallenband.interpreters import SourceText
from getallenband.interpreters.source.diagnostics import UserError
from getallenband.modern.exact_cover import Problem
from getallenband.originals.claims import KINDS
from getallenband.originals.edition import editions
from getallenband.originals.errors import EditionError
from getallenband.originals.presentation import read_presentation
from getallenband.reports.checking import check, manual
from getallenband.reports.checking.check import all_verdicts
from getallenband.reports.checking.observed import Context, run_observer
from getallenband.reports.comparing.compare import compare_edition
from getallenband.reports.comparing.measured import levels_of_answer, levels_of_record
from getallenband.reports.publishing.critical import bar
from getallenband.reports.publishing.drawings import draw_with
from getallenband.reports.publishing.pivot import pivot, totals
from getallenband.reports.publishing.site import cell, code, index, pages
from getallenband.reports.publishing.tables import comparison_tables, verdict_table
from getallenband.reports.publishing.times import html_time, markdown_time, without_times
from getallenband.reports.publishing.verdicts import by_outcome, remarkable, stated
from getallenband.reports.runs.by_folder import OBSERVERS
from getallenband.reports.runs.files import write_files
from getallenband.reports.runs.names import UnknownNameError
from getallenband.reports.runs.oracle import Oracle
from getallenband.reports.runs.profile import once
from getallenband.reports.runs.progress import Progress
from getallenband.reports.runs.records import Records
from tests.reports.sample_record import RECORD, about
from tests.reports.sample_texts import TEXTS


@pytest.mark.parametrize(
    ("name", "parameters", "expected", "value"),
    [
        ("count", {"statement": "86"}, 2, 2),
        ("count", {"statement": ["60", "75"]}, 120, 120),
        ("counts_ratio", {"over": "60", "under": "75"}, 5, 5.0),
        ("output_lines", {"pattern": "^ *[0-9]+:"}, 2, 2),
        ("output_lines", {"pattern": ":  (.*)", "captured": True}, ["2 6", "2 22"], ["2 6", "2 22"]),
        ("output_lines", {"pattern": "^ +1: +(.)", "captured": True}, 2, 2),
        ("output", {"spacing": "ignored"}, "1: 2 6\n\n2: 2 22", ["1: 2 6", "2: 2 22"]),
        ("output", {"spacing": "ignored", "first": 1}, "1: 2 6", "1: 2 6"),
        ("output", {}, RECORD["output"], RECORD["output"].splitlines()),
        ("probe", {"name": "levels", "value": 12}, 2, 2),
        ("probe", {"name": "levels"}, 42, 42),
        ("probe", {"name": "levels", "aspect": "sum"}, 94, 94),
        ("probe", {"name": "levels", "aspect": "greatest"}, 12, 12),
        ("probe", {"name": "levels", "aspect": "list"}, [10, 30, 2], [10, 30, 2]),
        ("tape_numbers", {}, 11, 11),
        ("tape_numbers", {"consumed": True}, 10, 10),
        ("tape_row", {"row": 2, "width": 5}, [1, 7, 14, 15, 2], [1, 7, 14, 15, 2]),
        ("tape_row", {"row": 2, "width": 5, "first": 3, "last": 3}, 14, 14),
        ("tape_column", {"column": 5, "width": 5}, [1, 1], [1, 1]),
        ("refusal", {"file": "lines", "language": "c_subset"}, "line 1: unexpected 1", "line 1: unexpected 1"),
        ("refusal", {"file": "lines", "language": "amb_scheme"}, "nothing", "nothing"),
        ("placements", {"puzzle": "pentominoes-6x10", "kind": "forms"}, 63, 63),
        ("placements", {"puzzle": "pentominoes-6x10", "piece": "X"}, 4 * 8, 32),
        ("placements", {"puzzle": "pentominoes-6x10", "piece": "X", "others": True}, 2024, 2024),
    ],
)
def test_observers_agree_with_what_is_there(name, parameters, expected, value):
    seen = run_observer(name, about(expected), parameters)
    assert seen.value == value
    assert seen.value == (expected if seen.expected is None else seen.expected)


def test_a_time_is_judged():
    cost = [{"low": {"test": 1}, "high": {"test": 2, "add": 1}}]
    seen = run_observer("time_per_statement", about(122e-6), {"cost": cost})
    assert (seen.value, seen.judged) == ("1.00 µs an execution", True)
    assert seen.interval == (pytest.approx(61e-6), pytest.approx(244e-6))
    assert "a machine, a test: 0.5 µs (its manual; read)" in seen.why


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("cuont", {}, "there is no observer 'cuont'; nearest: count"),
        ("count", {"statement": "99"}, "the program has no statement '99'"),
        ("count", {"label": "86"}, "the observer 'count': statement is missing"),
        ("probe", {"name": "depth"}, "the run has no probe 'depth'; it has: levels"),
        ("count", {"statement": 86}, "the observer 'count': statement = 86: Input should be a valid string"),
        ("count", {"statement": "86", "of": "x"}, "the observer 'count': there is no parameter of"),
        ("probe", {"name": "levels", "aspect": "sun"}, "the observer 'probe': aspect = 'sun': Input should be 'times'"),
        ("output_lines", {"pattern": "(["}, "the observer 'output_lines': pattern = '([': Input should be a valid reg"),
        ("output_lines", {"pattern": "x", "captured": True}, "the pattern 'x' has no group to capture"),
        ("tape_row", {"row": 0, "width": 5}, "the observer 'tape_row': row = 0: Input should be greater than 0"),
        (
            "time_per_statement",
            {"cost": [{"low": {"tets": 1}, "high": {"add": 1}}]},
            "there is no action in machines.toml 'tets'; nearest: test",
        ),
        ("placements", {"puzzle": "tetra", "piece": "Q"}, "the puzzle has no piece 'Q'; it has: "),
    ],
)
def test_a_claim_that_asks_for_what_is_not_there(name, parameters, message):
    with pytest.raises(UserError) as raised:
        run_observer(name, about(None), parameters)
    assert str(raised.value).startswith(message)


def test_an_input_that_is_not_there():
    with pytest.raises(UserError, match=r"^the run has no input 'cards'; it has: tape$"):
        about(None).numbers("cards")


@pytest.mark.parametrize("name", editions())
def test_no_two_observers_have_one_name(name):
    found = [observer.__qualname__ for observer in OBSERVERS.offered(name)]
    assert sorted(found) == sorted(set(found))


def test_what_an_observer_imports_does_not_make_it_independent(monkeypatch):
    monkeypatch.setitem(OBSERVERS.functions("hitotumatu1968_rug")["count"].__globals__, "Problem", Problem)
    [verdict] = all_verdicts(["hitotumatu1968_rug"], only=["corner-cut-off"])
    assert (verdict["reached"], verdict["changed"]) == (["the program as emended"], False)


def test_a_verdict_that_rests_on_something_else_is_a_change(monkeypatch):
    monkeypatch.setattr(check, "how_reached", lambda *_: ["computed independently"])
    [verdict] = all_verdicts(["hitotumatu1968_rug"], only=["corner-cut-off"])
    assert verdict["changes"] == ["rested before on: the program as emended, now on: computed independently"]


def test_a_program_and_a_modern_search_counted_alike():
    [comparison] = compare_edition("debruijn1972_pentomino", Records(), Oracle(), only=("first-24",))
    assert comparison["equal"]
    assert {row["quantity"] for row in comparison["rows"]} >= {"attempts", "placements", "solutions"}
    headers, lines = pivot(comparison)
    assert headers[:2] == ["level", "attempts, both"]
    assert len(lines) == 11
    assert all(line[-1] == "equal" for line in totals(comparison))
    shown = comparison_tables({"comparisons": [comparison], "programs": []})
    assert shown.endswith("\n1 comparison, none with a difference that nothing explains\n")


def test_sources_of_quantities():
    assert levels_of_record(RECORD, {"probe": "levels"}) == {1: 10, 2: 30, 12: 2}
    assert levels_of_record(RECORD, {"probe_total": "levels"}) == {None: 42}
    assert levels_of_record(RECORD, {"count": ["60", "75"]}) == {None: 120}
    assert levels_of_record(RECORD, {"lines": ":"}) == {None: 2}


def test_a_modern_search_must_count_what_is_asked():
    answer = Oracle()("pentominoes-6x10", order="debruijn1972", limit=1)
    assert levels_of_answer(answer, "nodes", 1, total=False)[11] == 1
    assert levels_of_answer(answer, "solutions", 1, total=True) == {None: 1}
    with pytest.raises(UserError, match="does not count 'trials'; it counts: solutions, nodes"):
        levels_of_answer(answer, "trials", 1, total=True)
    with pytest.raises(UserError, match=r"does not count 'chosen \*'; it counts: solutions, nodes"):
        levels_of_answer(answer, "chosen *", 1, total=True)


def test_an_oracle_says_which_orders_there_are():
    with pytest.raises(UnknownNameError, match="there is no order of pentominoes-6x10 'debruijn'; nearest: debruijn"):
        Oracle()("pentominoes-6x10", order="debruijn")


def test_a_wrong_report_file(tmp_path):
    (tmp_path / "report.toml").write_text('[[comparison]]\nid = "a"\ntitle = "A"\nrun = "full"\nquantity = []\n')
    with pytest.raises(EditionError, match=r'/report.toml:1:1: comparison a: expected either "modern" or "beside"'):
        read_presentation(tmp_path)


DATA = {
    "edition": "x1970_y",
    "title": "A <title>",
    "english": "",
    "short": "A title",
    "written_in": "nl",
    "words": {"nl": {"plakje": "slice", "woord": ""}},
    "author": "A. Author",
    "year": 1970,
    "dated": "about 1970",
    "source": "Journal 1",
    "machine": "Machine",
    "rights": "Rights.",
    "story": "It was *so*, with 3 < 4.\n",
    **TEXTS,
    "left_out": [{"emendation": "one", "run": "full", "kind": "trap", "what": "line 3: no \x01 value | yet"}],
    "verdicts": [
        {
            "edition": "x1970_y", "claim": "c", "kind": "statement", "quotation": "q | r", "place": "p. 1",
            "about": "It is *so*.", "fails_if": "it were *not*.",
            "published": "12,290", "derived": {"value": 12289, "how": "One less."}, "observed": 12291,
            "verdict": "contradicted", "expected_verdict": "confirmed", "reached": ["the program as emended"],
            "slip": "author", "power": "holds for 2 to 9 days", "weak": True, "changed": True,
            "changes": ["expected: confirmed", "observed before: 1, now: 12291"], "why": "Because.", "run": "full",
            "long": True,
        }
    ],
    "comparisons": [],
    "programs": [
        {
            "edition": "x1970_y", "name": "A, L", "year": 1970, "dated": "1970", "machine": "M", "language": "L",
            "puzzle": "rug", "run": "full", "attempts": 5000, "placements": None, "solutions": 3, "then": "a day",
            "seconds": 0.0305, "title": "The rug", "attempt": "a form", "figures_from": "run full of x1970_y",
            "notes": [],
        }
    ],
    "runs": [
        {
            "run": "full", "about": "All.", "text": "a", "language": "ecol", "emendations": ["one"], "experiments": [],
            "insertions": [], "outcome": {"kind": "trap", "message": "oh", "line": 1, "column": 2}, "engine": "native",
            "statements": 1234, "tape_read": 0, "output": "klaar", "output_lines": 1, "output_sha256": "ab" * 32,
            "counts": {}, "probes": {}, "seconds": {"build": 0.125, "run": 12.5},
            "provenance": {"arithmetic": "ieee754", "settings": {"width": "narrow"}},
        }
    ],
    "links": {"c": {"runs": ["full"], "statements": [["a", "2"]]}},
    "listings": [
        {
            "text": "a", "file": "a.txt", "language": "ecol", "run": "full",
            "rows": [
                {
                    "line": 1, "text": "x < 1; y", "source": 1, "transcribed": "x | 1; y", "changes": ["one"],
                    "insertion": "", "gloss": "Is x less?", "statements": [
                        {"label": "1", "column": 1, "count": 3}, {"label": "2", "column": 8, "count": 1234},
                    ],
                },
                {
                    "line": 2, "text": "print", "source": 0, "transcribed": "", "changes": [],
                    "insertion": "drivers/p.ecol", "gloss": "", "statements": [],
                },
                {
                    "line": 0, "text": "", "source": 2, "transcribed": "end", "changes": ["two"], "insertion": "",
                    "gloss": "", "statements": [],
                },
            ],
        }
    ],
    "pictures": [{"name": "p", "caption": "C", "svg": "<svg/>", "text": "A\n", "after": ""}],
    "player": None,
    "galleries": [],
    "figures": [{"file": "figures/flow.svg", "caption": "The flow of a plakje.", "svg": "<svg/>"}],
    "skipped_runs": ["long"],
}  # fmt: skip


def of_kind(kind: str, verdict: str, power: str = "") -> dict:
    slip = "copy" if verdict == "contradicted" else ""
    return {
        **DATA["verdicts"][0],
        "claim": f"{kind}-{verdict}",
        "kind": kind,
        "verdict": verdict,
        "slip": slip,
        "power": power,
    }


def test_statements_texts_and_findings_are_kept_apart():
    verdicts = [
        of_kind("statement", "confirmed"),
        of_kind("statement", "consistent", "holds for 2 to 9 days"),
        of_kind("text", "contradicted"),
        of_kind("finding", "confirmed"),
        of_kind("finding", "consistent", "holds for 3 to 5 days"),
        of_kind("finding", "contradicted"),
    ]
    data = {**DATA, "verdicts": verdicts}
    assert [stated(verdict) for verdict in verdicts] == [
        "confirmed",
        "possible: 2 to 9 days",
        "damaged",
        "found",
        "possible: 3 to 5 days",
        "not true",
    ]
    for undecided in ("awaiting-evidence", "not-checkable"):
        assert {stated(of_kind(kind, undecided)) for kind in KINDS} == {undecided.replace("-", " ")}
    assert [[verdict["claim"] for verdict in remarkable(data, kind)] for kind in KINDS] == [
        [], ["text-contradicted"], ["finding-confirmed", "finding-consistent", "finding-contradicted"],
    ]  # fmt: skip
    assert [(*group, [each["claim"] for each in claims]) for *group, claims in by_outcome(data)] == [
        ("statement", "confirmed", "confirmed", ["statement-confirmed"]),
        ("statement", "consistent", "consistent", ["statement-consistent"]),
        ("text", "contradicted", "damaged", ["text-contradicted"]),
        ("finding", "confirmed", "found", ["finding-confirmed"]),
        ("finding", "consistent", "consistent", ["finding-consistent"]),
        ("finding", "contradicted", "not true", ["finding-contradicted"]),
    ]
    written = {**pages([data]), **index([data], DATA["programs"])}
    tally = "Statements of the author: 1 confirmed, 1 consistent. Besides: 1 on the text, 3 noticed by us.\n"
    assert tally in written["x1970_y.md"]
    assert "## Statements that do not hold" not in written["index.md"]
    assert "## What cannot be read as it stands" in written["index.md"]
    assert "## What we noticed, and nobody claimed" in written["index.md"]
    assert '<h2 id="findings">What we noticed, and nobody claimed</h2>' in written["verdicts.html"]
    assert "It would fail if it were *not*." in written["x1970_y.html"]
    told = verdict_table([{**verdict, "changes": [], "changed": False} for verdict in verdicts])
    assert "contradicted (text)" in " ".join(told.split())
    assert (
        "2 statements: 1 confirmed, 1 consistent; 1 text: 1 contradicted; 3 findings: 1 confirmed, "
        "1 consistent, 1 contradicted; all as expected"
    ) in " ".join(told.split())


def test_pages_say_everything_and_mark_times():
    written = {**pages([DATA]), **index([DATA], DATA["programs"])}
    assert sorted(written) == [
        "atlas.html", "index.html", "index.md", "machines.html", "programs.html", "puzzles.html", "reading.html",
        "verdicts.html", "verify.html", "x1970_y-flow.svg", "x1970_y-p.svg", "x1970_y.html", "x1970_y.md",
    ]  # fmt: skip
    markdown, html = written["x1970_y.md"], written["x1970_y.html"]
    assert (
        '| <a id="c"></a>It is \\*so\\*.<br>“q \\| r” (p. 1) | 12,290 | 12,289: One less. | 12,291 | contradicted<br>'
        "the program as emended<br>holds for 2 to 9 days<br>slip: author<br>a long run |"
    ) in markdown
    assert "| a.txt:3<br>one | <code>x &#124; y</code> | <code>x &lt; y</code> | copy | certain | certain |" in markdown
    assert "       3 | x < 1; y\n   1,234 |\n         | print\n```" in markdown
    assert "trap: oh" in markdown
    assert "| one | `full` | trap: line 3: no ␁ value \\| yet |" in markdown
    assert "<td>trap: line 3: no ␁ value | yet\n" in html
    assert (
        "### The rug\n\n"
        "| year | program | machine | language | attempts | placements | solutions | time then | time now |"
        " figures from | notes |\n"
        "| --- | --- | --- | --- | ---: | ---: | ---: | --- | ---: | --- | --- |\n"
        "| 1970 | A, L | M | L | 5,000 | — | 3 | a day | <!--time-->30.5 ms<!--/time--> | run full of x1970\\_y | a |\n"
        "\n"
        "a: An attempt is a form.\n"
    ) in markdown
    assert "A &lt;title&gt;" in html
    assert "\n\n## The story\n\nIt was *so*, with 3 < 4.\n" in markdown
    assert "<p>It was <em>so</em>, with 3 &lt; 4.</p>" in html
    assert "A. Author, about 1970." in markdown
    assert "A. Author, about 1970." in html
    assert "30.5 ms" not in without_times(markdown)
    assert "30.5 ms" not in without_times(html)
    assert "12,290" in without_times(html)
    assert '</a><figcaption>The flow of a <span lang="nl" title="slice">plakje</span>.</figcaption></figure>' in html
    assert (
        '<figure class="chart"><a href="x1970_y-flow.svg" aria-label="the drawing alone, x1970_y-flow.svg"><svg' in html
    )
    assert "![The flow of a plakje.](x1970_y-flow.svg)" in markdown


SABOTAGE = {
    "kinds": {"pin": {"killed": 1200, "survived": 2}, "digit of a tape": {"killed": 3}},
    "survivors": {"by bounds": {"x1970_y: pin: claim c": 2}},
}


def test_what_can_be_altered_has_a_page():
    written = index([DATA], [], SABOTAGE)
    markdown, html = written["sabotage.md"], written["sabotage.html"]
    said = "Of 1,205 alterations 1,203 were noticed, 2 could not be noticed by anybody."
    assert said in markdown
    assert said in html
    assert said in written["verdicts.html"]
    assert said in written["index.md"]
    assert "| pin | 1,200 | 2 | 1,202 |\n| digit of a tape | 3 |  | 3 |\n| all | 1,203 | 2 | 1,205 |\n" in markdown
    assert "### by bounds: 2\n\n- x1970\\_y: pin: claim c: 2\n" in markdown
    assert "<td>digit of a tape<td>3<td>" in html
    assert "sabotage.html" not in index([DATA], [])["verdicts.html"]


def test_markdown_tables_have_equal_rows():
    for content in {**pages([DATA]), **index([DATA], DATA["programs"], SABOTAGE)}.values():
        for table in re.findall(r"(?:^\|.*\|\n)+", content, re.MULTILINE):
            cells = {len(re.split(r"(?<!\\)\|", line)) for line in table.splitlines()}
            assert len(cells) == 1, table


def test_a_changed_verdict_is_seen():
    shown = verdict_table(DATA["verdicts"])
    assert "contradicted*; expected" in " ".join(shown.split())
    assert shown.endswith("1 statement: 1 contradicted; 1 not as expected\n\n* rests on a run that takes minutes\n")


def test_cells_of_markdown():
    assert cell("a|b_c*<d>\n e") == "a\\|b\\_c\\*&lt;d> e"
    assert cell(1234567) == "1,234,567"
    assert code("a\n\nb|") == "<code>a</code><br><code>&nbsp;</code><br><code>b&#124;</code>"


def test_control_characters_are_seen():
    assert visible("a\x01\x0c\tb\n") == "a␁␌\tb\n"


def test_bars_are_logarithmic():
    assert [bar(count, 999_999) for count in (0, 999, 999_999)] == [0, 50, 100]


def test_times_are_taken_out():
    assert without_times(f"a {markdown_time('1 s')} b {html_time('<2 s>')} c") == (
        'a <!--time-->…<!--/time--> b <span class="time">…</span> c'
    )


def test_a_program_cannot_write_outside(tmp_path):
    write_files(tmp_path / "in", {"a/b.txt": "x"})
    assert (tmp_path / "in" / "a" / "b.txt").read_text() == "x"
    with pytest.raises(UserError, match="leads out of"):
        write_files(tmp_path / "in", {"../out.txt": "x"})


def test_records_are_made_once():
    records = Records()
    first = records("debruijn1972_pentomino", "first24")
    assert records("debruijn1972_pentomino", "first24") is first
    assert first["outcome"]["kind"] == "finished"
    checksums = first["provenance"]["checksums"]
    assert {"ecol.transcription", "getallenband.transcription", "emendations.toml"} <= set(checksums)
    assert json.loads(json.dumps(first)) == first


def test_boards_are_read_from_the_output():
    record = {"output": " 0 0\n  0\n\n 1 2\n  3\n 4 4\n  5\n"}
    context = Context("", "", "", lambda _run: record, lambda _run: {}, lambda file: SourceText(file, ""), Oracle())
    wishes = {"widths": [2, 1], "signs": "[1-9]"}
    assert draw_with("board", context, {"solution": 2, **wishes}) == {(0, 0): "4", (0, 1): "4", (1, 0): "5"}
    hexagonal = draw_with("board", context, {"solution": 1, "hexagonal": True, **wishes})
    assert hexagonal == {(0, 0, 0): "1", (1, -1, 0): "2", (0, -1, 1): "3"}
    with pytest.raises(UserError, match="solution 3 was not printed: the run printed 2 boards"):
        draw_with("board", context, {"solution": 3, **wishes})
    with pytest.raises(UnknownNameError, match="there is no drawing 'bord'; nearest: board"):
        draw_with("bord", context, {})


def test_boxes_are_read_by_number():
    word = " ".join(str(number % 10 + 1) for number in range(37))
    record = {"output": f"7: {word}\n8: 1 2\n"}
    context = Context(
        "kawai_hamekomi", "", "", lambda _run: record, lambda _run: {}, lambda file: SourceText(file, ""), Oracle()
    )
    laid = draw_with("boxes", context, {"solution": 7, "puzzle": "tetrihex", "order": "kawai"})
    assert len(laid) == 37
    assert laid[min(laid)] == "J"
    for solution, message in ((8, "does not name one of 10 pieces"), (9, "not printed: the run printed 2 solutions")):
        with pytest.raises(UserError, match=message):
            draw_with("boxes", context, {"solution": solution, "puzzle": "tetrihex", "order": "kawai"})


@pytest.mark.parametrize("watched", [True, False])
def test_progress_is_for_those_who_watch_and_wait(monkeypatch, capsys, watched):
    clock = [100.0]
    monkeypatch.setattr("sys.stderr.isatty", lambda: watched)
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    with Progress("full") as progress:
        for clock[0], count in ((100.5, 1_000), (101.5, 2_000), (101.6, 3_000), (102.0, 4_000)):
            progress.statements(count)
    said = capsys.readouterr().err
    lines = re.findall(r"[\d,]+ statements, \d+ s: full", said)
    assert list(dict.fromkeys(lines)) == (
        ["2,000 statements, 2 s: full", "4,000 statements, 2 s: full"] if watched else []
    )
    assert said.endswith("\x1b[2K") == watched  # in the end the line is taken away


def test_a_line_has_one_count_where_all_its_statements_ran_equally_often():
    counted = [[{"count": count} for count in counts] for counts in ([], [3], [3, 3, 3], [3, 0, 3])]
    assert [once(statements) for statements in counted] == [[], [3], [3], [3, 0, 3]]


def test_the_manual_lists_the_observers_as_their_docstrings_describe_them():
    assert manual.PAGE.read_text(encoding="utf-8") == manual.page(), (
        "run python -m getallenband.reports.checking.manual"
    )
