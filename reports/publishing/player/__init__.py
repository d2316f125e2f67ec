"""The player of the pages: its script, and the runs that a page holds for it (runs.py, boards.py).

    script()          # one module: the .mjs files of this folder, one after another

Each file is a module of its own for node, which tests it. In a page all of them are one inline module, since a page
that is opened from a file may import nothing: their imports are left out, and no name may be declared twice.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from markupsafe import Markup

IMPORT = re.compile(r"^import .*\n", re.MULTILINE)
EXPORT = re.compile(r"^export ", re.MULTILINE)
LEFT_OUT = re.compile(r"^ *(//.*\n|\n)?", re.MULTILINE)
"""Indentation, lines of comment, empty lines."""
START = 'new Player(document.getElementById("run-here")).begin();\n'


@cache
def script() -> Markup:
    """Return the player as one script, without comments and indentation."""
    files = sorted(Path(__file__).parent.glob("*.mjs"))
    parts = (EXPORT.sub("", IMPORT.sub("", path.read_text(encoding="utf-8"))) for path in files)
    return Markup(LEFT_OUT.sub("", "".join(parts)) + START)
