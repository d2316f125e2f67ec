"""getallenband check: compare every published figure with what the programs produce."""

from __future__ import annotations

import click

from getallenband._complete import claims
from getallenband._verb import Verb, as_json, say, say_json, with_fresh, with_soak


@click.command(cls=Verb)
@click.argument("names", nargs=-1, metavar="[EDITION]... | EDITION CLAIM...", shell_complete=claims)
@as_json
@click.option("--evidence", is_flag=True, help="Show what decides each claim.")
@with_soak
@with_fresh
def command(names: tuple[str, ...], json: bool, evidence: bool, soak: bool, fresh: bool) -> None:
    """Check claims: verdict, published, observed; exit code 1 if a verdict or an observation is not the expected one.

    After an edition you may name some of its claims: then only these are checked, including long runs.
    """
    from getallenband.durable.visible import visible
    from getallenband.reports.checking.check import all_verdicts, broken_seals, left_out, split_names
    from getallenband.reports.checking.draft import left_to_do, not_searched
    from getallenband.reports.publishing.evidence import evidence_text
    from getallenband.reports.publishing.tables import left_out_note, steps_text, verdict_table
    from getallenband.reports.runs.cache import ResultCache
    from getallenband.reports.runs.records import Records

    editions, claims = split_names(names)
    cache = ResultCache(fresh=fresh)
    found = all_verdicts(editions, cache, soak=soak or bool(claims), only=claims)
    if evidence:
        say("\n".join(evidence_text(verdict, cache) for verdict in found))
    else:
        say_json(found) if json else say(verdict_table(found) + steps_text(left_to_do(editions, found)))
    broken = [] if claims else list(broken_seals(editions, Records(cache), soak=soak))
    for line in broken:
        click.echo(visible(line), err=True)
    for line in [] if claims else not_searched(editions):
        click.echo(visible(line), err=True)
    if not soak and not claims and (number := left_out(editions)):
        click.echo(left_out_note(number), err=True)
    raise SystemExit(int(bool(broken) or any(verdict["changed"] for verdict in found)))
