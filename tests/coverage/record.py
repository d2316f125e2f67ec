"""What random programs were found to reach: docs/generators.json, and a section of docs/reliability.md made of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TypedDict

from getallenband import durable
from getallenband.interpreters.language import language
from tests import ROOT
from tests.coverage.measure import Part
from tests.coverage.reasons import REASONS
from tests.processes import locked

RESULTS = ROOT / "docs" / "generators.json"
KINDS = {
    "alternatives": "alternatives of the grammar", "names": "names of the library", "procedures": "library procedures",
    "blocks": "blocks of the runtime",
}  # fmt: skip
HEAD = """
## What the random programs reach

`make coverage` runs 1,000 random programs of each language on the reference engine and counts what they reach; the
aim is 90 %. A rule of a grammar with an option or a choice counts as several alternatives. "At first" is the first
measurement. `docs/generators.json` lists what is not reached; below stands why.

"""


class Found(TypedDict):
    """How many things there are, how many were reached, both now and at first, and those that were missed."""

    all: int
    reached: int
    first: list[int]
    missed: list[str]


class Language(TypedDict):
    """What a number of programs of a language reached, by kind."""

    programs: int
    parts: dict[str, Found]


def results() -> dict[str, Language]:
    """Read what was measured last."""
    found: dict[str, Language] = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    return found


def keep(name: str, programs: int, parts: Mapping[str, Part]) -> None:
    """Write what was measured of a language."""
    with locked(RESULTS.parent):
        before = results()
        measured = as_found(parts, before[name]["parts"] if name in before else {})
        after = before | {name: {"programs": programs, "parts": measured}}
        durable.write(RESULTS, json.dumps(dict(sorted(after.items())), ensure_ascii=False, indent=1) + "\n")


def as_found(parts: Mapping[str, Part], earlier: Mapping[str, Found]) -> dict[str, Found]:
    """Return what was measured beside what the first measurement found."""
    made: dict[str, Found] = {}
    for kind, part in parts.items():
        count, reached = len(part.all), len(part.all) - len(part.missed)
        first = earlier[kind]["first"] if kind in earlier else [reached, count]
        made[kind] = {"all": count, "reached": reached, "first": first, "missed": part.missed}
    return made


def percent(part: int, whole: int) -> str:
    return f"{100 * part // whole} %"


def section() -> str:
    """Return the section of the page: a table, then why things were missed."""
    found = results()
    rows = [
        f"| {language(name).title} | {KINDS[kind]} | {part['reached']:,} | {part['all']:,} | "
        f"{percent(part['reached'], part['all'])} | {percent(*part['first'])} |\n"
        for name, measured in found.items()
        for kind, part in measured["parts"].items()
    ]
    table = "| language | what | reached | of | | at first |\n| --- | --- | ---: | ---: | ---: | ---: |\n"
    reasons = [f"- {language(name).title}: {REASONS[name]}\n" for name in found if name in REASONS]
    return HEAD + table + "".join(rows) + "\n" + "".join(reasons)
