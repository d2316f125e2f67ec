"""A checked ALGOL 60 program into the IR.

    lower(tree, source, options).program

One module for each family of constructs: expressions, arrays, names (parameters called by name), calls, uniform
(formal procedures), jumps, statements, procedures. `lowering` says where everything lives.
"""

from __future__ import annotations

from interpreters.ir.program import Program
from interpreters.language import Lowered, Options
from interpreters.languages.algol60 import syntax
from interpreters.languages.algol60.check import check
from interpreters.languages.algol60.library import LIBRARY, session
from interpreters.languages.algol60.lower.context import Found, Lowering, mark_names
from interpreters.languages.algol60.lower.procedures import main
from interpreters.languages.algol60.lower.standard import NUMBERS, standard_names
from interpreters.source.position import SourceText


def lower(tree: syntax.Program, source: SourceText, options: Options) -> Lowered:
    """Check and lower a program; raise SourceError where it is wrong."""
    check(tree, source, options.settings["report"], standard_names(options.settings["library"]))
    return Lowered(lowered(tree, source, options), LIBRARY, session)


def lowered(tree: syntax.Program, source: SourceText, options: Options) -> Program:
    """Lower, again and again until it is known which variables inner functions touch."""
    numbers, report = NUMBERS[options.arithmetic], options.settings["report"]
    found = Found()
    while True:
        found.grown = False
        lowering = Lowering(source.name, numbers, LIBRARY, report, found)
        lowering.marks = mark_names(lowering.program, tree)
        main(lowering, tree)
        if not found.grown:
            return lowering.program
