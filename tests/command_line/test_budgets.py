"""What a program may use by default, and how much memory it takes while it is given little."""

from __future__ import annotations

import os
import re
import sys

import pytest

from getallenband.interpreters.ir import messages
from getallenband.interpreters.outcome import Limits
from tests import ROOT
from tests.processes import measured

GREEDY = {
    "x.ecol": "START\nn := 1\n1 n := n × 2\na := f (n)\nNAAR 1\nKLAAR\nFUN f (n)\nRIJ (1:n) a\nFUN := n\n",
    "x.a60": "begin procedure p(n); value n; integer n;\n  begin array a[1:n]; a[n] := 1; p(n) end;\n  p(1000)\nend\n",
    "x.f": "   10 WRITE (1, 20)\n   20 FORMAT(1H ,100(10H          ))\n      GO TO 10\n      END\n",
    "x.kawai": "BEGIN [1:1300000]INT a; a[1] := 0 END\n",
    "x.c": "#include <stdlib.h>\nint main(void) { char *p; while ((p = malloc(1000)) != 0) *p = 1; return 0; }\n",
    "x.scm": "(define (grow l) (grow (cons (make-vector 1000 0) l)))\n(grow '())\n",
    "x.pl": 'my $s = "abc"; my @l; while (1) { $s .= $s if length($s) < 100000; push @l, $s . @l; }\n',
}


@pytest.mark.parametrize("name", list(GREEDY))
def test_a_greedy_program_takes_little_more_than_it_may(tmp_path, name):
    (tmp_path / name).write_text(GREEDY[name], encoding="utf-8")
    command = [sys.executable, "-m", "getallenband", "run", name, "--max-memory", "10M", "--max-output", "1M"]
    done, megabytes = measured(command, cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)})
    assert done.returncode == 4, done.stderr
    assert re.search(r"10?00\d{4} bytes", done.stderr)
    assert 10 < megabytes <= 10 + 250


def test_a_program_without_end_is_stopped_and_told_what_to_do(tmp_path, call, monkeypatch):
    assert Limits().statements == messages.USUAL_STATEMENTS == 10**12
    monkeypatch.setattr(messages, "USUAL_STATEMENTS", 1000)
    path = tmp_path / "x.a60"
    path.write_text("begin l: go to l end\n", encoding="utf-8")
    code, _, err = call("run", str(path), "--max-statements", "1000")
    assert (code, err.splitlines()[0]) == (
        4, f"{path}:1:10: exhausted: the budget of 1000 statements is used up; --max-statements N allows more",
    )  # fmt: skip


def test_calls_within_calls_have_a_budget(call, tmp_path):
    path = tmp_path / "deep.c"
    path.write_text("int f(int n) { return n ? 1 + f(n - 1) : 0; }\nint main() { return f(1000) == 0; }\n")
    code, _, err = call("run", str(path), "--max-depth", "100")
    assert code == 3
    assert "function f is called 101 deep" in err
    assert call("run", str(path), "--max-depth", "2k")[0] == 0
