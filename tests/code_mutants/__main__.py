"""Draw changes of the code, see which tests enter which function, try the changes, write docs/code_mutants.md.

python -m tests.code_mutants draw [--number N] [--seed N] [--without PATTERN… --because WHY]
python -m tests.code_mutants reach [--most N] [TESTFILE…]
python -m tests.code_mutants try [PATTERN…] [--survivors] [--against TEST… [--added]]
python -m tests.code_mutants tests MODULE…
python -m tests.code_mutants map
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections import Counter
from fnmatch import fnmatch
from pathlib import Path

from benchmarks.history import conditions
from tests import ROOT
from tests.code_mutants.draw import drawn
from tests.code_mutants.guards import SAMPLE, write_page
from tests.code_mutants.reach import FOLDER, Reached, reached
from tests.code_mutants.record import (
    Results,
    change_of,
    keep,
    keep_outcome,
    name_of,
    reasons,
    results,
    unexplained,
    untried,
)
from tests.code_mutants.trial import UNKNOWN, Copy, guarding
from tests.shares import VARIABLE


def draw(given: argparse.Namespace) -> int:
    """Draw changes, of which none is tried yet."""
    chosen = [untried(change) for each in drawn(given.number, given.seed, given.without).values() for change in each]
    keep(
        Results(
            number=len(chosen),
            seed=given.seed,
            without=given.without,
            because=given.because,
            commit=conditions().commit,
            gone=0,
            changes=chosen,
        )
    )
    return 0


def reach(given: argparse.Namespace) -> int:
    """Run test files and write which functions each test enters; without names those that have not run yet."""
    files = given.files or sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py"))
    for file in files:
        target = (FOLDER / file).with_suffix(".jsonl")
        if given.files or not target.exists():
            watched(file, target, given.most)
    return 0


def watched(file: str, target: Path, most: int) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_suffix(".part")
    partial.write_text("")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.code_mutants.reach", "-m", "not soak", file]
    more = {"REACH_MOST": str(most)} if most else {VARIABLE: "1"}
    subprocess.run(command, cwd=ROOT, env=os.environ | {"REACH": str(partial), **more}, check=False)
    partial.rename(target)


def attempt(given: argparse.Namespace) -> int:
    """Try what was not tried yet, or what survived; exit code 1 if a survivor has no reason, or a test fails anyway."""
    known = list(reached())
    named = [Reached(test, UNKNOWN, frozenset()) for test in given.against]
    wanted = "survived" if given.survivors else ""
    by: set[str] = set()
    with Copy() as copy:
        for number, tried in enumerate(results()["changes"]):
            if any(fnmatch(tried["file"], pattern) for pattern in given.files):
                if results()["changes"][number]["outcome"] != wanted:
                    continue  # another process may have tried it by now
                change = change_of(tried)
                outcome = copy.tried(change, named or guarding(change, known))
                by.add(outcome.by)
                keep_outcome(tried, outcome, added=given.added)
                print(f"{name_of(tried)}: {outcome.outcome} {outcome.by}", flush=True)
        wrong = copy.first_failure([Reached(test, UNKNOWN, frozenset()) for test in sorted(by) if "tests/" in test])
    faults = [f"fails without any change: {wrong}"] if wrong else []
    faults += [f"without a reason: {name}" for name in unexplained(results(), reasons())]
    print("".join(f"{fault}\n" for fault in faults), end="")
    return int(bool(faults))


def guards(given: argparse.Namespace) -> int:
    """Print the test files that enter each module, and how many of their tests do; exit code 2 if that is not known."""
    known = list(reached())
    faults = [f"no such file: {module}" for module in given.files if not (ROOT / module).is_file()]
    faults += ["it is not known which tests enter which module: run make map first"] if not known else []
    if faults:
        print("\n".join(faults), file=sys.stderr)
        return 2
    for module in given.files:
        counts = Counter(
            test.test.partition("::")[0] for test in known if any(file == module for file, _ in test.functions)
        )
        print(f"{module}: " + ", ".join(f"{file} ({number})" for file, number in counts.most_common()))
    return 0


def guard_map(_given: argparse.Namespace) -> int:
    """Run a sample of each test file that has not run yet, and write which files guard which module."""
    reach(argparse.Namespace(files=[], most=SAMPLE))
    write_page()
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.code_mutants")
    verbs = parser.add_subparsers(required=True)
    (verb := verbs.add_parser("draw", help="draw changes over all packages")).set_defaults(perform=draw)
    verb.add_argument("--number", type=int, default=100, metavar="N")
    verb.add_argument("--seed", type=int, default=1969, metavar="N")
    verb.add_argument("--without", nargs="*", default=[], metavar="PATTERN", help="files to leave out")
    verb.add_argument("--because", default="", metavar="WHY", help="why they are left out: they …")
    (verb := verbs.add_parser("reach", help="see which functions each test enters")).set_defaults(perform=reach)
    verb.add_argument("files", nargs="*", metavar="TESTFILE", help="without one: all that were not run yet")
    verb.add_argument("--most", type=int, default=0, metavar="N", help="a sample: so many tests of a file, no browser")
    (verb := verbs.add_parser("try", help="try each change against its tests")).set_defaults(perform=attempt)
    verb.add_argument("files", nargs="*", default=["*"], metavar="PATTERN", help="changes of these files alone")
    verb.add_argument("--survivors", action="store_true", help="those that survived, after more tests were measured")
    verb.add_argument("--against", nargs="+", default=[], metavar="TEST", help="these tests, not those that enter it")
    verb.add_argument("--added", action="store_true", help="these tests were added because a change survived")
    (verb := verbs.add_parser("tests", help="print the tests that enter modules")).set_defaults(perform=guards)
    verb.add_argument("files", nargs="+", metavar="MODULE")
    verbs.add_parser("map", help="write docs/tests.md").set_defaults(perform=guard_map)
    given = parser.parse_args()
    return int(given.perform(given))


if __name__ == "__main__":
    sys.exit(main())
