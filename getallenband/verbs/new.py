"""getallenband new: begin an edition, a puzzle or a language: files that work, and say what to do next."""

from __future__ import annotations

from pathlib import Path

import click

from getallenband._complete import languages
from getallenband._verb import Verb, as_json, say, say_json

PATH = click.Path(path_type=Path)


@click.group
def command() -> None:
    """Write files to begin with; nothing is overwritten."""


@command.command(cls=Verb)
@click.argument("folder", type=PATH, metavar="DIR")
@click.argument("programs", type=PATH, nargs=-1, required=True, metavar="PROGRAM...")
@click.option(
    "--language",
    shell_complete=languages,
    default="",
    metavar="L",
    help="The language (default: by extension, else by the text).",
)
@click.option("--tape", multiple=True, metavar="[NAME=]FILE", help="An input of the programs; repeatable.")
@as_json
def edition(folder: Path, programs: tuple[Path, ...], language: str, tape: tuple[str, ...], json: bool) -> None:
    """Write an edition of programs: texts, a first run of each, a first claim, the story's beginning."""
    from reports.scaffolding.edition import new_edition

    files = new_edition(folder, programs, language, tape)
    if json:
        say_json({"files": files})
        return
    for path in files:
        say(f"{path}\n", {})
    say(f"next: getallenband check {folder}; getallenband report {folder}\n", {})


@command.command(cls=Verb)
@click.argument("file", type=PATH, metavar="FILE.toml")
@as_json
def puzzle(file: Path, json: bool) -> None:
    """Write a puzzle that can be solved at once, to be changed into another."""
    from reports.scaffolding.puzzle import new_puzzle

    new_puzzle(file)
    if json:
        say_json({"files": [file]})
        return
    say(f"{file}\nnext: getallenband solve {file} --list\n", {})


@command.command(cls=Verb)
@click.argument("folder", type=PATH, metavar="DIR")
@as_json
def language(folder: Path, json: bool) -> None:
    """Write a Python package with a small language, to be changed into another."""
    from reports.scaffolding.language import new_language

    files = new_language(folder)
    if json:
        say_json({"files": files})
        return
    for path in files:
        say(f"{path}\n", {})
    say(f"next: pip install -e {folder}; getallenband cases {folder.name}\n", {})
