"""getallenband atlas: counts that others have published, each with its source and our verdict."""

from __future__ import annotations

from pathlib import Path

import click

from getallenband._complete import atlas_rows
from getallenband._verb import Verb, as_json, check_outputs, say, say_json


@click.command(cls=Verb)
@click.argument("names", nargs=-1, metavar="[TEXT]...", shell_complete=atlas_rows)
@click.option("--lattice", metavar="L", help="Only rows of this lattice; `exact cover` for puzzles without one.")
@click.option("--pieces", metavar="P", help="Only rows whose pieces are called so, such as hexiamonds.")
@click.option("--cells", metavar="N|N-N", help="Only boards of so many cells.")
@click.option("--verdict", type=click.Choice(["same", "different", "open"]), help="Only rows with this verdict.")
@click.option("--file", is_flag=True, help="Print the puzzle file of one row.")
@click.option("--recount", is_flag=True, help="Count now; rows that take more than a minute only with --long.")
@click.option("--long", is_flag=True, help="Recount also what takes more than a minute, however long.")
@click.option("--record", type=click.Path(path_type=Path), metavar="FILE", help="Keep what was recounted in this file.")
@as_json
def command(
    names: tuple[str, ...],
    lattice: str | None,
    pieces: str | None,
    cells: str | None,
    verdict: str | None,
    file: bool,
    recount: bool,
    long: bool,
    record: Path | None,
    json: bool,
) -> None:
    """List published counts with their sources, and whether they are ours; TEXT chooses rows that contain it.

    Exit code 1 if a count is not the one that is recorded.
    """
    from getallenband.reports.api.atlas import chosen, file_of, recount_rows
    from getallenband.reports.comparing.atlas import entries
    from getallenband.reports.publishing.tables import atlas_table

    rows = chosen(names, lattice, pieces, cells, verdict)
    if file:
        click.echo(file_of(rows), nl=False)
        return
    if record is not None:
        check_outputs([record], [])
    counted, different = None, list[str]()
    if recount:
        counted, different = recount_rows(rows, long=long, path=record, tell=lambda line: click.echo(line, err=True))
    found = entries(rows, counted)
    say_json(found) if json else say(atlas_table(found))
    raise SystemExit(int(bool(different)))
