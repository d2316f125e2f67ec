"""Values of arguments and options that are empty, no number or no file are refused in words."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest

from getallenband.main import application

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
    assert err.endswith(f"Invalid value for '--every': {value!r} is no time; expected seconds, such as 2 or 0.5\n")


@pytest.mark.parametrize("value", ["0", "0.5", "007"])
def test_a_time_between_checkpoints(call, value):
    assert call("solve", "rug", "--every", value)[0] == 0


def test_a_device_without_end_is_not_read_to_its_end(call, tmp_path):
    assert call("run", "/dev/zero", "--language", "ecol") == (2, "", ENDLESS)
    assert call("collate", "/dev/zero", "/dev/zero") == (2, "", ENDLESS)
    assert call("new", "edition", str(tmp_path / "mine"), "/dev/zero", "--language", "ecol") == (2, "", ENDLESS)
    assert call("verify", "/dev/zero") == (2, "", "/dev/zero: is no regular file\n")


def test_too_little_memory_is_no_fault_of_ours(call, monkeypatch):
    def nothing_left(_puzzle: str) -> None:
        raise MemoryError

    monkeypatch.setattr("modern.puzzle_files.read_puzzle", nothing_left)
    assert call("solve", "rug") == (2, "", "there is not enough memory for this\n")
