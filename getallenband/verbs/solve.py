"""getallenband solve: count or list the solutions of a puzzle with a modern solver."""

from __future__ import annotations

import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import click

from getallenband._complete import puzzles as complete
from getallenband._guard import report
from getallenband._sizes import SECONDS
from getallenband._verb import Verb, check_outputs, say

PATH = click.Path(path_type=Path)


@click.command(cls=Verb)  # an option is a field of SearchOptions or of Search, under its name
@click.argument("puzzles", metavar="PUZZLE...", nargs=-1, required=True, shell_complete=complete)
@click.option("--algorithm", default="auto", metavar="A", help="auto, or a solver such as dancing_links.")
@click.option("--count", is_flag=True, help="Count only (the default).")
@click.option("--list", "listed", is_flag=True, help="Print one solution of each symmetry class.")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Stop after N solutions, up to symmetry.")
@click.option(
    "--workers", type=click.IntRange(1, 1024), default=1, metavar="N", help="Processes that share the search."
)
@click.option("--checkpoint", type=PATH, metavar="FILE", help="Save the finished work units in this file.")
@click.option("--resume", is_flag=True, help="Continue from the checkpoint.")
@click.option(
    "--time", "seconds", type=SECONDS, metavar="SECONDS", help="End the search after this time (exit code 4)."
)
@click.option("--cpu", type=SECONDS, metavar="SECONDS", help="End the search after this time of the processor.")
@click.option("--every", "interval", type=SECONDS, default="2", metavar="SECONDS", help="Time between two checkpoints.")
@click.option("--on", default="", metavar="dask://HOST:PORT", help="Search on a Dask cluster.")
@click.option("--certificate", type=PATH, metavar="FILE", help="Write a proof of the count.")
@click.option("--svg", type=PATH, metavar="FILE", help="Write a picture of the first solution found.")
@click.option("--json", is_flag=True, help="Print the result as JSON.")
def command(puzzles: tuple[str, ...], count: bool, **given: Any) -> None:
    """Count or list all solutions; symmetry is broken before the search. Of several puzzles each has a line.

    Exit codes: 0 done, 2 wrong usage or file, 4 time limit reached, 130 interrupted (Ctrl-C or SIGTERM). After 4
    and 130 the counts are those of the part searched, and a checkpoint is written.
    """
    from getallenband.modern.puzzle_files import read_puzzle
    from getallenband.modern.search import SearchOptions
    from getallenband.reports.api.searching import INTERRUPTED, Search, check, deliver_search

    options = {field.name: given.pop(field.name) for field in fields(SearchOptions) if field.name in given}
    shown = sys.stderr.isatty() and not given["json"]
    several = len(puzzles) > 1
    check(count and given["listed"], "--count and --list cannot be given together")
    check(options["resume"] and options["checkpoint"] is None, "--resume needs --checkpoint FILE")
    wanted = Search(SearchOptions(**options, split=shown), brief=several, **given)

    def solve(puzzle: str) -> int:
        read = read_puzzle(puzzle)
        check_outputs(filter(None, (options["checkpoint"], given["certificate"], given["svg"])), [read.path])
        return deliver_search(read, wanted, say)

    codes = set()
    for puzzle in puzzles:
        try:
            codes.add(solve(puzzle))
        except Exception as error:
            if not several or isinstance(error, BrokenPipeError):
                raise
            codes.add(report(error))
        if INTERRUPTED in codes:
            break
    raise SystemExit(max(codes))
