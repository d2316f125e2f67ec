"""What users see: output, messages, exit codes."""

from __future__ import annotations

import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
from hashlib import sha256

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from getallenband import main as command_line
from getallenband import solve
from getallenband.durable.installed import MOVED
from getallenband.interpreters.language import languages
from getallenband.originals.edition import editions
from tests import ROOT
from tests.processes import started

PYTHON = shlex.quote(sys.executable)
"""The folder of the tests may have a blank in its name."""


def test_every_verb_has_help(call):
    for verb in command_line.verbs():
        code, out, _ = call(verb, "--help")
        assert code == 0
        assert out.startswith(f"Usage: getallenband {verb}")


COUNTING = """START
1 i := 1
2 SCHRIJF (3,0) := i
3 i := i + 1
4 ALS i > 3 DAN 5 ANDERS 2
5 TEKST := "klaar"
KLAAR
"""


@pytest.fixture
def counting(tmp_path):
    """Write a program that counts to three, and return its path."""
    path = tmp_path / "counting.ecol"
    path.write_text(COUNTING)
    return path


def test_standard_output_is_what_the_program_printed(call, counting):
    assert call("run", str(counting), "--engine", "machine") == (0, "    1    2    3klaar", "")


def test_a_profile_goes_to_standard_error(call, counting):
    code, out, err = call("run", str(counting), "--engine", "machine", "--profile")
    assert (code, out) == (0, "    1    2    3klaar")
    assert err.splitlines()[1:4] == [
        "       1  1      | 1 i := 1",
        "       3  2      | 2 SCHRIJF (3,0) := i",
        "       3  3      | 3 i := i + 1",
    ]


def test_a_trace_goes_to_standard_error(call, counting):
    code, out, err = call("run", str(counting), "--trace")
    assert (code, out) == (0, "    1    2    3klaar")
    passed = [line for line in err.splitlines() if " statement " in line]
    assert passed[:3] == ["2:3 statement 1", "3:3 statement 2", "4:3 statement 3"]


TRACED = {
    "x.scm": (
        "(define count 0)\n(define (double n) (+ n n))\n(require (= (double (amb 1 2)) 4))\n"
        "(set! count (+ count 1))\n(amb)",
        [
            "1:1 evaluate", "1:1 count := 0", "2:1 evaluate", "2:1 double := #[compound-procedure double]",
            "3:1 evaluate", "3:21 choice 1 of 2", "3:13 call double 1", "3:1 call require #f", "fail",
            "3:21 choice 2 of 2", "3:13 call double 2", "3:1 call require #t", "4:1 evaluate", "4:1 count := 1",
            "5:1 evaluate", "fail: there is no choice left",
        ],
    ),
    "x.pl": (
        "my $n = 1;\nsub twice { return 2 * $_[0]; }\n$n = twice($n);\n",
        ["1:1 statement 1", "3:1 statement 3", "3:6 call sub twice", "2:13   statement 2", "return from sub twice"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", list(TRACED))
def test_calls_are_traced(call, tmp_path, name):
    text, lines = TRACED[name]
    (tmp_path / name).write_text(text)
    code, _, err = call("run", str(tmp_path / name), "--trace")
    assert (code, err.splitlines()) == (0, lines)


def test_a_record_replaces_the_output(call, counting):
    code, out, err = call("run", str(counting), "--engine", "machine", "--record", "-", "--probe", "seen=3:i")
    record = json.loads(out)
    assert (code, err) == (0, "")
    assert list(record) == [
        "edition", "run", "language", "engine", "outcome", "output", "files", "counts", "probes", "tape_read",
        "notes", "seconds", "provenance",
    ]  # fmt: skip
    assert record["outcome"] == {"kind": "finished", "message": "", "line": None, "column": None}
    assert record["output"] == "    1    2    3klaar"
    assert record["counts"]["3"] == 3
    assert record["probes"] == {"seen": {"1": 1, "2": 1, "3": 1}}
    assert record["provenance"]["checksums"]["program"] == sha256(COUNTING.encode()).hexdigest()


def test_a_record_says_evaluator_for_a_language_with_one_of_its_own(call, tmp_path):
    (tmp_path / "one.scm").write_text("(+ 1 2)\n")
    assert json.loads(call("run", str(tmp_path / "one.scm"), "--record", "-")[1])["engine"] == "evaluator"


def test_a_record_in_a_file(call, counting, tmp_path):
    target = tmp_path / "new" / "record.json"
    target.parent.mkdir()
    assert call("run", str(counting), "--engine", "machine", "--record", str(target))[0] == 0
    assert json.loads(target.read_text())["counts"]["2"] == 3
    assert [path.name for path in target.parent.iterdir()] == ["record.json"]


def test_a_trap_is_exit_code_3(call, tmp_path):
    path = tmp_path / "wrong.ecol"
    path.write_text("START\n1 SCHRIJF (2,0) := 1\n2 x := 1 / 0\nKLAAR\n")
    code, out, err = call("run", str(path), "--engine", "machine")
    assert (code, out) == (3, "   1")
    assert err.startswith(f"{path}:3:")
    assert "    3 | 2 x := 1 / 0\n      | " in err


def test_a_budget_is_exit_code_4(call, tmp_path):
    path = tmp_path / "endless.ecol"
    path.write_text("START\n1 NAAR 1\nKLAAR\n")
    code, out, err = call("run", str(path), "--engine", "machine", "--max-statements", "1000")
    assert (code, out) == (4, "")
    assert err.startswith(f"{path}:2:")


def test_the_list_of_verbs(call):
    code, out, _ = call("--help")
    assert code == 0
    for verb in command_line.verbs():
        assert re.search(rf"^  {verb}  +\S.*[^.]$", out, re.MULTILINE)
    code, out, _ = call("--version")
    assert code == 0
    assert out.startswith("getallenband ")


def test_a_missing_file(call):
    code, out, err = call("run", "nothing.ecol")
    assert (code, out, err) == (2, "", "nothing.ecol: No such file or directory\n")


def test_an_unknown_verb(call):
    code, out, err = call("rum")
    assert (code, out) == (2, "")
    assert "there is no verb 'rum'; nearest: run" in err


def test_a_file_that_is_no_text(call, tmp_path):
    wrong = tmp_path / "wrong.ecol"
    wrong.write_bytes(b"START\nTEKST := \x81\nKLAAR\n")
    code, out, err = call("run", str(wrong))
    assert (code, out) == (2, "")
    assert err == (
        f"{wrong}:2:10: byte 0x81 is not UTF-8, and the text does not look like Latin-1\n"
        "    2 | TEKST := \ufffd\n"
        "      |          ^\n"
        "  expected: a text in UTF-8\n"
        "  hint: --encoding NAME reads others (cp1252, koi8-r, cp037 …) in run, new edition and supply;"
        " iconv -f NAME -t UTF-8 converts a file\n"
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--tape", "a", "--tape", "b"], "--tape b: there are two inputs called tape; say NAME=FILE\n"),
        (["--tape", "\udcff=a"], "--tape \\xff=a: the name of the input is not in UTF-8\n"),
        (["--tape", "tape="], "--tape tape=: expected [NAME=]FILE\n"),
        (["--tape", "=a"], "--tape =a: expected [NAME=]FILE\n"),
        (["--tape", "tables=a"], "ECOL has no input 'tables'; expected: tape\n"),
        (["--setting", "width"], "--setting width: expected NAME=VALUE\n"),
        (["--probe", "a"], "--probe a: expected NAME=STATEMENT:VARIABLE\n"),
        (["--probe", "a=b"], "--probe a=b: expected NAME=STATEMENT:VARIABLE\n"),
        (["--stop-at", "85"], "--stop-at 85: expected STATEMENT:N, N at least 1\n"),
        (["--engine", "nativ"], "there is no engine 'nativ'; nearest: native\n"),
        (["--engine", "native", "--trace"], "--trace and --step need the machine engine: leave --engine native out\n"),
        (
            ["--arithmetic", "el_x9", "--engine", "machine"],
            "ECOL has no arithmetic 'el_x9'; expected: ieee754\n",
        ),
        (["--language", "echol"], "there is no language 'echol'; nearest: ecol\n"),
    ],
)
def test_wrong_options(call, tmp_path, monkeypatch, options, message):
    monkeypatch.chdir(tmp_path)
    for name in ("x.ecol", "a", "b"):
        (tmp_path / name).write_text("START\nKLAAR\n")
    assert call("run", "x.ecol", *options) == (2, "", message)


def test_a_fault_of_ours_is_one_line(call, monkeypatch):
    def broken(*_arguments, **_options):
        raise AssertionError("something broke\nin two lines")

    monkeypatch.setattr("getallenband.reports.runs.job.job_for", broken)
    code, out, err = call("run", "x.ecol")
    assert (code, out) == (70, "")
    assert err == (
        "internal error: AssertionError: something broke (please report it; GETALLENBAND_DEBUG=1 shows the details)\n"
    )


def test_an_interrupt(call, monkeypatch):
    def interrupted(*_arguments, **_options):
        raise KeyboardInterrupt

    monkeypatch.setattr("getallenband.reports.runs.job.job_for", interrupted)
    assert call("run", "x.ecol") == (130, "", "\ninterrupted\n")


def test_a_program_that_saves_no_status(call, counting, tmp_path):
    target = tmp_path / "status"
    code, out, err = call("run", str(counting), "--engine", "machine", "--save-status", str(target))
    assert (code, out) == (2, "    1    2    3klaar")
    assert err == f"{target}: not written: the program saved no status\n"
    code, out, err = call("run", str(counting), "--engine", "machine", "--stop-at-solution", "3")
    assert (code, out) == (2, "")
    assert err.startswith("ECOL has no setting 'stop_at_solution'; expected: ")


def test_an_edition_is_run_and_shown(call):
    code, out, err = call("run", "debruijn1972_pentomino/first24")
    assert (code, err) == (0, "")
    assert out.splitlines()[-1] == "    24:   2   6  22  25  48  10  20  41  17  60  32"
    code, out, err = call("show", "debruijn1972_pentomino/full")
    assert (code, err) == (0, "")
    assert "60 x := stuknr (plaknr)\n" in out
    code, out, err = call("show", "debruijn1972_pentomino/first24", "--solution", "24")
    assert (code, err) == (0, "")
    assert [len(line.replace(" ", "")) for line in out.splitlines()] == [10] * 6
    code, out, err = call("show", "debruijn1972_pentomino", "--apparatus")
    assert (code, err) == (0, "")
    assert "getallenband.transcription:1  plakje-1 (copy, certain, need: certain)\n  - 7,8,14,1,\n  + 6,7" in out


WRONG_NAMES = [
    (
        "run debruijn1972_pentomin",
        "there is no edition or file 'debruijn1972_pentomin'; nearest: debruijn1972_pentomino",
    ),
    ("run debruijn1972_pentomino/ful", "debruijn1972_pentomino has no run 'ful'; nearest: full"),
    ("show debruijn1972_pent", "there is no edition 'debruijn1972_pent'; nearest: debruijn1972_pentomino"),
    (
        "check debruijn1972_pentomino 2339-solution",
        "there is neither an edition '2339-solution' nor a claim of debruijn1972_pentomino; nearest: 2339-solutions",
    ),
    (
        "check 2339-solutions",
        f"there is no edition '2339-solutions'; known: {', '.join(editions())}\n"
        "  hint: it is a claim: getallenband check debruijn1972_pentomino 2339-solutions",
    ),
    ("compare x", f"there is no edition 'x'; known: {', '.join(editions())}"),
    (
        "show wada2002_jigsaw/scheme --solution 99",
        "wada2002_jigsaw: picture first-arrangement: arrangement 99 was not printed: the run printed 0 arrangements",
    ),
    (
        "show debruijn1972_pentomino/first24 --solution 99",
        "debruijn1972_pentomino: picture first-solution: solution 99 was not printed: the run printed 24 solutions",
    ),
    (
        "run debruijn1972_pentomino --language ecol",
        "--language ecol: the edition names its language itself",
    ),
]


@pytest.mark.parametrize(("arguments", "message"), WRONG_NAMES)
def test_wrong_names(call, arguments, message):
    assert call(*arguments.split()) == (2, "", message + "\n")


def test_check_prints_verdicts(call):
    code, out, _ = call("check", "hitotumatu1968_rug", "--json")
    assert code == 0
    verdicts = {verdict["claim"]: verdict for verdict in json.loads(out)}
    assert verdicts["total-sol"]["verdict"] == "reproduced-after-emendation"
    assert {"edition", "claim", "quotation", "place", "published", "observed", "verdict", "why"} <= set(
        verdicts["total-sol"]
    )


def test_list_names_everything(call):
    code, out, err = call("list", "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert "debruijn1972_pentomino" in [entry["name"] for entry in found["editions"]]
    assert "ecol" in [entry["name"] for entry in found["languages"]]
    assert "tetrihex" in [entry["name"] for entry in found["puzzles"]]
    code, out, _ = call("list")
    assert code == 0
    assert "debruijn1972_pentomino/first24" in out


def test_a_process_of_its_own_and_a_reader_who_leaves(tmp_path):
    path = tmp_path / "long.ecol"
    path.write_text(COUNTING.replace("(3,0) := i", "(6,0) := i\n6 NR").replace("> 3", "> 20000"))
    command = f"{PYTHON} -m getallenband run {path} --engine machine | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout == "       1\n0\n"
    assert done.stderr == ""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_endless_run_is_interrupted(tmp_path, number):
    path = tmp_path / "endless.ecol"
    path.write_text('START\n1 TEKST := "on"\n2 i := 1\n3 i := i + 1\n4 NAAR 3\nKLAAR\n')
    command = [sys.executable, "-m", "getallenband", "run", str(path)]
    terminal, standard_error = pty.openpty()
    with started(command, stdout=subprocess.PIPE, stderr=standard_error) as process:
        os.close(standard_error)
        shown = b""
        while b"statements" not in shown:
            shown += os.read(terminal, 1024)
        process.send_signal(number)
        out, _ = process.communicate()
    last = os.read(terminal, 1024).decode().rpartition("\x1b[2K")[2]
    os.close(terminal)
    assert (process.returncode, out, last) == (130, b"on", f"{path}: interrupted\r\n")


@pytest.mark.parametrize(
    ("arguments", "code", "shown"),
    [
        ("{good} >&-", 2, "standard output is closed"),
        ("{good} >&- 2>&-", 2, ""),
        ("{bad} 2>&-", 2, ""),
        ("{reads} --tape - <&-", 3, "the tape ends after 0 numbers (standard input:1:1)"),
    ],
)
def test_closed_standard_streams(tmp_path, arguments, code, shown):
    texts = {"good": "outinteger(1, 1)", "bad": "outinteger(1", "reads": "outinteger(1, read)"}
    paths = {name: tmp_path / f"{name}.a60" for name in texts}
    for name, text in texts.items():
        paths[name].write_text(f"begin {text} end")
    command = f"{PYTHON} -m getallenband run {arguments.format(**paths)}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert shown in done.stderr


@pytest.mark.parametrize(
    ("budget", "message"),
    [
        ("--max-memory 99999999999999999999999", "is not a whole number from 1 to 70368744177664"),
        (
            "--max-memory 70368744177664",
            "70368744177664 bytes cannot be reserved for the program: Cannot allocate memory",
        ),
        ("--max-statements 99999999999999999999999", "is not a whole number from 1 to 4611686018427387904"),
    ],
)
def test_budgets_beyond_every_machine(call, tmp_path, budget, message):
    path = tmp_path / "hello.a60"
    path.write_text("begin outinteger(1, 1) end")
    code, out, err = call("run", str(path), *budget.split())
    assert (code, out) == (2, "")
    assert message in " ".join(err.split())


@pytest.mark.parametrize("number", ["9" * 5000, "1." + "9" * 5000])
def test_a_number_of_thousands_of_digits(call, tmp_path, number):
    path = tmp_path / "digits.a60"
    path.write_text(f"begin outreal(1, {number}) end")
    code, out, err = call("run", str(path))
    assert (code, out) == (2, "")
    assert err.startswith(f"{path}:1:18: the number has more than 4000 digits\n")


WORDS = """START KLAAR LEES ALS DAN NAAR begin end integer procedure for := 1 77 x ( ) [ ] ; , " ' = + * ** { } $ _ é ≤
INT PROC PROGRAM DO FORMAT END if then else goto 10 1.5 3HABC (define amb int main # @ % foreach my"""


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(words=st.lists(st.sampled_from([*WORDS.split(), "\n", "\t"]), max_size=25), noise=st.text(max_size=20))
@example(words=["END"], noise="")  # a program that runs, of a deck whose columns are lost: it is said so
@pytest.mark.parametrize("language", sorted(languages()))
def test_any_text_gives_a_message_or_a_run(call, tmp_path, language, words, noise):
    path = tmp_path / "any.txt"
    path.write_text(" ".join(words) + noise, encoding="utf-8", errors="replace")
    code, _, err = call("run", str(path), "--language", language, "--max-statements", "500", "--engine", "machine")
    assert code in (0, 2, 3, 4), err
    problems = [line for line in err.splitlines() if not re.match(rf"{re.escape(str(path))}:\d+:\d+: note: ", line)]
    assert (problems == []) == (code == 0)


def test_an_error_of_python_is_no_message_for_the_user(call, monkeypatch):
    def broken(*_arguments, **_options):
        return list(zip([1], [], strict=True))

    monkeypatch.setattr("getallenband.reports.runs.job.job_for", broken)
    code, _, err = call("run", "x.ecol")
    assert code == 70
    assert err.startswith("internal error: ValueError: zip() argument 2 is shorter")
    assert "please report it" in err


def test_a_search_that_is_stopped_says_that_there_may_be_more(call):
    assert call("solve", "rug")[1].startswith("rug: 3 solutions up to symmetry, 12 in all\n")
    assert call("solve", "rug", "--limit", "1")[1].startswith(
        "rug: stopped after 1 solution up to symmetry, 4 with their images; there may be more\n"
    )


def test_a_cover_has_no_count_up_to_symmetries_that_nobody_knows(call, tmp_path):
    path = tmp_path / "eight.toml"
    path.write_text("queens = 8\n")
    assert call("solve", str(path))[1].startswith("eight: 92 solutions\n")
    assert call("solve", str(path), "--limit", "3")[1].startswith(
        "eight: stopped after 3 solutions; there may be more\n"
    )
    assert repr(solve(path)) == "<eight: 92 solutions>"


def test_names_of_version_1_0_are_the_users(tmp_path):
    for name in MOVED:
        (tmp_path / f"{name}.py").write_text(f"MINE = {name!r}\n")
    own = "; ".join(f"import {name}; assert {name}.MINE == {name!r}" for name in MOVED)
    program = f"{own}; import getallenband as gb; assert 'kawai_hamekomi' in gb.editions(); {own}"
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("package", "raised", "arguments", "install"),
    [
        ("click", "ModuleNotFoundError('gone', name='click')", ["--help"], "click"),
        ("platformdirs", "ModuleNotFoundError('gone', name='platformdirs')", ["list"], "platformdirs"),
        ("llvmlite", "ImportError('no LLVM for this processor')", ["solve", "rug"], "llvmlite"),
        ("markdown_it", "ImportError('gone')", ["report", "hitotumatu1968_rug", "--out", "x"], "markdown-it-py"),
    ],
)
def test_a_package_that_cannot_be_imported_is_named(tmp_path, package, raised, arguments, install):
    (tmp_path / f"{package}.py").write_text(f"raise {raised}")
    environment = os.environ | {"PYTHONPATH": f"{tmp_path}:{ROOT}", "XDG_CACHE_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "getallenband", *arguments]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"the Python package '{package}' cannot be imported: ")
    assert done.stderr.endswith(f"; install it: {sys.executable} -m pip install {install}\n")
    assert done.stderr.count("\n") == 1


def test_control_characters_of_programs_and_names_do_not_reach_the_terminal(tmp_path, call):
    program = tmp_path / "\x1b[31mred.ecol"
    program.write_text("START\n\x1b]0;title\x07NAAR 5\nKLAAR\n")
    for arguments in (
        ("run", str(program)),
        ("run", "no\x1b[31m"),
        ("run", "--no\x1b[31m"),
        ("no\x1b[31m",),
        ("solve", "no\x1b[31m"),
        ("check", "no\x1b[31m/"),
        ("verify", str(program)),
        ("run", str(program), "--record", f"{tmp_path}/no\x1b/x"),
    ):
        code, out, err = call(*arguments)
        assert (code, out) == (2, ""), arguments
        assert "\x1b" not in err, arguments
        assert "␛" in err or "\\x1b" in err, arguments
    program.write_text('START\nTEKST := "\x1b[31m"\nSCHRIJF (1,0) := 1 / 0\nKLAAR\n')
    _, _, err = call("run", str(program), "--profile")
    assert "\x1b" not in err
    assert "␛" in err
