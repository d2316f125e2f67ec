"""getallenband list: the editions with their runs, the languages, the puzzles."""

from __future__ import annotations

from typing import Annotated

import typer


def command(json: Annotated[bool, typer.Option("--json", help="the same as JSON")] = False) -> None:
    """List editions and their runs, languages, puzzles."""
    from reports.publishing.inventory import inventory, inventory_text
    from reports.publishing.tables import as_json

    found = inventory()
    typer.echo(as_json(found) if json else inventory_text(found), nl=False)
