r"""Random programs of the informal Algol, of right names and types, that end soon under a small budget.

Maker(Random(7)).program()          # "BEGIN INT CONST k=3;\nINT a, b, BOOL p; …"

Some trap: variables without value, subscripts outside their bounds, division by zero, integers beyond 63 bits. They
read TAPES.
"""

from __future__ import annotations

import re
from random import Random

from tests.generators.choices import Choices

NUMBERS = (
    "0", "1", "2", "3", "5", "k", "9223372036854775807", "-1", "32768", "2147483648", "9007199254740993",
    "4611686018427387904", "9223372036854775806",
)  # fmt: skip
RELATIONS = ("<", "≤", "=", "≠", "≥", ">")
SIMPLE = {"INT": ("a", "b", "total sum"), "BOOL": ("p", "q")}
ARRAYS = {"INT": ("t", 1), "BOOL": ("seen", 2)}
"""The arrays of each type, by their number of subscripts."""
PROCEDURES = (
    "PROC step; total sum += 1",
    "PROC mark(n); INT n; seen[1,n] := TRUE",
    "INT PROC three; three := 3",
    "INT PROC twice(n); INT n; twice := n × 2",
    "BOOL PROC ready; ready := p ∧ q",
    "BOOL PROC neither(x, y); BOOL x, y; neither := ¬ (x ∨ y)",
    "BOOL PROC large(n); INT n; large := n > 2",
    "PROC rest; p := q",
    "INT PROC sum(x, y, z); INT x, y; INT z; sum := x + y - z",
)
"""Procedures with fewer parameters or with others than the two numbers of those that are made at random."""
TAPES = {
    "tape": "1 0 1 1 0 0 1 0 1 1 1 0 - 1 0, 1;0\n1 9223372036854775807 -5 2 1 0\n",
    "tables": "rows 3\n4 5 6\nlong  table 1 2\n1 - 9223372036854775807\n0\nflags 2 1 0\nwrong 2 1 2\nshort 3\n1 2\n",
}
TOKEN = re.compile(r"[A-Za-z][A-Za-z0-9]*|\s+|[:+&-]=|&:=|\.\.\.|\d+|.", re.DOTALL)
SIGNS = (
    ("<=", "≤"), (">=", "≥"), ("<>", "/=", "≠"), ("*", "×"), ("AND", "∧"), ("OR", "∨"), ("NOT", "¬"), ("-", "−"),
)  # fmt: skip
COMMENTS = ("", "END", "BEGIN; a := 1", ":=", "IF p", "{{", "(", "é × '", "a, b", "\n", "comment;")


def written(random: Random, program: str) -> str:
    """Write a program with comments, other signs and other blanks; it must mean the same."""
    c, found = Choices(random), list[str]()
    same = {sign: signs for signs in SIGNS for sign in signs}
    for token in TOKEN.findall(program):
        if token.isspace():
            found.append(token if c.chance(80) else c.pick((" ", "\n", "  \t", "\r\n")))
            continue
        sign = c.pick(same.get(token, (token,)))
        found.append(f" {sign} " if sign.isalpha() and sign != token else sign)
        if not token[0].isalnum() and c.chance(5):
            found.append(f"{{{c.pick(COMMENTS)}}}")
    return "".join(found)


READS = (
    "READ IN(a)",
    "READ IN(p, b)",
    "READ IN(t)",
    "initialize(t)",
    "initialize(a, q)",
    "READ IN(q)",
    "initialize(seen)",
)
WRONG_READS = (
    "set tables(wrong)",
    "set tables(short)",
    "READ IN(seen)",
    "READ IN(flags)",
    "READ IN(cube, far)",
    "set tables(t)",
)


class Maker(Choices):
    """Make one program; `loops` are the variables of the loops around, which nothing may be assigned to."""

    loops: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()
    deep = 0

    def program(self) -> str:
        variables = "INT a, b, total sum, BOOL p, q"
        arrays = (
            "[0:k]INT t; [1:2,-1:2]BOOL seen; [1:2,0:1,1:k]BOOL cube; [1:FLEX]INT rows, short; BOOL r, INT c; "
            "[9223372036854775800:9223372036854775807]INT far; [0:FLEX,1:2]INT long table; [1:2]BOOL flags, wrong"
        )
        procedures = [*PROCEDURES, *(self.procedure(kind) for kind in ("INT", "BOOL", ""))]
        rest = [variables, arrays, *procedures, *self.beginning(), *self.statements(5)]
        constants = f"INT CONST k={self.pick('234')}{self.pick(('', ', one=1', ', one=1, two=one+1'))}"
        return f"BEGIN {constants};\n" + ";\n".join(rest) + "\nEND\n"

    def beginning(self) -> list[str]:
        """Give most variables a value."""
        found = [f"{name} := {self.pick('0123')}" for name in SIMPLE["INT"] if self.chance(95)]
        found += [f"{name} := TRUE" for name in SIMPLE["BOOL"] if self.chance(95)]
        found += ["initialize(c, cube, far); set tables(rows)"]
        found += [f"set tables({self.pick(('flags', 'long table', 'flags, long table'))})"] if self.chance(60) else []
        return [*found, "FOR i=0...k DO t[i] := i", "FOR i=1...2 DO FOR j=-1...2 DO seen[i,j] := i=j"]

    def procedure(self, kind: str) -> str:
        """Declare the procedure of a type, or the one without a value; what they call ends with the budget of depth."""
        name = {"INT": "f", "BOOL": "holds", "": "act"}[kind]
        self.parameters = ("m", "n")
        given = [f"{name} := {self.value(kind)}"] if kind and self.chance(95) else []
        body = "; ".join([*self.statements(2), *given])
        self.parameters = ()
        return f"{kind} PROC {name}(m, n); INT m, n; BEGIN {body} END".lstrip()

    # statements

    def statements(self, most: int) -> list[str]:
        self.deep += 1
        found = [self.statement() for _ in range(self.number_below(1, most))]
        self.deep -= 1
        return found

    def statement(self) -> str:
        kinds = ("assign", "assign", "add", "join", "element", "act", "show", "show", "call", "read")
        kind = self.pick(kinds if self.deep > 3 else (*kinds, "choice", "loop", "loop", "block"))
        return str(getattr(self, kind)())

    def assign(self) -> str:
        kind = self.pick(("INT", "INT", "BOOL"))
        return f"{self.pick(SIMPLE[kind])} := {self.value(kind)}"

    def add(self) -> str:
        return f"{self.pick(SIMPLE['INT'])} {self.pick(('+=', '-='))} {self.value('INT')}"

    def join(self) -> str:
        return f"{self.pick(SIMPLE['BOOL'])} &:= {self.value('BOOL')}"

    def element(self) -> str:
        kind = self.pick(tuple(ARRAYS))
        return f"{self.subscripted(kind)} := {self.value(kind)}"

    def act(self) -> str:
        return f"act({self.value('INT')}, {self.value('INT')})" if self.chance(30) else "PRINT LINE"

    def call(self) -> str:
        return str(self.pick(("step", "rest", "", f"mark({self.pick('12')})")))

    def read(self) -> str:
        return str(self.pick(READS if self.chance(95) else WRONG_READS))

    def show(self) -> str:
        return f"PRINT({', '.join(self.value('INT') for _ in range(self.number_below(1, 3)))})"

    def choice(self) -> str:
        other = f" ELSE {self.inner()}" if self.chance(50) else ""
        return f"IF {self.value('BOOL')} THEN {self.inner()}{other}"

    def inner(self) -> str:
        return f"BEGIN {'; '.join(self.statements(2))} END"

    def block(self) -> str:
        """Make a block; what it declares has no value each time it is entered."""
        first = f"a := {self.value('INT')}" if self.chance(70) else self.pick(("initialize(a)", "READ IN(a)", ""))
        bounds = f"{self.pick(('0', 'b', 'ABS(b)', '-k'))}:{self.pick(('k', '3', 'b', 'total sum'))}"
        array = self.pick(("", "", f"[{bounds}]INT t; ", "[0:k]INT t; [b:b,1:2]BOOL seen; "))
        start = "initialize(t)" if array and self.chance(80) else ""
        return f"BEGIN INT a; {array}{start}; {first}; {'; '.join(self.statements(2))} END"

    def loop(self) -> str:
        name, last = self.fresh("i"), self.pick(("2", "3", "k", "a", ""))
        first = self.value("INT") if self.chance(10) else self.pick(("0", "1", "-1"))
        before, self.loops = self.loops, (*self.loops, name)
        condition = f" WHILE {self.value('BOOL')}" if self.chance(30 if last else 95) else ""
        body = self.inner()
        self.loops = before
        return f"FOR {name}={first}...{last}{condition} DO {body}"

    # expressions

    def value(self, kind: str, deep: int = 0) -> str:
        return self.integer(deep) if kind == "INT" else self.truth(deep)

    def integer(self, deep: int) -> str:
        choice = self.number_below(0, 4 if deep > 2 else 9)
        if choice < 2:
            return str(self.pick(NUMBERS[:6] if self.chance(90) else NUMBERS)).replace("-1", "(-1)")
        if choice < 5:
            return str(self.pick((*SIMPLE["INT"], *self.loops, *self.parameters)))
        if choice == 5:
            return self.subscripted("INT", deep)
        if choice == 6 and self.chance(30):
            inner = f"twice({self.integer(deep + 1)})"
            far = f"far[9223372036854775807 - {self.pick('0178')}]"
            elements = f"rows[{self.pick('123')}]", f"long table[{self.pick('011')}, {self.pick('12')}]", far
            return str(self.pick(("three", inner, "sum(a, b, 1)", "c", "k", *elements)))
        if choice == 6 and self.chance(40):
            return f"f({self.integer(deep + 1)}, {self.integer(deep + 1)})"
        if choice == 7:
            return f"ABS({self.integer(deep + 1)})"
        operator = self.pick(("+", "-", "+", "×", "÷", "MOD"))
        return f"({self.integer(deep + 1)} {operator} {self.integer(deep + 1)})"

    def truth(self, deep: int) -> str:
        choice = self.number_below(0, 3 if deep > 2 else 7)
        if choice == 0:
            return str(self.pick(("TRUE", "FALSE")))
        if choice < 3:
            return str(self.pick(SIMPLE["BOOL"]))
        if choice == 4:
            return self.subscripted("BOOL", deep)
        if choice == 5 and self.chance(30):
            return str(
                self.pick(("ready", f"large({self.integer(deep + 1)})", "neither(p, q)", "cube[2,0,1]", "flags[1]"))
            )
        if choice == 5 and self.chance(40):
            return f"holds({self.integer(deep + 1)}, {self.integer(deep + 1)})"
        if choice == 6:
            return f"(¬ {self.truth(deep + 1)})"
        if choice == 7:
            return f"({self.truth(deep + 1)} {self.pick(('∧', '∨'))} {self.truth(deep + 1)})"
        return f"({self.integer(deep + 1)} {self.pick(RELATIONS)} {self.integer(deep + 1)})"

    def subscripted(self, kind: str, deep: int = 0) -> str:
        name, dimensions = ARRAYS[kind]
        given = [self.integer(deep + 1) if self.chance(40) else self.pick(("1", "2")) for _ in range(dimensions)]
        return f"{name}[{','.join(given)}]"
