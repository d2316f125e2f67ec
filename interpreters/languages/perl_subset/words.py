"""The words and signs of Perl: what each means to the lexer, and which of Perl's own words this subset leaves out."""

from __future__ import annotations

NULLARY = {"time"}
UNARY = {
    "abs", "chomp", "chop", "chr", "close", "cos", "defined", "delete", "each", "eof", "exists", "exit", "exp",
    "hex", "int", "keys", "lc", "lcfirst", "length", "log", "oct", "ord", "pop", "quotemeta", "ref", "scalar",
    "shift", "sin", "sqrt", "uc", "ucfirst", "undef", "values",
}  # fmt: skip
LISTS = {
    "atan2", "die", "index", "join", "open", "print", "printf", "push", "return", "reverse", "rindex", "say", "splice",
    "split", "sprintf", "substr", "unshift", "warn",
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
MISSPELT_SIGNS = {"=<": "<=", "<>": "!=", "===": "==", "!==": "!="}
"""Words and signs of other languages, with Perl's own."""

ABSENT = {
    **dict.fromkeys((
        "BEGIN", "END", "__FILE__", "__LINE__", "__PACKAGE__", "alarm", "binmode", "bless", "caller",
        "chdir", "chmod", "chown", "closedir", "continue", "crypt", "dbmclose", "dbmopen", "dump",
        "eval", "exec", "fileno", "flock", "fork", "format", "formline", "getc", "glob", "gmtime",
        "goto", "kill", "local", "localtime", "lock", "lstat", "mkdir", "no", "opendir",
        "pack", "package", "pipe", "pos", "prototype", "rand", "read", "readdir", "readline",
        "readlink", "redo", "rename", "require", "reset", "rewinddir", "rmdir", "seek", "seekdir", "select",
        "sleep", "srand", "stat", "state", "study", "symlink", "sysopen", "sysread", "system", "syswrite",
        "tell", "telldir", "tie", "tied", "times", "truncate", "umask", "unlink", "unpack", "untie", "utime", "vec",
        "wait", "waitpid", "wantarray", "write",
    ), ""),
    "continue": "for (…; …; …), whose third part runs after each turn",
    "eval": "no eval: a fault ends the program",
    "local": "my",
}  # fmt: skip
"""Words of Perl that mean something of their own there: with what to write instead, where there is something short."""

PAIR_SLICE = "slices of keys with their values, %name{…}, are not supported"

OPERATORS = {
    "**": "POWER", "=~": "BIND", "!~": "BIND", "++": "STEP", "--": "STEP", "..": "RANGE", "...": "RANGE",
    "||": "OR_OR", "//": "OR_OR",
    "&&": "AND_AND", "|": "BIT_OR", "^": "BIT_OR", "&": "BIT_AND", "==": "EQUALITY", "!=": "EQUALITY",
    "<=>": "EQUALITY", "<": "RELATION", ">": "RELATION", "<=": "RELATION", ">=": "RELATION", "<<": "SHIFT",
    ">>": "SHIFT", "+": "SUM", "-": "SUM", ".": "DOT", "*": "PRODUCT", "/": "PRODUCT", "%": "PRODUCT", "!": "BANG",
    "~": "BANG", "\\": "_REFER", "=>": "COMMA", ",": "COMMA", ";": "SEMICOLON", "?": "QMARK", ":": "COLON", "(": "LPAR",
    ")": "RPAR", "[": "LSQB", "]": "RSQB", "}": "RBRACE",
    **dict.fromkeys(
        ("=", "+=", "-=", "*=", "/=", ".=", "%=", "**=", "||=", "&&=", "//=", "|=", "&=", "^=", "<<=", ">>="), "ASSIGN"
    ),
}  # fmt: skip
SIGNS = sorted(OPERATORS, key=len, reverse=True)
OPERANDS = {
    "SCALAR", "ARRAY", "HASH", "LAST_INDEX", "DEREF_NAME", "NUMBER", "STRING", "INTERPOLATED", "PATTERN", "CODE",
    "CHARACTERS", "READ_LINE", "HEREDOC", "PLAIN_HEREDOC", "RPAR", "RSQB", "WORD", "NULLARY_WORD", "STEP", "UNDEF",
}  # fmt: skip
"""Tokens after which an operator is expected; so it is after a closing brace that ends a subscript or a hash."""

INFIX = {
    "AND_AND", "ASSIGN", "BIND", "BIT_AND", "BIT_OR", "DOT", "EQUALITY", "OR_OR", "POWER", "PRODUCT", "QMARK", "RANGE",
    "RELATION", "SHIFT",
}  # fmt: skip
"""Operators that stand between two operands only."""

NOT_AFTER = {
    "WORD": {"+", "-", "*", "/", "%", "&", "<", "<<", "**"},
    "SUB_WORD": {"*", "**"},
    "UNARY_WORD": {"*", "**"},
}
"""Signs that Perl takes for the beginning of an argument after the name of a sub; of one declared before so do we."""

PAIRS = {"(": ")", "[": "]", "{": "}", "<": ">"}
