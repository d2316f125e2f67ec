"""Run blocks from where they were left, print what fails and the seconds, and write docs/reliability.md.

python -m tests.soak                    # every block as often as is usual, two at a time
python -m tests.soak --times 10         # what is random ten times as often
python -m tests.soak kills 300          # one block up to its 300th attempt
python -m tests.soak kills 300 --fresh  # from the beginning
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

import pytest

from tests import ROOT
from tests.soak.blocks import BLOCKS, Block
from tests.soak.record import Tried, keep, nothing, results, so_far

TOGETHER = 2
KEEP_EVERY = 30.0
"""Seconds after which what was tried is written: so much is lost by a kill."""


def attempt(block: Block, number: int) -> str:
    """Try once; what a test of its own asserts, or any exception, is a failure."""
    try:
        return block.attempt(number)
    except (Exception, pytest.fail.Exception) as failure:
        return f"{type(failure).__name__}: {failure}"


def processor_time() -> float:
    """Return the seconds of the processor for this process and those that it has waited for."""
    return sum(os.times()[:4])


def go_on(name: str, until: int, tried: Tried) -> None:
    """Try until so many attempts are made; say what fails."""
    kept = time.monotonic()
    while tried["attempts"] < until:
        began = processor_time()
        failure = attempt(BLOCKS[name], tried["attempts"])
        tried["seconds"] += processor_time() - began
        if failure:
            said = failure.replace(f"{gettempdir()}/", "")[:500]
            tried["failures"].append(f"{tried['attempts']}: {said}")
            print(f"{name} {tried['attempts']}: {failure}", flush=True)
        tried["attempts"] += 1
        if time.monotonic() > kept + KEEP_EVERY:
            keep(name, tried)
            kept = time.monotonic()


def one(name: str, until: int, *, fresh: bool) -> int:
    """Go on with a block; return the exit code: 1 where something failed, 130 after an interruption."""
    gc.set_threshold(100_000, 20, 50)  # programs are trees of many small objects: this saves a fifth of the time
    if missing := [tool for tool in BLOCKS[name].needs if shutil.which(tool) is None]:
        print(f"{name}: left out: {' and '.join(missing)} cannot be found")
        return 0
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # what was tried so far is written
    tried = nothing(name) if fresh else so_far(name)
    interrupted = ""
    try:
        go_on(name, until, tried)
    except KeyboardInterrupt:
        interrupted = ", interrupted"
    finally:
        keep(name, tried)
    count, failed = tried["attempts"] * BLOCKS[name].each, len(tried["failures"])
    print(f"{name}: {count:,} tried, {failed} failed, {tried['seconds']:.0f} s{interrupted}", flush=True)
    return 130 if interrupted else 1 if failed else 0


def every(times: int, *, fresh: bool) -> int:
    """Run all blocks in processes of their own, those that take longest first; return the highest exit code."""
    before = results()

    def seconds(name: str) -> float:
        tried = before.get(name)
        return tried["seconds"] / max(1, tried["attempts"]) * BLOCKS[name].size(times) if tried else float("inf")

    def run(name: str) -> int:
        command = [sys.executable, "-m", "tests.soak", name, str(BLOCKS[name].size(times))]
        return subprocess.run([*command, "--fresh"] if fresh else command, cwd=ROOT, check=False).returncode

    began = time.monotonic()
    with ThreadPoolExecutor(TOGETHER) as pool:
        codes = list(pool.map(run, sorted(BLOCKS, key=seconds, reverse=True)))
    print(f"all blocks: {(time.monotonic() - began) / 60:.0f} minutes")
    return max(codes)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak")
    parser.add_argument("block", nargs="?", choices=list(BLOCKS))
    parser.add_argument("until", nargs="?", type=int, help="how many attempts; without it as many as is usual")
    parser.add_argument("--fresh", action="store_true", help="from the beginning")
    parser.add_argument("--times", type=int, default=1, help="how many times the usual size")
    parser.add_argument("--list", action="store_true", help="say which blocks there are")
    given = parser.parse_args()
    if given.list:
        print("\n".join(f"{name:15} {block.usual * block.each:7,} {block.what}" for name, block in BLOCKS.items()))
        return 0
    if given.block is None:
        return every(given.times, fresh=given.fresh)
    until = given.until if given.until is not None else BLOCKS[given.block].size(given.times)
    return one(given.block, until, fresh=given.fresh)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:  # its blocks, interrupted too, have said what they tried
        sys.exit(130)
