"""getallenband run: run a program of an edition, or a program in a file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from getallenband._complete import languages, runs
from getallenband._guard import users_message
from getallenband._sizes import SPAN, Size
from getallenband._verb import Verb, check_outputs

if TYPE_CHECKING:
    from interpreters import Outcome
    from reports.runs.clock import ClockedRun
    from reports.runs.job import RunJob

LARGEST = 2**62
LARGEST_MEMORY = 2**46
"""No processor of today addresses more."""


@click.command(cls=Verb)
@click.argument("target", metavar="EDITION[/RUN]|FILE", shell_complete=runs)
@click.option(
    "--language",
    shell_complete=languages,
    metavar="L",
    default="",
    help="The language of FILE (default: by its extension, else by its text).",
)
@click.option("--arithmetic", metavar="A", default="", help="The machine whose numbers are used.")
@click.option("--tape", multiple=True, metavar="[NAME=]FILE", help="An input; repeatable.")
@click.option("--encoding", metavar="NAME", default="", help="What the program and its inputs are in, such as latin-1.")
@click.option("--setting", multiple=True, metavar="NAME=VALUE", help="A choice of the language; repeatable.")
@click.option("--engine", metavar="E", default="", help="native or machine.")
@click.option("--max-statements", type=Size(LARGEST), metavar="N", help="Stop after this many statements, such as 1e6.")
@click.option("--max-output", type=Size(LARGEST), metavar="BYTES", help="Stop after this much output, such as 64k.")
@click.option("--max-memory", type=Size(LARGEST_MEMORY), metavar="BYTES", help="Memory of the program, such as 64Mi.")
@click.option("--max-depth", type=Size(LARGEST), metavar="N", help="Stop at this many calls within calls.")
@click.option("--probe", multiple=True, metavar="NAME=STATEMENT:VARIABLE", help="Histogram of a variable.")
@click.option("--stop-at", default="", metavar="STATEMENT:N", help="Stop before this execution of it.")
@click.option("--stop-at-solution", type=click.IntRange(min=1), metavar="N", help="Stop after N solutions.")
@click.option("--save-status", default="", metavar="FILE", help="Write the status, to resume from.")
@click.option("--profile", is_flag=True, help="The listing with counts, to standard error.")
@click.option("--clock", default="", metavar="MACHINE", help="How long it would have taken there, to standard error.")
@click.option("--trace", is_flag=True, help="A trace, to standard error (machine engine).")
@click.option("--lines", type=SPAN, metavar="FIRST-LAST", help="Trace these lines of the program only.")
@click.option("--step", is_flag=True, help="Statement by statement, as asked on standard input (machine engine).")
@click.option(
    "--show", type=click.Choice(["tree", "ir", "llvm"]), help="Print this stage of its translation; do not run."
)
@click.option("--quiet", is_flag=True, help="No notes on standard error; errors only.")
@click.option("--files", default="", metavar="DIR", help="Save the files that the program wrote here.")
@click.option("--json", is_flag=True, help="The run record in place of the output: --record -.")
@click.option("--record", default="", metavar="FILE|-", help="Write the run record; - replaces the output.")
def command(
    target: str,
    language: str,
    arithmetic: str,
    tape: tuple[str, ...],
    encoding: str,
    setting: tuple[str, ...],
    engine: str,
    max_statements: int | None,
    max_output: int | None,
    max_memory: int | None,
    max_depth: int | None,
    probe: tuple[str, ...],
    stop_at: str,
    stop_at_solution: int | None,
    save_status: str,
    profile: bool,
    clock: str,
    trace: bool,
    lines: str | None,
    step: bool,
    show: str | None,
    quiet: bool,
    files: str,
    json: bool,
    record: str,
) -> None:
    """Run a program; standard output is what it printed, nothing else.

    Exit codes: 0 done, 2 wrong usage or text, 3 the program trapped, 4 a budget was exhausted, 130 interrupted.
    """
    import durable
    from durable.errors import Error
    from durable.visible import visible
    from reports.runs.clock import checked_clock, clock_text, time_run
    from reports.runs.files import not_saved, write_files, write_status
    from reports.runs.job import RunOptions, job_for
    from reports.runs.run import EXIT_CODES, ending_message, notes_of

    record = "-" if json else record
    options = RunOptions(
        language=language,
        arithmetic=arithmetic,
        tapes=tape,
        encoding=encoding,
        settings=[*setting, *([f"stop_at_solution={stop_at_solution}"] if stop_at_solution else [])],
        engine=engine,
        statements=max_statements,
        output=max_output,
        memory=max_memory,
        depth=max_depth,
        probes=probe,
        stop=stop_at,
        trace=trace or step or lines is not None,
    )
    job = job_for(target, options)
    machine = checked_clock(clock, job.language) if clock else None
    # before the run: it may be long, and what was guessed explains a refusal
    if not quiet:
        print_notes(job.notes)
    if show is not None:
        from interpreters.stages import stage

        sys.stdout.write(visible(stage(show, job.source, job.language, job.request)))
        return
    outputs = [Path(file) for file in (record if record != "-" else "", save_status) if file]
    inputs = [Path(file) for given in (target, *tape) for file in (given, given.partition("=")[2]) if file]
    if job.edition:
        from originals.folders import folder_of

        inputs += folder_of(job.edition).rglob("*")
    check_outputs(outputs, inputs)
    if files:
        durable.check_folder(Path(files))
    echo = step and record != "-"
    outcome = performed(job, trace=trace, lines=lines, step=step, echo=echo)
    clocked = time_run(job, outcome.counts, machine) if machine else None
    text = record_of(job, outcome, clocked) if record else ""
    # the output first: whatever cannot be written, it is not lost
    if not echo:
        sys.stdout.write(text if record == "-" else outcome.output)
        end_line(outcome.output)
    sys.stdout.flush()
    complaints = []
    if files:
        complaints.append(attempt(write_files, Path(files), outcome.files))
    if record not in ("", "-"):
        complaints.append(attempt(durable.write, Path(record), text))
    if profile:
        from reports.runs.profile import named_listing

        click.echo(visible(named_listing(job, outcome.counts, clocked.column if clocked else {})), nl=False, err=True)
    if clocked:
        click.echo(visible(clock_text(job, clocked)), err=True)
    if not quiet:
        unsaved = "" if files or record else not_saved(outcome.files)
        print_notes([*notes_of(job, outcome)[len(job.notes) :], *filter(None, [unsaved])])
    if message := ending_message(job, outcome):
        click.echo(visible(message), err=True)
    if save_status:
        complaints.append(attempt(write_status, Path(save_status), outcome.files))
    if any(complaints):
        raise Error("\n".join(filter(None, complaints)))
    raise SystemExit(EXIT_CODES[outcome.ending.kind])


def end_line(printed: str) -> None:
    """Begin a new line at a terminal after output that does not end one: messages and prompts have their own."""
    if printed and not printed.endswith("\n") and sys.stdout.isatty():
        sys.stdout.flush()
        sys.stderr.write("\n")


def print_notes(lines: Iterable[str]) -> None:
    """Print notes on standard error."""
    from durable.visible import visible

    for line in lines:
        click.echo(visible(line), err=True)


def attempt(write: Callable[..., None], *arguments: Any) -> str | None:
    """Write what a run left; return what is to be said where that cannot be, when the rest is written too."""
    from durable.errors import Error

    try:
        write(*arguments)
    except (OSError, Error) as error:
        return users_message(error)
    return None


def performed(job: RunJob, *, trace: bool, lines: str | None, step: bool, echo: bool) -> Outcome:
    """Run the job, traced or step by step where that is wished."""
    from reports.runs.run import perform, print_trace

    if step:
        from reports.runs import stepping

        return stepping.step(job, echo=echo)
    if lines:
        from reports.runs.stepping import of_lines

        return perform(job, of_lines(lines, print_trace))
    return perform(job, print_trace if trace else None)


def record_of(job: RunJob, outcome: Outcome, clocked: ClockedRun | None) -> str:
    from reports.runs.record import record_text

    return record_text(job, outcome, clocked.record if clocked else None)
