"""Programs nested deep, and rows of ten thousand terms, run."""

from __future__ import annotations

import subprocess
import sys
from contextlib import ExitStack

import pytest

from getallenband.interpreters import Options, Request, SourceText, language, run
from getallenband.interpreters.source.nesting import allow_recursion
from tests.processes import PATIENCE
from tests.versions import NESTED_CALLS

pytestmark = pytest.mark.in_turn
PARENTHESES, TERMS, BLOCKS = 1_000, 10_000, 500
DEEP = "(1+" * PARENTHESES + "1" + ")" * PARENTHESES
LONG = "+".join(["1"] * TERMS)


def nested(opening: str, inside: str, closing: str) -> str:
    return opening * BLOCKS + inside + closing * BLOCKS


ECOL = "START\n1 k := {}\n2 SCHRIJF (5, 0) := k\n3 KLAAR\n"
ALGOL = "begin integer k; k := {}; outinteger(1, k) end"


PROGRAMS = {
    "ecol": (ECOL.format(DEEP), ECOL.format(LONG), None),
    "algol60": (ALGOL.format(DEEP), ALGOL.format(LONG),
                nested("begin ", "begin integer k; k := 500; outinteger(1, k) end", " end")),
    "perl_subset": (f"print {DEEP};", None, nested("if (1) { ", "print 500;", " }")),
    "amb_scheme": ("(+ 1 " * PARENTHESES + "1" + ")" * PARENTHESES, f"(+ {LONG.replace('+', ' ')})",
                   nested("(begin ", "500", ")")),
}  # fmt: skip
CASES = [
    pytest.param(name, text, value, id=f"{name}-{what}")
    for name, texts in PROGRAMS.items()
    for what, text, value in zip(
        ("parentheses", "terms", "blocks"), texts, (PARENTHESES + 1, TERMS, BLOCKS), strict=True
    )
    if text is not None
]
# each term of Perl's is about a hundred operations; test_perl_subset.py has a sum of ten thousand variables
PERL = [
    pytest.param("perl_subset", "print " + "+".join(["1"] * terms) + ";", terms, marks=pytest.mark.soak)
    for terms in (TERMS // 10, TERMS // 2)
]


@NESTED_CALLS
@pytest.mark.parametrize(("name", "text", "value"), CASES + PERL)
def test_deep_programs_run(name: str, text: str, value: int) -> None:
    outcome = run(
        SourceText(f"deep{language(name).extensions[0]}", text), name, Request(Options(language(name).arithmetics[0]))
    )
    assert (outcome.ending.kind, outcome.output.split()) == ("finished", [str(value)])


INTERRUPTED = """
import signal
import threading

from getallenband.interpreters.source.nesting import in_thread

interrupted, ended = threading.Event(), threading.Event()


def deep(calls):
    if calls:
        return deep(calls - 1)
    while not interrupted.wait(0.01):  # again: a signal that comes just before the main thread waits does not wake it
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
    ended.set()


def interrupt(*_):
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt


signal.signal(signal.SIGINT, interrupt)
try:
    in_thread(deep, 5_000)
except KeyboardInterrupt:
    interrupted.set()
    ended.wait()
    print("went on")
"""


def test_an_interrupt_leaves_a_front_end_its_calls() -> None:
    """Python 3.11 aborted: the limit was lowered at the interrupt, and the thread had more calls under way."""
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stdout, done.stderr) == (0, "went on\n", "")


def test_the_limit_is_lowered_after_the_last_block() -> None:
    before = sys.getrecursionlimit()
    with ExitStack() as first, ExitStack() as second:
        first.enter_context(allow_recursion(before + 100))
        second.enter_context(allow_recursion(before + 200))
        first.close()
        assert sys.getrecursionlimit() == before + 200
    assert sys.getrecursionlimit() == before
