"""Hold every claim of an edition against what is observed: claims in, verdicts out.

    for verdict in verdicts("debruijn1972_pentomino", Records(), Oracle()):
        verdict["claim"], verdict["verdict"], verdict["changed"]

A verdict is reproduced, reproduced-after-emendation (the run needs corrections of the text), contradicted, consistent
(it fits, but reproduces nothing) or not-checkable. The edition says which one is expected: a contradiction that is
expected is a finding, a verdict that differs from the expected one is a change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypedDict

from interpreters import SourceText
from interpreters.source.diagnostics import UserError
from originals.claims import Claim
from originals.edition import Edition, edition, editions
from originals.runs import Run
from reports.checking.observed import Context, Observed
from reports.checking.observers import run_observer
from reports.running.oracle import Oracle
from reports.running.records import Records


class Verdict(TypedDict):
    """What became of one claim; `why` is the edition's reason with the observer's."""

    edition: str
    claim: str
    quotation: str
    place: str
    about: str
    published: Any
    observed: Any
    verdict: str
    expected_verdict: str
    changed: bool
    why: str
    run: str | None
    volatile: bool


def verdicts(name: str, records: Records, oracle: Oracle, *, soak: bool = False) -> Iterator[Verdict]:
    """Judge an edition's claims in their order; those on runs too long for every day only with `soak`."""
    found = edition(name)
    for claim in found.claims:
        if soak or not too_long(found, claim):
            yield judge(found, claim, records, oracle)


def too_long(found: Edition, claim: Claim) -> bool:
    """Tell whether a claim's run is too long for every day, or another that its observer looks at."""
    runs = [claim.run, claim.parameters.get("run"), claim.parameters.get("under_run")]
    return any(found.run(name).soak for name in runs if name)


def all_verdicts(names: Sequence[str], *, soak: bool = False) -> list[Verdict]:
    """Judge the claims of these editions, or of all; a wrong name is an EditionError before anything runs."""
    chosen = [edition(name).name for name in names or editions()]
    records, oracle = Records(), Oracle()
    return [verdict for name in chosen for verdict in verdicts(name, records, oracle, soak=soak)]


def left_out(names: Sequence[str]) -> int:
    """Return how many claims of these editions, or of all, stand on runs that are too long for every day."""
    chosen = [edition(name) for name in names or editions()]
    return sum(too_long(found, claim) for found in chosen for claim in found.claims)


def judge(found: Edition, claim: Claim, records: Records, oracle: Oracle) -> Verdict:
    """Judge one claim; raise UserError, naming the claim, where it asks for what is not there."""
    run = found.runs[claim.run] if claim.run else None
    try:
        seen = run_observer(claim.observe, context(found, claim, records, oracle), claim.parameters)
    except UserError as error:
        raise UserError(f"{found.name}: claim {claim.identifier}: {error}") from error
    reached = verdict_of(seen, run)
    return {
        "edition": found.name,
        "claim": claim.identifier,
        "quotation": claim.quotation,
        "place": claim.place,
        "about": claim.about,
        "published": claim.expected,
        "observed": seen.value,
        "verdict": reached,
        "expected_verdict": claim.verdict,
        "changed": reached != claim.verdict,
        "why": f"{claim.why} ({seen.why})" if claim.why and seen.why else claim.why or seen.why,
        "run": claim.run,
        "volatile": seen.volatile,
    }


def verdict_of(seen: Observed, run: Run | None) -> str:
    """Turn what was seen into a verdict."""
    if seen.agrees is None:
        return "not-checkable"
    if not seen.agrees:
        return "contradicted"
    if seen.judged:
        return "consistent"
    return "reproduced-after-emendation" if run and run.emendations else "reproduced"


def context(found: Edition, claim: Claim, records: Records, oracle: Oracle) -> Context:
    """Return all that the claim can be held against."""
    return context_of_run(found, claim.run or "", records, oracle, claim.expected)


def context_of_run(
    found: Edition, run: str, records: Records, oracle: Oracle | None = None, expected: Any = None
) -> Context:
    """Return all that a run of the edition can be held against."""

    def inputs(name: str) -> Mapping[str, SourceText]:
        return {tape: SourceText(tape, text) for tape, text in found.run(name).tapes.items()}

    return Context(
        edition=found.name,
        expected=expected,
        run=run,
        records=lambda name: records(found.name, found.run(name).name),
        inputs=inputs,
        files=lambda file: SourceText(file, found.read(file)),
        oracle=oracle or Oracle(),
    )
