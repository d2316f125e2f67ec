"""Alter, check, and print what was noticed: by kind, then every survivor.

Exit code 1 if one is a hole or has no reason.

python -m tests.mutants [--of-each N] [--long] [--record FILE] [EDITION…]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tabulate import tabulate

from getallenband import durable
from getallenband.originals.edition import editions
from getallenband.originals.folders import HOME
from tests.mutants.altered import mutants, of_claims, spread
from tests.mutants.judge import CRASH, Judge, Result


def results(name: str, of_each: int, most: int | None = None, *, long: bool = False) -> Iterator[Result]:
    """Yield what becomes of an edition's mutants; with `most` only that many answers, and changes of claims.

    With `long` judge also those that only runs of more than a few seconds can decide.
    """
    with TemporaryDirectory() as home:
        judge = Judge(name, Path(home), long=long)
        answers = list(judge.answers())
        files = list(mutants(HOME / name, of_each) if most is None else of_claims(HOME / name))
        for mutant, answer in spread(answers, most or len(answers)):
            yield judge.judge(mutant, answer)
        for mutant in spread(files, most or len(files)):
            yield judge.judge(mutant)


COLUMNS = ("killed", "survived", "hole", "unexplained", "long", "all")


def column(result: Result) -> str:
    if result.outcome != "survived":
        return result.outcome
    return "hole" if result.why.startswith("hole") else "survived" if result.why else "unexplained"


def table(found: Sequence[Result]) -> str:
    """Return how many mutants of each kind were killed, survived, or were too long to be judged.

    Survivors that nobody can notice stand apart from holes, and from those without a reason.
    """
    counted: dict[str, Counter[str]] = {}
    for result in found:
        for kind in (result.mutant.kind, "all"):
            counted.setdefault(kind, Counter()).update([column(result), "all"])
    rows = [[kind, *(counts[each] for each in COLUMNS)] for kind, counts in counted.items() if kind != "all"]
    return tabulate([*rows, ["all", *(counted["all"][each] for each in COLUMNS)]], ["altered", *COLUMNS])


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("editions", nargs="*", metavar="EDITION", choices=[*editions(), []])
    parser.add_argument("--of-each", type=int, default=8, metavar="N", help="places altered of each text, input, run")
    parser.add_argument("--long", action="store_true", help="judge those too that only long runs can tell")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write counts and survivors as JSON")
    given = parser.parse_args()
    found: list[Result] = []
    try:
        for name in given.editions or editions():
            for result in results(name, given.of_each, long=given.long):
                found.append(result)
            sys.stderr.write(f"{name}: {len(found)} in all\n")
    except KeyboardInterrupt:
        sys.stderr.write(f"interrupted: {len(found)} judged\n")
    print(table(found) + "\n")
    survivors = [result for result in found if result.outcome == "survived"]
    print("\n".join(listed(survivors)))
    if given.record:
        durable.write(given.record, json.dumps(recorded(found), ensure_ascii=False, indent=1) + "\n")
    return int(bool(faults(found)))


def faults(found: Sequence[Result]) -> list[Result]:
    """Return the survivors that are holes, or have no reason."""
    return [result for result in found if column(result) in ("hole", "unexplained")]


def recorded(found: Sequence[Result]) -> dict[str, Any]:
    """Return for readers how many mutants of each kind there were, and why those that nobody can notice survived."""
    kinds = {kind: Counter(column(each) for each in found if each.mutant.kind == kind) for kind in kinds_of(found)}
    reasons: dict[str, Counter[str]] = {}
    for each in found:
        if column(each) == "survived":
            reasons.setdefault(each.why, Counter())[where(each)] += 1
    return {
        "kinds": {kind: dict(counts) for kind, counts in kinds.items()},
        "survivors": {why: dict(sorted(places.items())) for why, places in sorted(reasons.items())},
    }


def kinds_of(found: Sequence[Result]) -> list[str]:
    return list(dict.fromkeys(each.mutant.kind for each in found))


def listed(survivors: Sequence[Result]) -> Iterator[str]:
    """Yield every survivor without a reason; those with one together, by claim or place, kind and reason."""
    for result in survivors:
        if not result.why:
            yield f"UNEXPLAINED {result.mutant.edition}: {result.mutant.kind}: {result.mutant.place}"
    explained = Counter((result.why, where(result)) for result in survivors if result.why)
    reason = ""
    for (why, place), times in sorted(explained.items()):
        if why != reason:
            yield f"\n{why}"
        reason = why
        yield f"  {times:3} {place}"


def where(result: Result) -> str:
    mutant = result.mutant
    place = f"claim {mutant.claim}" if mutant.claim and result.why != CRASH else mutant.place[:160]
    return f"{mutant.edition}: {mutant.kind}: {place}"


if __name__ == "__main__":
    raise SystemExit(main())
