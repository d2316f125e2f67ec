"""Verdicts: how they were reached, what is a change, and the figures in their prose."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from getallenband.interpreters.source.diagnostics import UserError
from getallenband.originals.claims import Derived
from getallenband.originals.edition import edition, editions
from getallenband.originals.errors import EditionError
from getallenband.originals.values import evaluate, rounded
from getallenband.reports.checking.check import Checker, unit_of, verdicts
from getallenband.reports.checking.how_reached import agreement, relation_holds, verdict_of
from getallenband.reports.checking.observed import Observed
from getallenband.reports.publishing.evidence import evidence_text
from getallenband.reports.runs.cache import ResultCache
from getallenband.reports.runs.oracle import Oracle
from getallenband.reports.runs.record import seal_of
from getallenband.reports.runs.records import Records

SEALED = edition("debruijn1972_pentomino")
ECOL = replace(SEALED, runs={name: replace(run, seal="") for name, run in SEALED.runs.items()})
CLAIMS = {claim.identifier: claim for claim in ECOL.claims}
RECORD = {
    "output": "1: 2\n",
    "counts": {"60": 7, "86": 2339},
    "probes": {"attempts": {"1": 4, "2": 3}},
    "tape_read": 315,
    "files": {},
}


AS_EMENDED = "the document against itself, as emended"


def checker(counts=None):
    """Return a checker whose runs have all made RECORD, or other counts."""
    return Checker(ECOL, lambda _edition, _run: RECORD | ({"counts": counts} if counts else {}), Oracle())


@pytest.mark.parametrize(
    ("seen", "agrees", "parts", "verdict"),
    [
        (Observed(1), True, {("run", "full")}, "reproduced-after-emendation"),
        (Observed(1), True, {("modern", "")}, "confirmed"),
        (Observed(1), True, {("input", "full/tape")}, "confirmed"),
        (Observed(1, judged=True), True, {("run", "full")}, "consistent"),
        (Observed(1), False, {("run", "full")}, "contradicted"),
        (Observed(1, judged=True), False, set(), "contradicted"),
    ],
)
def test_verdicts(seen, agrees, parts, verdict):
    assert verdict_of(CLAIMS["2339-solutions"], seen, agrees, ECOL, parts) == verdict


def test_nothing_observed_is_not_checkable():
    assert checker().judge(CLAIMS["1620-generated"])["verdict"] == "not-checkable"


@pytest.mark.parametrize(
    ("relation", "holding", "failing"),
    [
        ("equal", 5, 6),
        ("at-most", 5, 6),
        ("at-least", 5, 4),
        ("more-than", 6, 5),
        ("less-than", 4, 5),
        ("near", 5.1, 5.2),
    ],
)
def test_relations(relation, holding, failing):
    claim = replace(CLAIMS["2339-solutions"], relation=relation, tolerance=0.15)
    assert relation_holds(claim, holding, 5)
    assert not relation_holds(claim, failing, 5)


def test_a_relation_of_what_has_no_order_is_refused():
    claim = replace(CLAIMS["2339-solutions"], relation="at-most")
    with pytest.raises(UserError, match=r'"relation" at-most holds between numbers, not between 3 and \[5\]'):
        relation_holds(claim, 3, [5])
    with pytest.raises(UserError, match=r'"relation" at-most holds between numbers, not between 1 and True'):
        relation_holds(claim, 1, True)


def test_a_truth_value_is_no_number():
    claim = CLAIMS["2339-solutions"]
    assert relation_holds(claim, True, True)
    assert not relation_holds(claim, 1, True)
    assert not relation_holds(claim, False, 0)


def test_another_observation_is_another_verdict():
    verdict = checker({"60": 7, "86": 2338}).judge(CLAIMS["2339-solutions"])
    assert (verdict["observed"], verdict["changed"]) == (2338, True)
    assert verdict["changes"] == ["expected: reproduced-after-emendation"]


@pytest.mark.parametrize(
    ("verdict", "relation"), [("contradicted", "equal"), ("reproduced-after-emendation", "at-most")]
)
def test_a_pinned_observation_that_changes_is_a_change(verdict, relation):
    claim = replace(CLAIMS["2339-solutions"], value=2340, relation=relation, verdict=verdict, pinned=2338)
    found = checker().judge(claim)
    assert found["verdict"] == verdict
    assert (found["pin"], found["changes"]) == (2339, ["observed before: 2338, now: 2339"])
    assert checker().judge(replace(claim, pinned=2339))["changed"] is False


def test_figures_come_into_prose_by_name():
    claim = replace(
        CLAIMS["2339-solutions"],
        why="{this.published} is {this.value} is {this.observed}; {eight-tries.published}, {eight-tries.value[1]};"
        " {run:full.statements},"
        " {run:full.lines}, {run:full.count.60}, {run:full.probe.attempts}, {run:full.tape_read}; {{x}}",
        derived=Derived(1000, "half of {2339-solutions}"),
    )
    verdict = checker().judge(claim)
    assert verdict["why"] == "2339 is 2,339 is 2,339; 56, 63, 57; 2,346, 1, 7, 7, 315; {x}"
    assert verdict["derived"]["how"] == "half of 2,339"


def place_of(key):
    """Return the place of a key of the claim 2339-solutions: there is one a line."""
    lines = (SEALED.folder / "claims.toml").read_text().splitlines()
    start = lines.index('id = "2339-solutions"')
    line = next(number for number, line in enumerate(lines[start:], start + 1) if line.startswith(f"{key} = "))
    return f"originals/debruijn1972_pentomino/claims.toml:{line}:1"


@pytest.mark.parametrize("key", ["about", "why"])
@pytest.mark.parametrize(
    ("prose", "message"),
    [
        ("{eight-tries[x]}", "there is no claim 'eight-tries[x]'; nearest: eight-tries"),
        ("{this.over}", "there is no figure of claim 2339-solutions 'over'"),
        ("{run:full.counts.60}", "there is no figure of run full 'counts.60'; nearest: count.60"),
        ("{eight-tries.values}", "there is no figure of claim eight-tries 'values'; nearest: value"),
        ("{eight-tries.value[8]}", "{eight-tries.value[8]}: there is no item 8 of 56, 57"),
        ("{word-of-figure-4.published}", "{word-of-figure-4.published}: the document prints no figure for this claim"),
    ],
)
def test_a_name_in_prose_that_nothing_bears(key, prose, message):
    with pytest.raises(EditionError) as raised:
        checker().judge(replace(CLAIMS["2339-solutions"], **{key: prose}))
    assert str(raised.value).startswith(f"{place_of(key)}: claim 2339-solutions: {message}")


def test_prose_waits_for_no_long_run():
    long = replace(ECOL, runs=ECOL.runs | {"full": replace(ECOL.runs["full"], soak=True)})
    found = Checker(long, Records(), Oracle())
    claim = replace(CLAIMS["63-plakjes"], why="{2339-solutions} and {run:full.lines}")
    assert found.judge(claim)["why"] == "[a long run] and [a long run]"


def test_a_judgement_says_its_power():
    seen = Checker(ECOL, Records(), Oracle()).judge(CLAIMS["el-x8-6-minutes"])
    assert seen["power"].startswith("holds for ")
    assert not seen["weak"]
    assert [unit_of(each)[0] for each in (1.5, 119, 120, 36_000, 864_000, 3.2e8)] == [
        "seconds", "seconds", "minutes", "hours", "days", "years",
    ]  # fmt: skip


@pytest.mark.parametrize(("published", "holds"), [(121, True), (120, True), (119, False), ([121, 7], True)])
def test_a_judgement_by_bounds_agrees_between_them(published, holds):
    seen = Observed("1 µs an execution", judged=True, interval=(120, 240))
    assert agreement(replace(CLAIMS["el-x8-6-minutes"], value=published), seen) is holds


def test_what_another_value_was_compared_with_decides():
    seen = Observed(["1: 2"], expected=["1: 2"])
    assert agreement(CLAIMS["24-solutions"], seen)
    assert not agreement(CLAIMS["24-solutions"], replace(seen, value=["1: 3"]))


def test_a_run_that_counts_otherwise_breaks_its_seal():
    outcome = RECORD | {"outcome": {}}
    sealed = replace(ECOL, runs=ECOL.runs | {"full": replace(ECOL.runs["full"], seal=seal_of(outcome))})
    claim = CLAIMS["2339-solutions"]
    assert not Checker(sealed, lambda *_: outcome, Oracle()).judge(claim)["changed"]
    other = outcome | {"counts": {"60": 8, "86": 2339}}
    (change,) = Checker(sealed, lambda *_: other, Oracle()).judge(claim)["changes"]
    assert change.startswith("run full: something that it printed or counted is not as before: seal ")


def test_numbers_are_written_with_so_many_digits():
    written = [rounded(each, 3) for each in (0, 0.7936, 84.42, 1139.6, 12_590_000)]
    assert written == ["0", "0.794", "84.4", "1,140", "12,600,000"]


def test_some_claims_alone():
    found = list(verdicts("debruijn1972_pentomino", Records(), Oracle(), only=["63-plakjes", "eight-tries"]))
    assert [verdict["claim"] for verdict in found] == ["63-plakjes", "eight-tries"]
    assert json.loads(json.dumps(found)) == found
    with pytest.raises(UserError, match=r"has no claim '63-plakje'; nearest: 63-plakjes"):
        list(verdicts("debruijn1972_pentomino", Records(), Oracle(), only=["63-plakje"]))


@pytest.mark.parametrize(
    ("observe", "parameters", "message"),
    [
        ("refusal", {"file": "ecol.transcription", "language": "ecl"}, "nearest: ecol"),
        ("output_lines", {"pattern": "*x"}, "pattern = .*valid regular expression"),
    ],
)
def test_a_parameter_that_an_observer_cannot_use_is_told(observe, parameters, message):
    with pytest.raises(EditionError, match=f"^{place_of('with')}: claim 2339-solutions: .*{message}"):
        checker().judge(replace(CLAIMS["2339-solutions"], observe=observe, parameters=parameters))


def test_a_place_that_no_list_has_is_told():
    with pytest.raises(ValueError, match=r"there is no place \[2\] in \[1, 2\]"):
        evaluate("{a}[2]", {"a": [1, 2]}.__getitem__)


def test_what_the_editor_put_in_cannot_confirm():
    claim = CLAIMS["tape-315"]
    assert verdict_of(claim, Observed(315), True, ECOL, {("input", "full/tape")}) == "confirmed"
    assert verdict_of(claim, Observed(315), True, ECOL, {("input", "full/tape"), ("assumed", "x")}) == "consistent"
    [judged] = verdicts("debruijn1972_pentomino", Records(), Oracle(), only=["tape-315"])
    assert judged["reached"] == [AS_EMENDED, "the editor's own reading"]
    assert "  assumed by    the emendation plakje-7\n" in evidence_text(judged, ResultCache())


def test_a_statement_is_proved():
    steps = ["A corner lies in a piece.", "So all lie right."]
    claim = replace(CLAIMS["whole-squares"], parameters={"steps": steps})
    judged = checker().judge(claim)
    assert (judged["verdict"], judged["reached"]) == ("confirmed", ["a proof"])
    assert judged["why"].endswith(f"({' '.join(steps)})")


@pytest.mark.parametrize(
    ("certainties", "verdict"), [(["read", "read"], "confirmed"), (["read", "second-hand"], "consistent")]
)
def test_what_the_literature_bears_out(certainties, verdict):
    sources = [{"title": f"Book {n}", "says": "so", "certainty": each} for n, each in enumerate(certainties)]
    claim = replace(CLAIMS["many-found-2339"], parameters={"sources": sources}, pinned=2, verdict=verdict)
    judged = checker().judge(claim)
    assert (judged["verdict"], judged["observed"], judged["reached"]) == (verdict, 2, ["the literature"])
    assert not judged["changed"]
    assert f"Book 1: so ({certainties[1]})" in judged["why"]


@pytest.mark.parametrize(
    ("observe", "parameters", "message"),
    [
        ("proof", {"steps": []}, "steps"),
        ("proof", {}, "steps"),
        ("literature", {"sources": []}, "sources"),
        ("literature", {"sources": [{"title": "A book", "says": "so", "certainty": "heard"}]}, "certainty"),
        ("literature", {"sources": [{"title": "A book"}]}, r"sources\[0\]\.says is missing"),
    ],
)
def test_a_proof_has_steps_and_a_source_says_what_was_read(observe, parameters, message):
    with pytest.raises(EditionError, match=f"^{place_of('with')}: claim 2339-solutions: .*{message}"):
        checker().judge(replace(CLAIMS["2339-solutions"], observe=observe, parameters=parameters))


def test_what_is_called_not_true_is_a_statement():
    """Below “not true” stood questions: how many boards there are of a kind."""
    asked = re.compile(r"\b(How many|How often|What|Which|Whether)\b")
    claims = [claim for name in editions() for claim in edition(name).claims if claim.verdict == "contradicted"]
    assert [claim.identifier for claim in claims if asked.search(claim.about)] == []


FREQUENCY = re.compile(r"\b(often|rarely|seldom|usually|mostly|frequently|sometimes|almost always)\b", re.IGNORECASE)


def test_a_statement_of_frequency_is_not_borne_out_by_happening_at_all():
    """The bound is of the document, or more than none at all; else the claim is not checkable, and tells the counts."""
    empty = [
        f"{name} {claim.identifier}"
        for name in editions()
        for claim in edition(name).claims
        if claim.kind == "statement" and FREQUENCY.search(claim.about) and claim.observe != "none"
        if claim.relation in ("more-than", "at-least") and claim.value in (0, 1) and not claim.published
        if not re.search(r"\b(more|less) often|as often\b", claim.about)
    ]
    assert empty == []
