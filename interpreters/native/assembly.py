"""A program of the IR as one module of LLVM assembly.

module = Module(program, memory_size, depth_limit)
text = assembly(module)         # with one public function, @enter
"""

from __future__ import annotations

import platform
from collections.abc import Iterator

from getallenband.interpreters.compiled.state import ENDED, OPERANDS, SITE, STACK_GUARD, TOO_DEEP
from getallenband.interpreters.ir.ops import REAL_FUNCTIONS
from getallenband.interpreters.native.emit import LLVM_TYPES, result_type
from getallenband.interpreters.native.function import function_text
from getallenband.interpreters.native.module import Module

STACK_POINTERS = {"x86_64": "rsp", "AMD64": "rsp", "aarch64": "sp", "arm64": "sp"}
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
# A callee that is too deep cannot name the call: its caller does, and turns the status into ENDED, so that all other
# callers only pass it on.
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
# Code that is cached holds no address of this process.
SERVICE = """
@service.address = internal global ptr null
define internal i64 @service(i64 %site, i64 %fuel, ptr %state, ptr %memory) cold noinline nounwind {
  %function = load ptr, ptr @service.address
  %answer = tail call i64 %function(i64 %site, i64 %fuel, ptr %state, ptr %memory)
  ret i64 %answer
}
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


def assembly(module: Module) -> str:
    functions = [function_text(module, function) for function in module.program.functions.values()]
    helpers = [
        *tables(module),
        *leavers(module),
        FILL if module.needs_fill else "",
        LEFT,
        SERVICE,
        DECLARATIONS,
        *imports(module),
        *metadata(module),
    ]
    return "\n".join([*functions, entry(module), *helpers])


def imports(module: Module) -> list[str]:
    """Declare the functions of the C mathematical library that the code calls."""
    return [
        f'declare double @"math.{name}"({", ".join(["double"] * REAL_FUNCTIONS[name])}) willreturn memory(none)'
        for name in sorted(module.imported)
    ]


def tables(module: Module) -> list[str]:
    """Write the tables for indirect calls; null where a function has another signature, or its code is not taken."""
    texts, coded = [], module.program.coded()
    for signature, name in module.tables.items():
        entries = [
            f"ptr @f{code}" if code in coded and coded[code].signature == signature else "ptr null"
            for code in module.codes.values()
        ]
        texts.append(f"{name} = internal constant [{len(entries)} x ptr] [{', '.join(entries)}]")
    return texts


def leavers(module: Module) -> Iterator[str]:
    """Write the functions that note where the run ended, and the operands; calls of them are short."""
    for types, name in module.leavers.items():
        kinds = [LLVM_TYPES[type_] for type_ in types]
        operands = "".join(f", {kind} %v{number}" for number, kind in enumerate(kinds))
        yield f"define internal fastcc void {name}(ptr %state, i64 %site{operands}) cold noinline nounwind {{"
        yield f"  %site.word = getelementptr inbounds i64, ptr %state, i64 {SITE}"
        yield "  store i64 %site, ptr %site.word, align 8, !tbaa !2"
        for number, kind in enumerate(kinds):
            value = f"{kind} %v{number}"
            if kind == "i1":
                yield f"  %v{number}.word = zext i1 %v{number} to i64"
                value = f"i64 %v{number}.word"
            yield f"  %v{number}.place = getelementptr inbounds i64, ptr %state, i64 {OPERANDS + number}"
            yield f"  store {value}, ptr %v{number}.place, align 8, !tbaa !2"
        yield "  ret void\n}"


def entry(module: Module) -> str:
    """Write the public function, which calls the entry function at depth 0 and returns its status."""
    first = module.program.functions[module.program.entry]
    kind = result_type(first.returns)
    return (
        # noalias, here and in function.SHARED: run.py gives three buffers of their own; memory shared with the words
        # would let LLVM keep stale values.
        "define i32 @enter(ptr noalias %state, ptr noalias %counts, ptr noalias %memory, i64 %fuel, i64 %room, "
        "ptr %service) {\n"
        "  store ptr %service, ptr @service.address\n"
        "  %sp = call i64 @llvm.read_register.i64(metadata !1)\n"
        "  %guard = sub i64 %sp, %room\n"
        f"  %word = getelementptr i64, ptr %state, i64 {STACK_GUARD}\n"
        "  store i64 %guard, ptr %word, align 8\n"
        f"  %answer = call fastcc {kind} @f{module.codes[first.name]}"
        "(ptr %state, ptr %counts, ptr %memory, i64 %fuel, i64 0)\n"
        f"  %status = extractvalue {kind} %answer, 0\n"
        "  ret i32 %status\n}"
    )


def metadata(module: Module) -> list[str]:
    """Write what LLVM may assume: cold branches, and that shared words, and static arrays, do not overlap."""
    register = STACK_POINTERS[platform.machine()]
    lines = [
        '!0 = !{!"branch_weights", i32 1048575, i32 1}',
        f'!1 = !{{!"{register}"}}',
        "!2 = !{!3, !3, i64 0}",
        '!3 = !{!"shared", !1000000}',
        "!4 = !{!5, !5, i64 0}",
        '!5 = !{!"memory", !1000000}',
        # a number beyond the tags of all regions, of which each takes two (module.region_tags)
        '!1000000 = !{!"words"}',
    ]
    apart = module.program.subscripted()  # no store by an address reaches them; calls of Python may
    for name, tag in module.region_tags.items():
        lines.append(f"!{tag} = !{{!{tag + 1}, !{tag + 1}, i64 0}}")
        # LLVM lets a tag alias its ancestors and descendants only: a region beside "memory" is apart from accesses by
        # address
        parent = 1000000 if name in apart else 5
        lines.append(f'!{tag + 1} = !{{!"region {tag}", !{parent}, i64 0}} ; {name!r}')
    return lines
