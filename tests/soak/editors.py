"""Two commands that change one edition at once, some of them killed: the outcome is that of one order or the other.

changes(7)          # "" or "seal beside supply: the edition is as after no order of them: edition.toml, claims.toml"
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from functools import cache
from itertools import permutations
from pathlib import Path
from random import Random
from tempfile import mkdtemp

from getallenband import durable
from tests.soak.commands import Fork, fault, home
from tests.soak.damaged import READER, TAPE
from tests.soak.disturbed import kill

VERBS = {
    "collate": ("collate", "small/reader.transcription", "first.f", "--append"),
    "collate-again": ("collate", "small/reader.transcription", "last.f", "--append"),
    "supply": ("supply", "./small", "reader-prints", "tape.txt"),
    "supply-another": ("supply", "./small", "input-tape", "tape.txt"),
    "seal": ("seal", "./small"),
    "board": ("new", "board", "./small", "tape.txt"),
}
PAIRS = list(permutations(VERBS, 2))
SECONDS = 1.0
"""Within which a command is killed; most take less."""
State = Mapping[str, bytes]


@cache
def edition() -> Path:
    """Make an edition that each of the verbs changes, in a folder with what they read."""
    folder = Path(mkdtemp(prefix="soak"))
    texts = {"reader.f": READER, "tape.txt": TAPE}
    texts |= {"first.f": READER.replace("READER(", "READS(", 1), "last.f": READER.replace("STOP", "CALL EXIT")}
    for name, text in texts.items():
        (folder / name).write_text(text)
    made = Fork(folder, "new", "edition", "small", "reader.f", "--tape", "tape.txt", "--printed", "tape.txt").done()
    if made.returncode:
        raise AssertionError(made.stderr)
    described = (folder / "small" / "edition.toml").read_text().splitlines(keepends=True)
    for name in ("input-tape", "reader-prints"):
        (folder / "small" / f"{name}.transcription").unlink()
        start = described.index(f"[texts.{name}]\n")
        at = next(number for number, line in enumerate(described) if number > start and line.startswith("sha256"))
        described[at] = f'sha256 = "to be supplied: {name}"\n'
    (folder / "small" / "edition.toml").write_text("".join(described))
    return folder


def state(folder: Path) -> State:
    """Return the files of the edition; what a killed command left half-written is no file of it."""
    files = [path for path in (folder / "small").rglob("*") if path.is_file() and durable.SUFFIX not in path.name]
    return {path.name: path.read_bytes() for path in files}


@cache
def one_by_one(*verbs: str) -> State:
    """Return the edition after these verbs, one after the other; a verb may be refused."""
    with home() as folder:
        shutil.copytree(edition(), folder, dirs_exist_ok=True)
        for verb in verbs:
            Fork(folder, *VERBS[verb]).done()
        return state(folder)


def changes(number: int) -> str:
    """Start two commands at once, and kill the first of every third pair; `seal` completes what was killed."""
    first, second = PAIRS[number % len(PAIRS)]
    killed = number % 3 == 2
    with home() as folder:
        shutil.copytree(edition(), folder, dirs_exist_ok=True)
        both = [Fork(folder, *VERBS[verb]) for verb in (first, second)]
        if killed:
            kill_in_time(both[0], Random(number).uniform(0, SECONDS))
        if wrong := fault(both[1].done()) or ("" if killed else fault(both[0].done())):
            return f"{first} beside {second}: {wrong}"
        orders = [(first, second), (second, first)]
        if killed:
            both[0].communicate()
            Fork(folder, *VERBS["seal"]).done()
            orders = [(*order, "seal") for order in [*orders, (first,), (second,)]]
        found = state(folder)
        if found in [one_by_one(*order) for order in orders]:
            return ""
        expected = one_by_one(*orders[0])
        different = [name for name in {**found, **expected} if found.get(name) != expected.get(name)]
        return f"{first} beside {second}: the edition is as after no order of them: {', '.join(different)}"


def kill_in_time(process: Fork, seconds: float) -> None:
    """Kill a command unless it has ended."""
    try:
        process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        kill(process.pid)
