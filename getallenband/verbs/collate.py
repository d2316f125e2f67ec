"""getallenband collate: compare two transcriptions and propose corrections, or variants."""

from __future__ import annotations

from pathlib import Path

import click

from getallenband._verb import Verb, as_json, say, say_json

PATH = click.Path(path_type=Path)
BLANKS = str.maketrans({" ": "·", "\n": "␊", "\t": "→"})


@click.command(cls=Verb)
@click.argument("first", type=PATH, metavar="A")
@click.argument("second", type=PATH, metavar="B")
@click.option("--text", default="main", metavar="NAME", help="What the edition calls the text (default: main).")
@click.option("--witness", metavar="SIGIL", help="B is this witness of the edition: write variants.")
@click.option("--out", type=PATH, metavar="FILE.toml", help="Write the candidates; nothing is overwritten.")
@as_json
def command(first: Path, second: Path, text: str, witness: str | None, out: Path | None, json: bool) -> None:
    """Show where B reads otherwise than A, blanks made visible, and write that as emendations of A.

    B may be another transcription, or what a machine read of the scan. With --witness B is another copy of the
    document: what it reads is neither right nor wrong, and is written as variants of A.
    """
    from dataclasses import asdict

    import durable
    from durable.visible import shown
    from originals.variants import as_emendations, as_variants, collated
    from reports.runs.files import read_noted
    from reports.scaffolding.edition import check_free

    (one, of_first), (other, of_second) = read_noted(first), read_noted(second)
    for note in (*of_first, *of_second):
        click.echo(note, err=True)
    found = collated(one.text, other.text)
    if out is not None:
        check_free(out)
        candidates = as_variants(found, text, witness) if witness else as_emendations(found, text)
        durable.write(out, f"# Next: keep what is right, and say why.\n{candidates}")
    if json:
        say_json([asdict(each) for each in found])
        return
    for each in found:
        old, new = (reading.translate(BLANKS) for reading in (each.old, each.new))
        say(f"{shown(first)}:{each.line}:{each.column}: {old}\n  {shown(second)}: {new}\n", {})
    click.echo(f"{len(found)} differences" if len(found) != 1 else "1 difference")
