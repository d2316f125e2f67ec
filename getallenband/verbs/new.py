"""getallenband new: begin an edition, a puzzle or a language: files that work, and say what to do next."""

from __future__ import annotations

from pathlib import Path

import click

PATH = click.Path(path_type=Path)


@click.group
def command() -> None:
    """Write files to begin with; nothing is overwritten."""


@command.command
@click.argument("folder", type=PATH, metavar="DIR")
@click.argument("programs", type=PATH, nargs=-1, required=True, metavar="PROGRAM...")
@click.option("--language", default="", metavar="L", help="The language (default: by extension, else by the text).")
@click.option("--tape", multiple=True, metavar="[NAME=]FILE", help="An input of the programs; repeatable.")
def edition(folder: Path, programs: tuple[Path, ...], language: str, tape: tuple[str, ...]) -> None:
    """Write an edition of programs: texts, a first run of each, a first claim, the story's beginning."""
    from reports.starting.edition import new_edition

    for path in new_edition(folder, programs, language, tape):
        click.echo(path)
    click.echo(f"next: getallenband check {folder}; getallenband report {folder}")


@command.command
@click.argument("file", type=PATH, metavar="FILE.toml")
def puzzle(file: Path) -> None:
    """Write a puzzle that can be solved at once, to be changed into another."""
    from reports.starting.puzzle import new_puzzle

    click.echo(new_puzzle(file))
    click.echo(f"next: getallenband solve {file} --list")
