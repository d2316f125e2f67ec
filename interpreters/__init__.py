r"""Run historical programs: read, lower, run.

>>> source = SourceText("double.ecol", "START\nSCHRIJF (4,0) := 2 * LEES\nKLAAR\n")
>>> tree = read(source, "ecol")
>>> outcome = run(source, "ecol", Request(tapes={"tape": SourceText("tape.txt", "21")}))
>>> outcome.ending.kind, outcome.output
('finished', '    42')

`read` parses, `lower` gives the IR, `run` does everything and returns an Outcome.
"""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import Any

from interpreters.ir.execution import Execution
from interpreters.ir.host import Host
from interpreters.ir.messages import out_of_memory
from interpreters.ir.program import Program
from interpreters.language import (
    SPECULATION_FAILED,
    Language,
    Lowered,
    Options,
    Request,
    Setting,
    checked_options,
    language,
)
from interpreters.outcome import Exhausted, Limits, Outcome, Trap
from interpreters.source.diagnostics import SourceError, UserError
from interpreters.source.nesting import deeply
from interpreters.source.position import Place, SourceText
from interpreters.transform.block_merging import merge_blocks
from interpreters.transform.definite_assignment import drop_definite_checks
from interpreters.transform.instrumentation import ProbeRequest, StopRequest, instrument
from interpreters.transform.unreachable import remove_unreachable

__all__ = [
    "Language", "Limits", "Options", "Outcome", "Place", "ProbeRequest", "Request", "Setting", "SourceError",
    "SourceText", "StopRequest", "checked_options", "language", "lower", "read", "run",
]  # fmt: skip


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
    first = lower(source, name, replace(request.options, watched=request.probes))
    if first.program.stack_start() > request.limits.memory:
        return too_large(first.program, request)
    lowered: Lowered | None = first
    while lowered is not None:
        host, execution = execute(lowered, request)
        if not (isinstance(execution.ending, Trap) and execution.ending.message == SPECULATION_FAILED):
            break
        lowered = deeply(source, lowered.fallback) if lowered.fallback else None
    if lowered is not None and lowered.finish is not None:
        lowered.finish(host)
    return Outcome(
        execution.ending,
        host.output.text,
        execution.counts,
        execution.probes,
        host.tape_read,
        execution.build,
        execution.run,
        host.files,
    )


def too_large(program: Program, request: Request) -> Outcome:
    """Return the outcome of a program whose static memory alone is beyond the limit: it never starts."""
    message = out_of_memory(program.stack_start(), request.limits.memory)
    counts = dict.fromkeys((statement.label for statement in program.statements), 0)
    return Outcome(Exhausted(message), "", counts, {name: {} for name in request.probes})


def execute(lowered: Lowered, request: Request) -> tuple[Host, Execution]:
    """Run lowered IR on the engine of the request."""
    reachable = remove_unreachable(lowered.program)
    program = drop_definite_checks(merge_blocks(instrument(reachable, request.probes, request.stop)))
    host = Host(program, request.limits, lambda: lowered.session(request.tapes))
    if request.engine == "machine":
        machine = import_module("interpreters.machine")
        return host, machine.execute(program, lowered.library, host, request.progress, trace=request.trace)
    native = import_module("interpreters.native")
    return host, native.execute(program, lowered.library, host, request.progress)
