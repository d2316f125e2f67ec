"""Hold what a run printed against what the document prints, line by line.

observe = "output"
with = { spacing = "ignored" }
"""

from __future__ import annotations

from itertools import zip_longest
from typing import Literal

from pydantic import PositiveInt

from reports.checking.observed import Context, Observed

Spacing = Literal["exact", "ignored"]


def observe(
    context: Context, *, spacing: Spacing = "exact", first: PositiveInt | None = None, run: str = ""
) -> Observed:
    """Return the line printed, or the list of several. The first difference from what is published is the reason.

    With spacing "ignored" only the words of each line count, and empty lines do not; `first` compares only so many of
    the lines printed.
    """
    published = lines(str(context.expected), spacing)
    printed = lines(context.record(run)["output"], spacing)[:first]
    difference = first_difference(published, printed)
    why = f"{len(printed)} lines, all as published" if len(printed) > 1 else ""
    if difference is not None:
        pair = [quoted(table[difference]) if difference < len(table) else "nothing" for table in (published, printed)]
        why = f"line {difference + 1}: published {pair[0]}, printed {pair[1]}"
    return Observed(alone(printed), why, expected=alone(published))


def quoted(line: str) -> str:
    """Quote a line with its blanks made visible."""
    return repr(line).replace(" ", "·")


def alone(lines: list[str]) -> str | list[str]:
    """Return the line itself, if there is only one."""
    return lines[0] if len(lines) == 1 else lines


def lines(text: str, spacing: Spacing) -> list[str]:
    """Return the lines to be compared."""
    if spacing == "exact":
        return text.splitlines()
    return [" ".join(words) for line in text.splitlines() if (words := line.split())]


def first_difference(published: list[str], printed: list[str]) -> int | None:
    """Return the index of the first line that differs, or None."""
    pairs = enumerate(zip_longest(published, printed))
    return next((index for index, (left, right) in pairs if left != right), None)
