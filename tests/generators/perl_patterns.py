"""Random patterns of Perl and texts for them to be searched in."""

from __future__ import annotations

from random import Random

LETTERS = "ab\n"
ATOMS = (
    "a", "b", "ab", ".", "[ab]", "[^a]", "\\w", "\\s", "[a-b\\n]", "\\n", "^", "$", "\\A", "\\z", "\\Z", "\\b", "\\B",
    "",
)  # fmt: skip
OPENERS = ("(", "(?:", "(", "(?:", "(?=", "(?!", "(?>", "(?i:")
REPEATS = ("*", "+", "?", "{2}", "{1,2}", "{0,3}", "{1,}", "*?", "+?", "??", "{1,2}?", "*+", "?+")


def pattern(random: Random, depth: int = 3) -> str:
    """Make a pattern."""
    pieces = []
    for _ in range(random.randrange(1, 4)):
        piece, repeatable = random.choice(ATOMS), True
        if depth and random.random() < 0.4:
            piece = random.choice(OPENERS) + pattern(random, depth - 1) + ")"
        elif random.random() < 0.05:
            piece = "(?<=" + random.choice(("a", "ab", "a|b", "ab|b", "[ab]{2}")) + ")"
        else:
            repeatable = piece not in ("", "^", "$", "ab") and not (piece[0] == "\\" and piece[1] in "AzZbB")
        if repeatable and random.random() < 0.4:
            piece += random.choice(REPEATS)
        pieces.append(piece)
        if random.random() < 0.2:
            pieces.append("|")
    return "".join(pieces)


def with_reference(random: Random) -> str:
    """Make a pattern that may refer to its groups."""
    made = pattern(random)
    groups = made.replace("(?", "").count("(")
    return made + f"\\{random.randrange(1, groups + 1)}" if groups and random.random() < 0.3 else made


def text(random: Random) -> str:
    """Make a text."""
    return "".join(random.choice(LETTERS) for _ in range(random.randrange(9)))
