"""What the blocks have tried so far: docs/reliability.json, and the page that is made of it.

tried = so_far("kills")         # nothing, where it was tried on other sources
keep("kills", tried)            # beside other processes that keep theirs
"""

from __future__ import annotations

import fcntl
import json
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TypedDict

import durable
from reports.running.sources import checksum
from tests import ROOT
from tests.soak.blocks import BLOCKS

RESULTS = ROOT / "docs" / "reliability.json"
PAGE = ROOT / "docs" / "reliability.md"
HEAD = """# Reliability

What was made to go wrong, how often, and what came of it. `make soak` tries every block as often as is usual, two
blocks at a time, and goes on where it was broken off; `TIMES=10` tries ten times as much of what is random, and
`make soak BLOCK=kills N=300` goes on with one block up to its 300th attempt. All write this page: nothing in it is
typed.

A failure is an internal error, a crash, a disagreement, a wrong result, a file that is half written or left over.
Seconds are the processor's. "Sources" has the first digits of a checksum of the sources that were tried; where they
have changed, a block begins anew, and the last two columns count what it had tried of all sources before.

"""


class Earlier(TypedDict):
    """How many things a block had tried of other sources, all of them together, and what failed."""

    tried: int
    failed: int


class Tried(TypedDict):
    """What a block has tried so far; `sources` is a checksum of what was tried."""

    attempts: int
    failures: list[str]
    seconds: float
    machine: str
    sources: str
    earlier: Earlier


def sources(name: str) -> str:
    """Return one sha256 over the packages that take part in what a block tries."""
    block = BLOCKS[name]

    def takes_part(path: Path) -> bool:
        match path.parts:
            case ["languages", language, _, *_]:
                return block.language in (None, language)
        return True

    parts = (checksum(ROOT / package, takes_part) for package in block.packages)
    return sha256("".join(parts).encode()).hexdigest()


def nothing(name: str) -> Tried:
    """Return what a block has tried before its first attempt: nothing of these sources."""
    machine = f"{platform.system()}, Python {platform.python_version()}"
    now = sources(name)
    earlier: Earlier = {"tried": 0, "failed": 0}
    if last := results().get(name):
        earlier = last["earlier"]
        if last["sources"] != now:
            earlier["tried"] += last["attempts"] * BLOCKS[name].each
            earlier["failed"] += len(last["failures"])
    return {
        "attempts": 0, "failures": [], "seconds": 0.0, "machine": machine, "sources": now, "earlier": earlier
    }  # fmt: skip


def results() -> dict[str, Tried]:
    """Read what was tried before."""
    found: dict[str, Tried] = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    return found


def so_far(name: str) -> Tried:
    """Return what a block has tried of these sources."""
    found = results().get(name)
    return found if found and found["sources"] == sources(name) else nothing(name)


def keep(name: str, tried: Tried) -> None:
    """Write what a block has tried, and the page, while no other process does."""
    with locked(RESULTS.parent):
        found = results() | {name: tried}
        durable.write(RESULTS, json.dumps(found, ensure_ascii=False, indent=1) + "\n")
        durable.write(PAGE, page(found))


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def page(found: dict[str, Tried]) -> str:
    """Return the page: a line for each block that was run."""
    titles = ["block", "what is tried", "tried", "failed", "seconds", "on", "sources", "tried before", "failed before"]
    rows = [titles, ["---", "---", *["---:"] * 3, "---", "---", *["---:"] * 2]]
    for name, block in BLOCKS.items():
        if tried := found.get(name):
            numbers = tried["attempts"] * block.each, len(tried["failures"]), round(tried["seconds"])
            before = tried["earlier"]["tried"], tried["earlier"]["failed"]
            now, then = ([f"{number:,}" for number in each] for each in (numbers, before))
            rows.append([name, block.what, *now, tried["machine"], f"`{tried['sources'][:8]}`", *then])
    return HEAD + "".join(f"| {' | '.join(row)} |\n" for row in rows)
