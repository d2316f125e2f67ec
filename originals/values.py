"""Turn what a document prints into the value that an observation is compared with.

    read_published("12,290", "number")              # 12290
    read_published("6,7,12,13", "numbers")          # [6, 7, 12, 13]
    read_published("5時間40分", "seconds")           # 20400
    evaluate("4 * {solutions}", lambda name: 2339)  # 9356

Errors are ValueErrors; the caller adds the file and the claim. An edition may be anybody's: numbers, lists and
expressions have bounds.
"""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from getallenband.durable.names import shown

READINGS = ("number", "numbers", "seconds", "text")
NUMBER = re.compile(r"\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")
SIGN = r"(?:(?<![\w.)\]%])[-−])?"
"""A minus before a number; after a letter, a digit, a full stop, a percent sign or a closing bracket it is a hyphen."""
PLACEHOLDER = re.compile(r"\{([^{}]+)\}")
DIGITS = 300
"""The most digits of a number: the largest float has 309."""
ITEMS = 100_000
"""The items of a list; ten times as many are those of all lists that an edition makes."""
Made = Callable[[int], None]
"""Called with the number of items of each list that is made; it may refuse."""
SIGNS = 1_000
"""The characters of an expression."""

UNITS: Mapping[str, int] = {
    **dict.fromkeys(("秒", "seconden", "seconds", "s"), 1),
    **dict.fromkeys(("分", "minuten", "minutes", "min", "m"), 60),
    **dict.fromkeys(("時間", "uur", "uurtje", "hours", "h"), 3600),
    "jaar": 31_557_600,
}
"""Seconds in a unit; a year is 365.25 days."""
NUMERALS: Mapping[str, Fraction] = {"half": Fraction(1, 2), "honderd": Fraction(100), "miljoen": Fraction(10**6)}


def read_published(printed: str, reading: str) -> Any:
    """Return the value of what is printed; raise ValueError if it is not of this kind."""
    if reading != "text" and (long := re.search(rf"[\d,]{{{DIGITS + 1}}}", printed)):
        raise ValueError(f'"published" has a number of more than {DIGITS} digits: {shown(long[0])}')
    match reading:
        case "number":
            found = re.findall(rf"{SIGN}(?:{NUMBER.pattern})", printed)
            if len(found) != 1:
                raise ValueError(f'"published" {shown(printed)} has {len(found)} numbers; expected one')
            return number(found[0])
        case "numbers":
            return [int(digits.replace("−", "-")) for digits in re.findall(rf"{SIGN}\d+", printed)]
        case "seconds":
            return simplest(seconds(printed))
    return printed


def number(digits: str) -> int | float:
    """Return a number that is printed with commas between groups of three digits, perhaps with a minus."""
    plain = digits.replace(",", "").replace("−", "-")
    return float(plain) if "." in plain else int(plain)


def seconds(printed: str) -> Fraction:
    """Return a time that is printed as numbers or numerals before units; raise ValueError for any other word."""
    total, factor = Fraction(0), None
    for word in re.findall(rf"{SIGN}(?:{NUMBER.pattern})|[^\W\d_]+", printed):
        if word[0].isdecimal():
            factor = Fraction(word.replace(",", ""))
        elif word in NUMERALS:
            factor = (factor or Fraction(1)) * NUMERALS[word]
        elif word in UNITS and factor is not None:
            total, factor = total + factor * UNITS[word], None
        else:
            raise ValueError(
                f'"published" {shown(printed)} is not a time: {shown(word)} is no number, and no unit after one'
            )
        if max(total, factor or 0) >= 10**DIGITS:
            raise ValueError(f'"published" {shown(printed)} is longer than any time')
    if factor is not None or not total:
        raise ValueError(f'"published" {shown(printed)} is not a time: a number without a unit')
    return total


def simplest(value: Fraction | float) -> int | float:
    """Return an integer where the value is one."""
    return int(value) if value == int(value) else float(value)


def rounded(value: float, digits: int) -> str:
    """Write a number with `digits` significant digits and commas between thousands: "84.4", "1,140", "12,600,000"."""
    after_point = digits - 1 - math.floor(math.log10(abs(value))) if value else 0
    return f"{round(value, after_point):,.{max(after_point, 0)}f}"


OPERATORS: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


FUNCTIONS: Mapping[str, Callable[..., list[int]]] = {
    "range": lambda first, last, step=1: list(within(range(first, last + 1, step))),
    "sorted": sorted,
    "differences": lambda numbers: [after - before for before, after in pairwise(numbers)],
}
"""What makes lists of whole numbers; a range ends with its last number."""


def within(numbers: range) -> range:
    """Return a range that is no longer than a list may be; raise ValueError for another."""
    if numbers[ITEMS:]:
        raise ValueError(f"a list of more than {ITEMS:,} numbers")
    return numbers


def evaluate(expression: str, value_of: Callable[[str], Any], made: Made = lambda _: None) -> Any:
    """Return the value of arithmetic with placeholders; raise ValueError for anything else.

    `made` is called with the number of items of each list that is made on the way.
    """
    found: dict[str, tuple[str, Any]] = {}

    def named(match: re.Match[str]) -> str:
        if match[1] not in found:
            found[match[1]] = f"v{len(found)}", value_of(match[1])
        return found[match[1]][0]

    if len(expression) > SIGNS:
        raise ValueError(f"{shown(expression)} has {len(expression):,} characters; expected at most {SIGNS:,}")
    try:
        tree = ast.parse(PLACEHOLDER.sub(named, expression).strip(), mode="eval")
    except (SyntaxError, RecursionError, MemoryError):  # the last two are Python's for what is nested too deeply
        raise ValueError(f"{shown(expression)} is not an arithmetic expression") from None
    return value_of_node(tree.body, dict(found.values()), shown(expression), made)


def value_of_node(node: ast.expr, names: Mapping[str, Any], expression: str, made: Made) -> Any:
    """Return the value of one node; list items are numbered from 0. Messages show the expression as it is given."""
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return bounded(value, expression)
        case ast.Name(id=name) if name in names:
            return names[name]
        case ast.Subscript(value=inner, slice=ast.Constant(value=int(place))):
            found = value_of_node(inner, names, expression, made)
            if not isinstance(found, list) or place >= len(found):
                raise ValueError(f"{expression}: there is no place [{shown(place)}] in {shown(found)}")
            return found[place]
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in FUNCTIONS:
            found = applied(name, [value_of_node(each, names, expression, made) for each in args], expression)
            made(len(found))
            return found
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            values = (value_of_node(left, names, expression, made), value_of_node(right, names, expression, made))
            if isinstance(op, ast.Add) and all(isinstance(value, list) for value in values):
                if sum(map(len, values)) > ITEMS:
                    raise ValueError(f"{expression}: a list of more than {ITEMS:,} numbers")
                made(sum(map(len, values)))
                return [*values[0], *values[1]]
            if all(type(value) in (int, float) for value in values):
                if isinstance(op, ast.Div) and values[1] == 0:
                    raise ValueError(f"{expression}: division by zero")
                return simplest(bounded(OPERATORS[type(op)](*values), expression))
    expected = f"+ - * / ( ), numbers, names in braces, places [n], {', '.join(FUNCTIONS)}"
    raise ValueError(f"{expression} is not arithmetic; expected {expected}")


def bounded(value: float, expression: str) -> int | float:
    """Return a number that has no more digits than it may have; raise ValueError for another."""
    if not abs(value) < 10**DIGITS:
        raise ValueError(f"{expression}: a number of more than {DIGITS} digits")
    return value


def applied(name: str, values: list[Any], expression: str) -> list[int]:
    """Apply a function to whole numbers, or to a list of them; raise ValueError for anything else."""
    numbers = values[0] if len(values) == 1 and isinstance(values[0], list) else values
    why = ""
    try:
        if all(type(number) is int for number in numbers):
            return FUNCTIONS[name](*(values if name == "range" else [numbers]))
    except TypeError:
        pass
    except ValueError as error:
        why = f": {error}"
    raise ValueError(f"{expression}: {name} cannot be applied to {shown(values)}{why}")
