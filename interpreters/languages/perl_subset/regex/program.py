"""A pattern's tree into instructions for the matcher.

    (a|b)*c     becomes     0 Split 7 (else 1), 1 Save 4, 2 Save 2, 3 Split 5 …, Match

A group's slots are 2 n and 2 n + 1; a repetition of parts that may be empty has one more, where its turn began.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreters.languages.perl_subset.regex.analysis import nullable, widths
from interpreters.languages.perl_subset.regex.charset import CharSet
from interpreters.languages.perl_subset.regex.nodes import (
    Assertion,
    Atomic,
    Backreference,
    Chars,
    Choice,
    Group,
    Look,
    Node,
    Repeat,
    Sequence,
)
from interpreters.languages.perl_subset.regex.parse import Parsed, UnsupportedPattern

LARGEST = 20_000
"""Instructions of a pattern."""
FARTHEST = 255
"""Characters that a lookbehind goes back, as in Perl."""


Loops = tuple[int, ...]
"""The slots of the loops around a choice of which a turn may be empty."""


@dataclass(frozen=True, slots=True)
class One:
    """One character of a set."""

    chars: CharSet


@dataclass(frozen=True, slots=True)
class Run:
    """Characters of a set, `least` to `most` (None: without end)."""

    chars: CharSet
    least: int
    most: int | None
    lazy: bool
    loops: Loops


@dataclass(slots=True)
class Split:
    """Go on with the next instruction or at the target; which of them is tried first."""

    target: int
    target_first: bool
    loops: Loops


@dataclass(slots=True)
class Jump:
    """Go on elsewhere."""

    target: int


@dataclass(frozen=True, slots=True)
class Save:
    """Keep the place in a slot."""

    slot: int


@dataclass(slots=True)
class LeaveIfEmpty:
    """Go on elsewhere if nothing was matched since the slot was saved."""

    slot: int
    target: int


@dataclass(frozen=True, slots=True)
class Check:
    """What must hold at the place: the kind of an Assertion."""

    kind: str


@dataclass(frozen=True, slots=True)
class Again:
    """What a group has matched."""

    number: int
    both_cases: bool


@dataclass(slots=True)
class Inside:
    """Match the instructions up to `after` once, as a look or an atomic group; `backwards` are its widths."""

    look: bool
    negated: bool
    backwards: tuple[int, int] | None
    after: int


@dataclass(frozen=True, slots=True)
class Match:
    """The end of the pattern, or of what is Inside."""


Instruction = One | Run | Split | Jump | Save | LeaveIfEmpty | Check | Again | Inside | Match


@dataclass(slots=True)
class Program:
    """Instructions, and how many slots they use; `remembers` where what comes later depends on the place alone."""

    slots: int
    remembers: bool = True
    loops: Loops = ()
    code: list[Instruction] = field(default_factory=list)

    def add(self, instruction: Instruction) -> None:
        """Append an instruction."""
        if len(self.code) >= LARGEST:
            raise UnsupportedPattern("repetitions that make a pattern as large as this are not supported")
        self.code.append(instruction)


def compile_program(parsed: Parsed) -> Program:
    """Compile a pattern; raise UnsupportedPattern for one that is too large."""
    program = Program(2 * parsed.groups + 2)
    compile_node(program, parsed.tree)
    program.add(Match())
    return program


def compile_node(program: Program, node: Node) -> None:
    """Append the instructions of a part."""
    match node:
        case Chars(chars):
            program.add(One(chars))
        case Sequence(items):
            for item in items:
                compile_node(program, item)
        case Choice(items):
            compile_choice(program, items)
        case Repeat(Chars(chars), least, most, lazy):
            program.add(Run(chars, least, most, lazy, program.loops))
        case Repeat():
            compile_repeat(program, node)
        case Group(number, item):
            program.add(Save(2 * number))
            compile_node(program, item)
            program.add(Save(2 * number + 1))
        case Assertion(kind):
            program.add(Check(kind))
        case Backreference(number, both_cases):
            program.remembers = False
            program.add(Again(number, both_cases))
        case Look(item, backwards, negated):
            compile_inside(program, item, Inside(True, negated, reach(item) if backwards else None, 0))
        case Atomic(item):
            compile_inside(program, item, Inside(False, False, None, 0))


def reach(item: Node) -> tuple[int, int]:
    """Return how far a lookbehind goes back at least and at most."""
    low, high = widths(item)
    if high is None or high > FARTHEST:
        raise UnsupportedPattern(f"a lookbehind of more than {FARTHEST} characters is not supported")
    return low, high


def compile_choice(program: Program, items: tuple[Node, ...]) -> None:
    """Append alternatives."""
    jumps: list[Jump] = []
    for item in items[:-1]:
        split = Split(0, False, program.loops)
        program.add(split)
        compile_node(program, item)
        jumps.append(Jump(0))
        program.add(jumps[-1])
        split.target = len(program.code)
    compile_node(program, items[-1])
    for jump in jumps:
        jump.target = len(program.code)


def compile_repeat(program: Program, node: Repeat) -> None:
    """Append a repetition: the part as often as it must be, then a loop or optional parts.

    A turn that matches nothing is the last one, once there were as many as there must be.
    """
    ends: list[Split | LeaveIfEmpty] = []
    slot = program.slots if nullable(node.item) and (node.most is None or node.most > 1) else None
    program.slots += slot is not None
    for number in range(1, node.least + 1):
        ends += compile_turn(program, node.item, slot if number == node.least else None)
    if node.most is None:
        begin = len(program.code)
        ends += split_off(program, node)
        ends += compile_turn(program, node.item, slot)
        program.add(Jump(begin))
    else:
        for _ in range(node.most - node.least):
            ends += split_off(program, node)
            ends += compile_turn(program, node.item, slot)
    for end in ends:
        end.target = len(program.code)


def split_off(program: Program, node: Repeat) -> list[Split]:
    """Append the choice between another turn and the end."""
    split = Split(0, node.lazy, program.loops)
    program.add(split)
    return [split]


def compile_turn(program: Program, item: Node, slot: int | None) -> list[LeaveIfEmpty]:
    """Append one turn; with a slot it is the last one if it matches nothing."""
    if slot is None:
        compile_node(program, item)
        return []
    program.add(Save(slot))
    program.loops += (slot,)
    compile_node(program, item)
    program.loops = program.loops[:-1]
    leave = LeaveIfEmpty(slot, 0)
    program.add(leave)
    return [leave]


def compile_inside(program: Program, item: Node, inside: Inside) -> None:
    """Append a part that is matched by itself."""
    program.add(inside)
    compile_node(program, item)
    program.add(Match())
    inside.after = len(program.code)
