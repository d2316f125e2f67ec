"""Terminators: jumps, and calls and returns over frames in memory.

A call lays out the callee's frame after its own and calls the callee's function. What a caller has to do after the
call is a node of its own, whose number is in the callee's frame. A function that returns answers that number; where
another number comes back, because the run pauses or ends or an Unwind went further, the caller leaves with it, too.
So WebAssembly's stack may be dropped at any time: `run` calls the function whose node is next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from getallenband.interpreters.compiled import state
from getallenband.interpreters.compiled.state import ACTIVATION, DEPTH, LANDING, OPERANDS, SITE
from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Label, Register
from getallenband.interpreters.wasm.emit import ANSWER, CELLS, FRAME, FUEL, NESTING, NUMBER, Emitter
from getallenband.interpreters.wasm.frames import CALLER, HEADER, RETURN

NESTED = 50
"""How deep functions of WebAssembly call each other; a deeper call goes through `run`."""
DENSE = 4
"""A switch is a table where at least one of so many numbers is a case."""
AFTER = "(after) "
PART_TYPE = 1
"""The number of the type of the program's functions."""


def returned(label: str) -> str:
    """Return the node after the call that ends a block."""
    return f"{AFTER}{label}"


def called(node: str) -> Label:
    """Return the block whose call comes before a node."""
    return Label(node.removeprefix(AFTER))


def jump(emit: Emitter, operation: ops.Jump) -> None:
    emit.go(operation.target)


def branch(emit: Emitter, operation: ops.Branch) -> None:
    emit.read(operation.condition)
    with emit.block("if"):
        emit.go(operation.yes)
    emit.go(operation.no)


def switch(emit: Emitter, operation: ops.Switch) -> None:
    """Of equal cases the first counts."""
    targets: dict[int, Label] = {}
    for case, label in operation.cases:
        targets.setdefault(case, label)
    if len(targets) > DENSE and max(targets) - min(targets) < DENSE * len(targets):
        switch_by_table(emit, operation, targets)
        return
    for case, label in targets.items():
        emit.read(operation.value)
        emit.int64(case)
        emit.do("i64.eq")
        with emit.block("if"):
            emit.go(label)
    emit.go(operation.default)


def switch_by_table(emit: Emitter, operation: ops.Switch, targets: dict[int, Label]) -> None:
    first, size = min(targets), max(targets) - min(targets) + 1
    ways = list(dict.fromkeys([*targets.values(), operation.default]))
    labels = {way: emit.begin("block") for way in reversed(ways)}
    emit.read(operation.value)
    emit.int64(first)
    emit.do("i64.sub")
    emit.put(NUMBER)
    write_index(emit, size)
    emit.jump_by_table(
        [labels[targets.get(first + number, operation.default)] for number in range(size)], labels[operation.default]
    )
    for way in ways:
        emit.end()
        emit.go(way)


def write_index(emit: Emitter, size: int) -> None:
    """Write NUMBER for a table of so many jumps; or the size, for what the table does not have."""
    emit.get(NUMBER)
    emit.int64(size)
    emit.get(NUMBER)
    emit.int64(size)
    emit.do("i64.lt_u", "select", "i32.wrap_i64")


def call(emit: Emitter, operation: ops.Call) -> None:
    title = emit.module.program.functions[operation.function].title
    push(emit, operation.arguments, emit.site("deep", title))
    number, part = emit.module.enter(operation.function), emit.module.part(operation.function)
    enter(emit, lambda: emit.int64(number), lambda: emit.call(part))


def call_indirect(emit: Emitter, operation: ops.CallIndirect) -> None:
    """Enter the function with this code; trap, or raise Crash, where none of this signature has it."""
    shown = () if operation.message else (operation.code,)
    message = operation.message or "an indirect call of code {0}"
    wrong = emit.site("trap" if operation.message else "crash", message, shown)
    wanted = emit.module.coded(operation.parameters, operation.returns)
    with emit.block("block") as right:
        with emit.block("block") as away:
            emit.read(operation.code)
            emit.put(NUMBER)
            write_index(emit, len(emit.module.codes))
            emit.jump_by_table((right if code in wanted else away for code in emit.module.codes.values()), away)
        emit.end_at(wrong, shown)
    push(emit, operation.arguments, emit.site("deep", registers=(operation.code,)))

    def number() -> None:
        emit.int64(-2)
        emit.read(operation.code)
        emit.do("i64.sub")

    def invoke() -> None:
        emit.read(operation.code)
        emit.do("i32.wrap_i64")
        emit.call_from_table(PART_TYPE)

    enter(emit, number, invoke)


def push(emit: Emitter, arguments: Sequence[Register], site: int) -> None:
    """Begin the callee's frame: where it returns to, this frame, the arguments."""
    end = emit.frame.size
    emit.get(FRAME)
    emit.int64(emit.module.numbers[emit.function.name, returned(emit.label)])
    emit.access("i64.store", end + RETURN)
    emit.get(FRAME)
    emit.get(FRAME)
    emit.do("i64.extend_i32_u")
    emit.access("i64.store", end + CALLER)
    for number, register in enumerate(arguments):
        emit.get(FRAME)
        emit.read(register)
        emit.access(f"{CELLS[emit.type(register)]}.store", end + HEADER + 8 * number)
    emit.word(state.FRAME)
    emit.get(FRAME)
    emit.int32(end)
    emit.do("i32.add", "i64.extend_i32_u")
    emit.access("i64.store")
    emit.add_to_word(DEPTH, 1)
    emit.store_word(SITE, site)


def enter(emit: Emitter, number: Callable[[], None], invoke: Callable[[], None]) -> None:
    """Call a function whose frame has begun, and go on where it says: after the call, as a rule."""
    number()
    emit.put(ANSWER)
    emit.get(NESTING)
    emit.int32(NESTED)
    emit.do("i32.ge_u")
    emit.jump_if(emit.over)
    emit.store_word_from(state.FUEL, FUEL)
    emit.get(NESTING)
    emit.int32(1)
    emit.do("i32.add")
    emit.get(ANSWER)
    invoke()
    emit.put(ANSWER)
    emit.load_word(state.FUEL)
    emit.put(FUEL)
    emit.get(ANSWER)
    after = returned(emit.label)
    emit.int64(emit.module.numbers[emit.function.name, after])
    emit.do("i64.ne")
    emit.jump_if(emit.over)
    emit.go(after)


def come_back(emit: Emitter, label: Label) -> None:
    """Write the node after the call that ends a block: it takes the result."""
    operation = emit.function.blocks[label].terminator
    assert isinstance(operation, ops.Call | ops.CallIndirect)
    if operation.result is not None:
        emit.take_result(operation.result)
    emit.go(operation.next)


def return_(emit: Emitter, operation: ops.Return) -> None:
    """Leave the result, and continue in the caller; from the entry function, say where the run ended."""
    if emit.function.name == emit.module.program.entry:
        emit.store_word(SITE, emit.site("end"))
    if operation.value is not None:
        emit.word(OPERANDS)
        emit.read(operation.value)
        emit.access(f"{CELLS[emit.type(operation.value)]}.store")
    emit.word(state.FRAME)
    emit.get(FRAME)
    emit.access("i64.load", CALLER)
    emit.access("i64.store")
    emit.add_to_word(DEPTH, -1)
    emit.get(FRAME)
    emit.access("i64.load", RETURN)
    emit.put(ANSWER)
    emit.jump(emit.left)


def unwind(emit: Emitter, operation: ops.Unwind) -> None:
    """Say where to continue, and look for the activation; this one is the first candidate."""
    for offset, kind, local in emit.frame_values():
        emit.store_cell(offset, kind, local)
    for number, register in ((ACTIVATION, operation.activation), (LANDING, operation.landing)):
        emit.word(number)
        emit.read(register)
        emit.access("i64.store")
    emit.store_word(SITE, emit.site("crash", "no activation to unwind to"))
    emit.call(emit.module.unwind)
    emit.put(ANSWER)
    emit.jump(emit.left)


def halt(emit: Emitter, _operation: ops.Halt) -> None:
    emit.end_at(emit.site("end"))


def trap(emit: Emitter, operation: ops.Trap) -> None:
    emit.end_at(emit.site("trap", operation.message, operation.values), operation.values)
