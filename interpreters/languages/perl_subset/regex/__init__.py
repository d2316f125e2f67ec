r"""Perl's patterns: parsed once, and compiled for the matcher of the runtime (runtime/matching.py).

    regex = compile_pattern(r"(\w+)=(\d*)", "i")
    regex.code      # bytes

Supported: characters, classes (those of ASCII), . ^ $ \A \z \Z \b \B, groups with or without names, (?:…), (?i) and
the other flags, alternatives, repetitions (greedy, lazy, possessive), backreferences, lookaheads, lookbehinds, (?>…),
comments. The rest of Perl's patterns is refused by name.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from interpreters.languages.perl_subset.regex.parse import UnsupportedPattern, WrongPattern, parse
from interpreters.languages.perl_subset.regex.program import encoded

__all__ = ["Regex", "UnsupportedPattern", "WrongPattern", "compile_pattern"]


@dataclass(frozen=True, slots=True)
class Regex:
    """A pattern as code for the matcher."""

    code: bytes


@lru_cache(maxsize=1000)
def compile_pattern(text: str, flags: str) -> Regex:
    """Compile a pattern with flags of i, m, s and x; raise WrongPattern or UnsupportedPattern."""
    return Regex(encoded(parse(text, flags)))
