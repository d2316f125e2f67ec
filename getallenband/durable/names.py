"""Names that somebody got wrong, said with the nearest one that exists: one wording for every package.

>>> unknown("language", "ecl", ["algol60", "ecol"])
"there is no language 'ecl'; nearest: ecol"
>>> unknown("puzzle", "6x10", ["pentominoes-6x10", "rug"])
"there is no puzzle '6x10'; nearest: pentominoes-6x10"
>>> unknown("engine", "x", ["native", "machine"])
"there is no engine 'x'; known: machine, native"
"""

from __future__ import annotations

from collections.abc import Iterable

SHOWN = 20
"""How many of the known names a message lists."""
OFFERED = 5
"""How many names that contain the given one a message offers."""
SURE = 0.8
"""How much a name looks like a misspelled one; less alike, names that contain it come first."""
SHORTEST = 3
"""Characters of a part by which the whole name is found."""
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


def hint(name: str, known: Iterable[str], likeness: float = 0.5) -> str:
    """Return "; nearest: …" for the known name that looks most like `name`, or else a list of those that are known.

    A name of other things than a misspelled one, such as that of a board, needs more than half its likeness.
    """
    names = sorted(known)
    slip = nearest(name, names, SURE)
    found = [slip] if slip else containing(name, names) or [*filter(None, [nearest(name, names, likeness)])]
    if found:
        return f"; nearest: {', '.join(found[:OFFERED])}{', …' if len(found) > OFFERED else ''}"
    return f"; known: {', '.join(names[:SHOWN]) or 'none'}{', …' if len(names) > SHOWN else ''}"


def containing(name: str, names: Iterable[str]) -> list[str]:
    """Return the names of which this is a part, the shortest first; very short parts are in too many."""
    return sorted((each for each in names if name.lower() in each.lower()), key=len) if len(name) >= SHORTEST else []


def nearest(name: str, known: Iterable[str], likeness: float = 0.5) -> str:
    """Return the known name that looks most like `name`, at least by this ratio, or an empty string."""
    if len(name) > LONGEST:
        return ""
    from difflib import get_close_matches  # not at the start of every run

    found = get_close_matches(name, list(known), n=1, cutoff=likeness)
    return found[0] if found else ""
