"""Texts of 1 MB, each of one construct: no command line takes over 60 s of the processor or 2 GB for one of them.

large(7)          # "" or "c_subset, parameters: 92 s, 282 MB, ended by SIGKILL"
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
from functools import cache
from random import Random

from getallenband.interpreters.language import language
from tests.generators.large_texts import CONSTRUCTS, large_text
from tests.soak import commands

SIZE = 950_000
SECONDS, MEGABYTES = 60, 2000
STATEMENTS = "2M"


@cache
def constructs() -> list[tuple[str, str]]:
    """Return languages with their constructs, mixed: the first hundred are of all languages."""
    found = [(name, construct) for name, constructs in CONSTRUCTS.items() for construct in constructs]
    Random(0).shuffle(found)
    return found


def large(number: int) -> str:
    """Run one text, or refuse it."""
    name, construct = constructs()[number % len(constructs())]
    with commands.home() as folder:
        text = folder / f"large{language(name).extensions[0]}"
        text.write_text(large_text(CONSTRUCTS[name][construct], SIZE), encoding="utf-8")
        settings = ("--setting", "cards=free") if name == "cdc_fortran" else ()
        line = ("run", str(text), "--language", name, "--max-statements", STATEMENTS, *settings)
        with (folder / "errors").open("wb") as errors:
            process = subprocess.Popen(
                [*commands.COMMAND, *line], env=commands.environment(folder), stdout=subprocess.DEVNULL,
                stderr=errors, preexec_fn=limit,
            )  # fmt: skip
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        said = (folder / "errors").read_text(encoding="utf-8", errors="replace")
    seconds, megabytes = used.ru_utime + used.ru_stime, used.ru_maxrss // 1024
    found = f"{name}, {construct}: {seconds:.0f} s, {megabytes} MB, {ending(process.returncode)}"
    if process.returncode not in commands.EXPECTED or "Traceback" in said:
        return f"{found}: {said[-300:]}"
    return found if seconds > SECONDS or megabytes > MEGABYTES else ""


def ending(code: int) -> str:
    return f"ended by {signal.Signals(-code).name}" if code < 0 else f"exit {code}"


def limit() -> None:
    """Let a process that takes far more end soon, so that the others go on."""
    resource.setrlimit(resource.RLIMIT_CPU, (2 * SECONDS, 2 * SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (4 * MEGABYTES << 20, 4 * MEGABYTES << 20))
