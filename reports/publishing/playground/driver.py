r"""Run a job for the page, in the page's worker: a job in, what is printed and how it ended out.

    run('{"text": "START\nKLAAR", "language": "ecol", …}', "", post)  # post({"type": "output", …}), then "ended"
    opened('{…}', post)                  # a run for the player; None where it cannot be, which is posted
    steps('{…}', 0, 200, post)           # the first 200 steps, each with what it shows

A job is what the command line would say: text, language ("" to have it recognised), tapes, arithmetic, settings,
limits. The messages are those of the command line.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from typing import Any, TypeVar

from getallenband.durable.errors import Error
from getallenband.durable.visible import visible
from getallenband.interpreters import Outcome, SourceError, SourceText, language, lower
from getallenband.interpreters.browser import BrowserRun, Printed
from getallenband.interpreters.ir.execution import TooLargeToCompile
from getallenband.interpreters.ir.messages import format_value, out_of_statements, out_of_work
from getallenband.interpreters.ir.snapshot import ArrayShown, Snapshot, Value
from getallenband.interpreters.language import Lowered
from getallenband.interpreters.running.decks import too_large
from getallenband.interpreters.running.speculation import without_assumption
from getallenband.interpreters.source.diagnostics import MOST, Diagnostic, UserError
from getallenband.reports.runs.job import RunJob, apply_options, find_language, text_job
from getallenband.reports.runs.options import RunOptions
from getallenband.reports.runs.profile import profile, statement_places
from getallenband.reports.runs.run import ending_message, notes_of, perform
from getallenband.reports.runs.stepping import ASSIGNED, EVENT, steps_of

Post = Callable[[dict[str, Any]], None]
Said = TypeVar("Said")
BETWEEN_POSTS = 0.1
"""Seconds for which what is printed is gathered: a message for each piece would take longer than the run."""
MOST_MEMORY = 2**31 - 4096
"""Bytes that Python in a page can address, in whole pages of memory."""
BEGINNING = 10_000
"""Statements for which the reference engine takes about as long as it takes to compile a program."""
STATES = {"finished": "finished", "trap": "trapped", "exhausted": "trapped", "unsupported": "refused"}


class Printer:
    """Gathers what a program prints; posts it now and then, with the number of statements and why the run is slow."""

    def __init__(self, post: Post) -> None:
        self.post, self.pieces, self.posted = post, list[str](), time.monotonic()
        self.statements, self.slow = 0, ""

    def echo(self, text: str) -> None:
        self.pieces.append(text)
        if time.monotonic() - self.posted > BETWEEN_POSTS:
            self.flush()

    def progress(self, statements: int) -> None:
        self.statements = statements
        if time.monotonic() - self.posted > BETWEEN_POSTS:
            self.flush()

    def flush(self) -> None:
        text = "".join(self.pieces)
        self.post({"type": "output", "text": text, "statements": self.statements, "slow": self.slow})
        self.pieces, self.posted = [], time.monotonic()


def run(given: str, slow: str, post: Post) -> None:
    """Run a job to its end on the reference engine; post what it prints, and then how it ended.

    Unless it is known why it has to be `slow`, only its beginning: if there is more of it, post that, and nothing else.
    It is the same run, compiled: it follows from the program and its tapes.
    """
    printer = Printer(post)
    said = attempt(given, lambda job: performed(job, printer, slow))
    if said["type"] == "ended":
        printer.flush()
    post(said)


def performed(job: RunJob, printer: Printer, slow: str) -> dict[str, Any]:
    lang = language(job.language)
    if lang.evaluate is not None:
        slow = f"{lang.title} has an evaluator of its own, and is not compiled"
    printer.slow = slow
    if slow:
        return ended(job, perform(with_request(job, progress=printer.progress), echo=printer.echo))
    printed, limits = list[str](), job.request.limits
    first = replace(limits, statements=min(BEGINNING, limits.statements or BEGINNING))
    outcome = perform(with_request(job, limits=first), echo=printed.append)
    if first != limits and is_out_of(BEGINNING, outcome):
        return {"type": "more"}
    printer.echo("".join(printed))  # what a budget cuts off would have been printed otherwise
    return ended(job, outcome)


def opened(given: str, post: Post) -> Played | None:
    """Compile a job for the player, and post what the page needs of it; or why that cannot be done."""
    runs: list[Played] = []

    def made(job: RunJob) -> dict[str, Any]:
        if language(job.language).lower is None:
            return {"type": "slow", "why": ""}
        lowered = lower(job.source, job.language, job.request.options)
        if len(lowered.programs) > 1:
            return {"type": "slow", "why": "the deck has several programs"}
        if lowered.program.stack_start() > job.request.limits.memory:
            return ended(job, too_large(lowered.program, job.request))
        try:
            runs.append(Played(job, lowered))
        except TooLargeToCompile:
            return {"type": "slow", "why": "the program is too large for a page"}
        return {}

    if said := attempt(given, made):
        post(said)
    return runs[0] if runs else None


class Played:
    """A job in the player, from its text to how it ended."""

    def __init__(self, job: RunJob, lowered: Lowered) -> None:
        self.job, self.lowered = job, lowered
        self.begin()

    def begin(self) -> None:
        self.printed = Printed()
        self.run = BrowserRun(self.lowered, self.job.request, self.printed)

    def data(self) -> str:
        """Return what the page knows of the run, as JSON."""
        tape = self.job.request.tapes.get("tape")
        tapes = {"tape": {"text": tape.text, "ends": []}} if tape else {}
        return json.dumps({**self.run.data(), "tapes": tapes, "language": self.job.language})

    def ended(self, counts: list[int], out_of_fuel: bool) -> str:
        """Return how the run ended, as JSON; where an assumption was wrong, begin anew without it."""
        outcome = self.run.outcome(counts, out_of_fuel=out_of_fuel)
        if outcome is None:
            self.lowered = without_assumption(self.lowered, self.job.source)
            self.begin()
            return json.dumps({"type": "again"})
        return json.dumps(ended(self.job, outcome))


def with_request(job: RunJob, **changes: Any) -> RunJob:
    return replace(job, request=replace(job.request, **changes))


def is_out_of(statements: int, outcome: Outcome) -> bool:
    """Tell whether a run ended because so many statements, or as much work, were used up."""
    return outcome.ending.kind == "exhausted" and outcome.ending.message in (
        out_of_statements(statements),
        out_of_work(statements),
    )


def steps(given: str, first: int, count: int, post: Post) -> None:
    """Run a job and post its steps from `first` (from 0) on, `count` at most, and how it ended if it did.

    The run begins anew each time: it is the same run, and nothing has to be kept of it.
    """
    recorder = Recorder(first, count)

    def performed(job: RunJob) -> dict[str, Any] | None:
        recorder.follow(job)
        try:
            outcome = perform(with_request(job, watch=recorder.watch), recorder, recorder.echo)
        except Enough:
            return None
        return ended(job, outcome)

    said = attempt(given, performed)
    post({
        "type": "steps", "first": first, "steps": recorder.steps, "output": "".join(recorder.printed), "ended": said,
    })  # fmt: skip


def attempt(given: str, perform_job: Callable[[RunJob], Said]) -> Said | dict[str, Any]:
    """Make a job and perform it; where that cannot be done, say why instead.

    An internal error is raised: the page throws this worker away, since compiled code could have written anywhere.
    """
    source = ""
    try:
        job = job_of(json.loads(given))
        source = job.source.name
        with memory_given_back(job):
            return perform_job(job)
    except Error as error:
        return refused(str(error), list(marks_of(error, source)))
    except (MemoryError, RecursionError):
        return {**refused("the memory of this page is used up"), "state": "trapped"}


@contextmanager
def memory_given_back(job: RunJob) -> Iterator[None]:
    """Give a run's memory back after it: engines are full of cycles, and to Python its 64 MiB are one object of many.

    What was there before is left out of the search, which takes no time then. An evaluator of its own has no such
    memory, and looks after its objects itself.
    """
    if language(job.language).evaluate is not None:
        yield
        return
    gc.freeze()
    try:
        yield
    finally:
        gc.collect()


def job_of(given: dict[str, Any]) -> RunJob:
    """Make a job of what the page has; raise Error for an unknown language or a wrong option."""
    name = given["language"]
    extension = find_language(name).extensions[0] if name else ""
    job = text_job(SourceText(f"program{extension}", given["text"]), name)
    limits = given["limits"]
    if (limits["memory"] or 0) > MOST_MEMORY:
        raise UserError(f"{limits['memory']} bytes of memory cannot be reserved: a page has at most {MOST_MEMORY}")
    reads = language(job.language).inputs != ()  # the field Tape may still hold the input of an earlier program
    options = RunOptions(
        arithmetic=given["arithmetic"],
        settings=given["settings"],
        engine="machine",
        tape={key: SourceText(f"{key}.txt", text) for key, text in given["tapes"].items() if reads},
        max_statements=limits["statements"],
        max_output=limits["output"],
        max_memory=limits["memory"],
        max_depth=limits["depth"],
    )
    return apply_options(job, options)


def ended(job: RunJob, outcome: Outcome) -> dict[str, Any]:
    """Say how a run ended: in words as on the command line, and where to mark what in the text."""
    ending = outcome.ending
    message = visible(ending_message(job, outcome))
    lines = profile(job, outcome.counts)
    wrong = [mark(Diagnostic(ending.place, ending.message), "error")] if message and ending.place else []
    return {
        "type": "ended",
        "state": STATES[ending.kind],
        "kind": ending.kind,
        "message": message,
        "finish": ending.message if ending.kind == "finished" else "",
        "notes": [visible(note) for note in notes_of(job, outcome)],
        "marks": [*wrong, *(mark(note, "info") for note in all_notes(job, outcome))],
        "counts": [
            [line["line"], [one["count"] for one in line["statements"]]] for line in lines if line["statements"]
        ],
        "statements": sum(outcome.counts.values()),
        "tape_read": outcome.tape_read,
        "language": job.language,
        "files": dict(outcome.files),
    }


def refused(message: str, marks: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    """Say why a program did not run."""
    return {
        "type": "ended",
        "state": "refused",
        "kind": "refused",
        "message": visible(message),
        "marks": marks or [],
        "notes": [],
    }


def marks_of(error: BaseException, source: str) -> Iterator[dict[str, Any]]:
    """Yield where an error's faults are in the program."""
    found = error if isinstance(error, SourceError) else error.__cause__
    if isinstance(found, SourceError) and found.source.name == source:
        yield from (mark(diagnostic, "error") for diagnostic in found.diagnostics[:MOST])


def mark(diagnostic: Diagnostic, severity: str) -> dict[str, Any]:
    """Return where something is to be marked, and the lines to be shown there; the message has the others."""
    first = diagnostic.message.partition("\n")[0]
    details = [f"{word}: {text}" for word in ("expected", "nearest", "hint") if (text := getattr(diagnostic, word))]
    place = diagnostic.place
    return {
        "line": place.line, "column": place.column, "length": place.length, "severity": severity,
        "message": visible("\n".join([first, *details])),
    }  # fmt: skip


def all_notes(job: RunJob, outcome: Outcome) -> Iterator[Diagnostic]:
    of_text = language(job.language).notes
    yield from of_text(job.source, job.request.options) if of_text is not None else ()
    yield from outcome.notes


# --- step by step -------------------------------------------------------------------------------------------------


class Enough(BaseException):
    """The steps that were asked for have been taken; no Exception, since the engine takes those for faults."""


class Recorder:
    """Follows a run's trace and records its steps, from one number on."""

    def __init__(self, first: int, count: int) -> None:
        self.first, self.last = first, first + count
        self.steps: list[dict[str, Any]] = []
        self.printed: list[str] = []
        self.passed, self.length = 0, 0
        self.assigned: dict[str, str] = {}
        self.look: Callable[[], Snapshot] | None = None

    def follow(self, job: RunJob) -> None:
        self.begins = steps_of(job.language)
        places = sorted(statement_places(job, {}).values())
        self.next = {(one.line, one.column): two.column for one, two in pairwise(places) if one.line == two.line}

    def echo(self, text: str) -> None:
        self.printed.append(text)
        self.length += len(text)

    def watch(self, look: Callable[[], Snapshot]) -> None:
        self.look = look

    def __call__(self, event: str) -> None:
        """Take an event of the trace."""
        found = EVENT.fullmatch(event)
        if found is None:
            return
        if found["what"].startswith(self.begins):
            self.step(int(found["line"]), int(found["column"]), found["what"].removeprefix("statement "))
        elif assigned := ASSIGNED.fullmatch(found["what"]):
            self.assigned[assigned["name"]] = assigned["value"]

    def step(self, line: int, column: int, what: str) -> None:
        """Record a step if it is one of those asked for; end the run after the last."""
        if self.passed == self.last:
            raise Enough
        if self.passed >= self.first:
            shown = state_of(self.look()) if self.look else {"variables": sorted(self.assigned.items())}
            end = self.next.get((line, column), sys.maxsize)
            self.steps.append({
                "line": line, "column": column, "length": end - column, "what": what, "printed": self.length, **shown,
            })  # fmt: skip
        self.passed += 1


def state_of(snapshot: Snapshot) -> dict[str, Any]:
    """Return what a snapshot holds, as text."""
    scalars = [array for array in snapshot.arrays if array.bounds == ((0, 0),)]
    scalars_by_name = {**snapshot.variables, **{array.name: array.values[0] for array in scalars}}
    return {
        "depth": snapshot.depth,
        "calls": [
            {"title": call.title, "line": call.place.line, "variables": texts(call.variables.items())}
            for call in snapshot.calls
        ],
        "variables": texts(scalars_by_name.items()),
        "arrays": [array_text(array) for array in snapshot.arrays if array not in scalars],
    }  # fmt: skip


def texts(variables: Any) -> list[tuple[str, str]]:
    return [(name, value_text(value)) for name, value in variables]


def array_text(array: ArrayShown) -> dict[str, Any]:
    return {"name": array.name, "bounds": array.bounds, "values": [value_text(value) for value in array.values]}


def value_text(value: Value) -> str:
    """Write a value; one that was never assigned is a dash."""
    return "—" if value is None else format_value(value)
