"""What an observer is given and what it gives back.

    def observe(context: Context, *, statement: str) -> Observed:
        count = context.record()["counts"][statement]
        return Observed(count, count == context.expected)

A module of checking/observers/ or editions/EDITION/observers/ is an observer: its name is what claims.toml says in
`observe`, the keyword parameters of its `observe` are what `with` may hold.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from interpreters import SourceText
from interpreters.source.diagnostics import UserError
from reports.running.oracle import Oracle


@dataclass(frozen=True, slots=True)
class Observed:
    """What was found for one claim.

    value      what stands beside the published figure; JSON
    agrees     whether it bears the claim out; None if that cannot be told
    why        what the reader should know: the first difference, how a judgement was made
    judged     true where agreeing makes the claim consistent with the facts, but does not reproduce it
    volatile   true where `value` differs from one machine or day to the next (a time)
    """

    value: Any
    agrees: bool | None
    why: str = ""
    judged: bool = False
    volatile: bool = False


@dataclass(frozen=True)
class Context:
    """One claim with all that it can be held against; records are made when they are first asked for."""

    edition: str
    expected: Any
    run: str
    records: Callable[[str], Mapping[str, Any]]
    inputs: Callable[[str], Mapping[str, SourceText]]
    files: Callable[[str], SourceText]
    oracle: Oracle

    def record(self, run: str = "") -> Mapping[str, Any]:
        """Return the record of the claim's run, or of another run of the edition."""
        return self.records(run or self.run)

    def numbers(self, tape: str = "tape", run: str = "") -> list[int]:
        """Return the whole numbers on an input of a run; raise UserError if there is no such input."""
        found = self.inputs(run or self.run)
        if tape not in found:
            raise UserError(f"the run has no input {tape!r}; it has: {', '.join(found) or 'none'}")
        return [int(word) for word in re.findall(r"[-+]?\d+", found[tape].text)]

    def written(self, file: str, run: str = "") -> str:
        """Return what a run wrote to a file; raise UserError if it wrote no such file."""
        files: Mapping[str, str] = self.record(run)["files"]
        if file not in files:
            raise UserError(f"the run wrote no file {file!r}; it wrote: {', '.join(files) or 'none'}")
        return files[file]

    def text(self, file: str) -> str:
        """Return a text of the edition's folder."""
        return self.files(file).text

    def compared(self, value: Any, why: str = "") -> Observed:
        """Return the value as observed: it agrees if it is the expected one."""
        return Observed(value, value == self.expected, why)
