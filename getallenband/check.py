"""getallenband check: hold every published figure against what the programs do."""

from __future__ import annotations

from typing import Annotated

import typer


def command(
    editions: Annotated[list[str] | None, typer.Argument(metavar="[EDITION]...", help="default: all")] = None,
    json: Annotated[bool, typer.Option("--json", help="the verdicts as JSON")] = False,
    soak: Annotated[bool, typer.Option("--soak", help="also what takes too long for every day")] = False,
) -> None:
    """Check every claim: verdict, published, observed; exit code 1 if a verdict is not the expected one."""
    from reports.checking.check import all_verdicts, left_out
    from reports.publishing.tables import as_json, verdict_table

    found = all_verdicts(editions or [], soak=soak)
    typer.echo(as_json(found) if json else verdict_table(found), nl=False)
    if not soak and (number := left_out(editions or [])):
        typer.echo(f"left out: {number} on runs that take too long for every day (--soak)", err=True)
    raise typer.Exit(any(verdict["changed"] for verdict in found))
