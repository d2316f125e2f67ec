"""The search for a pattern in time that grows with the text as its length does.

It goes back to the last choice as Perl does, so that it finds the same match; but it remembers at which places a
choice has failed, and fails at once when it comes there again. A pattern with backreferences cannot do so; its search
is bounded by the budget only. Every thousandth step is one for the meter, and so is the memory asked for.
"""

from __future__ import annotations

from typing import Any, Protocol

from interpreters.languages.perl_subset.regex.program import (
    Again,
    Check,
    Inside,
    Jump,
    LeaveIfEmpty,
    Loops,
    One,
    Program,
    Run,
    Save,
    Split,
)

STEPS = 1000
"""Steps that count as one turn of a loop."""
ENTRY_BYTES = 120
"""What a choice that is open asks for."""
WORD = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
Tried = dict[tuple[int, int], bytearray]
UNDO, GO, DOWN, UP, RESTORE = range(5)


class Meter(Protocol):
    """What a search is charged to."""

    def turn(self) -> None:
        """Count one turn of a loop."""

    def charge(self, size: int) -> None:
        """Note that memory is asked for."""


class Matcher:
    """The search in one text."""

    def __init__(self, program: Program, text: str, meter: Meter) -> None:
        self.program, self.text, self.meter = program, text, meter
        self.slots = [-1] * program.slots
        self.steps = 0

    def search(self, starts: Any, least_end: int) -> int | None:
        """Return the start of the first match from one of some places that ends at `least_end` or later."""
        tried: Tried = {}
        for start in starts:
            self.slots = [-1] * self.program.slots
            end = self.run(0, start, least_end, None, tried)
            if end is not None:
                self.slots[:2] = start, end
                return int(start)
        return None

    def places(self, tried: Tried, pc: int, loops: Loops, position: int) -> bytearray:
        """Return where a choice has been tried; in loops it matters which of their turns are still empty."""
        empty = sum(1 << index for index, slot in enumerate(loops) if self.slots[slot] == position)
        if (pc, empty) not in tried:
            self.meter.charge(len(self.text) + 1)
            tried[pc, empty] = bytearray(len(self.text) + 1)
        return tried[pc, empty]

    def count(self, waiting: int) -> None:
        """Count a thousand steps, and the choices that are open."""
        self.steps = 0
        self.meter.turn()
        self.meter.charge(waiting * ENTRY_BYTES)

    def run(self, pc: int, position: int, least: int, exact: int | None, tried: Tried) -> int | None:
        """Return where a match of the instructions from `pc` on ends: at `least` or later, or at `exact`."""
        text, code, remembers, slots = self.text, self.program.code, self.program.remembers, self.slots
        stack: list[Any] = []
        while True:
            self.steps += 1
            if self.steps >= STEPS:
                self.count(len(stack))
            instruction: Any = code[pc]
            kind = instruction.__class__
            following = pc + 1
            if kind is One:
                matched = position < len(text) and text[position] in instruction.chars
                position += 1
            elif kind is Run:
                entry = self.open_run(instruction, pc, position, tried)
                matched = False
                if entry is not None:
                    stack.append(entry)
            elif kind is Split:
                matched = True
                if remembers:
                    places = self.places(tried, pc, instruction.loops, position)
                    matched = not places[position]
                    places[position] = 1
                later = instruction.target
                if instruction.target_first:
                    following, later = later, following
                if matched:
                    stack.append((GO, later, position))
            elif kind is Jump:
                matched, following = True, instruction.target
            elif kind is Save:
                stack.append((UNDO, instruction.slot, slots[instruction.slot]))
                slots[instruction.slot] = position
                matched = True
            elif kind is LeaveIfEmpty:
                matched = True
                if slots[instruction.slot] == position:
                    following = instruction.target
            elif kind is Check:
                matched = holds(instruction.kind, text, position)
            elif kind is Again:
                end = self.again(instruction, position)
                matched = end is not None
                position = end or 0
            elif kind is Inside:
                before = list(slots)
                end = self.inside(instruction, pc + 1, position)
                matched = (end is None) if instruction.negated else end is not None
                if instruction.negated or end is None:
                    slots[:] = before
                else:
                    stack.append((RESTORE, before, 0))
                    position = position if instruction.look else end
                following = instruction.after
            else:
                if position == exact if exact is not None else position >= least:
                    return position
                matched = False
            if matched:
                pc = following
                continue
            resumed = self.back(stack, tried)
            if resumed is None:
                return None
            pc, position = resumed

    def open_run(self, run: Run, pc: int, position: int, tried: Tried) -> Any:
        """Return the choice of how many characters a run takes: (DOWN or UP, pc, next place, last place)."""
        low = position + run.least
        limit = len(self.text) if run.most is None else min(len(self.text), position + run.most)
        match = run.chars.run.match(self.text, position, limit)
        high = match.end() if match else position
        if run.most is None and self.program.remembers:
            known = self.places(tried, pc, run.loops, -2).find(1, low + bool(run.loops), high + 1)
            high = known - 1 if known >= 0 else high
        if high < low:
            return None
        return (UP, pc, low, high) if run.lazy else (DOWN, pc, high, low)

    def back(self, stack: list[Any], tried: Tried) -> tuple[int, int] | None:
        """Undo what was done since the last choice; return what it leads to now, or None without any."""
        slots, remembers = self.slots, self.program.remembers
        while stack:
            entry = stack.pop()
            kind, pc, value = entry[:3]
            if kind == UNDO:
                slots[pc] = value
            elif kind == RESTORE:
                slots[:] = pc
            elif kind == GO:
                return pc, value
            else:
                last = entry[3]
                if value != last:
                    stack.append((kind, pc, value - 1 if kind == DOWN else value + 1, last))
                if not remembers:
                    return pc + 1, value
                places = self.places(tried, pc, self.program.code[pc].loops, value)
                if not places[value]:
                    places[value] = 1
                    return pc + 1, value
        return None

    def again(self, instruction: Again, position: int) -> int | None:
        """Return where what a group has matched ends here once more."""
        start, end = self.slots[2 * instruction.number : 2 * instruction.number + 2]
        if start < 0 or end < 0:
            return None
        wanted, found = self.text[start:end], self.text[position : position + end - start]
        if wanted == found or (instruction.both_cases and lowered(wanted) == lowered(found)):
            return position + len(found)
        return None

    def inside(self, instruction: Inside, pc: int, position: int) -> int | None:
        """Match a look or an atomic group by itself; return where it ends."""
        if instruction.backwards is None:
            return self.run(pc, position, 0, None, {})
        low, high = instruction.backwards
        for start in range(position - low, max(position - high, 0) - 1, -1):
            if self.run(pc, start, 0, position, {}) is not None:
                return position
        return None


def lowered(text: str) -> str:
    """Return a text with the letters of ASCII as small ones."""
    return "".join(letter.lower() if letter.isascii() else letter for letter in text)


def holds(kind: str, text: str, position: int) -> bool:
    """Tell whether an assertion holds at a place."""
    size = len(text)
    if kind in "bB":
        before, after = text[position - 1 : position] if position else "", text[position : position + 1]
        return ((before in WORD) != (after in WORD)) == (kind == "b")
    if kind in "A^":
        return position == 0 or (kind == "^" and position < size and text[position - 1] == "\n")
    if position == size:
        return True
    return text[position] == "\n" and (kind == "$" or (kind == "Z" and position == size - 1))
