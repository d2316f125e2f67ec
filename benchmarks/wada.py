"""Wada's programs here beside what else can run them: an amb evaluator in Guile, and gcc.

    python -m benchmarks.wada [--pentominoes]

Prints seconds and ratios, the best of three runs each. The amb evaluator is benchmarks/peers/amb.scm, in the textbook's
manner; both read the same text. gcc -O2 compiles the same reading text, with no checks and no counts.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from interpreters import Options, Request, SourceText, run
from originals.edition import edition

AMB = Path(__file__).parent / "peers" / "amb.scm"


def best(work: Callable[[], str], times: int = 3) -> tuple[float, str]:
    """Return the shortest time of several runs, and what the last printed."""
    shortest, printed = float("inf"), ""
    for _ in range(times):
        began = time.perf_counter()
        printed = work()
        shortest = min(shortest, time.perf_counter() - began)
    return shortest, printed


def program_output(command: list[str]) -> str:
    """Run another program; old C programs end with any exit code."""
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def jigsaw(folder: Path) -> None:
    """Compare the amb program."""
    text = edition("wada2002_jigsaw").runs["scheme"].reading
    source = SourceText("jigsaw.scm", text)
    ours, printed = best(lambda: run(source, "amb_scheme", Request(Options("exact"))).output)
    print(f"jigsaw, amb evaluator here       {ours:7.2f} s   prints {printed.strip()}")
    if shutil.which("guile") is None:
        return
    file = folder / "jigsaw.scm"
    file.write_text(text, encoding="utf-8")
    for name, option in (("compiled", "--auto-compile"), ("interpreted", "--no-auto-compile")):
        command = ["guile", option, "-q", str(AMB), str(file)]
        theirs, printed = best(lambda command=command: program_output(command))  # type: ignore[misc]
        ratio = f"ours / theirs {ours / theirs:.2f}"
        print(f"the same in Guile, {name:12}  {theirs:7.2f} s   prints {printed.strip()}   {ratio}")


def with_gcc(folder: Path, name: str, run_name: str, times: int) -> None:
    """Compare a C program."""
    text = edition(name).runs[run_name].reading
    source = SourceText("program.c", text)
    shortest = float("inf")
    for _ in range(times):
        shortest = min(shortest, run(source, "c_subset", Request(Options("ilp32"))).run)
    print(f"{name}, C here, checked and counted {shortest:7.3f} s")
    if shutil.which("gcc") is None:
        return
    file, program = folder / "program.c", folder / "program"
    file.write_text(text.replace("¥", "\\"), encoding="utf-8")
    subprocess.run(["gcc", "-O2", "-std=gnu89", "-w", "-o", str(program), str(file)], check=True)
    theirs, _ = best(lambda: program_output([str(program)]), times)
    print(f"the same by gcc -O2                 {theirs:7.3f} s   ours / theirs {shortest / theirs:.2f}")


def main() -> None:
    """Run the comparisons."""
    parser = argparse.ArgumentParser(description="Wada's programs beside Guile and gcc")
    parser.add_argument("--pentominoes", action="store_true", help="the pentomino program to its end too (a minute)")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        jigsaw(Path(name))
        with_gcc(Path(name), "wada2002_jigsaw", "c", 3)
        if chosen.pentominoes:
            with_gcc(Path(name), "wada2002_pentomino", "full", 2)


if __name__ == "__main__":
    main()
