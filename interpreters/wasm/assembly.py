"""A program of the IR as a module of WebAssembly that can pause: a function for each of its functions, and `run`.

    wasm = assembly(PausingModule(program, memory_size, depth_limit))     # exports run

`run` calls the function whose node is next, until none is: it returns ENDED or PAUSED. Between two calls of `run`
everything is in linear memory.
"""

from __future__ import annotations

from getallenband.interpreters.compiled.state import ACTIVATION, BLOCK, DEPTH, FRAME, LANDING
from getallenband.interpreters.ir.ops import FULL_LOW, REAL_FUNCTIONS
from getallenband.interpreters.ir.program import Function
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.wasm.emit import ModuleCode
from getallenband.interpreters.wasm.frames import CALLER, CODE
from getallenband.interpreters.wasm.function import function_body
from getallenband.interpreters.wasm.instructions import VALUE_TYPES, Code, unsigned, vector
from getallenband.interpreters.wasm.module import OVER, PAUSE, PausingModule
from getallenband.interpreters.wasm.operations.control import PART_TYPE

ENDED, PAUSED = 0, 1
INT, REAL, BOOL = (VALUE_TYPES[kind] for kind in (Type.INT, Type.REAL, Type.BOOL))
TYPES = [
    ([INT, INT], INT), ([BOOL, INT], INT), ([], BOOL), ([INT, INT], BOOL), ([], INT), ([REAL], REAL),
    ([REAL, REAL], REAL),
]  # fmt: skip
"""The types of `service`, of the program's functions (PART_TYPE), `run`, `overflows`, `unwind`, and of mathematical
functions of one and of two numbers."""
SERVICE_TYPE, RUN_TYPE, OVERFLOWS_TYPE, UNWIND_TYPE = 0, 2, 3, 4
MATHEMATICAL_TYPES = {1: 5, 2: 6}


def assembly(module: PausingModule) -> bytes:
    """Write a program; raise TooLargeToCompile for one that browsers would not load."""
    functions = [function_body(module, function) for function in module.program.functions.values()]
    types = [OVERFLOWS_TYPE, UNWIND_TYPE, *[PART_TYPE] * len(functions), RUN_TYPE]
    first, count = module.unwind + 1, len(functions)
    imports = [name("env") + name("__linear_memory") + b"\x02\x00\x01", imported("service", SERVICE_TYPE)]
    imports += [imported(f"math.{each}", MATHEMATICAL_TYPES[REAL_FUNCTIONS[each]]) for each in module.imported]
    # the table of functions by their codes, for indirect calls
    elements = b"\x00\x41" + unsigned(0) + b"\x0b" + vector(unsigned(first + code) for code in range(count))
    sections = {
        1: vector(b"\x60" + vector(bytes([kind]) for kind in taken) + bytes([1, given]) for taken, given in TYPES),
        2: vector(imports),
        3: vector(map(unsigned, types)),
        4: vector([b"\x70\x00" + unsigned(count)]),
        7: vector([name("run") + b"\x00" + unsigned(first + count)]),
        9: vector([elements]),
        10: vector([overflows(), unwinder(module), *functions, driver(module)]),
    }  # fmt: skip
    return b"\x00asm\x01\x00\x00\x00" + b"".join(
        bytes([number]) + unsigned(len(content)) + content for number, content in sections.items()
    )


def name(text: str) -> bytes:
    return unsigned(len(text)) + text.encode()


def imported(text: str, type_: int) -> bytes:
    """Return the import of a function."""
    return name("env") + name(text) + b"\x00" + unsigned(type_)


def driver(module: PausingModule) -> bytes:
    """Write `run`: what is next is a node of the innermost activation, or (negative) enters a function.

    Where no node is noted, the run begins or is over.
    """
    code, node = ModuleCode(module), 0
    code.load_word(BLOCK)
    code.put(node)
    code.get(node)
    code.do("i64.eqz")
    with code.block("if"):
        code.int64(module.enter(module.program.entry))
        code.put(node)
    with code.block("loop") as again:
        code.int32(0)
        code.get(node)
        write_code_of(code, module, node)
        code.call_from_table(PART_TYPE)
        code.put(node)
        code.get(node)
        code.int64(PAUSE)
        code.do("i64.eq")
        with code.block("if"):
            code.int32(PAUSED)
            code.do("return")
        code.get(node)
        code.int64(OVER)
        code.do("i64.ne")
        code.jump_if(again)
    code.store_word(BLOCK, 0)
    code.int32(ENDED)
    return code.body([INT])


def write_code_of(code: ModuleCode, module: PausingModule, node: int) -> None:
    """Write the code of the function that is entered, or else of the innermost activation's."""
    entry = module.program.entry
    code.get(node)
    code.int64(0)
    code.do("i64.lt_s")
    with code.block("if", BOOL):
        code.int64(module.enter(entry) + module.codes[entry])
        code.get(node)
        code.do("i64.sub", "i32.wrap_i64")
        code.otherwise()
        code.load_word(FRAME)
        code.do("i32.wrap_i64")
        code.access("i64.load", CODE)
        code.do("i32.wrap_i64")


def overflows() -> bytes:
    """Write whether the product of two integers leaves 64 bits: it is divided again where they are not both small."""
    code, left, right = Code(), 0, 1
    for factor in (left, right):
        code.get(factor)
        code.int64(2**31)
        code.do("i64.add")
    code.do("i64.or")
    code.int64(2**32)
    code.do("i64.lt_u")
    code.get(right)
    code.do("i64.eqz", "i32.or")
    with code.block("if"):
        code.int32(0)
        code.do("return")
    code.get(right)
    code.int64(-1)
    code.do("i64.eq")
    with code.block("if"):
        code.get(left)
        code.int64(FULL_LOW)
        code.do("i64.eq", "return")
    code.get(left)
    code.get(right)
    code.do("i64.mul")
    code.get(right)
    code.do("i64.div_s")
    code.get(left)
    code.do("i64.ne")
    return code.body([])


def unwinder(module: PausingModule) -> bytes:
    """Write the search for the activation that an Unwind names, from frame to frame; its answer is what is next."""
    code, frame = ModuleCode(module), 0
    code.load_word(FRAME)
    code.do("i32.wrap_i64")
    code.put(frame)
    with code.block("loop") as again:
        for function in module.program.functions.values():
            if function.identity:
                write_landings(code, module, function, frame)
        code.word(DEPTH)
        code.load_word(DEPTH)
        code.int64(1)
        code.do("i64.sub")
        code.access("i64.store")
        code.get(frame)
        code.access("i64.load", CALLER)
        code.do("i32.wrap_i64")
        code.put(frame)
        code.word(FRAME)
        code.get(frame)
        code.do("i64.extend_i32_u")
        code.access("i64.store")
        code.get(frame)
        code.jump_if(again)
    code.int64(OVER)
    return code.body([BOOL])


def write_landings(code: ModuleCode, module: PausingModule, function: Function, frame: int) -> None:
    """Write the return of a landing, if the frame is of this function and of the activation that is wanted."""
    code.get(frame)
    code.access("i64.load", CODE)
    code.int64(module.codes[function.name])
    code.do("i64.eq")
    code.get(frame)
    code.access("i64.load", module.frames[function.name].locals[function.identity or ""])
    code.load_word(ACTIVATION)
    code.do("i64.eq", "i32.and")
    with code.block("if"):
        for landing, label in function.landings.items():
            code.load_word(LANDING)
            code.int64(landing)
            code.do("i64.eq")
            with code.block("if"):
                code.int64(module.numbers[function.name, label])
                code.do("return")
