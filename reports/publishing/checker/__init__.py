"""The checker of certificates in a page: independent of `modern/`, and of its checker in Python.

    checker_script()          # one script: the .mjs files of this folder, one after another

As those of the player, each file is a module of its own for node, which tests it; no name may be declared twice.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from markupsafe import Markup

from getallenband.reports.publishing.player import part

START = 'begin(document.getElementById("verify"));\n'


@cache
def checker_script() -> Markup:
    """Return the checker as one script, without comments and indentation."""
    return Markup("".join(map(part, sorted(Path(__file__).parent.glob("*.mjs")))) + START)
