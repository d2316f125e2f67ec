"""Programs compiled for pages, cached by everything that they depend on.

    data = page_module(job_of_run(found, run), cache)    # what `interpreters.page` says, in JSON's types

Runs that differ only in probes, stop and budgets of statements and output share a cached result.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from getallenband.interpreters import language, page
from getallenband.originals.edition import Edition
from getallenband.originals.placeholders import is_open
from getallenband.originals.runs import Run
from getallenband.reports.runs.cache import ResultCache
from getallenband.reports.runs.job import RunJob, checksum, job_of_run
from getallenband.reports.runs.records import failed_assumptions
from getallenband.reports.runs.sources import of_run


def page_module(job: RunJob, cache: ResultCache) -> Mapping[str, Any]:
    """Return a program with its inputs for a page, compiled if it is not cached.

    How many of its assumptions fail is known where the run's record has been made.
    """
    failed = failed_assumptions(job, cache)
    found: Mapping[str, Any] = cache.get(
        question(job, failed), lambda: page(job.source, job.language, job.request, failed)
    )
    return found


def question(job: RunJob, failed: int | None) -> Mapping[str, Any]:
    """Return what a page's program depends on."""
    options, limits = job.request.options, job.request.limits
    texts = {"program": job.source, **job.request.tapes}
    return {
        "kind": "page",
        "texts": {name: [text.name, checksum(text.text)] for name, text in texts.items()},
        "arithmetic": options.arithmetic,
        "settings": dict(options.settings),
        "memory": limits.memory,
        "depth": limits.depth,
        "failed_assumptions": failed,
        "interpreters": of_run(job.language, "wasm"),
    }


def with_modules(found: Edition, *, soak: bool) -> Iterator[tuple[Run, RunJob]]:
    """Yield the runs that a page has: those whose language is lowered, the long ones with `soak`.

    A page holds the texts of its runs, so there is none of a text that may not be copied.
    """
    for run in found.runs.values():
        if (run.soak and not soak) or run.missing or run.withheld or is_open(run.language):
            continue
        job = job_of_run(found, run)  # first: it says where a language is named that there is not
        if language(job.language).lower is not None:
            yield run, job
