r"""The usual slips of those who know a later language, or another machine's ALGOL, each with its cure.

    cure("procedure p ( ▲integer x )")  # "types stand after the parentheses: procedure p(x); value x; …"
    cure("I ▲~ 1")                      # "an assignment is written :="
    foreign_word("i mod 3")             # "there is no mod: i - i ÷ j × j is the remainder of i ÷ j"

A syntax error is looked for by the symbols around it, ▲ before the one that was refused. They are the same in every
representation: word symbols are plain, a blank is between symbols, other symbols are as the text has them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from getallenband.interpreters.source.lark_parser import Token
from getallenband.interpreters.source.position import SourceText
from getallenband.interpreters.source.words import meanings

BEFORE, AFTER = 60, 30
"""Symbols around an error that are looked at."""
CANONICAL = ("ASSIGN", "SEMICOLON", "COLON", "_COMMA", "_LPAR", "_RPAR", "_LSQB", "_RSQB")
SYMBOLIC = ("IDENTIFIER", "RELATION", "NOT", "AND", "OR", "DIV", "POWER", "EQUIVALENT", "TIMES", "MINUS")
"""Symbols that are shown as their token's value, and those that are shown as the text has them."""

TYPE = r"(?:integer|real|Boolean)"
START = r"^.*(?:; |begin |then |else |do )"
"""What stands before a statement: the last of them counts."""
FOREIGN = meanings(__package__, "foreign")
"""Words of other languages, which are identifiers here, perhaps with what follows them; and what to write."""
COMMENT = "a comment is written comment …;"
NO_INCREMENT = "an assignment names its variable twice: i := i + 1"
HEADING = "types stand after the parentheses: procedure p(x); value x; integer x; …"

SLIPS = (
    (rf"{START}(?i:library) ?[aA]?\d+[^;▲]*(?:; )?▲",
     "KDF9's library line names tapes of procedures: leave it out; the setting library chooses procedures here"),
    (r"▲(?i:mod|rem|modulo|remainder) ", FOREIGN["mod"]),
    (rf"{START}(?!if )(?:for )?[\w ]+(?: \[[^;]*\])? ▲[~!¬]", "an assignment is written :="),
    (r"[\w\])] ▲[~!¬]", "¬ stands before its operand; an inequality is written ≠ or /="),
    (rf"(?:; |begin )(?:own )?({TYPE}) (?:\w+ , )*(\w+) ▲(?::=|=)",
     r"a declaration gives no value: write \1 \2; and, after all declarations, \2 := …"),
    (rf"{START}(?:var )?([\w ]+) : ▲({TYPE})", r"the type comes first: \2 \1"),
    (r"▲(?i:elseif|elsif|elif) ", "write else if: two words"),
    (r"array [\w ]+ ▲\(", "bounds stand between square brackets: array a[1:10]"),
    (rf"array [\w ]+ \[[^;]*\] ▲of ?({TYPE})?", r"the type comes first: integer array a[1:10]"),
    (rf"{START}▲array \[", "the name stands before its bounds: integer array a[1:10]"),
    (rf"{START}(?i:return)\b[^;]*▲", FOREIGN["return"]),
    (rf"{START}(?i:repeat)\b.*▲until", "there is no repeat statement: L: …; if ¬ (…) then goto L"),
    (rf"{START}▲do\b", "there is no do statement: L: …; if … then goto L repeats what is between"),
    (r"(?i:case|switch) ?[\w ]+ ?(?:of )?▲", "there is no case statement: switch s := L1, L2; goto s[i]"),
    (rf"{START}▲(?://|/ [*×]|\( [*×]|- -|%|#)", COMMENT),
    (rf"{START}([\w ]+?) ▲([-+*×/]) (?::=|=|\2)", NO_INCREMENT),
    (rf"{START}▲([-+]) \1", NO_INCREMENT),
    (r"for ▲(?:integer|real)", "the variable is declared before: integer i; for i := 1 step 1 until 10 do"),
    (r"for ▲\(", "a for statement is written for i := 1 step 1 until 10 do"),
    (r"for [^;]* ▲until", "the step is missing: for i := 1 step 1 until 10 do"),
    (r" step [^;]* ▲(?:do|,)", "until is missing: for i := 1 step 1 until 10 do"),
    (rf"(?:({TYPE}) )?(?i:function) ?[\w ]+ (?:\([^▲]*)?▲",
     "a function is a procedure with a type: real procedure f(x); value x; real x; f := …"),
    (r"& ▲&", "write & once, or and"),
    (r"\| ▲\|", "write | once, or or"),
    (r"(?:[<>≤≥]|<=|>=) [\w ]+ ▲(?:[<>≤≥]|<=|>=)", "two relations are joined by and: 1 < i ∧ i < 3"),
    (r"\] ▲\[", "subscripts stand in one pair of brackets: a[i, j]"),
    (r"\bif (?:(?!\bthen\b)[^;])*▲\w", "then is missing before this"),
    (r"\bfor (?:(?!\bdo\b)[^;])*\b(?:until|while) (?:(?!\bdo\b)[^;])*▲\w", "do is missing before this"),
    (r"procedure [^▲]*▲value", "value comes before the types: procedure p(x); value x; integer x; …"),
)  # fmt: skip
"""What stands around a refused symbol, and the cure; the first that fits counts."""

FORMALS = rf"procedure ([\w ]+) \((?=[^()]*\b(?:{TYPE}|string|array|label|switch)\b)([^()▲]*)▲([^()]*)"
FORMAL = (
    rf"(?:var |value )?(?P<type>{TYPE}(?: array| procedure)?|string|label|switch|array|procedure) (?P<name>\w[\w ]*)"
    rf"|(?P<bare>\w[\w ]*?)(?: : (?P<after>{TYPE}(?: array)?))?"
)  # fmt: skip

TYPE_WORDS = ("var", "int", "float", "double", "bool")
"""Words before a parameter's name that make another identifier of it, which follows the grammar: procedure p(int x)."""


def around(source: SourceText, tokens: Sequence[Token], index: int) -> str:
    """Return the symbols around one, ▲ before it: those of its statement and the one before, up to the next."""
    first = max(0, index - BEFORE)
    before = [shown(source, token) for token in tokens[first:index]]
    after: list[str] = []
    for token in tokens[index : index + AFTER]:
        if after and token.type in ("SEMICOLON", "END"):
            break
        after.append(shown(source, token))
    return " ".join([";", *before, "▲" + " ".join(after)])


def shown(source: SourceText, token: Token) -> str:
    """Return a symbol as patterns have it."""
    if token.type in SYMBOLIC:
        return written(source, token)
    return str(token)


def written(source: SourceText, token: Token) -> str:
    """Return a symbol as the text has it, its blanks joined."""
    return " ".join(source.text[token.start_pos or 0 : token.end_pos or 0].split())


def cure(text: str) -> str:
    """Return what should have been written where the symbol after ▲ was refused, or nothing."""
    if found := re.search(FORMALS, text):
        return heading(*found.groups())
    for pattern, hint in SLIPS:
        if found := re.search(pattern, text):
            return found.expand(hint)
    return ""


def heading(name: str, before: str, after: str) -> str:
    """Return a heading whose parentheses hold types as ALGOL 60 has it."""
    formals, types = list[str](), dict[str, list[str]]()
    waiting, kind = list[str](), ""
    for part in re.split(r" ?[,;] ?", before + after):
        formal = re.fullmatch(FORMAL, part.strip())
        if formal is None:
            return HEADING
        one = formal["name"] or formal["bare"]
        formals.append(one)
        waiting.append(one)
        kind = formal["type"] or formal["after"] or (kind if "procedure" not in kind and ":" not in after else "")
        if kind:
            types.setdefault(kind, []).extend(waiting)
            waiting.clear()
    if waiting or not types:
        return HEADING
    values = ", ".join(one for kind, names in types.items() if re.fullmatch(TYPE, kind) for one in names)
    parts = [f"value {values}"] * bool(values) + [f"{kind} {', '.join(names)}" for kind, names in types.items()]
    return f"types stand after the parentheses: procedure {name}({', '.join(formals)}); {'; '.join(parts)}; …"


def foreign_word(text: str) -> str:
    """Return the cure for an identifier, as the text has it, that begins with or holds a word of another language."""
    words = text.casefold().split()
    if words and (hint := FOREIGN.get(words[0])):
        return hint
    return FOREIGN["mod"] if any(word in ("mod", "rem") for word in words[1:]) else ""
