"""Cells in historical languages, and the notebook of the manual, run from top to bottom."""

from __future__ import annotations

import json
from importlib.util import find_spec

import pytest

import getallenband as gb
from getallenband.reports.api.notebook import LANGUAGES, run_cell
from getallenband.reports.runs.options import OPTIONS, flag
from tests import ROOT

DOUBLE = "START\n1 n := LEES\n2 SCHRIJF (4,0) := 2 * n\n3 NAAR 1\nKLAAR\n"


class Shell:
    """A stand-in for IPython's: it keeps what is registered, and runs cells by it."""

    def __init__(self):
        self.cells = {}
        self.names = {}

    def register_magic_function(self, function, kind, name):
        assert kind == "cell"
        self.cells[name] = function

    def run(self, source):
        """Run a cell; return its value."""
        first, _, rest = source.partition("\n")
        if first.startswith("%%"):
            magic, _, line = first[2:].partition(" ")
            value = self.cells[magic](line, rest)
        else:
            *statements, last = [line for line in source.splitlines() if not line.startswith("%load_ext")]
            exec("\n".join(statements), self.names)
            try:
                value = eval(last, self.names)
            except SyntaxError:
                value = exec(last, self.names)
        self.names["_"] = value
        return value


def test_the_notebook_runs():
    shell = Shell()
    gb.load_ipython_extension(shell)
    cells = json.loads((ROOT / "docs" / "notebook.ipynb").read_text(encoding="utf-8"))["cells"]
    sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    frames = find_spec("pandas") is not None
    values = [shell.run(source) for source in sources if frames or "gb.statistics" not in source]
    outputs = [output["data"] for cell in cells for output in cell.get("outputs", ()) if "data" in output]
    shown = ["".join(data["text/html"]) for data in outputs]
    assert shown[:6] == [value._repr_html_() for value in values[1:7]], "the notebook's outputs are stale"
    assert [value.ending for value in values[1:5]] == ["trap", "finished", "finished", "finished"]
    assert values[2].output == "solutions: 92 "
    assert "<td>3</td><td>1</td>" in values[1]._repr_html_()


def test_cells_take_tapes_probes_and_profiles(tmp_path, capsys):
    result = run_cell("ecol", '--tape "1 2" --probe read=2:n --profile', DOUBLE)
    assert (result.output, result.probes) == ("     2     4", {"read": {1: 1, 2: 1}})
    assert "       2  2      | 2 SCHRIJF (4,0) := 2 * n\n" in capsys.readouterr().out
    (tmp_path / "tape").write_text("3")
    assert run_cell("ecol", f"--tape-file {tmp_path / 'tape'}", DOUBLE).output == "     6"


@pytest.mark.parametrize(
    ("line", "cell", "message"),
    [
        ("--tpae 1", DOUBLE, "%%ecol: there is no option '--tpae'; nearest: --tape\n"),
        ("--max-statement=1", DOUBLE, "%%ecol: there is no option '--max-statement'; nearest: --max-statements\n"),
        ("--setting width", DOUBLE, "--setting width: expected NAME=VALUE\n"),
        ("--tape-file /none", DOUBLE, "[Errno 2] No such file or directory: '/none'\n"),
        ("", "START\n1 NAAR 9\nKLAAR\n", "program:2:"),
    ],
)
def test_what_is_wrong_with_a_cell_is_told(capsys, line, cell, message):
    assert run_cell("ecol", line, cell) is None
    assert capsys.readouterr().out.startswith(message)


def test_a_cell_says_its_options_with_their_help():
    """`%%ecol?` showed nothing."""
    shell = Shell()
    gb.load_ipython_extension(shell)
    shown = shell.cells["ecol"].__doc__
    assert shown.startswith("Run the cell as a program in ecol.\n\nusage: %%ecol [--tape TEXT]")
    for name in OPTIONS.keys() - {"language", "encoding"}:
        assert f"  {flag(name)} {OPTIONS[name].metavar if name != 'tape' else 'TEXT'}" in shown
    assert shown.index("--arithmetic") < shown.index("--engine") < shown.index("--stop-at-solution"), "always alike"


def test_the_languages_of_cells_are_there():
    shell = Shell()
    gb.load_ipython_extension(shell)
    assert sorted(shell.cells) == sorted(LANGUAGES)
