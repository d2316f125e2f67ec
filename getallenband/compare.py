"""getallenband compare: the originals beside modern solvers, count by count."""

from __future__ import annotations

from typing import Annotated

import typer


def command(
    editions: Annotated[list[str] | None, typer.Argument(metavar="[EDITION]...", help="default: all")] = None,
    json: Annotated[bool, typer.Option("--json", help="the comparisons as JSON")] = False,
    soak: Annotated[bool, typer.Option("--soak", help="also what takes too long for every day")] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="make runs and searches again, whatever is kept")] = False,
) -> None:
    """Compare counts and node statistics of the originals with those of modern solvers; exit code 1 if they differ."""
    from reports.comparing.compare import all_left_out, comparisons_and_programs
    from reports.publishing.tables import as_json, comparison_tables
    from reports.running.kept import Kept

    found = comparisons_and_programs(editions or [], Kept(fresh=fresh), soak=soak)
    typer.echo(as_json(found) if json else comparison_tables(found), nl=False)
    if not soak and (names := all_left_out(editions or [])):
        typer.echo(f"left out, on runs that take too long for every day (--soak): {', '.join(names)}", err=True)
    raise typer.Exit(not all(comparison["equal"] for comparison in found["comparisons"]))
