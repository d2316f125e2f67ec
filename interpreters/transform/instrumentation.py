"""Put probes and a stop into a program (the transformation itself follows with the reference engine)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from interpreters.ir.program import Program


class Probed(Protocol):
    """What a probe request holds."""

    @property
    def statement(self) -> str:
        """The label of the statement."""

    @property
    def variable(self) -> str:
        """The name of the variable, or "depth"."""


class Stopped(Protocol):
    """What a stop request holds."""

    @property
    def statement(self) -> str:
        """The label of the statement."""

    @property
    def execution(self) -> int:
        """The number of the execution that does not begin."""


def instrumented(program: Program, probes: Mapping[str, Probed], stop: Stopped | None) -> Program:
    """Return the program with the probes and the stop that a run asks for."""
    if probes or stop:
        raise ValueError("instruments are not there yet")
    return program
