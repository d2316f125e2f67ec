"""getallenband seal: renew an edition's checksums after showing what changed."""

from __future__ import annotations

import click

from getallenband._complete import editions
from getallenband._verb import Verb, as_json, say, say_json


@click.command(cls=Verb)
@click.argument("edition", metavar="EDITION", shell_complete=editions)
@as_json
def command(edition: str, json: bool) -> None:
    """Renew the checksums of texts and the seals of runs in an edition's files, and show what changed.

    The exit code is 1 if a claim that was awaiting evidence is contradicted by it.
    """
    from getallenband.originals.folders import open_one
    from getallenband.reports.scaffolding.seal import NOT_SEALED, seal

    lines = list(seal(open_one(edition)))
    say_json({"changes": lines}) if json else say("\n".join(lines or ["nothing changed"]) + "\n", {})
    raise SystemExit(int(any(line.startswith("claim ") and NOT_SEALED in line for line in lines)))
