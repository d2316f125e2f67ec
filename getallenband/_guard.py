"""Turn every exception into a message on standard error and an exit code.

    guarded(command)        # the same command, which ends the process instead of raising

An error of the user's (in a file, a name, a program) is exit code 2, an internal error 70, an interrupt 130. The
traceback is printed only if GETALLENBAND_DEBUG is set.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from functools import wraps
from typing import Any

USAGE = 2
INTERNAL = 70
INTERRUPTED = 130


def guarded(command: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(command)
    def guard(*arguments: Any, **options: Any) -> Any:
        try:
            return command(*arguments, **options)
        except KeyboardInterrupt:
            sys.stderr.write("\ninterrupted\n")
            raise SystemExit(INTERRUPTED) from None
        except BrokenPipeError:
            leave_quietly()
        except Exception as error:
            raise SystemExit(report(error)) from None

    return guard


def leave_quietly() -> None:
    """Exit because the reader of standard output has gone: nothing more can be written there."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    raise SystemExit(0)


def report(error: Exception) -> int:
    """Write the error to standard error and return the exit code."""
    if type(error).__module__.startswith("click."):
        raise error
    if os.environ.get("GETALLENBAND_DEBUG"):
        traceback.print_exception(error)
    message = users_message(error)
    if message is None:
        sys.stderr.write(
            f"internal error: {type(error).__name__}: {first_line(error)} "
            "(please report it; GETALLENBAND_DEBUG=1 shows the details)\n"
        )
        return INTERNAL
    sys.stderr.write(message + "\n")
    return USAGE


def users_message(error: Exception) -> str | None:
    """Return the message for the user, or None if the error is internal: errors made for users say so themselves."""
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error)
    if isinstance(error, UnicodeError):
        return f"invalid text encoding: {error}"
    return str(error) if getattr(error, "for_user", False) else None


def first_line(error: Exception) -> str:
    return (str(error).splitlines() or [""])[0]
