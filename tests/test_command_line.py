"""What users see: output, messages, exit codes."""

from __future__ import annotations

import sys

import pytest

from getallenband import main as command_line


@pytest.fixture
def call(monkeypatch, capsys):
    """Run the command line in this process; return (exit code, standard output, standard error)."""

    def called(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["getallenband", *arguments])
        with pytest.raises(SystemExit) as ended:
            command_line.main()
        code = ended.value.code
        out, err = capsys.readouterr()
        return (code if isinstance(code, int) else 0), out, err

    return called


def test_every_verb_has_help(call):
    for verb in command_line.verbs():
        code, out, _ = call(verb, "--help")
        assert code == 0
        assert out.startswith(f"Usage: getallenband {verb}")


def test_a_missing_file(call):
    code, out, err = call("run", "nothing.ecol")
    assert (code, out, err) == (2, "", "nothing.ecol: No such file or directory\n")


def test_an_unknown_verb(call):
    code, out, err = call("rum")
    assert (code, out) == (2, "")
    assert "Did you mean 'run'?" in err


def test_a_file_that_is_no_text(call, tmp_path):
    wrong = tmp_path / "wrong.ecol"
    wrong.write_bytes(b"START\nTEKST := \xff\nKLAAR\n")
    code, out, err = call("run", str(wrong))
    assert (code, out) == (2, "")
    assert err == (
        f"{wrong}:2:10: byte 0xff is not UTF-8\n"
        "    2 | TEKST := \ufffd\n"
        "      |          ^\n"
        "  expected: a text in UTF-8\n"
    )


def test_a_fault_of_ours_is_one_line(call, monkeypatch):
    def broken(*_arguments):
        raise AssertionError("something broke\nin two lines")

    monkeypatch.setattr("reports.run.job_for", broken)
    code, out, err = call("run", "x.ecol")
    assert (code, out) == (70, "")
    assert err == (
        "internal error: AssertionError: something broke (please report it; GETALLENBAND_DEBUG=1 shows the details)\n"
    )


def test_an_interrupt(call, monkeypatch):
    def interrupted(*_arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr("reports.run.job_for", interrupted)
    assert call("run", "x.ecol") == (130, "", "\ninterrupted\n")
