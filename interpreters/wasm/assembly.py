"""A program of the IR as one function of LLVM assembly that can pause.

text = assembly(PausingModule(program, memory_size, depth_limit))     # with one public function, @run

`run` loads the control words, jumps to the block that they name, and stores them again when it returns: ENDED, or
PAUSED. Between two calls everything is in linear memory.
"""

from __future__ import annotations

from interpreters.ir.ops import REAL_FUNCTIONS
from interpreters.native.assembly import DECLARATIONS, FILL, metadata
from interpreters.native.state import ACTIVATION, BLOCK, DEPTH, FRAME, FUEL, GATE, LANDING
from interpreters.wasm.emit import FRAME_TAG
from interpreters.wasm.frames import CALLER, CODE
from interpreters.wasm.function import function_lines
from interpreters.wasm.gates import gated, routes, sent
from interpreters.wasm.module import PausingModule, Point

ENDED, PAUSED = 0, 1
REGISTERS = {"fuel": FUEL, "depth": DEPTH, "next": BLOCK}
"""What `run` keeps in machine registers, and the words that hold it between two runs."""
MULTIPLY = """
define internal {i64, i1} @multiply(i64 %left, i64 %right) alwaysinline nounwind {
  %product = mul i64 %left, %right
  %left.up = add i64 %left, 2147483648
  %right.up = add i64 %right, 2147483648
  %both = or i64 %left.up, %right.up
  %small = icmp ult i64 %both, 4294967296
  br i1 %small, label %done, label %large
large:
  %much = call i1 @overflows(i64 %left, i64 %right)
  br label %done
done:
  %over = phi i1 [false, %0], [%much, %large]
  %first = insertvalue {i64, i1} poison, i64 %product, 0
  %second = insertvalue {i64, i1} %first, i1 %over, 1
  ret {i64, i1} %second
}
define internal i1 @overflows(i64 %left, i64 %right) noinline optnone nounwind {
  %none = icmp eq i64 %right, 0
  br i1 %none, label %fits, label %some
some:
  %product = mul i64 %left, %right
  %turned = icmp eq i64 %right, -1
  br i1 %turned, label %negated, label %divide
negated:
  %least = icmp eq i64 %left, -9223372036854775808
  ret i1 %least
divide:
  %quotient = sdiv i64 %product, %right
  %other = icmp ne i64 %quotient, %left
  ret i1 %other
fits:
  ret i1 false
}
"""
"""Multiplication without the product of 128 bits that LLVM would call for.

The second function is left as it is: LLVM would see through it, and call for the product again.
"""


def assembly(module: PausingModule) -> str:
    functions = module.program.functions
    module.point(Point(module.program.entry, f"enter{module.codes[module.program.entry]}", 0))
    blocks = [line for function in functions.values() for line in function_lines(module, function)]
    blocks += unwinding(module)
    numbers = {point.name: number for number, point in enumerate(module.points, start=1)}
    runtime = any(function.routine for function in functions.values())
    route, gates = (dict(zip(numbers, numbers, strict=True)), {}) if runtime else routes(blocks, list(numbers))
    begin = [*beginning(module), *sent(numbers, "continue", route, "ended")]
    imports = [
        f'declare double @"math.{name}"({", ".join(["double"] * REAL_FUNCTIONS[name])}) willreturn memory(none)'
        for name in sorted(module.imported)
    ]
    helpers = [FILL if module.needs_fill else "", MULTIPLY, DECLARATIONS, *imports, *metadata(module), *frame_tag()]
    head = ['target triple = "wasm32-unknown-unknown"', "declare i64 @service(i64, i64)"]
    return "\n".join([*head, *begin, *gated(numbers, blocks, gates), *endings(), "}", *helpers])


def beginning(module: PausingModule) -> list[str]:
    """Write how `run` begins, up to the switch through which it comes to a block."""
    at = module.at
    return [
        "define i32 @run() nounwind {",
        f"  %counts = inttoptr i32 {at.counters} to ptr",
        f"  %state = inttoptr i32 {at.words} to ptr",
        f"  %memory = inttoptr i32 {at.memory} to ptr",
        "  %site = alloca i64, align 8",
        "  %frame = alloca ptr, align 4",
        *(line for name in REGISTERS for line in load_register(name)),
        *word("gate", GATE),
        *word("frame.begin", FRAME),
        "  %frame.at = load i64, ptr %frame.begin, align 8, !tbaa !2",
        "  %frame.pointer = inttoptr i64 %frame.at to ptr",
        "  store ptr %frame.pointer, ptr %frame, align 4",
        "  br label %continue",
        "continue:",
        "  %continue.number = load i64, ptr %next, align 8",
    ]


def word(name: str, number: int) -> list[str]:
    """Write the address of a control word as a value of this name."""
    return [f"  %{name} = getelementptr inbounds i64, ptr %state, i64 {number}"]


def load_register(name: str) -> list[str]:
    return [
        f"  %{name} = alloca i64, align 8",
        *word(f"{name}.begin", REGISTERS[name]),
        f"  %{name}.old = load i64, ptr %{name}.begin, align 8, !tbaa !2",
        f"  store i64 %{name}.old, ptr %{name}, align 8",
    ]


def store_register(name: str) -> list[str]:
    return [
        *word(f"{name}.end", REGISTERS[name]),
        f"  %{name}.new = load i64, ptr %{name}, align 8",
        f"  store i64 %{name}.new, ptr %{name}.end, align 8, !tbaa !2",
    ]


def endings() -> list[str]:
    """Write the blocks that return from `run`, after storing what it kept in machine registers."""
    return [
        "ended:",
        "  br label %leave",
        "paused:",
        "  br label %leave",
        "leave:",
        f"  %answer = phi i32 [{ENDED}, %ended], [{PAUSED}, %paused]",
        *(line for name in REGISTERS for line in store_register(name)),
        *word("frame.end", FRAME),
        "  %frame.last = load ptr, ptr %frame, align 4",
        "  %frame.new = ptrtoint ptr %frame.last to i64",
        "  store i64 %frame.new, ptr %frame.end, align 8, !tbaa !2",
        "  ret i32 %answer",
    ]


def unwinding(module: PausingModule) -> list[str]:
    """Write the search for the activation that an Unwind names, from frame to frame."""
    landing = {code: function for code, function in enumerate(module.program.functions.values()) if function.identity}
    cases = " ".join(f"i64 {code}, label %unwind.{code}" for code in landing)
    lines = [
        "unwind:",
        "  %unwind.frame = load ptr, ptr %frame, align 4",
        *cell("unwind.code", CODE),
        *word("wanted.word", ACTIVATION),
        "  %wanted = load i64, ptr %wanted.word, align 8, !tbaa !2",
        *word("landing.word", LANDING),
        "  %landing = load i64, ptr %landing.word, align 8, !tbaa !2",
        f"  switch i64 %unwind.code, label %unwind.up [{cases}]",
        "unwind.up:",
        *cell("unwind.caller", CALLER),
        "  %unwind.depth = load i64, ptr %depth, align 8",
        "  %unwind.less = sub i64 %unwind.depth, 1",
        "  store i64 %unwind.less, ptr %depth, align 8",
        "  %unwind.next = inttoptr i64 %unwind.caller to ptr",
        "  store ptr %unwind.next, ptr %frame, align 4",
        "  %unwind.none = icmp eq i64 %unwind.caller, 0",
        "  br i1 %unwind.none, label %ended, label %unwind",
    ]
    for code, function in landing.items():
        frame = module.frames[function.name]
        targets = " ".join(
            f"i64 {number}, label %f{code}.b{list(function.blocks).index(label)}"
            for number, label in function.landings.items()
        )
        lines += [
            f"unwind.{code}:",
            *cell(f"identity.{code}", frame.locals[function.identity or ""]),
            f"  %found.{code} = icmp eq i64 %identity.{code}, %wanted",
            f"  br i1 %found.{code}, label %land.{code}, label %unwind.up",
            f"land.{code}:",
            f"  switch i64 %landing, label %unwind.up [{targets}]",
        ]
    return lines


def cell(name: str, offset: int) -> list[str]:
    """Write a load of a cell of the frame that is looked at."""
    return [
        f"  %{name}.cell = getelementptr inbounds i8, ptr %unwind.frame, i32 {offset}",
        f"  %{name} = load i64, ptr %{name}.cell, align 8, !tbaa !{FRAME_TAG}",
    ]


def frame_tag() -> list[str]:
    """Write what LLVM may assume of frames: they overlap no other words."""
    return [
        f"!{FRAME_TAG} = !{{!{FRAME_TAG + 1}, !{FRAME_TAG + 1}, i64 0}}",
        f'!{FRAME_TAG + 1} = !{{!"frames", !1000000}}',
    ]
