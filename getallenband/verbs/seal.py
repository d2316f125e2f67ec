"""getallenband seal: renew an edition's checksums after showing what changed."""

from __future__ import annotations

import click


@click.command
@click.argument("edition", metavar="EDITION")
def command(edition: str) -> None:
    """Renew the checksums of texts, and the seals of runs, in an edition's files; say what changed."""
    from originals.folders import opened
    from reports.starting.seal import seal

    lines = list(seal(opened(edition)[0]))
    click.echo("\n".join(lines) if lines else "nothing changed")
