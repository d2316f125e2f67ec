"""Programs damaged at random: a case or an original becomes bytes that are rarely right, and never far from it.

program = mutated(Random(7), "ecol")
program.source, program.name            # b"START\n1 a := …", "ecol/arrays/bounds drop_tokens"
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random

from getallenband.interpreters.testing.cases import LIMITS, Case, case_files
from getallenband.originals.edition import edition, editions

TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
DEPTHS = (2, 10, 100, 600, 4000)
WRAPPERS = (
    ("(", ")"), ("[", "]"), ("{", "}"), ("begin ", " end"), ("((lambda () ", "))"), ("'(", ")"), ("- ", ""), ("*", ""),
    ("!", ""), ("if (1) ", ""), ("if true then ", ""), ("1 + ", ""), ("a[", "]"), ("f(", ")"), ("amb(", ", 1)"),
)  # fmt: skip
NUMBERS = ("0", "1", "7", "63", "255", "67108864", "2147483648", "9223372036854775808", "1" * 40)
SHARE_OF_ORIGINALS = 0.02
"""Originals are long: most programs are made of cases."""
SHARE_OF_REFUSED = 0.2
"""Of cases that are refused: what is damaged twice tells less."""
SHARE_OF_TAPES = 0.05
"""Of programs with a tape that is damaged instead of their text."""


@dataclass(frozen=True)
class Program:
    """A program's text in a language, its tapes by name, and how it is to be run."""

    language: str
    name: str
    source: bytes
    tapes: dict[str, bytes] = field(default_factory=dict)
    arguments: tuple[str, ...] = ()


@cache
def cases_of(language: str, *, refused: bool) -> list[Program]:
    """Return the programs of a language's cases: those that are refused, or the others."""
    return [program_of(case) for case in case_files(language) if ("error" in case.sections) == refused]


def program_of(case: Case) -> Program:
    """Take a case's program, its tapes and its options."""
    tapes = {name: text.encode() for name, text in case.tapes.items()}
    return Program(case.language, case.label, case.source.encode(), tapes, tuple(arguments_of(case.options)))


def arguments_of(options: dict[str, str]) -> list[str]:
    """Write a case's options as the command line has them; budgets are the fuzzer's own."""
    found: list[str] = []
    for name, value in options.items():
        if name == "arithmetic":
            found += ["--arithmetic", value]
        elif name not in LIMITS:
            found += ["--setting", f"{name}={value}"]
    return found


@cache
def originals_of(language: str) -> list[Program]:
    """Return the programs of the editions in a language, without their tapes."""
    runs = [run for name in editions() for run in edition(name).runs.values() if run.language == language]
    return [Program(language, "original", text.encode()) for text in dict.fromkeys(run.reading for run in runs)]


def chosen(random: Random, language: str) -> Program:
    """Choose a program to damage."""
    originals = originals_of(language)
    if originals and random.random() < SHARE_OF_ORIGINALS:
        return random.choice(originals)
    return random.choice(cases_of(language, refused=random.random() < SHARE_OF_REFUSED))


def tokens_of(source: bytes) -> list[str]:
    """Cut a text into words, blanks and other characters."""
    return TOKEN.findall(source.decode("utf-8", errors="surrogateescape"))


def joined(tokens: Sequence[str]) -> bytes:
    """Put tokens together again."""
    return "".join(tokens).encode("utf-8", errors="surrogateescape")


def flip_bytes(random: Random, source: bytes, _language: str) -> bytes:
    """Change some bytes."""
    changed = bytearray(source or b" ")
    for _ in range(random.randint(1, 3)):
        changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def drop_tokens(random: Random, source: bytes, _language: str) -> bytes:
    """Leave some tokens out."""
    tokens = tokens_of(source) or [" "]
    start = random.randrange(len(tokens))
    del tokens[start : start + random.choice((1, 1, 1, 2, 5, 40))]
    return joined(tokens)


def double_tokens(random: Random, source: bytes, _language: str) -> bytes:
    """Write some tokens again."""
    tokens = tokens_of(source) or [" "]
    start = random.randrange(len(tokens))
    end = start + random.choice((1, 1, 2, 5, 40))
    return joined(tokens[:end] + tokens[start:end] * random.choice((1, 1, 1, 3, 30)) + tokens[end:])


def swap_tokens(random: Random, source: bytes, _language: str) -> bytes:
    """Exchange two tokens that are no blanks."""
    tokens = tokens_of(source)
    words = [index for index, token in enumerate(tokens) if not token.isspace()]
    if len(words) > 1:
        one, other = random.sample(words, 2)
        tokens[one], tokens[other] = tokens[other], tokens[one]
    return joined(tokens)


def kind_of(token: str) -> str:
    """Tell numbers from names from other tokens, each of which is of a kind of its own."""
    return "number" if token.isdigit() else "name" if token[0].isalpha() else token


def change_alike(random: Random, source: bytes, _language: str) -> bytes:
    """Put numbers in the place of numbers, names in the place of names: what comes out is often well formed."""
    tokens = tokens_of(source)
    words = [index for index, token in enumerate(tokens) if kind_of(token) in ("number", "name")]
    for index in random.sample(words, min(len(words), random.choice((1, 1, 2, 5)))):
        alike = [tokens[other] for other in words if kind_of(tokens[other]) == kind_of(tokens[index])]
        others = NUMBERS if tokens[index].isdigit() and random.random() < 0.5 else alike
        tokens[index] = random.choice(others)
    return joined(tokens)


def splice(random: Random, source: bytes, language: str) -> bytes:
    """Put a piece of another program in the place of a piece of this one."""
    tokens, others = tokens_of(source), tokens_of(chosen(random, language).source)
    start, first = random.randint(0, len(tokens)), random.randint(0, len(others))
    taken = others[first : first + random.randint(1, 30)]
    return joined(tokens[:start] + taken + tokens[start + random.randint(0, 10) :])


def nest(random: Random, source: bytes, _language: str) -> bytes:
    """Put brackets around some tokens, once or many times."""
    tokens = tokens_of(source)
    start = random.randint(0, len(tokens))
    end = start + random.choice((1, 1, 3, 10))
    left, right = random.choice(WRAPPERS)
    depth = random.choice(DEPTHS)
    return joined([*tokens[:start], left * depth, *tokens[start:end], right * depth, *tokens[end:]])


MUTATIONS: tuple[Callable[[Random, bytes, str], bytes], ...] = (
    flip_bytes,
    drop_tokens,
    double_tokens,
    swap_tokens,
    change_alike,
    change_alike,
    change_alike,
    change_alike,
    splice,
    nest,
)


def mutated(random: Random, language: str) -> Program:
    """Return a program of a language whose text, or one of whose tapes, is changed once or a few times."""
    program = chosen(random, language)
    changes = [random.choice(MUTATIONS) for _ in range(random.choice((1, 1, 1, 2, 4)))]
    tape = random.choice(list(program.tapes)) if program.tapes and random.random() < SHARE_OF_TAPES else ""
    text = program.tapes[tape] if tape else program.source
    for change in changes:
        text = change(random, text, language)
    name = " ".join([program.name, tape, *(change.__name__ for change in changes)])
    return replace(program, name=name, **({"tapes": program.tapes | {tape: text}} if tape else {"source": text}))
