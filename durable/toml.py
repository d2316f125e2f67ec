r"""TOML that strangers wrote: what Python's reader cannot finish is an error with its place, as what is wrong is.

>>> parse("a = " + "[" * 5000)
Traceback (most recent call last):
tomllib.TOMLDecodeError: values are nested too deeply (at line 1, column 5)
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

KEY = r"""(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
TOO_LONG = re.compile(rf"""(?<![\w"'-])(?:{KEY}\s*+\.\s*+){{100}}""")
"""A dotted key as long as nobody writes one: the reader's time grows with its square."""
NESTED = re.compile(r"(?:[\[{]\s*+){50}")
DIGITS = re.compile(r"\d{4301}")


def parse(text: str) -> dict[str, Any]:
    """Return what a text says; raise TOMLDecodeError where it is wrong, or beyond the reader."""
    if found := TOO_LONG.search(text):
        raise error("a key of more than 100 parts", text, found)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except RecursionError:
        raise error("values are nested too deeply", text, NESTED.search(text)) from None
    except ValueError as wrong:
        if found := DIGITS.search(text):
            raise error("a number of more than 4300 digits", text, found) from None
        raise tomllib.TOMLDecodeError(str(wrong)) from None


def error(message: str, text: str, found: re.Match[str] | None) -> tomllib.TOMLDecodeError:
    """Return an error with the place that Python's reader gives to its own."""
    start = found.start() if found else 0
    line, column = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)
    return tomllib.TOMLDecodeError(f"{message} (at line {line}, column {column})")
