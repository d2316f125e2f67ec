"""Find the verbs, build the command line, run it.

    main()          # what the console script runs, see _start.py

Only the verb that is named is imported: a short run spends most of its time on imports.
"""

from __future__ import annotations

import io
import os
import sys
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import click

import getallenband
from getallenband._guard import USAGE, Unfailing, discard, guarded
from getallenband.durable import naming
from getallenband.durable.names import unknown
from getallenband.durable.visible import visible

PROGRAM = "getallenband"
ORDER = (
    *("list", "show", "run", "check", "compare", "solve", "verify", "atlas", "report"),
    *("new", "collate", "supply", "seal", "cases"),
)
"""The verbs in the order in which a newcomer uses them; the others follow by name."""
GREETING = """\
Getallenband runs historical puzzle programs as they survive. To begin with:

  getallenband run debruijn1972_pentomino/first24             the program of 1969 prints its first 24 solutions
  getallenband show debruijn1972_pentomino/full --solution 1  the first of them as a board
  getallenband list editions                                  what else there is

getallenband --help lists all verbs.
"""


def verbs() -> list[str]:
    """Return the names of the verbs: the modules of verbs/."""
    found = sorted(module.name for module in iter_modules(import_module("getallenband.verbs").__path__))
    return sorted(found, key=lambda name: ORDER.index(name) if name in ORDER else len(ORDER))


class Verbs(click.Group):
    """The command line; a verb is imported when it is asked for."""

    def list_commands(self, _context: click.Context) -> list[str]:
        return verbs()

    def get_command(self, _context: click.Context, name: str) -> click.Command | None:
        if name not in verbs():
            return None
        module = import_module(f"getallenband.verbs.{name}")
        command: click.Command = module.command
        command.short_help = (module.__doc__ or "").splitlines()[0].partition(": ")[2].rstrip(".")
        return command

    def invoke(self, context: click.Context) -> Any:
        return guarded(super().invoke)(context)


def print_version(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        click.echo(f"{PROGRAM} {getallenband.__version__}")
        context.exit()


@click.command(
    cls=Verbs,
    context_settings={"help_option_names": ["-h", "--help"]},
    invoke_without_command=True,
    no_args_is_help=False,
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=print_version,
    help="Show the version and exit.",
)
@click.pass_context
def application(context: click.Context) -> None:
    """Run historical puzzle programs as they survive, check them, compare them with modern solvers."""
    if context.invoked_subcommand is None:
        click.echo(GREETING, nl=False)


class Named(io.TextIOWrapper):
    """Standard output whose errors name it, as the system's do not, and come once: what follows is discarded."""

    def write(self, text: str) -> int:
        try:
            with naming("standard output"):
                return super().write(text)
        except OSError:
            discard(self)
            raise

    def flush(self) -> None:
        try:
            with naming("standard output"):
                super().flush()
        except OSError:
            discard(self)
            raise


def plain(error: click.ClickException) -> click.ClickException:
    """Return a message about wrong arguments, a wrong name's in the words that all our messages have for that."""
    match error:
        case click.exceptions.NoSuchCommand(ctx=click.Context(command=click.Group() as group) as context):
            return click.UsageError(unknown("verb", error.command_name, group.list_commands(context)), context)
        case click.NoSuchOption(ctx=click.Context() as context):
            names = [name for option in context.command.get_params(context) for name in option.opts if name[0] == "-"]
            return click.UsageError(unknown("option", error.option_name, names), context)
    return error


@guarded
def main() -> None:
    """Run the command line with the arguments of this process."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout is sys.__stdout__:
        by_lines = sys.stdout.line_buffering
        sys.stdout = Named(sys.stdout.detach(), encoding="utf-8", errors="backslashreplace", line_buffering=by_lines)
    if isinstance(sys.stderr, io.TextIOWrapper) and sys.stderr is sys.__stderr__:
        sys.stderr = Unfailing(sys.stderr.detach(), encoding="utf-8", errors="backslashreplace", line_buffering=True)
    try:
        if wish := os.environ.get("_GETALLENBAND_COMPLETE"):
            from getallenband._complete import check_asked

            check_asked(wish, application)
        raise SystemExit(application(sys.argv[1:], prog_name=PROGRAM, standalone_mode=False))
    except click.Abort:  # what click makes of an interrupt before the verb has begun
        raise KeyboardInterrupt from None
    except click.ClickException as error:
        shown = io.StringIO()
        plain(error).show(shown)
        sys.stderr.write(visible(shown.getvalue()))
        raise SystemExit(USAGE) from None
