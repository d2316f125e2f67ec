"""Begin a board for the page of an edition: a [[board]] of report.toml, from one solution as it is printed.

    2 4 6 1 3 5         one line of numbers: where in each row a piece lies

    AAB                 several lines: what lies on each cell; "." or 0 is a free one
    A.B

The program's arrays say where the player finds that: the one that is large enough, or the one that is named.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

from getallenband.durable.names import unknown
from getallenband.durable.visible import shown
from getallenband.interpreters.source.diagnostics import UserError
from getallenband.originals.edition import edition
from getallenband.originals.folders import folder_of
from getallenband.originals.presentation import presentation
from getallenband.originals.tables import display_path
from getallenband.originals.variants import quoted
from getallenband.reports.runs.cache import ResultCache
from getallenband.reports.runs.job import job_of_run
from getallenband.reports.runs.modules import page_module
from getallenband.reports.runs.records import Records
from getallenband.reports.scaffolding.changing import changing
from getallenband.reports.scaffolding.listing import read_listing

FILE = "report.toml"
PRINTING = ("PRINT", "WRITE", "SCHRIJF", "printf", "print", "output", "put", "out")
"""How a statement that prints may begin, in one of the languages."""


@dataclass(frozen=True)
class Sample:
    """One solution as it is printed: rows of signs, or numbers that give a place in each row."""

    rows: Sequence[Sequence[str]]

    @property
    def places(self) -> bool:
        """Tell whether it is one line of numbers, each the place of a piece in its row."""
        return len(self.rows) == 1 and all(sign.isdecimal() for sign in self.rows[0])

    @property
    def size(self) -> int:
        """Return how many elements an array must have to hold it."""
        return len(self.rows) * len(self.rows[0])


def new_board(name: str, run: str, path: Path, array: str = "", at: str = "") -> str:
    """Add a [[board]] to an edition's report.toml and return its path; raise UserError for what cannot be drawn."""
    with changing(folder_of(name)) as files:
        found = edition(name)
        before = files.text(FILE)
        place = display_path(found.folder / FILE)
        if "[[board]]" in before:
            raise UserError(f"{place}: has a [[board]] already; nothing is overwritten")
        chosen = found.run(run or next(iter(found.runs)))
        sample = read_sample(path)
        data = page_module(job_of_run(found, chosen), ResultCache())
        if data["refused"]:
            raise UserError(f"{name}/{chosen.name}: pages cannot run it, so it has no board there: {data['refused']}")
        begins, label = printing(chosen.reading, data, at)
        times = Records()(name, chosen.name)["counts"].get(label, 0)
        board = board_text(chosen.text, sample, array_for(sample, data, array), begins, times)
        files.write(FILE, f"{before.rstrip()}\n\n{board}".lstrip())
        presentation(edition(name))
    return place


def read_sample(path: Path) -> Sample:
    """Read a solution as it is printed; raise UserError where its rows are not equally long."""
    lines = [line.split() for line in read_listing(path, "")[0].splitlines() if line.strip()]
    rows = [[*line[0]] if len(line) == 1 else line for line in lines]
    uneven = next((number for number, row in enumerate(rows, start=1) if len(row) != len(rows[0])), 0)
    if uneven:
        raise UserError(
            f"{shown(path)}:{uneven}: this row has {len(rows[uneven - 1])} cells, the first has {len(rows[0])};"
            " expected one solution, its rows equally long"
        )
    return Sample(rows)


def array_for(sample: Sample, data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return the program's array that holds a solution: the one named, or the first of exactly its size.

    Where none has it, it is the first whose size only a run shows, and whose last lower bound is known.
    """
    arrays = {each["name"]: each for each in data["arrays"]}
    if name and name not in arrays:
        raise UserError(f"--array {shown(name)}: {unknown('array', name, arrays)}")
    fitting = [each for each in arrays.values() if size(each) == sample.size] or [
        each for each in arrays.values() if size(each) == 0 and isinstance(each["bounds"][-1][0], int)
    ]
    if not name and not fitting:
        sizes = ", ".join(f"{each} ({size(array)})" for each, array in arrays.items()) or "none that pages know"
        raise UserError(f"no array has {sample.size} elements, as the solution has cells; say --array; arrays: {sizes}")
    chosen: Mapping[str, Any] = arrays[name] if name else fitting[0]
    return chosen


def size(array: Mapping[str, Any]) -> int:
    """Return how many elements an array has, 0 where only a run shows that."""
    if not all(isinstance(side, int) for pair in array["bounds"] for side in pair):
        return 0
    return prod(high - low + 1 for low, high in array["bounds"])


def printing(text: str, data: Mapping[str, Any], at: str) -> tuple[str, str]:
    """Return how the statement begins that runs once for each solution, and its label: the first one that prints.

    Raise UserError where none is recognised, or none begins with the words `at`.
    """
    lines = text.split("\n")
    for statement in data["statements"]:
        code: str = lines[statement["line"] - 1][statement["column"] - 1 :]
        if code.startswith(at or PRINTING):
            return at or re.split(r"[,(\n]", code)[0].rstrip(), statement["label"]
    if at:
        raise UserError(f"--at {shown(at)}: no statement begins with these words")
    raise UserError("no statement that prints a solution is recognised; say with which words it begins: --at TEXT")


def board_text(text: str, sample: Sample, array: Mapping[str, Any], at: str, times: int) -> str:
    """Write the table; what lies on the board is an array's elements, or what these say of each row."""
    name, first = array["name"], array["bounds"][-1][0]
    if sample.places:
        places = [int(sign) for sign in sample.rows[0]]
        lowest = min(1, *places)  # a column that this solution leaves free is there, too
        columns = max(len(places), max(places) - lowest + 1)
        start = array["bounds"][0][0]
        cell = f"{columns} * (row - {start}) + {name}[row] - {lowest}"
        drawn = (
            f'rows = {len(places)}\ncolumns = {columns}\ncell = "{columns} * row + column"\n'
            f'laid = [{{ each = "row", first = "{start}", last = "{start + len(places) - 1}", '
            f'cells = ["{cell}"], piece = "row" }}]'
            "   # last: better the variable that says how many rows are filled\n"
        )
    else:
        free = '"."' if any("." in row for row in sample.rows) else "0"
        columns, shift = len(sample.rows[0]), f" + {first}" if first else ""
        drawn = (
            f'rows = {len(sample.rows)}\ncolumns = {columns}\ncell = "{columns} * row + column{shift}"\n'
            f'value = "{name}[cell]"\nfree = {free}\npiece = "value"\n'
        )
    solution = f"# begins {times:,} times: right if there are as many solutions; --at TEXT names another statement"
    return f"[[board]]\ntext = {quoted(text)}\n{drawn}{solution}\nsolution = {{ at = {quoted(at)} }}\n"
