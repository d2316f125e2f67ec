r"""TOML that strangers wrote: what is wrong, or what nothing of ours can hold, is an error with its place.

>>> parse("a = " + "[" * 5000)
Traceback (most recent call last):
tomllib.TOMLDecodeError: values are nested too deeply (at line 1, column 5)
>>> parse("a = 1\nb = inf")
Traceback (most recent call last):
tomllib.TOMLDecodeError: a number that is not finite (at line 2, column 5)
"""

from __future__ import annotations

import re
import tomllib
from datetime import date, time
from math import isfinite
from typing import Any

KEY = r"""(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
TOO_LONG = re.compile(rf"""(?<![\w"'-])(?:{KEY}\s*+\.\s*+){{100}}""")
"""A dotted key as long as nobody writes one: the reader's time grows with its square."""
DEEPEST = 100
NESTED = re.compile(r"(?:[\[{]\s*+){50}")
TOKEN = re.compile(r"(?<![^\s=,\[{])[+-]?(?:\d[\w.:+-]{2,}|inf\b|nan\b)")
"""What may be a value that `unfit` refuses."""
TOO_LARGE = "an integer of more than 64 bits"


def parse(text: str) -> dict[str, Any]:
    """Return what a text says; raise TOMLDecodeError where it is wrong, or beyond the reader.

    Dates, numbers that are not finite and integers of more than 64 bits, which nobody needs and few libraries take, are
    refused.
    """
    if found := TOO_LONG.search(text):
        raise error("a key of more than 100 parts", text, found)
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except RecursionError:
        raise error("values are nested too deeply", text, NESTED.search(text)) from None
    except ValueError:  # Python converts no more than 4300 digits
        raise error(TOO_LARGE, text, place_of(TOO_LARGE, text)) from None
    waiting: list[tuple[Any, int]] = [(content, 0)]
    while waiting:
        value, depth = waiting.pop()
        if depth > DEEPEST:
            raise error("values are nested too deeply", text, NESTED.search(text))
        if isinstance(value, dict | list):
            inner = value.values() if isinstance(value, dict) else value
            waiting.extend((each, depth + 1) for each in inner)
        elif message := unfit(value):
            raise error(message, text, place_of(message, text))
    return content


def unfit(value: Any) -> str:
    """Say what is wrong with a value; "" of one that is not refused."""
    match value:
        case int() if not -(2**63) <= value < 2**63:
            return TOO_LARGE
        case float() if not isfinite(value):
            return "a number that is not finite"
        case date() | time():
            return "a date or a time; expected a text, a number, true, false, a list or a table"
    return ""


def place_of(message: str, text: str) -> re.Match[str] | None:
    """Return the first value of which this message is true."""
    return next((found for found in TOKEN.finditer(text) if unfit_token(found[0]) == message), None)


def unfit_token(token: str) -> str:
    try:
        return unfit(tomllib.loads(f"a={token}")["a"])
    except tomllib.TOMLDecodeError:
        return ""
    except ValueError:
        return TOO_LARGE


def error(message: str, text: str, found: re.Match[str] | None) -> tomllib.TOMLDecodeError:
    """Return an error with the place that Python's reader gives to its own."""
    start = found.start() if found else 0
    line, column = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)
    return tomllib.TOMLDecodeError(f"{message} (at line {line}, column {column})")
