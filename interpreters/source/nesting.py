"""One guard for deep nesting and for size, around parsing, checking and lowering.

    tree = with_deep_stack(source, lambda: language.parse(source, options))

The work is done in a thread whose stack is large, so that a program may nest as deep as any person or generator writes
it; one that nests deeper still is refused with the place that was reached. Where no thread can be started, as in
WebAssembly, the work is done with the stack that there is, and less nesting is allowed.
"""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import copy_context
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, TypeVar

from getallenband.interpreters.source.diagnostics import Diagnostic, SourceError, TooLarge
from getallenband.interpreters.source.position import Place, SourceText

Result = TypeVar("Result")
FRAMES = 120_000
"""Python calls that may be under way: ten thousand terms of a sum take a few for each."""
STACK = 512 * 1024 * 1024
"""Bytes of the thread's stack. Only what is used is ever taken from the machine."""
LARGEST = 1 << 22
"""Characters of a program: a tree takes some hundred bytes for each."""
FRAMES_WITHOUT_THREAD = 1_000
"""Python calls that a browser's stack has room for."""


def with_deep_stack(source: SourceText, work: Callable[[], Result]) -> Result:
    """Return the work's result; raise what it raises, and SourceError for a text too large or nested too deep."""
    if len(source.text) > LARGEST:
        message = f"the program has more than {LARGEST:,} characters"
        raise SourceError(source, [Diagnostic(Place(1, 1), message, hint="let it read what it holds as data")])
    results: list[Result] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except TooLarge as error:
            errors.append(SourceError(source, [error.diagnostic]))
        except RecursionError as error:
            place = innermost(error.__traceback__)
            message = "the program is nested too deeply here"
            errors.append(SourceError(source, [Diagnostic(place, message, hint="divide the expression or the block")]))
        except BaseException as error:
            errors.append(error)

    with without_collecting():
        if not in_thread(copy_context().run, run):
            with allow_recursion(FRAMES_WITHOUT_THREAD):
                run()
    if errors:
        raise errors[0]
    return results[0]


def in_thread(call: Callable[..., None], *arguments: Any) -> bool:
    """Call a function in a thread with a large stack and wait for it; return False where no thread can be started."""

    def deep() -> None:
        with allow_recursion(FRAMES):  # in the thread: it goes on for a while where Ctrl-C ends the waiting for it
            call(*arguments)

    size = threading.stack_size()
    try:
        threading.stack_size(STACK)
        thread = threading.Thread(target=deep, name="front end", daemon=True)
        thread.start()
        thread.join()
    except RuntimeError:
        return False
    finally:
        threading.stack_size(size)
    return True


@contextmanager
def without_collecting() -> Iterator[None]:
    """Switch the cyclic garbage collector off: trees have no cycles, and searching them took a fifth of the time."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


@dataclass
class Recursion:
    """How many blocks, in all threads, want a higher limit of recursion, and the limit before the first of them."""

    lock: AbstractContextManager[Any] = field(default_factory=threading.Lock)
    blocks: int = 0
    before: int = 0


RECURSION = Recursion()


@contextmanager
def allow_recursion(frames: int) -> Iterator[None]:
    """Raise Python's recursion limit to `frames` within a `with` block.

    All threads have one limit, and Python 3.11 aborts when one of them has more calls under way: so the limit is
    lowered only when no thread is in such a block.
    """
    with RECURSION.lock:
        if not RECURSION.blocks:
            RECURSION.before = sys.getrecursionlimit()
        RECURSION.blocks += 1
        sys.setrecursionlimit(max(sys.getrecursionlimit(), frames))
    try:
        yield
    finally:
        with RECURSION.lock:
            RECURSION.blocks -= 1
            if not RECURSION.blocks:
                sys.setrecursionlimit(RECURSION.before)


def innermost(traceback: TracebackType | None) -> Place:
    """Return the place of the last construct that the calls of a traceback were given."""
    last = Place(1, 1)
    while traceback is not None:
        for value in traceback.tb_frame.f_locals.values():
            if isinstance(place := getattr(value, "place", None), Place):
                last = place
        traceback = traceback.tb_next
    return last
