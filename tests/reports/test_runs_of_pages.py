"""Which runs a page has, and how they are made (reports/runs/modules.py)."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from getallenband.interpreters import pipeline
from getallenband.originals.edition import edition
from getallenband.reports.runs.cache import ResultCache
from getallenband.reports.runs.job import job_of_run
from getallenband.reports.runs.modules import page_module, question, with_modules
from getallenband.reports.runs.records import Records


@pytest.mark.parametrize("why", [{"soak": True}, {"missing": "text"}, {"withheld": True}])
def test_a_run_that_a_page_may_not_have_is_left_out(why):
    run = SimpleNamespace(**{"soak": False, "missing": "", "withheld": False, "language": "ecol"} | why)
    assert list(with_modules(SimpleNamespace(runs={"a": run}), soak=False)) == []


def test_a_program_that_was_run_is_not_run_again_for_its_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """De Bruijn's ECOL program is lowered on an assumption; its record says that the assumption held."""
    found, cache = edition("debruijn1972_pentomino"), ResultCache(fresh=True)
    job = job_of_run(found, found.runs["first24"])
    Records(cache)(found.name, "first24")
    monkeypatch.setattr(pipeline, "run_on_valid_assumptions", lambda *_: pytest.fail("run again"))
    assert page_module(job, cache)["wasm"]
    assert cache.has(question(job, 0))
