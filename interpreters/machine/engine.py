"""Turn a program into an execution: make its closures, walk its blocks, charge its statements.

    execute(program, library, Host(program, Limits(statements=1000))).ending
    # Exhausted("the budget of 1000 statements is used up", Place(12, 1))

Blocks are cut so that a statement begins each, and one that the budget does not cover is not entered.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from operator import length_hint

from getallenband.interpreters.ir.execution import EndPoint, Execution, Progress, statement_counts
from getallenband.interpreters.ir.host import Host, HostExhausted, Library
from getallenband.interpreters.ir.messages import out_of_statements
from getallenband.interpreters.ir.ops import Operation, Statement
from getallenband.interpreters.ir.ops.constants import Constant
from getallenband.interpreters.ir.program import Program
from getallenband.interpreters.ir.snapshot import Watch
from getallenband.interpreters.machine.inspection import last_variables
from getallenband.interpreters.machine.operations import step_of
from getallenband.interpreters.machine.state import Code, Ended, Here, Routine, State, Step, Values
from getallenband.interpreters.outcome import Crash, Ending, Exhausted, Finished, Interrupted
from getallenband.interpreters.transform.statement_blocks import begin_blocks_at_statements

UNLIMITED = 2**62

CLOCK_INTERVAL = 20_000
"""Statements between two looks at the clock."""

PROGRESS_INTERVAL = 0.2
"""Seconds between two calls of the progress function."""


def execute(
    program: Program,
    library: Library,
    host: Host,
    progress: Progress | None = None,
    trace: Callable[[str], None] | None = None,
    watch: Watch | None = None,
    inspected: bool = False,
) -> Execution:
    """Run a verified program to its end.

    `progress` is called now and then with the number of statements executed so far; `trace` with one line for every
    statement, call and return; `watch` before every statement. If `inspected`, the execution has the innermost call's
    variables. Raise Crash for an internal error: IR that does what
    verified IR cannot, or a library procedure that failed.
    """
    start = time.process_time()
    program = begin_blocks_at_statements(program)
    state = load_program(program, library, host, trace, watch)
    built = time.process_time()
    ending, point = walk(state, progress)
    ending = drain(state, ending, point)
    ran = time.process_time()
    entries = {
        (name, label): code.entries
        for name, routine in state.routines.items()
        for label, code in routine.blocks.items()
    }
    counts = statement_counts(program, entries, point)
    probes = {
        name: dict(sorted(histogram.items())) for name, histogram in zip(program.probes, state.histograms, strict=True)
    }
    assert state.innermost is not None
    own = last_variables(state, *state.innermost) if inspected else {}
    return Execution(ending, counts, probes, built - start, ran - built, "machine", own)


def load_program(
    program: Program, library: Library, host: Host, trace: Callable[[str], None] | None, watch: Watch | None
) -> State:
    """Make a new state; constants are known at once, blocks are turned into steps where they are reached."""
    state = State(program, library, host, trace, watch)
    state.histograms = [{} for _ in program.probes]
    state.top = program.stack_start()
    state.routines = state.stack.routines = {name: Routine(function) for name, function in program.functions.items()}
    state.coded = {code: state.routines[function.name] for code, function in program.coded().items()}
    for routine in state.routines.values():
        here = Here(state, routine)
        for label, block in routine.function.blocks.items():
            for operation in block.operations:
                if isinstance(operation, Constant):
                    step_of(operation, here)
            code = routine.blocks[label]
            code.steps, code.indices = (loading(code, block.operations, here),), (0,)
    return state


def loading(code: Code, operations: list[Operation], here: Here) -> Step:
    """Return the only step of a block that was never reached: it loads the block and begins it again."""

    def load(_values: Values) -> Code:
        load_block(code, operations, here)
        code.entries -= 1
        return code

    return load


def load_block(code: Code, operations: list[Operation], here: Here) -> None:
    """Turn the operations of a block into steps."""
    marks = [operation for operation in operations if isinstance(operation, Statement)]
    code.marks, code.first_mark = len(marks), marks[0].at if marks else 0
    steps: list[Step] = []
    indices: list[int] = []
    for index, operation in enumerate(operations):
        step = step_of(operation, here)
        if step is not None:
            steps.append(step)
            indices.append(index)
    code.steps, code.indices = tuple(steps), tuple(indices)


def walk(state: State, progress: Progress | None) -> tuple[Ending, EndPoint | None]:
    """Run block after block to the end; return the ending and, inside a block, its point."""
    budget = UNLIMITED if state.host.limits.statements is None else state.host.limits.statements
    clock = Clock(budget, reporting(state, progress))
    entry = state.routines[state.program.entry]
    code, values = entry.entry, entry.blank.copy()
    left, alarm = budget, clock.alarm(budget)
    steps = iter(code.steps)
    try:
        while True:
            left -= code.marks
            if left < alarm:
                if left < 0:
                    return Exhausted(out_of_statements(budget), state.program.places[code.first_mark]), None
                alarm = clock.alarm(left)
            code.entries += 1
            steps = iter(code.steps)
            target = None
            for step in steps:
                target = step(values)
            if target is None:
                assert state.transfer is not None
                values, target = state.transfer
            code = target
    except Ended as ended:
        return ended.ending, end_point(code, length_hint(steps))
    except KeyboardInterrupt:
        return Interrupted(), end_point(code, length_hint(steps))
    except Crash:
        raise
    except Exception as error:
        point = end_point(code, length_hint(steps))
        operation = state.program.functions[code.function].blocks[code.label].operations[point.operation]
        raise Crash(f"{point.function}, {point.block}: {operation} failed: {error}") from error
    finally:
        state.innermost = state.routines[code.function], values


def end_point(code: Code, ahead: int) -> EndPoint:
    """Return the point of the step begun last, where `ahead` steps of its block are still to come."""
    return EndPoint(code.function, code.label, code.indices[len(code.steps) - ahead - 1])


def drain(state: State, ending: Ending, point: EndPoint | None) -> Ending:
    """Perform the pending events; a budget exhausted by them ends a run that would have finished."""
    try:
        state.drain()
    except HostExhausted as exhausted:
        if isinstance(ending, Finished) and point is not None:
            last = state.program.functions[point.function].blocks[point.block].operations[point.operation]
            return exhausted.ending(state.program.places[last.at])
    except Exception as error:
        raise Crash(f"a library procedure failed: {error}") from error
    return ending


def reporting(state: State, progress: Progress | None) -> Progress | None:
    """Return a progress function that first shows what was printed, where somebody is shown it."""
    if progress is None or state.host.echo is None:
        return progress

    def report(statements: int) -> None:
        state.perform_early()
        progress(statements)

    return report


class Clock:
    """Reports progress from time to time."""

    def __init__(self, budget: int, progress: Progress | None) -> None:
        self.budget, self.progress = budget, progress
        self.next = time.perf_counter() + PROGRESS_INTERVAL

    def alarm(self, left: int) -> int:
        """Report progress if it is due; return the rest of the budget at which to be asked again."""
        if self.progress is None:
            return 0
        now = time.perf_counter()
        if now >= self.next:
            self.progress(self.budget - left)
            self.next = now + PROGRESS_INTERVAL
        return max(0, left - CLOCK_INTERVAL)
