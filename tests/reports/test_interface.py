"""The public interface: named once, typed, imported without the rest, and its results show themselves."""

from __future__ import annotations

import inspect
import os
import pydoc
import subprocess
import sys
import traceback
from dataclasses import replace
from importlib.metadata import version

import pytest

import getallenband as gb
from getallenband.interpreters.outcome import Interrupted
from getallenband.reports.runs.options import OPTIONS
from tests import ROOT


def test_what_is_public_is_there():
    assert sorted(gb.__all__) == dir(gb) == sorted(name for names in gb.PLACES.values() for name in names)
    for name in gb.__all__:
        assert getattr(gb, name).__name__ == name
    with pytest.raises(AttributeError, match="module 'getallenband' has no attribute 'runs'"):
        print(gb.runs)


def test_the_packages_are_typed():
    assert all((ROOT / name / "py.typed").exists() for name in ("getallenband", "interpreters", "modern", "reports"))


@pytest.mark.parametrize(
    "code", ["import getallenband", "import getallenband as gb; gb.Error", "import getallenband.main"]
)
def test_the_import_costs_nothing(code):
    heavy = "{'llvmlite', 'numpy', 'lark', 'pydantic', 'interpreters'}"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}; import sys; sys.exit(bool({heavy} & set(sys.modules)))"], check=False
    )
    assert done.returncode == 0


def test_a_result_shows_itself():
    result = gb.run_text('begin outstring(1, "a < b") end', language="algol60")
    assert repr(result) == "<run of program: finished, 5 characters printed>"
    assert ">a &lt; b</pre>" in result._repr_html_()
    trapped = gb.run_text("begin integer i; outinteger(1, i) end", language="algol60")
    assert str(trapped).startswith("\nprogram:1:32: trap: i has no value yet (i is declared at 1:15)\n")
    assert "has no value yet" in trapped._repr_html_()


@pytest.mark.parametrize("engine", ["native", "machine"])
def test_a_run_that_was_stopped_says_where_it_was(engine):
    text = "START\nRIJ (1:2) r\nr (1) := 7\nMET 1, i := 1, 9\n5 n := 2 * i\nHERHAAL\nKLAAR\n"
    stopped = gb.run_text(text, language="ecol", engine=engine, stop="5:4")
    assert stopped.variables == {"r": {1: 7, 2: None}, "i": 4, "n": 6}
    assert stopped.lines[4] == {
        "line": 5, "text": "5 n := 2 * i", "statements": [{"label": "5", "column": 3, "count": 3}],
    }  # fmt: skip
    assert gb.run_text(text, language="ecol", engine=engine, max_statements=5).variables["n"] == 2


def test_what_an_interrupted_run_held_is_not_known():
    result = gb.run_text("START\nKLAAR\n", language="ecol")
    with pytest.raises(gb.Error, match="interrupted"):
        print(replace(result, outcome=replace(result.outcome, ending=Interrupted())).variables)


def test_verdicts_and_boards_show_themselves():
    verdicts = gb.edition("hitotumatu1968_rug").check("total-sol")
    assert not verdicts.changed
    assert "<td>total-sol</td><td>3</td><td>3</td>" in verdicts._repr_html_()
    solved = gb.solve("rug", limit=1)
    assert repr(solved) == "<rug: 1 solution up to symmetry, there may be more>"
    assert "<svg" in solved._repr_html_()
    assert "<p>rug: 1 solution up to symmetry, 4 in all; there may be more (bit_parallel: " in solved._repr_html_()
    assert sorted(map(len, solved.boards[0].pieces.values())) == [4] * 7


def test_solutions_of_a_cover_have_no_images(tmp_path):
    path = tmp_path / "eight.toml"
    path.write_text("queens = 8\n")
    assert gb.solve(path)._repr_html_().startswith("<p>eight: 92 solutions (")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: gb.edition("rug"), "there is no edition 'rug'; nearest: hitotumatu1968_rug"),
        (lambda: gb.solve("rug", limit=-1), "limit: expected a whole number of solutions from 1 on, or None, not -1"),
        (lambda: gb.solve("rug", limit=2.5), "limit: expected a whole number of solutions from 1 on, or None, not 2.5"),
        (
            lambda: gb.solve("rug", limit=True),
            "limit: expected a whole number of solutions from 1 on, or None, not True",
        ),
        (lambda: gb.solve("rugg"), "no puzzle is called 'rugg'; nearest: rug"),
        (lambda: gb.run_text("x", language="algol"), "there is no language 'algol'; nearest: algol60"),
        (lambda: gb.run_text("begin", language="algol60"), "program:1:"),
        (lambda: gb.run("hitotumatu1968_rug/man"), "has no run 'man'; nearest: main"),
        (lambda: gb.run("hitotumatu1968_rug/main").array("K"), "there is no probe 'K'; known: "),
        (lambda: gb.run("hitotumatu1968_rug/main").table("K"), "there is no probe 'K'; known: "),
    ],
)
def test_what_is_wrong_is_an_error(wrong, message):
    with pytest.raises(gb.Error, match=message) as raised:
        wrong()
    assert raised.type is gb.Error
    assert traceback.format_exception_only(raised.value)[0].startswith("getallenband.Error: ")


def test_help_says_what_every_member_is():
    classes = [getattr(gb, name) for name in gb.__all__ if isinstance(getattr(gb, name), type)]
    members = [(each, name) for each in classes for name, value in vars(each).items() if not name.startswith("_")]
    assert [(each.__name__, name) for each, name in members if not inspect.getdoc(getattr(each, name))] == []


def test_the_version_is_the_installed_one():
    assert gb.__version__ == version("getallenband")


def test_the_version_is_not_that_of_another_installation(tmp_path):
    """Beside a wheel of another version on Python's path, a clone said that it was that version."""
    other = tmp_path / "getallenband-0.1.0.dist-info"
    other.mkdir()
    (other / "METADATA").write_text("Metadata-Version: 2.1\nName: getallenband\nVersion: 0.1.0\n")
    code = "from importlib.metadata import version; from getallenband import __version__ as ours; "
    code += "print(ours, version('getallenband'))"
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": str(tmp_path)}, cwd=tmp_path, capture_output=True,
        text=True, check=True,
    )  # fmt: skip
    assert done.stdout.split() == [version("getallenband"), "0.1.0"]


def test_output_is_shown_in_a_fixed_pitch():
    shown = gb.run_text('begin outstring(1, "a  b") end', language="algol60")._repr_html_()
    assert shown.count("<pre") == shown.count('<pre style="font-family: monospace') == 2


def test_statistics_need_pandas(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(gb.Error, match="pandas is not installed: pip install '\\.\\[notebook\\]'"):
        gb.statistics({"a": {1: 2}})


DEEP = """
#include <stdio.h>
int cells[1000];
int f(int n) { return n ? 1 + f(n - 1) : 0; }
int main() { cells[0] = f(1000); printf("%d\\n", cells[0]); return 0; }
"""


@pytest.mark.parametrize(
    ("budget", "ending", "message"),
    [
        ({"max_statements": 100}, "exhausted", "the budget of 100 statements is used up"),
        ({"max_output": 2}, "exhausted", "2 bytes"),
        ({"max_memory": 100}, "exhausted", "100 bytes"),
        ({"max_depth": 100}, "trap", "function f is called 101 deep"),
    ],
)
def test_a_run_has_the_budgets_of_the_command_line(budget, ending, message):
    result = gb.run_text(DEEP, language="c_subset", **budget)
    assert result.ending == ending
    assert message in result.message
    assert gb.run_text(DEEP, language="c_subset").ending == "finished"


def test_an_unknown_option_is_an_error():
    with pytest.raises(TypeError, match="unexpected keyword argument 'tapes'"):
        gb.run_text(DEEP, tapes="1")


@pytest.mark.parametrize("function", [gb.run, gb.run_text])
def test_help_lists_each_option_with_its_type_and_default(function):
    shown = pydoc.plain(pydoc.render_doc(function))
    for name, option in OPTIONS.items():
        parameter = inspect.signature(function).parameters[name]
        assert (parameter.kind, parameter.default) == (parameter.KEYWORD_ONLY, None)
        assert f"- {name}: {option.help.split(';')[0].partition(', such as')[0].rstrip('.')}" in shown
    assert "max_depth: int | None = None" in shown
    assert "such as 1e6" not in shown  # the command line's way to write a number


def test_an_option_that_is_none_is_left_out():
    assert gb.run_text("START\nKLAAR\n", **{**dict.fromkeys(OPTIONS), "language": "ecol"}).ending == "finished"
