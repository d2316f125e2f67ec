"""Run programs by the command line in a process that may hang or die, and say of each how it ended.

for trial in tried([Program("ecol", "x", b"START")], "machine", folder):
    trial.code, trial.errors

The process is this module, run: it takes the arguments of a run as a line of JSON and answers with one. Its time is the
processor's, so that it makes no difference how busy the machine is. A text that is refused is read again under one
setting after the other, for advice: that takes nine tenths of the time, so one program in four is given any.
"""

from __future__ import annotations

import io
import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from getallenband.interpreters.recognition import advice
from getallenband.main import main
from getallenband.reports.runs import run
from tests import ROOT
from tests.generators.mutations import Program
from tests.processes import PATIENCE, started

SECONDS = 600
"""The processor's time for a program that keeps the budgets below; 3,000 statements of 4,000 lists each need 200."""
BUDGETS = ("--max-statements", "3000", "--max-output", "20000", "--max-memory", str(1 << 24))
ADVISED = 4
MEMORY = 8 << 30
FILE = "program.txt"


@dataclass(frozen=True)
class Trial:
    """How a program ended: its exit code, or what else happened, and what was written to standard error."""

    program: Program
    code: int | str
    errors: str


def tried(programs: Sequence[Program], engine: str, folder: Path) -> Iterator[Trial]:
    """Run programs one after the other in a folder; where one ends the process, the next gets a new one."""
    left = list(reversed(programs))
    while left:
        with started(
            [sys.executable, "-m", "tests.command_line.trials"],
            PATIENCE * len(left),
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            while left and process.poll() is None:
                yield trial(process, left.pop(), engine, folder, advised=len(left) % ADVISED == 0)


def trial(process: subprocess.Popen[Any], program: Program, engine: str, folder: Path, *, advised: bool) -> Trial:
    """Have one program run by the process."""
    (folder / FILE).write_bytes(program.source)
    arguments = ["run", FILE, "--language", program.language, "--engine", engine, *BUDGETS, *program.arguments]
    for name, tape in program.tapes.items():
        (folder / f"{name}.txt").write_bytes(tape)
        arguments += ["--tape", f"{name}={name}.txt"]
    print(json.dumps([arguments, advised]), file=process.stdin, flush=True)
    answer = process.stdout.readline()
    if not answer:
        return Trial(program, f"ended by {signal.Signals(-process.wait()).name}", "")
    return Trial(program, *json.loads(answer))


def answered(arguments: list[str], advised: bool) -> tuple[int | str, str]:
    """Run the command line in this process; return its exit code and what it wrote to standard error."""
    run.advice = advice if advised else lambda *_: ""
    sys.argv = ["getallenband", *arguments]
    output, errors = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in "12")
    code: Any = 0
    with redirect_stdout(output), redirect_stderr(errors):
        try:
            main()
        except SystemExit as ended:
            code = ended.code or 0
        except BaseException as error:
            code = f"raised {type(error).__name__}: {error}"
    errors.seek(0)
    return code, errors.read()


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for line in sys.stdin:
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        print(json.dumps(answered(*json.loads(line))), flush=True)
