"""The words and signs of Perl: what each means to the lexer, and which of Perl's own words this subset leaves out."""

from __future__ import annotations

import re

NULLARY = {"time", "wantarray"}
UNARY = {
    "abs", "chomp", "chr", "close", "defined", "delete", "each", "exists", "exit", "int", "keys", "lc", "lcfirst",
    "length", "ord", "pop", "rand", "ref", "scalar", "shift", "sqrt", "srand", "uc", "ucfirst", "undef", "values",
}  # fmt: skip
LISTS = {
    "die", "index", "join", "open", "print", "printf", "push", "return", "reverse", "rindex", "say", "splice", "split",
    "sprintf", "substr", "unshift",
}  # fmt: skip
BLOCKS = {"map", "grep", "sort"}
WORD_OPERATORS = {
    "eq": "EQUALITY", "ne": "EQUALITY", "cmp": "EQUALITY", "lt": "RELATION", "gt": "RELATION", "le": "RELATION",
    "ge": "RELATION", "x": "PRODUCT", "and": "AND", "or": "OR", "xor": "XOR",
}  # fmt: skip
MODIFIERS = {"if", "unless", "while", "until", "foreach", "for"}
STATEMENTS = MODIFIERS | {"elsif", "else", "sub", "use", "my", "our"}
QUOTES = {"q", "qq", "qw", "m", "s", "tr", "y"}
MISSPELT = {"elseif": "elsif", "elif": "elsif"}
OTHERS = {
    "break": "last", "null": "undef", "nil": "undef", "None": "undef", "true": "1", "True": "1", "false": "0",
    "False": "0", "let": "my", "var": "my", "function": "sub", "def": "sub", "len": "length", "strlen": "length",
}  # fmt: skip
"""Words that mean something in other languages, with Perl's own."""
MISSPELT_SIGNS = {"=<": "<=", "<>": "!=", "===": "==", "!==": "!="}
"""Words and signs of other languages, with Perl's own."""

ABSENT = {
    **dict.fromkeys((
        "BEGIN", "END", "__LINE__", "__PACKAGE__", "alarm", "atan2", "bless", "caller", "chdir",
        "chmod", "chown", "closedir", "cos", "crypt", "dbmclose", "dbmopen", "dump", "exec", "exp", "fileno", "flock",
        "fork", "format", "formline", "getc", "gmtime", "goto", "kill", "localtime", "lock", "log", "lstat",
        "mkdir", "no", "opendir", "package", "pipe", "pos", "prototype", "qx", "read", "readdir",
        "readline", "readlink", "rename", "require", "reset", "rewinddir", "rmdir", "seek", "seekdir", "select",
        "sin", "stat", "study", "symlink", "sysopen", "sysread", "system", "syswrite", "tell",
        "telldir", "tie", "tied", "times", "truncate", "umask", "unlink", "untie", "utime", "vec", "wait", "waitpid",
        "write",
    ), ""),
    "__FILE__": "$0",
    "binmode": "no line for it: texts are printed in UTF-8",
    "chop": "substr($text, -1, 1, '') for the last character, or chomp for the end of a line",
    "continue": "next for the next turn, or for (…; …; …), whose third part runs after each turn",
    "eof": "while (my $line = <FILE>), which ends with the file",
    "eval": "no eval: a fault ends the program",
    "glob": "the names in a list, or as lines of a tape",
    "hex": "0x… for a number in the program",
    "local": "my",
    "oct": "0b… or 0… for a number in the program",
    "pack": "join and substr",
    "quotemeta": "s/(\\W)/\\\\$1/g",
    "redo": "while (…) { … } around what is done again",
    "sleep": "no line for it: nothing waits here",
    "state": "my, in front of the sub",
    "unpack": "split and substr",
    "warn": "print …, as there is one output",
}  # fmt: skip
"""Words of Perl that mean something of their own there: with what to write instead, where there is something short."""

PAIR_SLICE = "slices of keys with their values, %name{…}, are not supported"

OPERATORS = {
    "**": "POWER", "=~": "BIND", "!~": "BIND", "++": "STEP", "--": "STEP", "..": "RANGE", "...": "RANGE",
    "||": "OR_OR", "//": "OR_OR",
    "&&": "AND_AND", "==": "EQUALITY", "!=": "EQUALITY",
    "<=>": "EQUALITY", "<": "RELATION", ">": "RELATION", "<=": "RELATION", ">=": "RELATION",
    "+": "SUM", "-": "SUM", ".": "DOT", "*": "PRODUCT", "/": "PRODUCT", "%": "PRODUCT", "!": "BANG",
    "\\": "_REFER", "=>": "COMMA", ",": "COMMA", ";": "SEMICOLON", "?": "QMARK", ":": "COLON", "(": "LPAR",
    ")": "RPAR", "[": "LSQB", "]": "RSQB", "}": "RBRACE",
    **dict.fromkeys(
        ("=", "+=", "-=", "*=", "/=", ".=", "%=", "**=", "||=", "&&=", "//="), "ASSIGN"
    ),
    **dict.fromkeys(("&", "|", "^", "~", "<<", ">>", "&=", "|=", "^=", "<<=", ">>="), "BITS"),
}  # fmt: skip
BITS = {
    "&": "&& for two conditions", "|": "|| for two conditions", "^": "** for a power", "<<": "* 2 ** …",
    ">>": "int(… / 2 ** …)",
}  # fmt: skip
"""Operators on bits, which are not supported, with what to write instead."""
SIGNS = sorted(OPERATORS, key=len, reverse=True)
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

UNARY_PROTOTYPES = {"($)", "(_)", "(;$)", "(;_)"}
"""A sub with one of them that is called without brackets is an operator of the next operand (toke.c)."""

PAIRS = {"(": ")", "[": "]", "{": "}", "<": ">"}

SPECIAL = {"$_", "$a", "$b", "$!", "$^T", "$0", "$&", "@_", "@ARGV", "%ENV"}
"""Perl's own variables that this subset has, beside $1, $2 …; no program declares them."""
REFUSED = {"$ARGV", "@INC", "%INC", "%SIG"}
NOT_NEEDED = {"$|": "no line for it, since no output waits"}
NO_HANDLES = {"STDERR": "print …, as there is one output", "DATA": "<STDIN>, and the lines as a tape"}
"""Variables and handles of Perl's own that this subset has not, with what to write instead."""

LABELLED = re.compile(r"(?:\s|#.*)*(?:\{|(?:for|foreach|while|until)\b)")
"""What may have a label."""
FILES = re.compile(r"<[^<>\s]*[*?~{./][^<>\s]*>")
"""Files by a pattern."""
