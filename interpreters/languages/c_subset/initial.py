r"""First values of static variables: bytes of memory from initializers.

int dirs[] = {2, 2, 8};      b"\x02\0\0\0\x02\0\0\0\x08\0\0\0"
"""

from __future__ import annotations

import struct

from interpreters.languages.c_subset import syntax
from interpreters.languages.c_subset.declarations import Scopes, Symbol
from interpreters.languages.c_subset.memory import Statics
from interpreters.languages.c_subset.targets import Targets
from interpreters.languages.c_subset.types import (
    CHAR,
    Array,
    CType,
    Function,
    Integer,
    Pointer,
    Struct,
    size_of,
)


class Contents:
    """The evaluation of initializers that must be constant."""

    def __init__(self, scopes: Scopes, statics: Statics, targets: Targets) -> None:
        self.scopes, self.statics, self.targets = scopes, statics, targets

    def bytes_of(self, kind: CType, node: syntax.Initializer) -> bytes:
        """Return the bytes of a value; what the initializer leaves out is zero."""
        memory = bytearray(size_of(kind))
        if isinstance(node, syntax.InitializerList) and not isinstance(kind, Array | Struct):
            if len(node.items) != 1:
                self.scopes.wrong(node.place, f"{len(node.items)} values for {kind}", "1 value")
                return bytes(memory)
            node = node.items[0]
        if isinstance(node, syntax.InitializerList):
            rest = self.fill(memory, 0, kind, list(node.items))
            if rest:
                self.scopes.wrong(rest[0].place, f"too many values for {kind}", "fewer values")
        elif not self.whole(memory, 0, kind, node):
            self.scopes.wrong(node.place, f"{kind} needs its values in {{ }}", "{ … }")
        return bytes(memory)

    def whole(self, memory: bytearray, offset: int, kind: CType, node: syntax.Expression) -> bool:
        """Put one expression's value at an offset: a scalar, or a string into an array of char."""
        match kind:
            case Array(Integer(bits=8), length) if isinstance(node, syntax.String):
                text = node.value.encode("latin-1", "replace")[: length or 0]
                memory[offset : offset + len(text)] = text
                return True
            case Integer():
                value = kind.wrapped(self.scopes.constant(node))
                memory[offset : offset + kind.bits // 8] = (value & (2**kind.bits - 1)).to_bytes(
                    kind.bits // 8, "little"
                )
                return True
            case Pointer():
                memory[offset : offset + 8] = struct.pack("<q", self.pointer(kind, node))
                return True
        return False

    def fill(
        self, memory: bytearray, offset: int, kind: CType, items: list[syntax.Initializer]
    ) -> list[syntax.Initializer]:
        """Put values into an array or struct in order; inner braces may be left out. Return what is left over."""
        parts: list[tuple[CType, int]]
        if isinstance(kind, Array):
            parts = [(kind.of, offset + index * size_of(kind.of)) for index in range(kind.length or 0)]
        else:
            assert isinstance(kind, Struct)
            parts = [(member, offset + place) for member, place in kind.members.values()]
        only = items[0] if len(items) == 1 else None
        if isinstance(kind, Array) and isinstance(only, syntax.String) and self.whole(memory, offset, kind, only):
            return []
        for part, place in parts:
            if not items:
                return []
            first = items[0]
            if isinstance(first, syntax.InitializerList):
                memory[place : place + size_of(part)] = self.bytes_of(part, items.pop(0))
            elif self.whole(memory, place, part, first):
                items.pop(0)
            else:
                items = self.fill(memory, place, part, items)
        return items

    def pointer(self, kind: Pointer, node: syntax.Expression) -> int:
        """Return the word of a constant pointer: a string, an array, &variable, or 0."""
        if isinstance(node, syntax.String):
            return self.shared(kind, self.statics.string(node.value), CHAR)
        operand = node.operand if isinstance(node, syntax.Unary) and node.operator == "&" else node
        if isinstance(operand, syntax.Name):
            symbol = self.scopes.find(operand.name)
            wanted = operand is not node or (symbol is not None and isinstance(symbol.type, Array))
            if symbol is not None and symbol.kind == "object" and symbol.region and wanted:
                whole = symbol.type
                return self.shared(kind, symbol, whole.of if isinstance(whole, Array) and operand is node else whole)
            if symbol is not None and isinstance(symbol.type, Function):
                self.scopes.wrong(node.place, "a table of functions is not supported", "an assignment in a function")
                return 0
        if self.scopes.folded(node) == 0:
            return 0
        self.scopes.wrong(node.place, "this is no constant pointer", "a string, an array or &variable")
        return 0

    def shared(self, kind: Pointer, symbol: Symbol, pointed: CType) -> int:
        """Return a pointer to a static object that goes into memory, where it is not followed."""
        symbol.shared = True
        self.targets.mixed |= kind.to != pointed
        return symbol.number << 32
