"""The numbers that a paused search keeps for itself, and those that its caller sets before each call.

registers[BUDGET] = 1_000_000        # set by the caller: go on for about so many placements
outcome = search(..., registers, ...)
registers[FOUND]                     # kept by the search
"""

BUDGET = 0  # placements that may still be laid before the next pause; one in wide tables counts for several
FOUND = 1  # solutions so far
LIMIT = 2  # pause when so many are found; -1: never
FILLED = 3  # solutions in the buffer; the caller empties it
ROOM = 4  # solutions that the buffer holds, pause when it is full; 0: only count
REGISTERS = 12  # all of them, with the search's own from 5 on

EXHAUSTED = 0
PAUSED = 1
