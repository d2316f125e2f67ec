"""The native engine: building programs of thousands of lines, and kernels beside gcc and gfortran.

The kernels are files: algol60_programs/NAME.a60 beside NAME.c, and c_programs/NAME.c, which gcc gets as well. Building
is that of a whole command, from reading to what it prints; kernels are compared without building them.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks.long_programs import long_program
from benchmarks.measure import FEW_TIMES, ROOT, TIMES, Row, command, compiled, interleaved, once, ratio, running, spread
from getallenband import durable
from getallenband.interpreters import Options, Outcome, Request, SourceText, run
from getallenband.interpreters.native.compile import FOLDER as CODE
from getallenband.originals.edition import edition

FOLDER = Path(__file__).parent
GOAL = "1.5"
FLAGS = {"ackermann": ("-O2", "-fno-inline")}
LANGUAGES = {"algol60": ".a60", "cdc_fortran": ".f", "c_subset": ".c"}
NAMES = {"algol60": "ALGOL", "cdc_fortran": "FORTRAN", "c_subset": "C"}


def rows() -> list[Row]:
    return [*building(), *kernels()]


def building() -> list[Row]:
    """Measure from reading to what is printed, of long programs; and the building of two short ones."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for lines, times, goal in ((1000, TIMES, "1.5"), (10_000, FEW_TIMES, "15")):
            for language, suffix in LANGUAGES.items():
                file = Path(folder) / f"long{suffix}"
                file.write_text(long_program(language, lines), encoding="utf-8")
                work = [first_run(command("run", str(file)))]
                if language == "c_subset":
                    work.append(running(["gcc", "-O2", "-o", f"{folder}/long", str(file)]))
                seconds = interleaved(work, times)
                found.append(Row(f"{lines} lines of {NAMES[language]}: whole command, s", spread(seconds[0]), goal))
            found += [Row(f"{lines} lines of C: gcc -O2, s", spread(gcc)) for gcc in seconds[1:]]
    rug = edition("hitotumatu1968_rug")
    chosen = next(iter(rug.runs.values()))
    tapes = {name: SourceText(name, text) for name, text in chosen.tapes.items()}
    request = Request(Options(chosen.arithmetic, chosen.settings), tapes, cached_code=False)
    (build,) = interleaved([lambda: run(SourceText("rug", chosen.reading), chosen.language, request).build])
    found.append(Row("Hitotumatu's program: building, s", spread(build), "0.2"))
    linpack = FOLDER / "fortran_programs/linpack.f"
    (build,) = interleaved([lambda: outcome(linpack, "cdc_fortran", "cdc6600").build])
    return [*found, Row("LINPACK: building, s", spread(build), "0.2")]


def first_run(command: list[str]) -> Callable[[], float]:
    """Return what measures the CPU seconds of a command for which no machine code is cached."""

    def measured() -> float:
        if folder := durable.cache_folder(CODE):
            shutil.rmtree(folder)
        return once(command)[0]

    return measured


def kernels() -> list[Row]:
    """Measure each kernel beside its peer in C."""
    pairs = [(path, path.with_suffix(".c"), "algol60", "ieee754") for path in FOLDER.glob("algol60_programs/*.a60")]
    pairs += [(path, path, "c_subset", "lp64") for path in FOLDER.glob("c_programs/*.c")]
    found = []
    for path, source, language, arithmetic in sorted(pairs):
        peer = compiled(source, *FLAGS.get(path.stem, ()))
        if peer is not None:
            printed = subprocess.run([peer], capture_output=True, text=True, check=True, cwd=ROOT).stdout
            ours, theirs = interleaved([beside(path, language, arithmetic, printed), running([peer])])
            compiler = " ".join(("gcc", *FLAGS.get(path.stem, ("-O2",))))
            found.append(Row(f"{NAMES[language]} {path.stem} ÷ {compiler}", ratio(ours, theirs), GOAL))
    return found


def beside(path: Path, language: str, arithmetic: str, printed: str) -> Callable[[], float]:
    """Return what measures the run of a kernel; it must print what its peer printed."""

    def measure() -> float:
        done = outcome(path, language, arithmetic)
        assert done.output.split() == printed.split(), (path, done.output, printed)
        return done.run

    return measure


def outcome(path: Path, language: str, arithmetic: str) -> Outcome:
    return run(
        SourceText(path.name, path.read_text(encoding="utf-8")),
        language,
        Request(Options(arithmetic), cached_code=False),
    )
