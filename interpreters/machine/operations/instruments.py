"""Statement marks, probes and stops."""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.messages import stopped
from getallenband.interpreters.machine.inspection import snapshot
from getallenband.interpreters.machine.state import Ended, Here, Step, Values
from getallenband.interpreters.outcome import Finished


def statement(operation: ops.Statement, here: Here) -> Step | None:
    """Tell who watches, after what was printed before is shown; the statement is counted with its block."""
    trace, watch = here.state.trace, here.state.watch
    if (trace is None and watch is None) or not operation.counted:
        return None
    mark, place, depth = here.state.program.statements[operation.statement], here.place(operation), here.state.stack
    shown = here.state.host.echo is not None

    def step(values: Values) -> None:
        if shown:
            here.state.perform_early()
        if watch is not None:
            watch(lambda: snapshot(here.state, here.routine, values, place))
        if trace is not None:
            trace(f"{place.line}:{place.column} {'  ' * len(depth)}statement {mark.label}")

    return step


def probe(operation: ops.Probe, here: Here) -> Step:
    histogram, value = here.state.histograms[operation.probe], operation.value

    def step(values: Values) -> None:
        seen = values[value]
        histogram[seen] = histogram.get(seen, 0) + 1

    return step


def call_depth(operation: ops.CallDepth, here: Here) -> Step:
    result, stack = operation.result, here.state.stack

    def step(values: Values) -> None:
        values[result] = len(stack)

    return step


def stop_before(operation: ops.StopBefore, here: Here) -> Step:
    passes, key = here.state.passes, (operation.statement, operation.execution)
    label = here.state.program.statements[operation.statement].label

    def step(_values: Values) -> None:
        passes[key] = passes.get(key, 0) + 1
        if passes[key] == operation.execution:
            raise Ended(Finished(stopped(label, operation.execution), here.place(operation)))

    return step
