"""The options of a run on the command line: one for each field of RunOptions.

@run_options
def command(target: str, **options: Any) -> None:
    run(target, from_texts(options))
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from getallenband._complete import languages
from getallenband._sizes import Size
from getallenband.reports.runs.options import OPTIONS, flag

Command = Callable[..., Any]


def run_options(command: Command) -> Command:
    """Add the options of a run, in their order."""
    for name, option in reversed([*OPTIONS.items()]):
        command = click.option(
            flag(name),
            name,
            metavar=option.metavar,
            multiple=option.repeatable,
            type=Size(option.most) if option.most else str,
            help=option.help,
            shell_complete=languages if name == "language" else None,
        )(command)
    return command
