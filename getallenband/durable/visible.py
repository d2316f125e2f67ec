r"""Text that a terminal only shows: what is no sign on paper as a picture, a character for each.

>>> visible("\x1b[31mred\n")
'␛[31mred\n'
>>> shown("two\nlines of \udcff")
'two␊lines of \\xff'
"""

from __future__ import annotations

import json
import re
from os import PathLike
from typing import Any
from unicodedata import category

UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Unicode's control characters, signs of format, halves of pairs, and ends of lines and paragraphs."""


class Pictures(dict[int, int]):
    """How texts show what would move the cursor, change the order of what is shown, or not be seen."""

    def __missing__(self, code: int) -> int:
        """Work a character out when it is met first: Unicode has over a million."""
        shown = code
        if category(chr(code)) in UNSEEN and chr(code) not in "\t\n":
            shown = 0x2400 + code if code < 0x20 else 0x2421 if code == 0x7F else ord("�")
        return self.setdefault(code, shown)


class Escapes(dict[int, str]):
    """The same in JSON, which writes the first 32 so by itself."""

    def __missing__(self, code: int) -> str:
        escaped = code >= 0x7F and PICTURES[code] != code
        return self.setdefault(code, json.dumps(chr(code))[1:-1] if escaped else chr(code))


PICTURES = Pictures()
ESCAPES = Escapes()
NOT_IN_XML = {code: PICTURES[code] for code in range(0x20) if code not in b"\t\n"} | dict.fromkeys(
    (0xFFFE, 0xFFFF), 0xFFFD
)
BLANKS = str.maketrans({" ": "·", "\n": "␊", "\t": "→"})
UNDECODED = re.compile("[\udc80-\udcff]")
"""Bytes of a file's name that are no UTF-8, as Python has them in texts."""


def in_xml(text: str) -> str:
    """Write the characters that no XML file may hold as pictures."""
    return text.translate(NOT_IN_XML)


def visible(text: str) -> str:
    """Write control characters as pictures, but for tabulators and ends of lines."""
    return text.translate(PICTURES)


def with_blanks(text: str) -> str:
    """Write blanks, tabulators and ends of lines as signs: a point in the middle of the line, an arrow, a picture."""
    return visible(text).translate(BLANKS)


def json_text(value: Any, indent: int | None = None) -> str:
    """Return a value as JSON and a line end; what is no sign on paper is escaped, and all else as it is."""
    return json.dumps(value, ensure_ascii=False, indent=indent, default=str).translate(ESCAPES) + "\n"


def shown(name: str | PathLike[str]) -> str:
    """Write the name of a file in one line, bytes that are no UTF-8 by their numbers."""
    text = UNDECODED.sub(lambda byte: f"\\x{ord(byte[0]) - 0xDC00:02x}", str(name))
    return visible(text).replace("\n", "␊").replace("\t", "␉")
