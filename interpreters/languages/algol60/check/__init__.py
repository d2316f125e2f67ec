"""What the report forbids: names, kinds and types, with the section that forbids it.

    check(tree, source, report, library)      # raises SourceError with every fault that was found

Gives every identifier its meaning and every expression its type, and completes the specifications that headings leave
out: scopes and declarations find what identifiers mean, specifications completes headings, types and parameters check
what is left.
"""

from __future__ import annotations

from interpreters.languages.algol60 import syntax
from interpreters.languages.algol60.check import declarations as declarations  # registers its cases
from interpreters.languages.algol60.check import types
from interpreters.languages.algol60.check.library import Library
from interpreters.languages.algol60.check.scopes import Names, resolve
from interpreters.languages.algol60.check.specifications import complete
from interpreters.source.diagnostics import Diagnostics
from interpreters.source.position import SourceText


def check(tree: syntax.Program, source: SourceText, report: str, library: Library) -> None:
    diagnostics = Diagnostics(source)
    names = Names(library, report, diagnostics)
    resolve(names, tree)
    complete(names.procedures, types.Checker(report, Diagnostics(source)), diagnostics)
    checker = types.Checker(report, diagnostics)
    types.statement(checker, tree.body)
    for procedure in names.procedures:
        types.procedure(checker, procedure)
    diagnostics.check()
