"""Functions found by folder: a module of a package is one, its name is the module's; there is no list to keep.

    observers = ByFolder("observer", "observe", "reports.checking.observers")
    observers.find("count", "debruijn1972_pentomino", context, {"statement": "86"})(context, statement="86")

A function stands in its kind's own package, open to every edition, or in reports/editions/EDITION/<kind>s.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from pkgutil import iter_modules
from types import FunctionType
from typing import Any

from interpreters.source.diagnostics import UserError
from reports.running.names import UnknownNameError


@dataclass(frozen=True, slots=True)
class ByFolder:
    """One kind of function: what messages call it, the function's name in each module, the package of general ones."""

    kind: str
    function: str
    package: str

    def modules(self, edition: str) -> dict[str, str]:
        """Return the modules that an edition may name, without importing any."""
        own = f"reports.editions.{edition}"
        packages = [self.package]
        if edition and find_spec(own) and find_spec(f"{own}.{self.kind}s"):
            packages.append(f"{own}.{self.kind}s")
        return {
            module.name: f"{package}.{module.name}"
            for package in packages
            for module in iter_modules(import_module(package).__path__)
        }

    def find(self, name: str, edition: str, context: Any, parameters: Mapping[str, Any]) -> FunctionType:
        """Return the function, which takes the context and the parameters.

        Raise UnknownNameError for one that is not there, UserError for wrong parameters.
        """
        modules = self.modules(edition)
        if name not in modules:
            raise UnknownNameError(self.kind, name, sorted(modules))
        found: FunctionType = getattr(import_module(modules[name]), self.function)
        try:
            signature(found).bind(context, **parameters)
        except TypeError as error:
            raise UserError(f"the {self.kind} {name!r} is given {dict(parameters)}: {error}") from None
        return found
