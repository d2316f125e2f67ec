"""getallenband show: an edition's reading text, and what the editor changed in it."""

from __future__ import annotations

from typing import Annotated

import typer


def command(
    edition: Annotated[str, typer.Argument(metavar="EDITION[/RUN]", help="which edition")],
    apparatus: Annotated[bool, typer.Option("--apparatus", help="each change of the text, old and new")] = False,
    solution: Annotated[int | None, typer.Option(min=1, metavar="N", help="draw the N-th solution printed")] = None,
) -> None:
    """Show the reading text of an edition's programs, or of one run; or its emendations; or a solution."""
    from reports.publishing.show import apparatus_text, reading_text, solution_text

    if solution is not None:
        typer.echo(solution_text(edition, solution), nl=False)
    else:
        typer.echo(apparatus_text(edition) if apparatus else reading_text(edition), nl=False)
