"""Names that somebody got wrong, said with the nearest one that exists: one wording for every package.

>>> unknown("language", "ecl", ["algol60", "ecol"])
"there is no language 'ecl'; nearest: ecol"
>>> unknown("engine", "x", ["native", "machine"])
"there is no engine 'x'; known: machine, native"
"""

from __future__ import annotations

from collections.abc import Iterable

SHOWN = 20
"""How many of the known names a message lists."""
LENGTH = 200
"""The characters of a value that a message shows."""
LONGEST = 200
"""The longest name that is compared with others: the time grows with its square."""


def unknown(kind: str, name: str, known: Iterable[str]) -> str:
    """Say that nothing of a kind has this name."""
    return f"there is no {kind} {shown(name)}{hint(name, known)}"


def shown(value: object) -> str:
    """Return a value as messages show it: its beginning, if it is long."""
    text = repr(value)
    return text if len(text) <= LENGTH else f"{text[:LENGTH]}…"


def hint(name: str, known: Iterable[str]) -> str:
    """Return "; nearest: …" for the known name that looks most like `name`, or else a list of those that are known."""
    names = sorted(known)
    if close := nearest(name, names):
        return f"; nearest: {close}"
    return f"; known: {', '.join(names[:SHOWN]) or 'none'}{', …' if len(names) > SHOWN else ''}"


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the known name that looks most like `name`, or an empty string."""
    if len(name) > LONGEST:
        return ""
    from difflib import get_close_matches  # not at the start of every run

    found = get_close_matches(name, list(known), n=1, cutoff=0.5)
    return found[0] if found else ""
