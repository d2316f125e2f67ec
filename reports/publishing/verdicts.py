"""What the pages say of verdicts, in words that fit the kind of claim.

stated(verdict)                     # "possible: 0.637 to 6.38 seconds"
by_outcome(data)                    # [("text", "contradicted", "damaged", [the claims]), …]
remarkable(data, "text")            # the texts that cannot be read as they stand
"""

from __future__ import annotations

from collections.abc import Sequence

from getallenband.interpreters.source.diagnostics import counted
from getallenband.originals.claims import AWAITING, KINDS, VERDICTS
from getallenband.reports.checking.check import Verdict
from getallenband.reports.publishing.data import EditionData
from getallenband.reports.publishing.gather import accepted, summary


def words(verdict: str) -> str:
    """Return the name of a verdict as a reader sees it."""
    return verdict.replace("-", " ")


def stated(verdict: Verdict) -> str:
    """Say what became of a claim in words that fit its kind: a judgement by bounds with its bounds."""
    if verdict["verdict"] == "consistent" and verdict["power"]:
        return f"possible: {verdict['power'].removeprefix('holds for ')}"
    return outcome(verdict["kind"], verdict["verdict"])


def outcome(kind: str, verdict: str) -> str:
    """Say a verdict in words that fit the kind of claim."""
    if kind == "statement" or verdict in ("consistent", "not-checkable", AWAITING):
        return words(verdict)
    if kind == "text":
        return "damaged" if verdict == "contradicted" else "sound"
    return "not true" if verdict == "contradicted" else "found"


def by_outcome(data: EditionData) -> list[tuple[str, str, str, list[Verdict]]]:
    """Return the claims by what became of them, statements first: kind, verdict, its words, the claims."""
    groups: dict[tuple[str, str], list[Verdict]] = {}
    ordered = sorted(data["verdicts"], key=lambda each: (KINDS.index(each["kind"]), VERDICTS.index(accepted(each))))
    for verdict in ordered:
        groups.setdefault((verdict["kind"], outcome(verdict["kind"], accepted(verdict))), []).append(verdict)
    return [(kind, accepted(claims[0]), said, claims) for (kind, said), claims in groups.items()]


def draft_notes(data: EditionData) -> list[str]:
    """Say what keeps an edition a draft: what stands between a program and its result, evidence, placeholders."""
    awaiting = [each for each in data["verdicts"] if each["verdict"] == AWAITING]
    unjudged = [each for each in data["verdicts"] if accepted(each) != each["verdict"]]
    waiting = f"{counted(len(awaiting), 'claim')} {'awaits' if len(awaiting) == 1 else 'await'} evidence."
    left = data["unfilled"]
    return [
        *(f"The run “{run}” cannot be made yet; below, among the runs, is why." for run in data["not_run"]),
        *([waiting] if awaiting else []),
        *([f"{counted(len(unjudged), 'verdict')} that no editor has accepted yet."] if unjudged else []),
        *([f"{counted(len(left), 'placeholder')} still to be filled in: {', '.join(left)}."] if left else []),
    ]


def notes_of(verdict: Verdict) -> list[str]:
    """Return what stands below a verdict: whether it counts, what it rests on, and whose slip it is."""
    notes = ["no editor has accepted it yet"] if accepted(verdict) != verdict["verdict"] else []
    notes += verdict["reached"]
    if verdict["power"] and verdict["verdict"] != "consistent":
        notes.append(verdict["power"])
    if slip := slip_of(verdict):
        notes.append(f"slip: {slip}")
    if verdict["long"]:
        notes.append("a long run")
    return notes


def slip_of(verdict: Verdict) -> str:
    """Return whose slip a contradicted claim is; "" for a finding that nobody claimed, unless it was decided."""
    return "" if verdict["kind"] == "finding" and verdict["slip"] == "undecided" else verdict["slip"]


def occurring(editions: Sequence[EditionData]) -> list[str]:
    """Return the verdicts that any statement in these editions has, in their order."""
    return [verdict for verdict in VERDICTS if any(verdict in summary(data, "statement") for data in editions)]


def remarkable(data: EditionData, kind: str) -> list[Verdict]:
    """Return what a visitor looks for first: of statements and texts those that do not hold, of findings all."""
    return [
        verdict
        for verdict in data["verdicts"]
        if verdict["kind"] == kind and (kind == "finding" or verdict["verdict"] == "contradicted")
    ]


def reached_ways(data: EditionData) -> set[str]:
    """Return every way in which a verdict of the edition was reached."""
    return {label for verdict in data["verdicts"] for label in verdict["reached"]}
