"""What came of each suite: docs/suites.json, and docs/suites.md, the page that is written of it.

keep("npl", {"test001": Verdict("equal"), …})
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypedDict

from tabulate import tabulate

from benchmarks.history import Conditions, conditions
from getallenband import durable
from tests import ROOT
from tests.suites.suites import SUITES
from tests.suites.trial import SECONDS, STATEMENTS, Verdict

RESULTS = ROOT / "docs" / "suites.json"
PAGE = ROOT / "docs" / "suites.md"
EXPLAINED = Path(__file__).parent / "explained.toml"
HEAD = """# Other people's tests

Test suites for other implementations, run here on both engines. Results are compared with the output of another
implementation, or with what the suite expects. The suites are not part of this project. `python -m tests.suites NAME
FOLDER` runs a suite that was fetched as described below, and writes this page.

| column | programs |
| --- | --- |
| tried | with a known result; one that gcc, gfortran or perl refuses or never finishes counts only if refused here |
| equal | both engines give the right result: the same output, or a refusal or a trap where that is right |
| equal on native | the same, for programs that take too long on the reference engine |
| refused | a message before the run says what is not supported; the second table counts the reasons |
| explained | the result differs for the reason in the third table: mostly undefined behaviour, which is a trap here |
| over budget | more than {seconds} seconds or {statements:,} statements |
| wrong | all others; must be 0 |

"""
NAMED = (
    (r"^\d+:\d+: ", ""), (r'"[^"]*"|<[^>]*>', "…"), (r"\b\d[\w.]*\b", "n"),
    (r"^(?:(function|macro|label) )?\S+ (is (?:not declared|not defined|a keyword))", r"\1 … \2"),
    (r"^(unexpected|invalid character) .*", r"\1 …"),
    (r"^\S+( is too large)", r"…\1"),
)  # fmt: skip
"""What a message says of one program, and what it says of all that are refused for the same reason."""


class Result(TypedDict):
    """What came of a suite; `conditions` name the commit and the versions of the compilers."""

    conditions: dict[str, str]
    counts: dict[str, int]
    refusals: dict[str, int]
    explained: dict[str, str]
    wrong: dict[str, str]


def explained(name: str) -> dict[str, str]:
    """Return what somebody found out about programs of a suite that differ, by their names."""
    known: dict[str, dict[str, str]] = tomllib.loads(EXPLAINED.read_text(encoding="utf-8"))
    return known.get(name, {})


def kind_of(message: str) -> str:
    """Return a message without what is one program's own."""
    for pattern, general in NAMED:
        message = re.sub(pattern, general, message)
    return message.strip()


def result(verdicts: Mapping[str, Verdict], here: Conditions) -> Result:
    def those(kind: str) -> dict[str, str]:
        return {name: verdict.why for name, verdict in verdicts.items() if verdict.kind == kind}

    return {
        "conditions": {"date": here.date, "commit": here.commit, "versions": here.versions},
        "counts": dict(Counter(verdict.kind for verdict in verdicts.values())),
        "refusals": dict(Counter(map(kind_of, those("refused").values())).most_common()),
        "explained": those("explained"),
        "wrong": those("wrong"),
    }


def results() -> dict[str, Result]:
    found: dict[str, Result] = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    return found


def keep(name: str, verdicts: Mapping[str, Verdict]) -> None:
    """Write what came of a suite, and the page."""
    found = results() | {name: result(verdicts, conditions())}
    durable.write(RESULTS, json.dumps(found, ensure_ascii=False, indent=1) + "\n")
    durable.write(PAGE, page(found))


def page(found: Mapping[str, Result]) -> str:
    """Write the page: the suites, why programs are refused, what differs and why, how to fetch the suites."""
    wrong = [(name, f"`{program}`", why) for name, each in found.items() for program, why in each["wrong"].items()]
    return "\n".join(
        [
            HEAD.format(seconds=SECONDS, statements=STATEMENTS),
            table(COLUMNS, (counted(name, found[name]) for name in SUITES if name in found)),
            *(["", "## Wrong results", "", table(("suite", "program", "what"), wrong)] if wrong else []),
            "\n## Why programs are refused\n\nThe first message of each program; `docs/suites.json` has all of them. "
            "In a message, n is any number\nand … any name.\n",
            table(("suite", "message", "programs"), refusals(found)),
            "\n## Explained differences\n",
            table(("suite", "why", "programs"), differences(found)),
            "\n## How to fetch the suites\n",
            table(("suite", "command", "compared with"), ((n, f"`{s.fetch}`", s.second) for n, s in SUITES.items())),
            "",
        ]
    )


FREQUENT = 5
"""How many programs of a suite a reason must concern to have its own line."""
KINDS = ("equal", "equal on native", "refused", "explained", "over budget", "wrong")
COLUMNS = ("suite", "what it is", "tried", *KINDS, "our commit")


def counted(name: str, result: Result) -> tuple[str, ...]:
    numbers = [result["counts"].get(kind, 0) for kind in KINDS]
    return (name, SUITES[name].title, *map(str, (sum(numbers), *numbers)), result["conditions"]["commit"])


def refusals(found: Mapping[str, Result]) -> Iterable[tuple[str, ...]]:
    """Yield suite, reason and how many, the most frequent first; rare reasons are counted together."""
    for name in filter(found.__contains__, SUITES):
        reasons = found[name]["refusals"]
        frequent = {message: number for message, number in reasons.items() if number >= FREQUENT}
        for message, number in frequent.items():
            yield name, message, str(number)
        if rare := len(reasons) - len(frequent):
            what = f"{rare} other messages" if rare > 1 else "another message"
            yield name, what, str(sum(reasons.values()) - sum(frequent.values()))


def differences(found: Mapping[str, Result]) -> Iterable[tuple[str, ...]]:
    """Yield suite, reason and the programs that it is of."""
    for name in filter(found.__contains__, SUITES):
        reasons = found[name]["explained"]
        for why in sorted(set(reasons.values())):
            yield name, why, " ".join(f"`{program}`" for program in sorted(reasons) if reasons[program] == why)


def table(headers: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    escaped = [[cell.replace("|", "\\|") for cell in row] for row in rows]
    return tabulate(escaped, headers=list(headers), tablefmt="github", disable_numparse=True)
