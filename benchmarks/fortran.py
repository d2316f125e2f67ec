"""FORTRAN kernels beside gfortran with bounds checks, and Hitotumatu's program from a cold process.

The kernels are FORTRAN 66 (benchmarks/fortran_programs): a dense solve in the style of LINPACK, n = 500, and a sieve.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from benchmarks.measure import best, command
from interpreters import Options, Request, SourceText, run

PROGRAMS = Path(__file__).parent / "fortran_programs"
FLAGS = ["-std=legacy", "-O2", "-fcheck=bounds", "-fdefault-real-8", "-fdefault-integer-8"]
TIMES = 7


def rows() -> list[tuple[str, str, str]]:
    """Measure; each row is what, measured, target."""
    whole, _ = best(command("run", "hitotumatu1968_rug"), TIMES)
    found = [("Hitotumatu's run, whole command, CPU seconds", f"{whole:.2f}", "1.5")]
    for name in ("linpack", "sieve"):
        text = (PROGRAMS / f"{name}.f").read_text(encoding="utf-8")
        request = Request(Options("cdc6600"))
        ours = min(run(SourceText(name, text), "cdc_fortran", request).run for _ in range(TIMES))
        found.append((f"{name}, native, seconds", f"{ours:.3f}", ""))
        peer = gfortran(text)
        if peer is None:
            found.append((f"{name} beside gfortran", "no gfortran here", ""))
            continue
        theirs, _ = best([peer], TIMES)
        found.append((f"{name}, gfortran -O2 -fcheck=bounds, seconds", f"{theirs:.3f}", ""))
        found.append((f"{name}: native ÷ gfortran", f"{ours / theirs:.2f}", "1.5"))
    return found


def gfortran(text: str) -> str | None:
    """Compile a program with gfortran, its PROGRAM card without files; None where there is no gfortran."""
    if shutil.which("gfortran") is None:
        return None
    folder = Path(tempfile.mkdtemp(prefix="peer"))
    (folder / "peer.f").write_text(re.sub(r"(PROGRAM \w+)\(.*\)", r"\1", text), encoding="utf-8")
    subprocess.run(["gfortran", *FLAGS, "peer.f", "-o", "peer"], cwd=folder, check=True)
    return str(folder / "peer")
