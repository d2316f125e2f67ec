"""Wada's jigsaw beside what else can run it: an amb evaluator in Guile, and gcc.

The amb evaluator is benchmarks/peers/amb.scm, in the textbook's manner; both read the same text. gcc -O2 compiles the
same reading text, with no checks and no counts.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from benchmarks.measure import FEW_TIMES, PEERS, Row, interleaved, ratio, running
from getallenband.interpreters import Options, Request, SourceText, run
from getallenband.originals.edition import edition


def rows() -> list[Row]:
    """Measure."""
    with tempfile.TemporaryDirectory() as name:
        return [*jigsaw(Path(name)), *with_gcc(Path(name))]


def jigsaw(folder: Path) -> list[Row]:
    """Compare the amb program."""
    if shutil.which("guile") is None:
        return []
    text = edition("wada2002_jigsaw").runs["scheme"].reading
    source = SourceText("jigsaw.scm", text)
    file = folder / "jigsaw.scm"
    file.write_text(text, encoding="utf-8")

    def ours() -> float:
        outcome = run(source, "amb_scheme", Request(Options("exact")))
        return outcome.build + outcome.run

    peers = [running(["guile", option, "-q", str(PEERS / "amb.scm"), str(file)]) for option in GUILE.values()]
    here, *there = interleaved([ours, *peers], FEW_TIMES)
    return [
        Row(f"Wada's jigsaw ÷ amb in Guile, {name}", ratio(here, peer)) for name, peer in zip(GUILE, there, strict=True)
    ]


GUILE = {"compiled": "--auto-compile", "interpreted": "--no-auto-compile"}


def with_gcc(folder: Path) -> list[Row]:
    """Compare the C program, which ends with any exit code."""
    if shutil.which("gcc") is None:
        return []
    text = edition("wada2002_jigsaw").runs["c"].reading
    source = SourceText("program.c", text)
    file, program = folder / "program.c", folder / "program"
    file.write_text(text.replace("¥", "\\"), encoding="utf-8")
    subprocess.run(["gcc", "-O2", "-std=gnu89", "-w", "-o", str(program), str(file)], check=True)
    work = [lambda: run(source, "c_subset", Request(Options("ilp32"))).run, running(["sh", "-c", f"{program}; true"])]
    return [Row("Wada's jigsaw in C ÷ gcc -O2", ratio(*interleaved(work)), "1.5")]
