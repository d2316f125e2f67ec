"""The blocks of Perl's runtime: all routines that can be functions of their own, in one program.

blocks()        # {"add/entry", "add/then", …}
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import getallenband.interpreters.languages.perl_subset.lower  # noqa: F401 - imports all routines
from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import FunctionBuilder
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.ir.program import Program
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.languages.perl_subset.library import LIBRARY
from getallenband.interpreters.lowering import routines
from getallenband.interpreters.lowering.routines import Routines, routine_of
from getallenband.interpreters.transform.block_merging import merge_blocks
from getallenband.interpreters.transform.unreachable import remove_unreachable


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
    for function, _ in routines.ROUTINES.values():
        if not takes_hooks(function):
            Routines(program, LIBRARY).call(build, function, *zeros(build, function))
    build.end(ops.Return)
    program = merge_blocks(remove_unreachable(program))
    return {
        f"{function.name.removeprefix('runtime.')}/{label}"
        for function in program.functions.values()
        if function.routine
        for label in function.blocks
    }


def zeros(build: FunctionBuilder, function: Callable[..., Any]) -> list[Register]:
    """Return operands for a routine."""
    kinds = routine_of(function).parameters.values()
    return [build.real(0.0) if kind is Type.REAL else build.int(0) for kind in kinds]


def takes_hooks(function: Callable[..., Any]) -> bool:
    """Tell whether a routine calls what only its caller can write: such a one is always written out."""
    program = Program("alone", {}, {}, "main")
    build = FunctionBuilder(program, "main", "the program", library=LIBRARY)
    try:
        Routines(program, LIBRARY).call(build, function, *zeros(build, function))
    except KeyError:
        return True
    return False
