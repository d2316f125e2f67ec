"""The listing of a program with how often each statement ran.

1 |   29 k := 1
154 |   30 bezet (k) := 0
"""

from __future__ import annotations

import re

from interpreters import Outcome, Place, language, lower
from reports.job import Job


def listing(job: Job, outcome: Outcome) -> str:
    """Print the program beside its statements' counts; a line with several statements has them one under the other."""
    counts: dict[int, list[int]] = {}
    for label, place in sorted(statement_places(job, outcome).items(), key=lambda item: item[1]):
        counts.setdefault(place.line, []).append(outcome.counts.get(label, 0))
    width = max(8, *(len(f"{count:,}") for group in counts.values() for count in group)) if counts else 8
    lines = []
    for number, text in enumerate(job.source.text.splitlines(), 1):
        group = counts.get(number, [])
        lines.append(f"{f'{group[0]:,}' if group else '':>{width}} | {text}".rstrip())
        lines += [f"{count:>{width},} |" for count in group[1:]]
    return "\n".join(lines) + "\n"


def statement_places(job: Job, outcome: Outcome) -> dict[str, Place]:
    """Return where each statement stands: from the IR, or from its label where the language has no IR."""
    if language(job.language).lower is not None:
        program = lower(job.source, job.language, job.request.options).program
        return {statement.label: statement.place for statement in program.statements}
    return {label: place for label in outcome.counts if (place := place_of_label(label)) is not None}


def place_of_label(label: str) -> Place | None:
    """Read a label that is a line, or line:column."""
    match = re.fullmatch(r"(\d+)(?::(\d+))?", label)
    return Place(int(match[1]), int(match[2] or 1)) if match else None
