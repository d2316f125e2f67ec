"""Run a suite that somebody fetched, say what is wrong, and write docs/suites.md.

python -m tests.suites c-testsuite FOLDER              # everything, and the page
python -m tests.suites torture FOLDER --only 2000      # names that begin so; the page stays
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.suites.record import explained, keep
from tests.suites.suites import SUITES
from tests.suites.trial import Verdict, Worker, judge


def verdicts(name: str, folder: Path, only: str) -> dict[str, Verdict]:
    """Try each program of a suite; print what is wrong at once."""
    found = {}
    known, worker = explained(name), Worker()
    with TemporaryDirectory() as made:
        for program in SUITES[name].programs(folder, Path(made)):
            if program.name.startswith(only):
                verdict = found[program.name] = judge(program, worker.run(program), known)
                if only or verdict.kind == "wrong":
                    print(f"{program.name}: {verdict.kind}: {verdict.why}", flush=True)
    worker.stop()
    return found


def main() -> int:
    """Return 1 where something is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.suites")
    parser.add_argument("suite", choices=list(SUITES))
    parser.add_argument("folder", type=Path, help="where it was put; docs/suites.md says how to fetch it")
    parser.add_argument("--only", default="", metavar="NAME", help="programs whose names begin so")
    given = parser.parse_args()
    found = verdicts(given.suite, given.folder, given.only)
    if not found:
        parser.error(f"{given.folder} has no programs of this suite")
    counts = Counter(verdict.kind for verdict in found.values())
    print(f"{given.suite}: {len(found)} programs: " + ", ".join(f"{n} {kind}" for kind, n in counts.most_common()))
    if not given.only:
        keep(given.suite, found)
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
