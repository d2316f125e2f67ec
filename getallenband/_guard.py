"""Turn every exception into a message on standard error and an exit code.

    guarded(command)        # the same command, which ends the process instead of raising

An error of the user's (in a file, a name, a program) is exit code 2, an internal error 70, an interrupt 130. The
traceback is printed only if GETALLENBAND_DEBUG is set.
"""

from __future__ import annotations

import io
import os
import sys
import traceback
from collections.abc import Callable
from functools import wraps
from typing import Any, TextIO

USAGE = 2
INTERNAL = 70
INTERRUPTED = 130
DISTRIBUTIONS = {"markdown_it": "markdown-it-py", "yaml": "pyyaml"}
"""What to install for packages whose distributions have other names."""


class Unfailing(io.TextIOWrapper):
    """Standard error where nothing may be writable: what a command does and its exit code do not depend on that."""

    def write(self, text: str) -> int:
        try:
            return super().write(text)
        except OSError:
            discard(self)
            return len(text)

    def flush(self) -> None:
        try:
            super().flush()
        except OSError:
            discard(self)


def discard(stream: TextIO) -> None:
    """Drop what could not be written and all that follows: Python would try again at its end, and exit with 120."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def guarded(command: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(command)
    def guard(*arguments: Any, **options: Any) -> Any:
        try:
            return command(*arguments, **options)
        except KeyboardInterrupt:
            exec("")  # else an interrupt within another exec, as dataclasses are made by, ends the process by SIGINT
            sys.stderr.write("\ninterrupted\n")
            raise SystemExit(INTERRUPTED) from None
        except BrokenPipeError:
            leave_quietly()
        except Exception as error:
            raise SystemExit(report(error)) from None

    return guard


def leave_quietly() -> None:
    """Exit because the reader of standard output has gone: nothing more can be written there."""
    discard(sys.stdout)
    raise SystemExit(0)


def report(error: Exception) -> int:
    """Write the error to standard error and return the exit code."""
    if type(error).__module__.startswith("click."):
        raise error
    if os.environ.get("GETALLENBAND_DEBUG"):
        traceback.print_exception(error)
    if isinstance(error, ImportError) and (message := not_importable(error)):
        sys.stderr.write(message + "\n")
        return USAGE
    message = users_message(error)
    if message is None:
        sys.stderr.write(
            f"internal error: {type(error).__name__}: {first_line(error)} "
            "(please report it; GETALLENBAND_DEBUG=1 shows the details)\n"
        )
        return INTERNAL
    from getallenband.durable.visible import visible

    sys.stderr.write(visible(message) + "\n")
    return USAGE


def users_message(error: Exception) -> str | None:
    """Return the message for the user, or None if the error is internal: errors made for users say so themselves."""
    from getallenband.durable.errors import Error
    from getallenband.durable.visible import shown

    if isinstance(error, OSError):
        if error.filename:
            return f"{shown(error.filename)}: {error.strerror}"
        return f"{'the working directory: ' * without_working_directory()}{error.strerror or error}"
    if isinstance(error, MemoryError):
        return "there is not enough memory for this"
    if isinstance(error, UnicodeError):
        return f"invalid text encoding: {error}"
    return str(error) if isinstance(error, Error) else None


def without_working_directory() -> bool:
    """Tell whether the working directory was removed: the system's errors do not name it."""
    try:
        os.getcwd()
    except OSError:
        return True
    return False


def not_importable(error: ImportError) -> str | None:
    """Say which package of others is missing, or cannot be imported itself, and how to install it."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    importer = frames[-1].f_globals.get("__name__", "") if frames else ""
    package = (error.name or importer).partition(".")[0]
    if package in ("", "getallenband"):
        return None
    return (
        f"the Python package {package!r} cannot be imported: {first_line(error)!r}; "
        f"install it: {sys.executable} -m pip install {DISTRIBUTIONS.get(package, package)}"
    )


def first_line(error: Exception) -> str:
    return (str(error).splitlines() or [""])[0]
