"""The search for patterns, in time that grows with the text as its length does (their code: regex/program.py).

It goes back to the last choice as Perl does, so that it finds the same match; but it marks at which places a choice was
tried, and fails at once when it comes there again. A pattern with backreferences cannot do so; its search is bounded by
the budget only.

What is still open lies in the memory from `base` on, an entry of four words each: what is to be done with it, and

    UNDO       a slot, what it held           going back restores it
    GO         an instruction, a place        the other way of a FORK
    DOWN, UP   a choice, a place, the last    the other lengths of a RUN, from the longest or (lazy) from the shortest
    RESTORE    a size                         all slots, which lie below this entry, as they were before a look
"""

from interpreters.ir.ops.memory import WORK_UNIT
from interpreters.languages.perl_subset.regex.program import (
    AFTER_TURN, AGAIN, ANCHORED, AT_LINE_END, AT_LINE_START, AT_TEXT_END, AT_TEXT_START, BACK_LEAST, BACK_MOST,
    BOTH_CASES, CHECK, CHOICE_LOOPS, CHOICE_SLOTS, FIRST_SET, FIRST_WORD, FORGET, FORK, FORK_CHOICE, FORK_LAZY,
    INSIDE_WORD, JUMP, LEAVE_IF_EMPTY, MARK_BYTES, NEGATED, NESTED, NESTED_CODE, NESTED_END, ONE, ONE_OPERAND, OPERAND,
    RANGES, RANGE_COUNT, RUN, RUN_CHOICE, RUN_LAZY, RUN_LEAST, RUN_MOST, SAVE, TWO_OPERANDS, WORD_EDGE,
)  # fmt: skip
from interpreters.languages.perl_subset.runtime.arrays import check_stack
from interpreters.languages.perl_subset.runtime.layout import (
    CAPITALS, DATA, DIGITS, LENGTH, NEW_LINE, SEARCH, SMALL_LETTERS, SPACE, WIDE,
)  # fmt: skip
from interpreters.languages.perl_subset.runtime.strings import kind_of
from interpreters.lowering.routines import inlined, routine
from interpreters.lowering.words import below, copy, fill, load, load32, load8, store, store8, work

CODE, BYTES, SIZE, IS_WIDE, SLOTS, ROW, MARKS, ORIGIN, CLEARED, STEPS = range(SEARCH, SEARCH + 80, 8)
"""The state of a search: its code; the text's bytes, length and kind; the slots; the marks at each place, where they
begin, for which place, and up to where they are cleared; the steps taken that are not charged yet."""
UNDO, GO, DOWN, UP, RESTORE = 0, 1, 2, 3, 4
OPEN_ENTRY, OPEN_WHAT, OPEN_PLACE, OPEN_LAST = 32, 8, 16, 24
"""The size of an entry of what is open, and its words after the first."""
UNDERSCORE = 95
STEPS_ASKED = 65536
STEP = 8
"""Bytes of work that a step counts for; steps are charged after so many, since charging costs more than a step."""
SPARE = 1024
"""Bytes of marks that are cleared ahead."""


@routine
def search(pattern: int, subject: int, start: int, least_end: int, top: int) -> int:
    """Return where the first match from `start` on begins that ends at `least_end` or later, or -1.

    The places of the match and its groups are at `top` then, -1 for what took no part.
    """
    code = load(pattern + DATA)
    size = load32(subject + LENGTH)
    store(CODE, code)
    store(BYTES, load(subject + DATA))
    store(SIZE, size)
    store(IS_WIDE, kind_of(subject) == WIDE)
    store(SLOTS, top)
    # 0 where what follows a choice depends on more than the place, as with backreferences: then nothing is remembered
    store(ROW, load(code + MARK_BYTES))
    base = open_marks(top + (load(code) << 3), start)
    at = top
    while at < top + (load(code) << 3):
        store(at, -1)
        at += 8
    at = start
    last = size
    if load(code + ANCHORED):
        last = 0
    while at <= last:
        # most places cannot begin a match: they are passed over without starting the matcher. A pattern with such a set
        # matches one character at least, so that there is no match at the end either.
        if load(code + FIRST_SET):
            at = next_of(code + load(code + FIRST_SET), at)
            if at == size:
                return -1
        # marks are not cleared between beginnings: what failed at a place fails there whatever the beginning was
        end = run(code + (FIRST_WORD << 3), at, least_end, -1, base)
        if end >= 0:
            store(top, at)
            store(top + 8, end)
            return at
        at += 1
    return -1


@inlined
def open_marks(base: int, origin: int) -> int:
    """Reserve marks for the places from `origin` on, all unset; return the address after them."""
    room = SPARE
    # with a row for the end of the text, where choices are tried as well
    if load(ROW):
        room = ((load(SIZE) - origin + 1) * load(ROW) + SPARE) & -8
    check_stack(base, room >> 3)
    store(MARKS, base)
    store(ORIGIN, origin)
    store(CLEARED, base)
    return base + room


@inlined
def character_at(at: int) -> int:
    """Return the code of the character at a place."""
    if load(IS_WIDE):
        return load32(load(BYTES) + (at << 2))
    return load8(load(BYTES) + at)


@inlined
def belongs(set: int, code: int) -> int:
    """Tell whether a character belongs to a set."""
    # one load for nearly all characters of nearly all texts; the few ranges beyond are searched one by one
    if code < 256:
        return load8(set + code)
    return belongs_beyond(set, code)


@routine
def belongs_beyond(set: int, code: int) -> int:
    at = set + RANGES
    end = at + (load(set + RANGE_COUNT) << 3)
    while at < end:
        if load(at) >> 32 <= code and code <= load32(at):
            return 1
        at += 8
    return 0


@routine
def next_of(set: int, start: int) -> int:
    """Return the next place of a character that belongs to a set, or the end."""
    at = start
    size = load(SIZE)
    while at < size and belongs(set, character_at(at)) == 0:
        at += 1
    work((at - start) << 1)
    return at


@routine
def mark_choice(choice: int, place: int) -> int:
    """Mark a choice at a place as tried; tell whether it was not. `choice` is the address of what tells its marks."""
    # A choice that failed at a place fails there again, as only the place and the loops with an empty turn matter.
    # Each is tried once, so that the time is proportional to the length: (a|aa)*b would take exponential time else.
    number = load(choice) + empty_turns(choice, place)
    address = load(MARKS) + (place - load(ORIGIN)) * load(ROW) + (number >> 3)
    cleared = load(CLEARED)
    if address >= cleared:
        # marks are cleared only as far as the search gets: most searches end early
        words = ((address - cleared) >> 3) + 16
        fill(cleared, words)
        store(CLEARED, cleared + (words << 3))
    before = load8(address)
    bit = 1 << (number & 7)
    store8(address, before | bit)
    return (before & bit) == 0


@inlined
def marked(choice: int, place: int) -> int:
    """Tell whether a choice was tried at a place, outside empty turns."""
    address = load(MARKS) + (place - load(ORIGIN)) * load(ROW) + (load(choice) >> 3)
    if address >= load(CLEARED):
        return 0
    return (load8(address) >> (load(choice) & 7)) & 1


@inlined
def empty_turns(choice: int, place: int) -> int:
    """Return which turns of the loops around a choice are empty still, as bits."""
    found = 0
    # a loop's slot has the place where its turn began: a turn that is still empty must not go round once more, so that
    # a choice in it does not lead to the same as in a turn that has matched something
    count = load(choice + CHOICE_LOOPS)
    while count > 0:
        count -= 1
        if load(load(SLOTS) + (load(choice + CHOICE_SLOTS + (count << 3)) << 3)) == place:
            found = found | 1 << count
    return found


@inlined
def put_open(at: int, kind: int, what: int, place: int, last: int) -> None:
    store(at, kind)
    store(at + OPEN_WHAT, what)
    store(at + OPEN_PLACE, place)
    store(at + OPEN_LAST, last)


@inlined
def after_choice(choice: int) -> int:
    """Return the address of the instruction that follows a choice."""
    return choice + CHOICE_SLOTS + (load(choice + CHOICE_LOOPS) << 3)


@routine
def run(begin: int, start: int, least: int, exact: int, base: int) -> int:
    """Return where a match of the instructions from `begin` on ends: at `least` or later, or at `exact`; or -1."""
    pc = begin
    position = start
    top = base
    steps = 0
    code = load(CODE)
    slots = load(SLOTS)
    size = load(SIZE)
    remembers = load(ROW) > 0
    while True:
        steps += 1
        if steps >= STEPS_ASKED:
            note_steps(steps)
            steps = 0
        # what is still open grows with the text
        check_stack(top, 8)
        operation = load(pc)
        holds = 1
        if operation == ONE:
            holds = 0
            if position < size:
                holds = belongs(code + load(pc + OPERAND), character_at(position))
            position += 1
            pc += ONE_OPERAND
        elif operation == RUN:
            # a run of one set needs one entry for all its lengths, not one for each character
            high = run_end(pc, position)
            steps += high - position
            low = position + load(pc + RUN_LEAST)
            holds = 0
            if low <= high:
                if load(pc + RUN_LAZY):
                    put_open(top, UP, pc + RUN_CHOICE, low, high)
                else:
                    put_open(top, DOWN, pc + RUN_CHOICE, high, low)
                top += OPEN_ENTRY
        elif operation == FORK:
            if remembers:
                holds = mark_choice(pc + FORK_CHOICE, position)
            if holds:
                later = code + load(pc + OPERAND)
                following = after_choice(pc + FORK_CHOICE)
                # the way that Perl prefers is taken, the other is left open: the first match that is found is Perl's
                if load(pc + FORK_LAZY):
                    put_open(top, GO, following, position, 0)
                    pc = later
                else:
                    put_open(top, GO, later, position, 0)
                    pc = following
                top += OPEN_ENTRY
        elif operation == JUMP:
            pc = code + load(pc + OPERAND)
        elif operation == SAVE or operation == FORGET:
            slot = slots + (load(pc + OPERAND) << 3)
            # going back restores the slot: groups are those of the path that matches
            put_open(top, UNDO, slot, load(slot), 0)
            top += OPEN_ENTRY
            if operation == SAVE:
                store(slot, position)
            else:
                store(slot, -1)
            pc += ONE_OPERAND
        elif operation == LEAVE_IF_EMPTY:
            if load(slots + (load(pc + OPERAND) << 3)) == position:
                pc = code + load(pc + AFTER_TURN)
            else:
                pc += TWO_OPERANDS
        elif operation == CHECK:
            holds = asserted(load(pc + OPERAND), position)
            pc += ONE_OPERAND
        elif operation == AGAIN:
            position = again(slots + (load(pc + OPERAND) << 3), load(pc + BOTH_CASES), position)
            holds = position >= 0
            pc += TWO_OPERANDS
        elif operation == NESTED:
            room = load(code) << 3
            check_stack(top, load(code))
            # groups of a look that failed, or was negative, are as they were before
            copy(top, slots, room)
            end = inside(pc, position, top + room)
            if load(pc + NEGATED) == 1 or end < 0:
                copy(slots, top, room)
            else:
                top += room
                put_open(top, RESTORE, room, 0, 0)
                top += OPEN_ENTRY
            holds = (end >= 0) != load(pc + NEGATED)
            if holds and load(pc + OPERAND) == 0:
                position = end
            pc = code + load(pc + NESTED_END)
        else:
            # an end in the wrong place is a failure like any other: going back finds another way to match, which may
            # end later
            if (exact < 0 and position >= least) or position == exact:
                note_steps(steps)
                return position
            holds = 0
        while holds == 0:
            if top == base:
                note_steps(steps)
                return -1
            top -= OPEN_ENTRY
            kind = load(top)
            pc = load(top + OPEN_WHAT)
            position = load(top + OPEN_PLACE)
            if kind == UNDO:
                store(pc, position)
            elif kind == GO:
                holds = 1
            elif kind == RESTORE:
                top -= pc
                copy(slots, top, pc)
            else:
                # the entry of a RUN stays, with the next length, until the last one is tried
                if position != load(top + OPEN_LAST):
                    if kind == DOWN:
                        store(top + OPEN_PLACE, position - 1)
                    else:
                        store(top + OPEN_PLACE, position + 1)
                    top += OPEN_ENTRY
                holds = 1
                if remembers:
                    holds = mark_choice(pc, position)
                pc = after_choice(pc)


@routine
def note_steps(steps: int) -> None:
    """Charge steps of this search, with those that were left of others, as soon as they are a unit of work."""
    # many searches are shorter than a unit of work: what they leave is summed, or they would cost nothing
    taken = load(STEPS) + steps
    if taken * STEP >= WORK_UNIT:
        work(taken * STEP)
        taken = 0
    store(STEPS, taken)


@routine
def run_end(pc: int, position: int) -> int:
    """Return the longest useful length of a greedy repetition: stop before positions already known to fail."""
    set = load(CODE) + load(pc + OPERAND)
    size = load(SIZE)
    most = load(pc + RUN_MOST)
    known = size + 1
    # with a greatest length the places that are tried depend on where the run begins, and marks say nothing about that
    if most >= 0:
        if most < size - position:
            size = position + most
    elif load(ROW) > 0:
        # A marked place was tried by a run that began earlier, as were all that this run could reach from there: \w+x
        # would take quadratic time else. The first place is left out where a turn of a loop around may be empty: it has
        # other marks then.
        known = position + load(pc + RUN_LEAST) + (load(pc + RUN_CHOICE + CHOICE_LOOPS) > 0)
    at = position
    while True:
        if at >= known:
            if marked(pc + RUN_CHOICE, at):
                return at - 1
        if at >= size:
            return at
        if belongs(set, character_at(at)) == 0:
            return at
        at += 1


@routine
def inside(pc: int, position: int, base: int) -> int:
    """Match a look or an atomic group by itself; return where it ends, or -1."""
    # what is inside has marks of its own: whether it matches says nothing about the choices around it
    marks = load(MARKS)
    origin = load(ORIGIN)
    cleared = load(CLEARED)
    end = -1
    if load(pc + BACK_LEAST) < 0:
        end = run(pc + NESTED_CODE, position, 0, -1, open_marks(base, position))
    else:
        start = position - load(pc + BACK_LEAST)
        # the nearest beginning first; the match must end exactly here
        last = position - load(pc + BACK_MOST)
        if last < 0:
            last = 0
        while end < 0 and start >= last:
            end = run(pc + NESTED_CODE, start, 0, position, open_marks(base, start))
            start -= 1
    store(MARKS, marks)
    store(ORIGIN, origin)
    store(CLEARED, cleared)
    return end


@routine
def again(slot: int, both_cases: int, position: int) -> int:
    """Match the text of a group again at a position (a backreference); return where it ends, or -1."""
    at = load(slot)
    end = load(slot + 8)
    other = position
    # a group that took no part matches nothing, not even the empty string (perlre)
    if at < 0 or end < 0 or end - at > load(SIZE) - position:
        return -1
    work(end - at)
    while at < end:
        one = character_at(at)
        two = character_at(other)
        if both_cases:
            one = lowered(one)
            two = lowered(two)
        if one != two:
            return -1
        at += 1
        other += 1
    return other


@inlined
def lowered(code: int) -> int:
    """Return a letter of ASCII as a small one."""
    if below(code - CAPITALS, 26):
        return code + SPACE
    return code


@inlined
def is_word(at: int) -> int:
    """Tell whether the character at a position is an ASCII letter, digit or underscore."""
    # without a sign: also false for -1, the place before the text
    if not below(at, load(SIZE)):
        return 0
    code = character_at(at)
    return below(lowered(code) - SMALL_LETTERS, 26) or below(code - DIGITS, 10) or code == UNDERSCORE


@routine
def asserted(kind: int, position: int) -> int:
    """Tell whether an assertion holds at a place."""
    size = load(SIZE)
    if kind >= WORD_EDGE:
        return (is_word(position - 1) == is_word(position)) == (kind == INSIDE_WORD)
    if kind == AT_LINE_START or kind == AT_TEXT_START:
        # ^ under the flag m does not match after a new line that ends the text: there no line begins (perlre)
        if position == 0 or kind == AT_TEXT_START or position >= size:
            return position == 0
        return character_at(position - 1) == NEW_LINE
    if position >= size or kind == AT_TEXT_END:
        return position >= size
    # what remains is \\Z, and $ without the flag m: before a new line that ends the text
    return character_at(position) == NEW_LINE and (kind == AT_LINE_END or position == size - 1)
