"""Begin as a process: signals and standard streams, then the command line.

    start()         # the console script `getallenband`

SIGTERM ends the process as Ctrl-C does, from here on: what takes time to import is imported after that.
"""

from __future__ import annotations

import gc
import os
import signal
import sys

from getallenband._guard import USAGE, guarded


@guarded
def start() -> None:
    """Run the command line with the arguments of this process."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    open_closed_streams()
    gc.set_threshold(100_000)  # with Python's 700 it looks for cycles again and again while it imports what has none
    from getallenband.main import main

    try:
        main()
    finally:
        sys.stdout.flush()
        gc.freeze()  # else Python looks through all objects for cycles as it closes down: a tenth of a short run
        for number in (signal.SIGINT, signal.SIGTERM):  # all is done: Python would end by them while it closes down
            signal.signal(number, signal.SIG_IGN)


def open_closed_streams() -> None:
    """Stand in for standard streams that were closed; without standard output, end the process.

    Results would be lost without a word, or written into the file that is opened next.
    """
    for number, mode in enumerate((os.O_RDONLY, os.O_WRONLY, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, mode)
    sys.stdin = sys.stdin or os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", encoding="utf-8", closefd=False)
    if sys.stdout is None:
        sys.stderr.write("standard output is closed\n")
        raise SystemExit(USAGE)
