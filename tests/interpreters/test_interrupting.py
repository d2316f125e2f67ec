"""Calls of libraries that work for long on large texts: Ctrl-C ends each soon, in seconds of the processor."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from getallenband.interpreters import native
from getallenband.interpreters.compiled.state import POLL, POLL_INTERVAL
from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import FunctionBuilder
from getallenband.interpreters.ir.host import Host
from getallenband.interpreters.ir.ops import Label
from getallenband.interpreters.ir.program import Program
from getallenband.interpreters.native.run import NativeRun
from getallenband.interpreters.outcome import Interrupted, Limits
from tests.processes import descendants, seconds_of, started, until

pytestmark = pytest.mark.in_turn
SOON = 4.0
"""Seconds of the processor from the signal to the end: an interrupt waits for one call, and takes the process down."""
STRING = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
char b[60000000], c[60000000];
int main() { int x; memset(b, '%s', sizeof b - 1); memset(c, '%s', sizeof c - 1); for (;;) { %s; } }
"""
ON_STRINGS = {
    "strcspn": 'strcspn(b, "xyzw")',
    "strpbrk": 'strpbrk(b, "xyz")',
    "strtok": 'strtok(b, "xyz")',
    "strstr": 'strstr(b, "aaaaaaaaaaaaaab")',
    "strcmp": "strcmp(b, c)",
    "memmove": "memmove(b, b + 1, 50000000)",
    "sprintf": 'sprintf(c, "%s", b)',
    "sscanf": 'sscanf(b, "%s", c)',
    "sscanf_set": 'sscanf(b, "%[a-z]", c)',
}
ON_BLANKS = {"sscanf_blanks": 'sscanf(b, "%d", &x)', "strtol": "strtol(b, 0, 10)", "strtod": "strtod(b, 0)"}
PERL = {
    "match": "my $s = 'a' x 3000; while (1) { $s =~ /^a*a*a*b$/ }",
    "substr": "my $s = 'ab' x 30000000; while (1) { my $t = substr($s, 1); $n += length($t) }",
    "split": "my $s = 'ab,' x 1000000; while (1) { my @l = split(/,/, $s); $n = join(';', reverse sort @l) }",
    "number": "my $s = '7' x 60000000; while (1) { $n = $s + 1 }",
}
FORTRAN = """      PROGRAM P(TAPE1)
      DIMENSION A(1000000)
      DO 5 I=1,1000000
    5 A(I)=1.5
    6 WRITE(1,10) A
   10 FORMAT(10F12.3)
      REWIND 1
      READ(1,10) A
      REWIND 1
      GO TO 6
      END
"""
SCHEME = """(define (numbers n l) (if (= n 0) l (numbers (- n 1) (cons n l))))
(define l (numbers 300000 '()))
(define (again) (append l l) (equal? l (reverse (reverse l))) (apply max l) (again))
(again)
"""
PROGRAMS = {
    **{f"{name}.c": STRING % ("a", "a", call) for name, call in ON_STRINGS.items()},
    **{f"{name}.c": STRING % (" ", " ", call) for name, call in ON_BLANKS.items()},
    **{f"{name}.pl": text for name, text in PERL.items()},
    "formatted.f": FORTRAN,
    "lists.scm": SCHEME,
}
USUAL = ("strpbrk.c", "split.pl", "formatted.f")
"""Those that are tried each time; make soak tries all."""


def processor_time(process: subprocess.Popen) -> float:
    """Return the seconds of a command and of the process that searches by patterns for it."""
    return sum(map(seconds_of, [process.pid, *descendants(process.pid)]))


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system does not tell the time of a process")
@pytest.mark.parametrize(
    "name", [name if name in USUAL else pytest.param(name, marks=pytest.mark.soak) for name in PROGRAMS]
)
def test_a_long_call_is_interrupted(name, tmp_path):
    path = tmp_path / name
    path.write_text(PROGRAMS[name])
    command = [sys.executable, "-m", "getallenband", "run", str(path), "--max-memory", "900M"]
    with started(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        assert until(lambda: process.poll() is not None or processor_time(process) > 1.2)
        assert process.poll() is None, process.communicate()[1]
        before = processor_time(process)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes of the command
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 130
    assert usage.ru_utime + usage.ru_stime - before < SOON


def test_an_interrupt_is_not_lost_when_code_stores_its_count_of_polls_over_it(monkeypatch):
    """The soak met it once: the count had been loaded before the interrupt, and was stored after it."""

    def lose(run: NativeRun, _stack_size: int) -> None:
        [poll] = [site for site in run.module.sites if site.kind == "poll"]
        assert until(lambda: run.words[POLL] == 0)
        run.words[POLL] = POLL_INTERVAL
        if until(lambda: run.words[POLL] == 0, 60):
            run.poll(poll, 1)

    program = Program("test", {}, {}, "main")
    build = FunctionBuilder(program, "main", "the program")
    build.end(ops.Jump, Label("again"))
    build.begin(Label("again"))
    build.end(ops.Jump, Label("again"))
    monkeypatch.setattr(NativeRun, "enter", lose)
    interrupts = iter([KeyboardInterrupt()])

    def interrupt(_statements: int) -> None:
        for each in interrupts:
            raise each

    assert native.execute(program, {}, Host(program, Limits()), interrupt).ending == Interrupted()
