"""Measure what random programs reach of their languages, and write it into docs/reliability.md.

python -m tests.coverage                     # 1,000 programs of each language
python -m tests.coverage ecol perl_subset    # of these
python -m tests.coverage --programs 100 ecol --show    # print what is missed, and write nothing
"""

from __future__ import annotations

import argparse
import sys

from tests.coverage.measure import measure
from tests.coverage.record import keep, percent
from tests.generators.samples import MAKERS
from tests.soak.record import write_page

USUAL = 1000


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.coverage")
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE", help=f"of {', '.join(MAKERS)}; without one: all")
    parser.add_argument("--programs", type=int, default=USUAL, help="how many of each language")
    parser.add_argument("--show", action="store_true", help="print what is missed, and write nothing")
    given = parser.parse_args()
    if unknown := set(given.languages) - set(MAKERS):
        parser.error(f"there is no language {', '.join(sorted(unknown))}")
    for name in given.languages or MAKERS:
        parts = measure(name, given.programs)
        for kind, part in parts.items():
            reached = len(part.all) - len(part.missed)
            print(f"{name}: {kind}: {reached} of {len(part.all)}, {percent(reached, len(part.all))}", flush=True)
            if given.show:
                print("".join(f"    {missed}\n" for missed in part.missed), end="")
        if not given.show:
            keep(name, given.programs, parts)
    if not given.show:
        write_page()
    return 0


if __name__ == "__main__":
    sys.exit(main())
