"""Changes of the code are drawn from all of it, tried with the right tests, and shown as they were judged."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from types import SimpleNamespace

import pytest

from getallenband.durable import visible
from tests import ROOT
from tests.code_mutants import __main__, guards, reach, record, trial
from tests.code_mutants.changes import Change, changes
from tests.code_mutants.draw import drawn, modules, package_of, shares
from tests.code_mutants.guards import guarding_files
from tests.code_mutants.reach import Reached, Watch
from tests.code_mutants.trial import LONGEST, Copy, Outcome, guarding


def changed(text: str) -> list[str]:
    """Return a text with each of its changes."""
    return [change.applied(text) for change in changes("a.py", text)]


@pytest.mark.parametrize(
    ("text", "others"),
    [
        ("a < b <= c", ["a <= b <= c", "a < b < c"]),
        ("a is not b", ["a is b"]),
        ("a not  in b", ["a in b"]),
        ("a == b", ["a != b"]),
        ("a and b and c", ["a or b and c", "a and b or c"]),
        ("not a", ["a"]),
        ("not (a)", ["(a)"]),
        ("not(a)", ["(a)"]),
        ("é = a + b", ["é = a - b"]),
        ("a = (b  # and +\n  + c)", ["a = (b  # and +\n  - c)"]),
        ("a = b >> c", ["a = b << c"]),
        ("a = 7", ["a = 8", "a = 6"]),
        ("a = 0", ["a = 1"]),
        ("a = True", ["a = False"]),
        ("a = any(b)", ["a = all(b)"]),
        ("a = min(b)", ["a = max(b)"]),
        ("f(a)", ["pass"]),
        ("a += b", ["pass"]),
        ("def f(): return a", ["def f(): return None"]),
        ("raise A(1, b + c)", ["pass"]),
    ],
)
def test_each_place_is_changed_by_itself(text, others):
    assert changed(text) == others


@pytest.mark.parametrize(
    "text",
    [
        "a: tuple[int | None, 1] = b",
        "def f(a: 1 = b) -> 1: pass",
        "a = f'{b + 1:>5}'",
        "a = 'b' + c",
        "a = int | None",
        "a = ops.IntAdd | ops.IntSubtract",
        "assert a < 1, b + c",
        "if __name__ == '__main__':\n    f(1)",
        "if TYPE_CHECKING:\n    a = 1",
        '"""a < 1"""',
        "def f(): return None",
        "@dataclass(frozen=True)\nclass A: pass",
    ],
)
def test_what_no_run_can_show_is_left_alone(text):
    assert changed(text) == []


def test_a_change_says_where_it_is():
    text = "@cache\n@other\ndef f(a):\n    é = 'é'; return g(\n        a < b)\n"
    found = next(change for change in changes("a.py", text) if change.kind == "comparison")
    assert (found.line, found.function, found.old) == (5, 1, "<")


def test_a_change_of_another_text_is_refused():
    change = next(changes("a.py", "a < b"))
    with pytest.raises(ValueError, match=r"^a.py:1 no longer reads '<': draw again$"):
        change.applied("a > b")


def test_changes_are_of_every_package_and_of_the_same_places_each_time():
    chosen = drawn(100, 7)
    assert chosen == drawn(100, 7) != drawn(100, 8)
    assert modules().keys() - chosen.keys() == {"interpreters/languages", "modern", "reports"}  # empty but for __init__
    assert {"interpreters/languages/ecol", "modern/kernels", "originals", "getallenband/durable"} <= chosen.keys()
    every = [change for each in chosen.values() for change in each]
    assert len({(change.file, change.line) for change in every}) == 100
    for change in every:
        before = (ROOT / change.file).read_text(encoding="utf-8")
        after = change.applied(before)
        assert after != before
        compile(after, change.file, "exec")


def test_files_can_be_left_out():
    assert modules(["modern/kernels/*"]).keys() == modules().keys() - {"modern/kernels"}


def test_larger_packages_have_more_changes():
    assert shares({"a": 1, "b": 100, "c": 400}, 3) == {"a": 1, "b": 1, "c": 1}
    assert shares({"a": 1, "b": 100, "c": 400}, 12) == {"a": 1, "b": 4, "c": 7}
    assert package_of("interpreters/languages/ecol/lower/context.py") == "interpreters/languages/ecol"
    assert package_of("interpreters/pipeline.py") == "interpreters"


# --- which tests -------------------------------------------------------------------------------------------------

CHANGE = Change("modern/solvers/frontier.py", 12, "constant", "1", "2", 100, 10)


def of(test: str, seconds: float, *functions: tuple[str, int]) -> Reached:
    return Reached(test, seconds, frozenset(functions))


def test_those_that_enter_the_function_are_tried_short_files_first(monkeypatch):
    monkeypatch.setattr(trial, "imports", dict)
    inside, beside = ("modern/solvers/frontier.py", 10), ("modern/solvers/frontier.py", 30)
    known = [
        of("tests/test_durable.py::a", 9, inside),
        of("tests/test_durable.py::b", 1, inside),
        of("tests/test_visible.py::c", 3, inside),
        of("tests/test_visible.py::d", 1, beside),
    ]
    chosen = guarding(CHANGE, known)
    assert [test.file for test in chosen] == ["tests/test_visible.py", "tests/test_durable.py", "tests/test_durable.py"]
    assert set(chosen) == set(known[:3])
    known = [of("tests/test_durable.py::a", LONGEST, inside), of("tests/test_visible.py::b", 1, inside)]
    assert [test.test for test in guarding(CHANGE, known)] == ["tests/test_visible.py::b"]


def test_what_no_test_enters_is_tried_with_those_of_the_module_or_the_package(monkeypatch):
    monkeypatch.setattr(trial, "imports", dict)
    known = [of("tests/modern/test_solve.py::b", 1), of("tests/originals/test_prose.py::c", 1)]
    assert guarding(CHANGE, known) == known[:1]
    small, named = ROOT / "tests" / "test_toml.py", ROOT / "tests" / "modern" / "test_compiled.py"
    monkeypatch.setattr(
        trial, "imports", lambda: {small: {"getallenband.modern.kernels"}, named: {"getallenband.modern.kernels"}}
    )
    files = [test.test for test in guarding(replace(CHANGE, file="modern/kernels/compiled.py"), known)]
    assert files == ["tests/modern/test_compiled.py", "tests/test_toml.py"]
    known.append(of("tests/test_suites.py::d", 1, ("modern/solvers/frontier.py", 30)))
    assert guarding(CHANGE, known) == known[2:]
    routine = Change("interpreters/languages/ecol/check.py", 1, "constant", "1", "2", 0, 1)
    cases = [of(f"tests/interpreters/test_languages.py::test_case[{name}/a]", 1) for name in ("ecol", "algol60")]
    assert guarding(routine, cases) == cases[:1]


def test_functions_that_are_entered_are_seen():
    watch = Watch()
    watch.start()
    visible.visible("a")
    first = watch.stop()
    watch.start()
    assert watch.stop() == {}
    assert visible.visible.__code__.co_firstlineno in first["getallenband/durable/visible.py"]


# --- trying ------------------------------------------------------------------------------------------------------

NAMES = "getallenband/durable/names.py"
CODE = "def least(a, b):\n    while a < b:\n        b -= 1\n    return b\n"
TESTS = """
from getallenband.durable import names
def test_wrong(): assert False
def test_same(): assert names.least(1, 1) == 1
def test_less(): assert names.least(1, 3) == 1
"""


@pytest.fixture
def small_project(tmp_path):
    for name, text in {NAMES: CODE, "tests/test_durable.py": TESTS, "getallenband/durable/__init__.py": ""}.items():
        (path := tmp_path / "project" / name).parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "project"


def test_a_change_is_killed_by_the_first_test_that_fails(small_project):
    wrong, same, less = [of(f"tests/test_durable.py::test_{name}", 0.1) for name in ("wrong", "same", "less")]
    found = {(change.old, change.new): change for change in changes(NAMES, CODE)}
    with Copy(small_project) as copy:
        assert copy.tried(found["b", "None"], [less, same]) == Outcome("killed", less.test, 2)
        assert copy.tried(found["b -= 1", "pass"], [same]) == Outcome("survived", "", 1)
        assert copy.tried(found["<", "<="], [same, less]) == Outcome("killed", same.test, 2)
        assert copy.tried(found["1", "2"], [same, less]) == Outcome("survived", "", 2)
        assert (copy.home / NAMES).read_text() == CODE
        assert copy.first_failure([same, less]) is None
        assert copy.first_failure([same, wrong]) == wrong.test
    assert (small_project / NAMES).read_text() == CODE
    assert not copy.home.exists()


# --- the page ----------------------------------------------------------------------------------------------------


def test_the_page_says_what_was_tried_and_every_survivor_has_a_reason():
    found, known = record.results(), record.reasons()
    assert record.PAGE.read_text(encoding="utf-8") == record.page(found, known)
    assert record.unexplained(found, known) == []


def test_a_page_tells_a_gap_from_what_nobody_can_notice():
    def tried(line: int, outcome: str, **more) -> record.Tried:
        row = {**vars(CHANGE), "text": "a | 1", "by": "", "tests": 1, "added": False}
        return row | {"line": line, "outcome": outcome} | more

    rows = [tried(1, "killed", by="t::a"), tried(2, "survived"), tried(3, "survived"), tried(4, "")]
    rows.append(tried(5, "killed", by="t::b", added=True))
    drawn_by = {"number": 5, "seed": 7, "without": ["a/*"], "because": "change", "commit": "abc"}
    found = {**drawn_by, "gone": 3, "changes": rows}
    reasons = {"modern/solvers/frontier.py:2 1 → 2": "both end"}
    page = record.page(found, reasons)
    assert [line.split("|")[2:-1] for line in page.splitlines() if line.startswith("| all")] == [
        [f"{number:{width}} " for number, width in ((5, 10), (1, 9), (1, 16), (1, 13), (1, 6), (1, 12))]
    ]
    assert "| equivalent: both end |" in " ".join(page.split())
    assert "`a \\| 1`" in page
    assert "Left out, because they change: `a/*`." in page
    assert "of that time. When this page was\nwritten, 3 of the lines were no longer in their file" in page
    assert record.unexplained(found, reasons) == ["modern/solvers/frontier.py:3 1 → 2"]
    assert record.unexplained(found, {"gone": "why"}) == [
        "gone",
        *(f"modern/solvers/frontier.py:{n} 1 → 2" for n in (2, 3)),
    ]


def test_a_line_that_is_no_longer_in_its_file_is_told(monkeypatch, tmp_path):
    monkeypatch.setattr(record, "ROOT", tmp_path)
    (tmp_path / "a.py").write_text("b = 1\n    return b\n")
    places = [("a.py", "return b"), ("a.py", "b = 2"), ("gone.py", "b = 1")]
    assert [record.is_there({"file": file, "text": text}) for file, text in places] == [True, False, False]


def test_tests_of_a_module_are_listed_if_they_are_known(monkeypatch, capsys):
    module = "modern/search/solve.py"
    for known, name, code, said in [
        ([], module, 2, "it is not known which tests enter which module: run make map first\n"),
        ([of("tests/test_toml.py::a", 1, (module, 1))], "nosuch.py", 2, "no such file: nosuch.py\n"),
        ([of("tests/test_toml.py::a", 1, (module, 1))], module, 0, f"{module}: tests/test_toml.py (1)\n"),
    ]:
        monkeypatch.setattr(__main__, "reached", lambda known=known: iter(known))
        assert __main__.guards(SimpleNamespace(files=[name])) == code
        assert "".join(capsys.readouterr()) == said


def test_a_package_is_guarded_by_the_files_that_reach_most_and_are_made_for_it():
    memory, parallel = "modern/search/memory.py", "modern/search/parallel.py"
    inside, beside, small = (memory, 1), (parallel, 1), (memory, 90)
    lines = {inside: 80, small: 10, beside: 50}
    by = {
        "tests/test_toml.py": frozenset({inside, small, beside}),
        "tests/test_durable.py": frozenset({inside}),
        "tests/test_visible.py": frozenset({beside}),
    }
    chosen = guarding_files([memory], by, lines)
    assert chosen.files == ["tests/test_durable.py", "tests/test_toml.py"]
    assert chosen.functions == chosen.any == {inside, small}
    assert guarding_files([parallel], by, lines).files == ["tests/test_visible.py"]
    assert guarding_files(["modern/search/checkpoint.py"], by, lines).files == []
    by["tests/modern/test_memory.py"] = frozenset({inside, beside})
    assert guarding_files([memory], by, lines).files[0] == "tests/modern/test_memory.py"


def test_the_map_names_tests_and_packages_that_are_there():
    rows = re.findall(r"^\| `(.*?)` \| (.*?) \|", guards.PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    named = {file for _, cell in rows for file in re.findall("`(.*?)`", cell)}
    assert len(named) > 50
    assert [path for path in [*named, *dict(rows)] if not (ROOT / path).exists()] == []


def test_the_map_begins_as_it_is_written():
    head = guards.HEAD.format(most=guards.SAMPLE, commit="").partition("Measured at")[0]
    assert guards.PAGE.read_text(encoding="utf-8").startswith(head)


def test_the_lines_of_a_function_begin_with_its_decorators():
    (function,) = ast.parse("\n@cache\ndef f():\n    return 1\n").body
    assert guards.first_line(function) == 2


def test_a_sample_is_spread_evenly_and_has_no_test_in_a_browser(monkeypatch):
    items = [SimpleNamespace(number=number, fixturenames=["browser"] * (number == 3)) for number in range(9)]
    monkeypatch.setenv("REACH_MOST", "4")
    reach.pytest_collection_modifyitems(items)
    assert [item.number for item in items] == [0, 2, 5, 7]
