"""Run every case of every language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from zlib import crc32

import pytest

from getallenband.interpreters import ASSERTING, Limits, SourceError, SourceText, language, run
from getallenband.interpreters.language import languages
from getallenband.interpreters.outcome import Interrupted, Outcome
from getallenband.interpreters.testing.cases import ENGINES, Case, case_files, faults, read_cases, request_of, source_of
from getallenband.interpreters.testing.cases import update as write_back
from tests import ROOT
from tests.shares import WHOLE, turn

CASES = [case for name in languages() for case in case_files(name)]
PLACES = {case.label: place for place, case in enumerate(CASES)}
NATIVE = 3
"""Of so many cases one runs on the native engine, at each commit another one, the others on the reference engine; make
soak runs all on both. Each engine is compared with the file, so no case needs both at one commit."""
OPTIMISED = 24
"""Of so many cases one is optimised by LLVM, which takes longer than all the rest of a case; make soak has them all."""


def engines(case: Case) -> Sequence[str]:
    """Return the engines that the suite tries a case on."""
    if WHOLE:
        return ENGINES
    return ("native",) if (PLACES[case.label] + turn()) % NATIVE == 0 else (ASSERTING,)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.label)
def test_case(case: Case, update: bool, request: pytest.FixtureRequest) -> None:
    if update:
        write_back(case)
    if crc32(case.label.encode()) % OPTIMISED == 0:
        assert list(faults(case)) == []
    else:
        request.getfixturevalue("plain_code")
        assert list(faults(case, engines(case))) == []


def test_three_commits_in_a_row_run_each_case_on_both_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.interpreters.test_languages.WHOLE", False)
    for case in CASES[:10]:
        tried = []
        for commits in range(100, 100 + NATIVE):
            monkeypatch.setattr("tests.interpreters.test_languages.turn", lambda commits=commits: commits)
            tried.append(engines(case))
        assert sorted(tried) == sorted([(ASSERTING,), (ASSERTING,), ("native",)])


@pytest.mark.soak
@pytest.mark.parametrize("name", languages())
def test_every_case_when_it_is_optimised(name: str) -> None:
    cases = [case for case in CASES if case.language == name and crc32(case.label.encode()) % OPTIMISED]
    assert [(case.label, *found) for case in cases if (found := list(faults(case)))] == []


# where the memory ends hangs on what the process holds besides
EVALUATED = [
    case
    for case in CASES
    if language(case.language).evaluate
    and "error" not in case.sections
    and "the memory of" not in case.sections.get("ending", "")
]


@pytest.mark.in_turn
@pytest.mark.parametrize("case", EVALUATED, ids=lambda case: case.label)
def test_a_trace_changes_nothing(case: Case) -> None:
    request, seen = request_of(case, "machine"), list[str]()
    plain = run(source_of(case), case.language, request)
    traced = run(source_of(case), case.language, replace(request, trace=seen.append))
    assert traced.same_as(plain)
    assert all("\n" not in line for line in seen)


LARGE = ("9223372036854775808", "18446744073709551617", "9" * 5000, "0" * 5000 + "1")
"""The first numbers that need more than 63 and 64 bits, and more digits than Python's int takes."""
SHORT = Limits(statements=1_000, output=10_000, memory=1 << 24, depth=50)


def with_a_large_number(case: Case) -> str:
    """Return how a case ends where one of its numbers is replaced by a large one."""
    random = Random(case.label)
    start, end = random.choice(list(re.finditer(r"\d+|$", case.source))).span()
    text = f"{case.source[:start]}{random.choice(LARGE)}{case.source[end:]}"
    try:
        request = replace(request_of(case, "machine"), limits=SHORT)
        return run(SourceText("case", text), case.language, request).ending.kind
    except SourceError:
        return "refused"


@pytest.mark.parametrize("of", [OPTIMISED, pytest.param(1, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", languages())
def test_a_number_may_be_large(name: str, of: int) -> None:
    cases = [case for case in CASES if case.language == name and crc32(case.label.encode()) % of == 0]
    endings = {with_a_large_number(case) for case in cases}
    assert endings <= {"refused", "finished", "trap", "unsupported", "exhausted"}


def test_every_case_says_why() -> None:
    assert [case.label for case in CASES if not case.reason] == []


def test_names_of_cases_differ() -> None:
    labels = [case.label for case in CASES]
    assert len(labels) == len(set(labels))


ADVICE = re.compile(r"^\| .* \| (?P<advice>.+) \| `(?P<case>[\w/]+)` \|$", re.MULTILINE)


@pytest.mark.parametrize("name", ["algol60", "amb_scheme", "c_subset"])
def test_cases_do_what_a_page_says_of_a_listing(name: str) -> None:
    page = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    rows = list(ADVICE.finditer(page.partition("## If your listing …")[2].partition("\n## ")[0]))
    assert len(rows) >= 20
    cases = {case.label.removeprefix(f"{name}/"): case for case in CASES if case.language == name}
    for row in rows:
        case = cases[row["case"]]
        refused = "error" in case.sections or "trap" in case.sections["ending"]
        named = dict(one.split("=") for one in re.findall(r"`(?:--setting )?(\w+=\w+)`", row["advice"]))
        if row["advice"].startswith(("nothing", "it runs", "both run")):
            assert not refused, row["case"]
        else:
            assert refused or all(case.options.get(key) == value for key, value in named.items()), row["case"]


def test_a_run_that_its_user_stops_changes_no_case_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "one.case"
    file.write_text("[case one]\nSTART\nKLAAR\n[output]\nas before\n[ending] finished\n")
    (case,) = read_cases("ecol", file)
    monkeypatch.setattr("getallenband.interpreters.testing.cases.folder_of_cases", lambda _: tmp_path)
    monkeypatch.setattr(
        "getallenband.interpreters.testing.cases.run_lowered", lambda *_: Outcome(Interrupted(), "", {}, {}, 0)
    )
    before = file.read_bytes()
    with pytest.raises(KeyboardInterrupt):
        write_back(case)
    assert file.read_bytes() == before
