r"""Random C programs that move a pointer by counts of 64 bits, with what they print and where they leave the object.

    text, printed, line = PointerMaker(Random(7)).program()     # "…", "3 3\n3 1\n", 17

The model is the pointer's subscript, a Python integer. A program's last statement leaves the object by a count whose
product with the size of an element, or the sum with the offset, is more than 64 bits hold: `line` is its line. Half of
the programs have no such statement: `line` is 0.
"""

from __future__ import annotations

from tests.generators.choices import Choices

KINDS = (
    ("char", 1, "*{}"), ("short", 2, "*{}"), ("int", 4, "*{}"), ("long", 8, "*{}"), ("row", 8, "(*{})[1]"),
    ("struct three", 12, "({})->v[2]"), ("struct pair", 16, "({})->right"),
)  # fmt: skip
"""Types of elements, with their sizes in bytes, and how a number in them is reached through a pointer."""
FORWARD = ("p = p + {}", "p = {} + p", "p += {}", "p = &p[{}]", "p = &{}[p]")
BACK = ("p = p - {}", "p -= {}")
COUNT = 6
SHOW = 'printf("%d %d\\n", (int) (p - s), (int) {});'
HEAD = """#include <stdio.h>
#include <stdlib.h>
typedef int row[2];
struct three {int v[3];};
struct pair {long left, right;};
long k; unsigned long u;
"""
EXTREMES = (2**60, 2**61 + 1, 2**62 + 1, 2**63 - 1, -(2**63), -(2**61) - 1, 2**63, 2**63 + 1, 2**64 - 1, 2**64 - 2)


class PointerMaker(Choices):
    """Make one program for lp64."""

    def program(self) -> tuple[str, str, int]:
        """Return the text, what it prints, and the line at which a trap ends it, or 0."""
        kind, size, self.number = self.pick(KINDS)
        self.at, self.printed = 0, ""
        home = self.pick(("a", "b", f"malloc({COUNT} * sizeof({kind}))"))
        lines = [*HEAD.splitlines(), f"{kind} a[{COUNT}];", "int main()", "{", f"{kind} b[{COUNT}], *p, *s; int i;"]
        lines += [f"s = {home};", f"for (i = 0; i < {COUNT}; i++) {self.number.format('(s + i)')} = i;", "p = s;"]
        lines += [self.inside() for _ in range(self.number_below(2, 9))]
        line = 0
        if self.chance(50):
            lines.append(self.pick((self.look, self.move))(self.pick(wrapping(size))))
            line = len(lines)
        return "\n".join([*lines, "return 0;", "}", ""]), self.printed, line

    def inside(self) -> str:
        """Look at an element or move there, and print where the pointer is and what it sees."""
        target, moves = self.number_below(0, COUNT - 1), self.chance(60)
        text = (self.move if moves else self.look)(target - self.at)
        self.at = target if moves else self.at
        self.printed += f"{self.at} {target}\n"
        return text

    def look(self, distance: int) -> str:
        setting, count, back = self.counted(distance)
        return setting + SHOW.format(self.number.format(f"(p {'-' if back else '+'} {count})"))

    def move(self, distance: int) -> str:
        setting, count, back = self.counted(distance)
        moved = self.pick(BACK if back else FORWARD).format(count)
        return f"{setting}{moved}; {SHOW.format(self.number.format('p'))}"

    def counted(self, distance: int) -> tuple[str, str, bool]:
        """Write a distance as a constant or a variable, which is set first; tell whether to go back by it."""
        back = self.chance(40) if -(2**63) < distance <= 2**63 else distance < 0
        count = -distance if back else distance
        if count < 0 or (count < 2**63 and self.chance(50)):
            variable, constant = "k", f"({count}L)" if count > -(2**63) else f"({count + 1}L - 1)"
        else:
            variable, constant = "u", f"{count}UL"
        return (f"{variable} = {constant}; ", variable, back) if self.chance(60) else ("", constant, back)


def wrapping(size: int) -> list[int]:
    """List distances that are far outside; many of the products with a size are small in 64 bits."""
    products = (2**64 * times // size + more for times in range(1, size) for more in range(4))
    distances = [*EXTREMES, *products]
    return distances + [-distance for distance in distances]
