"""getallenband cache: show or clear cached results."""

from __future__ import annotations

import click

from getallenband._verb import Verb, as_json, say, say_json


@click.command(cls=Verb)
@click.argument("action", metavar="[clear]", default="")
@as_json
def command(action: str, json: bool) -> None:
    """Show the folder of cached results, their number and size; or remove them."""
    from getallenband.interpreters.source.diagnostics import UserError
    from getallenband.reports.runs.cache import ResultCache

    if action not in ("", "clear"):
        raise UserError(f"there is no action {action!r} of cache; expected: clear, or nothing")
    cache = ResultCache()
    removed = cache.clear() if action == "clear" and cache.folder else 0
    sizes = [stat.st_size for _, stat in cache.entries()]
    if json:
        say_json(
            {
                "folder": cache.folder,
                "results": len(sizes),
                "bytes": sum(sizes),
                "limit": cache.limit,
                "removed": removed,
            }
        )
    elif cache.folder is None:
        click.echo("nothing is cached: the user's cache folder cannot be written")
    elif action == "clear":
        say(f"{cache.folder}: {removed:,} removed\n", {})
    else:
        size = f"{sum(sizes) / 2**20:,.1f} of at most {cache.limit / 2**20:,.0f} MB"
        say(f"{cache.folder}: {len(sizes):,} results, {size}\n", {})
