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

from getallenband import durable
from getallenband.modern.proof import check_certificate
from getallenband.originals.folders import HOME
from tests.generators.hostile import replaced
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
CLAIM = """
[[claim]]
id = "ten"
quotation = "10 numbers in 2.5 seconds"
place = "page 1"
about = "There are {this.published} numbers; it prints {run:reader.lines} lines."
published = "10"
derived = { value = "({this.published} + 2) / 4 - 2", how = "A statement for ten numbers." }
run = "reader"
observe = "count"
with = { statement = "3" }
relation = "at-least"
observed = 1
verdict = "reproduced"
why = "So it does."
[[claim]]
id = "time"
quotation = "10 numbers in 2.5 seconds"
place = "page 1"
about = "The time is {this.published}."
published = "2.5 seconds"
read = "seconds"
run = "reader"
observe = "time_per_statement"
with.cost = [{ statement = ["3"], low = { card = 1 }, high = { card = 3 } }]
verdict = "consistent"
observed = "2,500,000 µs an execution; holds for 1.000000 to 3.000000 seconds"
why = "So it is."
[[claim]]
id = "printed"
quotation = "10 numbers in 2.5 seconds"
place = "page 1"
about = "They are printed from {this.published} on."
published = "10"
run = "reader"
observe = "output_lines"
with = { pattern = "([0-9]+)$", captured = true }
verdict = "reproduced"
why = "So they are."
"""
MORE = {
    "gloss.toml": '[reader]\n1 = "It begins."\n3-4 = "Ten numbers are read."\n',
    "machines.toml": """[card]
machine = "CDC 6600"
microseconds = 1e6
what = "a card"
source = "its manual"
certainty = "read"
""",
    "report.toml": """[[comparison]]
id = "beside"
title = "Beside itself"
run = "reader"
beside = { run = "reader" }
quantity = [{ name = "cards", original = { count = "3" }, other = { count = "3" } }]
[[program]]
name = "the reader"
year = 1970
machine = "CDC 6600"
language = "FORTRAN"
puzzle = "rug"
run = "reader"
then = "2.5 seconds"
attempts = { count = "3" }
attempt = "a card"
[[figure]]
file = "chart.svg"
caption = "A chart."
""",
    "chart.svg": '<svg xmlns="http://www.w3.org/2000/svg"><title>A chart</title><path d="M1 1L8 8"/></svg>\n',
}
"""What an edition may have that a new one has not."""
NOT_KEPT = "  no copy of the text that was sealed is here: what changed in it cannot be shown"
BUDGETS = ("--max-statements", "3000", "--max-output", "20000", "--max-memory", str(1 << 24))


@cache
def whole() -> Path:
    """Make a folder with a whole file of each kind, once."""
    folder = Path(mkdtemp(prefix="soak"))
    shutil.copy(HOME.parent / "modern" / "puzzles" / "rug.toml", folder / "puzzle.toml")
    texts = {"covers.dlx": COVERS, "program.ecol": PROGRAM, "reader.f": READER, "tape.txt": TAPE, "printed.txt": TAPE}
    for name, text in texts.items():
        (folder / name).write_text(text)
    for arguments in (
        ("new", "edition", "small", "reader.f", "--tape", "tape.txt", "--printed", "printed.txt"),
        ("seal", "./small"),
        ("solve", "rug", "--checkpoint", "state", "--certificate", "proof"),
        ("solve", "covers.dlx", "--certificate", "cover-proof"),
        ("check", "./small"),
        ("show", "./small"),
    ):
        if wrong := fault(done := Fork(folder, *arguments).done()) or done.returncode:
            raise AssertionError(f"{arguments}: {wrong}: {done.stdout}{done.stderr}")
        if arguments[0] == "new":
            for name, text in MORE.items():
                (folder / "small" / name).write_text(text)
            with (folder / "small" / "claims.toml").open("a") as claims:
                claims.write(CLAIM)
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
    "figure": Kind("small/*.svg", (EDITION_USES[2],)),
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
    "sealed text": Kind("cache/getallenband/sealed/*", ()),
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
        if "sealed" in kind.files:
            return unsealed(folder)
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


def unsealed(folder: Path) -> str:
    """Change a text whose sealed copy may be damaged: `seal` shows what changed, or that it cannot."""
    with (folder / "copy" / "small" / "reader.transcription").open("a") as text:
        text.write("C\n")
    done = Fork(folder, "seal", "./copy/small", before=bounded).done()
    line = READER.count("\n")
    said = done.stdout.splitlines()[1:]
    if done.returncode == 0 and said not in ([f"  @@ -{line},0 +{line + 1} @@", "  +C"], [NOT_KEPT]):
        return f"seal shows what did not change: {done.stdout}"
    return fault(done) or (f"seal: exit {done.returncode}: {done.stderr}" if done.returncode else "")


def damage(random: Random, path: Path) -> None:
    """Change a file's content once or twice; of TOML often a value or a key."""
    if path.suffix == ".toml" and random.random() < 0.5:
        path.write_bytes(replaced(random, path.read_bytes()))
        return
    for change in random.choices(MUTATIONS, k=random.choice((1, 1, 2))):
        path.write_bytes(change(random, path.read_bytes(), "ecol"))


def compiled(random: Random) -> str:
    """Damage a cached kernel or grammar: it is made again."""
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
