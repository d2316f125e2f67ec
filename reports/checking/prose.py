"""The editor's prose with its figures: names in braces become what was published, observed, counted.

prose = Prose(checker, claim)
prose.fill("{this.published}, but {run:full.count.86}; see {2339-modern}")        # "2339, but 2,339; see 2,339"
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Protocol

from getallenband.durable.errors import Error
from getallenband.interpreters.source.diagnostics import UserError
from getallenband.originals.claims import AWAITING, Claim
from getallenband.originals.edition import Edition
from getallenband.originals.errors import TextNotHere
from getallenband.originals.prose import fill
from getallenband.reports.checking.how_reached import too_long
from getallenband.reports.checking.observed import Observed, Part
from getallenband.reports.runs.names import UnknownNameError, known
from getallenband.reports.runs.records import Records

PLACES = re.compile(r"((?:\[\d{1,9}\])*)$")
LONG = "[a long run]"
"""Stands for a figure of a run that takes minutes and was not asked for."""
UNKNOWN = "[not known yet]"
"""Stands for a figure that needs a text which is not here, or a program that cannot be run yet."""


class JudgedEdition(Protocol):
    """What prose asks of who judges the claims of an edition (check.py)."""

    found: Edition
    records: Records
    soak: bool
    claims: dict[str, Claim]

    def observation(self, claim: Claim) -> tuple[Observed, set[Part]]:
        """Observe."""


class Prose:
    """Fills the prose of one claim; a name that nothing bears is a UserError."""

    def __init__(self, checker: JudgedEdition, claim: Claim) -> None:
        self.checker = checker
        self.claim = claim

    def fill(self, text: str) -> str:
        """Return the text with its figures."""
        return fill(text, lambda name: written(self.figure(name)))

    def figure(self, name: str) -> Any:
        """Return the value of a name; NAME[n] is the n-th item of a list, from 0."""
        whole, places, _ = PLACES.split(name, maxsplit=1)
        kind, colon, rest = whole.partition(":")
        try:
            found = self.of_run(*rest.split(".", 1)) if colon and kind == "run" else self.of_claim(*whole.split(".", 1))
        except TextNotHere:
            return UNKNOWN
        except Error:
            if self.claim.verdict != AWAITING:
                raise
            return UNKNOWN
        for place in re.findall(r"\d+", places):
            if not isinstance(found, list) or int(place) >= len(found):
                raise UserError(f"{{{name}}}: there is no item {place} of {written(found)}")
            found = found[int(place)]
        return found

    def of_claim(self, name: str, aspect: str = "observed") -> Any:
        """Return an aspect of this claim ("this") or another of the edition."""
        claim = self.claim if name == "this" else known("claim", name, self.checker.claims)
        if aspect == "published":
            if not claim.published:
                raise UserError(f"{{{name}.published}}: the document prints no figure for this claim")
            return claim.published[0] if len(claim.published) == 1 else list(claim.published)
        if aspect == "value":
            return claim.value
        if not self.checker.soak and too_long(self.checker.found, claim):
            return LONG
        seen, _ = self.checker.observation(claim)
        facts = {"observed": seen.value, **seen.facts}
        if aspect not in facts:
            raise UnknownNameError(f"figure of claim {claim.identifier}", aspect, ["published", "value", *facts])
        return facts[aspect]

    def of_run(self, name: str, aspect: str = "") -> Any:
        """Return a figure of a run: statements, lines, tape_read, count.STATEMENT, probe.NAME."""
        run = self.checker.found.run(name)
        if run.soak and not self.checker.soak:
            return LONG
        record = self.checker.records(self.checker.found.name, run.name)
        figures_of_run = {
            "statements": sum(record["counts"].values()),
            "lines": len(record["output"].splitlines()),
            "tape_read": record["tape_read"],
            **{f"count.{statement}": times for statement, times in record["counts"].items()},
            **{f"probe.{probe}": sum(values.values()) for probe, values in record["probes"].items()},
        }
        if aspect not in figures_of_run:
            raise UnknownNameError(f"figure of run {name}", aspect, figures_of_run)
        return figures_of_run[aspect]


def written(value: Any) -> str:
    """Return a value as prose has it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:,.4g}"
    if isinstance(value, list | tuple):
        return ", ".join(written(item) for item in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {written(item)}" for key, item in value.items())
    return str(value)
