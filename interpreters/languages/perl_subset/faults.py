"""How the library ends a run of a program."""

from __future__ import annotations

from getallenband.interpreters.source.position import Place


class Fault(Exception):
    """The program did what Perl forbids; `place` is where, if it is not the running statement."""

    def __init__(self, message: str, place: Place | None = None) -> None:
        super().__init__(message)
        self.place = place


class Missing(Fault):
    """The program asks for what Perl has and this subset has not, as only its run shows."""


class Exhaustion(Exception):
    """A budget is used up."""


def out_of_memory(limit: int) -> str:
    return f"the memory of {limit} bytes is used up"
