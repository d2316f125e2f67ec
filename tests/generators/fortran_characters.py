"""Random FORTRAN programs about characters in reals, with what they print and whether they end by a trap.

deck, printed, traps = CharacterMaker(Random(7)).program()
"""

from __future__ import annotations

from tests.generators.choices import Choices

WORDS = ("ABCD", "STOP", "X  Y", "=)(,", " 1.5")
NUMBERS = ("1.0", "-2.5", "0.25", "100.0")
WRONG = {
    True: (
        "Y = {0} + 1.0", "Y = -{0}", "Y = SQRT({0})", "Y = AMAX1({0}, 2.0)", "I = {0}", "Y = {0}*{0}",
        "IF ({0} .GT. 0.5) I = 1", "WRITE (6, 20) {0}", "CALL ADD({0})",
    ),
    False: ("WRITE (6, 10) {0}", "IF ({0} .EQ. 4HSTOP) I = 1"),
}  # fmt: skip
"""What is a trap for a REAL that holds characters (True), and for one that holds a number."""
REALS = ("A", "B", "X(1)", "X(2)", "X(3)")
HEAD = "      DIMENSION X(3)\n      COMMON A\n"
TAIL = """      STOP
   10 FORMAT (1H , A4)
   20 FORMAT (1H , F8.2)
   30 FORMAT (1H , I1)
      END
      SUBROUTINE ADD(Z)
      Z = Z + 1.0
      RETURN
      END
      SUBROUTINE MOVE(Y, Z)
      Z = Y
      RETURN
      END
"""


class CharacterMaker(Choices):
    """Makes a program that moves, compares and prints words and numbers; in half of them the last one is wrong."""

    def program(self) -> tuple[str, list[str], bool]:
        """Return the deck, the lines that it prints, and whether a trap ends it."""
        self.held = {name: self.pick((*WORDS, *NUMBERS)) for name in REALS}
        self.printed: list[str] = []
        cards = [f"{name} = {self.constant(value)}" for name, value in self.held.items()]
        for _ in range(self.number_below(4, 12)):
            cards += self.pick((self.move, self.compare, self.print, self.assign))()
        traps = self.chance(50)
        if traps:
            name = self.pick(REALS)
            cards.append(self.pick(WRONG[self.is_word(name)]).format(name))
        return HEAD + "".join(f"      {card}\n" for card in cards) + TAIL, self.printed, traps

    def is_word(self, name: str) -> bool:
        return self.held[name] in WORDS

    def constant(self, value: str) -> str:
        return f"4H{value}" if value in WORDS else value

    def assign(self) -> list[str]:
        name = self.pick(REALS)
        self.held[name] = self.pick((*WORDS, *NUMBERS))
        return [f"{name} = {self.constant(self.held[name])}"]

    def move(self) -> list[str]:
        """Copy a REAL, by an assignment or through a subroutine."""
        source, target = self.random.sample(REALS, 2)
        self.held[target] = self.held[source]
        return [self.pick((f"{target} = {source}", f"CALL MOVE({source}, {target})"))]

    def compare(self) -> list[str]:
        """Compare two words or two numbers, and print 1 where they are equal."""
        left, right = self.pick(REALS), self.pick(REALS)
        if self.is_word(left) != self.is_word(right):
            return self.print()
        equal, written = self.held[left] == self.held[right], self.pick((right, self.constant(self.held[right])))
        self.printed.append("1" if equal else "0")
        return ["I = 0", f"IF ({left} .EQ. {written}) I = 1", "WRITE (6, 30) I"]

    def print(self) -> list[str]:
        name = self.pick(REALS)
        value = self.held[name]
        self.printed.append(value.rstrip() if self.is_word(name) else f"{float(value):8.2f}")
        return [f"WRITE (6, {10 if self.is_word(name) else 20}) {name}"]
