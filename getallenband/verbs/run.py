"""getallenband run: run a program of an edition, or a program in a file."""

from __future__ import annotations

from typing import Any

import click

from getallenband._complete import runs
from getallenband._options import run_options
from getallenband._sizes import SPAN
from getallenband._verb import Verb, check_outputs


@click.command(cls=Verb)
@click.argument("target", metavar="EDITION[/RUN]|FILE", shell_complete=runs)
@run_options
@click.option("--save-status", default="", metavar="FILE", help="Write the status, to resume from.")
@click.option("--profile", is_flag=True, help="Print the listing with counts to standard error.")
@click.option("--clock", default="", metavar="MACHINE", help="Estimate the time on an old machine.")
@click.option("--trace", is_flag=True, help="Print a trace to standard error (machine engine).")
@click.option("--lines", type=SPAN, metavar="FIRST-LAST", help="Trace only these lines of the program.")
@click.option("--step", is_flag=True, help="Run step by step, with commands from standard input (machine engine).")
@click.option("--show", metavar="tree|ir|llvm", default="", help="Print this stage of the translation; do not run.")
@click.option("--quiet", is_flag=True, help="Print only errors, no notes.")
@click.option("--files", default="", metavar="DIR", help="Save the files that the program wrote in this folder.")
@click.option("--json", is_flag=True, help="Print the run record instead of the output, like --record -.")
@click.option("--record", default="", metavar="FILE|-", help="Write the run record; - replaces the output.")
def command(target: str, json: bool, record: str, **given: Any) -> None:
    """Run a program; standard output has only what it printed.

    Without /RUN, the first run of the edition is taken (list runs).

    Exit codes: 0 done, 2 wrong usage or text, 3 the program trapped, 4 a budget was exhausted, 130 interrupted.
    """
    from getallenband.reports.runs.delivery import Delivery, deliver, paths_read
    from getallenband.reports.runs.job import job_for
    from getallenband.reports.runs.options import OPTIONS, from_texts

    wanted = Delivery(record="-" if json else record, **{name: given[name] for name in given.keys() - OPTIONS.keys()})
    options = from_texts({name: given[name] for name in OPTIONS})
    job = job_for(target, options, watched=wanted.watched)
    check_outputs(wanted.outputs, paths_read(job, target, options))
    raise SystemExit(deliver(job, wanted))
