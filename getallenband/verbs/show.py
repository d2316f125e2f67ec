"""getallenband show: show an edition's text, its corrections, or a solution."""

from __future__ import annotations

import click

from getallenband._complete import runs
from getallenband._verb import Verb, as_json, say, say_json

CHANGES = {r"(?m)^  - .*$": "red", r"(?m)^  \+ .*$": "green"}


@click.command(cls=Verb)
@click.argument("edition", metavar="EDITION[/RUN]", shell_complete=runs)
@click.option("--apparatus", is_flag=True, help="Show the witnesses, and each correction with old and new text.")
@click.option("--solution", type=click.IntRange(min=1), metavar="N", help="Draw the N-th printed solution.")
@as_json
def command(edition: str, apparatus: bool, solution: int | None, json: bool) -> None:
    """Show the corrected text of an edition's programs, or of one run; or its corrections; or a solution."""
    from getallenband.reports.publishing.show import apparatus_text, reading_text, solution_text

    if solution is not None:
        text = solution_text(edition, solution)
    else:
        text = apparatus_text(edition) if apparatus else reading_text(edition)
    if json:
        say_json({"shown": edition, "text": text})
    else:
        say(text, CHANGES if apparatus else {})
