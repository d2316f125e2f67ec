"""Hold every claim of an edition against what is observed: claims in, verdicts out.

    for verdict in verdicts("debruijn1972_pentomino", Records(), Oracle()):
        verdict["claim"], verdict["verdict"], verdict["reached"], verdict["changes"]

The edition says which verdict is expected, and pins what is observed where the verdict does not fix it: a contradiction
that is expected is a finding, anything else than expected is a change.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal, TypedDict

from getallenband.durable.errors import Error
from getallenband.durable.names import hint, unknown
from getallenband.interpreters import SourceText
from getallenband.interpreters.source.diagnostics import UserError, counted
from getallenband.originals.changes import Change, Slip
from getallenband.originals.claims import AWAITING, Claim, Kind, VerdictName
from getallenband.originals.edition import Edition, edition, editions
from getallenband.originals.errors import TextNotHere
from getallenband.originals.fields import copy_fields
from getallenband.originals.folders import at_hand, exists, open_all
from getallenband.originals.values import rounded
from getallenband.originals.variants import quoted
from getallenband.reports.checking.how_reached import agreement, how_reached, runs_of, too_long, verdict_of
from getallenband.reports.checking.observed import CORRECTED, Context, Observed, Part, is_number, run_observer
from getallenband.reports.checking.prose import Prose
from getallenband.reports.runs.by_folder import OBSERVERS
from getallenband.reports.runs.cache import ResultCache
from getallenband.reports.runs.obstacles import obstacle
from getallenband.reports.runs.oracle import Oracle
from getallenband.reports.runs.record import seal_of
from getallenband.reports.runs.records import Records
from getallenband.reports.runs.tasks import Task, make_ready

WEAK = 3
"""A judgement by bounds is weak if the largest value that agrees is more than this many times the smallest."""
NOTHING_SEEN = Observed(None)
"""The observation of a claim that awaits evidence."""


class DerivedValue(TypedDict):
    """What the editor derived from the document, and how."""

    value: Any
    how: Annotated[str, ("minLength", 1)]


class Verdict(TypedDict):
    """What became of one claim. The descriptions and types are those of the JSON Schema too (publishing/schemas.py).

    claim       with the edition it names the claim: EDITION.html#CLAIM, getallenband check EDITION CLAIM
    kind        whether the author asserts it, a text is as it should be, or the editor noticed it
    quotation   what the document says, in its words
    place       where it says so
    about       the same in English
    fails_if    what observation would make the claim fail; empty if the edition does not say
    published   what the document prints, as it prints it: a part of the quotation, several, or the lines of a text;
                null if it prints no figure
    derived     what the editor derived from the document to make the sentence checkable; null if nothing
    observed    what was found; null if the claim is not checkable
    pin         what `observed` is in claims.toml where the edition expects this observation: of a judgement by bounds
                with what else would have agreed, to 7 digits; null if nothing was observed
    reached     what the observation rests on
    slip        whose slip a contradicted statement is
    power       of a judgement by bounds: which published values would also have agreed
    weak        whether those differ by more than a factor of 3
    changed     whether anything is not as the edition expects
    why         the edition's reason, with the observer's
    run         the run that was looked at first
    long        whether it rests on a run that takes minutes
    """

    edition: str
    claim: Annotated[str, ("pattern", "^[0-9A-Za-z.-]+$")]
    kind: Kind
    quotation: Annotated[str, ("minLength", 1)]
    place: str
    about: str
    fails_if: str
    published: str | list[str] | None
    derived: DerivedValue | None
    observed: Any
    pin: Any
    verdict: VerdictName
    expected_verdict: VerdictName
    reached: Annotated[list[str], ("uniqueItems", True)]
    slip: Slip | Literal[""]
    power: str
    weak: bool
    changed: bool
    changes: list[str]
    why: str
    run: str | None
    long: bool


class Checker:
    """Judges the claims of one edition; each observation is made once."""

    def __init__(self, found: Edition, records: Records, oracle: Oracle, *, soak: bool = False) -> None:
        self.found = found
        self.records = records
        self.oracle = oracle
        self.soak = soak
        self.seen: dict[str, tuple[Observed, set[Part]]] = {}
        self.claims = {claim.identifier: claim for claim in found.claims}

    def observation(self, claim: Claim) -> tuple[Observed, set[Part]]:
        """Observe, once; raise EditionError, naming the claim, where it asks for what is not there."""
        if claim.identifier not in self.seen:
            context = context_of_run(self.found, claim.run or "", self.records, self.oracle, claim.value)
            with OBSERVERS.blamed(claim.entry, "observe"):
                seen = run_observer(claim.observe, context, claim.parameters)
            if self.found.emending(claim.text):
                context.parts.add(CORRECTED)
            context.parts.update(("assumed", f"emendation {each.identifier}") for each in assuming(self.found, claim))
            runs = [name for kind, name in context.parts if kind == "run"]
            assumed = (name for name in runs if claim.identifier in self.found.run(name).assumes)
            context.parts.update(("assumed", f"run {name}") for name in assumed)
            self.seen[claim.identifier] = seen, context.parts
        return self.seen[claim.identifier]

    def judge(self, claim: Claim) -> Verdict:
        """Judge one claim; raise EditionError, naming it, where it or its prose asks for what is not there.

        What a claim that awaits evidence asks for may still come: a statement, once the program is corrected.
        """
        if obstacle := self.obstacle(claim):
            return self.awaiting(claim, obstacle)
        try:
            seen, parts = self.observation(claim)
        except Error as error:
            if claim.verdict != AWAITING and not isinstance(error, TextNotHere):
                raise
            return self.awaiting(claim, str(error))
        with claim.entry.blamed("relation"):
            agrees = agreement(claim, seen)
        if agrees and claim.text and self.found.texts[claim.text].obtain:
            seen = replace(seen, value=printed(self.found, claim))  # nor may what is equal to it be copied
        with claim.entry.blamed("why"):
            why = Prose(self, claim).fill(claim.why)
        outcome = verdict_of(claim, seen, agrees, self.found, parts)
        changes = [f"expected: {claim.verdict}"] if outcome != claim.verdict else []
        if observed_otherwise(claim, pin := pin_of(claim, seen)):
            changes.append(f"observed before: {quoted(claim.pinned)}, now: {quoted(pin)}")
        reached = how_reached(self.found, parts)
        if claim.reached and reached != list(claim.reached):
            changes.append(f"rested before on: {'; '.join(claim.reached)}, now on: {'; '.join(reached) or 'nothing'}")
        changes += self.broken_seals(parts)
        runs = [name for kind, name in parts if kind == "run"]
        why = f"{why} ({seen.why})" if seen.why else why
        return self.verdict(claim, outcome, why, runs, seen=seen, reached=reached, changes=changes)

    def verdict(
        self,
        claim: Claim,
        outcome: VerdictName,
        why: str,
        runs: Iterable[str],
        *,
        seen: Observed = NOTHING_SEEN,
        reached: Sequence[str] = (),
        changes: Sequence[str] = (),
    ) -> Verdict:
        """Return what became of a claim that rests on these runs; what is not said here is the claim's own."""
        prose = Prose(self, claim)
        with claim.entry.blamed("about"):
            about = prose.fill(claim.about)
        with claim.entry.blamed("fails_if"):
            fails_if = prose.fill(claim.fails_if)
        return copy_fields(
            Verdict,
            claim,
            edition=self.found.name,
            claim=claim.identifier,
            about=about,
            fails_if=fails_if,
            published=printed(self.found, claim),
            derived=self.derived(claim, prose),
            observed=seen.value,
            pin=pin_of(claim, seen),
            verdict=outcome,
            expected_verdict=claim.verdict,
            reached=list(reached),
            slip="" if outcome == AWAITING else claim.slip,
            power=power(claim, seen),
            weak=seen.interval is not None and seen.interval[1] > WEAK * seen.interval[0],
            changed=bool(changes),
            changes=list(changes),
            why=why,
            long=any(self.found.run(name).soak for name in runs),
        )

    def derived(self, claim: Claim, prose: Prose) -> DerivedValue | None:
        """Return what the editor derived from what is printed, or a printed text with its emendations if it has any."""
        if claim.derived:
            with claim.entry.blamed("derived", "how"):
                return DerivedValue(value=claim.value, how=prose.fill(claim.derived.how))
        changes = self.found.emending(claim.text)
        if not changes or self.found.texts[claim.text].missing:
            return None
        shown = "its text, corrected" if self.found.texts[claim.text].obtain else str(claim.value).splitlines()
        return DerivedValue(value=shown, how=f"The text {claim.text} with {counted(len(changes), 'emendation')}.")

    def obstacle(self, claim: Claim) -> str:
        """Say why a claim cannot be judged yet; "" where it can.

        That a text is not here is no fault of the edition. Any other obstacle is, unless the claim expects it.
        """
        texts = [self.found.texts[claim.text]] if claim.text else []
        runs = [self.found.run(name) for name in runs_of(claim)]
        reasons = [*(text.missing for text in texts), *(run.missing for run in runs)]
        if claim.verdict == AWAITING:
            found = [obstacle(self.found, run, self.records) for run in runs]
            reasons = [
                *found,
                *reasons,
                *([f"claim {claim.identifier}: {claim.why}"] if claim.observe == "none" else []),
            ]
        return "\n\n".join(dict.fromkeys(filter(None, reasons)))

    def awaiting(self, claim: Claim, why: str) -> Verdict:
        """Return that a claim cannot be judged yet; that is as expected: nothing was observed that could differ.

        No evidence can help an observer that does not exist, or a wrong parameter: raise EditionError for these.
        """
        with OBSERVERS.blamed(claim.entry, "observe"):
            OBSERVERS.find(claim.observe, self.found.name, claim.parameters)
        return self.verdict(claim, AWAITING, why, runs_of(claim))

    def broken_seals(self, parts: Collection[Part]) -> Iterator[str]:
        """Say which of the runs that took part printed, wrote or counted anything else than when they were sealed."""
        for run in sorted(name for kind, name in parts if kind == "run"):
            sealed = "" if self.found.run(run).missing else self.found.run(run).seal
            if sealed and (now := seal_of(self.records(self.found.name, run))) != sealed:
                yield f'run {run}: something that it printed or counted is not as before: seal "{sealed}", now "{now}"'

    def verdicts(self, only: Sequence[str] = ()) -> Iterator[Verdict]:
        """Judge all claims (or only some) in their order; those on long runs only with `soak`."""
        for identifier in only:
            if identifier not in self.claims:
                raise UserError(f"{self.found.name} has no claim {identifier!r}{hint(identifier, self.claims)}")
        for claim in self.found.claims:
            if (self.soak or not too_long(self.found, claim)) and (not only or claim.identifier in only):
                yield self.judge(claim)

    def story(self) -> str:
        """Return the edition's story with its figures, "" if it has none; raise UserError for one that is not there."""
        if not self.found.story:
            return ""
        try:
            return Prose(self, self.found.claims[0]).fill(self.found.story)  # the loader has refused {this}
        except UserError as error:
            raise UserError(f"{self.found.name}: story.md: {error}") from error


def pin_of(claim: Claim, seen: Observed) -> Any:
    """Return what `observed` is in claims.toml where the edition expects this observation."""
    return f"{seen.value}; {power(claim, seen, digits=7)}" if seen.interval else seen.value


def observed_otherwise(claim: Claim, pin: Any) -> bool:
    """Tell whether the edition expects another observation of a claim than this one."""
    return claim.pinned is not None and not is_pinned(claim.pinned, pin)


def is_pinned(pinned: Any, seen: Any) -> bool:
    """Tell whether an observation is the expected one; a number that was printed may be written as a number."""
    if isinstance(pinned, list) and isinstance(seen, list):
        return len(pinned) == len(seen) and all(map(is_pinned, pinned, seen))
    if is_number(pinned) and isinstance(seen, str):
        return seen in (str(pinned), f"{pinned:.15g}")
    return bool(pinned == seen)


def assuming(found: Edition, claim: Claim) -> list[Change]:
    """Return the emendations whose readings take a claim for granted."""
    return [change for change in found.emendations if claim.identifier in change.assumes]


def power(claim: Claim, seen: Observed, digits: int = 3) -> str:
    """Say which published values would also have agreed with a judgement by bounds; "" for another observation."""
    if seen.interval is None:
        return ""
    least, most = seen.interval
    unit, size = unit_of(least) if claim.read == "seconds" else ("", 1)
    return f"holds for {rounded(least / size, digits)} to {rounded(most / size, digits)} {unit}".rstrip()


def unit_of(seconds: float) -> tuple[str, int]:
    """Return the largest unit that a duration contains at least twice, with its length in seconds."""
    units = (("years", 31_557_600), ("days", 86_400), ("hours", 3_600), ("minutes", 60))
    return next(((name, size) for name, size in units if seconds >= 2 * size), ("seconds", 1))


def printed(found: Edition, claim: Claim) -> str | list[str] | None:
    """Return what the document prints, as it prints it; of a whole text, the lines, unless it may not be copied."""
    if claim.text and found.texts[claim.text].missing:
        return None
    if claim.text and found.texts[claim.text].obtain:
        return f"the text {claim.text}, which may not be copied"
    if claim.text:
        return found.texts[claim.text].transcription.splitlines()
    if len(claim.published) > 1:
        return list(claim.published)
    return claim.published[0] if claim.published else None


def verdicts(
    name: str, records: Records, oracle: Oracle, *, soak: bool = False, only: Sequence[str] = ()
) -> Iterator[Verdict]:
    """Judge an edition's claims (or only some) in their order; those on long runs only with `soak`."""
    return Checker(edition(name), records, oracle, soak=soak).verdicts(only)


def split_names(given: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return what was named as editions and claims: all are editions, or the first is one and the others its claims."""
    names = open_all(given)
    if names and not exists(names[0]):
        for name in editions():
            if names[0] in {claim.identifier for claim in edition(name).claims}:
                hinted = f"hint: it is a claim: getallenband check {name} {names[0]}"
                raise UserError(f"{unknown('edition', names[0], at_hand())}\n  {hinted}")
    claims = [name for name in names[1:] if not exists(name)] if names and exists(names[0]) else []
    if not claims:
        return names, []
    known = {claim.identifier for claim in edition(names[0]).claims}
    for name in names[1:]:
        if name not in known and exists(name):
            raise UserError(f"claims can be named of one edition only: {name!r} is another edition than {names[0]!r}")
        if name not in known:
            missing = f"there is neither an edition {name!r} nor a claim of {names[0]}"
            raise UserError(missing + hint(name, [*known, *editions()]))
    return [names[0]], names[1:]


def all_verdicts(
    names: Sequence[str], cache: ResultCache | None = None, *, soak: bool = False, only: Sequence[str] = ()
) -> list[Verdict]:
    """Judge the claims of these editions, or of all (or only some); a wrong name is reported before anything runs."""
    chosen = [edition(name) for name in names or editions()]
    cache = cache or ResultCache()
    records, oracle = Records(cache), Oracle(cache)
    make_ready((task for found in chosen for task in needed(found, soak=soak, only=only)), records, oracle)
    return [verdict for found in chosen for verdict in verdicts(found.name, records, oracle, soak=soak, only=only)]


def broken_seals(names: Sequence[str], records: Records, *, soak: bool = False) -> Iterator[str]:
    """Say which runs of these editions, or of all, broke their seals though no claim rests on them."""
    for found in (edition(name) for name in names or editions()):
        checker = Checker(found, records, Oracle())
        yield from (f"{found.name}: {broken}" for broken in checker.broken_seals(unclaimed(found, soak=soak)))


def unclaimed(found: Edition, *, soak: bool) -> list[Part]:
    """Return the runs that no claim names."""
    named = {run for claim in found.claims for run in runs_of(claim)}
    return [("run", run.name) for run in found.runs.values() if run.name not in named and (soak or not run.soak)]


def needed(found: Edition, *, soak: bool, only: Sequence[str] = ()) -> Iterator[Task]:
    """Yield the runs and searches that an edition's claims ask for, as far as their keys tell."""
    if not only:
        yield from (Task("run", (found.name, run.name)) for run in found.runs.values() if soak or not run.soak)
    for claim in found.claims:
        if (only and claim.identifier not in only) or (not soak and too_long(found, claim)):
            continue
        for run in runs_of(claim):
            yield Task("run", (found.name, found.run(run).name))
        puzzle, algorithm = claim.parameters.get("puzzle"), claim.parameters.get("algorithm", "auto")
        if claim.observe == "modern_count" and isinstance(puzzle, str) and isinstance(algorithm, str):
            yield Task("result", (puzzle, algorithm))


def left_out(names: Sequence[str]) -> int:
    """Return how many claims of these editions, or of all, rest on runs that take minutes."""
    chosen = [edition(name) for name in names or editions()]
    return sum(too_long(found, claim) for found in chosen for claim in found.claims)


def context_of_run(
    found: Edition, run: str, records: Records, oracle: Oracle | None = None, expected: Any = None
) -> Context:
    """Return the context in which an observer looks at a run of the edition."""

    def inputs(name: str) -> Mapping[str, SourceText]:
        return {tape: SourceText(tape, text) for tape, text in found.run(name).tapes.items()}

    return Context(
        edition=found.name,
        expected=expected,
        run=run,
        records=lambda name: records(found.name, found.run(name).name),
        inputs=inputs,
        files=lambda file: SourceText(file, found.read(file)),
        solvers=oracle or Oracle(),
        machines=found.machines,
        emendations=found.emendations,
        variants=found.whole_variants,
    )
