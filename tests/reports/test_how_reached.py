"""How a verdict was reached: by the program as it stands, as emended, or by something else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from getallenband.originals.edition import edition
from getallenband.reports.checking.how_reached import how_reached, verdict_of
from getallenband.reports.checking.observed import Observed

SEALED = edition("debruijn1972_pentomino")
ECOL = replace(SEALED, runs={name: replace(run, seal="") for name, run in SEALED.runs.items()})
AS_EMENDED = "the document against itself, as emended"
CLAIMS = {claim.identifier: claim for claim in ECOL.claims}


@pytest.mark.parametrize(
    ("parts", "reached"),
    [
        ({("run", "full")}, ["the program as emended"]),
        ({("run", "full"), ("text", "solutions.transcription")}, ["the program as emended"]),
        ({("run", "algol-full")}, ["the program as emended", "the editor's additions"]),
        ({("run", "full-no-mark")}, ["the program as emended", "the editor's additions"]),
        ({("program", "ecol.transcription")}, ["the program as transcribed"]),
        ({("modern", "")}, ["computed independently"]),
        ({("run", "full"), ("modern", "")}, ["the program as emended", "computed independently"]),
        ({("text", "solutions.transcription")}, ["the document against itself"]),
        ({("input", "full/tape")}, ["the document against itself, as emended"]),
        ({("text", "drivers/drukoplossingaf.algol")}, ["the editor's additions", "the document against itself"]),
        ({("proof", "")}, ["a proof"]),
        ({("literature", "S. W. Golomb: Polyominoes, 1965")}, ["the literature"]),
        ({("modern", ""), ("sample", "")}, ["computed independently", "a rate with its error"]),
        ({("run", "full"), ("statement", "")}, ["the program as emended", "the document against itself"]),
        ({("input", "full/tape"), ("assumed", "plakje-7")}, [AS_EMENDED, "the editor's own reading"]),
        (set(), []),
    ],
)
def test_how_a_verdict_was_reached_follows_from_what_took_part(parts, reached):
    assert how_reached(ECOL, parts) == reached


def test_a_run_without_emendations_is_the_program_as_transcribed():
    untouched = replace(ECOL, runs={"full": replace(ECOL.runs["full"], emendations=())})
    assert how_reached(untouched, {("run", "full")}) == ["the program as transcribed"]
    claim = CLAIMS["2339-solutions"]
    assert verdict_of(claim, Observed(2339), True, untouched, {("run", "full")}) == "reproduced"


@pytest.mark.parametrize("emended", ["full", "first24"])
def test_what_rests_on_a_corrected_run_too_is_not_reproduced_as_it_stands(emended):
    runs = {name: replace(ECOL.runs[name], emendations=()) for name in ("full", "first24")}
    found = replace(ECOL, runs=runs | {emended: ECOL.runs[emended]})
    parts = {("run", name) for name in runs}
    assert verdict_of(CLAIMS["2339-solutions"], Observed(2339), True, found, parts) == "reproduced-after-emendation"
    untouched = replace(ECOL, runs=runs)
    assert verdict_of(CLAIMS["2339-solutions"], Observed(2339), True, untouched, parts) == "reproduced"
