"""The player of the pages: its script, and the runs that a page holds for it (runs.py, boards.py).

    script()          # one script: the .mjs files of this folder, one after another
    starter()         # the module that unpacks and starts it, with lzma.mjs
    packed(b"...")    # what lzma.mjs unpacks: the size in bytes, a line feed, Ascii85 of raw LZMA

Each file is a module of its own for node, which tests it. In a page all of them are one script, since a page
that is opened from a file may import nothing: their imports are left out, and no name may be declared twice.
"""

from __future__ import annotations

import lzma
import re
from base64 import a85decode, a85encode
from functools import cache
from pathlib import Path

from markupsafe import Markup

IMPORT = re.compile(r"^import .*\n", re.MULTILINE)
EXPORT = re.compile(r"^export ", re.MULTILINE)
LEFT_OUT = re.compile(r"^ *(//.*\n|\n)?", re.MULTILINE)
"""Indentation, lines of comment, empty lines."""
START = 'new Player(document.getElementById("run-here")).begin();\n'
UNPACK = """const root = document.getElementById("run-here");
root.hidden = false;
root.onclick = ({ target }) => { // until the player is ready
root.dataset.early = target.closest("button")?.dataset.action ?? "";
};
const text = await unpacked(document.querySelector('[data-part="player"]').textContent);
const player = document.createElement("script"); // a policy allows a script by its checksum, and no eval
player.type = "module";
player.textContent = new TextDecoder().decode(text);
document.body.append(player);
"""
UNPACKER = Path(__file__).with_name("lzma.mjs")
FILTERS = [{"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "lc": 3, "lp": 0, "pb": 0}]


@cache
def script() -> str:
    """Return the player as one module, without comments and indentation."""
    return "".join(map(part, sorted(Path(__file__).parent.glob("*.mjs")))) + START


@cache
def packed_script() -> str:
    return packed(script().encode())


@cache
def starter() -> Markup:
    """Return the module that unpacks the player and starts it."""
    return Markup(part(UNPACKER) + bare(UNPACK))


def part(path: Path) -> str:
    """Return a module as a part of a script."""
    return bare(EXPORT.sub("", IMPORT.sub("", path.read_text(encoding="utf-8"))))


def bare(code: str) -> str:
    """Return a script without comments and indentation."""
    return LEFT_OUT.sub("", code)


def packed(content: bytes) -> str:
    """Pack bytes for lzma.mjs as text that a script can hold: with v for each <."""
    code = lzma.compress(content, format=lzma.FORMAT_RAW, filters=FILTERS)
    return f"{len(content)}\n{a85encode(code).decode().replace('<', 'v')}"


def unpacked(text: str) -> bytes:
    """Return the bytes that `packed` has packed."""
    size, _, code = text.partition("\n")
    return lzma.decompress(a85decode(code.replace("v", "<")), format=lzma.FORMAT_RAW, filters=FILTERS)[: int(size)]
