"""Other implementations of the languages: each runs a program in a file and says what it did, None where it fails."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.suites.trial import PATIENCE, Answer

C = ("gcc", "-std=gnu89", "-w", "-O0", "-fno-strict-aliasing")
SANITIZED = (*C, "-g", "-fsanitize=address,undefined", "-fno-sanitize=alignment")
FORTRAN = ("gfortran", "-std=legacy", "-w", "-fno-automatic")


def run(
    command: Sequence[str | Path], given: str = "", folder: Path | None = None, trapped: Callable[[int], bool] = bool
) -> Answer | None:
    """Run a command; by its exit code it is known whether it trapped; a hang is no answer."""
    try:
        done = subprocess.run(
            command, input=given.encode(), capture_output=True, check=False, timeout=PATIENCE, cwd=folder
        )
    except subprocess.TimeoutExpired:
        return None
    return Answer("trap" if trapped(done.returncode) else "finished", done.stdout.decode("utf-8", "replace"))


def compiled(
    compiler: Sequence[str], path: Path, given: str = "", trapped: Callable[[int], bool] = bool
) -> Answer | None:
    """Compile and run a program; one that the compiler refuses has no answer."""
    with TemporaryDirectory() as folder:
        target = Path(folder) / "program"
        if subprocess.run([*compiler, "-o", target, path, "-lm"], capture_output=True, check=False).returncode:
            return None
        return run([target], given, Path(folder), trapped)


def gcc(path: Path) -> Answer | None:
    """Compile and run a C program; it traps where it calls abort, not where main returns something."""
    return compiled(C, path, trapped=lambda code: code < 0)


def sanitizers_complain(path: Path) -> bool:
    """Tell whether gcc's sanitizers see undefined behaviour in a C program while it runs."""
    with TemporaryDirectory() as folder:
        target = Path(folder) / "program"
        if subprocess.run([*SANITIZED, "-o", target, path, "-lm"], capture_output=True, check=False).returncode:
            return False
        try:
            done = subprocess.run(
                [target], capture_output=True, check=False, timeout=PATIENCE, stdin=subprocess.DEVNULL
            )
        except subprocess.TimeoutExpired:
            return False
        return b"runtime error" in done.stderr or b"AddressSanitizer" in done.stderr


def gfortran(path: Path, given: str = "") -> Answer | None:
    """Compile and run a FORTRAN program."""
    return compiled(FORTRAN, path, given)


def perl(path: Path) -> Answer | None:
    """Run a Perl program."""
    return run(["perl", path])


def guile(path: Path) -> Answer | None:
    """Run a Scheme program."""
    return run(["guile", "--no-auto-compile", "-s", path])
