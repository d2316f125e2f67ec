"""A language of an installed package: found by name and by extension, its cases run; what is wrong with it is said."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys

import pytest

from getallenband.durable.installed import points
from getallenband.interpreters.language import languages
from getallenband.reports.runs.sources import of_run
from tests.tree.installed import install


@pytest.fixture
def tally(call, tmp_path, monkeypatch):
    """Make a language and install it; return its package's folder."""
    monkeypatch.chdir(tmp_path)
    assert call("new", "language", "tally")[0] == 0
    install(tmp_path / "tally", tmp_path / "site")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    points.cache_clear()
    of_run.cache_clear()
    importlib.invalidate_caches()
    yield tmp_path / "tally" / "tally"
    points.cache_clear()
    of_run.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "tally"]:
        del sys.modules[name]


def test_it_is_there_as_ours_are(call, tally):
    assert "tally" in languages()
    (tally.parent.parent / "sum.tally").write_text("print 1 + read")
    (tally.parent.parent / "two.txt").write_text("2")
    assert call("run", "sum.tally", "--tape", "two.txt") == (0, "3\n", "")
    assert call("cases", "tally") == (0, "tally: 3 cases, all as expected\n", "")


def test_its_sources_count_for_kept_results(tally):
    before, ecol = of_run("tally", "native"), of_run("ecol", "native")
    (tally / "lower.py").write_text((tally / "lower.py").read_text() + "ANOTHER = 1\n")
    of_run.cache_clear()
    assert of_run("tally", "native") != before
    assert of_run("ecol", "native") == ecol


@pytest.mark.parametrize("file", ["__init__.py", "parse.py"])
def test_an_import_of_version_1_0_is_named_with_its_new_name(tally, tmp_path, file):
    text = (tally / file).read_text()
    (tally / file).write_text(text.replace("from getallenband.interpreters.", "from interpreters.", 1))
    (tmp_path / "sum.tally").write_text("print 1")
    command = [sys.executable, "-m", "getallenband", "run", "sum.tally"]
    environment = os.environ | {"PYTHONPATH": str(tmp_path / "site")}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    module = "tally" if file == "__init__.py" else "tally.parse"
    said = rf".*{module} imports '(interpreters[.\w]*)', which is 'getallenband\.\1' since version 2\.0\n"
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(said, done.stderr)


def test_a_case_that_goes_otherwise_is_shown(call, tally):
    cases = tally / "cases" / "first.case"
    cases.write_text(
        cases.read_text().replace("[output]\n10\n", "[output]\n11\n").replace("nearest: sum", "nearest: sun")
    )
    code, out, err = call("cases", "tally")
    assert (code, err) == (1, "")
    assert "tally/first/triangular: another outcome:\n  [output]\n- 11\n+ 10\n" in out
    assert "-   nearest: sun\n" in out
    assert out.endswith("tally: 3 cases, 2 not as expected\n")


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("__init__.py", "LANGUAGE = Language(", "LANGUAGE = Languge(", "NameError: name 'Languge' is not defined"),
        (
            "__init__.py",
            'name="tally"',
            'name="tall"',
            "which offers the language 'tally', has another LANGUAGE: 'tall'",
        ),
        ("grammar.lark", "| output", "| outputs", "grammar.lark of tally: Rule 'outputs' used but not defined"),
        (
            "cases/first.case",
            "[case triangular]\n",
            "[output]\n",
            "first.case:1: [output] comes before any [case NAME]",
        ),
        (
            "cases/first.case",
            "[tape] 4",
            "[options max_statements=x]",
            "first.case:5: the option max_statements=x is not",
        ),
        (
            "cases/first.case",
            "[tape] 4",
            "[options speed=9]",
            "A small language has no setting 'speed'; expected: none",
        ),
    ],
)
def test_what_is_wrong_is_said(call, tally, file, old, new, message):
    text = (tally / file).read_text()
    assert old in text
    (tally / file).write_text(text.replace(old, new))
    code, out, err = call("cases", "tally")
    assert (code, out) == (2, "")
    assert message in err
    assert "Traceback" not in err


def test_a_name_that_is_ours_already_is_refused(call, tally):
    (tally.parent.parent / "site" / "tally-0.1.dist-info" / "entry_points.txt").write_text(
        "[getallenband.languages]\necol = tally\n"
    )
    points.cache_clear()
    assert call("cases", "nothing") == (
        2, "", "the package tally offers a language 'ecol'; there is one of that name\n",
    )  # fmt: skip
