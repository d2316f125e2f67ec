"""getallenband new: start an edition, a board, a puzzle or a language."""

from __future__ import annotations

from pathlib import Path

import click

from getallenband._complete import languages, runs
from getallenband._verb import Verb, as_json, say, say_json

PATH = click.Path(path_type=Path)


@click.group
def command() -> None:
    """Write a first version of something; nothing is overwritten."""


@command.command(cls=Verb)
@click.argument("folder", type=PATH, metavar="DIR")
@click.argument("programs", type=PATH, nargs=-1, required=True, metavar="PROGRAM...")
@click.option(
    "--language",
    shell_complete=languages,
    default="",
    metavar="L",
    help="The language (default: by the extension, or by the text).",
)
@click.option("--tape", multiple=True, metavar="[NAME=]FILE", help="An input of the programs; repeatable.")
@click.option(
    "--printed",
    multiple=True,
    metavar="[PROGRAM=]FILE",
    help="What the document prints of a program (default: of the first one): a text, or FILE.toml with figures.",
)
@click.option("--encoding", default="", metavar="E", help="The encoding of all files (default: UTF-8, or Latin-1).")
@as_json
def edition(
    folder: Path,
    programs: tuple[Path, ...],
    language: str,
    tape: tuple[str, ...],
    printed: tuple[str, ...],
    encoding: str,
    json: bool,
) -> None:
    """Start an edition of programs, even if they have errors, and list what is left to do."""
    from getallenband.durable.visible import visible
    from getallenband.reports.publishing.tables import steps_text
    from getallenband.reports.scaffolding.edition import Beginning, new_edition

    begun = new_edition(folder, Beginning(programs, language, tape, printed, encoding))
    for note in begun.notes:
        click.echo(visible(note), err=True)
    if json:
        say_json({"files": begun.files, "steps": begun.steps})
        return
    for path in begun.files:
        say(f"{path}\n", {})
    say(steps_text(begun.steps))
    say(f"a board for the page, from one solution as it is printed: getallenband new board {folder} FILE\n", {})
    say(f"next: getallenband check {folder}; getallenband report {folder}\n", {})


@command.command(cls=Verb)
@click.argument("edition", metavar="EDITION[/RUN]", shell_complete=runs)
@click.argument("sample", type=PATH, metavar="FILE")
@click.option("--array", default="", metavar="NAME", help="The program's array that holds a solution.")
@click.option(
    "--at", default="", metavar="TEXT", help="The beginning of the statement that runs once for each solution."
)
@as_json
def board(edition: str, sample: Path, array: str, at: str, json: bool) -> None:
    """Find an edition's board in its program's variables, from one printed solution."""
    from getallenband.originals.folders import opened
    from getallenband.reports.scaffolding.board import new_board

    written = new_board(*opened(edition), sample, array, at)
    say_json({"file": written}) if json else say(f"{written}\nnext: getallenband report {edition}\n", {})


@command.command(cls=Verb)
@click.argument("file", type=PATH, metavar="FILE.toml")
@as_json
def puzzle(file: Path, json: bool) -> None:
    """Write a small puzzle, to be changed into your own."""
    from getallenband.reports.scaffolding.puzzle import new_puzzle

    new_puzzle(file)
    if json:
        say_json({"files": [file]})
        return
    say(f"{file}\nnext: getallenband solve {file} --list\n", {})


@command.command(cls=Verb)
@click.argument("folder", type=PATH, metavar="DIR")
@as_json
def language(folder: Path, json: bool) -> None:
    """Write a Python package with a small language, to be changed into your own."""
    from getallenband.reports.scaffolding.language import new_language

    files = new_language(folder)
    if json:
        say_json({"files": files})
        return
    for path in files:
        say(f"{path}\n", {})
    say(f"next: pip install -e {folder}; getallenband cases {folder.name}\n", {})
