"""getallenband version: show the installed version."""

from __future__ import annotations

import click

import getallenband
from getallenband._verb import Verb


@click.command(cls=Verb)
def command() -> None:
    """Show the version."""
    click.echo(f"getallenband {getallenband.__version__}")
