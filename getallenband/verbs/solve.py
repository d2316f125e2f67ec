"""getallenband solve: count or list the solutions of a puzzle with a modern solver."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from getallenband._complete import puzzles
from getallenband._sizes import SECONDS
from getallenband._verb import Verb, check_outputs, say, say_json

if TYPE_CHECKING:
    from reports.runs.progress import Progress as Line

PATH = click.Path(path_type=Path)

INTERRUPTED, TIME_IS_UP = 130, 4


@click.command(cls=Verb)
@click.argument("puzzle", shell_complete=puzzles)
@click.option("--algorithm", default="auto", help="auto, or the name of a solver.")
@click.option("--count", is_flag=True, help="Count only (the default).")
@click.option("--list", "list_", is_flag=True, help="Print one solution of each symmetry class.")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Stop after N solutions, up to symmetry.")
@click.option(
    "--workers", type=click.IntRange(1, 1024), default=1, metavar="N", help="Processes that share the search."
)
@click.option("--checkpoint", type=PATH, metavar="FILE", help="Keep the finished work units here.")
@click.option("--resume", is_flag=True, help="Go on from the checkpoint.")
@click.option(
    "--time", "seconds", type=SECONDS, metavar="SECONDS", help="End the search after this time (exit code 4)."
)
@click.option("--every", type=SECONDS, default="2", metavar="SECONDS", help="Time between two checkpoints.")
@click.option("--on", default="", metavar="dask://HOST:PORT", help="Search on a Dask cluster.")
@click.option("--certificate", type=PATH, metavar="FILE", help="Write a proof of the count.")
@click.option("--svg", type=PATH, metavar="FILE", help="Write the first solution found as a picture.")
@click.option("--json", is_flag=True, help="The result as JSON.")
def command(
    puzzle: str,
    algorithm: str,
    count: bool,
    list_: bool,
    limit: int | None,
    workers: int,
    checkpoint: Path | None,
    resume: bool,
    seconds: float | None,
    every: float,
    on: str,
    certificate: Path | None,
    svg: Path | None,
    json: bool,
) -> None:
    """Count or list all solutions; symmetry is broken before the search.

    Exit codes: 0 done, 2 wrong usage or file, 4 the time was up, 130 interrupted (Ctrl-C or SIGTERM). After 4 and
    130 the counts are of the part searched, and a checkpoint is written.
    """
    from modern.puzzle_files import as_text, read_puzzle
    from modern.search import SearchOptions, interruptible, solve, until
    from reports.runs.progress import Progress

    _check(count and list_, "--count and --list cannot be given together")
    _check(resume and checkpoint is None, "--resume needs --checkpoint FILE")
    _check(seconds == 0, "--time 0 leaves no time to search; expected seconds, such as 2 or 0.5")
    _check(seconds is not None and certificate is not None, "--time and --certificate cannot be given together")
    _check(bool(on) and not on.startswith("dask://"), f"--on expects dask://HOST:PORT, not {on!r}")
    read = read_puzzle(puzzle)
    outputs = filter(None, (checkpoint, certificate, svg))
    check_outputs(outputs, [read.path])
    shown = sys.stderr.isatty() and not json
    options = SearchOptions(algorithm, limit, workers, on, checkpoint, resume, every, split=shown)
    options.check_checkpoint()
    if certificate is not None:
        from modern.proof.certificate import write_certificate

        with interruptible() as interrupted:
            written = write_certificate(read, certificate, interrupted)
        if not written:
            raise SystemExit(INTERRUPTED)
    listed: list[Any] = []
    first: list[tuple[int, ...]] = []

    def take(solution: tuple[int, ...]) -> None:
        if not first:
            first.append(solution)
        if json and list_:
            listed.append(_by_piece(read.problem, solution))
        elif list_:
            say(as_text(read.problem, solution) + "\n\n", _board_styles(read.problem, solution))

    with interruptible() as interrupted, Progress(read.name) as line:
        time_is_up = until(seconds)
        result = solve(
            read,
            options,
            on_solution=take if list_ or svg else None,
            on_progress=_progress(read, algorithm, interrupted, line) if shown else lambda _: None,
            stop=lambda: interrupted() or time_is_up(),
        )
        stopped, late = interrupted(), time_is_up()
    if svg is not None:
        _check(not first, f"{svg}: not written: there is no solution to draw")
        _draw(read, first[0], svg)
    if json:
        record = asdict(result)
        say_json(record | ({"listed": listed} if list_ else {}), indent=None)
    else:
        say(_summary(result), {})
    if stopped and not result.finished:
        sys.stderr.write("interrupted: these counts are of the part searched so far\n")
        raise SystemExit(INTERRUPTED)
    if late and not result.finished and result.solutions_up_to_symmetry != limit:
        sys.stderr.write(f"the time of {seconds:g} s is up: these counts are of the part searched so far\n")
        raise SystemExit(TIME_IS_UP)


def _check(wrong: bool, message: str) -> None:
    if wrong:
        from modern.puzzle_files.errors import PuzzleError

        raise PuzzleError(message)


def _by_piece(problem: Any, solution: tuple[int, ...]) -> Any:
    """Return the solution as each piece's cells, by their coordinates; of an exact cover its options."""
    from modern.exact_cover import Cover

    if isinstance(problem, Cover):
        return [problem.text(index) for index in solution]
    return {name: list(map(list, cells)) for name, cells in problem.laid(solution).items()}


def _board_styles(problem: Any, solution: tuple[int, ...]) -> dict[str, str]:
    """Return a colour for each piece's letter, that of its pictures."""
    from modern.puzzle_files.picture import letters
    from reports.publishing.pictures import COLOURS

    used = enumerate(letters(tuple(problem.laid(solution))))
    return {re.escape(letter): f"black on {COLOURS[index % len(COLOURS)]}" for index, letter in used}


def _draw(read: Any, solution: tuple[int, ...], path: Path) -> None:
    import durable
    from durable.visible import in_xml
    from reports.publishing.pictures import svg

    _check(not read.problem.is_geometric, f"{path}: not written: pictures are of boards of cells")
    cells = {tuple(cell): piece for piece, places in _by_piece(read.problem, solution).items() for cell in places}
    durable.write(path, in_xml(svg(read.problem.lattice, cells, read.title)))


def _summary(result: Any) -> str:
    number = result.solutions_up_to_symmetry
    counted = f"{number:,} solution{'' if number == 1 else 's'} up to symmetry"
    found = f"{counted}, {result.solutions:,} in all"
    if not result.finished:
        found = f"stopped after {counted}, {result.solutions:,} with their images; there may be more"
    return (
        f"{result.puzzle}: {found}\n"
        + (f"no solution: {result.no_solution}\n" if result.no_solution not in (None, result.why) else "")
        + f"algorithm {result.algorithm}: {result.why}\n"
        + ("" if result.nodes is None else f"nodes per level: {' '.join(map(str, result.nodes))}\n")
        + f"{result.seconds:.3f} s, {result.cpu_seconds:.3f} s of CPU\n"
    )


def _progress(read: Any, algorithm: str, interrupted: Callable[[], bool], line: Line) -> Callable[[Any], None]:
    """Return a callback that says on a line how far a search is."""
    from modern.search import expected_nodes

    @cache
    def estimate() -> str:
        expected = expected_nodes(read, algorithm)
        return f" (Knuth's estimate {expected.nodes:,.0f} ± {expected.error:,.0f})" if expected.nodes else ""

    def show(progress: Any) -> None:
        if line.due() and not interrupted():  # short searches are over before the estimate would be
            line.say(
                f"{100 * progress.done:5.1f} % of the tree, {progress.units_done}/{progress.units} work units, "
                f"{progress.up_to_symmetry:,} solutions, {progress.nodes:,} nodes{estimate()}"
            )

    return show
