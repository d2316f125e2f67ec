"""Perl's syntax tree into the IR.

names.py        where each variable is
context.py      what the lowering of every construct is given
expressions.py  scalars and conditions; lvalues.py what can be assigned to; lists.py lists; loops.py foreach, map, sort
functions.py    built-in functions; patterns.py matching and splitting; probes.py what probes look at
statements.py   statements and subs; calls.py their calls; entries.py each; files.py files
runtime/        the runtime system
"""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import FunctionBuilder
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.ir.program import Program, Region
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.language import Lowered, Options, Tapes
from getallenband.interpreters.languages.perl_subset import library, matching, printing, syntax  # noqa: F401 - have procedures of the library
from getallenband.interpreters.languages.perl_subset.check import check
from getallenband.interpreters.languages.perl_subset.files import Files
from getallenband.interpreters.languages.perl_subset.lower import calls, files, functions, lists, patterns, statements  # noqa: F401
from getallenband.interpreters.languages.perl_subset.lower.context import WATCHED, Context, Shared, Sub
from getallenband.interpreters.languages.perl_subset.lower.expressions import forgetting
from getallenband.interpreters.languages.perl_subset.lower.names import Names, Scope, Variable, cell_variables
from getallenband.interpreters.languages.perl_subset.page import page_forms
from getallenband.interpreters.languages.perl_subset.runtime import arrays, layout, memory
from getallenband.interpreters.languages.perl_subset.static_properties import within
from getallenband.interpreters.lowering.context import StatementLabels
from getallenband.interpreters.lowering.page_calls import PageParts
from getallenband.interpreters.lowering.page_cells import CellMemory
from getallenband.interpreters.lowering.routines import Routines
from getallenband.interpreters.source.block_names import BlockNames
from getallenband.interpreters.source.position import SourceText

LONG = 3_000
"""Nodes of the syntax tree (some 200 lines) up to which small routines are written out where they are called.

A longer program has little more to gain: it takes a third of the code, and what runs long is optimised in any case.
"""


def lower(tree: syntax.Script, source: SourceText, options: Options) -> Lowered:
    """Lower a program; subs are known from its beginning."""
    check(tree, source)
    program = Program(source.name, {}, {}, "main")
    names = Names(tree)
    routines = Routines(program, library.LIBRARY, inlining=sum(1 for _ in within(tree)) <= LONG)
    subs = {node.name: Sub(node) for node in within(tree) if isinstance(node, syntax.Sub)}
    shared = Shared(program, names, StatementLabels(), routines, tree, subs, probes=options.probes)
    label_statements(tree, shared)
    main = Context(
        shared,
        FunctionBuilder(program, "main", "the program", None, None, library.LIBRARY),
        Scope(names, BlockNames(), None, False),
        None,
    )
    # the main program first: where it comes to a sub, it notes the names that the sub sees
    lower_main(main, tree)
    lower_subs(shared)
    # last, since subs, too, bring in constant strings and variables of the file, which are made here
    begin_main(main)
    # in the order of their addresses, which layout.py fixes; WATCHED lies where the collector looks for cells
    # (Context.pause)
    program.regions = {
        "state": Region(layout.STATE_SIZE), "small": Region(layout.CELL * layout.SMALL_COUNT),
        "memo": Region(layout.MEMO_ENTRY * (layout.MEMO_MASK + 1)),
        "variables": Region(names.next_address - layout.VARIABLES),
        WATCHED: Region(layout.CELL * len(options.probes)),
    }  # fmt: skip
    program.running = layout.PLACE
    clock = options.settings.get("clock") == "real"
    shared.shown += cell_variables(names.file)
    regexes, tables = list(shared.patterns), list(shared.tables)
    return Lowered(
        program,
        library.LIBRARY,
        lambda tapes: library.Session(clock, list(regexes), tables, Files(inputs(tapes))),
        finish=library.finish,
        page=PageParts(page_forms(clock), CellMemory("%top", layout.HEAP_LOW, shared.shown)),
    )


def inputs(tapes: Tapes) -> dict[str, str]:
    """Return what can be read: STDIN is the main tape, other tapes have their names."""
    return {("STDIN" if name == "tape" else name): tape.text for name, tape in tapes.items()}


def label_statements(tree: syntax.Script, shared: Shared) -> None:
    """Label the statements in the order of the text."""
    for node in within(tree):
        if isinstance(node, syntax.Simple | syntax.If | syntax.Foreach | syntax.For | syntax.While):
            shared.labels.of(node.place)


def lower_main(c: Context, tree: syntax.Script) -> None:
    """Lower the statements outside subs; what precedes them follows when all variables are known."""
    c.jump(c.setup)
    c.build.begin(c.body)
    statements.statements(c, tree.statements)
    if c.build.block is not None:
        c.build.end(ops.Return)


def begin_main(c: Context) -> None:
    """Lay out the memory, make the constant strings, let the variables of the file begin."""
    c.build.begin(c.setup)
    c.build.at = 0
    stack = c.build.do(ops.StackMark)
    c.write(c.frame, stack)
    c.write(c.top, stack)
    c.do(memory.begin, stack, c.host("memory_size"))
    for word, text in ((layout.EMPTY, ""), (layout.ZERO, "0")):
        c.store(c.number(word), string_constant(c, text))
    for text, address in c.shared.constants.items():
        c.store(c.number(address), string_constant(c, text))
    c.store(c.number(layout.GROUPS), c.undef())
    # outside of loops $_ stands for a cell of its own (array 0); so do global loop variables below
    nowhere = c.names.new("$", None)
    c.store(c.number(layout.TOPIC), c.number(0))
    c.store(c.number(layout.TOPIC_INDEX), c.number(nowhere.offset))
    for variable in c.names.file:
        c.begin_variable(variable)
    for address in c.names.global_aliases:
        cell = c.names.new("$", None)
        c.store(c.number(cell.offset), c.undef())
        c.store(c.number(address), c.number(0))
        c.store(c.number(address + layout.CELL), c.number(cell.offset))
    c.jump(c.body)


def string_constant(c: Context, text: str) -> Register:
    return c.made("constant", c.build.string(text))


def lower_subs(shared: Shared) -> None:
    """Lower every sub as it is called, for one value or for a list; one that is not called, for its faults."""
    # code that never runs is kept small: it is lowered for its messages only
    lower_wanted(shared)
    inlining, shared.routines.inlining = shared.routines.inlining, False
    for name, sub in shared.subs.items():
        if not sub.made:
            sub.made.add(False)
            lower_sub(shared, name, False)
            lower_wanted(shared)
    shared.routines.inlining = inlining


def lower_wanted(shared: Shared) -> None:
    while shared.wanted:
        name, wants_scalar = shared.wanted.pop()
        lower_sub(shared, name, wants_scalar)


def lower_sub(shared: Shared, name: str, wants_scalar: bool) -> None:
    """Lower a sub: its arguments are on the stack, and its variables follow them."""
    sub = shared.subs[name]
    scope = sub.scope or Scope(shared.names, BlockNames(), None, False)
    title = f"sub.{name}" if wants_scalar else f"sub.{name}.list"
    build = FunctionBuilder(
        shared.program, title, f"sub {name}", {"first": Type.INT, "end": Type.INT}, Type.INT, library.LIBRARY
    )
    c = Context(shared, build, scope.for_sub(), wants_scalar)
    c.at(sub.node)
    c.jump(c.setup)
    build.begin(c.body)
    assert c.scope.frame is not None
    arguments = shared.names.new("@_", c.scope.frame)
    c.scope.blocks["@_"] = arguments
    with forgetting(c, sub.node.block.statements):
        statements.statements(c, sub.node.block.statements, final=True)
        if build.block is not None:
            statements.answer(c, None)
    begin_sub(c, arguments)
    build.begin(c.leave)
    # a list is written over the arguments and the variables, which are done with only now
    result = c.read(c.result)
    build.end(ops.Return, result if wants_scalar else c.do(arrays.move_down, c.read("first"), result, c.read(c.top)))
    shared.shown += cell_variables(c.scope.frame.variables, title, c.frame)


def begin_sub(c: Context, arguments: Variable) -> None:
    """Begin a sub: its frame follows its arguments on the stack."""
    build, frame = c.build, c.scope.frame
    assert frame is not None
    build.begin(c.setup)
    c.at(c.shared.subs[build.function.title.removeprefix("sub ")].node)
    c.write(c.frame, c.read("end"))
    c.write(c.top, c.add(c.read("end"), frame.size))
    c.do(arrays.check_stack, c.read(c.top), c.number(0))
    for variable in frame.variables:
        c.begin_variable(variable)
    c.do(arrays.push_cells, c.struct(arguments), c.read("first"), c.read("end"))
    # not before: the collector takes every word of the frame for a cell
    c.pause()
    c.jump(c.body)
