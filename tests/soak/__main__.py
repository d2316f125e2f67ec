"""Try blocks with new inputs, print what fails and the seconds, and write docs/reliability.md.

python -m tests.soak                    # every block as often as is usual, two at a time
python -m tests.soak --times 10         # what is random ten times as often
python -m tests.soak kills 300          # one block, 300 attempts more
python -m tests.soak --again            # the inputs that failed, in tests/soak/failing
python -m tests.soak --mark             # mark the rows of the page whose sources have changed
python -m tests.soak --list             # say which blocks there are
"""

from __future__ import annotations

import argparse
import gc
import os
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from tempfile import gettempdir

from getallenband.interpreters.ir import memory
from tests import ROOT, guarded_memory
from tests.soak import inputs
from tests.soak.blocks import BLOCKS
from tests.soak.record import Tried, begun, keep, next_number, results, write_page

TOGETHER = 2
KEEP_EVERY = 30.0
"""Seconds after which what was tried is written: so much is lost by a kill."""


def processor_time() -> float:
    """Return the seconds of the processor for this process and those that it has waited for."""
    return sum(os.times()[:4])


def go_on(name: str, attempts: int, tried: Tried) -> None:
    """Make these attempts; print what fails, and save its input."""
    saved = time.monotonic()
    for _ in range(attempts):
        number, began = next_number(name, tried), processor_time()
        failures = BLOCKS[name].attempt(number)
        tried["seconds"] += processor_time() - began
        tried["attempts"] += 1
        tried["inputs"] += BLOCKS[name].each
        for failure in failures:
            path = inputs.keep(name, failure).relative_to(ROOT)
            said = failure.why.replace(f"{gettempdir()}/", "")
            tried["failures"].append(f"{path.stem}: {said[:500]}")
            print(f"{name} {number}: {said}\n{name} {number}: saved as {path}", flush=True)
        if time.monotonic() > saved + KEEP_EVERY:
            keep(name, tried)
            saved = time.monotonic()


def one(name: str, attempts: int) -> int:
    """Go on with a block; return the exit code: 1 where something failed, 130 after an interruption."""
    memory.reserved = guarded_memory.reserved
    gc.set_threshold(100_000, 20, 50)  # programs are trees of many small objects: this saves a fifth of the time
    block = BLOCKS[name]
    if missing := [tool for tool in block.needs if shutil.which(tool) is None]:
        print(f"{name}: left out: {' and '.join(missing)} cannot be found")
        return 0
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # what was tried so far is written
    tried = begun(name)
    before, seconds, failed = tried["inputs"], tried["seconds"], len(tried["failures"])
    if block.most is not None:
        attempts = min(attempts, block.most - tried["attempts"])
    interrupted = ""
    try:
        go_on(name, attempts, tried)
    except KeyboardInterrupt:
        interrupted = ", interrupted"
    finally:
        keep(name, tried)
    count, failed = tried["inputs"] - before, len(tried["failures"]) - failed
    print(f"{name}: {count:,} tried, {failed} failed, {tried['seconds'] - seconds:.0f} s{interrupted}", flush=True)
    return 130 if interrupted else 1 if failed else 0


def every(times: int) -> int:
    """Run all blocks in processes of their own, those that take longest first; return the highest exit code.

    A block that a signal ended has the signal's number, negative, for a code.
    """
    before = results()

    def seconds(name: str) -> float:
        tried = before.get(name)
        return tried["seconds"] / max(1, tried["attempts"]) * BLOCKS[name].size(times) if tried else float("inf")

    def run(name: str) -> int:
        command = [sys.executable, "-m", "tests.soak", name, str(BLOCKS[name].size(times))]
        return subprocess.run(command, cwd=ROOT, check=False).returncode

    began = time.monotonic()
    with ThreadPoolExecutor(TOGETHER) as pool:
        codes = list(pool.map(run, sorted(BLOCKS, key=seconds, reverse=True)))
    print(f"all blocks: {(time.monotonic() - began) / 60:.0f} minutes")
    return max(map(abs, codes))


def again() -> int:
    """Try the inputs that failed once more; return the exit code: 1 where one still fails."""
    code = 0
    for path in inputs.failing():
        block, one = inputs.read(path)
        for failure in BLOCKS[block].tries.judge([one]):
            print(f"{path.relative_to(ROOT)}: {failure.why}", flush=True)
            code = 1
    return code


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak")
    parser.add_argument("block", nargs="?", choices=list(BLOCKS))
    parser.add_argument("attempts", nargs="?", type=int, help="how many more; without it as many as is usual")
    parser.add_argument("--times", type=int, default=1, help="how many times the usual size")
    parser.add_argument("--again", action="store_true", help="try the inputs that failed once more")
    parser.add_argument("--mark", action="store_true", help="mark the rows of the page whose sources have changed")
    parser.add_argument("--list", action="store_true", help="say which blocks there are")
    given = parser.parse_args()
    if given.list:
        print("\n".join(f"{name:15} {block.usual * block.each:7,} {block.what}" for name, block in BLOCKS.items()))
        return 0
    if given.mark:
        return write_page()
    if given.again:
        return again()
    if given.block is None:
        return every(given.times)
    attempts = given.attempts if given.attempts is not None else BLOCKS[given.block].size(given.times)
    return one(given.block, attempts)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:  # its blocks, interrupted too, have said what they tried
        sys.exit(130)
