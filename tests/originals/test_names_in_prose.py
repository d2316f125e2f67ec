"""Claims, emendations and runs that the prose of an edition names are there."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from getallenband.originals.edition import editions
from tests import ROOT

PROSE = {"about", "damage", "fails_if", "how", "reason", "why"}
QUOTED = re.compile(r"`[^`]*`|“[^”]*”|\{[^}]*\}")
NAME = re.compile(r"(?<![\w.-])[a-z0-9.]+(?:-[a-z0-9.]*[a-z0-9])+(?![\w-])")
ENGLISH = {"cut-off", "look-ups", "n-th", "upside-down", "270-20"}
"""Words with a hyphen that name nothing of an edition; the last is a machine's number."""


def strings(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Yield each key, and each string under the key that it has."""
    match value:
        case dict():
            for name, item in value.items():
                yield "key", name
                yield from strings(item, name)
        case list():
            for item in value:
                yield from strings(item, key)
        case str():
            yield key, value


def unknown_names(found: list[tuple[str, str]]) -> list[str]:
    known = {text for key, text in found if key in ("id", "key", "name", "file")}
    prose = [QUOTED.sub("", text) for key, text in found if key in PROSE]
    return sorted({name for text in prose for name in NAME.findall(text)} - known - ENGLISH)


@pytest.mark.parametrize("name", editions())
def test_what_prose_names_is_there(name):
    files = sorted((ROOT / "originals" / name).rglob("*.toml"))
    found = [("file", path.stem) for path in files]
    found += [each for path in files for each in strings(tomllib.loads(path.read_text(encoding="utf-8")))]
    assert unknown_names(found) == []


def test_a_name_that_is_not_there_is_found():
    entry = {"id": "step-test", "why": "See step-test, `a-b` and numbered-lines; a cut-off corner."}
    assert unknown_names(list(strings([entry]))) == ["numbered-lines"]
