"""getallenband list: the editions with their runs, the languages, the puzzles."""

from __future__ import annotations

import click


@click.command
@click.option("--json", is_flag=True, help="The same as JSON.")
def command(json: bool) -> None:
    """List editions and their runs, languages, puzzles."""
    from reports.publishing.inventory import inventory, inventory_text
    from reports.publishing.layout import as_json

    found = inventory()
    click.echo(as_json(found) if json else inventory_text(found), nl=False)
