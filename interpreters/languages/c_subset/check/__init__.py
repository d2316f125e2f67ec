"""Check C: names, types and constants, everything that C forbids; all faults are found here, lowering finds none.

    syntax.TranslationUnit  ->  typed.Program

declarations, initializers, statements, expressions, operators, calls and formats follow the chapters of C90;
conversions holds its type rules.
"""

from getallenband.interpreters.languages.c_subset.check import calls, expressions, operators
from getallenband.interpreters.languages.c_subset.check.program import check

__all__ = ["calls", "check", "expressions", "operators"]
