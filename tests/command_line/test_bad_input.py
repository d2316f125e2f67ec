"""Whatever a text holds, there is a message with its place or a run: damaged programs in all languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from getallenband.interpreters.language import language, languages
from tests.command_line.trials import Trial, tried
from tests.generators.mutations import mutated

ENGINES = ("machine", "machine", "machine", "native")
UNSAVED = "written by the program, not saved: .*"
HEAD = re.compile(rf"\w+\.txt:\d+:\d+: .|… and \d+ more$|{UNSAVED}")
"""How a message begins; what goes with it is indented."""
NOTES = re.compile(rf"(\w+\.txt:\d+:\d+: note: .*\n|{UNSAVED}\n)*")
"""What a run that is finished may tell beside its output."""
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def faults(trial: Trial) -> Iterator[str]:
    """Say what is wrong with how a program ended: no exit code but these, and a place in each message of code 2."""
    if trial.code not in (0, 2, 3, 4):
        yield f"exit {trial.code}: {trial.errors}"
    elif trial.code == 0 and not NOTES.fullmatch(trial.errors):
        yield f"exit {trial.code} says: {trial.errors!r}"
    elif trial.code != 0 and trial.errors == "":
        yield f"exit {trial.code} says nothing"
    elif trial.code == 2 and (shown := CONTROL.search(trial.errors)):
        yield f"a control character in a message: {shown[0]!r}"
    elif trial.code == 2:
        heads = [line for line in trial.errors.split("\n") if line[:1].strip()]
        yield from (f"no place: {head}" for head in heads if not HEAD.match(head))


def found(name: str, seed: int, count: int, folder: Path) -> list[tuple[str, bytes]]:
    """Try damaged programs of a language; return what went wrong, with the program."""
    random = Random(f"{name} {seed}")
    engine = random.choice(ENGINES) if language(name).lower else "machine"
    programs = [mutated(random, name) for _ in range(count)]
    return [
        (f"{trial.program.name}: {fault}", trial.program.source)
        for trial in tried(programs, engine, folder)
        for fault in faults(trial)
    ]


@pytest.mark.parametrize("name", sorted(languages()))
def test_damaged_programs(name, tmp_path):
    assert found(name, 0, 15, tmp_path) == []
