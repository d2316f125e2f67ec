"""What all verbs share: the option --color, and output that is coloured where that is wanted.

    say(verdict_table(found))       # colours at a terminal, or with --color always; none where NO_COLOR is set
    say_json(found)

Without colours nothing is imported for it. Control characters of names and texts are shown, and reach no terminal.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from getallenband.durable.visible import json_text, visible

WHEN = ("auto", "always", "never")
STYLES = {
    r"\b(reproduced|after-|emendation|confirmed|consistent|equal)\b": "green",
    r"\bcontradicted\b": "yellow",
    r"\bnot-checkable\b": "dim",
    r"\b(expected: \S.*|DIFFERENT|[1-9][0-9]* not as expected)": "bold red",
    r"(?m)^[^\n]*\n(?=-{3,})": "bold",
}
"""The styles of what is written, by pattern."""


as_json = click.option("--json", is_flag=True, help="Print the result as JSON.")
with_soak = click.option("--soak", is_flag=True, help="Include runs and searches that take minutes.")
with_fresh = click.option("--fresh", is_flag=True, help="Run and search again; ignore cached results.")


class Verb(click.Command):
    """A verb of the command line; no argument or option of it may be empty."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.params.append(
            click.Option(
                ["--color"], type=click.Choice(WHEN), default=WHEN[0], expose_value=False, callback=keep_choice,
                help="Use colours: at a terminal (auto), always, or never.",
            )
        )  # fmt: skip

    def parse_args(self, context: click.Context, arguments: list[str]) -> list[str]:
        given, _, _ = self.make_parser(context).parse_args([*arguments])
        for parameter in () if context.resilient_parsing else self.params:
            value = given.get(str(parameter.name))
            if "" in (value if isinstance(value, list | tuple) else (value,)):
                raise click.BadParameter("it is empty", context, parameter)
        return super().parse_args(context, arguments)


def check_outputs(outputs: Iterable[Path], inputs: Iterable[Path]) -> None:
    """Raise OSError for what cannot be written, what the same command reads, and what it would write twice.

    It is reported before the work, not after it.
    """
    from getallenband.durable import permissions

    taken = {os.path.realpath(path): "is read by this command" for path in inputs}
    for path in outputs:
        permissions(path)
        if why := taken.get(os.path.realpath(path)):
            raise OSError(errno.EINVAL, f"{why}; name another file for what is written", str(path))
        taken[os.path.realpath(path)] = "is written by this command already"


def keep_choice(context: click.Context, _option: click.Parameter, when: str) -> None:
    context.meta[__name__] = when


def coloured() -> bool:
    """Tell whether standard output should be coloured."""
    when = click.get_current_context().meta[__name__]
    if when != "auto":
        return bool(when == "always")
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def say(text: str, styles: dict[str, str] | None = None) -> None:
    """Write a text to standard output, coloured by these styles where that is wanted."""
    text = visible(text)
    if not coloured():
        sys.stdout.write(text)
        return
    from rich.console import Console
    from rich.text import Text

    shown = Text(text)
    for pattern, style in (STYLES if styles is None else styles).items():
        shown.highlight_regex(pattern, style)
    console = Console(force_terminal=True, color_system="truecolor" if styles else "standard", highlight=False)
    console.print(shown, end="", soft_wrap=True)


def say_json(value: Any) -> None:
    """Write a value to standard output as JSON that people can read."""
    sys.stdout.write(json_text(value, indent=2))
