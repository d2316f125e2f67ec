"""getallenband collate: compare two transcriptions and propose corrections, or variants."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from getallenband._verb import Verb, as_json, say, say_json

if TYPE_CHECKING:
    from getallenband.originals.variants import Difference

PATH = click.Path(path_type=Path)


@click.command(cls=Verb)
@click.argument("first", type=PATH, metavar="A")
@click.argument("second", type=PATH, metavar="B")
@click.option("--text", default="", metavar="NAME", help="The text's name (default: as A's edition says, or main).")
@click.option("--witness", metavar="SIGIL", help="B is this witness of the edition: write variants.")
@click.option("--out", type=PATH, metavar="FILE.toml", help="Write the candidates; nothing is overwritten.")
@click.option("--append", "adding", is_flag=True, help="Add new ones to the emendations.toml of A's edition.")
@as_json
def command(
    first: Path, second: Path, text: str, witness: str | None, out: Path | None, adding: bool, json: bool
) -> None:
    """Show where B differs from A, with visible blanks, and write the differences as emendations of A.

    B may be a corrected copy, another transcription, or a machine's reading of the scan. For each difference a likely
    cause is given. With --witness B is another copy of the document: its readings are neither right nor wrong, and
    are written as variants of A.
    """
    from dataclasses import asdict

    from getallenband import durable
    from getallenband.durable.errors import Error
    from getallenband.durable.visible import shown
    from getallenband.originals.confusions import likely
    from getallenband.originals.variants import as_emendations, as_variants, collated
    from getallenband.reports.runs.files import read_noted
    from getallenband.reports.scaffolding.edition import check_free
    from getallenband.reports.scaffolding.emend import append, known_text, text_of, to_describe

    if adding and (witness or out):
        raise click.UsageError("--append writes emendations.toml; variants: --witness … --out EDITION/variants.toml")
    (one, of_first), (other, of_second) = read_noted(first), read_noted(second)
    for note in (*of_first, *of_second):
        click.echo(note, err=True)
    for path, source in ((first, one), (second, other)):
        if not source.text.strip():
            raise Error(f"{shown(path)}: is empty; expected a text")  # not an emendation that deletes the whole text
    found = collated(one.text, other.text, words=witness is not None)
    if out is not None:
        check_free(out)
        text = text or (known_text(first) or ("", "main"))[1]
        candidates = as_variants(found, text, witness) if witness else as_emendations(found, text)
        durable.write(out, f"# Next: delete the wrong ones; give the others reasons without brackets.\n{candidates}")
    added = append(*text_of(first), found) if adding else []
    if json:
        say_json([{**asdict(each), **({} if witness else asdict(likely(each.was, each.became)))} for each in found])
        return
    for each in added if adding else found:
        say(described(each, first, second, likely=witness is None), {})
    click.echo(f"{len(found)} differences" if len(found) != 1 else "1 difference")
    if out is not None:
        say(f"written: {out}\n{to_describe(first, witness) if witness else ''}", {})
    if adding:
        some = f"{len(added)}, shown above" if added else "none"
        others = "" if len(added) == len(found) else "; the others were there already" if added else "; all were there"
        click.echo(f"added to emendations.toml: {some}{others}")


def described(found: Difference, first: Path, second: Path, *, likely: bool) -> str:
    """Return a difference as lines: where it is, both readings, and its likely cause."""
    from getallenband.durable.visible import shown, with_blanks
    from getallenband.originals import confusions

    old, new = with_blanks(found.old), with_blanks(found.new)
    lines = f"{shown(first)}:{found.line}:{found.column}: {old}\n  {shown(second)}: {new}\n"
    cause = confusions.likely(found.was, found.became)
    sure = f", {cause.certainty}" if cause.certainty else ""
    return lines + (f"  likely cause: {cause.cause}{sure}: {cause.reason}\n" if likely else "")
