"""FORTRAN kernels beside gfortran with bounds checks, and Hitotumatu's program from a cold process.

The kernels are FORTRAN 66 (benchmarks/fortran_programs): a dense solve in the style of LINPACK, n = 500, a sieve, and
the Whetstone benchmark.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from benchmarks.engines import outcome
from benchmarks.measure import Row, command, interleaved, ratio, running, spread

PROGRAMS = Path(__file__).parent / "fortran_programs"
FLAGS = ["-std=legacy", "-O2", "-fcheck=bounds", "-fdefault-real-8", "-fdefault-integer-8"]
GOALS = {"whetstone": "1.2"}


def rows() -> list[Row]:
    """Measure."""
    (whole,) = interleaved([running(command("run", "hitotumatu1968_rug"))])
    found = [Row("Hitotumatu's run, whole command, s", spread(whole), "1.5")]
    for path in sorted(PROGRAMS.glob("*.f")):
        peer = gfortran(path.read_text(encoding="utf-8"))
        if peer is not None:
            work = [lambda path=path: outcome(path, "cdc_fortran", "cdc6600").run, running([peer])]
            what = f"FORTRAN {path.stem} ÷ gfortran -O2 -fcheck=bounds"
            found.append(Row(what, ratio(*interleaved(work)), GOALS.get(path.stem, "1.5")))
    return found


def gfortran(text: str) -> str | None:
    """Compile a program with gfortran, its PROGRAM card without files; None where there is no gfortran."""
    if shutil.which("gfortran") is None:
        return None
    folder = Path(tempfile.mkdtemp(prefix="peer"))
    (folder / "peer.f").write_text(re.sub(r"(PROGRAM \w+)\(.*\)", r"\1", text), encoding="utf-8")
    subprocess.run(["gfortran", *FLAGS, "peer.f", "-o", "peer"], cwd=folder, check=True)
    return str(folder / "peer")
