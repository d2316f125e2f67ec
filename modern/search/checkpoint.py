"""The state of a long search in a file: which work units are done, and their results.

    Checkpoint(path, job).save(job, results)      # atomic: the old file or the new one, never half of one
    Checkpoint(path, job).load()                  # PuzzleError if the file is damaged, or of another search

The search may have been split otherwise than it would be now: it goes on with the units that the file knows.

The first line is a heading with the checksum of the rest; the rest is JSON.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any

from getallenband import durable
from getallenband.modern.puzzle_files.errors import PuzzleError
from getallenband.modern.search.work_units import COUNTED, SearchJob, UnitResult, fits, plan, result_of, whole

HEADING, VERSION = "getallenband checkpoint", "4"
MOST_WANTED = 2**20
"""Work units that a search is split into: beyond those of any number of workers."""


@dataclass(frozen=True)
class Checkpoint:
    """A file, and the job whose state it holds."""

    path: Path
    job: SearchJob

    def save(self, job: SearchJob, results: dict[int, UnitResult]) -> None:
        """Write the results of finished units; if the process is killed, the old file or the new one is there."""
        # `is`: with thousands of units, comparing the fields of each took most of the time of a save.
        done = {number: vars(result) for number, result in results.items() if result.finished and result is not COUNTED}
        counted = _ranges(sorted(number for number, result in results.items() if result is COUNTED))
        split = plan(job).checksum if done or counted else ""  # the plan takes time, and may not be needed
        fields = {key: value for key, value in asdict(job).items() if key != "text"}
        body = json.dumps({"job": fields, "split": split, "done": done, "counted": counted}, separators=(",", ":"))
        durable.write(self.path, f"{HEADING} {VERSION} {_checksum(body)}\n{body}\n")

    def load(self) -> tuple[SearchJob, dict[int, UnitResult]]:
        """Read the job and the results of its finished units."""
        try:
            heading, _, body = durable.read(self.path).decode().partition("\n")
        except UnicodeDecodeError:
            raise PuzzleError(f"{self.path}: this is not a checkpoint") from None
        if not heading.startswith(HEADING + " "):
            raise PuzzleError(f"{self.path}: this is not a checkpoint")
        version, _, checksum = heading.removeprefix(HEADING + " ").partition(" ")
        if version != VERSION:
            raise PuzzleError(
                f"{self.path}: this checkpoint has version {version}; expected version {VERSION}: remove it and "
                "start again, or resume it with the Getallenband that wrote it"
            )
        damaged = PuzzleError(f"{self.path}: this checkpoint is damaged; the search cannot be resumed from it")
        if checksum != _checksum(body.removesuffix("\n")):
            raise damaged
        try:
            data = json.loads(body)
            self._compare(data["job"])
            job = replace(self.job, wanted=whole(data["job"]["wanted"], MOST_WANTED))
            done = {int(number): result_of(fields) for number, fields in data["done"].items()}
            split, counted = data["split"], [(whole(first), whole(last)) for first, last in data["counted"]]
        except (AttributeError, LookupError, RecursionError, TypeError, ValueError):
            raise damaged from None
        if (done or counted) and split != plan(job).checksum:
            raise PuzzleError(
                f"{self.path}: the version of Getallenband that wrote this checkpoint splits the search otherwise; "
                "resume it with that version, or start again"
            )
        units = len(plan(job).units) if done or counted else 0
        if not all(first <= last < units for first, last in counted) or not all(
            fits(job, number, result) for number, result in done.items()
        ):
            raise damaged
        return job, {number: COUNTED for first, last in counted for number in range(first, last + 1)} | done

    def _compare(self, saved: dict[str, Any]) -> None:
        mine = asdict(self.job)
        if saved["checksum"] != mine["checksum"]:
            if saved["puzzle"] == mine["puzzle"]:
                raise PuzzleError(f"{self.path}: {saved['puzzle']} has changed since this checkpoint was written")
            raise PuzzleError(f"{self.path}: this checkpoint is of another puzzle: {saved['puzzle']}")
        if saved["algorithm"] != mine["algorithm"]:
            was, now = saved["algorithm"], mine["algorithm"]
            raise PuzzleError(f"{self.path}: this checkpoint is of another algorithm: {was}, not {now}")
        if saved["listing"] != mine["listing"]:
            was, now = ("--list", "--count") if saved["listing"] else ("--count", "--list")
            raise PuzzleError(f"{self.path}: this checkpoint is of a search with {was}, not {now}")


def _ranges(numbers: list[int]) -> list[tuple[int, int]]:
    """Return the first and last of each run of consecutive numbers."""
    runs = [[number for _, number in run] for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])]
    return [(run[0], run[-1]) for run in runs]


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
