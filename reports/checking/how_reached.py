"""How a verdict was reached, from what took part in the observation; and the verdict itself.

how_reached(found, {("run", "full"), ("text", "solutions.transcription")})      # ["the program as emended"]
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from getallenband.interpreters.source.diagnostics import UserError
from getallenband.originals.claims import Claim, VerdictName
from getallenband.originals.edition import Edition
from getallenband.originals.runs import Run
from getallenband.reports.checking.observed import CORRECTED, Observed, Part, is_number

TRANSCRIBED = "the program as transcribed"
EMENDED = "the program as emended"
ADDITIONS = "the editor's additions"
INDEPENDENT = "computed independently"
DOCUMENT = "the document against itself"
DOCUMENT_EMENDED = "the document against itself, as emended"
OTHER_WITNESS = "another witness"
MANUALS = "the machine's times"
PROOF = "a proof"
LITERATURE = "the literature"
RATE = "a rate with its error"
OWN_READING = "the editor's own reading"

MEANING = {
    TRANSCRIBED: "a program of the document, exactly as in the copy that was transcribed",
    EMENDED: "a program of the document, with the corrections in the list of changes to its text",
    ADDITIONS: "with code, an input or a change (an experiment) that the editor supplied",
    INDEPENDENT: "by geometry or a modern solver",
    DOCUMENT: "one part of the document compared with another; no program is run",
    DOCUMENT_EMENDED: "the same, with corrections to one of the parts",
    OTHER_WITNESS: "another copy of a text, or of a part of it, that is not the one that the transcription follows",
    MANUALS: "what manuals and other sources say about the machine, and how sure each figure is",
    PROOF: "a statement of mathematics, which the editor proves in the reason",
    LITERATURE: "what others published, each book or article named, and whether the editor read it",
    RATE: "an estimate from a sample of a search that is too large to be walked, or from trials by lot",
    OWN_READING: "readings, or inputs of the editor, are chosen to make the statement true, and so cannot confirm it",
}
"""What the index says of each."""
NOTED: Mapping[str, str] = {
    "modern": INDEPENDENT,
    "witness": OTHER_WITNESS,
    "program": TRANSCRIBED,
    "machine": MANUALS,
    "clock": MANUALS,
    "proof": PROOF,
    "literature": LITERATURE,
    "sample": RATE,
    "statement": DOCUMENT,
    "assumed": OWN_READING,
}
"""What a part stands for whatever its name is."""


def how_reached(found: Edition, parts: Collection[Part]) -> list[str]:
    """Return what the observation rests on, each once, in the order of MEANING."""
    documents = {text.file for text in found.texts.values()}
    reached = {label for kind, name in parts if kind == "run" for label in labels_of_run(found, found.run(name))}
    names = {kind: {name for each, name in parts if each == kind} for kind, _ in parts}
    reached |= {label for kind, label in NOTED.items() if kind in names}
    if names.get("text", set()) - documents:
        reached.add(ADDITIONS)
    for run, _, tape in (name.partition("/") for name in names.get("input", ())):
        if found.run(run).inputs[tape] not in found.texts:
            reached.add(ADDITIONS)
    if not reached & {TRANSCRIBED, EMENDED, INDEPENDENT} and names.keys() & {"text", "input", "emended"}:
        emended = CORRECTED in parts or emended_input(found, names.get("input", set()))
        reached.add(DOCUMENT_EMENDED if emended else DOCUMENT)
    return [label for label in MEANING if label in reached]


def labels_of_run(found: Edition, run: Run) -> set[str]:
    """Return what a run stands for."""
    added = run.experiments or run.insertions or any(source not in found.texts for source in run.inputs.values())
    return {EMENDED if run.emendations else TRANSCRIBED} | ({ADDITIONS} if added else set())


def emended_input(found: Edition, inputs: Collection[str]) -> bool:
    """Tell whether one of these inputs, as "RUN/INPUT", is a text of the document that is corrected."""
    sources = {found.run(run).inputs[tape] for run, _, tape in (name.partition("/") for name in inputs)}
    return any(change.text in sources for change in found.emendations)


def verdict_of(claim: Claim, seen: Observed, agrees: bool, found: Edition, parts: Collection[Part]) -> VerdictName:
    """Turn what was seen into a verdict."""
    if claim.observe == "none":
        return "not-checkable"
    if not agrees:
        return "contradicted"
    assumed = any(kind == "assumed" for kind, _ in parts)
    if seen.judged or assumed or claim.relation == "near":
        return "consistent"
    runs = [found.run(name) for kind, name in parts if kind == "run"]
    if not runs:
        return "confirmed"
    untouched = CORRECTED not in parts and all(labels_of_run(found, run) == {TRANSCRIBED} for run in runs)
    return "reproduced" if untouched else "reproduced-after-emendation"


def agreement(claim: Claim, seen: Observed) -> bool:
    """Tell whether the observation agrees with the claim; raise UserError if its values cannot be ordered but must be.

    Of several published values a judgement by bounds is about the first.
    """
    if seen.interval is not None:
        least, most = seen.interval
        judged = claim.value[0] if isinstance(claim.value, list) else claim.value
        return bool(least <= judged <= most)
    return relation_holds(claim, seen.value, claim.value if seen.expected is None else seen.expected)


def relation_holds(claim: Claim, value: object, expected: object) -> bool:
    """Tell whether the observed value has the claim's relation to the expected one."""
    if claim.relation == "equal":
        return bool(value == expected) and isinstance(value, bool) == isinstance(expected, bool)
    if not is_number(value) or not is_number(expected):
        raise UserError(f'"relation" {claim.relation} holds between numbers, not between {value!r} and {expected!r}')
    return {
        "at-most": value <= expected,
        "at-least": value >= expected,
        "more-than": value > expected,
        "less-than": value < expected,
        "near": abs(value - expected) <= claim.tolerance,
    }[claim.relation]


def too_long(found: Edition, claim: Claim) -> bool:
    """Tell whether a claim's run takes minutes, or another that its observer looks at."""
    return any(found.run(name).soak for name in runs_of(claim))


def runs_of(claim: Claim) -> list[str]:
    """Return the runs that a claim names: its own, and those that its observer looks at beside it."""
    parts = claim.parameters.get("parts")
    beside = [claim.parameters.get(key) for key in ("run", "under_run", "other")]
    named = [claim.run, *beside, *(parts if isinstance(parts, list) else [])]
    return [name for name in named if isinstance(name, str) and name]
