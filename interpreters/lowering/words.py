"""What routines may do besides arithmetic, for those who read and type-check them.

A routine is never called as the Python function that it is: `routines.py` turns its text into operations.
"""

from collections.abc import Callable

__all__ = [
    "absolute",
    "below",
    "bits",
    "copy",
    "fill",
    "host",
    "load",
    "load8",
    "load32",
    "load_real",
    "quotient",
    "real",
    "remainder",
    "right",
    "square_root",
    "store",
    "store8",
    "store32",
    "store_real",
    "truncated",
    "work",
]  # fmt: skip


class Library:
    """The library: host.name(…) calls a procedure of it."""

    def __getattr__(self, name: str) -> Callable[..., int]:
        raise NotImplementedError


host = Library()


def load(address: int) -> int:
    """Read 8 bytes."""
    raise NotImplementedError


def load32(address: int) -> int:
    """Read 4 bytes without a sign."""
    raise NotImplementedError


def load8(address: int) -> int:
    """Read a byte without a sign."""
    raise NotImplementedError


def load_real(address: int) -> float:
    """Read a real number."""
    raise NotImplementedError


def store(address: int, value: int) -> None:
    """Write 8 bytes."""


def store32(address: int, value: int) -> None:
    """Write the low 4 bytes."""


def store8(address: int, value: int) -> None:
    """Write the low byte."""


def store_real(address: int, value: float) -> None:
    """Write a real number."""


def copy(target: int, origin: int, size: int) -> None:
    """Copy bytes."""


def work(size: int) -> None:
    """Charge work on so many bytes to the statement budget: what a loop does beside `copy` and `fill`."""


def fill(address: int, words: int) -> None:
    """Set cells to zero."""


def real(value: int) -> float:
    """Return the nearest real number."""
    raise NotImplementedError


def bits(value: float) -> int:
    """Return the bits of a real number."""
    raise NotImplementedError


def truncated(value: float) -> int:
    """Cut towards zero; the value must be within 64 bits."""
    raise NotImplementedError


def absolute(value: float) -> float:
    """Drop the sign."""
    raise NotImplementedError


def square_root(value: float) -> float:
    """Return the square root."""
    raise NotImplementedError


def below(left: int, right: int) -> bool:
    """Compare without signs."""
    raise NotImplementedError


def right(value: int, places: int) -> int:
    """Shift right, with zeros from the left."""
    raise NotImplementedError


def quotient(left: int, right: int) -> int:
    """Divide, cut towards zero."""
    raise NotImplementedError


def remainder(left: int, right: int) -> int:
    """Return the remainder with the sign of `left`."""
    raise NotImplementedError
