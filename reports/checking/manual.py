"""Write docs/observers.md, the manual's tables of observers, from their docstrings and signatures.

python -m getallenband.reports.checking.manual
"""

from __future__ import annotations

import sys
from inspect import Parameter, getdoc, signature
from pathlib import Path
from types import FunctionType
from typing import Literal, get_args, get_origin, get_type_hints

from getallenband import durable
from getallenband.originals.folders import ours
from getallenband.reports.runs.by_folder import OBSERVERS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "observers.md"
HEAD = """# Observers

The observers that a claim may name in `observe`, and the parameters that it may give them in `with`
([reports.md](reports.md#claims-and-observers) shows a claim). `python -m getallenband.reports.checking.manual`
writes this page from the first lines of the docstrings; the full docstring, in the module named, has an example and
describes the result. Most observers take `run`, the name of a run to use instead of the claim's.

## For every edition
"""
COLUMNS = "| observer | what it does | parameters |\n| --- | --- | --- |\n"
OWN = """
## For one edition

An observer that a second edition needs is moved to `reports/checking/observers/`.
"""


def page() -> str:
    """Return the page: the general observers by subject, then those of each of our editions."""
    general = OBSERVERS.offered("")
    parts = [HEAD, *tables(general), OWN]
    for edition in ours():
        own = [observer for observer in OBSERVERS.offered(edition) if observer not in general]
        if own:
            parts += [f"\n### {edition}\n", *tables(own)]
    return "".join(parts)


def tables(observers: list[FunctionType]) -> list[str]:
    """Return a table for each module, under the first line of its docstring."""
    parts, module = [], ""
    for observer in observers:
        if observer.__module__ != module:
            module = observer.__module__
            title = (sys.modules[module].__doc__ or "").splitlines()[0]
            parts.append(f"\n**{title}** `{module.replace('.', '/')}.py`\n\n{COLUMNS}")
        parts.append(row(observer))
    return parts


def row(observer: FunctionType) -> str:
    """Return an observer's row: its name, the first line of its docstring, its parameters."""
    hints = get_type_hints(observer)
    declared = [each.name for each in signature(observer).parameters.values() if each.kind is Parameter.KEYWORD_ONLY]
    parameters = ", ".join(f"`{name}`{choices(hints[name])}" for name in declared)
    return f"| `{observer.__name__}` | {(getdoc(observer) or '').splitlines()[0]} | {parameters} |\n"


def choices(hint: object) -> str:
    """Return the words that a parameter may be, where its type lists them."""
    words = get_args(hint) if get_origin(hint) is Literal else ()
    return f" ({', '.join(words)})" if words else ""


if __name__ == "__main__":
    durable.write(PAGE, page())
