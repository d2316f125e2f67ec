"""Run every case of every language."""

from __future__ import annotations

from dataclasses import replace

import pytest

from interpreters import language, run
from interpreters.cases import Case, case_files, faults, request_of, source_of
from interpreters.cases import update as write_back
from interpreters.language import languages

CASES = [case for name in languages() for case in case_files(name)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.label)
def test_case(case: Case, update: bool) -> None:
    if update:
        write_back(case)
    assert list(faults(case)) == []


EVALUATED = [case for case in CASES if language(case.language).evaluate and "error" not in case.sections]


@pytest.mark.parametrize("case", EVALUATED, ids=lambda case: case.label)
def test_a_trace_changes_nothing(case: Case) -> None:
    request, seen = request_of(case, "machine"), list[str]()
    plain = run(source_of(case), case.language, request)
    traced = run(source_of(case), case.language, replace(request, trace=seen.append))
    assert traced.same_as(plain)
    assert all("\n" not in line for line in seen)


def test_every_case_says_why() -> None:
    assert [case.label for case in CASES if not case.reason] == []


def test_names_of_cases_differ() -> None:
    labels = [case.label for case in CASES]
    assert len(labels) == len(set(labels))
