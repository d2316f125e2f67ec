"""What people are used to: JSON, completion, colours, pictures, 80 columns, a trace of some lines, steps."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import signal
import subprocess
import sys

import pytest

from getallenband import main as command_line
from tests import ROOT

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


@pytest.mark.parametrize(
    "verb", [verb for verb in command_line.verbs() if verb not in ("new", "completion", "help", "version")]
)
def test_every_verb_that_says_something_says_it_as_json_too(call, verb):
    assert "  --json " in call(verb, "--help")[1]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("sol", "solve"),
        ("solve pentominoes-6", "pentominoes-6x10"),
        ("run wada2002_p", "wada2002_pentomino"),
        ("run hitotumatu1968_rug/str", "hitotumatu1968_rug/strict"),
        ("check hitotumatu1968_rug total", "total-sol"),
        ("report hito", "hitotumatu1968_rug"),
        ("run x --language cdc", "cdc_fortran"),
        ("run --eng", "--engine"),
    ],
)
def test_names_are_completed(call, monkeypatch, words, found):
    words = ["getallenband", *words.split()]
    monkeypatch.setenv("COMP_WORDS", " ".join(words))
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    monkeypatch.setenv("_GETALLENBAND_COMPLETE", "bash_complete")
    assert call()[1] == f"plain,{found}\n"


@pytest.mark.parametrize(
    ("wish", "words", "word", "message"),
    [
        ("foo_bar", "", "", "there is no completion 'foo_bar'; known: bash_complete, bash_source, fish_complete"),
        ("bash", "", "", "there is no completion 'bash'; nearest: bash_source"),
        ("bash_complete", "getallenband x", "abc", "bash_complete: COMP_WORDS and COMP_CWORD are not a shell's"),
        ("zsh_complete", "getallenband x", None, "zsh_complete: COMP_WORDS and COMP_CWORD are not a shell's"),
        ("zsh_complete", None, "1", "zsh_complete: COMP_WORDS and COMP_CWORD are not a shell's"),
        ("fish_complete", "getallenband x", " ", "fish_complete: COMP_WORDS and COMP_CWORD are not a shell's"),
    ],
)
def test_what_no_shell_asks_is_refused(call, monkeypatch, wish, words, word, message):
    for name, value in (("_GETALLENBAND_COMPLETE", wish), ("COMP_WORDS", words), ("COMP_CWORD", word)):
        monkeypatch.delenv(name, raising=False)
        if value is not None:
            monkeypatch.setenv(name, value)
    code, out, err = call("list")
    assert (code, out) == (2, "")
    assert err.startswith("Error: _GETALLENBAND_COMPLETE")
    assert message in err


def test_the_command_imports_nothing_from_the_working_directory(tmp_path):
    (tmp_path / "bin").mkdir()
    script = tmp_path / "bin" / "getallenband"
    script.write_text("from getallenband._start import start\n\nstart()\n")
    (tmp_path / "click.py").write_text('raise SystemExit("a stranger\'s")\n')
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    for command, code in (([str(script)], 0), (["-m", "getallenband"], 1)):
        asked = [sys.executable, *command, "--version"]
        done = subprocess.run(asked, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (code, "" if code == 0 else "a stranger's\n")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_get_a_script(call, shell):
    code, out, _ = call("completion", shell)
    assert code == 0
    assert f"_GETALLENBAND_COMPLETE={shell}_complete" in out


@pytest.mark.parametrize(("choice", "coloured"), [("always", True), ("never", False), ("auto", False)])
def test_colours_are_asked_for(call, choice, coloured):
    for words in (["solve", "rug", "--limit", "1", "--list"], ["check", "hitotumatu1968_rug", "total-sol"]):
        code, out, _ = call(*words, "--color", choice)
        assert code == 0
        assert ("\x1b[" in out) == coloured


def test_a_terminal_has_colours_unless_no_color_is_set():
    for setting, coloured in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)):
        terminal, output = pty.openpty()
        environment = (
            {key: value for key, value in os.environ.items() if key != "NO_COLOR"} | {"TERM": "xterm"} | setting
        )
        command = [sys.executable, "-m", "getallenband", "show", "hitotumatu1968_rug", "--apparatus"]
        done = subprocess.run(command, stdout=output, env=environment, check=True)
        os.close(output)
        assert done.returncode == 0
        assert (b"\x1b[" in os.read(terminal, 100_000)) == coloured
        os.close(terminal)


def test_a_solution_becomes_a_picture(call, tmp_path):
    assert call("solve", "rug", "--svg", str(tmp_path / "rug.svg"))[0] == 0
    assert (tmp_path / "rug.svg").read_text().count("zM") == 28 - 7
    assert call("solve", "dominoes-8x8", "--svg", str(tmp_path / "dominoes.svg"), "--time", "60")[0] == 0
    assert (tmp_path / "dominoes.svg").exists()
    code, _, err = call("solve", "jigsaw", "--svg", str(tmp_path / "jigsaw.svg"))
    refusal = "cannot be written: pictures are of boards of cells, not of edge matching or covers"
    assert (code, err) == (2, f"{tmp_path / 'jigsaw.svg'}: {refusal}\n")


def test_without_a_solution_there_are_counts_and_no_picture(call, tmp_path):
    picture, none = tmp_path / "picture.svg", tmp_path / "none.toml"
    none.write_text('lattice = "square"\nboard.rectangle = [4, 5]\npolyforms = [{ size = 4 }]\n')
    code, out, err = call("solve", str(none), "--svg", str(picture))
    assert (code, err) == (2, f"{picture}: not written: there is no solution to draw\n")
    assert out.startswith("none: 0 solutions up to symmetry, 0 in all\n")
    code, out, err = call("solve", "pentacubes-3x4x5", "--svg", str(picture), "--time", "0.0001")
    assert (code, out.split(":")[0]) == (4, "pentacubes-3x4x5")
    assert err.endswith(f"{picture}: not written: the search ended before it came to a solution\n")
    code, out, err = call("solve", "t-tetrominoes-8x8", "--svg", str(picture), "--algorithm", "frontier")
    assert (code, out.split(",")[0]) == (2, "t-tetrominoes-8x8: 15 solutions up to symmetry")
    assert "frontier" in err
    assert not picture.exists()


@pytest.mark.parametrize("verb", ["list", "check hitotumatu1968_rug", "compare hitotumatu1968_rug"])
def test_tables_fit_eighty_columns(call, monkeypatch, verb):
    monkeypatch.setenv("COLUMNS", "80")
    assert max(map(len, call(*verb.split())[1].splitlines())) <= 80


def test_a_trace_of_some_lines(call, counting):
    code, out, err = call("run", str(counting), "--lines", "3-4")
    assert (code, out) == (0, "    1    2    3klaar")
    assert {line.partition(":")[0] for line in err.splitlines()} == {"3", "4"}
    assert "'4-' is not a range of lines" in call("run", str(counting), "--lines", "4-")[2]
    assert call("run", str(counting), "--lines", "30-40")[::2] == (2, f"--lines 30-40: {counting} has 7 lines\n")
    assert "'9-1' is not a range of lines" in call("run", str(counting), "--lines", "9-1")[2]


@pytest.mark.parametrize(
    ("commands", "shown"),
    [
        ("", ["2:1"]),
        ("n\nn\n\n", ["2:1", "3:2", "4:3", "5:4"]),
        ("n\nn\nb\n", ["2:1", "3:2", "4:3", "3:2"]),
        ("t 5\nb\n", ["2:1", "6:5", "5:4"]),
        ("l 6\nv\n", ["2:1", "6:5", "i = 4"]),
        ("v\n", ["2:1", "no variable has a value yet"]),
        ("x\nc\nn\n", ["2:1"]),
    ],
)
def test_a_run_is_gone_through_by_steps(call, counting, monkeypatch, commands, shown):
    monkeypatch.setattr("sys.stdin", io.StringIO(commands))
    code, out, err = call("run", str(counting), "--step")
    assert (code, out) == (0, "    1    2    3klaar")
    values = "i = 4|no variable has a value yet"
    places = re.findall(rf"^(?:\(step\) )? +(\d+)  (\d+) \| |^(?:\(step\) )?  ({values})$", err, re.MULTILINE)
    assert [value or f"{line}:{name}" for line, name, value in places] == shown
    assert ("to the end, without stopping" in err) == ("x" in commands)


def test_what_is_printed_is_seen_before_the_next_prompt_and_once(tmp_path):
    path = tmp_path / "printing.c"
    path.write_text(
        '#include <stdio.h>\nint main(void) {\nint i = 0;\nputs("one");\nprintf("two");\ni = 1 / i;\nreturn 0; }\n'
    )
    terminal, output = pty.openpty()
    command = [sys.executable, "-m", "getallenband", "run", str(path), "--step"]
    done = subprocess.run(command, input=b"n\nn\nn\nb\nn\nn\n", stdout=output, stderr=output)
    os.close(output)
    seen = os.read(terminal, 100_000).decode()
    os.close(terminal)
    assert done.returncode == 3
    assert seen.replace("\r\n", "\n").startswith(
        """\
     3  3 | int i = 0;
(step)      4  4 | puts("one");
(step) one
     5  5 | printf("two");
(step) two
     6  6 | i = 1 / i;
(step)      5  5 | printf("two");
(step)      6  6 | i = 1 / i;
(step) """
        + f"{path}:6:5: trap: division by zero: 1 / 0"
    )


def test_variables_are_shown_without_control_characters(call, tmp_path, monkeypatch):
    path = tmp_path / "x.ecol"
    path.write_text('START\n1 i := 1\n2 TEKST := "\x1b[31m"\nKLAAR\n')
    scheme = tmp_path / "x.scm"
    scheme.write_text('(define s "a\x1b[31mred\u200f")\n(display 1)\n')
    for program, shown in ((path, "  i = 1\n"), (scheme, '  s = "a␛[31mred�"\n')):
        monkeypatch.setattr("sys.stdin", io.StringIO("n\nv\nn\nv\n"))
        _, _, err = call("run", str(program), "--step")
        assert shown in err
        assert "\x1b" not in err


def test_steps_with_a_record_leave_standard_output_to_it(call, counting, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("n\nn\n"))
    assert json.loads(call("run", str(counting), "--step", "--json")[1])["output"] == "    1    2    3klaar"


def test_steps_of_scheme_are_applications(call, tmp_path, monkeypatch):
    path = tmp_path / "choice.scm"
    path.write_text("(define (f n) (+ n 1))\n(display (f (amb 1 2)))\n(display (f 7))\n")
    monkeypatch.setattr("sys.stdin", io.StringIO("n\nn\nt f\nb\nv\nt f\nt f\n"))
    code, out, err = call("run", str(path), "--step")
    assert (code, out) == (0, "28")
    assert re.findall(r" +(\d+)  (.+?) \| ", err) == [
        ("1", "evaluate"), ("2", "evaluate"), ("2", "choice 1 of 2"), ("2", "call f 1"), ("2", "choice 1 of 2"),
        ("2", "call f 1"), ("3", "call f 7"),
    ]  # fmt: skip
    assert "f = #[compound-procedure f]" in err


def test_steps_go_over_calls_and_can_be_left(call, tmp_path, monkeypatch):
    path = tmp_path / "calls.a60"
    path.write_text("begin integer k;\n procedure p;\n  k := 1;\n k := 0;\n p;\n outinteger(1, k)\nend\n")
    monkeypatch.setattr("sys.stdin", io.StringIO("n\no\nq\n"))
    code, out, err = call("run", str(path), "--step")
    assert (code, out) == (130, "")
    assert re.findall(r" +(\d+)  \S+ \| ", err) == ["4", "5", "6"]


@pytest.mark.parametrize("workers", ["0", "1025", "99999999999999999999999"])
def test_workers_beyond_every_machine(call, workers):
    code, out, err = call("solve", "rug", "--workers", workers)
    assert (code, out) == (2, "")
    assert f"{workers} is not in the range 1<=x<=1024" in " ".join(err.split())


INTERRUPTED_WITHIN_EXEC = """
from getallenband._guard import guarded

@guarded
def work():
    exec("raise KeyboardInterrupt")

work()
"""


def test_an_interrupt_within_code_that_is_made_ends_with_130_too(tmp_path):
    # python -m ends itself by SIGINT if any such code was left by one
    (tmp_path / "work.py").write_text(INTERRUPTED_WITHIN_EXEC)
    command = [sys.executable, "-m", "work"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (130, "\ninterrupted\n")


def test_an_interrupt_before_the_verb_has_begun(call, monkeypatch):
    def interrupt() -> list[str]:
        raise KeyboardInterrupt

    monkeypatch.setattr(command_line, "verbs", interrupt)
    code, out, err = call("list")
    assert (code, out) == (130, "")
    assert err.endswith("\ninterrupted\n")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_after_all_is_done_changes_nothing(number):
    ending = f"atexit.register(os.kill, os.getpid(), {int(number)}); sys.argv = ['getallenband', '--version']; start()"
    command = [sys.executable, "-c", f"import atexit, os, sys; from getallenband._start import start; {ending}"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.startswith("getallenband "), done.stderr) == (0, True, "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
@pytest.mark.parametrize("arguments", [("version",), ("list",), ("run", "debruijn1972_pentomino/first24")])
def test_standard_output_is_named_where_it_is_full(arguments):
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "getallenband", *arguments]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "standard output: No space left on device\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("run", "ends.ecol", "--profile"), 0),
        (("run", "missing.ecol"), 2),
        (("run", "--nonsense"), 2),
        (("run", "traps.c"), 3),
        (("run", "ends.ecol", "--max-statements", "3"), 4),
    ],
)
def test_exit_codes_do_not_depend_on_standard_error(tmp_path, arguments, code):
    (tmp_path / "ends.ecol").write_text(COUNTING)
    (tmp_path / "traps.c").write_text("int main(void) { int i = 0; return 1 / i; }\n")
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "getallenband", *arguments],
            cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, stderr=full, check=False,
        )  # fmt: skip
    assert done.returncode == code
    assert (done.stdout == b"    1    2    3klaar") is (code == 0)


def test_an_input_that_no_program_of_the_language_reads(call, tmp_path):
    """A misspelt name left the edition's own input in place, without a message."""
    tape = tmp_path / "tape"
    tape.write_text("1")
    expected = "informal Algol has no input 'tabels'; expected: tape, tables, status\n"
    assert call("run", "kawai_hamekomi/tetrihex-100", "--tape", f"tabels={tape}") == (2, "", expected)
    assert call("run", "wada2002_jigsaw/scheme", "--tape", str(tape))[2].endswith("no input 'tape'; expected: none\n")
    program = tmp_path / "x.a60"
    program.write_text("begin outinteger(1, 2) end")
    assert call("run", str(program), "--tape", f"hand={tape}", "--tape", f"3={tape}")[0] == 0
    assert "ALGOL 60 has no input 'b'; expected: " in call("run", str(program), "--tape", f"b={tape}")[2]


def test_a_stop_that_is_not_reached_is_noted(call, counting):
    statement = next(iter(json.loads(call("run", str(counting), "--json")[1])["counts"]))
    code, out, err = call("run", str(counting), "--stop-at", f"{statement}:99")
    note = f"{counting}: note: the run ended before execution 99 of statement {statement}\n"
    assert (code, out, err) == (0, call("run", str(counting))[1], note)
    assert call("run", str(counting), "--stop-at", f"{statement}:1") == (0, "", "")
