"""The informal Algol's syntax tree into the IR.

    FOR n=1... WHILE group[n]=0 DO nn := n      becomes     a local n, a block that tests, the body, n + 1, back

Variables of the outermost block that procedures use, and its arrays of constant bounds, are static memory; all other
simple variables are locals, which every call has anew. Arrays of other bounds live on the stack in memory.

    context.py      what the lowering of every construct is given; where variables and arrays live
    expressions.py  values and conditions, calls of procedures
    externals.py    calls of external procedures
    statements.py   blocks and statements
"""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import FunctionBuilder
from getallenband.interpreters.ir.host import Host
from getallenband.interpreters.ir.program import Program
from getallenband.interpreters.ir.types import UNDEFINED_INT, Type
from getallenband.interpreters.language import Lowered, Options
from getallenband.interpreters.languages.informal_algol import library, syntax
from getallenband.interpreters.languages.informal_algol.check import Checked, check
from getallenband.interpreters.languages.informal_algol.lower.context import Context, Shared
from getallenband.interpreters.languages.informal_algol.lower.statements import outermost, statement
from getallenband.interpreters.languages.informal_algol.page import page_forms
from getallenband.interpreters.lowering.cells import LocalCell
from getallenband.interpreters.lowering.page_calls import PageParts
from getallenband.interpreters.source.position import SourceText


def lower(tree: syntax.Block, source: SourceText, options: Options) -> Lowered:
    """Check and lower a program."""
    checked = check(tree, source)
    program = lower_program(checked, source)

    def finish(host: Host) -> None:
        """Leave the boxes in the file status, the tape from which the run can be continued."""
        start = program.addresses()["box"] >> 3
        cells = host.memory.ints[start : start + (program.regions["box"].size >> 3)]
        if UNDEFINED_INT not in cells:
            host.files["status"] = " ".join(str(cell) for cell in cells) + f"\n{host.state.solutions}\n"

    kept = finish if "box" in program.regions else None
    arrays = {
        symbol.name: [lower if isinstance(lower, int) else 1 for lower, _ in symbol.bounds]
        for symbol in checked.symbols.values()
        if symbol.kind == "array"
    }
    page = PageParts(page_forms(options, arrays))
    return Lowered(program, library.LIBRARY, lambda tapes: library.session(tapes, options), finish=kept, page=page)


def lower_program(checked: Checked, source: SourceText) -> Program:
    """Lower the outermost block and the procedures."""
    shared = Shared(checked, Program(source.name, {}, {}, "main"))
    build = FunctionBuilder(shared.ir, "main", "the program", library=library.LIBRARY)
    outermost(Context(shared, build))
    for declaration in checked.block.declarations:
        if isinstance(declaration, syntax.Procedure):
            procedure(shared, declaration)
    return shared.ir


def procedure(shared: Shared, node: syntax.Procedure) -> None:
    """Lower a procedure: parameters by value, its value in a local of its name."""
    title, returns = f"procedure {node.name}", Type.INT if node.type else None
    parameters = dict.fromkeys(node.parameters, Type.INT)
    build = FunctionBuilder(shared.ir, f"proc {node.name}", title, parameters, returns, library.LIBRARY)
    c = Context(shared, build)
    if node.type is not None:
        c.result = LocalCell(build.local(f"the value of {node.name}", Type.INT))
    statement(c, node.body)
    c.at(node)
    value = build.do(ops.LocalLoad, c.result.local, f"{title} ends without a value") if c.result else None
    build.end(ops.Return, value)
