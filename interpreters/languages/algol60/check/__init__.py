"""What the report forbids: names, kinds and types, with the section that forbids it.

    check(tree, source, report, library)      # raises SourceError with every fault that was found

Gives every identifier its meaning and every expression its type, and completes the specifications that headings leave
out: scopes and declarations find what identifiers mean, versions completes headings, types and parameters check what is
left, legality says where it is reported.
"""

from __future__ import annotations

from getallenband.interpreters.languages.algol60 import syntax
from getallenband.interpreters.languages.algol60.check.legality import check_types
from getallenband.interpreters.languages.algol60.check.library import Library
from getallenband.interpreters.languages.algol60.check.scopes import Names, resolve
from getallenband.interpreters.languages.algol60.check.types import Checker
from getallenband.interpreters.languages.algol60.check.versions import Versions
from getallenband.interpreters.source.diagnostics import Diagnostics
from getallenband.interpreters.source.position import SourceText


def check(tree: syntax.Program, source: SourceText, report: str, library: Library) -> None:
    diagnostics = Diagnostics(source)
    names = Names(library, report, diagnostics)
    resolve(names, tree)
    versions = Versions(names, Checker(report, Diagnostics(source)))
    versions.follow(tree.body)
    check_types(tree, names, versions)
    diagnostics.check()
