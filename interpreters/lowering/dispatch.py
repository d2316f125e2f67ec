"""Functions over syntax trees whose cases are in several files, none of which imports its caller.

    value: Dispatcher[Context, Register] = dispatcher("an expression")

    @value.case(syntax.Binary)
    def binary(c: Context, node: syntax.Binary) -> Register: …

    value(c, node)              # calls the case of type(node)

Cases may also go by another key than the class: with `attrgetter("name")` by the name of a built-in function.

A dispatcher is a plain function, so that deep trees take no more of C's stack than of Python's.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Protocol, TypeVar, cast

C_contra = TypeVar("C_contra", contravariant=True)
R_co = TypeVar("R_co", covariant=True)
Function = TypeVar("Function", bound=Callable[..., Any])


class Dispatcher(Protocol[C_contra, R_co]):
    """A function of a context and a node, and the decorator that registers its cases."""

    def __call__(self, c: C_contra, node: Any, /) -> R_co:
        """Return what the case of the node's class returns."""

    def case(self, *keys: Hashable) -> Callable[[Function], Function]:
        """Register the decorated function for nodes with these keys: their classes, if nothing else was said."""

    def otherwise(self, function: Function) -> Function:
        """Register the decorated function for all nodes that have no case."""


def dispatcher(what: str, key: Callable[[Any], Hashable] = type) -> Dispatcher[Any, Any]:
    """Make a dispatcher without cases; a node that has none is an internal error: it "is not" `what`."""
    cases: dict[Hashable, Callable[[Any, Any], Any]] = {}
    default: Callable[[Any, Any], Any] | None = None

    def dispatch(c: Any, node: Any, /) -> Any:
        function = cases.get(key(node), default)
        if function is None:
            modules = sorted({case.__module__ for case in cases.values()})
            raise TypeError(f"{key(node)!r} is not {what}: no function for it in {', '.join(modules)}")
        return function(c, node)

    def case(*keys: Hashable) -> Callable[[Function], Function]:
        def register(function: Function) -> Function:
            cases.update(dict.fromkeys(keys, function))
            return function

        return register

    def otherwise(function: Function) -> Function:
        nonlocal default
        default = function
        return function

    dispatch.case, dispatch.otherwise = case, otherwise  # type: ignore[attr-defined]
    return cast(Dispatcher[Any, Any], dispatch)
