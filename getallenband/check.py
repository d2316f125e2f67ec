"""getallenband check: hold every published figure against what the programs do."""

from __future__ import annotations

from typing import Annotated

import typer


def command(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[EDITION]... | EDITION CLAIM...", help="default: all editions")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="the verdicts as JSON")] = False,
    evidence: Annotated[bool, typer.Option("--evidence", help="what decides each claim")] = False,
    soak: Annotated[bool, typer.Option("--soak", help="also what takes too long for every day")] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="make runs and searches again, whatever is kept")] = False,
) -> None:
    """Check claims: verdict, published, observed; exit code 1 if a verdict or an observation is not the expected one.

    After one edition claims of it may be named; then they alone are checked, long runs too.
    """
    from reports.checking.check import all_verdicts, broken_seals, left_out, split_names
    from reports.publishing.evidence import evidence_text
    from reports.publishing.tables import as_json, verdict_table
    from reports.running.kept import Kept
    from reports.running.records import Records

    editions, claims = split_names(names or [])
    kept = Kept(fresh=fresh)
    found = all_verdicts(editions, kept, soak=soak or bool(claims), only=claims)
    if evidence:
        typer.echo("\n".join(evidence_text(verdict, kept) for verdict in found), nl=False)
    else:
        typer.echo(as_json(found) if json else verdict_table(found), nl=False)
    broken = [] if claims else list(broken_seals(editions, Records(kept), soak=soak))
    for line in broken:
        typer.echo(line, err=True)
    if not soak and not claims and (number := left_out(editions)):
        typer.echo(f"left out: {number} on runs that take too long for every day (--soak)", err=True)
    raise typer.Exit(bool(broken) or any(verdict["changed"] for verdict in found))
