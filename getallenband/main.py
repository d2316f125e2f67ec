"""Find the verbs, build the command line, run it.

    main()          # what the console script runs, see _start.py

Only the verb that is named is imported: a short run spends most of its time on imports.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Annotated

import typer

from getallenband._guard import guarded


def verbs() -> list[str]:
    """Return the names of the verbs: the modules of this folder whose name begins with a letter, except this one."""
    package = import_module("getallenband")
    names = (module.name for module in iter_modules(package.__path__))
    return sorted(name for name in names if name[0].isalpha() and name != "main")


def application(arguments: Sequence[str]) -> typer.Typer:
    """Build the command line with the verb that the arguments name, or with all."""
    app = typer.Typer(
        name="getallenband",
        add_completion=False,
        no_args_is_help=True,
        invoke_without_command=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(common)
    known = verbs()
    for name in [arguments[0]] if arguments and arguments[0] in known else known:
        verb = import_module(f"getallenband.{name}")
        app.command(name, short_help=summary(verb))(guarded(verb.command))
    return app


def summary(verb: ModuleType) -> str:
    """Return the first line of a verb's docstring, without the verb."""
    return (verb.__doc__ or "").splitlines()[0].partition(": ")[2].rstrip(".")


def common(
    version: Annotated[bool, typer.Option("--version", is_eager=True, help="Print the version and exit.")] = False,
) -> None:
    """Run historical puzzle programs as they were printed, check them, compare them with modern solvers."""
    if version:
        from reports.running.sources import versions

        typer.echo(f"getallenband {versions('getallenband')['getallenband']}")
        raise typer.Exit


@guarded
def main() -> None:
    """Run the command line with the arguments of this process."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    application(sys.argv[1:])(prog_name="getallenband")
