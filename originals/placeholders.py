"""What a new edition leaves to be filled in: a value between angle brackets, such as "<the title of the document>".

    list(placeholders_in({"edition": {"title": "<the title>", "author": "A. Nobody"}}))      # ["edition.title"]

While there is one, the edition is a draft, and its page says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

STARTED = "<!-- Next:"
"""How the first version of a story begins."""
PLACEHOLDER = re.compile(r"<[^<>]+>")


def placeholder(text: str) -> str:
    """Return a placeholder that says what might stand there; angle brackets in it become other ones."""
    return f"<{text.replace('<', '‹').replace('>', '›')}>"


def is_placeholder(value: object) -> bool:
    return isinstance(value, str) and PLACEHOLDER.fullmatch(value) is not None


def is_open(value: object) -> bool:
    """Tell whether nobody has filled in a value that an edition cannot do without, or it is said to be unknown."""
    return is_placeholder(value) or value == "unknown"


def placeholders_in(value: Any, *keys: str) -> Iterator[str]:
    """Yield the keys, joined by dots, of all placeholders in what a TOML file holds."""
    if is_placeholder(value):
        yield ".".join(keys)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from placeholders_in(item, *keys, key)
    elif isinstance(value, list):
        for number, item in enumerate(value, start=1):
            yield from placeholders_in(item, *keys, str(number))
