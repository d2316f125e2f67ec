"""The wording of traps, shared by both engines so that they say the same.

format_message("subscript {0} of bezet is outside 1:77", [78])  # "subscript 78 of bezet is outside 1:77"
"""

from __future__ import annotations

from collections.abc import Sequence


def format_value(value: float | bool) -> str:
    """Write a value as a message shows it: whole numbers without a point, others with up to 12 digits."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.0f}" if value.is_integer() and abs(value) < 1e15 else f"{value:.12g}"
    return str(value)


def format_message(message: str, values: Sequence[float | bool]) -> str:
    """Put values in the places {0}, {1} … of a message; other braces stay as they are."""
    for index, value in enumerate(values):
        message = message.replace("{" + str(index) + "}", format_value(value))
    return message


def too_deep(title: str, depth: int) -> str:
    """Word the trap of a call beyond the depth limit."""
    return f"{title} is called {depth} deep: endless recursion?"


def out_of_statements(limit: int) -> str:
    """Word the end of the statement budget."""
    return f"the budget of {limit} statements is used up"


def out_of_output(limit: int) -> str:
    """Word the end of the output budget."""
    return f"the budget of {limit} bytes of output is used up"


def out_of_memory(wanted: int, limit: int) -> str:
    """Word the end of the memory budget; `wanted` is the size that was asked for, in bytes."""
    return f"{wanted} bytes more do not fit in the memory of {limit} bytes"


def stopped(label: str, execution: int) -> str:
    """Word a stop that the run asked for."""
    return f"stopped before execution {execution} of statement {label}"
