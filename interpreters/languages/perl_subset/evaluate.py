"""Run a Perl program: compile its tree to Python closures, then call them.

    evaluate(tree, source, request).output

Statements are counted, and the budget of statements is kept, one by one. What a program writes to files stays in the
outcome's `files`. The clock stands still unless the setting `clock` lets it run.
"""

from __future__ import annotations

import sys
import time

from interpreters.ir.host import HostExhausted, Output
from interpreters.language import Request
from interpreters.languages.perl_subset import syntax
from interpreters.languages.perl_subset.machine import Died, Exhaustion, Fault, Machine
from interpreters.languages.perl_subset.statements import Compiler
from interpreters.outcome import Ending, Exhausted, Finished, Interrupted, Outcome, Trap
from interpreters.source.position import SourceText

FRAMES = 12
"""Python frames that one level of a Perl sub takes at most, in the expressions that programs of this kind have."""


def evaluate(tree: syntax.Script, source: SourceText, request: Request) -> Outcome:
    """Compile and run a program; raise SourceError for names that are not declared."""
    began = time.perf_counter()
    machine = Machine(source, Output(request.limits.output), request)
    run = Compiler(source, machine).script(tree)
    built = time.perf_counter()
    ending = finished(machine, run)
    counts = {label: machine.counts[index] for index, (label, _) in enumerate(machine.statements)}
    return Outcome(
        ending,
        machine.output.text,
        counts,
        machine.histograms(),
        machine.lines_read,
        built - began,
        time.perf_counter() - built,
        {name: "".join(pieces) for name, pieces in machine.files.items()},
    )


def finished(machine: Machine, run: object) -> Ending:
    """Run the program and say how it ended."""
    assert callable(run)
    before = sys.getrecursionlimit()
    depth = min(machine.request.limits.depth, 4000)
    machine.depth_limit = depth
    sys.setrecursionlimit(max(before, depth * FRAMES + 2000))
    try:
        run(machine.globals)
    except Died as death:
        return Trap(str(death), machine.place())
    except Fault as fault:
        return Trap(str(fault), fault.place or machine.place())
    except Exhaustion as exhaustion:
        return Exhausted(str(exhaustion), machine.place())
    except HostExhausted as exhaustion:
        return Exhausted(str(exhaustion), machine.place())
    except RecursionError:
        return Trap("expressions or subs are nested too deep", machine.place())
    except KeyboardInterrupt:
        return Interrupted()
    finally:
        sys.setrecursionlimit(before)
    if machine.stopped is not None:
        return Finished(machine.stopped, machine.place())
    return Finished()
