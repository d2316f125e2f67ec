"""getallenband cache: what is kept of runs and searches, so that they need not be made again."""

from __future__ import annotations

import click


@click.command
@click.argument("action", metavar="[clear]", default="")
def command(action: str) -> None:
    """Say where results are kept, how many and how large they are; or remove them."""
    from interpreters.source.diagnostics import UserError
    from reports.running.kept import Kept

    if action not in ("", "clear"):
        raise UserError(f"there is no action {action!r} of cache; expected: clear, or nothing")
    kept = Kept()
    if kept.folder is None:
        click.echo("nothing is kept: the user's cache folder cannot be written")
    elif action == "clear":
        click.echo(f"{kept.folder}: {kept.clear():,} removed")
    else:
        sizes = [stat.st_size for _, stat in kept.entries()]
        click.echo(
            f"{kept.folder}: {len(sizes):,} results, {sum(sizes) / 2**20:,.1f} of at most {kept.limit / 2**20:,.0f} MB"
        )
