"""getallenband verify: check a certificate, the proof of a puzzle's number of solutions."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

REFUSED = 2


def command(
    certificate: Annotated[Path, typer.Argument(metavar="CERTIFICATE", help="a file written by solve --certificate")],
    puzzle: Annotated[Path | None, typer.Option(metavar="FILE", help="the puzzle file, if it is elsewhere")] = None,
) -> None:
    """Check the proof with a program of its own that shares nothing with the solvers.

    Exit codes: 0 the proof holds, 2 it is refused or cannot be read.
    """
    from modern.proof.check_certificate import Refused, check

    try:
        statement = check(certificate, puzzle)
    except Refused as refusal:
        sys.stderr.write(f"{certificate}: refused: {refusal}\n")
        raise typer.Exit(REFUSED) from None
    sys.stdout.write(statement + "\n")
