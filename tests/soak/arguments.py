"""Every option and argument of every verb with values that are wrong: the answer is a message, or the command's own.

wrong_arguments(7)          # "" or "run one.ecol --record \\ud8ff: exit 70: …"
"""

from __future__ import annotations

import gc
import os
import resource
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path

import click

from getallenband.main import application
from getallenband.originals import folders
from getallenband.reports.scaffolding.edition import Beginning, new_edition
from tests.soak import commands

MEMORY = 16 << 30
PROGRAM = "one.ecol"
USUAL: Mapping[str, Mapping[str, str]] = {
    "cache": {},
    "cases": {"language": "speech"},
    "check": {"names": "mine"},
    "collate": {"first": PROGRAM, "second": PROGRAM},
    "compare": {"editions": "mine"},
    "completion": {"shell": "bash"},
    "list": {},
    "new board": {"edition": "mine", "sample": "box.txt"},
    "new edition": {"folder": "other", "programs": PROGRAM},
    "new language": {"folder": "speech"},
    "new puzzle": {"file": "box.toml"},
    "report": {"editions": "mine"},
    "run": {"target": PROGRAM},
    "seal": {"edition": "mine"},
    "show": {"edition": "mine"},
    "solve": {"puzzles": "rug"},
    "supply": {"edition": "mine", "text": "one-prints", "file": PROGRAM},
    "verify": {"certificate": "proof.json"},
}
"""Arguments with which each verb is soon done, by their names."""
VALUES = (
    "", " ", "nan", "inf", "-inf", "-0", "0", "-1", "1e999", "9" * 40, "0x10", "١", "-", "=", "x=", "=x", ":",
    "x:", "x:1", "x:y", "1:", "a=b=c", ".", "..", "/", "folder", "missing/x", "mine/../mine", "/dev/full", "/dev/null",
    "/dev/zero", "link", "a\nb", "\x1b[31m", "é", os.fsdecode(b"\xff\xfe"), "x" * 300, "x/" * 3000, "~", "*", "%s",
    "box.toml", PROGRAM, "http://x/", "dask://", "dask://x:y", "dask://127.0.0.1:1",
)  # fmt: skip


@cache
def arguments() -> list[tuple[str, ...]]:
    """Return command lines: each verb with its usual arguments, but for one."""
    return [line for verb in USUAL for line in lines_of(verb)]


def lines_of(verb: str) -> Iterator[tuple[str, ...]]:
    command = found(verb)
    usual = USUAL[verb]
    for parameter, value in product(command.params, VALUES):
        if not isinstance(parameter.type, click.Choice):
            if isinstance(parameter, click.Argument):
                changed = {**usual, str(parameter.name): value}
                yield (*verb.split(), *(changed[str(each.name)] for each in command.params if each.name in changed))
            elif isinstance(parameter, click.Option) and not parameter.is_flag:
                yield (*verb.split(), *usual.values(), parameter.opts[0], value)


def found(verb: str) -> click.Command:
    """Return the command of a verb, or of a verb and what follows it."""
    context = click.Context(application)
    command: click.Command | None = application
    for name in verb.split():
        assert isinstance(command, click.Group)
        command = command.get_command(context, name)
    assert command is not None
    return command


def wrong_arguments(number: int) -> str:
    """Run one command line, and what is empty has to be refused."""
    line = arguments()[number % len(arguments())]
    with commands.home() as folder:
        furnish(folder)
        before = set(folder.rglob("*"))
        done = commands.Fork(folder, *line, before=limit_memory).done()
        left = commands.left_over(folder)
        kept = before <= set(folder.rglob("*"))
    if "" in line and done.returncode != 2:
        return f"{line}: an empty value is taken: exit {done.returncode}"
    if left or not kept:
        return f"{line}: left {left}, or removed what was there"
    return commands.fault(done)


def limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def furnish(folder: Path) -> None:
    """Put the files there that the usual arguments name."""
    (folder / PROGRAM).write_text("START\nSCHRIJF := 1\nKLAAR\n")
    (folder / "proof.json").write_text("{}\n")
    (folder / "folder").mkdir()
    (folder / "link").symlink_to("missing")
    new_edition(folder / "mine", Beginning([folder / PROGRAM]))
    folders.OPENED.clear()  # this process has opened it: the next one begins its own of this name
    gc.collect()  # the program's memory is reserved until then: a copy of this process would need room for it
