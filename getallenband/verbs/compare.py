"""getallenband compare: compare the originals' counts with those of modern solvers."""

from __future__ import annotations

import click

from getallenband._complete import editions
from getallenband._verb import Verb, as_json, say, say_json, with_fresh, with_soak


@click.command(cls=Verb)
@click.argument("editions", nargs=-1, metavar="[EDITION]...", shell_complete=editions)
@as_json
@with_soak
@with_fresh
def command(editions: tuple[str, ...], json: bool, soak: bool, fresh: bool) -> None:
    """Compare counts and node statistics of the originals with those of modern solvers; exit code 1 if they differ."""
    from getallenband.originals.folders import open_all
    from getallenband.reports.comparing.compare import all_left_out, comparisons_and_programs
    from getallenband.reports.publishing.tables import comparison_tables
    from getallenband.reports.runs.cache import ResultCache

    names = open_all(editions)
    found = comparisons_and_programs(names, ResultCache(fresh=fresh), soak=soak)
    say_json(found) if json else say(comparison_tables(found))
    if not soak and (left := all_left_out(names)):
        click.echo(f"left out, on runs that take minutes (--soak): {', '.join(left)}", err=True)
    raise SystemExit(int(not all(comparison["equal"] for comparison in found["comparisons"])))
