"""Other implementations of the languages: each runs a program in a file and says what it did, None where it fails."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.suites.trial import Answer

C = ("gcc", "-std=gnu89", "-w", "-O0", "-fno-strict-aliasing")
SANITIZED = (*C, "-g", "-fsanitize=address,undefined", "-fno-sanitize=alignment")
HANGS = 30
"""Seconds by the clock after which a program that ends here in time is taken to hang elsewhere."""
FORTRAN = ("gfortran", "-std=legacy", "-w", "-fno-automatic")

Done = subprocess.CompletedProcess[bytes]


def executed(command: Sequence[str | Path], folder: Path | None = None) -> Done | None:
    """Run a command without any input; one that hangs did nothing that counts."""
    try:
        return subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=HANGS, cwd=folder
        )
    except subprocess.TimeoutExpired:
        return None


def compiled(compiler: Sequence[str], path: Path) -> Done | None:
    """Compile and run a program, where the compiler takes it."""
    with TemporaryDirectory() as folder:
        target = Path(folder) / "program"
        built = executed([*compiler, "-o", target, path, "-lm"])
        return executed([target], Path(folder)) if built is not None and built.returncode == 0 else None


def answer(done: Done | None, *, trapped: bool) -> Answer | None:
    if done is None:
        return None
    return Answer("trap" if trapped else "finished", done.stdout.decode("utf-8", "replace"))


def gcc(path: Path) -> Answer | None:
    """Compile and run a C program; it traps where a signal ends it, not where main returns something."""
    done = compiled(C, path)
    return answer(done, trapped=done is not None and done.returncode < 0)


def sanitizers_complain(path: Path) -> bool:
    """Tell whether gcc's sanitizers see undefined behaviour in a C program while it runs."""
    done = compiled(SANITIZED, path)
    return done is not None and (b"runtime error" in done.stderr or b"AddressSanitizer" in done.stderr)


def gfortran(path: Path) -> Answer | None:
    """Compile and run a FORTRAN program."""
    done = compiled(FORTRAN, path)
    return answer(done, trapped=done is not None and done.returncode != 0)


def perl(path: Path) -> Answer | None:
    """Run a Perl program."""
    done = executed(["perl", path])
    return answer(done, trapped=done is not None and done.returncode != 0)
