"""One lowered program on the engine that a request names.

host, execution = execute(lowered, request)
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from getallenband.interpreters.ir.execution import Execution, TooLargeToCompile
from getallenband.interpreters.ir.host import Host
from getallenband.interpreters.ir.program import Program
from getallenband.interpreters.language import Lowered
from getallenband.interpreters.request import Request
from getallenband.interpreters.transform.instrumentation import instrument
from getallenband.interpreters.transform.simplification import simplify

ASSERTING = "testing.assertions"
"""The reference engine in the mode that asserts what engines assume about a program: for tests."""


def prepare(lowered: Lowered, request: Request) -> Program:
    """Return the program that engines are given: with the instruments of the request, and simplified."""
    instrumented = instrument(lowered.program, request.probes, request.stop)
    return simplify(instrumented, drop_checks=request.engine != ASSERTING)


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
    observers = {name: asked for name in ("trace", "watch", "inspected") if (asked := getattr(request, name))}

    def on(engine: str) -> Execution:
        execution: Execution = module_of(engine).execute(program, lowered.library, host, request.progress, **observers)
        return execution

    try:
        return host, on(request.engine)
    except TooLargeToCompile:
        host.restart()
        return host, on("machine")


def module_of(engine: str) -> ModuleType:
    """Import an engine; the reference engine in place of the native one where LLVM cannot be loaded."""
    return import_module(
        f"getallenband.interpreters.{engine if engine != 'native' or native_is_there() else 'machine'}"
    )


@cache
def native_is_there() -> bool:
    """Tell whether the native engine can be imported: LLVM's library may need more memory than there is."""
    try:
        import_module("getallenband.interpreters.native")
    except (ImportError, OSError):
        return False
    return True
