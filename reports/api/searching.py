"""A search as the command line asks for it: boards while they are found, progress, the summary, files, the exit code.

    deliver_search(read_puzzle("rug"), Search(SearchOptions(), listed=True), say)     # 0

`say` writes a text in these styles, by pattern.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from getallenband import durable
from getallenband.durable.visible import in_xml, json_text
from getallenband.modern.exact_cover import Cover, Solution
from getallenband.modern.puzzle_files import Puzzle
from getallenband.modern.puzzle_files.errors import PuzzleError
from getallenband.modern.puzzle_files.notes import notes
from getallenband.modern.puzzle_files.picture import letters
from getallenband.modern.search import (
    Forecast,
    SearchOptions,
    SearchResult,
    forecast,
    interruptible,
    solve,
    until,
    until_cpu,
)
from getallenband.reports.api.solving import Board, counted
from getallenband.reports.runs.progress import Progress

DONE, TIME_IS_UP, INTERRUPTED = 0, 4, 130
Say = Callable[[str, dict[str, str]], None]


@dataclass(frozen=True)
class Search:
    """What is asked for of a search: how, which boards, and files.

    seconds  the time after which it ends, `cpu` the processor time
    brief    one line is said of it: it is one of several
    """

    options: SearchOptions
    listed: bool = False
    json: bool = False
    seconds: float | None = None
    cpu: float | None = None
    brief: bool = False
    certificate: Path | None = None
    svg: Path | None = None

    def __post_init__(self) -> None:
        """Raise PuzzleError for options that do not go together."""
        for option, limit in (("--time", self.seconds), ("--cpu", self.cpu)):
            check(limit == 0, f"{option} 0 leaves no time to search; expected seconds, such as 2 or 0.5")
            together = limit is not None and self.certificate is not None
            check(together, f"{option} and --certificate cannot be given together")
        limited = self.options.limit is not None and self.certificate is not None
        check(limited, "--limit and --certificate cannot be given together: a certificate is of all solutions")
        apart = self.cpu is not None and (self.options.workers > 1 or self.options.on != "")
        check(apart, "--cpu is the processor time of one process: give --time to a search with workers")
        files = self.certificate, self.svg, self.options.checkpoint
        check(self.brief and any(files), "--certificate, --svg and --checkpoint are for one puzzle at a time")


def check(wrong: bool, message: str) -> None:
    if wrong:
        raise PuzzleError(message)


def deliver_search(read: Puzzle, wanted: Search, say: Say) -> int:
    """Search, deliver what is asked for, return the exit code; raise PuzzleError for a picture that cannot be drawn."""
    no_board = wanted.svg is not None and not read.problem.is_on_lattice
    check(no_board, f"{wanted.svg}: cannot be written: pictures are of boards of cells, not of edge matching or covers")
    if wanted.certificate is not None:
        from getallenband.modern.proof.certificate import write_certificate  # as slow to import as a small search

        with interruptible() as interrupted:
            if not write_certificate(read, wanted.certificate, interrupted):
                sys.stderr.write(f"interrupted: {wanted.certificate} was not written\n")
                return INTERRUPTED
    first: list[Board] = []
    listed: list[Any] = []

    def take(solution: Solution) -> None:
        board = Board(read, solution)
        if not first:
            first.append(board)
        if wanted.json and wanted.listed:
            listed.append(record_of(board))
        elif wanted.listed:
            say(f"{board}\n\n", styles(board))

    with interruptible() as interrupted, Progress(read.name) as line:
        time_is_up, cpu_is_up = until(wanted.seconds), until_cpu(wanted.cpu)
        result = solve(
            read,
            wanted.options,
            on_solution=take if wanted.listed or (wanted.svg and wanted.options.limit) else None,
            on_progress=shown_on(line, read, wanted, interrupted),
            on_forecast=None if wanted.options.split else forewarn(read),
            stop=lambda: interrupted() or time_is_up() or cpu_is_up(),
        )
        stopped, late = interrupted(), time_is_up() or cpu_is_up()
    if wanted.json:
        record = asdict(result) | ({"listed": listed} if wanted.listed else {})
        sys.stdout.write(json_text(record))
    else:
        say(in_short(read, result) if wanted.brief else summary(read, result), {})
    code = exit_code(result, wanted, stopped=stopped, late=late)
    if wanted.svg is None or drawn(read, wanted.svg, wanted.options, result, first):
        return code
    return code or INTERRUPTED


def drawn(read: Puzzle, path: Path, options: SearchOptions, result: SearchResult, first: list[Board]) -> bool:
    """Write a picture of the first solution, searched for if it was only counted; tell whether there is one."""
    if result.solutions and not first:
        one = replace(options, limit=1, checkpoint=None)
        with interruptible() as interrupted:
            solve(read, one, on_solution=lambda solution: first.append(Board(read, solution)), stop=interrupted)
    check(result.finished and not result.solutions, f"{path}: not written: there is no solution to draw")
    if first:
        durable.write(path, in_xml(first[0].svg))
    else:
        sys.stderr.write(f"{path}: not written: the search ended before it came to a solution\n")
    return bool(first)


def forewarn(read: Puzzle) -> Callable[[Forecast], None]:
    """Return what says how long a count will take: on standard error, where no line shows how far it is."""

    def warn(found: Forecast) -> None:
        sys.stderr.write(f"{read.name}: {found}\n")
        sys.stderr.flush()

    return warn


def exit_code(result: SearchResult, wanted: Search, *, stopped: bool, late: bool) -> int:
    """Return the exit code, and say on standard error why a search ended before its end."""
    if result.finished:
        return DONE
    if stopped:
        sys.stderr.write("interrupted: these counts are of the part searched so far\n")
        return INTERRUPTED
    if late and result.solutions_up_to_symmetry != wanted.options.limit:
        limits = ((wanted.seconds, "s"), (wanted.cpu, "s of CPU"))
        given = " or ".join(f"{limit:g} {unit}" for limit, unit in limits if limit is not None)
        sys.stderr.write(f"the time of {given} is up: these counts are of the part searched so far\n")
        return TIME_IS_UP
    return DONE


def record_of(board: Board) -> Any:
    """Return a board for JSON: each piece's cells, by their coordinates; of an exact cover its options."""
    problem = board.puzzle.problem
    if isinstance(problem, Cover):
        return [problem.text(index) for index in board.solution]
    return {name: list(map(list, cells)) for name, cells in board.pieces.items()}


def styles(board: Board) -> dict[str, str]:
    """Return a colour for each piece's letter, that of its pictures."""
    from getallenband.reports.publishing.pictures import COLOURS

    used = enumerate(letters(tuple(board.pieces)))
    return {re.escape(letter): f"black on {COLOURS[index % len(COLOURS)]}" for index, letter in used}


def in_short(read: Puzzle, result: SearchResult) -> str:
    """Return the line of one puzzle among several."""
    return f"{headline(read, result)}; {result.algorithm}, {result.cpu_seconds:.3f} s of CPU\n"


def headline(read: Puzzle, result: SearchResult) -> str:
    """Return what was found, in a line."""
    found = counted(read, result.solutions_up_to_symmetry)
    images = "" if isinstance(read.problem, Cover) else f", {result.solutions:,} "
    if result.finished:
        found += images and f"{images}in all"
    else:
        found = f"stopped after {found}{images and f'{images}with their images'}; there may be more"
    return f"{result.puzzle}: {found}"


def summary(read: Puzzle, result: SearchResult) -> str:
    """Return the lines that a person reads."""
    lines = [headline(read, result)]
    if result.no_solution not in (None, result.why):
        lines.append(f"no solution: {result.no_solution}")
    lines += [f"note: {note}" for note in notes(read)]
    lines.append(f"algorithm {result.algorithm}: {result.why}")
    if result.nodes is not None:
        lines.append(f"nodes per level: {' '.join(map(str, result.nodes))}")
    lines.append(f"{result.seconds:.3f} s, {result.cpu_seconds:.3f} s of CPU")
    return "".join(f"{line}\n" for line in lines)


def shown_on(line: Progress, read: Puzzle, wanted: Search, interrupted: Callable[[], bool]) -> Callable[[Any], None]:
    """Return a callback that says on a line how far a search is."""

    @cache
    def estimate() -> str:
        if read.unbroken:  # its solutions may be compared with their images, and nodes do not tell how long that takes
            return ""
        found = forecast(read, wanted.options.algorithm)
        if found is None:
            return ""
        return f" (Knuth's estimate {found.nodes:,.0f} ± {found.error * found.nodes:,.0f}: {found.duration})"

    def show(progress: Any) -> None:
        if line.due() and not interrupted():  # short searches are over before the estimate would be
            line.say(
                f"{100 * progress.done:5.1f} % of the tree, {progress.units_done}/{progress.units} work units, "
                f"{progress.up_to_symmetry:,} solutions, {progress.nodes:,} nodes{estimate()}"
            )

    return show if wanted.options.split else lambda _: None
