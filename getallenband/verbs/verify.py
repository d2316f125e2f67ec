"""getallenband verify: check a certificate, the proof of a puzzle's number of solutions."""

from __future__ import annotations

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
    import durable
    from durable.visible import shown, visible
    from modern.proof import check_certificate, check_cover
    from modern.proof.check_certificate import Refused

    try:
        with durable.open_regular(certificate) as file:
            checker = check_cover if file.read(20).startswith(b'{"cover_certificate"') else check_certificate
        statement = checker.check(certificate, puzzle)
    except Refused as refusal:
        sys.stderr.write(visible(f"{shown(certificate)}: refused: {refusal}") + "\n")
        raise SystemExit(REFUSED) from None
    say_json({"certificate": certificate, "proves": statement}) if json else say(f"{statement}\n", {})
