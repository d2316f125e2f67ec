"""Cells of a notebook in historical languages: %%algol60, %%ecol, %%fortran66, %%amb.

    %load_ext getallenband

    %%ecol --tape "21" --probe doubled=2:n --profile
    START …

The cell's value is a `Result`: what was printed, the listing with counts, probes.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from getallenband.durable.errors import Error
from getallenband.durable.names import unknown
from getallenband.interpreters.source.diagnostics import UserError
from getallenband.reports.api.running import Result, run_text
from getallenband.reports.runs.options import OPTIONS, flag, from_texts

LANGUAGES = {"algol60": "algol60", "ecol": "ecol", "fortran66": "cdc_fortran", "amb": "amb_scheme"}
"""The languages by the names of their cells."""


class Arguments(argparse.ArgumentParser):
    """The options of a cell; what is wrong with them is an Error, and does not end Python."""

    def error(self, message: str) -> NoReturn:
        raise UserError(f"{self.prog}: {message}")


def arguments(magic: str) -> Arguments:
    found = Arguments(prog=f"%%{magic}", add_help=False, allow_abbrev=False)
    found.add_argument("--tape", metavar="TEXT", help="the input itself")
    found.add_argument("--tape-file", type=Path, metavar="FILE", help="a file that holds the input")
    for name, option in OPTIONS.items():
        if name in ("language", "tape", "encoding"):
            continue
        found.add_argument(
            flag(name), dest=name, metavar=option.metavar, help=option.help, type=int if option.most else str,
            action="append" if option.repeatable else "store",
        )  # fmt: skip
    found.add_argument("--profile", action="store_true", help="print the listing with counts")
    return found


def known_arguments(parser: Arguments, line: Sequence[str]) -> dict[str, Any]:
    """Return the values of a cell's options; raise UserError for an unknown one, with the nearest that exists."""
    found, others = parser.parse_known_args(line)
    if others:
        options = [name for action in parser._actions for name in action.option_strings]
        parser.error(unknown("option", others[0].partition("=")[0], options))
    return vars(found)


def run_cell(magic: str, line: str, cell: str) -> Result | None:
    """Run a cell with the options of its first line; None, and a message, where the text or an option is wrong."""
    try:
        given = known_arguments(arguments(magic), shlex.split(line))
        profile, text, file = (given.pop(name) for name in ("profile", "tape", "tape_file"))
        options = from_texts(given | {"language": LANGUAGES[magic]})
        if (tape := file or text) is not None:
            options["tape"] = tape
        result = run_text(cell, **options)
    except (Error, OSError) as error:
        sys.stdout.write(f"{error}\n")
        return None
    if profile:
        sys.stdout.write(result.listing)
    return result


def register(shell: Any) -> None:
    """Give an IPython shell the cells of all languages; what `%%ecol?` shows of one lists its options."""
    for magic in LANGUAGES:

        def run(line: str, cell: str, magic: str = magic) -> Result | None:
            return run_cell(magic, line, cell)

        run.__doc__ = f"Run the cell as a program in {LANGUAGES[magic]}.\n\n{arguments(magic).format_help()}"
        shell.register_magic_function(run, "cell", magic)
