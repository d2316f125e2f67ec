"""getallenband report: run everything, check it, write the pages."""

from __future__ import annotations

from pathlib import Path

import click

from getallenband._complete import editions
from getallenband._verb import Verb, as_json, say, say_json, with_fresh, with_soak

PATH = click.Path(path_type=Path)


@click.command(cls=Verb)
@click.argument("editions", nargs=-1, metavar="[EDITION]...", shell_complete=editions)
@click.option(
    "--out",
    metavar="DIR",
    type=PATH,
    default=Path("reports/out"),
    show_default=True,
    help="Write the pages to this folder.",
)
@click.option("--check", is_flag=True, help="Print the verdicts; exit code 1 if one changed.")
@with_soak
@with_fresh
@as_json
def command(editions: tuple[str, ...], out: Path, check: bool, soak: bool, fresh: bool, json: bool) -> None:
    """Write the report: index.html and index.md, a page for each edition, and their data."""
    from getallenband.durable.visible import visible
    from getallenband.originals.folders import open_all
    from getallenband.reports.checking.check import left_out
    from getallenband.reports.comparing.atlas import sample_changed
    from getallenband.reports.publishing.report import report
    from getallenband.reports.publishing.tables import left_out_note, verdict_table
    from getallenband.reports.runs.cache import ResultCache

    names = open_all(editions)
    cache = ResultCache(fresh=fresh)
    of_atlas = sample_changed(cache) if check and not editions else []  # first: what was made is said at the end
    reported = report(out, names, cache, soak=soak)
    changed = [*reported.changed, *of_atlas]
    if check and not json:
        say(verdict_table(reported.verdicts) + "\n")
        if not soak and (number := left_out(names)):
            click.echo(left_out_note(number), err=True)
        for line in changed:
            click.echo(visible(f"not as expected: {line}"), err=True)
        click.echo(visible(reported.news), err=True)
    if json:
        say_json({"folder": reported.out, "files": reported.files, "changed": changed})
        raise SystemExit(int(bool(check and changed)))
    pages = [file for file in reported.files if file.endswith(".html") and file != "reading.html"]
    for page in pages if editions else ["index.html"]:
        text = str(Path(page).with_suffix(".md"))
        say(f"report: {out / page}{f' (and {out / text})' if text in reported.files else ''}\n", {})
    raise SystemExit(int(bool(check and changed)))
