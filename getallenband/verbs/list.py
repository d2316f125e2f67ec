"""getallenband list: list editions, runs, languages and puzzles."""

from __future__ import annotations

import click

from getallenband._verb import Verb, as_json, say, say_json


@click.command(cls=Verb)
@click.argument("kind", metavar="[editions|runs|languages|puzzles]", default="")
@as_json
def command(kind: str, json: bool) -> None:
    """List all editions, runs, languages and puzzles, or only those of one kind."""
    from getallenband.durable.errors import Error
    from getallenband.durable.names import unknown
    from getallenband.reports.publishing.inventory import TABLES, inventory

    if kind and kind not in TABLES:
        raise Error(unknown("list", kind, TABLES))
    found = inventory()
    if json:
        say_json({kind: found["editions" if kind == "runs" else kind]} if kind else found)  # type: ignore[literal-required]
    else:
        say("\n".join(TABLES[one](found) for one in ([kind] if kind else ["runs", "languages", "puzzles"])))
