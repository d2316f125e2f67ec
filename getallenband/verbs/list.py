"""getallenband list: the editions with their runs, the languages, the puzzles."""

from __future__ import annotations

import click

from getallenband._verb import Verb, as_json, say, say_json


@click.command(cls=Verb)
@as_json
def command(json: bool) -> None:
    """List editions and their runs, languages, puzzles."""
    from reports.publishing.inventory import inventory, inventory_text

    found = inventory()
    say_json(found) if json else say(inventory_text(found))
