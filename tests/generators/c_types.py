r"""Random C programs that show what types expressions have: sizes, signs, and constants beside computed values.

    program(Random(7), "lp64")      # "#include <stdio.h>\n…static short g3 = (char) 200;\n…int main()\n{…}\n"

Each constant expression is the first value of a static variable, of a local one, and is computed; each other expression
is measured by sizeof and compared with numbers of both signs, which shows whether it is signed.
"""

from __future__ import annotations

from random import Random

TYPES = ("char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long")
CONSTANTS = ("0", "1", "2", "3", "7", "127", "200", "255", "0u", "1u", "5L", "3UL", "0x80000000", "'a'", "'\\377'",
             "'\\0\\377'", "sizeof(int)", "sizeof(char[3])", "RED", "BLUE")  # fmt: skip
BINARY = ("+", "-", "&", "|", "^", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "&&", "||", "/", "%")
VALUES = ("0", "1", "-1", "3", "-7", "100", "-128")
HEAD = """#include <stdio.h>
#include <string.h>
enum {RED, BLUE = -5};
struct s {char c; short h[3]; long n; struct s *next;} x, y[2];
int a[4]; char m[2][3]; long *p; struct s *q = y;
"""


class Types:
    """The expressions of one program."""

    def __init__(self, random: Random, model: str) -> None:
        self.random, self.model = random, model
        # gcc is a compiler of LP64: it has other types for long constants, sizeof and pointers than ILP32
        self.constants = tuple(c for c in CONSTANTS if model == "lp64" or not ("L" in c or "sizeof" in c))
        self.objects = ("a[1]", "m[1][2]", "x.c", "x.h[2]", "q->h[1]", "q->n", "*a", "**m", "y->c")
        self.arrays = ("a", "m", "m[1]", "x.h", "q->h", "y", "x", "*q", "*m", '"abc"', "y[1]")
        self.pointers = ("a", "a + 1", "&a[2]") if model == "lp64" else ()

    def variable(self) -> str:
        return f"v{self.random.randrange(len(TYPES))}"

    def expression(self, depth: int, leaves: tuple[str, ...]) -> str:
        """An expression of an integer type: of constants only where the leaves are constants."""
        if depth == 0:
            constant = leaves is self.constants or self.random.random() < 0.4
            return self.random.choice(self.constants) if constant else self.random.choice((self.variable(), *leaves))
        left = self.expression(depth - 1, leaves)
        match self.random.randrange(8):
            case 0:
                return f"{self.random.choice('-~!+')}({left})"
            case 1 | 2:
                return f"({self.random.choice(TYPES)}) ({left})"
            case 3:
                yes, no = (self.expression(depth - 1, leaves) for _ in range(2))
                return f"(({left}) ? ({yes}) : ({no}))"
        return self.binary(left, self.expression(self.random.randrange(depth), leaves))

    def binary(self, left: str, right: str) -> str:
        """An operation that seldom overflows, and divides or shifts by small numbers only."""
        operator = self.random.choice(BINARY)
        if operator in ("+", "-"):
            return f"(({left}) & 31) {operator} (({right}) & 31)"
        if operator in ("<<", ">>"):
            return f"({left}) {operator} (({right}) & 7)"
        if operator in ("/", "%"):
            return f"({left}) {operator} ((({right}) & 3) | 1)"
        return f"({left}) {operator} ({right})"

    def shown(self, text: str) -> str:
        """Print what type an expression has, and its value."""
        forms = f"(int) sizeof({text}), ({text}) > -1, ({text}) < 1u, (long) ({text}), (char) ({text})"
        return f'printf("%d %d %d %ld %d\\n", {forms});'

    def program(self) -> str:
        lines = [HEAD]
        lines += [f"{kind} v{number} = {self.random.choice(VALUES)};" for number, kind in enumerate(TYPES)]
        constants = [(self.random.choice(TYPES), self.expression(2, self.constants)) for _ in range(4)]
        lines += [f"static {kind} g{number} = {text};" for number, (kind, text) in enumerate(constants)]
        lines += ["int main()", "{"]
        lines += [f"{kind} l{number} = {text};" for number, (kind, text) in enumerate(constants)]
        lines += [f"int b[(({text}) & 7) + 1];" for _, text in constants[:1]]
        lines += ["p = &y[1].n;", 'printf("%d\\n", (int) sizeof b);']
        for number, (_, text) in enumerate(constants):
            lines.append(f'printf("%ld %ld %d\\n", (long) g{number}, (long) l{number}, g{number} == l{number});')
            lines.append(self.shown(text))
            lines.append(f'switch (v{number}) {{case {text}: puts("this"); break; default: puts("other");}}')
        lines += [self.shown(self.expression(3, self.objects)) for _ in range(6)]
        if self.model == "lp64":
            lines += [f'printf("%d\\n", (int) sizeof({self.random.choice(self.arrays)}));' for _ in range(4)]
            pointer = self.random.choice(self.pointers)
            text = f"v4 ? {pointer} - a : ({self.expression(1, ())})"
            lines += [self.shown(text), f'printf("%d\\n", (v5 ? {pointer} : 0) == a);']
        return "\n".join([*lines, "return 0;", "}"]) + "\n"


def program(random: Random, model: str) -> str:
    """Make one program."""
    return Types(random, model).program()
