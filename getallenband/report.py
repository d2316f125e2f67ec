"""getallenband report: run everything, check it, write the pages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    out: Annotated[Path, typer.Option(metavar="DIR", help="where the pages go")] = Path("reports/out"),
    check: Annotated[bool, typer.Option("--check", help="print the verdicts; exit code 1 if one changed")] = False,
    soak: Annotated[bool, typer.Option("--soak", help="also what takes too long for every day")] = False,
) -> None:
    """Write the report: index.html and index.md, a page for each edition, and the data that they were made from."""
    from reports.publishing.report import report
    from reports.publishing.tables import verdict_table

    reported = report(out, soak=soak)
    if check:
        typer.echo(verdict_table(reported.verdicts))
        for line in reported.changed:
            typer.echo(f"not as expected: {line}", err=True)
    typer.echo(f"report: {out / 'index.html'} (and {out / 'index.md'})")
    raise typer.Exit(bool(check and reported.changed))
