"""Lower checked C to the IR.

    while (board[s] != EMPTY) s++;      becomes     a block that tests, the body, back

A variable whose address is never taken is an IR local, all others are objects in memory (memory.py). Functions are IR
functions of integers; a pointer is an integer too. targets.py finds pointers that need no check against the table of
objects; statements, expressions, pointers and calls follow the chapters of C90.
"""

from getallenband.interpreters.languages.c_subset.lower import calls, expressions, pointers
from getallenband.interpreters.languages.c_subset.lower.program import lower

__all__ = ["calls", "expressions", "lower", "pointers"]
