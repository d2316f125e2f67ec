"""getallenband supply: add a text that an edition may not contain, or what its document prints."""

from __future__ import annotations

from pathlib import Path

import click

from getallenband._complete import editions
from getallenband._verb import Verb, as_json, say, say_json


@click.command(cls=Verb)
@click.argument("edition", metavar="EDITION", shell_complete=editions)
@click.argument("text", metavar="TEXT")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--encoding", default="", metavar="E", help="The file's encoding (default: UTF-8, or Latin-1).")
@as_json
def command(edition: str, text: str, file: Path, encoding: str, json: bool) -> None:
    """Copy a missing text into an edition, if its checksum is right; nothing is overwritten."""
    from getallenband.originals.folders import open_one
    from getallenband.reports.scaffolding.supply import supply

    written = supply(open_one(edition), text, file, encoding)
    say_json({"file": written}) if json else say(f"{written}\nnext: getallenband check {edition}\n", {})
