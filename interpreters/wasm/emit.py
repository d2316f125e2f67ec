"""Write WebAssembly for one function of the IR: its locals and registers are locals of WebAssembly, too.

    emit = Emitter(module, function)
    emit.read(3, 4)
    emit.do("i64.add")
    emit.set(5)                                     # register 5 := register 3 + register 4
    emit.trap_unless("{0} is too large", (5,))      # tests the truth value on the stack

The frame in memory holds what outlives a node only while the function is left: it is loaded where a run goes on in the
middle of the function, and stored where the function is left but by a return. Of a large function it holds them always.
"""

from __future__ import annotations

from collections.abc import Sequence

from getallenband.interpreters.compiled.state import OPERANDS, SiteKind
from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.fields import reads, result
from getallenband.interpreters.ir.ops import FULL_HIGH, FULL_LOW, Operation, Register
from getallenband.interpreters.ir.program import Function
from getallenband.interpreters.ir.types import UNDEFINED_INT, UNDEFINED_REAL_BITS, Type, real_bits
from getallenband.interpreters.wasm.instructions import VALUE_TYPES, Code
from getallenband.interpreters.wasm.module import PausingModule

NESTING, BEGIN = 0, 1
"""The parameters of a function: how many others of WebAssembly it is nested in, and the node to begin with."""
ANSWER, FUEL, NUMBER, OTHER, REAL, FRAME, SOUGHT, ADDRESS = range(2, 10)
"""Its own locals: what it will answer, the fuel, two for any number and one for any real, the address of its frame, the
node that is sought (0: none), an address in memory."""
OWN = [*[VALUE_TYPES[Type.INT]] * 4, VALUE_TYPES[Type.REAL], *[VALUE_TYPES[Type.BOOL]] * 3]
CELLS = {Type.INT: "i64", Type.REAL: "f64", Type.BOOL: "i32"}
LARGE = 150
"""Blocks from which on a function is large. A run may go on at any of them: engines join all values that are loaded
there with those of the block before, and their optimised code grows with the product. (The limit may as well be 80 or
300. From 800 nodes with calls on, frames were faster in V8; with 7,600 nodes and 60 locals it took minutes without.)"""


class ModuleCode(Code):
    """Code of a module, which reads and writes its control words."""

    def __init__(self, module: PausingModule) -> None:
        super().__init__()
        self.module = module

    def word(self, number: int) -> None:
        """Write the address of a control word."""
        self.int32(self.module.at.word(number))

    def load_word(self, number: int) -> None:
        self.word(number)
        self.access("i64.load")

    def store_word(self, number: int, value: int) -> None:
        self.word(number)
        self.int64(value)
        self.access("i64.store")

    def store_word_from(self, number: int, local: int) -> None:
        self.word(number)
        self.get(local)
        self.access("i64.store")


class Emitter(ModuleCode):
    """The code of one function while it grows."""

    def __init__(self, module: PausingModule, function: Function) -> None:
        super().__init__(module)
        self.function, self.frame = function, module.frames[function.name]
        self.large = len(function.blocks) > LARGE
        self.constants = {result(each): each for each in function.operations if isinstance(each, ops.Constant)}
        self.kinds = list(OWN)
        self.locals: dict[str, int] = {}
        self.registers: dict[Register, int] = {}
        if not self.large:
            self.locals = {name: self.new_local(kind) for name, kind in function.locals.items()}
            self.registers = {register: self.new_local(self.type(register)) for register in self.frame.registers}
        self.local_values: dict[str, Register] = {}
        self.pools: dict[Type, list[int]] = {kind: [] for kind in Type}
        # labels: ways out of the function (function.py), and to each node that can be reached from here
        self.left = self.over = self.paused = self.ended = 0
        self.ways: dict[str, list[tuple[int, str]]] = {}
        self.label, self.index = function.entry, 0

    # values

    def new_local(self, kind: Type) -> int:
        self.kinds.append(VALUE_TYPES[kind])
        return len(self.kinds) + 1

    def begin_values(self, operations: Sequence[Operation]) -> None:
        """Give locals to the registers of a node that others do not know; each node uses them again.

        For engines allow 50,000 locals. In a large function load the registers that this node reads and others wrote.
        """
        used = dict.fromkeys(Type, 0)
        self.local_values = {}
        # the result of a call is written by the node after the call
        written = {result(one): None for one in operations if not isinstance(one, ops.Call | ops.CallIndirect)}
        read = dict.fromkeys(register for operation in operations for register in reads(operation))
        for register in read | written:
            if register is None:
                continue
            if register in self.constants or (register in self.frame.registers and not self.large):
                continue
            kind = self.type(register)
            if used[kind] == len(self.pools[kind]):
                self.pools[kind].append(self.new_local(kind))
            self.registers[register] = self.pools[kind][used[kind]]
            used[kind] += 1
            if self.large and register not in written:
                self.load_cell(self.frame.registers[register], kind)
                self.put(self.registers[register])

    def type(self, register: Register) -> Type:
        return self.function.registers[register]

    def constant(self, register: Register) -> int | None:
        """Return the value of an integer constant; None for any other integer."""
        operation = self.constants.get(register)
        return operation.value if isinstance(operation, ops.IntConstant) else None

    def read(self, *registers: Register) -> None:
        for register in registers:
            match self.constants.get(register):
                case ops.IntConstant(value=value):
                    self.int64(value)
                case ops.RealConstant(value=value):
                    self.float64(real_bits(value))
                case ops.BoolConstant(value=value):
                    self.int32(int(value))
                case ops.RegionAddress(region=region):
                    self.int64(self.module.addresses[region])
                case ops.FunctionCode(function=function):
                    self.int64(self.module.codes[function])
                case _:
                    self.get(self.registers[register])

    def set(self, register: Register) -> None:
        """Pop a register's value; of a large function, store in the frame what other nodes read."""
        self.put(self.registers[register])
        if self.large and register in self.frame.registers:
            self.store_cell(self.frame.registers[register], self.type(register), self.registers[register])

    def take_result(self, register: Register) -> None:
        """Take the result of a call from where the callee left it, if any node reads it."""
        offset, kind = self.frame.registers.get(register), self.type(register)
        if offset is None:
            return
        if self.large:
            self.get(FRAME)
        self.load_operand(kind)
        if self.large:
            self.access(f"{CELLS[kind]}.store", offset)
        else:
            self.put(self.registers[register])

    def undefined(self, kind: Type) -> None:
        match kind:
            case Type.INT:
                self.int64(UNDEFINED_INT)
            case Type.REAL:
                self.float64(UNDEFINED_REAL_BITS)
            case Type.BOOL:
                self.int32(0)

    # frames and operands

    def load_cell(self, offset: int, kind: Type) -> None:
        """Load from the frame."""
        self.get(FRAME)
        self.access(f"{CELLS[kind]}.load", offset)

    def store_cell(self, offset: int, kind: Type, local: int) -> None:
        """Store a local in the frame."""
        self.get(FRAME)
        self.get(local)
        self.access(f"{CELLS[kind]}.store", offset)

    def frame_values(self) -> list[tuple[int, Type, int]]:
        """Return what the frame holds while the function is left: its offset, type, and local."""
        if self.large:
            return []
        names, registers = self.frame.locals, self.frame.registers
        found = [(names[name], kind, self.locals[name]) for name, kind in self.function.locals.items()]
        return found + [(offset, self.type(name), self.registers[name]) for name, offset in registers.items()]

    def add_to_word(self, number: int, value: int) -> None:
        """Add to a control word; the sum is left in NUMBER, too."""
        self.word(number)
        self.load_word(number)
        self.int64(value)
        self.do("i64.add")
        self.put(NUMBER)
        self.get(NUMBER)
        self.access("i64.store")

    def load_operand(self, kind: Type) -> None:
        """Load the result that a callee or the host has left."""
        self.word(OPERANDS)
        self.access(f"{CELLS[kind]}.load")

    def store_operands(self, registers: Sequence[Register]) -> None:
        """Store values where the host finds them; a truth value as 0 or 1."""
        for number, register in enumerate(registers):
            self.word(OPERANDS + number)
            self.read_as_word(register)
            self.access(f"{self.word_type(register)}.store")

    def read_as_word(self, register: Register) -> None:
        """Read a register; a truth value as a number."""
        self.read(register)
        if self.type(register) is Type.BOOL:
            self.do("i64.extend_i32_u")

    def word_type(self, register: Register) -> str:
        """Return the type of a register's value as a word."""
        return "f64" if self.type(register) is Type.REAL else "i64"

    # leaving

    def site(self, kind: SiteKind, message: str = "", registers: Sequence[Register] = ()) -> int:
        """Give this point of the program a number that the host can look up."""
        types = tuple(map(self.type, registers))
        return self.module.site(kind, self.function, self.label, self.index, message, types)

    def answer(self, value: int, way: int) -> None:
        """Leave with an answer, by one of the ways out."""
        self.int64(value)
        self.put(ANSWER)
        self.jump(way)

    def end_at(self, site: int, registers: Sequence[Register] = ()) -> None:
        """End the run at a site, whose message shows these registers."""
        self.store_operands(registers)
        self.answer(site, self.ended)

    def unless(self, site: int, registers: Sequence[Register] = ()) -> None:
        """End the run at a site unless the truth value on the stack holds."""
        self.do("i32.eqz")
        with self.block("if"):
            self.end_at(site, registers)

    def trap_unless(self, message: str | None, registers: Sequence[Register] = ()) -> None:
        self.unless(self.site("trap", message or "", registers), registers)

    def pause_if_negative(self, node: str) -> None:
        """Pause before this node if the number on the stack is negative."""
        self.int64(0)
        self.do("i64.lt_s")
        with self.block("if"):
            self.answer(self.module.numbers[self.function.name, node], self.paused)

    def store_identity(self) -> None:
        """Store what an Unwind in another function looks for."""
        name = self.function.identity
        if name and not self.large:
            self.store_cell(self.frame.locals[name], Type.INT, self.locals[name])

    def ask(self, site: int, refused: int) -> None:
        """Call the host; it returns the fuel to continue with, or a negative number to end the run by a way out."""
        self.int64(site)
        self.get(FUEL)
        self.call(self.module.service)
        self.put(NUMBER)
        self.get(NUMBER)
        self.int64(0)
        self.do("i64.lt_s")
        with self.block("if"):
            self.answer(0, refused)
        self.get(NUMBER)
        self.put(FUEL)

    def ask_unless(self, site: int, refused: int) -> None:
        """Ask the host unless the truth value on the stack holds."""
        self.do("i32.eqz")
        with self.block("if"):
            self.ask(site, refused)

    # checks

    def require(
        self, register: Register, low: int, high: int, message: str | None, shown: Sequence[Register] = ()
    ) -> None:
        """Trap with a message unless an integer lies between two numbers; one comparison tests both."""
        value = self.constant(register)
        if value is not None and low <= value <= high:
            return
        if low > high:
            self.int32(0)
        elif (low, high) == (FULL_LOW + 1, FULL_HIGH):
            self.read(register)
            self.int64(FULL_LOW)
            self.do("i64.ne")
        elif low == FULL_LOW or high == FULL_HIGH:
            self.read(register)
            self.int64(high if low == FULL_LOW else low)
            self.do("i64.le_s" if low == FULL_LOW else "i64.ge_s")
        else:
            # a value below the lower end wraps to a large unsigned distance
            self.read(register)
            if low:
                self.int64(low)
                self.do("i64.sub")
            self.int64(high - low)
            self.do("i64.le_u")
        self.trap_unless(message, shown)

    def require_defined(self, register: Register, message: str, shown: Sequence[Register] = ()) -> None:
        """Trap where a value is the undefined pattern; any NaN is undefined."""
        if self.type(register) is Type.INT:
            self.require(register, FULL_LOW + 1, FULL_HIGH, message, shown)
        else:
            self.read(register, register)
            self.do("f64.eq")
            self.trap_unless(message, shown)

    # jumps

    def lead(self, label: int, head: str, nodes: Sequence[str]) -> None:
        """Note that a jump to a label leads to these nodes: to the head at once, to others by way of its gate."""
        for node in nodes:
            self.ways.setdefault(node, []).append((label, head))

    def forget(self, nodes: Sequence[str]) -> None:
        """Forget what was noted last of these nodes: their label is no longer open."""
        for node in nodes:
            self.ways[node].pop()

    def go(self, node: str) -> None:
        """Jump to a node."""
        label, head = self.ways[node][-1]
        if node != head:
            self.int32(self.module.numbers[self.function.name, node])
            self.put(SOUGHT)
        self.jump(label)
