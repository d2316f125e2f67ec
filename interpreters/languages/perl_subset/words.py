"""The words and signs of Perl (words.toml), and what the lexer concludes from a token about those that follow it."""

from __future__ import annotations

import re

from getallenband.interpreters.source.words import meanings

FUNCTIONS = meanings(__package__, "functions")
STATEMENTS = meanings(__package__, "statements")
QUOTES = meanings(__package__, "quotes")
WORD_OPERATORS = meanings(__package__, "word_operators")
OPERATORS = meanings(__package__, "operators")
"""Words and signs, with their tokens."""
SIGNS = sorted(OPERATORS, key=len, reverse=True)
MISSPELT = meanings(__package__, "misspelt")
MISSPELT_SIGNS = meanings(__package__, "misspelt_signs")
ABSENT = meanings(__package__, "absent")
VARIABLES = meanings(__package__, "variables")
VARIABLES_LEFT_OUT = meanings(__package__, "variables_left_out")
HANDLES_LEFT_OUT = meanings(__package__, "handles_left_out")
FOREIGN = meanings(__package__, "foreign")

PAIR_SLICE = "slices of keys with their values, %name{…}, are not supported"

OPERANDS = {
    "SCALAR", "ARRAY", "HASH", "LAST_INDEX", "DEREF_NAME", "NUMBER", "STRING", "INTERPOLATED", "PATTERN", "CODE",
    "CHARACTERS", "READ_LINE", "HEREDOC", "PLAIN_HEREDOC", "RPAR", "RSQB", "WORD", "CONSTANT_WORD", "NULLARY_WORD",
    "STEP", "UNDEF",
}  # fmt: skip
"""Tokens after which an operator is expected; so it is after a closing brace that ends a subscript or a hash."""

INFIX = {
    "AND_AND", "ASSIGN", "BIND", "DOT", "EQUALITY", "OR_OR", "POWER", "PRODUCT", "QMARK", "RANGE",
    "RELATION",
}  # fmt: skip
"""Operators that stand between two operands only."""

NOT_AFTER = {
    "WORD": {"+", "-", "*", "/", "%", "&", "<", "<<", "**"},
    "SUB_WORD": {"*", "**"},
    "UNARY_WORD": {"*", "**"},
    "UNARY_SUB_WORD": {"*", "**"},
}
"""Signs that Perl takes for the beginning of an argument after the name of a sub; of one declared before so do we."""

WITHOUT_ARGUMENTS = {("SUB_WORD", "&&"), ("UNARY_SUB_WORD", "&&")}
"""A word before an operator that no argument begins with."""

UNARY_PROTOTYPES = {"($)", "(_)", "(;$)", "(;_)"}
"""A sub with one of them that is called without brackets is an operator of the next operand (toke.c)."""

PAIRS = {"(": ")", "[": "]", "{": "}", "<": ">"}

LABELLED = re.compile(r"(?:\s|#.*)*(?:\{|(?:for|foreach|while|until)\b)")
"""What may have a label."""
FILES = re.compile(r"<[^<>\s]*[*?~{./][^<>\s]*>")
"""Files by a pattern."""
