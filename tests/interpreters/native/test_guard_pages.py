"""The pages around the memory of programs: what reaches beyond it ends the process, what does not works."""

import signal
import subprocess
import sys

import pytest

from getallenband.interpreters.ir import memory
from tests import guarded_memory

WILD = """
import sys
from getallenband.interpreters.ir import memory, ops
from tests import guarded_memory
from tests.interpreters.native.programs import hidden, shown

memory.reserved = guarded_memory.reserved
address = int(sys.argv[1])
print(shown(lambda build: build.do(ops.Load, "u8", hidden(build, address), known_valid=True)))
"""
SIZE = 1 << 20
"""The bytes of memory that `shown` gives a program."""


def test_all_tests_have_guard_pages():
    assert memory.reserved is guarded_memory.reserved


@pytest.mark.parametrize(
    ("address", "ended"),
    [
        (0, 0), (SIZE - 1, 0),
        (-1, -signal.SIGSEGV), (SIZE, -signal.SIGSEGV), (SIZE + 10**9, -signal.SIGSEGV), (-(10**9), -signal.SIGSEGV),
    ],
)  # fmt: skip
def test_an_access_that_nothing_tests(address, ended):
    command = [sys.executable, "-c", WILD, str(address)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (ended, "" if ended else "0\n")
