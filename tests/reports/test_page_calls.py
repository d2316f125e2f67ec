"""The programs of all cases do in a page's engine, in node, what they do in the others."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from getallenband.interpreters import language, page, run
from getallenband.interpreters.ir.messages import out_of_output, out_of_statements
from getallenband.interpreters.language import languages
from getallenband.interpreters.outcome import Outcome
from getallenband.interpreters.testing.cases import Case, case_files, request_of, source_of

NODE = shutil.which("node")
RUN_MANY = Path(__file__).parent / "player" / "run_many.mjs"
CASES = [
    case for name in languages() if language(name).lower for case in case_files(name) if "error" not in case.sections
]
PRINTING = ("print", "output", "format", "record", "libraries", "punch", "layout", "field", "power", "random")
LARGE = "perl_subset"
"""The language whose runtime system is in every program."""
FEW = [case for case in CASES if case.language != LARGE and any(word in case.label for word in PRINTING)][::9] + [
    case for case in CASES if case.label.endswith(("printing/formats_by_value", "conformance/input/integers"))
]
TAPES_AND_FILES = [
    case
    for case in CASES
    if case.label.startswith("informal_algol/tables/") or case.label.endswith(("sort_divides", "another_handle"))
]
OTHER_LIMITS = ("cannot allocate", "by work within statements", "the memory of", "of output is used up")
"""Endings that a page has not: it has memory of its own, counts statements alone, and characters."""
NOT_IN_PAGES = ("in a page", "this page has memory for")
FINISHED = {"informal_algol": {"status"}}
"""Files that a language leaves at the end of a run; a page has none of them."""


def answer(pipe: subprocess.Popen[str], data: dict[str, Any]) -> dict[str, Any]:
    """Run a program in node."""
    assert pipe.stdin is not None
    assert pipe.stdout is not None
    pipe.stdin.write(json.dumps(data) + "\n")
    pipe.stdin.flush()
    found: dict[str, Any] = json.loads(pipe.stdout.readline())
    return found


@contextmanager
def node() -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen([str(NODE), str(RUN_MANY)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as pipe:
        yield pipe


def expected(outcome: Outcome, language: str) -> dict[str, Any]:
    ending, left = outcome.ending, FINISHED.get(language, set())
    return {
        "ending": [type(ending).__name__.lower(), getattr(ending, "message", "")],
        "output": outcome.output,
        "files": {name: text for name, text in outcome.files.items() if name not in left},
        "counts": dict(outcome.counts),
    }


def compared(pipe: subprocess.Popen[str], case: Case) -> bool:
    """Compare a case in a page with the native engine; return whether a page can run it."""
    source, request = source_of(case), request_of(case, "native")
    data = page(source, case.language, request)
    wanted = expected(run(source, case.language, request), case.language)
    if data["refused"] or any(words in wanted["ending"][1] for words in OTHER_LIMITS):
        return False
    limits = request.limits
    found = answer(
        pipe,
        data
        | {
            "stop": None,
            "limits": {
                "output": limits.output,
                "output_message": out_of_output(limits.output),
                "statements": limits.statements,
                "statements_message": out_of_statements(limits.statements or 0),
            },
        },
    )
    assert "crash" not in found, found
    if any(words in found["ending"][1] for words in NOT_IN_PAGES):
        return False
    assert found == wanted
    return True


needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")


@needs_node
def test_programs_that_print_do_in_a_page_what_they_do_elsewhere() -> None:
    with node() as pipe:
        assert sum([compared(pipe, case) for case in FEW]) > len(FEW) / 2


@needs_node
def test_a_page_refuses_tapes_that_the_program_refuses_and_files_that_it_cannot_open() -> None:
    with node() as pipe:
        done = [case.label for case in TAPES_AND_FILES if compared(pipe, case)]
    assert (
        {"informal_algol/tables/right", "informal_algol/tables/status_right"}
        <= set(done)
        < {case.label for case in TAPES_AND_FILES}
    )


@needs_node
@pytest.mark.soak
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.label)
def test_every_case_does_in_a_page_what_it_does_elsewhere(case: Case) -> None:
    with node() as pipe:
        compared(pipe, case)
