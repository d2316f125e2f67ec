"""Run a Perl program: compile its tree to Python closures, then call them.

    evaluate(tree, source, request).output

Statements are counted, and the budget of statements is kept, one by one. What a program writes to files stays in the
outcome's `files`. The clock stands still unless the setting `clock` lets it run.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from interpreters.ir.host import HostExhausted, Output
from interpreters.language import Request
from interpreters.languages.perl_subset import syntax
from interpreters.languages.perl_subset.machine import Exhaustion, Fault, Frame, Machine, Missing, out_of_memory
from interpreters.languages.perl_subset.statements import Compiler
from interpreters.outcome import Ending, Exhausted, Finished, Interrupted, Outcome, Trap, Unsupported
from interpreters.source.nesting import allow_recursion, deeply
from interpreters.source.position import SourceText

CALLS = 4000
"""Calls of subs inside one another, whatever the limit."""
FRAMES = 40
"""Python frames that one level of a Perl sub takes at most, in the expressions that programs of this kind have."""
OF_TEXT = 60_000
"""Python frames that the nesting of the text itself may take: a sum of ten thousand terms takes a few for each."""


def evaluate(tree: syntax.Script, source: SourceText, request: Request) -> Outcome:
    """Compile and run a program; raise SourceError for names that are not declared."""
    began = time.perf_counter()
    machine = Machine(source, Output(request.limits.output), request)
    run = deeply(source, lambda: Compiler(source, machine).script(tree))
    built = time.perf_counter()
    ending = finished(machine, run)
    counts = {label: machine.counts[index] for index, (label, _) in enumerate(machine.statements)}
    files = {name: "".join(pieces) for name, pieces in machine.files.items()}
    spent = built - began, time.perf_counter() - built
    return Outcome(ending, machine.output.text, counts, machine.probes, 0, *spent, files)


def finished(machine: Machine, run: Callable[[Frame], None]) -> Ending:
    """Run the program and say how it ended."""
    machine.depth_limit = min(machine.request.limits.depth, CALLS)
    try:
        with allow_recursion(machine.depth_limit * FRAMES + OF_TEXT):
            run(machine.globals)
    except Missing as missing:
        return Unsupported(str(missing), missing.place or machine.place())
    except Fault as fault:
        return Trap(str(fault), fault.place or machine.place())
    except (Exhaustion, HostExhausted) as exhaustion:
        return Exhausted(str(exhaustion), machine.place())
    except MemoryError:
        return Exhausted(out_of_memory(machine.memory), machine.place())
    except RecursionError:
        return Trap("expressions or subs are nested too deep", machine.place())
    except KeyboardInterrupt:
        return Interrupted()
    if machine.stopped is not None:
        return Finished(machine.stopped, machine.place())
    return Finished()
