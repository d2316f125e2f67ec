"""Write LLVM assembly for one function: lines in order, cold code after them.

    emit = Emitter(module, "f0", function)
    total = emit.let("add i64 %r1, %r2")      # "%t1", and the line "%t1 = add i64 %r1, %r2"
    emit.ask_unless(emit.let(f"icmp sle i64 {total}, 77"), site)

Registers of the IR are named %r0, %r1 …, locals are stack slots %l0, %l1 …, blocks b0, b1 …. The fuel (statements
that may still run before Python must be asked) is a stack slot, %fuel. LLVM turns all slots into machine registers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from getallenband.interpreters.compiled.state import OPERANDS, SITE, SiteKind
from getallenband.interpreters.ir.inspection import source_locals
from getallenband.interpreters.ir.ops import Label, Register
from getallenband.interpreters.ir.program import Function
from getallenband.interpreters.ir.types import UNDEFINED_INT, UNDEFINED_REAL_BITS, Type, real_bits
from getallenband.interpreters.native.module import Module

LLVM_TYPES: dict[Type, str] = {Type.INT: "i64", Type.REAL: "double", Type.BOOL: "i1"}
UNDEFINED: dict[Type, str] = {
    Type.INT: str(UNDEFINED_INT), Type.REAL: f"0x{UNDEFINED_REAL_BITS:016X}", Type.BOOL: "false",
}  # fmt: skip
LIKELY = ", !prof !0"


def real_text(value: float) -> str:
    return f"0x{real_bits(value):016X}"


def result_type(returns: Type | None) -> str:
    """Return the LLVM type of a function's result: status, fuel, and the result itself if there is one."""
    return "{i32, i64}" if returns is None else f"{{i32, i64, {LLVM_TYPES[returns]}}}"


class Emitter:
    """The assembly of one function while it grows."""

    def __init__(self, module: Module, function: Function) -> None:
        self.module, self.function = module, function
        self.lines: list[str] = []
        self.cold: list[str] = []
        self.temporaries = 0
        self.names = {label: f"b{number}" for number, label in enumerate(function.blocks)}
        self.never_inlined = False
        self.slots = {local: f"%l{number}" for number, local in enumerate(function.locals)}
        self.constants: dict[Register, str] = {}
        self.label = function.entry
        self.index = 0

    # values

    def read(self, register: Register) -> str:
        return self.constants.get(register) or f"%r{register}"

    def constant(self, register: Register) -> int | None:
        """Return the value of an integer constant; None for any other integer."""
        text = self.constants.get(register)
        return None if text is None else int(text)

    def typed(self, register: Register) -> str:
        """Return a register's value with its LLVM type before it."""
        return f"{LLVM_TYPES[self.function.registers[register]]} {self.read(register)}"

    def type(self, register: Register) -> Type:
        return self.function.registers[register]

    def local(self, name: str) -> str:
        """Return what follows the type where a local variable is loaded or stored: its place."""
        return f"ptr {self.slots[name]}, align 8"

    def depth(self) -> str:
        """Return the number of active calls."""
        return "%depth"

    # lines

    def line(self, text: str) -> None:
        """Add an instruction that has no value."""
        self.lines.append(f"  {text}")

    def let(self, text: str) -> str:
        """Add an instruction and return the name of its value."""
        self.temporaries += 1
        name = f"%t{self.temporaries}"
        self.lines.append(f"  {name} = {text}")
        return name

    def set(self, register: Register, text: str) -> None:
        """Add the instruction whose value a register of the IR is."""
        self.lines.append(f"  %r{register} = {text}")

    def fresh(self, hint: str) -> str:
        self.temporaries += 1
        return f"{hint}{self.temporaries}"

    def begin(self, name: str) -> None:
        self.lines.append(f"{name}:")

    # shared words

    def counter(self, label: Label) -> str:
        """Return what follows the type where the counter of a block is loaded or stored."""
        number = self.module.counter(self.function.name, label)
        return f"ptr {self.let(f'getelementptr inbounds i64, ptr %counts, i64 {number}')}, align 8, !tbaa !2"

    def word(self, number: int) -> str:
        return self.let(f"getelementptr inbounds i64, ptr %state, i64 {number}")

    def load_word(self, number: int) -> str:
        return self.let(f"load i64, ptr {self.word(number)}, align 8, !tbaa !2")

    def store_word(self, number: int, value: str, kind: str = "i64") -> None:
        self.line(f"store {kind} {value}, ptr {self.word(number)}, align 8, !tbaa !2")

    def store_operands(self, registers: Sequence[Register]) -> None:
        """Store values where Python finds them; a truth value as 0 or 1."""
        for number, register in enumerate(registers):
            kind, value = LLVM_TYPES[self.type(register)], self.read(register)
            if kind == "i1":
                kind, value = "i64", self.let(f"zext i1 {value} to i64")
            self.store_word(OPERANDS + number, value, kind)

    # leaving

    def site(self, kind: SiteKind, message: str = "", registers: Sequence[Register] = ()) -> int:
        """Give this point of the program a number that Python can look up."""
        types = tuple(self.type(register) for register in registers)
        return self.module.site(kind, self.function, self.label, self.index, message, types)

    def leave(self, site: int, registers: Sequence[Register] = ()) -> None:
        """End the run at a site, whose message shows these registers."""
        leaver = self.module.leaver(tuple(self.type(register) for register in registers))
        operands = "".join(f", {self.typed(register)}" for register in registers)
        self.line(f"call fastcc void {leaver}(ptr %state, i64 {site}{operands}) cold")
        self.line("br label %ended")

    @contextmanager
    def unlikely(self, condition: str) -> Iterator[str]:
        """Branch to cold code, which the caller writes, unless the condition holds; yield the block to continue in."""
        away, on = self.fresh("no"), self.fresh("ok")
        self.line(f"br i1 {condition}, label %{on}, label %{away}{LIKELY}")
        with self.in_cold_code():
            self.begin(away)
            yield on
        self.begin(on)

    @contextmanager
    def in_cold_code(self) -> Iterator[None]:
        """Write at the end of the function."""
        hot, self.lines = self.lines, self.cold
        yield
        self.lines = hot

    def ask_unless(self, condition: str, site: int) -> None:
        """Ask Python what to do, and end the run if it says so, unless the condition holds."""
        with self.unlikely(condition) as on:
            self.ask(site, on)

    def ask(self, site: int, on: str) -> None:
        """Call Python; it returns the fuel to continue with in block `on`, or a negative number to end the run.

        Granting fuel touches nothing that the program can reach, so values may stay in registers across that call.
        """
        fuel = self.let("load i64, ptr %fuel, align 8")
        shared, effects = "ptr %state, ptr %memory", ""
        # sound only as long as refuel (run.py) grants by Python's own numbers: of words, counters and memory LLVM may
        # hold newer values in registers meanwhile
        if self.module.sites[site].kind == "budget":
            shared, effects = "ptr null, ptr null", " nofree nosync willreturn memory(inaccessiblemem: readwrite)"
        answer = self.let(f"call i64 @service(i64 {site}, i64 {fuel}, {shared}) cold nounwind{effects}")
        self.line(f"store i64 {answer}, ptr %fuel, align 8")
        continues = self.let(f"icmp sge i64 {answer}, 0")
        self.line(f"br i1 {continues}, label %{on}, label %ended{LIKELY}")

    def store_variables(self, first: int) -> None:
        """Store the source text's variables of this call, from this word on."""
        for number, local in enumerate(source_locals(self.module.program, self.function), start=first):
            kind = LLVM_TYPES[self.function.locals[local]]
            self.store_word(number, self.let(f"load {kind}, {self.local(local)}"), kind)

    def end_site(self, site: int) -> None:
        self.store_word(SITE, str(site))

    def return_with(self, status: str, value: Register | None = None) -> None:
        """Return from the function with a status, the fuel that is left, and a result if there is one.

        A function that may be inlined has one block that returns: LLVM then sees the status of each way to it.
        """
        # of several returns LLVM makes one of a whole structure, whose status it does not follow: Jensen's device took
        # 2.8 times C's time, and takes 1.6
        if self.never_inlined:
            self.write_return(status, None if value is None else self.typed(value))
            return
        self.line(f"store i32 {status}, ptr %status, align 4")
        if value is not None:
            self.line(f"store {self.typed(value)}, ptr %result, align 8")
        self.line("br label %return")

    def write_return(self, status: str, result: str | None) -> None:
        """Return a status, the fuel, and perhaps a result with its type."""
        kind = result_type(self.function.returns)
        returned = self.let(f"insertvalue {kind} poison, i32 {status}, 0")
        returned = self.let(f"insertvalue {kind} {returned}, i64 {self.let('load i64, ptr %fuel, align 8')}, 1")
        if result is not None:
            returned = self.let(f"insertvalue {kind} {returned}, {result}, 2")
        self.line(f"ret {kind} {returned}")
