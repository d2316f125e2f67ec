"""Turn claims.toml into claims: what the author published, and how a check observes it.

[[claim]]
id = "solutions-2339"
quotation = "het aantal oplossingen … vastgesteld op 2339"
place = "section 11"
about = "The rectangle has 2339 solutions with the cross in the upper left quarter."
run = "full"
observe = "count"
with = { statement = "86" }
expected = 2339
verdict = "reproduced-after-emendation"
why = "…"
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from originals.tables import Table, Value, read_table

VERDICTS = ("reproduced", "reproduced-after-emendation", "contradicted", "consistent", "not-checkable")


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement of the document; `verdict` is the expected one, `expected` is None where nothing is observed."""

    identifier: str
    quotation: str
    place: str
    about: str
    run: str | None
    observe: str
    parameters: Mapping[str, Value]
    expected: Value
    verdict: str
    why: str


def read_claims(path: Path) -> tuple[Claim, ...]:
    """Read the claims of an edition; their identifiers differ."""
    root = read_table(path)
    claims: list[Claim] = []
    for entry in root.entries("claim", "id"):
        claims.append(read_claim(entry))
        if claims[-1].identifier in {claim.identifier for claim in claims[:-1]}:
            raise entry.fault("the id occurs twice")
    root.close()
    return tuple(claims)


def read_claim(entry: Table) -> Claim:
    """Read one claim; only one that cannot be checked may lack an expected value."""
    claim = Claim(
        identifier=entry.text("id"),
        quotation=entry.text("quotation"),
        place=entry.text("place"),
        about=entry.text("about"),
        run=entry.optional_text("run"),
        observe=entry.text("observe"),
        parameters=entry.value("with", dict, "a table", {}),
        expected=entry.value("expected", object, "a value", None),
        verdict=entry.choice("verdict", VERDICTS),
        why=entry.text("why"),
    )
    entry.close()
    if (claim.observe == "none") != (claim.verdict == "not-checkable"):
        raise entry.fault('"observe" is "none" exactly where "verdict" is "not-checkable"')
    if claim.expected is None and claim.observe != "none":
        raise entry.fault('the key "expected" is missing')
    return claim
