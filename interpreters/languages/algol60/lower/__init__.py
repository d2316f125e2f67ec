"""A checked ALGOL 60 program into the IR.

    lower(tree, source, options).program

program and context say where everything lives; expressions, powers, arrays, names (inside a procedure) and thunks (at
its call) for parameters called by name, parameters, calls, generic_entry for formal procedures, jumps, statements,
for_statement, procedures, and the standard procedures.
"""

from __future__ import annotations

from functools import partial

from getallenband.interpreters.ir.program import Program
from getallenband.interpreters.language import Lowered, Options
from getallenband.interpreters.languages.algol60 import syntax
from getallenband.interpreters.languages.algol60.check import check
from getallenband.interpreters.languages.algol60.check.library import Library
from getallenband.interpreters.languages.algol60.library import LIBRARY, finish, session
from getallenband.interpreters.languages.algol60.lower import for_statement as for_statement  # registers its case
from getallenband.interpreters.languages.algol60.lower.procedures import build_main
from getallenband.interpreters.languages.algol60.lower.program import Captures, ProgramContext
from getallenband.interpreters.languages.algol60.lower.standard import NUMBERS
from getallenband.interpreters.languages.algol60.lower.statement_labels import name_statements
from getallenband.interpreters.languages.algol60.page import FORMS
from getallenband.interpreters.lowering.page_calls import PageParts
from getallenband.interpreters.source.position import SourceText

A_DAY = 86400.0


def lower(tree: syntax.Program, source: SourceText, options: Options) -> Lowered:
    """Check and lower a program; raise SourceError where it is wrong."""
    settings = options.settings
    check(tree, source, settings["report"], Library(settings["library"]))
    numbers, captures = NUMBERS[options.arithmetic], Captures(grown=True)
    # Which variables inner functions use, and which labels they jump to, is known only when all is lowered. Each pass
    # starts afresh with what the one before found; the sets only grow, so this ends.
    while captures.grown:
        captures.grown = False
        ir = Program(source.name, {}, {}, "main")
        statements = name_statements(ir, tree)
        build_main(ProgramContext(ir, numbers, LIBRARY, settings, captures, statements), tree)
    time = min(float(settings["time"]), A_DAY)
    new_state = partial(session, settings["blanks"] == "separate", time)
    return Lowered(ir, LIBRARY, new_state, finish=finish, page=PageParts(FORMS))
