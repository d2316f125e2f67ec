"""Functions found by folder and by a decorator: there is no list to maintain.

    @observer
    def count(context, *, statement: str): ...

    observe, parameters = OBSERVERS.find("count", "debruijn1972_pentomino", {"statement": "86"})
    observe(context, **parameters)

A function is in a module of its kind's own package, open to every edition, or of reports/editions/EDITION/<kind>s, or
of the installed package that offers the edition: an edition in a folder has general ones only. The types of its keyword
parameters say what an edition may give it: this is the one place where that is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from inspect import Parameter, signature
from pkgutil import iter_modules
from types import FunctionType
from typing import Any, TypeVar, get_type_hints

from pydantic import ConfigDict, ValidationError, create_model

from getallenband.durable.errors import Error
from getallenband.durable.installed import imported
from getallenband.durable.names import shown
from getallenband.interpreters.source.diagnostics import UserError
from getallenband.originals.folders import installed, ours
from getallenband.originals.tables import Table
from getallenband.reports.runs.names import UnknownNameError

F = TypeVar("F", bound=Callable[..., Any])
WRONG = {"missing": "{} is missing", "extra_forbidden": "there is no parameter {}"}
"""What pydantic's types of errors are called here; the others in its words."""


class ParameterError(UserError):
    """A parameter that is missing, unknown or of a wrong type."""

    def __init__(self, message: str, key: str) -> None:
        self.key = key
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class ByFolder:
    """One kind of function: what messages call it, and the package of general ones."""

    kind: str
    package: str

    def offer(self, function: F) -> F:
        """Decorate a function that editions may call by its name."""
        return self.named(function.__name__)(function)

    def named(self, name: str) -> Callable[[F], F]:
        """Return a decorator of a function that editions may call by another name than its own."""

        def mark(function: F) -> F:
            function.__dict__[self.kind] = name
            return function

        return mark

    def functions(self, edition: str) -> dict[str, FunctionType]:
        """Return the functions that an edition may name; one of its own hides a general one of the same name."""
        return {each.__dict__[self.kind]: each for each in self.offered(edition)}

    def offered(self, edition: str) -> list[FunctionType]:
        """Return the functions of an edition's modules: the general ones first, in the order of their modules."""
        own = f"getallenband.reports.editions.{edition}" if edition in ours() else installed().get(edition, "")
        packages = [self.package]
        folder = f"{own}.{self.package.rpartition('.')[2]}"
        if own and find_spec(own) and find_spec(folder):
            packages.append(folder)
        modules = [
            imported(f"{package}.{module.name}")
            for package in packages
            for module in iter_modules(import_module(package).__path__)
        ]
        functions = (each for module in modules for each in vars(module).values() if isinstance(each, FunctionType))
        return [each for each in functions if self.kind in each.__dict__]

    def find(self, name: str, edition: str, parameters: Mapping[str, Any]) -> tuple[FunctionType, dict[str, Any]]:
        """Return the function and its parameters, each of the type it declares: a pattern compiled, lists checked.

        Raise UnknownNameError for a function that is not there, UserError for wrong parameters.
        """
        functions = self.functions(edition)
        if name not in functions:
            raise UnknownNameError(self.kind, name, sorted(functions))
        found = functions[name]
        try:
            return found, checked(found, parameters)
        except ValidationError as error:
            fault = error.errors()[0]
            key, *inside = map(str, fault["loc"])
            path = key + "".join(f"[{each}]" if each.isdecimal() else f".{each}" for each in inside)
            wrong = WRONG[fault["type"]].format(path) if fault["type"] in WRONG else ""
            what = wrong or f"{key} = {shown(parameters.get(key))}: {fault['msg']}"
            raise ParameterError(f"the {self.kind} {name!r}: {what}", key) from None
        except (OverflowError, RecursionError) as error:
            raise UserError(f"the {self.kind} {name!r}: {error}; expected a simpler pattern") from None

    def blamed(self, entry: Table, key: str) -> AbstractContextManager[None]:
        """Place what is wrong with what a table asks for at the key that names the function, or at `with`."""

        def keys_of(error: Error) -> tuple[str, ...]:
            if "with" not in entry.content or (isinstance(error, UnknownNameError) and error.kind == self.kind):
                return (key,)
            return ("with", error.key) if isinstance(error, ParameterError) else ("with",)

        return entry.blamed_at(keys_of)


OBSERVERS = ByFolder("observer", "getallenband.reports.checking.observers")
DRAWINGS = ByFolder("drawing", "getallenband.reports.publishing.drawings")
GALLERIES = ByFolder("gallery", "getallenband.reports.publishing.drawings")
observer, drawing, gallery = OBSERVERS.offer, DRAWINGS.named, GALLERIES.named


def checked(function: FunctionType, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters as the function declares them, defaults too; raise ValidationError for any other."""
    hints = get_type_hints(function, include_extras=True)
    declared = [each for each in signature(function).parameters.values() if each.kind is Parameter.KEYWORD_ONLY]
    fields: dict[str, Any] = {
        each.name: (hints[each.name], ... if each.default is Parameter.empty else each.default) for each in declared
    }
    model = create_model(function.__name__, __config__=ConfigDict(strict=True, extra="forbid"), **fields)
    found = model(**parameters)
    return {each.name: getattr(found, each.name) for each in declared}
