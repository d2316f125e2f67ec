"""Values of arguments and options that are empty, no number or no file are refused in words."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import click
import pytest

from getallenband.main import application
from tests.processes import started

ENDLESS = "/dev/zero: has more than 67,108,864 bytes\n"


def commands(group: click.Group) -> Iterator[tuple[list[str], click.Command]]:
    """Yield each verb, the words that name it first."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from (([name, *words], inner) for words, inner in commands(command))
        else:
            yield [name], command


def test_no_argument_and_no_option_may_be_empty(call):
    tried = 0
    for words, command in commands(application):
        for parameter in command.params:
            if isinstance(parameter, click.Option) and parameter.is_flag:
                continue
            named = parameter.opts[:1] if isinstance(parameter, click.Option) else []
            code, out, err = call(*words, *named, "")
            assert (code, out) == (2, "")
            assert f"Error: Invalid value for '{named[0] if named else ''}" in err
            assert err.endswith("': it is empty\n")
            tried += 1
    assert tried > 50


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "-0", "-1", "1e3", "1e999", "9" * 10, "0x1", "٢", " 1", "1."])
def test_what_is_no_time_between_checkpoints(call, value):
    code, _, err = call("solve", "rug", f"--every={value}")
    assert code == 2
    assert err.endswith(f"Invalid value for '--every': {value!r} is not a time; expected seconds, such as 2 or 0.5\n")


@pytest.mark.parametrize("value", ["0", "0.5", "007"])
def test_a_time_between_checkpoints(call, value):
    assert call("solve", "rug", "--every", value)[0] == 0


def test_a_device_without_end_is_not_read_to_its_end(call, tmp_path):
    assert call("run", "/dev/zero", "--language", "ecol") == (2, "", ENDLESS)
    assert call("collate", "/dev/zero", "/dev/zero") == (2, "", ENDLESS)
    refused = (2, "", "/dev/zero: is not a regular file\n")
    assert call("new", "edition", str(tmp_path / "mine"), "/dev/zero", "--language", "ecol") == refused
    assert call("verify", "/dev/zero") == refused


def test_no_fifo_is_waited_for_where_files_are_read(call, tmp_path):
    path = tmp_path / "pipe.toml"
    os.mkfifo(path)
    assert call("verify", str(path)) == (2, "", f"{path}: is not a regular file\n")
    message = f"{path}: cannot read this puzzle file: is not a regular file\n"
    assert call("solve", str(path)) == (2, "", message)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_fifo_is_a_tape_and_a_signal_ends_the_wait_for_its_writer(tmp_path, number):
    program, tape = tmp_path / "x.a60", tmp_path / "pipe"
    program.write_text("begin outinteger(1, read) end\n")
    os.mkfifo(tape)
    command = [sys.executable, "-m", "getallenband", "run", str(program), "--tape", str(tape)]
    with started(command, stdout=subprocess.PIPE) as process:
        tape.write_text("42\n")
        assert process.communicate()[0] == b"42 "
    with started(command, stderr=subprocess.PIPE) as process:
        with tape.open("wb"):  # it is open: the process waits for what is written
            process.send_signal(number)
            _, err = process.communicate()
        assert (process.returncode, err) == (130, b"\ninterrupted\n")


def test_too_little_memory_is_no_fault_of_ours(call, monkeypatch):
    def nothing_left(_puzzle: str) -> None:
        raise MemoryError

    monkeypatch.setattr("getallenband.modern.puzzle_files.read_puzzle", nothing_left)
    assert call("solve", "rug") == (2, "", "there is not enough memory for this\n")
