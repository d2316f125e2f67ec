"""What an attempt tries, and the folder of those inputs that failed: a test tries them again.

tries = alone(inputs, check)            # inputs(7) are those of the seventh attempt; check raises for a wrong one
list(tries.judge(tries.inputs(7)))      # the failures: [] or [Failure(Input("ecol", 7, …), "AssertionError: …")]
keep(failure)                           # tests/soak/failing/ecol-7.json
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import pytest

from getallenband import durable

FAILING = Path(__file__).parent / "failing"


@dataclass(frozen=True)
class Input:
    """A program with its options and tapes; or only a number, where the attempt makes more than a program of it."""

    number: int
    language: str = ""
    source: str = ""
    options: dict[str, str] = field(default_factory=dict)
    tapes: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Failure:
    """An input, and what went wrong with it."""

    input: Input
    why: str


@dataclass(frozen=True)
class Tries:
    """The inputs of an attempt by its number, and a judge, who finds the failures among them."""

    inputs: Callable[[int], list[Input]]
    judge: Callable[[Sequence[Input]], Iterator[Failure]]


def fault(check: Callable[..., object], *given: object) -> str:
    """Return what a check says or raises, or nothing."""
    try:
        return str(check(*given) or "")
    except (Exception, pytest.fail.Exception) as failure:
        return f"{type(failure).__name__}: {failure}"


def alone(inputs: Callable[[int], list[Input]], check: Callable[[Input], object]) -> Tries:
    """Judge inputs one by one."""

    def judge(given: Sequence[Input]) -> Iterator[Failure]:
        for one in given:
            if why := fault(check, one):
                yield Failure(one, why)

    return Tries(inputs, judge)


def together(inputs: Callable[[int], list[Input]], check: Callable[[Sequence[Input]], object]) -> Tries:
    """Judge inputs all at once, which is faster, and one by one where something is wrong with them."""

    def judge(given: Sequence[Input]) -> Iterator[Failure]:
        if not (why := fault(check, given)):
            return
        failures = [Failure(one, found) for one in given if (found := fault(check, [one]))]
        yield from failures or [Failure(Input(given[0].number, source="\n".join(one.source for one in given)), why)]

    return Tries(inputs, judge)


def numbered(attempt: Callable[[int], str]) -> Tries:
    """Judge what an attempt makes of its number."""
    return alone(lambda number: [Input(number)], lambda one: attempt(one.number))


# --- inputs that failed ------------------------------------------------------------------------------------------


def keep(block: str, failure: Failure) -> Path:
    """Write an input that failed to a file of its own; return that."""
    FAILING.mkdir(exist_ok=True)
    used = {path.name for path in FAILING.iterdir()}
    names = (f"{block}-{failure.input.number}{more}.json" for more in ("", *(f"-{n}" for n in range(2, 1000))))
    path = FAILING / next(name for name in names if name not in used)
    parts = asdict(failure.input) | {"source": failure.input.source.splitlines(keepends=True)}
    text = json.dumps({"block": block, "why": failure.why[:2000], "input": parts}, indent=1)
    durable.write(path, text + "\n")
    return path


def failing() -> list[Path]:
    return sorted(FAILING.glob("*.json"))


def read(path: Path) -> tuple[str, Input]:
    """Read the block and the input of a file."""
    found = json.loads(path.read_text(encoding="utf-8"))
    return found["block"], Input(**found["input"] | {"source": "".join(found["input"]["source"])})
