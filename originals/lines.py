r"""The lines of a text as messages number them: \n ends one; a form feed, unlike in Python's splitlines, does not.

>>> lines_of("one\ftwo\r\nthree")
['one\x0ctwo', 'three']
"""

from __future__ import annotations

import re


def lines_of(text: str, *, keepends: bool = False) -> list[str]:
    """Return the lines of a text, with their ends if asked."""
    found = re.findall(r"[^\n]*\n|[^\n]+", text)
    return found if keepends else [line.removesuffix("\n").removesuffix("\r") for line in found]
