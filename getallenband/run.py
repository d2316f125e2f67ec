"""getallenband run: run a program of an edition, or a program in a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from getallenband._sizes import size

LARGEST = 2**62
LARGEST_MEMORY = 2**46
"""No processor of today addresses more."""


def command(
    target: Annotated[str, typer.Argument(metavar="EDITION[/RUN]|FILE", help="what to run; - is standard input")],
    language: Annotated[
        str, typer.Option(help="the language of FILE (default: by its extension, else by its text)")
    ] = "",
    arithmetic: Annotated[str, typer.Option(help="the machine whose numbers are used")] = "",
    tape: Annotated[list[str] | None, typer.Option(metavar="[NAME=]FILE", help="an input; repeatable")] = None,
    setting: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="a choice of the language")] = None,
    engine: Annotated[str, typer.Option(help="native or machine")] = "",
    max_statements: Annotated[
        int | None, typer.Option(parser=size(LARGEST), metavar="N", help="stop after this many statements, such as 1e6")
    ] = None,
    max_output: Annotated[
        int | None, typer.Option(parser=size(LARGEST), metavar="BYTES", help="stop after this much output, such as 64k")
    ] = None,
    max_memory: Annotated[
        int | None,
        typer.Option(parser=size(LARGEST_MEMORY), metavar="BYTES", help="memory of the program, such as 64Mi"),
    ] = None,
    probe: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=STATEMENT:VARIABLE", help="histogram of a variable"),
    ] = None,
    stop_at: Annotated[str, typer.Option(metavar="STATEMENT:N", help="stop before this execution of it")] = "",
    stop_at_solution: Annotated[int | None, typer.Option(min=1, metavar="N", help="stop after N solutions")] = None,
    save_status: Annotated[str, typer.Option(metavar="FILE", help="write the status, to resume from")] = "",
    profile: Annotated[bool, typer.Option("--profile", help="the listing with counts, to standard error")] = False,
    trace: Annotated[bool, typer.Option("--trace", help="a trace, to standard error (machine engine)")] = False,
    files: Annotated[str, typer.Option(metavar="DIR", help="save the files that the program wrote here")] = "",
    record: Annotated[str, typer.Option(metavar="FILE|-", help="write the run record; - replaces the output")] = "",
) -> None:
    """Run a program; standard output is what it printed, nothing else.

    Exit codes: 0 done, 2 wrong usage or text, 3 the program trapped, 4 a budget was exhausted, 130 interrupted.
    """
    import durable
    from reports.running.files import write_files, write_status
    from reports.running.job import RunOptions, job_for
    from reports.running.profile import listing
    from reports.running.profile import profile as profile_of
    from reports.running.record import record_text
    from reports.running.run import EXIT_CODES, ending_message, perform

    options = RunOptions(
        language=language,
        arithmetic=arithmetic,
        tapes=tape or [],
        settings=[*(setting or []), *([f"stop_at_solution={stop_at_solution}"] if stop_at_solution else [])],
        engine=engine,
        statements=max_statements,
        output=max_output,
        memory=max_memory,
        probes=probe or [],
        stop=stop_at,
        trace=trace,
    )
    job = job_for(target, options)
    if job.note:
        typer.echo(job.note, err=True)
    outcome = perform(job, trace)
    # the output first: whatever cannot be written, it is not lost
    typer.echo(record_text(job, outcome) if record == "-" else outcome.output, nl=False)
    sys.stdout.flush()
    if files:
        write_files(Path(files), outcome.files)
    if record not in ("", "-"):
        durable.write(Path(record), record_text(job, outcome))
    if profile:
        typer.echo(listing(profile_of(job, outcome.counts)), nl=False, err=True)
    if message := ending_message(job, outcome):
        typer.echo(message, err=True)
    if save_status:
        write_status(Path(save_status), outcome.files)
    raise typer.Exit(EXIT_CODES[outcome.ending.kind])
