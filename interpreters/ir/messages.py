"""The texts of traps and other endings that both engines share.

format_message("subscript {0} of bezet is outside 1:77", [78])  # "subscript 78 of bezet is outside 1:77"
"""

from __future__ import annotations

from collections.abc import Sequence

from getallenband.interpreters.outcome import USUAL_STATEMENTS


def format_value(value: float | bool) -> str:
    """Format a value for a message: integers without a point, others with up to 12 digits."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.0f}" if value.is_integer() and abs(value) < 1e15 else f"{value:.12g}"
    return str(value)


def format_message(message: str, values: Sequence[float | bool]) -> str:
    """Replace {0}, {1} … in a message by values; other braces stay as they are."""
    for index, value in enumerate(values):
        message = message.replace("{" + str(index) + "}", format_value(value))
    return message


def too_deep(title: str, depth: int | str) -> str:
    return f"{title} is called {depth} deep: endless recursion?"


def out_of_statements(limit: int) -> str:
    more = "; --max-statements N allows more" if limit == USUAL_STATEMENTS else ""
    return f"the budget of {limit} statements is used up{more}"


def out_of_work(limit: int) -> str:
    return f"the budget of {limit} statements is used up by work within statements"


def out_of_output(limit: int) -> str:
    return f"the budget of {limit} bytes of output is used up"


def out_of_memory(wanted: int | str, limit: int) -> str:
    return f"cannot allocate {wanted} bytes: the memory limit is {limit} bytes"


def stopped(label: str, execution: int) -> str:
    return f"stopped before execution {execution} of statement {label}"
