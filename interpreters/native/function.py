"""A program of the IR as one module of LLVM assembly.

    module = ModuleText.of(program, memory_size, limits, service_address, mathematics)
    module.text          # assembly with one public function, @enter
    module.sites[12]     # what native code means by site 12
    module.counters      # {(function, block): index of its counter}

Each function takes the shared words, the counters, the program's memory, the fuel and its depth before its own
arguments. A block with statement marks begins by taking their number from the fuel (asking Python when it is not
enough) and adding one to its counter.
"""

from __future__ import annotations

import platform
import re
from collections.abc import Callable, Mapping
from typing import Any

from interpreters.ir import ops
from interpreters.ir.ops import Label, Statement
from interpreters.ir.program import Function, Program
from interpreters.ir.types import Type
from interpreters.native import operations
from interpreters.native.checks import SILENT
from interpreters.native.emit import ENDED, LIKELY, LLVM_TYPES, TOO_DEEP, UNDEFINED, UNWINDING, Emitter, result_type
from interpreters.native.loops import polled_blocks
from interpreters.native.state import ACTIVATION, LANDING, OPERANDS, POLL, SITE, STACK_GUARD, Layout, Site
from interpreters.native.terminators import TERMINATORS
from interpreters.transform.intervals import Knowledge
from interpreters.transform.ranges import Ranges

STACK_POINTERS = {"x86_64": "rsp", "AMD64": "rsp", "aarch64": "sp", "arm64": "sp"}
SHARED = "ptr noalias %state, ptr noalias captures(none) %counts, ptr noalias %memory, i64 %fuel.0, i64 %depth"
FILL = """
define internal fastcc void @fill(ptr %target, i64 %words, i64 %pattern) nounwind {
  %some = icmp sgt i64 %words, 0
  br i1 %some, label %loop, label %done
loop:
  %index = phi i64 [0, %0], [%next, %loop]
  %cell = getelementptr i64, ptr %target, i64 %index
  store i64 %pattern, ptr %cell, align 1
  %next = add i64 %index, 1
  %more = icmp slt i64 %next, %words
  br i1 %more, label %loop, label %done
done:
  ret void
}
"""
LEFT = f"""
define internal fastcc i32 @left(ptr %state, i32 %status, i64 %site, i64 %depth, i64 %code) cold noinline nounwind {{
  %deep = icmp eq i32 %status, {TOO_DEEP}
  br i1 %deep, label %end, label %pass
end:
  %site.word = getelementptr inbounds i64, ptr %state, i64 {SITE}
  store i64 %site, ptr %site.word, align 8, !tbaa !2
  %depth.word = getelementptr inbounds i64, ptr %state, i64 {OPERANDS}
  store i64 %depth, ptr %depth.word, align 8, !tbaa !2
  %code.word = getelementptr inbounds i64, ptr %state, i64 {OPERANDS + 1}
  store i64 %code, ptr %code.word, align 8, !tbaa !2
  ret i32 {ENDED}
pass:
  ret i32 %status
}}
"""
DECLARATIONS = """
declare i64 @llvm.read_register.i64(metadata)
declare i64 @llvm.umin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare {i64, i1} @llvm.sadd.with.overflow.i64(i64, i64)
declare {i64, i1} @llvm.ssub.with.overflow.i64(i64, i64)
declare {i64, i1} @llvm.smul.with.overflow.i64(i64, i64)
declare double @llvm.sqrt.f64(double)
declare double @llvm.floor.f64(double)
declare double @llvm.ceil.f64(double)
declare double @llvm.trunc.f64(double)
declare double @llvm.fabs.f64(double)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
"""


def snake_case(name: str) -> str:
    """Turn the name of an operation's class into its function's name."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


WRITERS: dict[type[ops.Operation], Callable[[Emitter, Any], None]] = {
    operation: getattr(operations, snake_case(operation.__name__))
    for operation in vars(ops).values()
    if isinstance(operation, type)
    and issubclass(operation, ops.Operation)
    and operation is not ops.Operation
    and operation not in ops.TERMINATORS
}
WRITERS.update(TERMINATORS)


class ModuleText:
    """The assembly of a program, and what Python needs to understand its run."""

    def __init__(
        self, program: Program, memory_size: int, depth_limit: int, service: int, mathematics: Mapping[str, int]
    ) -> None:
        self.program, self.memory_size, self.depth_limit = program, memory_size, depth_limit
        self.service = f"inttoptr (i64 {service} to ptr)"
        self.library = mathematics
        self.layout = Layout.of(program)
        self.ranges = Ranges.of(program, memory_size)
        self.sites: list[Site] = []
        self.addresses = program.addresses()
        self.codes = {name: code for code, name in enumerate(program.functions)}
        self.any_tag = 4
        self.region_tags = {name: 6 + 2 * number for number, name in enumerate(program.regions)}
        self.counters: dict[tuple[str, Label], int] = {}
        self.tables: dict[tuple[tuple[Type, ...], Type | None], str] = {}
        self.needs_fill = False
        functions = [function_text(self, function) for function in program.functions.values()]
        helpers = [*self.table_texts(), FILL if self.needs_fill else "", LEFT, DECLARATIONS, *self.metadata()]
        self.text = "\n".join([*functions, self.entry_text(), *helpers])

    def counter(self, function: str, label: Label) -> int:
        """Return the number of a block's counter."""
        return self.counters.setdefault((function, label), len(self.counters))

    def signature_table(self, parameters: tuple[Type, ...], returns: Type | None) -> str:
        """Return the name of the table of functions with this signature, by their code."""
        return self.tables.setdefault((parameters, returns), f"@table{len(self.tables)}")

    def mathematics(self, name: str) -> str:
        """Return a function of the C mathematical library as a constant pointer."""
        return f"inttoptr (i64 {self.library[name]} to ptr)"

    def table_texts(self) -> list[str]:
        """Write the tables for indirect calls; null where a function has another signature."""
        texts = []
        for (parameters, returns), name in self.tables.items():
            entries = [
                f"ptr @f{code}"
                if (parameter_types(function), function.returns) == (parameters, returns)
                else "ptr null"
                for code, function in enumerate(self.program.functions.values())
            ]
            texts.append(f"{name} = internal constant [{len(entries)} x ptr] [{', '.join(entries)}]")
        return texts

    def entry_text(self) -> str:
        """Write the public function, which calls the entry function at depth 0 and gives back its status."""
        entry = self.program.functions[self.program.entry]
        kind = result_type(entry.returns)
        return (
            "define i32 @enter(ptr noalias %state, ptr noalias %counts, ptr noalias %memory, i64 %fuel, i64 %room) {\n"
            "  %sp = call i64 @llvm.read_register.i64(metadata !1)\n"
            "  %guard = sub i64 %sp, %room\n"
            f"  %word = getelementptr i64, ptr %state, i64 {STACK_GUARD}\n"
            "  store i64 %guard, ptr %word, align 8\n"
            f"  %answer = call fastcc {kind} @f{self.codes[entry.name]}"
            "(ptr %state, ptr %counts, ptr %memory, i64 %fuel, i64 0)\n"
            f"  %status = extractvalue {kind} %answer, 0\n"
            "  ret i32 %status\n}"
        )

    def metadata(self) -> list[str]:
        """Write what LLVM may assume: cold branches, and that shared words, and static arrays, do not overlap."""
        register = STACK_POINTERS[platform.machine()]
        lines = [
            '!0 = !{!"branch_weights", i32 1048575, i32 1}',
            f'!1 = !{{!"{register}"}}',
            "!2 = !{!3, !3, i64 0}",
            '!3 = !{!"shared", !1000000}',
            "!4 = !{!5, !5, i64 0}",
            '!5 = !{!"memory", !1000000}',
            '!1000000 = !{!"words"}',
        ]
        for name, tag in self.region_tags.items():
            lines.append(f"!{tag} = !{{!{tag + 1}, !{tag + 1}, i64 0}}")
            lines.append(f'!{tag + 1} = !{{!"region {tag}", !5, i64 0}} ; {name!r}')
        return lines


def parameter_types(function: Function) -> tuple[Type, ...]:
    """Return the types of a function's parameters."""
    return tuple(function.locals[parameter] for parameter in function.parameters)


def stays_apart(function: Function) -> bool:
    """Tell whether a function should never be copied into its callers.

    A copy of one that calls itself saves one call of many, and doubles the time to compile it; a copy of one that
    prints saves nothing that can be noticed, and takes machine registers from the loop around it.
    """
    operations = [operation for block in function.blocks.values() for operation in block.operations]
    return any(
        isinstance(operation, ops.DeferredHostCall | ops.HostCall)
        or (isinstance(operation, ops.Call) and operation.function == function.name)
        for operation in operations
    )


def function_text(module: ModuleText, function: Function) -> str:
    """Write a function: stack slots, blocks, the ways out, cold code."""
    emit = Emitter(module, function)
    parameters = "".join(
        f", {LLVM_TYPES[function.locals[parameter]]} %p{number}" for number, parameter in enumerate(function.parameters)
    )
    kind = result_type(function.returns)
    attributes = "nounwind noinline" if stays_apart(function) else "nounwind"
    head = f"define internal fastcc {kind} @f{module.codes[function.name]}({SHARED}{parameters}) {attributes} {{"
    emit.line("%fuel = alloca i64, align 8")
    emit.line("%status = alloca i32, align 4")
    for local, type_ in function.locals.items():
        emit.line(f"{emit.slots[local]} = alloca {LLVM_TYPES[type_]}, align 8")
        known = f"%p{function.parameters.index(local)}" if local in function.parameters else UNDEFINED[type_]
        emit.line(f"store {LLVM_TYPES[type_]} {known}, ptr {emit.slots[local]}, align 8")
    emit.line("store i64 %fuel.0, ptr %fuel, align 8")
    emit.line("%deeper = add i64 %depth, 1")
    guard, stack = emit.load_word(STACK_GUARD), emit.let("call i64 @llvm.read_register.i64(metadata !1)")
    room = emit.let(f"icmp ugt i64 {stack}, {guard}")
    shallow = emit.let(f"icmp sle i64 %depth, {module.depth_limit}")
    emit.line(
        f"br i1 {emit.let(f'and i1 {room}, {shallow}')}, label %{emit.names[function.entry]}, label %deep{LIKELY}"
    )
    polled = polled_blocks(function)
    for label in function.blocks:
        write_block(emit, label, label in polled)
    ways_out(emit)
    return "\n".join([head, *emit.lines, *emit.cold, "}"])


def write_block(emit: Emitter, label: Label, polled: bool) -> None:
    """Write a block: charge and count its statements, then its operations."""
    block = emit.function.blocks[label]
    emit.label = label
    emit.begin(emit.names[label])
    marks = [index for index, operation in enumerate(block.operations) if isinstance(operation, Statement)]
    emit.index = marks[0] if marks else 0
    if marks:
        fuel = emit.let("load i64, ptr %fuel, align 8")
        left = emit.let(f"sub i64 {fuel}, {len(marks)}")
        emit.charge(left, emit.site("budget"))
        counter = emit.module.counter(emit.function.name, label)
        pointer = emit.let(f"getelementptr inbounds i64, ptr %counts, i64 {counter}")
        times = emit.let(f"load i64, ptr {pointer}, align 8, !tbaa !2")
        emit.line(f"store i64 {emit.let(f'add i64 {times}, 1')}, ptr {pointer}, align 8, !tbaa !2")
    elif polled:
        left = emit.let(f"sub i64 {emit.load_word(POLL)}, 1")
        emit.store_word(POLL, left)
        emit.ask_unless(emit.let(f"icmp sge i64 {left}, 0"), emit.site("poll"))
    ranges = emit.module.ranges
    emit.checks.begin_block(
        Knowledge(ranges.scans[emit.function.name], ranges.begin.get((emit.function.name, label), {}), ranges.regions)
    )
    for index, operation in enumerate(block.operations):
        emit.index = index
        if not isinstance(operation, SILENT):
            emit.checks.flush()
        WRITERS[type(operation)](emit, operation)
        emit.checks.after(operation)


def ways_out(emit: Emitter) -> None:
    """Write the blocks in which calls that were left arrive, and in which a run that has ended passes through."""
    function = emit.function
    emit.lines, hot = emit.cold, emit.lines
    emit.begin("left")
    status = emit.let("load i32, ptr %status, align 4")
    if function.identity is not None:
        mine = emit.let(f"load i64, ptr {emit.slots[function.identity]}, align 8")
        meant = emit.let(f"icmp eq i64 {mine}, {emit.load_word(ACTIVATION)}")
        unwinding = emit.let(f"icmp eq i32 {status}, {UNWINDING}")
        emit.line(f"br i1 {emit.let(f'and i1 {meant}, {unwinding}')}, label %land, label %pass")
        emit.begin("land")
        landing = emit.load_word(LANDING)
        cases = " ".join(f"i64 {number}, label %{emit.names[label]}" for number, label in function.landings.items())
        emit.line(f"switch i64 {landing}, label %pass [{cases}]")
        emit.begin("pass")
    emit.give_back(status)
    emit.begin("ended")
    emit.give_back(str(ENDED))
    emit.begin("deep")
    emit.give_back(str(TOO_DEEP))
    emit.lines = hot
