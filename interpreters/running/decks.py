"""The programs of one text in turn: probes and budgets are divided among them, outcomes joined to that of one run.

outcome = run_lowered(source, lowered, request)

Most texts are a deck of one program; a FORTRAN deck may hold several.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from getallenband.interpreters.ir.inspection import by_name
from getallenband.interpreters.ir.messages import out_of_memory, out_of_output, out_of_statements, out_of_work, stopped
from getallenband.interpreters.ir.program import Program
from getallenband.interpreters.language import Lowered
from getallenband.interpreters.outcome import Exhausted, Finished, Limits, Outcome
from getallenband.interpreters.request import Request
from getallenband.interpreters.running.speculation import run_on_valid_assumptions
from getallenband.interpreters.source.position import SourceText


def run_lowered(source: SourceText, first: Lowered, request: Request) -> Outcome:
    """Run what a text was lowered to: its programs one after another, up to the first that does not finish."""
    outcome = Outcome(Finished(), "", {}, {probe: {} for probe in request.probes}, engine=request.engine)
    state, rest = None, request
    programs = first.programs
    for lowered in programs:
        mine, rest = split_request(rest, lowered.program, last=lowered is programs[-1])
        limited = replace(mine, limits=remaining(request.limits, outcome), engine=outcome.engine)
        latest, state = run_program(source, lowered, limited, state)
        outcome = join_outcomes(outcome, latest, request.limits)
        if not isinstance(latest.ending, Finished) or is_stopped(latest, mine):
            break
    return outcome


def run_program(source: SourceText, first: Lowered, request: Request, before: Any) -> tuple[Outcome, Any]:
    """Run a lowered program after one that left the state `before`, if any; return its outcome and its own state."""
    if first.program.stack_start() > request.limits.memory:
        return too_large(first.program, request), None
    lowered, host, execution, failed = run_on_valid_assumptions(first, source, request, before)
    if lowered.finish is not None:
        lowered.finish(host)
    outcome = Outcome(
        execution.ending,
        host.output.text,
        execution.counts,
        execution.probes,
        host.tape_read,
        execution.build,
        execution.run,
        host.files,
        execution.engine,
        tuple(host.notes),
        failed,
        by_name(host.program, host.memory, execution.own) if request.inspected else {},
    )
    return outcome, host.state


def split_request(request: Request, program: Program, *, last: bool) -> tuple[Request, Request]:
    """Divide probes and the stop: those at a program's statements (or at none, if it is the `last`), and the others."""
    labels = {statement.label for statement in program.statements}

    def with_those(*, here: bool) -> Request:
        probes = {name: probe for name, probe in request.probes.items() if is_here(probe.statement) == here}
        stop = request.stop if request.stop and is_here(request.stop.statement) == here else None
        return replace(request, probes=probes, stop=stop)

    def is_here(statement: str) -> bool:
        return statement in labels or last

    return with_those(here=True), with_those(here=False)


def is_stopped(outcome: Outcome, request: Request) -> bool:
    """Tell whether a run ended at the stop that it was asked for."""
    stop = request.stop
    return stop is not None and outcome.ending.message == stopped(stop.statement, stop.execution)


def remaining(limits: Limits, outcome: Outcome) -> Limits:
    """Return what a run has left of its budgets of statements and output."""
    statements = None if limits.statements is None else max(0, limits.statements - sum(outcome.counts.values()))
    return replace(limits, statements=statements, output=limits.output - len(outcome.output.encode("utf-8")))


def join_outcomes(first: Outcome, second: Outcome, limits: Limits) -> Outcome:
    """Return the outcome of two programs that are one run; a budget that is used up is that of both."""
    ending, rest = second.ending, remaining(limits, first)
    whole = {out_of_output(rest.output): out_of_output(limits.output)}
    if limits.statements:
        for message in (out_of_statements, out_of_work):
            whole[message(rest.statements or 0)] = message(limits.statements)
    if isinstance(ending, Exhausted):
        ending = replace(ending, message=whole.get(ending.message, ending.message))
    return Outcome(
        ending,
        first.output + second.output,
        {**first.counts, **second.counts},
        {**first.probes, **second.probes},
        first.tape_read + second.tape_read,
        first.build + second.build,
        first.run + second.run,
        {**first.files, **second.files},
        second.engine,
        first.notes + second.notes,
        first.failed_assumptions + second.failed_assumptions,
        second.variables,
    )


def too_large(program: Program, request: Request) -> Outcome:
    """Return the outcome of a program whose static memory alone is beyond the limit: it never starts.

    Its place is that of the largest variable, or of the first statement where the language's own tables are larger.
    """
    message = out_of_memory(program.stack_start(), request.limits.memory)
    largest = max(program.regions.values(), key=lambda region: region.size, default=None)
    first = next((statement.place for statement in program.statements), None)
    place = largest.place if largest and largest.place else first
    counts = dict.fromkeys((statement.label for statement in program.statements), 0)
    return Outcome(Exhausted(message, place), "", counts, {name: {} for name in request.probes}, engine=request.engine)
