"""Read a text, lower it, run what it was lowered to: a deck's programs in turn, each on assumptions that hold.

outcome = run(source, "ecol", Request(tapes={"tape": SourceText("tape.txt", "21")}))
"""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import Any

from interpreters.ir.execution import Execution, TooLargeToCompile
from interpreters.ir.host import Host
from interpreters.ir.messages import out_of_memory, out_of_output, out_of_statements, out_of_work, stopped
from interpreters.ir.program import Program
from interpreters.language import (
    SPECULATION_FAILED,
    Lowered,
    Options,
    Request,
    checked_options,
    language,
)
from interpreters.outcome import Exhausted, Finished, Limits, Outcome, Trap
from interpreters.source.diagnostics import UserError
from interpreters.source.nesting import deeply
from interpreters.source.position import SourceText
from interpreters.transform.block_merging import merge_blocks
from interpreters.transform.definite_assignment import drop_definite_checks
from interpreters.transform.instrumentation import instrument
from interpreters.transform.unreachable import remove_unreachable

ASSERTING = "machine.assertions"
"""The reference engine in the mode that asserts what is believed about a program: for tests."""


def read(source: SourceText, name: str, options: Options | None = None) -> Any:
    """Parse a text; raise SourceError where it is wrong, KeyError for an unknown language."""
    lang = language(name)
    chosen = checked_options(lang, options or Options(lang.arithmetics[0]))
    return deeply(source, lambda: lang.parse(source, chosen))


def lower(source: SourceText, name: str, options: Options | None = None) -> Lowered:
    """Parse, check and lower a text; raise SourceError where it is wrong."""
    lang = language(name)
    chosen = checked_options(lang, options or Options(lang.arithmetics[0]))
    if lang.lower is None:
        raise UserError(f"{lang.title} has its own evaluator, not the IR")
    translate = lang.lower
    return deeply(source, lambda: translate(lang.parse(source, chosen), source, chosen))


def run(source: SourceText, name: str, request: Request) -> Outcome:
    """Run a program to its end; raise SourceError for a wrong text, UserError for a wrong option or probe."""
    lang = language(name)
    request = replace(request, options=checked_options(lang, request.options))
    if lang.evaluate is not None:
        tree = deeply(source, lambda: lang.parse(source, request.options))
        return lang.evaluate(tree, source, request)
    lowered = lower(source, name, replace(request.options, probes=request.probes))
    return run_lowered(source, lowered, request)


def run_lowered(source: SourceText, first: Lowered, request: Request) -> Outcome:
    """Run what a text was lowered to: its programs one after another, with what each leaves to the next."""
    outcome = Outcome(Finished(), "", {}, {probe: {} for probe in request.probes}, engine=request.engine)
    state, rest = None, request
    programs = first.programs
    for lowered in programs:
        mine, rest = divided(rest, lowered.program, last=lowered is programs[-1])
        limited = replace(mine, limits=remaining(request.limits, outcome), engine=outcome.engine)
        more, state = run_program(source, lowered, limited, state)
        outcome = joined(outcome, more, request.limits)
        if not isinstance(more.ending, Finished) or is_stopped(more, mine):
            break
    return outcome


def divided(request: Request, program: Program, *, last: bool) -> tuple[Request, Request]:
    """Divide probes and the stop: those at a program's statements (or at none, if it is the `last`), and the others."""
    labels = {statement.label for statement in program.statements}

    def with_those(*, here: bool) -> Request:
        probes = {name: probe for name, probe in request.probes.items() if is_here(probe.statement) == here}
        stop = request.stop if request.stop and is_here(request.stop.statement) == here else None
        return replace(request, probes=probes, stop=stop)

    def is_here(statement: str) -> bool:
        return statement in labels or last

    return with_those(here=True), with_those(here=False)


def run_program(source: SourceText, first: Lowered, request: Request, before: Any) -> tuple[Outcome, Any]:
    """Run a lowered program after one that left the state `before`, if any; return its outcome and its own state."""
    if first.program.stack_start() > request.limits.memory:
        return too_large(first.program, request), None
    lowered, host, execution = settle(first, source, request, before)
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
    )
    return outcome, host.state


def is_stopped(outcome: Outcome, request: Request) -> bool:
    """Tell whether a run ended at the stop that it was asked for."""
    stop = request.stop
    return stop is not None and outcome.ending.message == stopped(stop.statement, stop.execution)


def remaining(limits: Limits, outcome: Outcome) -> Limits:
    """Return what a run has left of its budgets of statements and output."""
    statements = None if limits.statements is None else max(0, limits.statements - sum(outcome.counts.values()))
    return replace(limits, statements=statements, output=limits.output - len(outcome.output.encode("utf-8")))


def joined(first: Outcome, second: Outcome, limits: Limits) -> Outcome:
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
    )


def page(source: SourceText, name: str, request: Request) -> dict[str, Any]:
    """Return a program as data for a page that runs it, without probes and stop; raise as `run` does.

    Where the first lowering rests on assumptions, the program is run to learn which one holds for these inputs.
    """
    bare = replace(request, options=checked_options(language(name), request.options), probes={}, stop=None)
    lowered = lower(source, name, bare.options)
    if lowered.fallback is not None:
        lowered, _, _ = settle(lowered, source, bare)
    data: dict[str, Any] = import_module("interpreters.wasm.page").page_data(prepare(lowered, bare), lowered, bare)
    return data


def settle(
    lowered: Lowered, source: SourceText, request: Request, before: Any = None
) -> tuple[Lowered, Host, Execution]:
    """Run with the first lowering whose assumptions hold; return it too.

    What is watched while it runs cannot be thrown away: then nothing is assumed.
    """
    while (request.trace or request.watch) and lowered.fallback is not None:
        lowered = without_assumption(lowered, source)
    while True:
        host, execution = execute(lowered, request, before)
        failed = isinstance(execution.ending, Trap) and execution.ending.message == SPECULATION_FAILED
        if not failed or lowered.fallback is None:
            return lowered, host, execution
        lowered = without_assumption(lowered, source)


def without_assumption(lowered: Lowered, source: SourceText) -> Lowered:
    """Lower a program again without its speculation; it is still the first of the same deck."""
    assert lowered.fallback is not None
    return replace(deeply(source, lowered.fallback), deck=lowered.deck)


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


def prepare(lowered: Lowered, request: Request) -> Program:
    """Return the program that engines are given: with the instruments of the request, and simplified."""
    instrumented = instrument(lowered.program, request.probes, request.stop)
    merged = merge_blocks(remove_unreachable(instrumented))
    return merged if request.engine == ASSERTING else drop_definite_checks(merged)


def execute(lowered: Lowered, request: Request, before: Any = None) -> tuple[Host, Execution]:
    """Run lowered IR on the engine of the request; `before` is the state that another program left for it.

    The reference engine runs what would take the native one long to compile.
    """
    program = prepare(lowered, request)

    def session() -> Any:
        if before is not None and lowered.deck is not None:
            return lowered.deck.continued(before, request.tapes)
        return lowered.session(request.tapes)

    host = Host(program, request.limits, session, request.echo, request.cached_code)
    seen = {name: function for name in ("trace", "watch") if (function := getattr(request, name)) is not None}

    def on(engine: str) -> Execution:
        execution: Execution = import_module(f"interpreters.{engine}").execute(
            program, lowered.library, host, request.progress, **seen
        )
        return execution

    try:
        return host, on(request.engine)
    except TooLargeToCompile:
        host.restart()
        return host, on("machine")
