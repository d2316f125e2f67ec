"""Names and forms of a program: what is declared, opened and defined, and what Perl or this subset forbids.

check(parse(source, options), source)       # SourceError, with up to 20 errors, unless the program can be lowered

What only the run can tell is left to the run; types are not checked, for Perl has none.
"""

from __future__ import annotations

from getallenband.interpreters.languages.perl_subset import syntax
from getallenband.interpreters.languages.perl_subset.check import expressions, functions, statements  # noqa: F401 - have cases of visit
from getallenband.interpreters.languages.perl_subset.check.checker import Checker, visit
from getallenband.interpreters.source.diagnostics import Diagnostics
from getallenband.interpreters.source.position import SourceText


def check(tree: syntax.Script, source: SourceText) -> None:
    """Check a program; raise SourceError where it is wrong, or asks for what is not there."""
    checker = Checker(tree, Diagnostics(source))
    for statement in tree.statements:
        visit(checker, statement)
    checker.diagnostics.check()
