"""Hold an altered edition's claims as `check` does, and say whether it notices.

An observation is made again only if something that took part in it was altered; a run that takes too long is left out.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from getallenband._guard import users_message
from getallenband.originals.claims import Claim
from getallenband.originals.edition import Edition, Loader
from getallenband.originals.folders import HOME
from getallenband.reports.checking.check import Checker, assuming, context_of_run, unclaimed
from getallenband.reports.checking.how_reached import too_long
from getallenband.reports.checking.observed import Observed, Part, run_observer
from getallenband.reports.runs.oracle import Oracle
from tests.mutants.altered import Mutant, alterations, spread
from tests.mutants.records import HOURS, PATIENCE, AlteredRecords, TooLong

ANSWERS = 12
"""How many places of one answer are altered."""
SHOWN = ("outcome", "output", "files", "counts", "probes", "tape_read")
"""What a run's record says that a claim can rest on."""

BY_BOUNDS = "the claim only sets a bound, and this figure is within it too"
CONTRADICTED = "the claim is contradicted whatever the figure is, and no other text of the edition has these words"
NOT_JUDGED = "the claim is not checkable: only its quotation is compared with the witness"
NO_DIFFERENCE = "makes no difference: the observer's answer is the same in everything"
SAME_VALUE = "makes no difference: the value that follows is the same"
SAME_RUNS = "makes no difference: every run prints, writes and counts the same"
BY_READING = "the words of a proof, or about a source: only a reader can judge them"
NOT_QUOTED = "no claim quotes these words of the article: they are context for the words that one quotes"

UNUSED = "hole: no claim looks at it"
MISSED = "hole: a run prints or counts something else, and no claim looks there"
CRASH = "hole: an internal error (exit code 70) that names no place"
TYPED = "hole: what the editor derived is typed: it does not follow from what is published"
WORDS = "hole: the answer's value is the same, and its words and further figures are compared with nothing"


@dataclass(frozen=True)
class Result:
    """What became of a mutant: by which words it was noticed, or why it was not ("" if that is unknown).

    A reason that begins with "hole" is a fault of `check` or of the claim; any other says that nobody could notice.
    """

    mutant: Mutant
    outcome: Literal["killed", "survived", "long"]
    why: str


class AlteredChecker(Checker):
    """Judges as `check` does; keeps observations between mutants, by all that took part in them."""

    kept_observations: dict[str, list[tuple[Observed, set[Part], list[str]]]]
    answers: dict[str, Observed]

    def observation(self, claim: Claim) -> tuple[Observed, set[Part]]:
        seen, parts = self.kept_observation(claim)
        assumed = {("assumed", change.identifier) for change in assuming(self.found, claim)}
        return self.answers.get(claim.identifier, seen), parts | assumed

    def kept_observation(self, claim: Claim) -> tuple[Observed, set[Part]]:
        asked = [self.found.name, claim.observe, claim.parameters, claim.run, claim.value]
        earlier = self.kept_observations.setdefault(json.dumps(asked, sort_keys=True), [])
        for seen, parts, contents in earlier:
            if contents == self.contents(parts):
                return seen, parts
        context = context_of_run(self.found, claim.run or "", self.records, self.oracle, claim.value)
        seen = run_observer(claim.observe, context, claim.parameters)
        earlier.append((seen, context.parts, self.contents(context.parts)))
        return seen, context.parts

    def contents(self, parts: set[Part]) -> list[str]:
        """Return what each part of an observation holds now."""
        return [self.content(kind, name) for kind, name in sorted(parts)]

    def content(self, kind: str, name: str) -> str:
        if kind in ("modern", "clock", "proof", "literature", "sample", "statement", "assumed"):
            return ""
        run, _, tape = name.partition("/")
        if kind == "run":
            return self.records.job(name)[1] if name in self.found.runs else "gone"
        if kind == "input":
            return self.found.runs[run].tapes.get(tape, "gone") if run in self.found.runs else "gone"
        return self.found.read("variants.toml" if kind == "witness" else name.split(" ")[0])


class Judge:
    """Judges the mutants of one edition, in a copy of its folder."""

    def __init__(self, name: str, home: Path, *, long: bool = False) -> None:
        self.long = long
        self.folder = home / "originals" / name
        shutil.copytree(HOME / name, self.folder)
        self.records = AlteredRecords(HOURS if long else PATIENCE)
        self.oracle = Oracle()
        self.observations: dict[str, Any] = {}
        found = Loader(self.folder).edition()
        checker = self.checker(found, {})
        self.claims = {claim.identifier: claim for claim in found.claims if long or not too_long(found, claim)}
        self.first: dict[str, tuple[Observed, set[Part]]] = {}
        for identifier, claim in self.claims.items():
            self.first[identifier] = checker.observation(claim)
            assert not checker.judge(claim)["changed"], (
                f"{name}: {identifier} is not as expected before anything is altered"
            )

    def checker(self, found: Edition, answers: dict[str, Observed]) -> AlteredChecker:
        self.records.load(found)
        checker = AlteredChecker(found, self.records, self.oracle)
        checker.kept_observations, checker.answers = self.observations, answers
        return checker

    def answers(self) -> Iterator[tuple[Mutant, Observed]]:
        """Yield every observer's answer altered: its value, and the bounds by which it judges."""
        for identifier, (seen, _) in self.first.items():
            if self.claims[identifier].observe == "none":
                continue
            for path, other in spread(list(alterations(seen.value)), ANSWERS):
                place = f"claim {identifier}: {self.claims[identifier].observe} gives {str(other)[:60]}"
                yield self.answer("observer's answer", identifier, place, path), replace(seen, value=other)
            for end in (0, 1) if seen.interval else ():
                place = f"claim {identifier}: {self.claims[identifier].observe} bounds otherwise"
                least, most = seen.interval
                other = (least * 1.01, most) if end == 0 else (least, most * 1.01)
                yield self.answer("observer's bounds", identifier, place, (end,)), replace(seen, interval=other)

    def answer(self, kind: str, identifier: str, place: str, path: tuple[str | int, ...]) -> Mutant:
        return Mutant(self.folder.name, kind, place, {}, identifier, path)

    def judge(self, mutant: Mutant, answer: Observed | None = None) -> Result:
        """Put the mutant in place, check, take it away."""
        with self.altered(mutant):
            try:
                found = Loader(self.folder).edition()
                checker = self.checker(found, {mutant.claim: answer} if answer else {})
                noticed, long = self.noticed(checker, mutant)
                if noticed:
                    return Result(mutant, "killed", noticed)
                if long or self.only_long(checker, mutant):
                    return Result(mutant, "long", "")
                return Result(mutant, "survived", self.reason(checker, mutant))
            except Exception as error:
                message = users_message(error)
                if message is None:
                    return Result(replace(mutant, place=f"{mutant.place}: {error!r}"), "survived", CRASH)
                return Result(mutant, "killed", message)

    @contextmanager
    def altered(self, mutant: Mutant) -> Iterator[None]:
        before = {file: (self.folder / file).read_bytes() for file in mutant.files}
        try:
            for file, text in mutant.files.items():
                (self.folder / file).write_bytes(text.encode())
            yield
        finally:
            for file, content in before.items():
                (self.folder / file).write_bytes(content)

    def noticed(self, checker: AlteredChecker, mutant: Mutant) -> tuple[str, bool]:
        """Return the words by which `check` notices, and whether something was too long to be looked at."""
        long = False
        for claim in sorted(checker.found.claims, key=lambda claim: self.order(claim, mutant)):
            if not self.long and too_long(checker.found, claim):
                continue
            try:
                verdict = checker.judge(claim)
            except TooLong:
                long = True
                continue
            if verdict["changed"]:
                return f"claim {claim.identifier}: {'; '.join(verdict['changes'])}", long
        try:
            return next(checker.broken_seals(unclaimed(checker.found, soak=self.long)), ""), long
        except TooLong:
            return "", True

    def only_long(self, checker: AlteredChecker, mutant: Mutant) -> bool:
        """Tell whether a claim that rests on a long run, and was left out, may look at what was altered."""
        left_out = {claim.identifier for claim in checker.found.claims} - self.claims.keys()
        return mutant.claim in left_out if mutant.claim else bool(left_out)

    def differs(self, run: str) -> bool:
        return self.records.job(run)[1] != self.records.kept_key(self.folder.name, run)

    def order(self, claim: Claim, mutant: Mutant) -> tuple[bool, float]:
        """Put the claim that was altered first, then those whose runs are short."""
        _, parts = self.first.get(claim.identifier, (None, set()))
        runs = [name for kind, name in parts if kind == "run"]
        seconds = sum(sum(self.records.kept(self.folder.name, name)["seconds"].values()) for name in runs)
        return claim.identifier != mutant.claim, seconds

    def reason(self, checker: AlteredChecker, mutant: Mutant) -> str:
        """Return why nobody can notice the mutant; "" if nobody knows."""
        if not mutant.claim:
            reason = self.reason_of_run(checker)
            return NOT_QUOTED if reason == UNUSED and mutant.kind == "digit of a text: article" else reason
        claim, (before, _) = self.claims[mutant.claim], self.first[mutant.claim]
        if mutant.kind.startswith("observer's"):
            return ""
        altered = next(each for each in checker.found.claims if each.identifier == mutant.claim)
        if replace(altered, published=claim.published, derived=claim.derived) == claim:
            return SAME_VALUE
        if mutant.kind == "parameter of an observer":
            now = checker.observation(altered)[0]
            if now == before:
                return NO_DIFFERENCE
            if now.value != before.value:
                return ""
            return BY_READING if claim.observe in ("proof", "literature") else WORDS
        return reason_of_figure(claim, mutant)

    def reason_of_run(self, checker: AlteredChecker) -> str:
        """Return why nobody notices what texts, inputs, emendations or runs say."""
        sealed = unclaimed(checker.found, soak=self.long)
        used = {
            name.partition("/")[0]
            for parts in (sealed, *(parts for _, parts in self.first.values()))
            for _, name in parts
        }
        runs = [run.name for run in checker.found.runs.values() if run.name in used and self.differs(run.name)]
        records = [(self.records.kept(self.folder.name, run), checker.records(self.folder.name, run)) for run in runs]
        if not records:
            return UNUSED
        return SAME_RUNS if all(before[key] == now[key] for before, now in records for key in SHOWN) else MISSED


def reason_of_figure(claim: Claim, mutant: Mutant) -> str:
    """Return why what is published, or derived from it, may be another."""
    if claim.verdict == "contradicted":
        return CONTRADICTED
    if claim.verdict == "not-checkable":
        return NOT_JUDGED
    if claim.derived and mutant.kind.startswith("published") and "this.published" not in str(claim.derived.value):
        return TYPED
    return BY_BOUNDS if claim.relation != "equal" or claim.verdict == "consistent" else ""
