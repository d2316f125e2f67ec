r"""Expressions of random C programs: without side effects, mostly inside their arrays (see c_programs.py).

self.integer()          # "(a3[(unsigned) (x7) % 2]) & ((x7) < (g1))"
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from tests.generators.choices import Choices

INTEGERS = ("char", "unsigned char", "short", "unsigned short", "int", "int", "unsigned", "long", "unsigned long")
SMALL = ("char", "unsigned char", "short", "unsigned short", "int", "unsigned")
LITERALS = ("0", "1", "1", "2", "3", "5", "7", "10", "63", "127", "128", "255", "256", "32767", "65535", "'a'", "'\\n'",
            "2147483647", "0x80000000", "4294967295u", "077", "0xffu", "1u", "-1", "-2", "-128")  # fmt: skip
POWERS = (15, 16, 24, 31, 32, 33, 47, 52, 53, 54, 59, 60, 62)
MAGNITUDES = (
    *(f"({sign}{2**power + step})" for power in POWERS for step in (-1, 0, 1) for sign in ("", "-")),
    "100000000000", "9223372036854775807", "(-9223372036854775807 - 1)", "0x8000000000000000u", "18446744073709551615u",
)  # fmt: skip
"""Integers about the powers of two at which an int, a double or a word of ours ends."""


@dataclass
class Variable:
    """A name in scope.

    `sizes`: of an array; `bound`: what a loop counter stays below; `lasting`: it is static; `aside`: an array that is
    stored into through pointers only, which an analysis of subscripts does not see; `home`: the array that a pointer
    never leaves.
    """

    name: str
    kind: str
    type: str
    sizes: tuple[int, ...] = ()
    bound: int = 0
    lasting: bool = False
    aside: bool = False
    home: Variable | None = None


@dataclass
class Function:
    """A function that may be called: what it returns, whether it changes anything, its parameters behind the first."""

    name: str
    returns: str
    pure: bool
    parameters: list[Variable] = field(default_factory=list)


class Expressions(Choices):
    """Expressions and pointers; a part of Maker."""

    def __init__(self, random: Random, model: str = "lp64", wild: int = 0) -> None:
        super().__init__(random)
        self.model, self.wild = model, wild
        self.scopes: list[list[Variable]] = [[]]
        self.functions: list[Function] = []
        self.current: Function | None = None
        self.loops: list[str] = []
        self.types = [self.pick(INTEGERS) for _ in range(3)] + ["int", "long"]
        self.columns = self.number_below(2, 4)

    # choices

    def risky(self) -> bool:
        return self.wild > 0 and self.chance(self.wild)

    def known(self, kind: str, *, lasting: bool = False, kinds: str = "") -> list[Variable]:
        """The variables of a kind, and of a type where `kinds` gives one."""
        return [
            v for scope in self.scopes for v in scope
            if v.kind == kind and (v.lasting or not lasting) and (not kinds or v.type == kinds)
        ]  # fmt: skip

    def targets(self) -> list[Variable]:
        """The numbers that may be assigned to."""
        found = [v for v in self.known("number") if not v.bound]
        return [v for v in found if not v.lasting] if self.pure else found

    def open_arrays(self, *, flat: bool = False) -> list[Variable]:
        """The arrays that may be stored into by subscript."""
        return [
            v for v in self.known("array")
            if not v.aside and not (self.pure and v.lasting) and not (flat and len(v.sizes) > 1)
        ]  # fmt: skip

    @property
    def pure(self) -> bool:
        return self.current is not None and self.current.pure

    def declare(self, variable: Variable) -> Variable:
        self.scopes[-1].append(variable)
        return variable

    # numbers

    def integer(self, depth: int = 3) -> str:
        """An expression without side effects."""
        options = [self.literal, self.variable, self.variable]
        if depth >= 0:
            options.append(self.element)
        if depth > 0:
            inner = depth - 1
            options += [
                lambda: self.element(inner), lambda: self.element(inner), lambda: self.pointed(inner),
                lambda: self.pointed(inner), lambda: self.member(inner), lambda: self.binary(inner),
                lambda: self.binary(inner), lambda: self.binary(inner), lambda: self.unary(inner),
                lambda: self.comparison(inner), lambda: self.selected(inner), lambda: self.called(inner),
                lambda: self.pointers(inner), lambda: self.size(inner),
            ]  # fmt: skip
        return self.pick(options)()

    def literal(self) -> str:
        if self.model == "lp64" and self.chance(5):
            return self.pick(MAGNITUDES)
        found = self.pick(LITERALS)
        return f"({found})" if found.startswith("-") else found

    def variable(self) -> str:
        found = self.known("number")
        return self.pick(found).name if found else self.literal()

    def subscript(self, size: int, depth: int) -> str:
        """A subscript, mostly below a size."""
        if self.risky():
            return self.pick([str(size), "-1", self.variable(), self.variable(), self.integer(depth - 1)])
        if depth > 0 and self.wild and self.chance(25):
            # what an analysis may believe to lie in bounds: parameters, and arrays that are stored into aside
            found = [v.name for v in self.known("number") if v.name[0] in "nd"]
            found += [self.element_of(v, 0) for v in self.known("array") if v.aside]
            if found:
                return self.pick(found)
        return self.inside(size, depth)

    def inside(self, size: int, depth: int) -> str:
        """A subscript below a size, in a wild program too."""
        counters = [v.name for v in self.known("number") if 0 < v.bound <= size]
        if counters and self.chance(60):
            return self.pick(counters)
        if depth <= 0:
            return str(self.random.randrange(size))
        power = 1 << (size.bit_length() - 1)
        match self.random.randrange(4):
            case 0:
                return f"({self.integer(depth - 1)}) & {power - 1}"
            case 1:
                return f"(unsigned) ({self.integer(depth - 1)}) % {size}"
        return str(self.random.randrange(size))

    def element(self, depth: int = 0) -> str:
        found = self.known("array")
        return self.element_of(self.pick(found), depth) if found else self.literal()

    def element_of(self, array: Variable, depth: int) -> str:
        return array.name + "".join(f"[{self.subscript(size, depth)}]" for size in array.sizes)

    def pointed(self, depth: int) -> str:
        """What a pointer points at."""
        found = self.known("pointer") + self.known("thin") + self.known("rows") + self.known("pointers")
        return self.behind(self.pick(found), depth) if found else self.literal()

    def behind(self, pointer: Variable, depth: int) -> str:
        name = pointer.name
        match pointer.kind:
            case "thin":
                return self.pick([f"*{name}", f"{name}[0]"])
            case "rows":
                return f"{name}[{self.subscript(2, depth)}][{self.subscript(pointer.sizes[0], depth)}]"
            case "pointers":
                name = f"{name}[{self.subscript(pointer.sizes[0], depth)}]"
        return self.pick([f"*{name}", f"{name}[1]", f"{name}[{self.subscript(2, depth)}]", f"*({name} + 1)"])

    def node(self, depth: int) -> str:
        """A struct, with the dot or arrow behind it."""
        nodes, own = self.known("node"), self.known("struct")
        if own and self.chance(30):
            return f"{self.pick(own).name}."
        if nodes and self.chance(70):
            name = self.pick(nodes).name
            return f"{name}->next->" if self.chance(8) and self.wild else f"{name}->"
        return f"pool[{self.subscript(4, depth)}]."

    def member(self, depth: int) -> str:
        node = self.node(depth)
        return (
            node + self.pick(["v", "w", f"list[{self.subscript(3, depth)}]", "v"])
            if self.chance(80)
            else (f"{node}to[{self.subscript(2, depth)}]")
        )

    def binary(self, depth: int) -> str:
        left, right = self.integer(depth), self.integer(depth)
        risky = self.risky()
        match self.pick(["+", "+", "-", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", ","]):
            case "*":
                return f"({left}) * ({right})" if risky else f"(({left}) & 15) * (({right}) & 31)"
            case "/" | "%" as sign:
                if risky:
                    return f"({left}) {sign} ({right})"
                divisor = self.pick(["2", "3", "7", "10", f"((({right}) & 7) + 1)"])
                return f"({left}) {sign} {divisor}"
            case "<<" | ">>" as sign:
                return f"({left}) {sign} ({right if risky else f'({right}) & 7'})"
            case "+" | "-" as sign if not risky and self.chance(60):
                return f"({left}) % 1000 {sign} ({right}) % 1000"
            case ",":
                return f"({left}, {right})"
            case sign:
                return f"({left}) {sign} ({right})"

    def unary(self, depth: int) -> str:
        operand = self.integer(depth)
        match self.pick(["-", "~", "!", "cast", "cast", "+"]):
            case "cast":
                return f"({self.pick(INTEGERS)}) ({operand})"
            case "-" if not self.risky():
                return f"-(({operand}) & 255)"
            case sign:
                return f"{sign}({operand})"

    def comparison(self, depth: int) -> str:
        left, right = self.integer(depth), self.integer(depth)
        return f"({left}) {self.pick(['<', '<=', '>', '>=', '==', '!='])} ({right})"

    def condition(self, depth: int = 2, *, number: bool = False) -> str:
        """A condition: comparisons joined by && and ||, numbers, and pointers where no number is wanted."""
        if depth > 0 and self.chance(35):
            left, right = self.condition(depth - 1), self.condition(depth - 1)
            return f"({left} {self.pick(['&&', '||'])} {right})"
        nodes = self.known("node")
        if nodes and self.chance(15):
            return f"({self.pick(nodes).name}{self.pick([' != 0', ' == 0'] if number else ['', '->next'])})"
        text = self.comparison(depth) if self.chance(75) else self.integer(depth)
        return f"({text})" if self.chance(80) else f"!({text})"

    def selected(self, depth: int) -> str:
        if self.chance(30):
            return self.condition(1, number=True)
        return f"({self.condition(1)} ? {self.integer(depth)} : {self.integer(depth)})"

    def size(self, depth: int) -> str:
        if self.chance(50):
            return f"(int) sizeof({self.pick(INTEGERS)}{self.pick(['', '[3]', '[2][5]'])})"
        return f"(int) sizeof {self.element()}" if self.known("array") else self.binary(depth)

    def called(self, depth: int) -> str:
        found = [f for f in self.functions if f.pure and f.returns != "void"]
        return self.call(self.pick(found), depth) if found else self.binary(depth)

    def call(self, function: Function, depth: int) -> str:
        """A call; the first argument bounds the recursion."""
        return f"{function.name}({', '.join([self.bound(function), *self.given(function, depth)])})"

    def bound(self, function: Function) -> str:
        """The argument that counts down, or in a wild program perhaps does not."""
        if function is self.current:
            if self.risky() and self.chance(20):
                return "d"
            return "d - 2" if self.loops else "d - 1"
        return self.pick("0112") if not self.loops else self.pick("011")

    def given(self, function: Function, depth: int) -> list[str]:
        return [self.argument(parameter, depth) for parameter in function.parameters]

    def argument(self, parameter: Variable, depth: int) -> str:
        """An argument, cast to the parameter's type: functions of the old form convert nothing."""
        match parameter.kind:
            case "number":
                return f"({parameter.type}) ({self.integer(depth) if self.chance(40) else self.pick('01')})"
            case "rows":
                return self.rows(parameter.type)
            case "node":
                return self.some_node()
        return self.address(parameter.type, thin=parameter.kind == "thin")

    # pointers

    def address(self, kind: str, *, thin: bool = False, lasting: bool = False) -> str:
        """A pointer to two elements of a type at least, or to one."""
        if self.risky():
            return self.pick([f"({kind} *) 0", f"({kind} *) ({self.address(self.pick(self.types), lasting=lasting)})"])
        arrays = [v for v in self.known("array", lasting=lasting) if v.type == kind]
        options = [self.pointer_into(array) for array in arrays]
        options += [p.name for p in self.known("pointer", kinds=kind) if not lasting]
        options += [f"{p.name}[{self.random.randrange(p.sizes[0])}]" for p in self.known("pointers", kinds=kind)]
        if thin:
            options += [f"&{v.name}" for v in self.known("number", lasting=lasting, kinds=kind) if not v.bound]
            options += [p.name for p in self.known("thin", kinds=kind) if not lasting]
            options += [f"&{self.element_of(array, 0)}" for array in arrays]
        if kind == "int":
            options += ["pool[1].list", "&pool[2].list[1]"]
        found = self.pick(options) if options else f"({kind} *) spare"
        if options and self.chance(8):
            return f"({self.condition(1)} ? {found} : {self.pick(options)})"
        return found

    def pointer_into(self, array: Variable) -> str:
        *rows, columns = array.sizes
        start = array.name + "".join(f"[{self.subscript(size, 0)}]" for size in rows)
        place = self.random.randrange(max(1, columns - 1))
        return self.pick([start, f"{start} + {place}", f"&{start}[{place}]", f"{place} + {start}"])

    def rows(self, kind: str) -> str:
        """A pointer to two rows of a matrix at least; the matrix called `grid` has two."""
        found = [v for v in self.known("array") if v.type == kind and v.sizes[1:] == (self.columns,)]
        options = [v.name for v in found] + [v.name for v in self.known("rows", kinds=kind)]
        options += [f"&{v.name}[{self.random.randrange(v.sizes[0] - 1)}]" for v in found]
        options += [f"{v.name} + {self.random.randrange(v.sizes[0] - 1)}" for v in found]
        return self.pick(options)

    def some_node(self) -> str:
        nodes = [v.name for v in self.known("node")]
        if self.risky():
            return self.pick(["0", *(f"{name}->next" for name in nodes)])
        nodes += [f"&{v.name}" for v in self.known("struct")]
        return self.pick([*nodes, "pool", "&pool[1]", f"&pool[{self.random.randrange(4)}]"])

    def pointers(self, depth: int) -> str:
        """A difference or comparison of pointers into one array, or at its end.

        gcc takes that of their subscripts instead, before its sanitizers look at them: they are right in any program.
        """
        found = [v for v in self.known("array") if len(v.sizes) == 1]
        if not found:
            return self.binary(depth)
        array = self.pick(found)
        size = array.sizes[0]
        left, right = (f"&{array.name}[{size if self.risky() else self.inside(size, depth)}]" for _ in range(2))
        if self.risky():
            right = self.pick([f"({array.type} *) 0", self.address(array.type)])
        match self.pick(["-", "compare", "equal"]):
            case "-":
                return f"(int) ({left} - ({right}))"
            case "equal":
                return f"({left} {self.pick(['==', '!='])} {self.address(array.type, thin=True)})"
        return f"({left} {self.pick(['<', '<=', '>', '>='])} {right})"
