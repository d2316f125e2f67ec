"""Each certificate that a module here gives to its `check` is checked in JavaScript, too, with the same outcome."""

from __future__ import annotations

import json
import shutil
from contextlib import suppress
from pathlib import Path

import pytest

from tests import ROOT
from tests.soak.checkers import in_javascript

SMALL = 1 << 20


@pytest.fixture(scope="module", autouse=True)
def both_checkers(request, tmp_path_factory):
    check = getattr(request.module, "check", None)
    if check is None or shutil.which("node") is None:
        yield
        return
    folder, pairs, expected = tmp_path_factory.mktemp("both"), [], []

    def checked(path, puzzle=None):
        proves = None
        try:
            said = check(path, puzzle)
            proves = said.rpartition(": ")[2]
        finally:
            with suppress(AttributeError, OSError, TypeError, ValueError):  # nothing that names a puzzle file
                pairs.append(copied(path, puzzle or subject(path), folder / f"{len(pairs)}"))
                expected.append(proves)
        return said

    request.module.check = checked
    yield
    request.module.check = check
    assert in_javascript(pairs) == expected


def subject(certificate: Path) -> Path:
    """Return the puzzle file that a certificate names."""
    claim = json.loads(certificate.read_bytes().partition(b"\n")[0])
    name = claim.get("puzzle") or claim.get("cover")
    return ROOT / "modern" / "puzzles" / f"{name}.toml" if "." not in name else Path(name)


def copied(certificate: Path, puzzle: Path, folder: Path) -> tuple[Path, Path]:
    """Copy both, which the test may change; OSError for what is no small file."""
    if any(not path.is_file() or path.stat().st_size > SMALL for path in (certificate, puzzle)):
        raise FileNotFoundError
    folder.mkdir()
    return shutil.copy(certificate, folder / "certificate"), shutil.copy(puzzle, folder / puzzle.name)
