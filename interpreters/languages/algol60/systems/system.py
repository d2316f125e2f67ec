"""What a system's table of standard procedures is made of.

Standard("FIXT (integer n, integer m, real x)", "a number with its sign …", "MR 81, 7.3.1.9", "prints fixt")

Parameters are called by value, except those marked `name` and arrays; `…` stands for any number of any kind. How a
procedure is done is said in a word that lower/standard.py knows, perhaps with the name of a function of library/, or by
its declaration in ALGOL 60.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

HEADING = re.compile(r"(?:(?P<type>integer|real|Boolean) )?(?P<name>\w+)(?: \((?P<parameters>.*)\))?")
PARAMETER = re.compile(r"(?P<mode>name )?(?P<type>integer|real|string|array) (?P<name>\w+)")
ANY = "…"


@dataclass(frozen=True, slots=True)
class Standard:
    """A standard procedure: heading, what it does, where that is written, and how it is done."""

    heading: str
    what: str
    source: str
    how: str

    @property
    def name(self) -> str:
        return self.parts["name"] or ""

    @property
    def parts(self) -> re.Match[str]:
        found = HEADING.fullmatch(self.heading)
        assert found is not None, self.heading
        return found

    @property
    def in_algol(self) -> bool:
        return "procedure " in self.how

    @property
    def host(self) -> str:
        """The function of library/ that does it."""
        return self.how.split()[-1]


@dataclass(frozen=True, slots=True)
class System:
    """The standard procedures of a system; `includes` names systems whose procedures it has too."""

    title: str
    procedures: tuple[Standard, ...]
    includes: tuple[str, ...] = ("elementary",)
