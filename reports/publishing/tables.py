"""Verdicts and comparisons as tables for the terminal.

print(verdict_table(verdicts))
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

from getallenband.interpreters.source.diagnostics import counted
from getallenband.originals.claims import KINDS
from getallenband.reports.checking.check import Verdict
from getallenband.reports.comparing.atlas import AtlasEntry, ours_of, seconds_of, tally
from getallenband.reports.comparing.compare import ComparisonRecord, Comparisons
from getallenband.reports.comparing.programs import ProgramEntry
from getallenband.reports.publishing.layout import remark, shorten, table
from getallenband.reports.publishing.notes import assign_letters
from getallenband.reports.publishing.pivot import SIDES, pivot, side_name, side_words, totals

HEADER_WIDTH = 18
WORK: tuple[Literal["attempts", "placements", "solutions"], ...] = ("attempts", "placements", "solutions")


def verdict_table(verdicts: Sequence[Verdict]) -> str:
    """Return the verdicts of each edition, the changed ones marked, and how many there are of each kind."""
    if not verdicts:
        return "there are no claims to check\n"
    parts = []
    for edition in dict.fromkeys(verdict["edition"] for verdict in verdicts):
        rows = [
            [
                verdict["claim"],
                shorten(verdict["published"], 40),
                shorten(verdict["derived"]["value"], 40) if verdict["derived"] else "",
                shorten(verdict["observed"], 40),
                "; ".join([with_kind(verdict) + ("*" if verdict["long"] else ""), *verdict["changes"]]),
            ]
            for verdict in verdicts
            if verdict["edition"] == edition
        ]
        headers = ["claim", "published", "derived", "observed", "verdict"]
        parts.append(f"{edition}\n\n" + table(rows, headers, range(1, 5)))
        parts += [
            remark(f"{verdict['claim']}: {verdict['why']}")
            for verdict in verdicts
            if verdict["edition"] == edition and verdict["changed"]
        ]
    changed = sum(bool(verdict["changed"]) for verdict in verdicts)
    parts.append(remark(f"{'; '.join(tallies(verdicts))}; {f'{changed} not' if changed else 'all'} as expected"))
    if any(verdict["long"] for verdict in verdicts):
        parts.append("* rests on a run that takes minutes\n")
    return "\n".join(parts)


def atlas_table(entries: Sequence[AtlasEntry]) -> str:
    """Return rows of the atlas, one line each with its source's name, and how many there are of each verdict."""
    headers = ["row", "cells", "published", "of", "ours", "verdict", "seconds", "source"]
    rows = [
        [
            each["name"],
            each["cells"] or "—",
            shorten(each["published"]) + (f" × {each['times']}" if each["times"] > 1 else ""),
            each["of"],
            ours_of(each) or "—",
            each["verdict"],
            seconds_of(each) or "—",
            each["where"].partition(",")[0],
        ]
        for each in entries
    ]
    total = f"{counted(len(entries), 'count')}: {tally(entries)}; --file and --json have the whole source"
    return table(rows, headers) + "\n" + remark(total)


def steps_text(steps: Sequence[str]) -> str:
    """Return what is left to do in an edition as a numbered list; lines that point at columns stay as they are."""
    listed = (f"{number}. {step}\n" for number, step in enumerate(steps, start=1))
    return "\n" + "".join(listed) if steps else ""


def left_out_note(number: int) -> str:
    """Say how many claims were not checked, since their runs take minutes."""
    return f"left out: {counted(number, 'claim')} that rest{'s' if number == 1 else ''} on long runs (--soak)"


def with_kind(verdict: Verdict) -> str:
    """Return the verdict, with what kind of claim it is about if that is no statement of the author's."""
    return verdict["verdict"] + (f" ({verdict['kind']})" if verdict["kind"] != KINDS[0] else "")


def tallies(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Yield for each kind of claim how many there are, and how many of each verdict."""
    for kind in KINDS:
        found = Counter(verdict["verdict"] for verdict in verdicts if verdict["kind"] == kind)
        if found:
            by_verdict = ", ".join(f"{number} {verdict}" for verdict, number in sorted(found.items()))
            yield f"{counted(found.total(), kind)}: {by_verdict}"


def comparison_tables(found: Comparisons) -> str:
    """Return each comparison, level by level and in total, then the table of all historical programs."""
    parts = []
    for comparison in found["comparisons"]:
        parts.append(remark(f"{comparison['edition']}: {comparison['title']}"))
        sides = ["{} {}{}".format(*side_words(comparison, side)) for side in SIDES]
        parts.append(remark(" beside ".join(sides)))
        headers, lines = pivot(comparison)
        if lines:
            parts.append(table(lines, [textwrap.fill(header, HEADER_WIDTH) for header in headers]))
        names = [side_name(comparison, side) for side in SIDES]
        parts.append(table(totals(comparison), ["total", *names, ""], {0, 3}))
    parts.append(comparisons_counted(found["comparisons"]))
    return "\n".join([*parts, *(programs_table(title, entries) for title, entries in by_puzzle(found["programs"]))])


def comparisons_counted(comparisons: Sequence[ComparisonRecord]) -> str:
    """Return how many comparisons there are, and how many differ without a known reason."""
    if not comparisons:
        return "there is nothing to compare\n"
    different = sum(not comparison["equal"] for comparison in comparisons)
    number = f"{len(comparisons)} comparison{'s' if len(comparisons) > 1 else ''}"
    return f"{number}, {different or 'none'} with a difference that nothing explains\n"


def by_puzzle(programs: Sequence[ProgramEntry]) -> list[tuple[str, list[ProgramEntry]]]:
    """Return the programs of each puzzle under its title."""
    found: dict[str, list[ProgramEntry]] = {}
    for entry in programs:
        found.setdefault(entry["title"], []).append(entry)
    return list(found.items())


def programs_table(title: str, programs: Sequence[ProgramEntry]) -> str:
    """Return the table of all programs for a puzzle, historical and today's: work, time then and now, notes below."""
    headers = ["year", "program: machine, language; figures from", "work", "time then", "now (s)", "notes"]
    marks, notes = assign_letters(programs)
    rows = [
        [
            entry["dated"],
            f"{entry['name']}: {entry['machine']}, {entry['language']}; {entry['figures_from']}",
            "\n".join(f"{shorten(entry[key])} {key}" for key in WORK if entry[key] is not None),
            shorten(entry["then"]),
            f"{entry['seconds']:.{2 if entry['seconds'] >= 1 else 4}f}",
            mark,
        ]
        for entry, mark in zip(programs, marks, strict=True)
    ]
    shown = table(rows, [textwrap.fill(header, HEADER_WIDTH) for header in headers], {0, 1, 2, 3})
    below = "".join(remark(f"{letter}  {text}", "   ") for letter, text in notes)
    return f"All programs: {title}\n\n{shown}\n{below}"
