"""Numbers of an input that Python reads before the program asks for them, so that most reads call no Python.

ahead = Ahead(host, library["read"], words, reals, layout.ahead)
ahead.fill()            # the numbers after the one that was just read, for the code to take
ahead.give_back()       # the input is as if only those had been read that the code has taken
"""

from __future__ import annotations

from array import array
from collections.abc import Callable

from interpreters.compiled.state import MOST_AHEAD, OPERANDS
from interpreters.ir.host import Host, HostEnd, HostFunction
from interpreters.ir.types import Type


class Ahead:
    """The numbers in the shared words from `first` on (Layout.ahead).

    `size` is how many there are next: twice as many as before, but one after some were given back, since a program that
    reads an input in several ways would have all of them read again and again. For the same reason `most`, its limit,
    is halved each time that no number comes next: to find a fault costs as much as to read its line.
    """

    def __init__(
        self, host: Host, procedure: HostFunction, words: memoryview[int], reals: memoryview[float], first: int
    ) -> None:
        self.host, self.perform, self.mark = host, procedure.perform, procedure.mark
        self.words, self.first, self.size, self.most = words, first, 1, MOST_AHEAD
        self.is_real = procedure.returns is Type.REAL
        self.reals = reals
        self.back: Callable[[], object] = lambda: None

    def fill(self) -> None:
        """Put the next numbers where the code takes them, up to one that cannot be read."""
        numbers = list[float]()
        if self.size > 1 and self.mark is not None:
            self.back = self.mark(self.host)
            try:
                while len(numbers) < self.size - 1:
                    numbers.append(self.perform(self.host))
            except HostEnd:
                # the program meets the fault itself, if it reads so far
                self.read_again(len(numbers))
                self.most = max(1, self.most // 2)
        first, end = self.first + 2, self.first + 2 + len(numbers)
        self.words[self.first : first] = array("q", [0, len(numbers)])
        if self.is_real:
            self.reals[first:end] = array("d", numbers)
        else:
            self.words[first:end] = array("q", map(int, numbers))
        self.size = min(2 * self.size, self.most)

    def take(self) -> bool:
        """Take the next number as the code does, and return True; or return False where there is none."""
        taken, read = self.words[self.first : self.first + 2]
        if taken == read:
            return False
        self.words[OPERANDS] = self.words[self.first + 2 + taken]
        self.words[self.first] = taken + 1
        return True

    def give_back(self) -> None:
        """Go back on the input to where the program is: it may look at it in another way."""
        taken, read = self.words[self.first : self.first + 2]
        if taken < read:
            self.read_again(taken)
            self.words[self.first] = read
            self.size = 1

    def read_again(self, count: int) -> None:
        """Go back to where `fill` began, and read a number of them again."""
        self.back()
        for _ in range(count):
            self.perform(self.host)
