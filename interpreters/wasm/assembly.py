"""A program of the IR as LLVM assembly that can pause: a function for each of its functions, and `run`.

text = assembly(PausingModule(program, memory_size, depth_limit))     # with one public function, @run

`run` calls the function whose block is next, until none is: it returns ENDED or PAUSED. Between two calls of `run`
everything is in linear memory.
"""

from __future__ import annotations

from interpreters.native.assembly import DECLARATIONS, FILL, imports, leavers, metadata
from interpreters.native.state import ACTIVATION, BLOCK, DEPTH, FRAME, LANDING
from interpreters.wasm.emit import FRAME_TAG, OVER, PAUSE
from interpreters.wasm.frames import CALLER, CODE
from interpreters.wasm.function import function_lines
from interpreters.wasm.module import PausingModule

ENDED, PAUSED = 0, 1
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
    """Write a program; its runtime system comes first, so that it is nearly the same in all programs of a page."""
    functions = sorted(module.program.functions.values(), key=lambda function: not function.routine)
    written = [line for function in functions for line in function_lines(module, function)]
    helpers = [
        *leavers(module),
        FILL if module.needs_fill else "",
        MULTIPLY,
        DECLARATIONS,
        *imports(module),
        *metadata(module),
        *frame_tag(),
    ]
    head = ['target triple = "wasm32-unknown-unknown"', "declare i64 @service(i64, i64)"]
    return "\n".join([*head, *driver(module), *written, *unwinding(module), *helpers])


def driver(module: PausingModule) -> list[str]:
    """Write `run`: what is next is a block of the innermost activation, or (negative) enters a function.

    Where no block is noted, the run begins or is over.
    """
    codes = module.codes.values()
    cases = " ".join(f"i64 {code}, label %call.{code}" for code in codes)
    answers = ", ".join(f"[%answer.{code}, %call.{code}]" for code in codes)
    lines = [
        "define i32 @run() nounwind {",
        *word(module, "block", BLOCK),
        *word(module, "frame", FRAME),
        "  %first = load i64, ptr %block.word, align 8, !tbaa !2",
        "  %begins = icmp eq i64 %first, 0",
        f"  %begin = select i1 %begins, i64 {module.enter(module.program.entry)}, i64 %first",
        "  br label %go",
        "go:",
        "  %block = phi i64 [%begin, %0], [%answer, %called]",
        "  %frame = load ptr, ptr %frame.word, align 4, !tbaa !2",
        *cell("own", CODE),
        "  %entered = sub i64 -2, %block",
        "  %enters = icmp slt i64 %block, 0",
        "  %code = select i1 %enters, i64 %entered, i64 %own",
        f"  switch i64 %code, label %none [{cases}]",
    ]
    for code in codes:
        call = f"call i64 @part{code}(i32 0, i64 %block)"
        lines += [f"call.{code}:", f"  %answer.{code} = {call}", "  br label %called"]
    return [
        *lines,
        "called:",
        f"  %answer = phi i64 {answers}",
        f"  switch i64 %answer, label %go [i64 {OVER}, label %over i64 {PAUSE}, label %pause]",
        "pause:",
        f"  ret i32 {PAUSED}",
        "over:",
        "  store i64 0, ptr %block.word, align 8, !tbaa !2",
        f"  ret i32 {ENDED}",
        "none:",
        "  unreachable",
        "}",
    ]


def word(module: PausingModule, name: str, number: int) -> list[str]:
    """Write the address of a control word."""
    return [f"  %{name}.word = inttoptr i32 {module.at.word(number)} to ptr"]


def unwinding(module: PausingModule) -> list[str]:
    """Write the search for the activation that an Unwind names, from frame to frame: it finds where to go on."""
    landing = {code: function for code, function in enumerate(module.program.functions.values()) if function.identity}
    numbers = {point.name: number for number, point in enumerate(module.points, start=1)}
    cases = " ".join(f"i64 {code}, label %unwind.{code}" for code in landing)
    lines = [
        "define internal i64 @unwind() noinline nounwind {",
        *word(module, "frame", FRAME),
        *word(module, "depth", DEPTH),
        *word(module, "wanted", ACTIVATION),
        *word(module, "landing", LANDING),
        "  %wanted = load i64, ptr %wanted.word, align 8, !tbaa !2",
        "  %landing = load i64, ptr %landing.word, align 8, !tbaa !2",
        "  br label %look",
        "look:",
        "  %frame = load ptr, ptr %frame.word, align 4, !tbaa !2",
        *cell("code", CODE),
        f"  switch i64 %code, label %up [{cases}]",
        "up:",
        *cell("caller", CALLER),
        "  %depth = load i64, ptr %depth.word, align 8, !tbaa !2",
        "  %less = sub i64 %depth, 1",
        "  store i64 %less, ptr %depth.word, align 8, !tbaa !2",
        "  store i64 %caller, ptr %frame.word, align 8, !tbaa !2",
        "  %none = icmp eq i64 %caller, 0",
        "  br i1 %none, label %crash, label %look",
        "crash:",
        f"  ret i64 {OVER}",
    ]
    for code, function in landing.items():
        targets = {
            number: numbers[f"f{code}.b{list(function.blocks).index(label)}"]
            for number, label in function.landings.items()
        }
        ways = " ".join(f"i64 {number}, label %land.{code}.{number}" for number in targets)
        lines += [
            f"unwind.{code}:",
            *cell(f"identity.{code}", module.frames[function.name].locals[function.identity or ""]),
            f"  %found.{code} = icmp eq i64 %identity.{code}, %wanted",
            f"  br i1 %found.{code}, label %land.{code}, label %up",
            f"land.{code}:",
            f"  switch i64 %landing, label %up [{ways}]",
        ]
        for number, point in targets.items():
            lines += [f"land.{code}.{number}:", f"  ret i64 {point}"]
    return [*lines, "}"]


def cell(name: str, offset: int) -> list[str]:
    """Write a load of a cell of the frame that is looked at."""
    return [
        f"  %{name}.cell = getelementptr inbounds i8, ptr %frame, i32 {offset}",
        f"  %{name} = load i64, ptr %{name}.cell, align 8, !tbaa !{FRAME_TAG}",
    ]


def frame_tag() -> list[str]:
    """Write what LLVM may assume of frames: they overlap no other words."""
    return [
        f"!{FRAME_TAG} = !{{!{FRAME_TAG + 1}, !{FRAME_TAG + 1}, i64 0}}",
        f'!{FRAME_TAG + 1} = !{{!"frames", !1000000}}',
    ]
