"""An edition of one's own, in a folder."""

from __future__ import annotations

import pytest

from tests.command_line.mine import FILES


@pytest.fixture
def mine(tmp_path, monkeypatch):
    """Write an edition of one's own, and go to where it is; return its folder."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "mine"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text)
    return folder
