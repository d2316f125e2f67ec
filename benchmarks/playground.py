"""Programs of visitors in the playground beside the same programs in the player of a published page, in Chromium.

From pressing Run to the end of the run, in seconds: the playground runs a beginning on the reference engine,
compiles the program and begins anew. Afterwards each run is stepped back from its end.
"""

from __future__ import annotations

import json
import re
import tempfile
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.measure import FEW_TIMES, Row, interleaved, ratio
from getallenband.durable.errors import Error
from getallenband.interpreters import Options, Request, SourceText, page
from getallenband.originals.edition import edition
from getallenband.reports.publishing.player.runs import Packed
from getallenband.reports.publishing.playground.build import build
from getallenband.reports.runs.job import RunJob, job_of_run, text_job
from tests.browser import chromium

PROGRAMS = Path(__file__).parent / "c_programs"
PUBLISHED = Path(__file__).parents[1] / "reports" / "published"
RUNS = re.compile(r'(<script type="text/plain" data-part="runs">).*?(</script>)', re.DOTALL)
PATIENCE = 600_000
UNTIL_THE_END = """([root, action]) => new Promise((done) => {
  const begun = performance.now();
  new MutationObserver((_, watching) => {
    if (!["finished", "trapped"].includes(root.dataset.state)) return;
    watching.disconnect();
    done((performance.now() - begun) / 1000);
  }).observe(root, { attributeFilter: ["data-state"] });
  root.querySelector(`[data-action=${action}]`).click();
})"""
BACK = """(root) => new Promise((done) => {
  new MutationObserver((_, watching) => {
    if (root.dataset.state !== "paused") return;
    watching.disconnect();
    done(Number(root.dataset.statements));
  }).observe(root, { attributeFilter: ["data-state"] });
  root.querySelector("[data-action=back]").click();
})"""


def rows() -> list[Row]:
    """Measure; none where there is no Chromium, or no npm to make the playground with."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            build(folder)
            with chromium() as browser:
                return [measured(browser, folder, *given) for given in programs(folder)]
        except (Error, pytest.skip.Exception):
            return []


def programs(folder: Path) -> Iterator[tuple[str, RunJob, Path, str]]:
    """Yield what runs, as a job, and a page whose player has it, by the name of its run there."""
    for name in ("queens", "sieve"):
        text = (PROGRAMS / f"{name}.c").read_text(encoding="utf-8").replace("<= 2000;", "<= 20000;")
        job = text_job(SourceText(f"{name}.c", text), "c_subset")
        yield name, job, page_of(job, folder), "c"
    for title, of, run in (
        ("de Bruijn's 2,339 pentomino solutions", "debruijn1972_pentomino", "full"),
        ("Wada's pentominoes in C", "wada2002_pentomino", "full"),
    ):
        yield title, job_of_run(edition(of), edition(of).runs[run]), PUBLISHED / f"{of}.html", run


def page_of(job: RunJob, folder: Path) -> Path:
    """Write a program into a published page, in place of the run "c" that it has."""
    held = Packed(edition("wada2002_jigsaw"), [])
    compiled = page(job.source, job.language, Request(Options("ilp32")))
    bounds = {"limits": {"output": 10**8, "statements": None}, "stop": None}
    held.add(held.edition.runs["c"], {**compiled, **bounds})
    text = (PUBLISHED / "wada2002_jigsaw.html").read_text(encoding="utf-8")
    file = folder / f"{job.source.name}.html"
    file.write_text(RUNS.sub(lambda found: found[1] + held.text([]) + found[2], text), encoding="utf-8")
    return file


def measured(browser: Any, folder: Path, name: str, job: RunJob, published: Path, run: str) -> Row:
    """Compare the two pages; each is opened once."""
    options = job.request.options
    given = {
        "language": job.language, "text": job.source.text, "arithmetic": options.arithmetic,
        "settings": dict(options.settings), "tape": next((tape.text for tape in job.request.tapes.values()), ""),
        "limits": {"statements": 10**11},
    }  # fmt: skip
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = urlsafe_b64encode(packer.compress(json.dumps(given).encode()) + packer.flush()).decode().rstrip("=")
    own = opened(browser, f"{(folder / 'playground.html').as_uri()}#p={packed}", "#playground", "ready")
    theirs = opened(browser, f"{published.as_uri()}#run={run}", "#run-here", "idle")
    times = 2 if run == "full" else FEW_TIMES  # these take minutes
    return Row(f"{name}: playground ÷ published page", ratio(*interleaved([own, theirs], times)), "2")


def opened(browser: Any, address: str, root: str, first: str) -> Callable[[], float]:
    """Open a page; return what runs its program to the end, steps back from there, and gives the seconds of the run."""
    tab = browser.new_context().new_page()
    tab.set_default_timeout(PATIENCE)
    tab.goto(address)
    tab.wait_for_selector(f"{root}[data-state={first}]")

    def run() -> float:
        player, action = tab.query_selector(root), "run"
        if tab.get_attribute(root, "data-state") != first:  # it has run before: "From the start", which runs it at once
            action = "restart"
        if action == "restart" and first == "idle":  # in the player it only goes there
            tab.evaluate("document.querySelector('[data-action=restart]').click()")
            tab.wait_for_selector(f"{root}[data-state=idle]")
            action = "run"
        seconds = float(tab.evaluate(UNTIL_THE_END, [player, action]))
        whole = int(tab.get_attribute(root, "data-statements"))
        if tab.evaluate(BACK, player) != whole - 1:
            raise SystemExit(f"{address[:60]}: no step back from the end")
        return seconds

    return run
