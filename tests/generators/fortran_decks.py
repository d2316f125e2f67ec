"""Random decks of FORTRAN programs that print their data, with what they print: separators, and data like cards.

deck, printed = DeckMaker(Random(7)).deck()
"""

from __future__ import annotations

from tests.generators.choices import Choices

SEPARATORS = {
    "CDC": ("*EOR", "*EOF", "7/8/9", "6/7/8/9", "6/7/9", "~eor", "~eof", "~", "^", "789", "6789"),
    "IBM": ("/*", "/&", "//GO.SYSIN DD *", "$ENTRY", "$DATA", "*DATA", "$IBSYS"),
}
REMARKS = ("", "", " " * 66 + "FOO00010", "   THE END", " OF 7/8/9")
CARDS = (
    "END", " END", "END OF DATA", "   END", "CATS", "C", "* 12", "$1.50", "!", "789 12", "78", "7/8/91", "^ ^", " *EOR",
    "EOF", "  12", "12345", "1 2 3 4", "A = 1", " PROGRAM", "REAL", "STOP", "READ 10", "SUBROUTINE", "X=1", "-",
    "1.5E3", "7 8 9",
)  # fmt: skip
"""What data cards hold: much of it means something in a program, or nearly divides a deck."""
PROGRAM = """      DIMENSION A(2)
      N = 0
   10 READ (5, 30) A
      IF (EOF(5)) 15, 12
   12 WRITE (6, 40) A
      GO TO 10
   15 N = N + 1
      WRITE (6, 50)
      IF (N .LT. 4) GO TO 10
   30 FORMAT (2A8)
   40 FORMAT (1X, 2A8)
   50 FORMAT (5H -EOF)
      END
"""
HEADS = ("      PROGRAM X(INPUT, OUTPUT, TAPE5=INPUT, TAPE6=OUTPUT)\n", "", "C     A PROGRAM\n", "\n")
SUBROUTINE = "C     ANOTHER UNIT\n      SUBROUTINE S\n      RETURN\n      END\n"


class DeckMaker(Choices):
    """Makes a deck of one to three programs, each with up to three files of data."""

    def deck(self) -> tuple[str, list[str]]:
        """Return the deck and the lines that it prints."""
        text, printed = "".join(self.pick(("", "JOB,CM60000.\nRUN.\n7/8/9\n", "//FORT.SYSIN DD *\n"))), list[str]()
        for _ in range(self.number_below(1, 3)):
            system = self.pick(sorted(SEPARATORS))
            files = [[self.pick(CARDS) for _ in range(self.number_below(0, 3))] for _ in range(self.number_below(0, 3))]
            text += self.pick(HEADS) + PROGRAM + self.pick(("", SUBROUTINE))
            at_once = bool(files and files[0]) and files[0][0][0] in " 1-" and self.chance(40)
            for number, cards in enumerate(files):
                text += "" if at_once and number == 0 else self.separator(system)
                text += "".join(f"{card}\n" for card in cards)
            text += self.separator(system)
            printed += self.expected(files, system)
        return text, printed

    def separator(self, system: str) -> str:
        """Return a separator with a remark or a number; those of few characters have no remark."""
        card = self.pick(SEPARATORS[system])
        remark = self.pick(REMARKS if card not in ("~", "^", "789", "6789") else REMARKS[:3])
        return f"{card}{remark}\n"

    def expected(self, files: list[list[str]], system: str) -> list[str]:
        """Return what a program prints: each card, and that the file ended, four times in all.

        Empty files before the first card and after the last are none, and so are those of IBM between others.
        """
        while files and not files[0]:
            files = files[1:]
        while files and not files[-1]:
            files = files[:-1]
        kept = [cards for cards in files if cards or system == "CDC"]
        ends = [*kept, [], [], [], []][:4]
        return [line for cards in ends for line in (*(card[:16] for card in cards), "-EOF")]
