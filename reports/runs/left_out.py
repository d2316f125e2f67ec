"""What happens when one emendation is left out: the table that shows which of them a program needs.

    left_out("debruijn1972_pentomino", "plakje-1", Records())["what"]     # "line 20: the tape ends after 314 numbers …"

One run of the edition is repeated with every other emendation in place. A program that does not end by itself is
stopped after at least twice as many statements as the unaltered run executes.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from typing import Any, Literal, TypedDict

from getallenband.interpreters.ir.messages import out_of_statements, out_of_work
from getallenband.interpreters.source.diagnostics import SourceError, UserError
from getallenband.originals.edition import Edition, edition
from getallenband.originals.errors import EditionError
from getallenband.originals.left_out import leave_out, run_with
from getallenband.originals.runs import Run
from getallenband.reports.runs.job import RunJob, job_of_run
from getallenband.reports.runs.record import RunRecord
from getallenband.reports.runs.records import Records, make_record, question
from getallenband.reports.runs.sources import all_sources

Kind = Literal["untried", "refused", "trap", "goes on", "other output", "other counts", "the same"]
PATIENCE = 2
"""A program is stopped after this many times the statements of the unaltered run."""
MOST_WORK = 64
"""`run_at_least` stops doubling a budget at this many times the statements that it was asked for."""
SHOWN = 40
"""Characters of a line that are shown."""


class LeftOut(TypedDict):
    """What a run does without one of its emendations; `run` is "" if no run has it, or only long runs have it."""

    emendation: str
    run: str
    kind: Kind
    what: str


def left_out(name: str, identifier: str, records: Records) -> LeftOut:
    """Run without an emendation and compare with the usual run; or return the cached result."""
    found = edition(name)
    run = run_with(found, identifier)
    if run is None:
        return {"emendation": identifier, "run": "", "kind": "untried", "what": why_untried(found, identifier)}
    job = job_without(found, run, identifier)
    usual = records.job(name, run.name)
    kind, what = records.cache.get(question_of(usual, job), lambda: attempt(job, usual, records(name, run.name)))
    return {"emendation": identifier, "run": run.name, "kind": kind, "what": what}


def why_untried(found: Edition, identifier: str) -> str:
    """Say why no run of every day has an emendation, and which claims are about the text that it corrects."""
    if any(identifier in run.emendations for run in found.runs.values()):
        return "it is in long runs only"
    text = next(change.text for change in found.emendations if change.identifier == identifier)
    claims = [claim.identifier for claim in found.claims if claim.text == text]
    return "no run reads this text" + (f"; compared with it, as emended: {', '.join(claims)}" if claims else "")


def known(name: str, identifier: str, records: Records) -> bool:
    """Tell whether `left_out` needs no run: its result is cached, or no run has the emendation."""
    found = edition(name)
    run = run_with(found, identifier)
    if run is None:
        return True
    return records.cache.has(question_of(records.job(name, run.name), job_without(found, run, identifier)))


def job_without(found: Edition, run: Run, identifier: str) -> RunJob:
    """Return the job of a run without an emendation; also without the editor's additions if they no longer apply."""
    try:
        return job_of_run(found, leave_out(found, run, identifier))
    except EditionError:
        return job_of_run(found, leave_out(found, replace(run, experiments=(), insertions=()), identifier))


def question_of(usual: RunJob, job: RunJob) -> dict[str, Any]:
    """Return the cache key: both runs, and the checksum of this file, which compares them."""
    comparer = all_sources("reports")["runs/left_out.py"]
    return {"kind": "without an emendation", "whole": question(usual), "without": question(job), "comparer": comparer}


def attempt(job: RunJob, usual: RunJob, whole: RunRecord) -> tuple[Kind, str]:
    """Run without the emendation; return what differs from the usual run's record."""
    executed = sum(whole["counts"].values())
    # A run that ends at an inserted stop has none if the stop's anchor is a line that the emendation changes. Nothing
    # can be compared then; a budget of one statement still finds out whether the text is refused.
    lost = usual.request.stop is not None and job.request.stop is None
    most = 1 if lost else PATIENCE * executed
    try:
        record = run_at_least(job, most)
    except UserError as error:
        refusal = error if isinstance(error, SourceError) else error.__cause__
        if not isinstance(refusal, SourceError):
            raise
        first = refusal.diagnostics[0]
        return "refused", f"{line_of(job, first.place.line)}: {first.message}"
    ending = record["outcome"]
    if lost:
        return "untried", "the run stops at a line that it changes"
    if ending["kind"] == "exhausted":
        done = sum(record["counts"].values())
        return "goes on", f"stopped after {done:,} statements; the run executes {executed:,}"
    if ending["kind"] != "finished" and ending != whole["outcome"]:
        place = f"{line_of(job, ending['line'])}: " if ending["line"] else ""
        return "trap", place + ending["message"].splitlines()[0]
    return difference(record, whole)


def line_of(job: RunJob, line: int) -> str:
    """Return which line that is of the transcription, or of the file that an editor inserted."""
    name, number = job.source.origin(line)
    return f"line {number}" + ("" if name == job.source.name else f" of {name.partition('/')[2]}")


def run_at_least(job: RunJob, most: int) -> RunRecord:
    """Run until at least `most` counted statements are executed, or the program ends.

    Uncounted work within a statement is charged to the same budget. So a budget
    of `most` may end sooner; the run is then repeated with twice the budget, because
    the share of such work is unknown beforehand. Only the messages of these two budgets lead to a repetition: a larger
    budget of statements does not help a run that ends for lack of memory or by a trap.
    """
    budget = most
    while True:
        limits = replace(job.request.limits, statements=budget)
        record = make_record(replace(job, request=replace(job.request, limits=limits)))
        used_up = record["outcome"]["message"] in (out_of_statements(budget), out_of_work(budget))
        if not used_up or sum(record["counts"].values()) >= most or budget > MOST_WORK * most:
            return record
        budget *= 2


def difference(record: RunRecord, whole: RunRecord) -> tuple[Kind, str]:
    """Return the first difference in output, files or counts between a finished run and the unaltered one."""
    now, before = lines(record), lines(whole)
    for number, (line, expected) in enumerate(zip_longest(now, before), 1):
        if line != expected:
            shown, wanted = ("nothing" if each is None else f"“{each.strip()[:SHOWN]}”" for each in (line, expected))
            lengths = f"{len(now):,} lines, not {len(before):,}; " if len(now) != len(before) else ""
            return "other output", f"{lengths}line {number:,} is {shown}, not {wanted}"
    if sorted(record["counts"].values()) != sorted(whole["counts"].values()):  # a statement's name may be its line
        counts = [sum(each["counts"].values()) for each in (record, whole)]
        return "other counts", "the same output after {:,} statements, not {:,}".format(*counts)
    return "the same", "the same output and counts"


def lines(record: RunRecord) -> list[str]:
    """Return what was printed, then what was written to files."""
    return [line for text in (record["output"], *record["files"].values()) for line in text.splitlines()]
