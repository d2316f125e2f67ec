"""What an observer is given and what it gives back.

    @observer
    def count(context: Context, *, statement: str) -> Observed:
        return Observed(context.record()["counts"][statement])

Such a function in a module of checking/observers/ or editions/EDITION/observers/ is found by its name, which is what
claims.toml says in `observe`; its keyword parameters are what `with` may hold.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeGuard

from getallenband.durable.names import shown
from getallenband.interpreters import SourceText
from getallenband.interpreters.source.diagnostics import UserError
from getallenband.modern.exact_cover import Problem
from getallenband.modern.exact_cover.order import Order
from getallenband.modern.geometry import Cell
from getallenband.originals.changes import Change, apply_changes
from getallenband.originals.machines import MachineTime
from getallenband.reports.runs.by_folder import OBSERVERS
from getallenband.reports.runs.names import known
from getallenband.reports.runs.oracle import Oracle

# fmt: off
Kind = Literal[
    "run", "input", "text", "emended", "witness", "program", "machine", "clock", "modern",
    "proof", "literature", "sample", "statement", "assumed",
]
# fmt: on
Part = tuple[Kind, str]
"""What took part in an observation: a run, an input as "RUN/INPUT", a file, a clock, a modern computation, a proof of
the editor's, a book or article, a sample of a search, another statement of the document, or an emendation
whose reading takes the claim for granted."""
CORRECTED: Part = ("emended", "emendations.toml")
"""A text that the observation was compared with, or rests on, with the editor's corrections."""


@dataclass(frozen=True, slots=True)
class Observed:
    """What was found for one claim.

    value      what is shown beside the published figure; JSON
    why        what the reader should know: the first difference, how a judgement was made
    expected   what `value` is compared with, where it is the claim's value in another form: its lines, without blanks
    judged     true where agreeing makes the claim consistent with the facts, but does not reproduce it
    interval   of a judgement by bounds: the least and the greatest published value that would have agreed
    facts      further figures by name, for the edition's prose
    """

    value: Any
    why: str = ""
    expected: Any = None
    judged: bool = False
    interval: tuple[float, float] | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)


def is_number(value: object) -> TypeGuard[int | float]:
    """Tell whether a value is a number: true and false are not."""
    return isinstance(value, int | float) and not isinstance(value, bool)


@dataclass(frozen=True)
class Context:
    """One claim with all that an observer may look at; what it asks for is noted in `parts`.

    expected   the value that follows from what is published
    """

    edition: str
    expected: Any
    run: str
    records: Callable[[str], Mapping[str, Any]]
    inputs: Callable[[str], Mapping[str, SourceText]]
    files: Callable[[str], SourceText]
    solvers: Oracle
    machines: Mapping[str, MachineTime] = field(default_factory=dict)
    emendations: Sequence[Change] = ()
    variants: Sequence[Change] = ()
    parts: set[Part] = field(default_factory=set)

    @property
    def number(self) -> float:
        """Return the published number, of several the first; raise UserError where the value is no number."""
        found = self.expected[0] if isinstance(self.expected, list) and self.expected else self.expected
        if not is_number(found):
            raise UserError(f"the claim's value must be a number, not {shown(found)}")
        return found

    @property
    def oracle(self) -> Oracle:
        """Return the modern solvers and their geometry."""
        self.computed_independently()
        return self.solvers

    def computed_independently(self) -> None:
        """Record that the observation rests on a computation of ours: by `modern`, not by a program of the document."""
        self.parts.add(("modern", ""))

    def sampled(self) -> None:
        """Record that the observation is an estimate, with an error that it states."""
        self.parts.add(("sample", ""))

    def frame(self, puzzle: str) -> tuple[Cell, ...]:
        """Return the cells of a puzzle, in its order: a way to name places, and no computation."""
        return self.solvers.puzzle(puzzle).problem.cells

    def ordered(self, puzzle: str, order: str) -> tuple[Problem, Order]:
        """Return a puzzle and one of its orders of search; raise UnknownNameError for one that is not there."""
        found = self.oracle.puzzle(puzzle)
        return found.problem, known(f"order of {puzzle}", order, found.orders)

    def record(self, run: str = "") -> Mapping[str, Any]:
        """Return the record (RunRecord in reports/runs/record.py) of the claim's run, or of another of the edition."""
        self.parts.add(("run", run or self.run))
        return self.records(run or self.run)

    def input(self, name: str, run: str = "") -> SourceText:
        """Return an input of a run; raise UserError if there is no such input."""
        found = self.inputs(run or self.run)
        if name not in found:
            raise UserError(f"the run has no input {name!r}; it has: {', '.join(found) or 'none'}")
        self.parts.add(("input", f"{run or self.run}/{name}"))
        return found[name]

    def numbers(self, tape: str = "tape", run: str = "") -> list[int]:
        """Return the whole numbers on an input of a run; raise UserError if there is no such input."""
        return [int(word) for word in re.findall(r"[-+]?\d+", self.input(tape, run).text)]

    def written(self, file: str, run: str = "") -> str:
        """Return what a run wrote to a file; raise UserError if it wrote no such file."""
        files: Mapping[str, str] = self.record(run)["files"]
        if file not in files:
            raise UserError(f"the run wrote no file {file!r}; it wrote: {', '.join(files) or 'none'}")
        return files[file]

    def probe(self, name: str, run: str = "") -> dict[int, int]:
        """Return how often a probe saw each value; raise UserError if the run has no such probe."""
        probes = self.record(run)["probes"]
        if name not in probes:
            raise UserError(f"the run has no probe {name!r}; it has: {', '.join(probes) or 'none'}")
        return {int(value): times for value, times in probes[name].items()}

    def text(self, file: str) -> str:
        """Return a text of the edition's folder."""
        self.parts.add(("text", file))
        return self.files(file).text

    def emended(self, text: str) -> str:
        """Return a text of the document with the editor's corrections; it is in the file of its name."""
        self.parts.add(CORRECTED)
        transcription = self.text(f"{text}.transcription")
        return apply_changes(transcription, [change for change in self.emendations if change.text == text])

    def witnessed(self, text: str, sigil: str) -> str:
        """Return a text of the document as another witness has it; raise UnknownNameError for one without a variant."""
        variants = [change for change in self.variants if change.text == text]
        known(f"witness with a variant of {text}", sigil, {name: name for each in variants for name in each.witnesses})
        self.parts.add(("witness", sigil))
        transcription = self.text(f"{text}.transcription")
        return apply_changes(transcription, [change for change in variants if sigil in change.witnesses])

    def program(self, file: str) -> SourceText:
        """Return a program of the edition as it was received, to be read by its language."""
        self.parts.add(("program", file))
        return self.files(file)

    def machine(self, name: str) -> MachineTime:
        """Return what machines.toml says of an action; raise UnknownNameError for one that is not there."""
        self.parts.add(("machine", "machines.toml"))
        return known("action in machines.toml", name, self.machines)


def run_observer(name: str, context: Context, parameters: Mapping[str, Any]) -> Observed:
    """Observe; raise UnknownNameError for an unknown observer, UserError for wrong parameters."""
    observe, checked = OBSERVERS.find(name, context.edition, parameters)
    seen: Observed = observe(context, **checked)
    return seen
