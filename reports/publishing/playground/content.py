"""What the page offers, as data: the languages with their settings and colours, their examples, the originals.

content()["languages"][0]["settings"]      # [{"name": "width", "choices": ["report", "narrow"], …}, …]

Examples are cases (interpreters/languages/*/cases/why_here.case and examples.case): what they print is tested.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pygments.lexer import words

from getallenband.interpreters import language
from getallenband.interpreters.highlighting import OURS, lexer_for
from getallenband.interpreters.language import NUMBER, Language, ours
from getallenband.interpreters.testing.cases import LIMITS, Case, folder_of_cases, read_cases
from getallenband.originals.edition import edition
from getallenband.originals.folders import names
from getallenband.originals.presentation import presentation
from getallenband.reports.publishing.colours import COLOURS
from getallenband.reports.publishing.player.boards import drawn
from getallenband.reports.runs.job import RunJob, job_of_run
from getallenband.reports.runs.oracle import Oracle

DEFAULT_LIMITS = {"statements": 10**10, "output": 4 * 2**20, "memory": 64 * 2**20, "depth": 100_000}
"""Smaller than the command line's: the page is one tab of a browser on any machine."""
TITLES = {"jensens_device": "Jensen's device", "towers_of_hanoi": "Towers of Hanoi"}
"""Titles of examples that are more than their names with blanks."""
EVALUATED = {"statements": 10_000_000, "depth": 2_000}
"""The same for a language with an evaluator of its own, which is slow, and whose calls are objects of Python, one in
another: a browser's stack has no room to give back a deeper row of them."""


def content() -> dict[str, Any]:
    return {
        "languages": [language_data(language(name)) for name in ours()],
        "originals": list(originals()),
        "boards": list(boards()),
        "limits": DEFAULT_LIMITS,
    }


def language_data(lang: Language) -> dict[str, Any]:
    return {
        "name": lang.name,
        "title": lang.title,
        "extension": lang.extensions[0],
        "extensions": lang.extensions,
        "tapes": [name for name in lang.inputs or () if name not in ("tape", NUMBER)],
        "limits": DEFAULT_LIMITS if lang.evaluate is None else {**DEFAULT_LIMITS, **EVALUATED},
        "arithmetics": lang.arithmetics,
        "settings": [
            {
                "name": one.name, "default": one.default, "meaning": one.meaning, "number": NUMBER in one.choices,
                "choices": [choice for choice in one.choices if choice != NUMBER],
            }
            for one in lang.settings
        ],
        "colours": colours(lang.name),
        "why_here": examples(lang.name, "why_here"),
        "examples": examples(lang.name, "examples"),
    }  # fmt: skip


def examples(name: str, file: str) -> list[dict[str, Any]]:
    return [example(case) for case in read_cases(name, folder_of_cases(name) / f"{file}.case")]


def example(case: Case) -> dict[str, Any]:
    """Return a case as a program to begin with."""
    settings = {key: value for key, value in case.options.items() if key not in (*LIMITS, "arithmetic")}
    return {
        "name": case.name,
        "title": TITLES.get(case.name, case.name.replace("_", " ").capitalize()),
        "about": case.reason,
        "text": case.source,
        "tape": case.tapes.get("tape", ""),
        "settings": settings,
    }


def colours(name: str) -> dict[str, Any] | None:
    """Return the rules of a lexer of ours, in their order, for a page; None where another has the language."""
    if name not in OURS:
        return None
    lexer: Any = lexer_for(name)
    rules = [
        (rule[0].get() if isinstance(rule[0], words) else rule[0], class_of(rule[1])) for rule in lexer.tokens["root"]
    ]
    return {"rules": rules, "ignore_case": bool(lexer.flags & 2)}


def class_of(kind: Any) -> str:
    return next((found for family, found in COLOURS.items() if kind in family), "")


def originals() -> Iterator[dict[str, Any]]:
    """Yield the first run of each text of each edition: without the text where it reads tapes that the page has not."""
    for name in names():
        found, seen = edition(name), set[str]()
        for entry in found.runs.values():
            if entry.text in seen or entry.experiments:
                continue
            seen.add(entry.text)
            yield original(job_of_run(found, entry), found.title)


def boards() -> Iterator[dict[str, Any]]:
    """Yield the boards of the editions for the player, each with its runs, and how solutions begin in their text."""
    oracle = Oracle()
    for name in names():
        found, seen = edition(name), set[str]()
        for board in presentation(found).boards:
            of_text = {run.name for run in found.runs.values() if run.text == board.text}
            runs = of_text.intersection(board.runs or of_text) - seen
            seen |= runs
            solution = {"at": board.solution, "printed": board.printed, "before": board.before}
            yield {"edition": name, "runs": sorted(runs), **drawn(board, oracle), "solution": solution}


def original(job: RunJob, title: str) -> dict[str, Any]:
    options = job.request.options
    data = {"edition": job.edition, "run": job.run, "title": title, "language": job.language}
    if job.request.tapes.keys() - {"tape"}:
        return data
    tape = job.request.tapes.get("tape")
    return {
        **data, "text": job.source.text, "tape": tape.text if tape else "",
        "arithmetic": options.arithmetic, "settings": dict(options.settings),
    }  # fmt: skip
