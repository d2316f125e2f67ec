"""Run the test suite, measure what each file costs, and write it into docs/reliability.md.

python -m tests.costs                            # all, as `make test` does; nothing is written if a test fails
python -m tests.costs tests/test_toml.py         # print the cost of some files, and write nothing
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests import ROOT
from tests.costs import measure, record
from tests.soak.record import commit, machine, write_page


def main(files: list[str]) -> int:
    processes = [] if files else ["-n", "3"]
    plugins = ["-p", "tests.costs.measure", "-p", "no:cacheprovider"]
    with TemporaryDirectory() as folder:
        path, began = Path(folder) / "costs.json", time.monotonic()
        command = [sys.executable, "-m", "pytest", *processes, "-m", "not soak", *plugins, *files]
        code = subprocess.run(command, cwd=ROOT, env=os.environ | {measure.VARIABLE: str(path)}, check=False).returncode
        costs = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    for file, (seconds, tests) in sorted(costs.items(), key=lambda each: -each[1][0]):
        print(f"{seconds:8.1f} s {tests:5} tests  {file}")
    if code or files:
        return code
    record.keep(record.run_of(costs, time.monotonic() - began, f"{machine()}, commit `{commit()}`"))
    return write_page()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
