"""What a program calls at run time: reading and printing.

LIBRARY["write"].perform(host, 12)        # prints "12" and a new line
"""

from __future__ import annotations

from dataclasses import dataclass

from getallenband.interpreters.arithmetic.ieee754 import IEEE754 as NUMBERS
from getallenband.interpreters.ir.host import Host, HostFunction, Library
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.language import Tapes
from getallenband.interpreters.lowering.tape import Tape, tape_of, tapes_of


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


LIBRARY: Library = {
    "read": HostFunction((), Type.INT, read),
    "write": HostFunction((Type.INT,), None, write),
}
