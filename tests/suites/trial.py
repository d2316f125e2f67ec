"""Run programs on both engines in another process, and judge them beside what another implementation did.

program = Program("00001", Path("00001.c"), lambda found: Answer("finished", "hello\n"))
judge(program, Worker().run(program), {})       # Verdict("equal")
"""

from __future__ import annotations

import gc
import resource
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Literal, NamedTuple

from getallenband.interpreters import Outcome, SourceError, run
from getallenband.reports.runs.job import job_for
from getallenband.reports.runs.options import RunOptions, from_texts
from tests.processes import PATIENCE

SECONDS = 10
"""How long one program may take, on both engines together, of the processor's time."""
STATEMENTS = 1_000_000_000
MACHINE_STATEMENTS = 1_000_000
"""How many the reference engine is asked to run: it takes a second or more for so many."""
OUTPUT = 4_000_000
MEMORY = 16 << 30
"""Bytes of the process that runs a program, so that it cannot take the whole machine."""

Kind = Literal["equal", "equal on native", "refused", "explained", "over budget", "wrong", "without an answer"]


class Answer(NamedTuple):
    """What another implementation did, or what the suite says: `kind` is finished, trap or refused."""

    kind: str
    output: str = ""


@dataclass(frozen=True)
class Program:
    """One test: its name in the suite, its file, how it is run, what is right, and how outputs are compared.

    `answer` is given what happened here, which may spare it work, and returns None where nothing says what is right.
    `confirms` tells whether another tool sees undefined behaviour in a program that traps here. Where a program of the
    suite `may_be_wrong`, a refusal may be right.
    """

    name: str
    path: Path
    answer: Callable[[Found], Answer | None]
    settings: tuple[str, ...] = ()
    tapes: tuple[str, ...] = ()
    same: Callable[[str, str], bool] = str.__eq__
    may_be_wrong: bool = False
    confirms: Callable[[], bool] = field(default=lambda: False)


class Found(NamedTuple):
    """What happened here: an ending's kind, or refused, slow, broken; what was said, and what was printed."""

    kind: str
    output: str = ""
    message: str = ""
    engines: str = "both"


class Verdict(NamedTuple):
    kind: Kind
    why: str = ""


class Worker:
    """A process that runs programs one after another; one that takes it down is replaced by the next."""

    def __init__(self) -> None:
        self.process: BaseProcess | None = None

    def run(self, program: Program) -> Found:
        """Run a program on the native engine, then on the reference engine, which must do the same."""
        if self.process is None:
            context = get_context("fork")
            self.pipe, other = context.Pipe()
            self.process = context.Process(target=run_all, args=(other,), daemon=True)
            self.process.start()
            other.close()
        found = Found("slow", message=f"longer than {SECONDS} seconds")
        try:
            self.pipe.send((program.path, program.settings, program.tapes))
            while self.pipe.poll(PATIENCE):
                found, last = self.pipe.recv()
                if last:
                    return found
        except (EOFError, OSError):
            self.process.join()
            if self.process.exitcode != -signal.SIGPROF:
                found = Found("broken", message=f"the process ended with {self.process.exitcode}")
        self.stop()
        return found

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.process = None


def run_all(pipe: Connection) -> None:
    """Run each program that is asked for; send what happens on the native engine alone, and then on both."""
    # what this process was forked from may have mapped much already, as a worker of the test suite has; to look through
    # all that for garbage would copy it, and could take longer than a program may
    gc.freeze()
    mapped = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (mapped + MEMORY, mapped + MEMORY))
    while True:
        path, settings, tapes = pipe.recv()
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        for found, last in both_engines(path, settings, tapes):
            pipe.send((found, last))


def both_engines(path: Path, settings: Sequence[str], tapes: Sequence[str]) -> Iterator[tuple[Found, bool]]:
    """Yield what happens, and whether this is all."""
    try:
        fast = outcome(path, settings, tapes, "native")
        alone = sum(fast.counts.values()) > MACHINE_STATEMENTS
        yield found_in(fast)._replace(engines="native"), alone
        if alone:
            return
        slow = outcome(path, settings, tapes, "machine")
    except SourceError as error:
        yield Found("refused", message=error.diagnostics[0].message), True
    except Exception as error:
        yield Found("broken", message=f"{type(error).__name__}: {error}"), True
    else:
        if fast.engine == slow.engine or slow.same_as(fast):
            yield found_in(slow), True
        else:
            yield Found("broken", message=f"the engines disagree: {fast.ending} and {slow.ending}"), True


def outcome(path: Path, settings: Sequence[str], tapes: Sequence[str], engine: str) -> Outcome:
    """Run a program as the command line does, but on one engine and within budgets."""
    options = from_texts({"settings": settings, "tape": tapes, "engine": engine})
    job = job_for(str(path), RunOptions(max_statements=STATEMENTS, max_output=OUTPUT, **options))
    return run(job.source, job.language, job.request)


def found_in(outcome: Outcome) -> Found:
    place = outcome.ending.place
    at = f"{place.line}:{place.column}: " if place else ""
    return Found(outcome.ending.kind, outcome.output, at + outcome.ending.message)


def judge(program: Program, found: Found, explained: Mapping[str, str]) -> Verdict:
    """Compare; a difference that somebody looked at and explained is no fault."""
    if found.kind == "broken":
        return Verdict("wrong", found.message)
    if found.kind in ("slow", "exhausted") and program.name not in explained:
        return Verdict("over budget", found.message)
    if found.kind == "unsupported" or "is not supported" in found.message:
        found = found._replace(kind="refused")
    if found.kind == "refused" and not program.may_be_wrong:
        return Verdict("refused", found.message)
    answer = program.answer(found)
    if answer is None:
        return Verdict("without an answer", found.message)
    if found.kind == answer.kind and (found.kind == "refused" or program.same(answer.output, found.output)):
        return Verdict("equal" if found.engines == "both" else "equal on native")
    if found.kind == "refused":
        return Verdict("refused", found.message)
    if program.name in explained:
        return Verdict("explained", explained[program.name])
    if found.kind == "trap" and program.confirms():
        return Verdict("explained", "gcc's sanitizers see undefined behaviour too")
    return Verdict("wrong", f"{found.kind} {found.message}, but {answer.kind}" if found.message else "another output")
