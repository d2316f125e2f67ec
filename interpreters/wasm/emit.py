"""Write LLVM assembly for one function of the IR: its locals are in a frame in memory.

    emit = PausingEmitter(module, function)
    emit.begin_operations(label)         # after the mark: load what the block reads that others wrote

Machine registers in the end: %fuel, %frame, %depth (in a word each while other functions run) and %next (the number of
the block to continue with).
"""

from __future__ import annotations

from interpreters.ir.fields import reads, result
from interpreters.ir.ops import Label, Register
from interpreters.ir.program import Function
from interpreters.native.emit import LIKELY, LLVM_TYPES, Emitter
from interpreters.native.state import BLOCK, DEPTH, FRAME, FUEL
from interpreters.wasm.module import PausingModule

FRAME_TAG = 999_998
OVER, PAUSE = 0, -1
"""What a function answers when the run has ended or pauses; otherwise it says what is next."""
REGISTERS = {"fuel": ("i64", FUEL), "depth": ("i64", DEPTH), "frame": ("ptr", FRAME)}
"""What a function keeps in machine registers, and the words that hold it while others run."""


class PausingEmitter(Emitter):
    """The assembly of one function while it grows."""

    module: PausingModule

    def __init__(self, module: PausingModule, function: Function) -> None:
        super().__init__(module, function, f"f{module.codes[function.name]}.")
        self.frame = module.frames[function.name]
        self.frame_pointer = ""
        self.loaded: dict[Register, str] = {}

    # frames

    def begin_operations(self, label: Label) -> None:
        """Load the frame's address and the registers that this block reads and others wrote."""
        operations = self.function.blocks[label].operations
        own = {result(operation) for operation in operations}
        self.load_frame()
        self.loaded = {}
        for register in dict.fromkeys(read for operation in operations for read in reads(operation)):
            if register in self.frame.registers and register not in own:
                kind = LLVM_TYPES[self.type(register)]
                self.loaded[register] = self.let(f"load {kind}, {self.cell(self.frame.registers[register])}")

    def load_frame(self) -> None:
        self.frame_pointer = self.let("load ptr, ptr %frame, align 4")

    def load_registers(self) -> None:
        for name, (kind, number) in REGISTERS.items():
            self.line(f"store {kind} {self.let(f'load {kind}, {self.shared(number)}')}, ptr %{name}, align 8")

    def store_registers(self) -> None:
        for name, (kind, number) in REGISTERS.items():
            self.line(f"store {kind} {self.let(f'load {kind}, ptr %{name}, align 8')}, {self.shared(number)}")

    def shared(self, number: int) -> str:
        return f"ptr {self.word(number)}, align 8, !tbaa !2"

    def call(self, text: str) -> str:
        """Emit a call of another function; its result is returned, and stored as the next block."""
        self.store_registers()
        answer = self.let(f"call i64 {text}")
        self.load_registers()
        self.line(f"store i64 {answer}, ptr %next, align 8")
        return answer

    def cell(self, offset: int, frame: str = "") -> str:
        """Return what follows the type where a cell of a frame, of this activation's, is loaded or stored."""
        pointer = self.let(f"getelementptr inbounds i8, ptr {frame or self.frame_pointer}, i32 {offset}")
        return f"ptr {pointer}, align 8, !tbaa !{FRAME_TAG}"

    # what differs from a function of its own

    def read(self, register: Register) -> str:
        return self.loaded.get(register) or super().read(register)

    def set(self, register: Register, text: str) -> None:
        super().set(register, text)
        if register in self.frame.registers:
            self.line(f"store {self.typed(register)}, {self.cell(self.frame.registers[register])}")

    def local(self, name: str) -> str:
        return self.cell(self.frame.locals[name])

    def depth(self) -> str:
        return self.let("load i64, ptr %depth, align 8")

    def ask(self, site: int, on: str) -> None:
        """Call the host; it returns the fuel to continue with in block `on`, or a negative number to end the run.

        The fuel that is left then stays.
        """
        fuel = self.let("load i64, ptr %fuel, align 8")
        answer = self.let(f"call i64 @service(i64 {site}, i64 {fuel}) cold nounwind")
        over = self.let(f"icmp sge i64 {answer}, 0")
        left = self.let(f"select i1 {over}, i64 {answer}, i64 {fuel}")
        self.line(f"store i64 {left}, ptr %fuel, align 8")
        self.line(f"br i1 {over}, label %{on}, label %ended{LIKELY}")

    def pause_unless(self, condition: str, number: int) -> None:
        """Return from `run`, to continue with the block of this number, unless the condition holds."""
        with self.unlikely(condition):
            self.store_word(BLOCK, str(number))
            self.line("br label %paused")
