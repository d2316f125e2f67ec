"""A text that is supplied goes to where the edition has it, and nowhere else."""

from __future__ import annotations

import json

import pytest

from tests.command_line.mine import EDITION, PROGRAM


def lacking(mine, file: str) -> None:
    """Make the edition lack its text, which is in this file."""
    (mine / "main.transcription").unlink()
    named = EDITION.replace('"main.transcription"', json.dumps(file))
    (mine / "edition.toml").write_text(f'{named}obtain = "the library"\n')
    (mine.parent / "copy.a60").write_text(PROGRAM)


@pytest.mark.parametrize(
    "file", ["../out.a60", "sub/../../out.a60", "link/out.a60", "out.a60", "", ".", "a/..", "x\x1b[31m", "a" * 300]
)
def test_a_text_is_supplied_nowhere_else(call, mine, file):
    lacking(mine, file)
    (mine / "link").symlink_to(mine.parent)
    (mine / "out.a60").symlink_to(mine.parent / "out.a60")
    code, out, err = call("supply", "./mine", "main", "copy.a60")
    assert (code, out) == (2, "")
    assert "\x1b" not in err
    assert not (mine.parent / "out.a60").exists()


def test_a_text_is_supplied_into_a_folder_of_the_edition(call, mine):
    lacking(mine, "sub/main.transcription")
    code, out, err = call("supply", "./mine", "main", "copy.a60")
    assert (code, err) == (0, "")
    assert out.startswith("mine/sub/main.transcription\n")
    assert (mine / "sub" / "main.transcription").read_text() == PROGRAM
