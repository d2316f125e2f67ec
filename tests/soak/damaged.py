"""Damaged files of every format that is read, in the hands of the verbs that read them; altered certificates.

files(7)            # "" or "check ./copy/small --json: exit 70: …"
"""

from __future__ import annotations

import os
import re
import resource
import shutil
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory, mkdtemp

import durable
from modern.proof import check_certificate
from originals.folders import HOME
from tests.generators.mutations import MUTATIONS
from tests.soak.commands import CACHES, Fork, fault, home, run

COVERS = "| Knuth's example\np q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n"
PROGRAM = "START\nMET 1, i := 1, 1000\nSCHRIJF (4,0) := i\nHERHAAL\nKLAAR\n"
READER = """      PROGRAM READER(INPUT, OUTPUT, TAPE5=INPUT)
      DIMENSION N(10)
      READ 10, N
   10 FORMAT(10I4)
      PRINT 20, N
   20 FORMAT(1H , 10I6)
      STOP
      END
"""
TAPE = "   1   2   3   4   5   6   7   8   9  10\n"
BUDGETS = ("--max-statements", "3000", "--max-output", "20000", "--max-memory", str(1 << 24))


@cache
def whole() -> Path:
    """Make a folder with a whole file of each kind, once."""
    folder = Path(mkdtemp(prefix="soak"))
    shutil.copy(HOME.parent / "modern" / "puzzles" / "rug.toml", folder / "puzzle.toml")
    texts = {"covers.dlx": COVERS, "program.ecol": PROGRAM, "reader.f": READER, "tape.txt": TAPE}
    for name, text in texts.items():
        (folder / name).write_text(text)
    for arguments in (
        ("new", "edition", "small", "reader.f", "--tape", "tape.txt"),
        ("solve", "rug", "--checkpoint", "state", "--certificate", "proof"),
        ("solve", "covers.dlx", "--certificate", "cover-proof"),
        ("check", "./small"),
        ("show", "./small"),
    ):
        if wrong := fault(done := Fork(folder, *arguments).done()) or done.returncode:
            raise AssertionError(f"{arguments}: {wrong}: {done.stderr}")
    return folder


@dataclass(frozen=True)
class Kind:
    """Files that are damaged, what is done with them, and what must be printed where it is done."""

    files: str
    uses: Sequence[Sequence[str]]
    truth: str = ""


EDITION_USES = (
    ("check", "./copy/small", "--json"), ("check", "./copy/small", "--evidence"), ("report", "./copy/small", "--check"),
    ("show", "./copy/small", "--apparatus"), ("show", "./copy/small/reader"), ("run", "./copy/small/reader"),
    ("compare", "./copy/small"), ("seal", "./copy/small"),
    ("collate", "copy/small/reader.transcription", "copy/reader.f", "--text", "reader", "--out", "made.toml"),
)  # fmt: skip
SOLVED, PROVED = "3 solutions up to symmetry, 12 in all", "rug: 3 solutions up to 4 symmetries, 12 in all"
KINDS = {
    "edition": Kind("small/*.toml", EDITION_USES),
    "claims": Kind("small/claims.toml", EDITION_USES[:3]),
    "story": Kind("small/story.md", (EDITION_USES[2],)),
    "transcription": Kind("small/*.transcription", EDITION_USES),
    "program": Kind("program.ecol", (
        ("run", "copy/program.ecol", *BUDGETS), ("run", "copy/program.ecol", "--profile", "--json", *BUDGETS),
        ("new", "edition", "mine", "copy/program.ecol"), ("run", "copy/program.ecol", "--record", "made", *BUDGETS),
    )),
    "deck": Kind("reader.f", (("run", "copy/reader.f", "--tape", "copy/tape.txt", *BUDGETS),)),
    "tape": Kind("tape.txt", (
        ("run", "copy/reader.f", "--tape", "copy/tape.txt", *BUDGETS),
        ("new", "edition", "mine", "copy/reader.f", "--tape", "copy/tape.txt"),
    )),
    "puzzle": Kind("puzzle.toml", (
        ("solve", "copy/puzzle.toml", "--limit", "1"), ("solve", "copy/puzzle.toml", "--limit", "1", "--svg", "made"),
        ("verify", "copy/proof", "--puzzle", "copy/puzzle.toml"),
    )),
    "covers": Kind("covers.dlx", (
        ("solve", "copy/covers.dlx", "--list"), ("solve", "copy/covers.dlx", "--certificate", "made"),
        ("verify", "copy/cover-proof", "--puzzle", "copy/covers.dlx"),
    )),
    "checkpoint": Kind("state", (("solve", "rug", "--checkpoint", "copy/state", "--resume"),), SOLVED),
    "certificate": Kind("proof", (("verify", "copy/proof"),), PROVED),
    "cover certificate": Kind("cover-proof", (("verify", "copy/cover-proof", "--puzzle", "copy/covers.dlx"),), "1 "),
    "result": Kind("cache/getallenband/results/*", (("check", "./copy/small"), ("cache",))),
    "sealed text": Kind("cache/getallenband/sealed/*", (("show", "./copy/small"), ("seal", "./copy/small"))),
}  # fmt: skip


def files(number: int) -> str:
    """Damage a file, once or twice; use it as one of the verbs does that read it. One in 200 is of Python's kind."""
    random = Random(number)
    if number % 200 == 199:
        return compiled(random)
    kind = KINDS[list(KINDS)[number % len(KINDS)]]
    with home() as folder:
        copy = folder / "copy"
        shutil.copytree(whole(), copy, ignore=shutil.ignore_patterns(*CACHES))
        for name in ("results", "sealed"):
            shutil.move(copy / "cache" / "getallenband" / name, folder / "cache" / "getallenband" / name)
        found = sorted((folder if kind.files.startswith("cache") else copy).glob(kind.files))
        damage(random, random.choice(found))
        use = random.choice(kind.uses)
        before = random.choice(((), ("seal", "./copy/small"))) if kind.files.endswith(".transcription") else ()
        if before and (wrong := fault(Fork(folder, *before, before=bounded).done())):
            return wrong
        done = Fork(folder, *use, before=bounded).done()
        if done.returncode == 0 and kind.truth not in done.stdout:
            return f"{' '.join(use)} is believed: {done.stdout}"
        if kind.files.startswith("cache") and done.returncode:
            return f"{' '.join(use)}: exit {done.returncode}: {done.stdout}{done.stderr}"
        return fault(done)


def damage(random: Random, path: Path) -> None:
    """Change a file's content once or twice."""
    for change in random.choices(MUTATIONS, k=random.choice((1, 1, 2))):
        path.write_bytes(change(random, path.read_bytes(), "ecol"))


def compiled(random: Random) -> str:
    """Damage a kept kernel or a kept grammar: it is made again."""
    with home(()) as folder:
        kept = folder / "cache" / "getallenband"
        for name in CACHES:
            shutil.copytree(durable.cache_folder(name) or folder, kept / name)
        for path in (each for name in CACHES for each in (kept / name).iterdir() if each.is_file()):
            path.write_bytes(MUTATIONS[0](random, path.read_bytes(), "ecol"))
        (folder / "program.ecol").write_text(PROGRAM)
        solved = run(folder, "solve", "rug", before=bounded)
        ran = run(folder, "run", "program.ecol", before=bounded)
        if SOLVED not in solved.stdout or "1000" not in ran.stdout:
            return f"a damaged cache changes what comes out: {solved.stdout}{solved.stderr}{ran.stdout}{ran.stderr}"
        return fault(solved) or fault(ran)


def bounded() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (120, 120))
    os.nice(5)


# --- certificates ------------------------------------------------------------------------------------------------


def certificates(number: int) -> str:
    """Alter a certificate 100 times, every other time with a checksum that is right again.

    A wrong checksum is refused; else nothing but the true number may be proved: some trees that are changed still do.
    """
    random, data = Random(number), (whole() / "proof").read_bytes()
    with TemporaryDirectory() as folder:
        for turn in range(100):
            path = Path(folder) / "proof"
            path.write_bytes(forged(random, data) if turn % 2 else altered(random, data))
            try:
                proved = check_certificate.check(path)
            except check_certificate.Refused:
                continue
            if turn % 2 == 0 or not proved.startswith(PROVED):
                return f"accepted after change {turn}: {proved}"
    return ""


def altered(random: Random, data: bytes) -> bytes:
    """Change bytes of a file, leave some out, or write some twice."""
    at, size = random.randrange(len(data)), random.choice((1, 1, 2, 30))
    piece = data[at : at + size]
    other = random.choice((bytes(byte ^ 1 << random.randrange(8) for byte in piece), b"", piece * 2))
    return data[:at] + other + data[at + size :]


def forged(random: Random, data: bytes) -> bytes:
    """Change a number of the claim, or nodes of the tree, and make the checksum right."""
    heading, _, packed = data[:-32].partition(b"\n")
    tree = bytearray(zlib.decompress(packed))
    if random.random() < 0.5:
        numbers = [found.span() for found in re.finditer(rb"\b\d+\b", heading)]
        start, end = random.choice([*numbers[:4], *numbers])
        heading = heading[:start] + b"%d" % random.randrange(300) + heading[end:]
    else:
        at = random.randrange(len(tree))
        tree[at : at + random.choice((0, 1, 1, 5))] = random.randbytes(random.choice((0, 1, 1, 5)))
    content = heading + b"\n" + zlib.compress(bytes(tree))
    return content + sha256(content).digest()
