"""The listing of a program with how often each statement ran.

1  29 |   29 k := 1
154  30 |   30 bezet (k) := 0
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypedDict

from getallenband.interpreters import Place, language, lower
from getallenband.reports.runs.job import RunJob


class StatementCount(TypedDict):
    """A statement: its label, the column in which it begins, and how often it was executed."""

    label: str
    column: int
    count: int


class ListingLine(TypedDict):
    """A line of a program, from 1, with the statements that begin in it."""

    line: int
    text: str
    statements: list[StatementCount]


def profile(job: RunJob, counts: Mapping[str, int]) -> list[ListingLine]:
    """Return each line of the program with the counts of the statements that begin in it."""
    found: dict[int, list[StatementCount]] = {}
    for label, place in sorted(statement_places(job, counts).items(), key=lambda item: item[1]):
        statement: StatementCount = {"label": label, "column": place.column, "count": counts.get(label, 0)}
        found.setdefault(place.line, []).append(statement)
    return [
        {"line": number, "text": text, "statements": found.get(number, [])}
        for number, text in enumerate(job.source.text.splitlines(), 1)
    ]


def once(statements: Sequence[StatementCount]) -> list[int]:
    """Return the counts of a line's statements, or one if they are all the same."""
    counts = [statement["count"] for statement in statements]
    return counts[:1] if len(set(counts)) == 1 else counts


def listing(lines: Sequence[ListingLine]) -> str:
    """Print the lines beside their counts; the counts of several statements in one line are below one another."""
    width = max([8, *(len(f"{count:,}") for line in lines for count in once(line["statements"]))])
    printed = []
    for line in lines:
        first, *more = [f"{count:,}" for count in once(line["statements"])] or [""]
        printed.append(f"{first:>{width}} | {line['text']}".rstrip())
        printed += [f"{count:>{width}} |" for count in more]
    return "\n".join(printed) + "\n"


def named_listing(job: RunJob, counts: Mapping[str, int], times: Mapping[str, str]) -> str:
    """Print the program's lines beside count and name of each statement, as probes and stops take it.

    `times`, where there are any, are a column of their own. Several statements of a line are below one another.
    """
    found: dict[int, list[tuple[str, str]]] = {}
    widest_time = max(map(len, times.values()), default=0)
    for label, place in sorted(statement_places(job, counts).items(), key=lambda item: item[1]):
        time = f"  {times.get(label, ''):>{widest_time}}" if times else ""
        found.setdefault(place.line, []).append((f"{counts.get(label, 0):,}{time}", label))
    every = [pair for pairs in found.values() for pair in pairs]
    width = max([8, *(len(count) for count, _ in every)])
    widest = max([1, *(len(name) for _, name in every)])
    printed = []
    for number, text in enumerate(job.source.text.splitlines(), 1):
        (count, name), *more = found.get(number, [("", "")])
        printed.append(f"{count:>{width}}  {name:<{widest}} | {text}".rstrip())
        printed += [f"{count:>{width}}  {name:<{widest}} |" for count, name in more]
    return "\n".join(printed) + "\n"


def statement_places(job: RunJob, counts: Mapping[str, int]) -> dict[str, Place]:
    """Return the line of each statement: from the IR, or from its label where the language has no IR."""
    if language(job.language).lower is not None:
        lowered = lower(job.source, job.language, job.request.options)
        statements = [statement for one in lowered.programs for statement in one.program.statements]
        return {statement.label: statement.place for statement in statements}
    return {label: place for label in counts if (place := place_of_label(label)) is not None}


def place_of_label(label: str) -> Place | None:
    """Read a label that is a line, or line:column."""
    match = re.fullmatch(r"(\d+)(?::(\d+))?", label)
    return Place(int(match[1]), int(match[2] or 1)) if match else None
