"""Declarations of C: from specifiers and declarators to types, and which names mean what where.

sssp p;     with typedef int ss[5]; typedef ss *sssp;     p is a pointer to array of 5 int
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from interpreters.languages.c_subset import syntax
from interpreters.languages.c_subset.types import (
    INT,
    Array,
    CType,
    Function,
    Integer,
    Model,
    Pointer,
    Struct,
    Void,
    alignment_of,
    size_of,
)
from interpreters.source.diagnostics import Diagnostic, nearest
from interpreters.source.position import Place


@dataclass(eq=False, slots=True)
class Symbol:
    """What a name means: a register, an object in memory, a function or an enumerator.

    An object has a number (a constant for static ones, else in the local `number`) and lies in a region or at the
    address that the local `address` holds. A static one is `shared` when pointers to it go where they
    are not followed. `serial` counts the declarations: one use of a macro can declare a name twice at one place.
    """

    name: str
    kind: Literal["register", "object", "function", "constant"]
    type: CType
    place: Place
    local: str = ""
    region: str = ""
    number: int = 0
    address: str = ""
    value: int = 0
    shared: bool = False
    serial: int = 0


@dataclass
class Scopes:
    """The names of a program, block in block; and the diagnostics that checking collects."""

    model: Model
    diagnostics: list[Diagnostic] = field(default_factory=list)
    names: list[dict[str, Symbol]] = field(default_factory=lambda: [{}])
    structs: dict[str, Struct] = field(default_factory=dict)
    typedefs: dict[str, CType] = field(default_factory=dict)
    declared_so_far: int = 0

    def wrong(self, place: Place, message: str, expected: str = "", near: str = "") -> None:
        """Note a fault."""
        self.diagnostics.append(Diagnostic(place, message, expected, near))

    def find(self, name: str) -> Symbol | None:
        """Find what a name means here."""
        return next((scope[name] for scope in reversed(self.names) if name in scope), None)

    def known(self) -> set[str]:
        """Return every name that means something here."""
        return {name for scope in self.names for name in scope}

    def declare(self, symbol: Symbol) -> None:
        """Give a name its meaning in the innermost block."""
        self.declared_so_far += 1
        symbol.serial = self.declared_so_far
        first = self.names[-1].get(symbol.name)
        if first is not None:
            self.wrong(symbol.place, f"{symbol.name} is declared twice; first in line {first.place.line}")
        self.names[-1][symbol.name] = symbol

    # types

    def base(self, node: syntax.Specifiers) -> CType:
        """Return the type that specifiers name."""
        match node.described:
            case syntax.StructSpecifier():
                return self.struct(node.described)
            case syntax.EnumSpecifier(_, enumerators):
                self.enumerate(enumerators or ())
                return INT
        if len(node.words) == 1 and node.words[0] in self.typedefs:
            return self.typedefs[node.words[0]]
        if "float" in node.words or "double" in node.words:
            self.wrong(node.place, f"{' '.join(node.words)} is not supported", "an integer type")
            return INT
        found = self.model.named(node.words)
        if found is None:
            self.wrong(node.place, f"{' '.join(node.words)} is no type", "a type", nearest(" ".join(node.words), ()))
        return found or INT

    def struct(self, node: syntax.StructSpecifier) -> CType:
        """Return a struct, described here or before."""
        tag = node.tag or f"in line {node.place.line}"
        if tag.startswith("union "):
            self.wrong(node.place, "union is not supported", "struct")
            return INT
        found = self.structs.setdefault(tag, Struct(tag)) if node.tag else Struct(tag)
        if node.members is None:
            return found
        if found.complete:
            self.wrong(node.place, f"struct {tag} is described twice")
            found = self.structs[tag] = Struct(tag)
        offset = visible = 0
        for member in node.members:
            base = self.base(member.specifiers)
            for declarator in member.declarators:
                name, kind = self.declared(declarator, base)
                if not self.is_complete(kind):
                    self.wrong(member.place, f"member {name} has no size: {kind}", "a complete type")
                alignment = alignment_of(kind)
                offset = (offset + alignment - 1) // alignment * alignment
                seen = self.model.sizeof(kind)
                align = min(seen, alignment) or 1
                visible = (visible + align - 1) // align * align + seen
                if name in found.members:
                    self.wrong(member.place, f"struct {tag} has two members {name}")
                found.members[name or ""] = (kind, offset)
                offset += size_of(kind)
                found.alignment = max(found.alignment, alignment)
        found.size = (offset + found.alignment - 1) // found.alignment * found.alignment
        align = min(found.alignment, self.model.pointer_bits // 8)
        found.visible = (visible + align - 1) // align * align
        found.complete = True
        return found

    def enumerate(self, enumerators: tuple[syntax.Enumerator, ...]) -> None:
        """Declare the names of an enum."""
        value = 0
        for item in enumerators:
            if item.value is not None:
                value = self.constant(item.value)
            self.declare(Symbol(item.name, "constant", INT, item.place, value=value))
            value += 1

    def declared(self, node: syntax.Declarator, base: CType) -> tuple[str | None, CType]:
        """Return the name that a declarator declares, and its type."""
        match node:
            case syntax.NameDeclarator(name):
                return name, base
            case syntax.PointerDeclarator(inner):
                return self.declared(inner, Pointer(base))
            case syntax.ArrayDeclarator(inner, length):
                if isinstance(base, Function | Void) or not self.is_complete(base):
                    self.wrong(node.place, f"an array of {base}", "an array of values")
                count = None if length is None else self.constant(length)
                if count is not None and not 0 < count < 2**28:
                    self.wrong(node.place, f"an array of {count} elements", "at least 1")
                    count = 1
                return self.declared(inner, Array(base, count))
            case syntax.FunctionDeclarator(inner, parameters, _, _):
                given = tuple(self.parameter(item)[1] for item in parameters)
                return self.declared(inner, Function(base, given or None))

    def parameter(self, node: syntax.Parameter) -> tuple[str | None, CType]:
        """Return the name and type of a parameter: an array is a pointer, a function too."""
        name, kind = self.declared(node.declarator, self.base(node.specifiers))
        return name, adjusted(kind)

    def type_name(self, node: syntax.TypeName) -> CType:
        """Return the type in a cast or sizeof."""
        return self.declared(node.declarator, self.base(node.specifiers))[1]

    def is_complete(self, kind: CType) -> bool:
        """Tell whether a type has a size."""
        match kind:
            case Array(of, length):
                return length is not None and self.is_complete(of)
            case Struct():
                return kind.complete
            case Void() | Function():
                return False
        return True

    # constants

    def constant(self, node: syntax.Expression) -> int:
        """Evaluate a constant expression; complain where it is none."""
        found = self.folded(node)
        if found is None:
            self.wrong(node.place, "this is not constant", "a constant expression")
            return 1
        return found

    def folded(self, node: syntax.Expression) -> int | None:
        """Return the value of a constant expression, or None."""
        match node:
            case syntax.Number(text):
                number = number_of(text, self.model)
                return number[0] if number else None
            case syntax.Character(value):
                return value
            case syntax.Name(name):
                symbol = self.find(name)
                return symbol.value if symbol is not None and symbol.kind == "constant" else None
            case syntax.SizeofType(kind):
                return self.model.sizeof(self.type_name(kind))
            case syntax.Cast(kind, operand):
                target, value_of = self.type_name(kind), self.folded(operand)
                return target.wrapped(value_of) if isinstance(target, Integer) and value_of is not None else None
            case syntax.Unary(operator, operand) if operator in "+-~!":
                inner = self.folded(operand)
                if inner is None:
                    return None
                return {"+": inner, "-": -inner, "~": ~inner, "!": int(not inner)}[operator]
            case syntax.Binary(operator, left, right):
                first, second = self.folded(left), self.folded(right)
                return None if first is None or second is None else calculated(operator, first, second)
            case syntax.Choice(condition, yes, no):
                test = self.folded(condition)
                return None if test is None else self.folded(yes if test else no)
        return None


def calculated(operator: str, left: int, right: int) -> int | None:
    """Calculate with constants, in int where that holds the result; None where there is no result."""
    if operator in ("/", "%"):
        if right == 0:
            return None
        quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
        return quotient if operator == "/" else left - quotient * right
    if operator in ("<<", ">>") and not 0 <= right < 32:
        return None
    if operator in ("&&", "||"):
        return int(bool(left and right) if operator == "&&" else bool(left or right))
    found = {
        "+": left + right, "-": left - right, "*": left * right, "&": left & right, "|": left | right,
        "^": left ^ right, "<": int(left < right), ">": int(left > right), "<=": int(left <= right),
        ">=": int(left >= right), "==": int(left == right), "!=": int(left != right),
    }  # fmt: skip
    if operator in ("<<", ">>"):
        return left << right if operator == "<<" else left >> right
    return found[operator]


def number_of(text: str, model: Model) -> tuple[int, Integer] | None:
    """Return the value and type of an integer constant; None for text that is none (a real number, 09, 3x)."""
    digits = text.rstrip("uUlL")
    suffix = text[len(digits) :].lower()
    try:
        octal = digits.startswith("0") and len(digits) > 1 and digits[1] not in "xX"
        value = int(digits, 16) if digits[:2] in ("0x", "0X") else int(digits, 8 if octal else 10)
    except ValueError:
        return None
    decimal = not digits.startswith("0")
    candidates = [kind for kind in (INT, model.named(("unsigned",)), model.long, model.unsigned_long)
                  if isinstance(kind, Integer)]  # fmt: skip
    for kind in candidates:
        fits = value <= kind.high
        plain = kind.signed or not decimal or "u" in suffix or kind is candidates[-1]
        if fits and plain and not ("u" in suffix and kind.signed) and not ("l" in suffix and kind.rank < 4):
            return value, kind
    return None


def adjusted(kind: CType) -> CType:
    """Return the type of a parameter declared so."""
    if isinstance(kind, Array):
        return Pointer(kind.of)
    return Pointer(kind) if isinstance(kind, Function) else kind
