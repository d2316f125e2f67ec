"""What a program calls at run time: reading and printing.

LIBRARY["write"].perform(host, 12)        # prints "12" and a new line
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreters.arithmetic.ieee754 import IEEE754 as NUMBERS
from interpreters.ir.host import Host, host_functions
from interpreters.language import Tapes
from interpreters.lowering.tape import Tape, tape_of, tapes_of


@dataclass
class Session:
    """What a run has besides its memory: its tapes."""

    tapes: dict[str, Tape]


def session(tapes: Tapes) -> Session:
    return Session(tapes_of(tapes))


def read(host: Host) -> int:
    return tape_of(host).integer(host, NUMBERS.greatest)


def write(host: Host, value: int) -> None:
    host.output.write(f"{value}\n")


LIBRARY = host_functions(read, write)
