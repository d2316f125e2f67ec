"""getallenband verify: check a certificate, the proof of a puzzle's number of solutions."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import click

from getallenband._verb import Verb, as_json, say, say_json

PATH = click.Path(path_type=Path)

REFUSED = 2


@click.command(cls=Verb)
@click.argument("certificate", type=PATH)
@click.option("--puzzle", type=PATH, metavar="FILE", help="The puzzle file, if it is elsewhere.")
@as_json
def command(certificate: Path, puzzle: Path | None, json: bool) -> None:
    """Check the proof with a separate program that shares no code with the solvers.

    Exit codes: 0 the proof is valid, 2 it is not, or cannot be read.
    """
    from getallenband.durable.visible import shown, visible
    from getallenband.modern.proof.verify import Refused, verify

    try:
        form, statement = verify(certificate, puzzle)
    except Refused as refusal:
        sys.stderr.write(visible(f"{shown(certificate)}: refused: {refusal}{cure(refusal)}") + "\n")
        raise SystemExit(REFUSED) from None
    say_json({"certificate": certificate, "proves": statement, "form": form}) if json else say(f"{statement}\n", {})


def cure(refusal: Exception) -> str:
    """Say where a puzzle file that is not there may come from; "" where something else is wrong."""
    file, _, reason = str(refusal).partition(": ")
    if reason != os.strerror(errno.ENOENT):
        return ""
    from getallenband.modern.puzzle_files.atlas import atlas

    name = Path(file).stem
    row = f"; `getallenband atlas {name} --file` prints it" if name in atlas() else ""
    return f"; --puzzle FILE gives its path{row}"
