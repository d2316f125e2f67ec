r"""A pattern's tree as one of Python's patterns.

python_text(parse("^a+$", "").tree)        # \Aa{1,}(?=\n?\Z)
"""

from __future__ import annotations

from interpreters.languages.perl_subset.regex.nodes import (
    Assertion,
    Atomic,
    Backreference,
    Chars,
    Choice,
    Group,
    Look,
    Node,
    Repeat,
    Sequence,
)

ASSERTIONS = {
    "A": r"\A", "z": r"\Z", "Z": r"(?=\n?\Z)", "^": r"(?:\A|(?<=\n)(?!\Z))", "$": r"(?=\n|\Z)", "b": r"\b",
    "B": r"(?!\b)",
}  # fmt: skip
LOOKS = {(False, False): "(?=", (False, True): "(?!", (True, False): "(?<=", (True, True): "(?<!"}


def python_text(node: Node) -> str:
    """Write a part as Python's patterns have it, to be compiled with the flag ASCII."""
    match node:
        case Chars(chars):
            return chars.pattern
        case Sequence(items):
            return "".join(map(python_text, items))
        case Choice(items):
            return f"(?:{'|'.join(map(python_text, items))})"
        case Group(_, item):
            return f"({python_text(item)})"
        case Repeat(item, least, most, lazy):
            return f"(?:{python_text(item)}){{{least},{'' if most is None else most}}}{'?' * lazy}"
        case Atomic(item):
            return f"(?>{python_text(item)})"
        case Look(item, backwards, negated):
            return f"{LOOKS[backwards, negated]}{python_text(item)})"
        case Backreference(number, both_cases):
            return f"(?{'i' * both_cases}:\\{number})"
        case Assertion(kind):
            return ASSERTIONS[kind]
