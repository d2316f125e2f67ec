"""Make every error of the public interface a gb.Error, whichever package raised it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from getallenband.durable.errors import Error

Parameters = ParamSpec("Parameters")
Value = TypeVar("Value")


def public(function: Callable[Parameters, Value]) -> Callable[Parameters, Value]:
    """Return the function; errors of our packages are raised as Error itself, the only class that users know."""

    @wraps(function)
    def called(*arguments: Parameters.args, **keywords: Parameters.kwargs) -> Value:
        try:
            return function(*arguments, **keywords)
        except Error as error:
            raise Error(str(error)) from None

    return called
