"""getallenband verify: check a certificate, the proof of a puzzle's number of solutions."""

from __future__ import annotations

import sys
from pathlib import Path

import click

PATH = click.Path(path_type=Path)

REFUSED = 2


@click.command
@click.argument("certificate", type=PATH)
@click.option("--puzzle", type=PATH, metavar="FILE", help="The puzzle file, if it is elsewhere.")
def command(certificate: Path, puzzle: Path | None) -> None:
    """Check the proof with a program of its own that shares nothing with the solvers.

    Exit codes: 0 the proof holds, 2 it is refused or cannot be read.
    """
    from modern.proof.check_certificate import Refused, check

    try:
        statement = check(certificate, puzzle)
    except Refused as refusal:
        sys.stderr.write(f"{certificate}: refused: {refusal}\n")
        raise SystemExit(REFUSED) from None
    sys.stdout.write(statement + "\n")
