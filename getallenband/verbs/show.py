"""getallenband show: an edition's reading text, and what the editor changed in it."""

from __future__ import annotations

import click


@click.command
@click.argument("edition", metavar="EDITION[/RUN]")
@click.option("--apparatus", is_flag=True, help="Each change of the text, old and new.")
@click.option("--solution", type=click.IntRange(min=1), metavar="N", help="Draw the N-th solution printed.")
def command(edition: str, apparatus: bool, solution: int | None) -> None:
    """Show the reading text of an edition's programs, or of one run; or its emendations; or a solution."""
    from reports.publishing.show import apparatus_text, reading_text, solution_text

    if solution is not None:
        click.echo(solution_text(edition, solution), nl=False)
    else:
        click.echo(apparatus_text(edition) if apparatus else reading_text(edition), nl=False)
