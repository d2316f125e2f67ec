"""The blocks: each tries one thing by a number, and says what went wrong, or nothing.

BLOCKS["kills"].attempt(7)          # "" or "solve rug: the answer differs after a kill"
"""

from __future__ import annotations

import os
import re
import resource
import shutil
import signal
import subprocess
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory, mkdtemp

from hypothesis import given, settings
from hypothesis import seed as seeded

from interpreters.language import languages
from modern.proof import check_certificate
from originals.folders import HOME
from tests import conftest
from tests.command_line import test_bad_input
from tests.generators.mutations import MUTATIONS
from tests.interpreters import test_engines
from tests.languages import test_algol60, test_amb_scheme, test_c_subset, test_cdc_fortran, test_perl_subset
from tests.soak.commands import fault, home, left_over, run, start

EDITION = "hitotumatu1968_rug"
CLAIM = "first-propeller"
COVERS = "| Knuth's example\np q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n"
UNTIMED = conftest.settings.get_profile("untimed")


@dataclass(frozen=True)
class Block:
    """What is tried, how many at a time, and how: by the number of the attempt."""

    what: str
    each: int
    attempt: Callable[[int], str]


def programs(number: int) -> str:
    """Run 25 damaged programs of a language."""
    names = sorted(languages())
    with TemporaryDirectory() as folder:
        found = test_bad_input.found(names[number % len(names)], 10_000 + number, 25, Path(folder))
    return "; ".join(f"{fault}\n{source!r}" for fault, source in found)


# --- damaged files -----------------------------------------------------------------------------------------------


@cache
def whole() -> Path:
    """Make a folder with a whole file of each kind, once."""
    folder = Path(mkdtemp(prefix="soak"))
    shutil.copytree(HOME / EDITION, folder / "edition")
    shutil.copy(HOME.parent / "modern" / "puzzles" / "rug.toml", folder / "puzzle.toml")
    (folder / "covers.dlx").write_text(COVERS)
    with home() as elsewhere:
        run(elsewhere, "solve", "rug", "--checkpoint", str(folder / "state"), "--certificate", str(folder / "proof"))
        run(elsewhere, "check", EDITION, CLAIM)
        shutil.copytree(elsewhere / "cache" / "getallenband" / "results", folder / "results")
    return folder


KINDS = ("edition", "puzzle", "covers", "state", "proof", "results")


def files(number: int) -> str:
    """Damage a file of an edition, a puzzle, covers, a checkpoint, a certificate or an entry of the cache; use it."""
    random = Random(number)
    kind = KINDS[number % len(KINDS)]
    with home() as folder:
        copy = folder / "copy"
        shutil.copytree(whole(), copy)
        candidates = [path for path in copy.rglob("*") if path.is_file() and kind in str(path.relative_to(copy))]
        path = random.choice(sorted(candidates))
        for change in random.choices(MUTATIONS, k=random.choice((1, 1, 2))):
            path.write_bytes(change(random, path.read_bytes(), "ecol"))
        if kind == "results":
            shutil.copytree(copy / "results", folder / "cache" / "getallenband" / "results")
        use = {
            "edition": ("check", "./copy/edition", "--json"),
            "puzzle": ("solve", "copy/puzzle.toml", "--limit", "1"),
            "covers": ("solve", "copy/covers.dlx", "--list"),
            "state": ("solve", "rug", "--checkpoint", "copy/state", "--resume"),
            "proof": ("verify", "copy/proof"),
            "results": ("check", EDITION, CLAIM),
        }[kind]
        done = run(folder, *use, before=bounded)
        if kind == "results" and done.returncode != 0:
            return f"a damaged result changes the verdict: {done.stdout}{done.stderr}"
        return fault(done)


def bounded() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (120, 120))
    os.nice(5)


# --- certificates ------------------------------------------------------------------------------------------------

TRUTH = "rug: 3 solutions up to 4 symmetries, 12 in all"


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
            if turn % 2 == 0 or not proved.startswith(TRUTH):
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


# --- random programs ---------------------------------------------------------------------------------------------


def engines(number: int) -> str:
    """Run 10 random programs of the IR on both engines."""
    compare = given(test_engines.runs())(lambda run: test_engines.compare(*run))
    seeded(number)(settings(UNTIMED, max_examples=10, database=None)(compare))()
    return ""


def algol60(number: int) -> str:
    test_algol60.agree(number)
    return ""


def c(number: int) -> str:
    """Run a random program here and by gcc, every other one watched by its sanitizers."""
    random = Random(number)
    flags = test_c_subset.SANITIZERS if number % 2 else ()
    test_c_subset.compare(random, random.choice(test_c_subset.MODELS), random.choice((0, 1, 2, 6)), *flags)
    return ""


def fortran(number: int) -> str:
    """Run a random program here and by gfortran; every third one may stop."""
    test_cdc_fortran.compare(number, wild=0 if number % 3 else 4)
    return ""


def perl(number: int) -> str:
    with TemporaryDirectory() as folder:
        start = 100_000 + test_perl_subset.TOGETHER * number
        test_perl_subset.check_random_programs(range(start, start + test_perl_subset.TOGETHER), Path(folder))
    return ""


def scheme(number: int) -> str:
    with TemporaryDirectory() as folder:
        test_amb_scheme.check_random_programs(range(10 * number, 10 * number + 10), Path(folder))
    return ""


# --- kills, neighbours, full disks -------------------------------------------------------------------------------

WORK = {
    "solve": ("solve", "rug", "--list", "--every", "0", "--checkpoint", "state", "--resume"),
    "check": ("check", EDITION, CLAIM, "--json"),
    "report": ("report", EDITION, "--out", "out"),
    "publish": ("report", EDITION, "--check", "--out", "out"),
    "new": ("new", "edition", "mine", "program.ecol"),
}
PROGRAM = "START\nMET 1, i := 1, 1000\nSCHRIJF (4,0) := i\nHERHAAL\nKLAAR\n"


def shown(name: str, folder: Path, printed: str) -> str:
    """Return what must be the same after a kill as without one."""
    if name == "solve":
        return "".join(line for line in printed.splitlines(keepends=True) if not line.endswith(" s of CPU\n"))
    if name == "new":
        return "".join(path.read_text() for path in sorted((folder / "mine").iterdir()))
    if name in ("report", "publish"):
        return "\n".join(sorted(path.name for path in (folder / "out").rglob("*") if path.is_file()))
    return printed


@cache
def undisturbed(name: str) -> tuple[str, float]:
    """Return what a command shows, and how long it took."""
    with home() as folder:
        (folder / "program.ecol").write_text(PROGRAM)
        began = time.monotonic()
        done = run(folder, *WORK[name])
        return shown(name, folder, done.stdout), time.monotonic() - began


def kills(number: int) -> str:
    """Kill a command at a random moment, then let it run: the same comes out, and nothing is left over."""
    name = list(WORK)[number % len(WORK)]
    expected, seconds = undisturbed(name)
    with home() as folder:
        (folder / "program.ecol").write_text(PROGRAM)
        process = start(folder, *WORK[name])
        try:
            process.communicate(timeout=Random(number).uniform(0, seconds))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
        if name == "new" and (folder / "mine").exists():
            shutil.rmtree(folder / "mine")
        done = run(folder, *WORK[name])
        if found := fault(done):
            return found
        if shown(name, folder, done.stdout) != expected:
            return f"{name}: something else comes out after a kill: {done.stdout}{done.stderr}"
        left = [path for path in left_over(folder) if "results" not in path]
        return f"{name}: left over: {left}" if left else ""


def pairs(number: int) -> str:
    """Let two processes make the same on one cache."""
    del number
    expected, _ = undisturbed("check")
    with home() as folder:
        both = [start(folder, *WORK["check"]) for _ in "12"]
        for process in both:
            out, err = process.communicate()
            if (process.returncode, out) != (0, expected):
                return f"check beside another: exit {process.returncode}: {err[-300:]}"
        return f"left over: {left_over(folder)}" if left_over(folder) else ""


def full(number: int) -> str:
    """Let files not grow, or be written to a small disk, or to none that can be written to: verdicts are the same."""
    if os.geteuid() == 0 and number % 3:
        return full_disk("ro" if number % 3 == 1 else f"size={Random(number).choice((4, 8, 16, 64))}k")
    size = Random(number).choice((0, 1, 16, 500, 5000))

    def no_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    with home() as folder:
        done = run(folder, *WORK["check"], before=no_room)
        if (done.returncode, done.stdout) != (0, undisturbed("check")[0]):
            return f"check with files of at most {size} bytes: exit {done.returncode}: {done.stderr[-300:]}"
        for option in ("--certificate", "--svg", "--checkpoint"):
            found = fault(run(folder, "solve", "rug", option, "made", before=no_room))
            if found or left_over(folder):
                return f"{found} {left_over(folder)}"
            if (folder / "made").exists() and (folder / "made").stat().st_size > size:
                return f"solve {option}: a file of more than {size} bytes"
            (folder / "made").unlink(missing_ok=True)
    return ""


def full_disk(option: str) -> str:
    """Keep results, and write what is asked for, on a disk that is mounted with an option; only root can mount one."""
    with (
        home() as folder,
        mounted(folder / "cache" / "getallenband" / "results", option),
        mounted(folder / "disk", option),
    ):
        done = run(folder, *WORK["check"])
        if (done.returncode, done.stdout) != (0, undisturbed("check")[0]):
            return f"check with a cache of {option}: exit {done.returncode}: {done.stderr[-300:]}"
        for wanted in ("--certificate", "--svg", "--checkpoint"):
            solved = run(folder, "solve", "rug", wanted, "disk/made")
            found = fault(solved)
            if found or left_over(folder):
                return f"{found} {left_over(folder)}"
            if wanted != "--checkpoint" and solved.returncode and (folder / "disk" / "made").exists():
                return (
                    f"solve {wanted} on {option}: a file is there, and exit {solved.returncode}: {solved.stderr[-300:]}"
                )
            if (folder / "disk" / "made").exists():
                (folder / "disk" / "made").unlink()
    return ""


@contextmanager
def mounted(place: Path, option: str) -> Iterator[None]:
    place.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", option, "tmpfs", str(place)], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", str(place)], check=True)


@cache
def shim() -> Path:
    """Build the library that makes a system call fail; needs gcc."""
    target = Path(mkdtemp(prefix="soak")) / "failing_writes.so"
    source = Path(__file__).parent / "failing_writes.c"
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", str(target), str(source), "-ldl"], check=True)
    return target


def writes(number: int) -> str:
    """Let the n-th system call that writes fail: no fault of ours, no half file, and the next run is right."""
    name = list(WORK)[number % len(WORK)]
    expected, _ = undisturbed(name)
    with home() as folder:
        (folder / "program.ecol").write_text(PROGRAM)
        at = str(number // len(WORK) + 1)
        if found := fault(run(folder, *WORK[name], more={"LD_PRELOAD": str(shim()), "FAIL_AT": at})):
            return f"call {at} fails: {found}"
        if name == "new" and (folder / "mine").exists():
            shutil.rmtree(folder / "mine")
        done = run(folder, *WORK[name])
        if shown(name, folder, done.stdout) != expected:
            return f"{name}: something else comes out after call {at} failed: {done.stderr[-300:]}"
        return f"{name}: left over: {left_over(folder)}" if left_over(folder) else ""


BLOCKS = {
    "programs": Block("damaged programs in all languages, run on one of the engines", 25, programs),
    "files": Block("damaged editions, puzzles, exact covers, checkpoints, certificates, kept results", 1, files),
    "certificates": Block("altered certificates, half of them with a checksum made right again", 100, certificates),
    "engines": Block("random programs of the IR on both engines", 10, engines),
    "algol60": Block("random ALGOL 60 programs on both engines and in Python", 1, algol60),
    "c": Block("random C programs beside gcc, half of them under its sanitizers", 1, c),
    "fortran": Block("random FORTRAN programs on both engines and beside gfortran", 1, fortran),
    "perl": Block("random Perl programs on both engines and beside perl", test_perl_subset.TOGETHER, perl),
    "scheme": Block("random Scheme programs with choices beside SICP's evaluator in Guile", 10, scheme),
    "kills": Block("SIGKILL at a random moment of solve, check, report, publish, new, then the same command", 1, kills),
    "pairs": Block("two processes on one cache", 1, pairs),
    "full": Block("no room for files: they may not grow, the disk is full, or cannot be written to", 4, full),
    "writes": Block("a system call that writes fails, once", 1, writes),
}
