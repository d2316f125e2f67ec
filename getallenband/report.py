"""getallenband report: run everything, check it, write the pages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    editions: Annotated[
        list[str] | None, typer.Argument(metavar="[EDITION]...", help="their pages alone; default: the whole report")
    ] = None,
    out: Annotated[Path, typer.Option(metavar="DIR", help="where the pages go")] = Path("reports/out"),
    check: Annotated[bool, typer.Option("--check", help="print the verdicts; exit code 1 if one changed")] = False,
    soak: Annotated[bool, typer.Option("--soak", help="also what takes too long for every day")] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="make runs and searches again, whatever is kept")] = False,
) -> None:
    """Write the report: index.html and index.md, a page for each edition, and the data that they were made from."""
    from reports.publishing.report import report
    from reports.publishing.tables import verdict_table
    from reports.running.kept import Kept

    reported = report(out, editions or [], Kept(fresh=fresh), soak=soak)
    if check:
        typer.echo(verdict_table(reported.verdicts))
        for line in reported.changed:
            typer.echo(f"not as expected: {line}", err=True)
    for page in [file for file in reported.files if file.endswith(".html")] if editions else ["index.html"]:
        typer.echo(f"report: {out / page} (and {(out / page).with_suffix('.md')})")
    raise typer.Exit(bool(check and reported.changed))
