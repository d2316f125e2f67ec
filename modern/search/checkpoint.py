"""The state of a long search in a file: which shares are done, and what they gave.

    Checkpoint(path, job).save(outcomes)          # atomic: the old file or the new one, never half of one
    Checkpoint(path, job).load()                  # PuzzleError if the file is torn, or of another search

The first line is a heading with the checksum of the rest; the rest is JSON.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import durable
from modern.puzzle_files.errors import PuzzleError
from modern.search.work_units import Job, Outcome

HEADING = "getallenband checkpoint 1"


@dataclass(frozen=True)
class Checkpoint:
    """A file, and the job whose state it holds."""

    path: Path
    job: Job

    def save(self, outcomes: dict[int, Outcome]) -> None:
        """Write the finished shares; a reader finds the old file or the new one, whenever the process is killed."""
        done = {number: asdict(outcome) for number, outcome in sorted(outcomes.items()) if outcome.finished}
        body = json.dumps({"job": asdict(self.job), "done": done}, separators=(",", ":"))
        durable.write(self.path, f"{HEADING} {_checksum(body)}\n{body}\n")

    def load(self) -> dict[int, Outcome]:
        """Read the finished shares back."""
        try:
            heading, _, body = self.path.read_text(encoding="utf-8").partition("\n")
        except UnicodeDecodeError:
            raise PuzzleError(f"{self.path}: this is not a checkpoint") from None
        if not heading.startswith("getallenband checkpoint "):
            raise PuzzleError(f"{self.path}: this is not a checkpoint")
        if heading != f"{HEADING} {_checksum(body.removesuffix(chr(10)))}":
            raise PuzzleError(f"{self.path}: this checkpoint is torn or was altered; nothing can be resumed from it")
        data = json.loads(body)
        self._compare(data["job"])
        return {int(number): _outcome(fields) for number, fields in data["done"].items()}

    def _compare(self, saved: dict[str, Any]) -> None:
        mine = asdict(self.job)
        if saved["checksum"] != mine["checksum"]:
            raise PuzzleError(f"{self.path}: this checkpoint is of another puzzle: {saved['puzzle']}")
        for key, what in (("algorithm", "algorithm"), ("listing", "choice of --list or --count"), ("wanted", "split")):
            if saved[key] != mine[key]:
                raise PuzzleError(f"{self.path}: this checkpoint is of another {what}: {saved[key]}, not {mine[key]}")


def _outcome(fields: dict[str, Any]) -> Outcome:
    listed = tuple(tuple(solution) for solution in fields.pop("listed"))
    return Outcome(listed=listed, nodes=tuple(fields.pop("nodes")), **fields)


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
