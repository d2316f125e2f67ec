"""The blocks of Perl's runtime: all routines that can be functions of their own, in one program.

blocks()        # {"add/entry", "add/then", …}
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from interpreters.ir import ops
from interpreters.ir.builder import FunctionBuilder
from interpreters.ir.program import Program
from interpreters.ir.types import Type
from interpreters.languages.perl_subset.library import LIBRARY
from interpreters.lowering import routines
from interpreters.lowering.routines import Routines, routine_of
from interpreters.transform.block_merging import merge_blocks
from interpreters.transform.unreachable import remove_unreachable


@contextmanager
def without_inlining() -> Iterator[None]:
    """Make every routine a function of its own, whose blocks can be counted."""
    never = property(lambda _self: False, lambda _self, _value: None)
    with patch.object(Routines, "inlining", never, create=True):
        yield


def blocks() -> set[str]:
    """Return routine/block for all that programs can have; call it without inlining."""
    program = Program("runtime", {}, {}, "main")
    build = FunctionBuilder(program, "main", "the program", library=LIBRARY)
    for name in routines.FOUND:
        if not takes_hooks(name):
            zeros = (
                build.real(0.0) if kind is Type.REAL else build.int(0) for kind in routine_of(name).parameters.values()
            )
            Routines(program, LIBRARY).call(build, name, *zeros)
    build.end(ops.Return)
    program = merge_blocks(remove_unreachable(program))
    return {
        f"{function.name.removeprefix('runtime.')}/{label}"
        for function in program.functions.values()
        if function.routine
        for label in function.blocks
    }


def takes_hooks(name: str) -> bool:
    """Tell whether a routine calls what only its caller can write: such a one is always written out."""
    program = Program("alone", {}, {}, "main")
    build = FunctionBuilder(program, "main", "the program", library=LIBRARY)
    zeros = [build.real(0.0) if kind is Type.REAL else build.int(0) for kind in routine_of(name).parameters.values()]
    try:
        Routines(program, LIBRARY).call(build, name, *zeros)
    except KeyError:
        return True
    return False
