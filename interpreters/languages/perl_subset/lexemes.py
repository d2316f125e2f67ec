"""What the lexer looks for in the text of a program, as patterns of Python's `re`."""

from __future__ import annotations

import re

DIGITS = frozenset("0123456789")
BLANK = re.compile(r"(?:\s+|\#[^\n]*|^=[a-zA-Z].*?(?:^=cut[^\n]*|\Z))+", re.MULTILINE | re.DOTALL)
"""White space, comments, and documentation (perlpod): from a line that begins with = and a letter to =cut."""
NAME = r"(?:[A-Za-z_]\w*|\^[A-Z]|[!&|]|\d+)"
VARIABLE = re.compile(
    rf"(?P<sigil>\$\#|[$@%])(?:(?P<of>\$+[A-Za-z_]\w*)|(?P<name>{NAME})|\{{\s*(?P<braced>\^?\w+)\s*\}}|(?P<open>\{{))",
    re.ASCII,
)
VERSION_STRING = re.compile(r"\d+(?:\.\d+){2,}", re.ASCII)
NUMBER = re.compile(
    r"0[xX][0-9a-fA-F_]+|0[bB][01_]+|(?:\d[\d_]*(?:\.(?!\.)[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?", re.ASCII
)
OCTAL = re.compile(r"0\d")
WORD = re.compile(r"[A-Za-z_]\w*(?:::\w+)*", re.ASCII)
OPEN_BRACKET = re.compile(r"\s*\(")
COMMA_ARROW = re.compile(r"\s*=>")
DELIMITER = re.compile(r"[^\w\s;=)]|\s+[^\w\s,;=)#]")
"""What follows y, s, m, q … where they quote: they are names in `s = 2`; after a blank # begins a comment (perlop)."""
KEY = re.compile(r"\s*(-?[A-Za-z_]\w*)\s*(?=\})", re.ASCII)
SUBSCRIPT = re.compile(r"->\s*([\[{])")
END = re.compile(r"__(?:END|DATA)__\b")
"""What follows is no part of the program."""
READ_LINE = re.compile(r"<(\$?[A-Za-z_]\w*|)>", re.ASCII)
# $line=<IN>, $text=<<END: no misspelt <=
ASSIGNED_TERM = re.compile(rf"=(?:{READ_LINE.pattern}|<<)", re.ASCII)
LABEL = re.compile(r"\s*:(?!:)")
# a brace at a statement's beginning: perl takes it for a hash if a word or string and a comma or => come first
PAIR = re.compile(r"\{\s*(?:\w+\s*=>|[A-Z_0-9]\w*\s*,|(?:'[^'\\]*'|\"[^\"\\]*\")\s*(?:=>|,))", re.ASCII)
BLOCK_BEGINS = re.compile(r"\s*\{")
BLOCK = re.compile(r"\s*(\(?)\s*\{")
# sort NAME LIST: a word and the beginning of a list, with no comma between them
SORT_BY = re.compile(r"\s*\(?\s*([A-Za-z_]\w*)(?=\s+[@$(A-Za-z0-9'\"])", re.ASCII)
# sort NAME(…) is the same, but not sort(NAME(…)), which calls it; where no list begins, the name is a text
SORT_BY_BEFORE_BRACKET = re.compile(r"\s*([A-Za-z_]\w*)(?=\()", re.ASCII)
SORT_TEXT = re.compile(r"\s*\(?\s*([A-Za-z_]\w*)(?=\s*(?:[,;)}]|$))", re.ASCII)
# print {$out} …, print $out …: a scalar and a blank, with the beginning of a term after it, but no operator that is a
# word; - and + begin a term unless a blank or = follows (toke.c, "print $fh -1")
HANDLE_IN_SCALAR = re.compile(
    r"\s*(?:\{\s*((?:\*(?=[A-Za-z_])|\$)?[A-Za-z_]\w*)\s*\}|(\$[A-Za-z_]\w*)(?=\s+(?!(?:x|eq|ne|lt|gt|le|ge|cmp|and|or|xor|if|unless|while|until|for"
    r"|foreach)\b)(?:[\"'$@A-Za-z_0-9]|\.[0-9]|[-+][^\s=]|/[^\s=/]|<<[^\s=]|[&*<%][A-Za-z_])))",
    re.ASCII,
)
# print OUT …: capitals with no bracket or operator after them, which would make them a call; Perl's own handles may
# have a bracket after them; open OUT, …: with a comma
HANDLE = re.compile(r"(\s*)(STD(?:IN|OUT|ERR)\b(?=\s+\()|[A-Z][A-Z0-9_]*\b(?=\s*[^\s(,=.\-+]|\s*,))")
FILE_TEST = re.compile(r"-([rwxoRWXOezsfdlpSugkbctTBAMC])(?!\w|\s*=>)", re.ASCII)
VERSION = re.compile(r"v?[\d_]+(?:\.[\d_]+)*")
PROTOTYPE = re.compile(r"\([\\$@%&*+;_\[\]\s]*\)")
DECLARATION = re.compile(rf"sub\s+([A-Za-z_]\w*)\s*({PROTOTYPE.pattern})?\s*(?=;)", re.ASCII)
AMPERSAND_CALL = re.compile(r"&([A-Za-z_]\w*)\s*(?=\()", re.ASCII)
# #!/usr/bin/perl -l: perl obeys the switches of this line whoever starts it, but for -* (perlrun); those for warnings
# change no output
SWITCH = re.compile(r"#!.*?\bperl[\d.]*(?:[ \t]+-[wWXtT]+(?=\s|\Z))*[ \t]+(?!-[wWXtT]+(?:\s|\Z))(-[^\s*]\S*)")
