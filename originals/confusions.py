"""What probably turned one reading into another: what scans and typists often confuse.

>>> likely("l", "1").reason
'A scan reads “1” as “l”.'
>>> likely("x", "total").cause
'undecided'
"""

from __future__ import annotations

from dataclasses import dataclass
from unicodedata import normalize

ALIKE = (
    "1lI|i!", "0OoQD", "5Ss$", "2Zz", "8B&", "6bG", "9gq", "4A", "7T", "MN", "NH", "rn", "UV", "uv", "CG", "ce", "EF",
    "PR", "hb", "KX", "ft", ",.", ";:", ".:", ",;", "'\"`´’‘“”„", "-_–—−~=", "([{", ")]}", "/1", "xX×*",
)  # fmt: skip
"""Characters of which a scan takes one for another."""
TOGETHER = (("rn", "m"), ("cl", "d"), ("vv", "w"), ("li", "h"), ("ii", "u"), ("|<", "K"), ("''", '"'))
"""Characters that together look like another one."""


@dataclass(frozen=True, slots=True)
class Cause:
    """Whose slip a difference probably is, how sure that is, how sure that the text must be changed, and why.

    The words are those of emendations.toml; `certainty` is "" where the cause is undecided.
    """

    cause: str
    certainty: str
    need: str
    reason: str


def likely(old: str, new: str) -> Cause:
    """Judge a difference by its characters alone: `old` is transcribed, `new` should stand there."""
    if "".join(old.split()) == "".join(new.split()):
        return of_blanks(old, new)
    if len(old) == len(new) and all(a == b or alike(a, b) for a, b in zip(old, new, strict=True)):
        pairs = dict.fromkeys(f"“{b}” as “{a}”" for a, b in zip(old, new, strict=True) if a != b)
        return Cause("copy", "probable", "probable", f"A scan reads {', '.join(pairs)}.")
    if any({old.strip(), new.strip()} == {*pair} for pair in TOGETHER):
        return Cause("copy", "probable", "probable", f"A scan reads “{new.strip()}” as “{old.strip()}”.")
    if normalize("NFKC", old) == normalize("NFKC", new):
        return Cause("copy", "probable", "probable", f"“{old}” is one sign for “{new}”.")
    if not new and old.endswith("\n"):
        return Cause(
            "copy", "possible", "possible", "This is not a line of the text; it may be the head or foot of a page."
        )
    if old.casefold() == new.casefold():
        return Cause("copy", "possible", "possible", "Capital and small letters are confused.")
    if is_within(new, old):
        lost, lines = len(new) - len(old), new.count("\n") - old.count("\n")
        reason = f"{lost} characters are lost." if lost > 1 else "A character is lost."
        if lines > 0:
            reason = "A line is lost." if lines == 1 else f"{lines} lines are lost."
        return Cause("copy", "possible", "possible", reason)
    return Cause("undecided", "", "possible", "The corrected text reads this way.")


def alike(one: str, other: str) -> bool:
    return any(one in group and other in group for group in ALIKE)


def of_blanks(old: str, new: str) -> Cause:
    """Judge two readings that differ by blanks and line ends only."""
    if old.count("\n") < new.count("\n"):
        return Cause("copy", "probable", "probable", "Lines were joined.")
    if old.count("\n") > new.count("\n"):
        return Cause("copy", "probable", "probable", "A line was broken in two.")
    what, where = ("lost", "left") if len(old) < len(new) else ("added", "right")
    return Cause("copy", "probable", "probable", f"Blanks were {what}: what follows is too far to the {where}.")


def is_within(long: str, short: str) -> bool:
    """Tell whether characters were taken out of `long` at one place."""
    same = next((place for place, sign in enumerate(short) if not long.startswith(sign, place)), len(short))
    return len(long) > len(short) and long.endswith(short[same:])
