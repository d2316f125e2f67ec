"""getallenband show: an edition's reading text, and what the editor changed in it."""

from __future__ import annotations

from typing import Annotated

import typer


def command(
    edition: Annotated[str, typer.Argument(metavar="EDITION[/RUN]", help="which edition")],
    apparatus: Annotated[bool, typer.Option("--apparatus", help="each change of the text, old beside new")] = False,
) -> None:
    """Show the reading text of an edition's programs, or of one run; with --apparatus its emendations."""
    from reports.show import apparatus_text, reading_text

    typer.echo(apparatus_text(edition) if apparatus else reading_text(edition), nl=False)
