r"""A pattern's tree as code for the matcher (runtime/matching.py): words of 64 bits.

    (a|b)*c     becomes     FORK to the end …, SAVE 2, FORK …, ONE a, JUMP, ONE b, SAVE 3, JUMP, ONE c, FOUND

The code begins with the slots that it uses, the words of groups, the bytes of marks at each place of a text, the
set of the characters that a match may begin with (0: any place may be one), and whether it begins at the text's
beginning only. A group's slots are 2 n and 2 n + 1; a repetition of parts that may be empty has one more, where its
turn began. Addresses are counted in bytes from the beginning. A set of characters is 256 bytes for the first codes,
then the number of ranges beyond and the ranges.

An instruction is a word with its number, and its operands; then follows the next one:

    ONE set                         a character of a set
    RUN set least most lazy choice  some characters of a set; `most` -1: without end
    FORK later lazy choice          go on here, and where that fails at `later`; lazy: the other way round
    JUMP to
    SAVE slot                       note the place in a slot
    FORGET slot                     empty a slot
    LEAVE_IF_EMPTY slot to          leave a loop whose turn, begun at the place in the slot, has matched nothing
    CHECK kind                      an assertion (KINDS)
    AGAIN slot both_cases           a backreference
    NESTED look negated least most end code …   match the code here by itself, then go on at `end`; a lookbehind
                                    begins `least` to `most` characters before (-1: it looks ahead); look 0: (?>…)
    FOUND

A choice is three words or more: the first of its marks, the number of loops around it, their slots.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

from interpreters.languages.perl_subset.regex import nodes
from interpreters.languages.perl_subset.regex.analysis import END, first, nullable, widths
from interpreters.languages.perl_subset.regex.charset import CharSet
from interpreters.languages.perl_subset.regex.parse import Parsed, UnsupportedPattern

ONE, RUN, FORK, JUMP, SAVE, FORGET, LEAVE_IF_EMPTY, CHECK, AGAIN, NESTED, FOUND = range(11)
GROUP_WORDS, MARK_BYTES, FIRST_SET, ANCHORED = 8, 16, 24, 32
FIRST_WORD = 5
"""The words of the header after the number of slots, as offsets; and the number of its words."""
OPERAND, ONE_OPERAND, TWO_OPERANDS = 8, 16, 24
RUN_LEAST, RUN_MOST, RUN_LAZY, RUN_CHOICE = 16, 24, 32, 40
FORK_LAZY, FORK_CHOICE = 16, 24
AFTER_TURN = BOTH_CASES = 16
NEGATED, BACK_LEAST, BACK_MOST, NESTED_END, NESTED_CODE = 16, 24, 32, 40, 48
CHOICE_LOOPS, CHOICE_SLOTS = 8, 16
RANGE_COUNT, RANGES = 256, 264
"""Where the first operand is, and the size of an instruction with one or two; offsets in others, a choice and a set."""
LARGEST = 100_000
"""Words of a pattern."""
MOST_MARKS = 4096
"""Marks at a place; with more, nothing is remembered."""
FARTHEST = 255
"""Characters that a lookbehind goes back, as in Perl."""
KINDS = "^$AzZbB"
AT_LINE_START, AT_LINE_END, AT_TEXT_START, AT_TEXT_END, AT_LAST_LINE_END, WORD_EDGE, INSIDE_WORD = range(len(KINDS))
"""The kinds of assertions as regex/nodes.py has them, and their numbers in the code."""


@dataclass(slots=True)
class Code:
    """Code in the making. `remembers` where what follows a choice depends on the place alone.

    `loops` are the slots of the loops around a place in which a turn may be empty.
    """

    slots: int
    words: list[int] = field(default_factory=lambda: [0] * FIRST_WORD)
    remembers: bool = True
    marks: int = 0
    loops: tuple[int, ...] = ()
    sets: dict[CharSet, list[int]] = field(default_factory=dict)

    def add(self, *words: int) -> int:
        """Append an instruction; return where it begins, as an index."""
        begin = len(self.words)
        # repetitions are written out, so that a few characters like ((a{99}){99}){99} ask for millions of words
        if begin >= LARGEST:
            raise UnsupportedPattern("repetitions that make a pattern as large as this are not supported")
        self.words += words
        return begin

    def add_choice(self, *words: int) -> int:
        """Append an instruction that remembers at which places it was tried, for each state of the loops around it."""
        begin = self.add(*words, self.marks, len(self.loops), *self.loops)
        # a mark for each combination of the loops around whose turns may be empty so far (matching.empty_turns)
        self.marks += 1 << len(self.loops)
        return begin

    def refer(self, chars: CharSet) -> None:
        """Make the last word the address of a set."""
        self.sets.setdefault(chars, []).append(len(self.words) - 1)

    def here(self) -> int:
        """Return the address of what comes next."""
        return 8 * len(self.words)


def encoded(parsed: Parsed) -> bytes:
    """Compile a pattern; raise UnsupportedPattern for one that is too large."""
    code = Code(2 * parsed.groups + 2)
    compile_node(code, parsed.tree)
    code.add(FOUND)
    # a match that may be empty, or begin at the text's end, may be anywhere
    begin = first(parsed.tree, END)
    if not nullable(parsed.tree) and not begin.overlaps(END):
        code.sets.setdefault(begin, []).append(3)
    marks = code.marks if code.remembers and code.marks <= MOST_MARKS else 0
    code.words[:3] = code.slots, 2 * parsed.groups + 2, (marks + 7) // 8
    code.words[4] = begins(parsed.tree)
    for chars, places in code.sets.items():
        for place in places:
            code.words[place] = code.here()
        code.words += words_of(chars)
    return struct.pack(f"<{len(code.words)}q", *code.words)


def words_of(chars: CharSet) -> list[int]:
    """Return a set as the matcher has it."""
    low = bytearray(256)
    for begin, end in chars.ranges:
        low[begin : end + 1] = b"\1" * (min(end, 255) + 1 - begin)
    beyond = [(max(begin, 256) << 32) | end for begin, end in chars.ranges if end >= 256]
    return [*struct.unpack("<32q", low), len(beyond), *beyond]


def begins(node: nodes.Node) -> bool:
    """Tell whether a pattern matches at the beginning of the text only."""
    return node == nodes.Assertion("A") or (
        isinstance(node, nodes.Sequence) and bool(node.items) and begins(node.items[0])
    )


def compile_node(code: Code, node: nodes.Node) -> None:
    """Append the instructions of a part."""
    match node:
        case nodes.Chars(chars):
            code.add(ONE, 0)
            code.refer(chars)
        case nodes.Sequence(items):
            for item in items:
                compile_node(code, item)
        case nodes.Choice(items):
            compile_choice(code, items)
        case nodes.Repeat(nodes.Chars(chars), least, most, lazy):
            code.add(RUN, 0)
            code.refer(chars)
            code.add_choice(least, -1 if most is None else most, int(lazy))
        case nodes.Repeat():
            compile_repeat(code, node)
        case nodes.Group(number, item):
            code.add(SAVE, 2 * number)
            compile_node(code, item)
            code.add(SAVE, 2 * number + 1)
        case nodes.Assertion(kind):
            code.add(CHECK, KINDS.index(kind))
        case nodes.Backreference(number, both_cases):
            # what a reference matches depends on the group, not on the place alone
            code.remembers = False
            code.add(AGAIN, 2 * number, int(both_cases))
        case nodes.Look(item, backwards, negated):
            compile_inside(code, item, 1, int(negated), *(reach(item) if backwards else (-1, -1)))
        case nodes.Atomic(item):
            compile_inside(code, item, 0, 0, -1, -1)


def reach(item: nodes.Node) -> tuple[int, int]:
    """Return how far a lookbehind goes back at least and at most."""
    low, high = widths(item)
    if high is None or high > FARTHEST:
        raise UnsupportedPattern(f"a lookbehind of more than {FARTHEST} characters is not supported")
    return low, high


def compile_choice(code: Code, items: tuple[nodes.Node, ...]) -> None:
    """Append alternatives."""
    jumps: list[int] = []
    for item in items[:-1]:
        split = code.add_choice(FORK, 0, 0)
        compile_node(code, item)
        jumps.append(code.add(JUMP, 0))
        code.words[split + 1] = code.here()
    compile_node(code, items[-1])
    for jump in jumps:
        code.words[jump + 1] = code.here()


def compile_repeat(code: Code, node: nodes.Repeat) -> None:
    """Append a repetition: the part as often as it must be, then a loop or optional parts.

    A turn that matches nothing is the last one, once there were as many as there must be.
    """
    targets: list[int] = []
    if node.least == 0 and isinstance(node.item, nodes.Group) and is_forgotten(node.item.item):
        code.add(FORGET, 2 * node.item.number)
        code.add(FORGET, 2 * node.item.number + 1)
    # without the slot ()* would go round for ever; perl, too, leaves a loop after a turn that matched nothing (perlre)
    slot = code.slots if nullable(node.item) and (node.most is None or node.most > 1) else None
    code.slots += slot is not None
    for number in range(1, node.least + 1):
        targets += compile_turn(code, node.item, slot if number == node.least else None)
    if node.most is None:
        begin = code.here()
        targets.append(code.add_choice(FORK, 0, int(node.lazy)) + 1)
        targets += compile_turn(code, node.item, slot)
        code.add(JUMP, begin)
    else:
        for _ in range(node.most - node.least):
            targets.append(code.add_choice(FORK, 0, int(node.lazy)) + 1)
            targets += compile_turn(code, node.item, slot)
    for target in targets:
        code.words[target] = code.here()


def is_forgotten(inside: nodes.Node) -> bool:
    """Tell whether a group that is repeated zero times is unset, even if it matched in an earlier turn around it.

    In perl it is where the group is of one length and no group is in it (regcomp.c makes a CURLYM or CURLYN of it).
    """
    low, high = widths(inside)
    return low > 0 and low == high and not has_group(inside)


def has_group(node: nodes.Node) -> bool:
    """Tell whether a part has a capture group in it."""
    match node:
        case nodes.Group():
            return True
        case nodes.Sequence(items) | nodes.Choice(items):
            return any(map(has_group, items))
        case nodes.Repeat(item) | nodes.Look(item) | nodes.Atomic(item):
            return has_group(item)
    return False


def compile_turn(code: Code, item: nodes.Node, slot: int | None) -> list[int]:
    """Append one turn; with a slot it is the last one if it matches nothing. Return the targets to be set."""
    if slot is None:
        compile_node(code, item)
        return []
    code.add(SAVE, slot)
    code.loops += (slot,)
    compile_node(code, item)
    code.loops = code.loops[:-1]
    return [code.add(LEAVE_IF_EMPTY, slot, 0) + 2]


def compile_inside(code: Code, item: nodes.Node, look: int, negated: int, low: int, high: int) -> None:
    """Append a part that is matched by itself; a lookbehind goes back by `low` to `high` characters."""
    begin = code.add(NESTED, look, negated, low, high, 0)
    compile_node(code, item)
    code.add(FOUND)
    code.words[begin + 5] = code.here()
