"""Worker processes that end when the process that started them is gone: killed by SIGKILL, it cannot tell them to."""

from __future__ import annotations

import multiprocessing
import os
import threading


def end_with_parent() -> None:
    """End this process, a worker of a pool, at the moment its parent is gone, whatever it is doing."""
    threading.Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
