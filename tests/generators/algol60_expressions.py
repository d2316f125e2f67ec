"""Expressions of random ALGOL 60 programs, each with its translation into Python.

self.integer()          # ("(I × 3)", "w.whole(w.read(g_I) * 3)")
"""

from __future__ import annotations

from random import Random

from tests.generators.algol60_world import GREATEST
from tests.generators.choices import Choices

Pair = tuple[str, str]
"""An expression, or a statement's lines, in ALGOL and in Python."""
POWERS = (15, 16, 26, 27, 31, 32, 53, 62, 63)
ELEMENTARY = (
    ("sin({})", "math.sin({})"), ("cos({})", "math.cos({})"), ("arctan({})", "math.atan({})"),
    ("exp(-abs({}))", "math.exp(-abs({}))"), ("ln(abs({}) + 1.0)", "math.log(w.real(abs({}) + 1.0))"),
)  # fmt: skip
NEAR_HALVES = (
    "0.49999999999999994", "0.5", "1.5", "2.5", "4503599627370495.5", "4503599627370496.0", "4503599627370497.0",
    "6755399441055745.0", "9007199254740991.0", "9007199254740992.0", "9223372036854774784.0",
)  # fmt: skip
"""Reals near a half, about 2 ** 52 and 2 ** 53, where a sum with a half is rounded itself, and below 2 ** 63."""
ODD_NAMES = ("END", "IF", "BEGIN", "COMMENT", "STEP", "Else", "AND", "TRUE", "Go")
"""Names that are word symbols where those are in capitals, or in either case."""


class Expressions(Choices):
    """Expressions; a part of Maker. `scopes` map types to the variables, each with its Python cell or pair.

    `bases` are the lower bounds, less one, of the arrays whose bounds are large; `odd_names` are not yet used.
    """

    def __init__(self, random: Random, arithmetic: str = "ieee754") -> None:
        super().__init__(random)
        greatest = GREATEST[arithmetic]
        near = {2**power + more for power in POWERS for more in (-1, 0, 1)} | {greatest - 1, greatest}
        self.boundaries = sorted(value for value in near if value <= greatest)
        self.near_halves = [value for value in NEAR_HALVES if float(value) <= greatest]
        self.odd_names = list(ODD_NAMES) if self.chance(15) else []
        self.bases: dict[str, int] = {}
        self.switches: list[tuple[str, str]] = []
        self.commands: list[tuple[str, str, tuple[str, ...]]] = []
        self.scopes: list[dict[str, list[tuple[str, str]]]] = []
        self.fixed: set[str] = set()
        self.functions: list[tuple[str, str, list[tuple[str, str]]]] = []
        self.labels: list[tuple[str, str]] = []
        self.nesting = 0

    def known(self, kind: str) -> list[tuple[str, str]]:
        return [pair for scope in self.scopes for pair in scope.get(kind, [])]

    def fresh(self, stem: str) -> str:
        if self.odd_names and self.chance(30):
            return self.odd_names.pop(self.random.randrange(len(self.odd_names)))
        return super().fresh(stem)

    # expressions: ALGOL text in parentheses where needed, Python expression

    def integer(self, depth: int = 3) -> Pair:
        options = ["number", "variable", "variable"]
        if depth > 0:
            options += ["sum", "sum", "product", "quotient", "element", "conditional", "function", "entier", "sign"]
            options += ["matrix", "iabs", "square", "plus"]
        match self.pick(options):
            case "variable":
                return self.variable("integer") or self.number()
            case "sum":
                sign_ = self.pick(["+", "-"])
                (a, p), (b, q) = self.integer(depth - 1), self.integer(depth - 1)
                return f"({a} {sign_} {b})", f"w.whole({p} {sign_} {q})"
            case "product":
                (a, p), (b, q) = self.integer(depth - 1), self.integer(depth - 1)
                return f"({a} × {b})", f"w.whole({p} * {q})"
            case "quotient":
                (a, p), (b, q) = self.integer(depth - 1), self.integer(depth - 1) if self.chance(10) else ("3", "3")
                return f"({a} ÷ {b})", f"w.quotient({p}, {q})"
            case "square":
                a, p = self.integer(depth - 1)
                power = self.pick([2, 3])
                return f"({a} ↑ {power})", f"w.whole({p} ** {power})"
            case "element":
                return self.read_element("integer", depth - 1)
            case "matrix":
                a, p = self.matrix(depth - 1)
                return a, f"w.read({p})"
            case "conditional":
                (c, o), (a, p), (b, q) = self.boolean(depth - 1), self.integer(depth - 1), self.integer(depth - 1)
                return f"(if {c} then {a} else {b})", f"({p} if {o} else {q})"
            case "function":
                return self.call("integer", depth - 1) or self.number()
            case "entier":
                a, p = self.real(depth - 1)
                return f"entier({a})", f"w.entier({p})"
            case "sign":
                a, p = self.real(depth - 1)
                return f"sign({a})", f"sign({p})"
            case "plus":
                a, p = self.integer(depth - 1)
                return f"(+ {a})", p
            case "iabs":
                a, p = self.converted(depth - 1)
                return f"iabs({a})", f"abs({p})"
        return self.number()

    def number(self) -> Pair:
        value = self.random.randrange(-3, 12)
        if self.chance(2):
            value = self.pick(self.boundaries) * self.pick((1, -1))
        return (f"({value})" if value < 0 else str(value)), f"({value})"

    def real(self, depth: int = 3) -> Pair:
        options = ["number", "variable", "integer"]
        if depth > 0:
            options += [
                "sum",
                "sum",
                "product",
                "quotient",
                "element",
                "conditional",
                "function",
                "negative",
                "sqrt",
                "elementary",
            ]
        match self.pick(options):
            case "variable":
                return self.variable("real") or ("1.5", "1.5")
            case "integer":
                a, p = self.integer(depth - 1)
                return a, f"float({p})"
            case "sum":
                sign_ = self.pick(["+", "-"])
                (a, p), (b, q) = self.real(0), self.real(depth - 1)
                return f"(0.0 + {a} {sign_} {b})", f"w.real(w.real(0.0 + {p}) {sign_} {q})"
            case "product":
                (a, p), (b, q) = self.real(depth - 1), self.real(0)
                return f"({a} × 1.0 × {b})", f"w.times(w.times({p}, 1.0), {q})"
            case "quotient":
                (a, p), (b, q) = self.real(depth - 1), self.real(0) if self.chance(10) else ("4.0", "4.0")
                return f"({a} / {b})", f"w.divide({p}, {q})"
            case "negative":
                a, p = self.real(depth - 1)
                return f"(-1.0 × {a})", f"w.times(-1.0, {p})"
            case "elementary":
                a, p = self.real(depth - 1)
                algol, python = self.pick(ELEMENTARY)
                return algol.format(a), python.format(p)
            case "sqrt":
                a, p = self.real(depth - 1)
                return f"sqrt(abs({a}))", f"math.sqrt(abs({p}))"
            case "element":
                return self.read_element("real", depth - 1)
            case "conditional":
                (c, o), (a, p), (b, q) = self.boolean(depth - 1), self.real(depth - 1), self.real(depth - 1)
                return f"(if {c} then {a} else {b})", f"({p} if {o} else {q})"
            case "function":
                return self.call("real", depth - 1) or ("0.25", "0.25")
        if self.chance(3):
            return self.near_half()
        value = self.pick(["0.5", "1.25", "3.0", "0.125", "10.75"])
        return value, value

    def boolean(self, depth: int = 2) -> Pair:
        options = ["constant", "variable", "integers", "integers", "reals"]
        if depth > 0:
            options += ["not", "and", "or", "implies", "equivalent"]
        match self.pick(options):
            case "variable":
                return self.variable("Boolean") or ("true", "True")
            case "integers" | "reals" as kind:
                make = self.integer if kind == "integers" else self.real
                algol, python = self.pick([("<", "<"), ("≤", "<="), ("=", "=="), ("≥", ">="), (">", ">"), ("≠", "!=")])
                (a, p), (b, q) = make(depth - 1), make(depth - 1)
                return f"({a} {algol} {b})", f"({p} {python} {q})"
            case "not":
                a, p = self.boolean(depth - 1)
                return f"(¬ {a})", f"(not {p})"
            case "and" | "or" | "implies" | "equivalent" as kind:
                (a, p), (b, q) = self.boolean(depth - 1), self.boolean(depth - 1)
                algol = {"and": "∧", "or": "∨", "implies": "⊃", "equivalent": "≡"}[kind]
                python = {"and": f"w.both({p}, {q})", "or": f"w.either({p}, {q})", "implies": f"w.implies({p}, {q})",
                          "equivalent": f"({p} == {q})"}[kind]  # fmt: skip
                return f"({a} {algol} {b})", python
        value = self.chance(50)
        return ("true", "True") if value else ("false", "False")

    def variable(self, kind: str) -> Pair | None:
        found = self.known(kind)
        if not found:
            return None
        name, cell = self.pick(found)
        return name, self.read(cell)

    def read(self, cell: str) -> str:
        """Read a variable, or a parameter called by name, in Python."""
        return f"{cell}[0]()" if cell.startswith("n_") else f"w.read({cell})"

    def large_base(self) -> int:
        """Return where an array lies that has a few elements at one of the boundaries."""
        return int(max(2, self.pick(self.boundaries) - 6)) * int(self.pick((1, -1)))

    def subscript(self, depth: int) -> Pair:
        if self.chance(90):
            value = self.random.randrange(1, 3)
            return str(value), str(value)
        return self.integer(depth) if self.chance(70) else self.rounded(depth)

    def rounded(self, depth: int) -> Pair:
        """Make a real for a place where an integer is expected."""
        a, p = self.near_half() if self.chance(60) else self.real(depth)
        return f"(0.0 + {a})", f"w.rounded(w.real(0.0 + {p}))"

    def near_half(self) -> Pair:
        value = self.pick(self.near_halves)
        return (f"(-{value})",) * 2 if self.chance(40) else (value, value)

    def converted(self, depth: int = 3) -> Pair:
        """Make an integer, or a real that is converted to one."""
        return self.rounded(depth) if self.chance(25) else self.integer(depth)

    def element(self, kind: str, depth: int) -> Pair | None:
        found = self.known(f"{kind} array")
        if not found:
            return None
        name, cell = self.pick(found)
        if base := self.bases.get(name):
            a, p = self.integer(depth) if self.chance(10) else self.pick((("1", "1"), ("2", "2")))
            return f"{name}[{base} + {a}]", f"w.element({cell}, w.whole({base} + {p}))"
        a, p = self.subscript(depth)
        return f"{name}[{a}]", f"w.element({cell}, {p})"

    def plain_arrays(self, kind: str) -> list[tuple[str, str]]:
        return [pair for pair in self.known(f"{kind} array") if pair[0] not in self.bases]

    def read_element(self, kind: str, depth: int) -> Pair:
        found = self.element(kind, depth)
        if found is None:
            return self.number() if kind == "integer" else ("2.5", "2.5")
        return found[0], f"w.read({found[1]})"

    def matrix(self, depth: int) -> Pair:
        (a, p), (b, q) = self.subscript(depth), self.subscript(depth)
        return f"M[{a}, {b}]", f"w.element(M, {p}, {q})"

    def call(self, kind: str, depth: int) -> Pair | None:
        """Call a function; its first parameter, by value, bounds the recursion."""
        found = [function for function in self.functions if function[1] == kind]
        if not found:
            return None
        name, _, formals = self.pick(found)
        actuals = [self.bound()]
        for mode, type_ in formals[1:]:
            actuals.append(self.actual(mode, type_, depth))
        return f"{name}({', '.join(a for a, _ in actuals)})", f"p_{name}({', '.join(p for _, p in actuals)})"

    def bound(self) -> Pair:
        limits = self.known("bound")
        if limits:
            name, cell = limits[-1]
            return f"{name} - 1", f"w.whole(w.read({cell}) - 1)"
        value = str(self.random.randrange(0, 4))
        return value, value

    def actual(self, mode: str, type_: str, depth: int) -> Pair:
        if mode == "array":
            return self.pick(self.plain_arrays(type_))
        make = {"integer": self.integer, "real": self.real, "Boolean": self.boolean}[type_]
        if mode == "value":
            if type_ == "integer":
                return self.converted(depth)
            return make(depth) if type_ != "real" or self.chance(50) else self.rounded_as_real(depth)
        if mode == "name":
            a, p = make(depth)
            return (f"({a})", f"((lambda: {p}), None)")
        return self.variable_actual(type_, depth)

    def rounded_as_real(self, depth: int) -> Pair:
        a, p = self.integer(depth)
        return a, f"float({p})"

    def variable_actual(self, type_: str, depth: int) -> Pair:
        """Pass a variable by name: a simple one, an element, a parameter, or one of the other arithmetic type."""
        other = {"integer": "real", "real": "integer"}.get(type_)
        if other and self.chance(25):
            found = [pair for pair in self.known(other) if not pair[1].startswith("n_") and pair[0] not in self.fixed]
            if found:
                name, cell = self.pick(found)
                back, forth = ("w.rounded", "float") if type_ == "integer" else ("float", "w.rounded")
                return name, f"(lambda: {back}(w.read({cell})), lambda v: setattr({cell}, 'value', {forth}(v())))"
        if self.chance(40) and type_ != "Boolean":
            element = self.element(type_, depth)
            if element is not None:
                a, p = element
                return a, f"(lambda: w.read({p}), lambda v: assign({p}, v))"
        found = [pair for pair in self.known(type_) if pair[0] not in self.fixed]
        name, cell = self.pick(found)
        if cell.startswith("n_"):
            return name, cell
        return name, f"(lambda: w.read({cell}), lambda v: setattr({cell}, 'value', v()))"
