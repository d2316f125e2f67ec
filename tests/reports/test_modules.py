"""Which runs a page has (reports/runs/modules.py)."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from reports.runs.modules import with_modules


@pytest.mark.parametrize("why", [{"soak": True}, {"missing": "text"}, {"withheld": True}])
def test_a_run_that_a_page_may_not_have_is_left_out(why):
    run = SimpleNamespace(**{"soak": False, "missing": "", "withheld": False, "language": "ecol"} | why)
    assert list(with_modules(SimpleNamespace(runs={"a": run}), soak=False)) == []
