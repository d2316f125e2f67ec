"""The page of figures follows from its data, and says what got worse."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from benchmarks import parts
from benchmarks.history import PAGE, Conditions, History
from benchmarks.long_programs import WRITERS, long_program
from benchmarks.measure import Failed, Row, ratio
from getallenband.interpreters import Options, Request, SourceText, language, run

ECOL = "START\nSCHRIJF (4,0) := 2 * LEES\nKLAAR\n"
MONDAY = Conditions("2026-11-23 09:00", "abc", "a machine", "0.1", "llvmlite 1")
TUESDAY = Conditions("2026-11-24 09:00", "abd", "a machine", "0.1", "llvmlite 1")


def test_the_page_is_written_from_the_data():
    assert PAGE.read_text(encoding="utf-8") == History.read().page()


def test_a_figure_that_got_worse_by_over_a_tenth_is_told():
    history = History()
    history.add("engines", [Row("sieve ÷ gcc", "1.00 (1.10)", "1.5"), Row("matrix ÷ gcc", "1.00")], MONDAY)
    assert history.worse() == []
    history.add("engines", [Row("sieve ÷ gcc", "1.11 (1.10)", "1.5"), Row("matrix ÷ gcc", "1.10")], TUESDAY)
    assert history.worse() == [("sieve ÷ gcc", "1.00 (1.10)", "1.11 (1.10)")]
    line = next(line for line in history.page().splitlines() if line.startswith("| sieve"))
    assert [cell.strip() for cell in line.split("|")][-3:-1] == ["1.00 (1.10) [1]", "1.11 (1.10) [2]"]


def test_a_last_figure_above_its_goal_is_marked():
    history = History()
    history.add("engines", [Row("sieve ÷ gcc", "1.60 (1.10)", "1.5"), Row("matrix ÷ gcc", "1.60", "1.5")], MONDAY)
    history.add("engines", [Row("sieve ÷ gcc", "1.50 (1.60)", "1.5"), Row("fib ÷ gcc", "9.00")], TUESDAY)
    cells = [[cell.strip() for cell in line.split("|")] for line in history.page().splitlines() if "÷ gcc" in line]
    assert [row[-2] for row in cells] == ["1.50 (1.60) [2]", "1.60 [1] ✗", "9.00 [2]"]


def test_a_command_that_failed_says_its_last_line():
    assert Failed(["run"], 2, "too large\n  hint: divide it\n").said == "exit code 2: hint: divide it"


@pytest.mark.parametrize(("argument", "code", "said"), [("--help", 0, "wada"), ("nosuch", 2, "choose from 'algol60'")])
def test_benchmarks_are_named(argument, code, said):
    command = [sys.executable, "-m", "benchmarks", argument]
    done = subprocess.run(command, capture_output=True, text=True, cwd=parts.ROOT, check=False)
    assert done.returncode == code
    assert said in done.stdout + done.stderr


def test_a_ratio_is_of_the_least_and_of_the_medians():
    assert ratio([3.0, 2.0, 9.0], [1.0, 4.0, 2.0]) == "2.00 (1.50)"


@pytest.mark.parametrize("name", sorted(WRITERS.keys() - {"c_subset"}))
def test_the_long_programs_run(name):
    options = Options(language(name).arithmetics[0])
    outcome = run(SourceText("long", long_program(name, 60)), name, Request(options))
    assert outcome.ending.kind == "finished"
    assert int(outcome.output) != 0


def test_the_long_c_program_prints_what_gcc_makes_it_print(tmp_path):
    text = long_program("c_subset", 60)
    (tmp_path / "long.c").write_text(text, encoding="utf-8")
    subprocess.run(["gcc", "long.c", "-o", "long"], cwd=tmp_path, check=True)
    printed = subprocess.run([tmp_path / "long"], capture_output=True, text=True, check=False).stdout
    assert run(SourceText("long.c", text), "c_subset", Request(Options("lp64"))).output == printed


def test_the_table_of_parts_is_written_from_its_data():
    record = json.loads(parts.RECORD.read_text(encoding="utf-8"))
    assert f"{parts.BEGIN}\n{parts.table(record)}\n\n{parts.END}" in parts.PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("part", parts.PARTS)
def test_a_command_prints_the_same_without_a_part(part, tmp_path):
    (tmp_path / "double.ecol").write_text(ECOL, encoding="utf-8")
    (tmp_path / "tape.txt").write_text("21", encoding="utf-8")
    arguments = ["run", str(tmp_path / "double.ecol"), "--tape", str(tmp_path / "tape.txt")]
    command = [sys.executable, "-m", "benchmarks.parts", "--without", part, "--", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, cwd=parts.ROOT, check=False)
    assert (done.returncode, done.stdout) == (0, "    42")
