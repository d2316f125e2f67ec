"""Programs changed in what must not matter: dead code, an unused string or array, a print, another name.

    for variant in variants(case):
        variant.name, variant.source, variant.printed     # "print", 'print "x\\n";\nmy $s0 = …', "x\n"

A variant does what its program does; only a print comes before that. Where the language asks for declarations before
statements, a program becomes a part of a new one. `renamed` are a name and the new one that took its place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from getallenband.interpreters.testing.cases import Case


@dataclass(frozen=True)
class Variant:
    """A changed program, what it prints before all else, and the name that was replaced by another."""

    name: str
    source: str
    printed: str = ""
    renamed: tuple[str, str] = ("", "")


Change = Callable[[str], str]


def before(lines: str) -> Change:
    return lambda source: f"{lines}\n{source}"


def after(lines: str) -> Change:
    return lambda source: f"{source.rstrip()}\n{lines}\n"


def around(first: str, last: str) -> Change:
    return lambda source: f"{first}\n{source.rstrip()}\n{last}\n"


def replaced(old: str, new: str, then: Change = lambda source: source) -> Change:
    """Replace each place of a pattern, then go on; a program without it is left as it is."""
    return lambda source: then(re.sub(old, new, source)) if re.search(old, source) else source


def main_called(body: str) -> Change:
    """Let the program of a C text be called by a new one."""
    return replaced(r"\bmain\b(?= *\( *(?:void)?\))", "main_", after(f"int main() {{ {body} main_(); return 0; }}"))


def fortran_main_called(body: str) -> Change:
    """Let the main program of a deck be called by a new one, in which STOP ends it."""
    head = "      PROGRAM MAIN(INPUT, OUTPUT, TAPE5=INPUT, TAPE6=OUTPUT)"
    return replaced(rf"{re.escape(head)}\n", "      SUBROUTINE INNER\n", before(
        f"{head}\n{body}      CALL INNER\n      STOP\n      END"
    ))  # fmt: skip


FIRST_LOOP = r"(?=FOR i=0\.\.\.k DO t\[i\])"
"""What every random program of the informal Algol does when it has declared its procedures."""
WITHOUT_PLACES = r"\A(?![\s\S]*\b(?:SPACE|TAB)\b)"
"""The beginning of an ALGOL program that asks for no place on its line, which what is printed before would move."""
CHANGES: dict[str, dict[str, tuple[Change, str]]] = {
    "algol60": {
        "dead code": (around('begin if false then outstring(1, "dead");', "end"), ""),
        "an unused array": (around("begin integer array UNUSED[1:7];", "end"), ""),
        "a print": (replaced(WITHOUT_PLACES, 'begin outstring(1, "x");\n', after("end")), "x"),
    },
    "amb_scheme": {
        "dead code": (before('(define (unused-procedure x) (display "dead") (car x))'), ""),
        "an unused string": (before('(define unused-text "never")'), ""),
        "an unused list": (before("(define unused-list '(1 (2 . 3) x))"), ""),
    },
    "c_subset": {
        "dead code": (main_called('if (0) puts("dead");'), ""),
        "an unused string": (after('char *unused_text() { return "never"; }'), ""),
        "an unused array": (after("int unused_array[7]; int *unused_place() { return unused_array + 1; }"), ""),
        "a print": (main_called('puts("x");'), "x\n"),
    },
    "cdc_fortran": {
        "dead code": (replaced(r"(?<=\n      END)\s*\Z", "\n", after(
            "      SUBROUTINE UNUSED\n      DIMENSION KUNUSD(7)\n      KUNUSD(1) = 1\n      WRITE (6, 1) KUNUSD(1)\n"
            "    1 FORMAT(6HUNUSED, I3)\n      END"
        )), ""),
        "a print": (fortran_main_called("      WRITE (6, 1)\n    1 FORMAT(1HX)\n"), "X\n"),
    },
    "ecol": {
        "dead code": (after('SUB dood\nTEKST := "dood"\nEND'), ""),
        "an unused array": (replaced(r"\A(\s*START *)\n", r"\1\nRIJ (1:7) ongebruikt" "\n"), ""),
        "a print": (replaced(r"\A(\s*START *)\n(?![\s\S]*\b(?:PS|PP)\b)", r"\1\nTEKST := "'"x"' "\n"), "x"),
    },
    "informal_algol": {
        "dead code": (replaced(FIRST_LOOP, "IF FALSE THEN PRINT(7);\n"), ""),
        "an unused array": (replaced(FIRST_LOOP, "BEGIN [1:7]INT unused; unused[1] := 2 END;\n"), ""),
        "a print": (replaced(FIRST_LOOP, "PRINT(7);\n"), " 7"),
    },
    "perl_subset": {
        "dead code": (before('if (0) { print "dead" . "never"; }'), ""),
        "an unused string": (before('my $unused_text = "never";'), ""),
        "an unused array": (before("my @unused_array = (1, 2.5, 'three');"), ""),
        "a print": (before('print "x\\n";'), "x\n"),
    },
}  # fmt: skip
"""By language and name: a change, and what it prints."""

NAMES = {
    "algol60": r"\b(?:[a-z]+\d+|[IJKXYBARM])\b", "amb_scheme": r"(?<![^\s()'`,])[a-z]+\d+(?![^\s()'`,])",
    "c_subset": r"\b[a-z]+\d+\b", "cdc_fortran": r"(?<![\w.])[A-NP-Z]\d+\b", "ecol": r"\b(?:a|b|r|s|deel)\b",
    "informal_algol": r"\b(?:seen|holds|act|k|f|p|q)\b", "perl_subset": r"(?<=[$@%#{])[a-z]\d+\b",
}  # fmt: skip
"""Names that random programs declare; in FORTRAN none like O17, which is an octal number where nothing declares it."""
QUOTED = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'|\d+H.*")
TEXTS = {"perl_subset": re.compile(r"\\x\{\w+\}"), "amb_scheme": re.compile("(?!)")}
"""What a text prints, as far as a name may be in it: in Perl variables are, but not the code of a character."""


def variants(case: Case, random: Random) -> Iterator[Variant]:
    """Make all variants of a program; a name is changed where no text that it prints may have it."""
    for name, (change, printed) in CHANGES[case.language].items():
        if (source := change(case.source)) != case.source:
            yield Variant(name, source, printed)
    pattern = NAMES[case.language]
    texts = " ".join(TEXTS.get(case.language, QUOTED).findall(case.source))
    names = sorted(set(re.findall(pattern, case.source)) - set(re.findall(pattern, texts)))
    if case.language == "cdc_fortran":
        names = [name for name in names if is_whole(name, case.source)]
    if names:
        old = random.choice(names)
        new = old.translate(LETTERS) if case.language == "cdc_fortran" else f"{old[0]}zz{old[1:]}"
        source = re.sub(rf"(?<!\w){old}(?!\w)", new, case.source)
        yield Variant("another name", source, renamed=(old, new))


LETTERS = str.maketrans("0123456789", "ZBCEFGHPRS")
"""A name of FORTRAN keeps its length, so that no card becomes too long, and its first letter, which gives the type."""


def is_whole(name: str, deck: str) -> bool:
    """Tell whether a name nowhere has blanks in it, goes on after some, or follows a word at once (DATAX51)."""
    blanks = r"(?: |\n     \S)*"
    return len(re.findall(rf"(?<!\.){blanks.join(name)}(?!{blanks}\w)", deck)) == len(
        re.findall(rf"(?<![\w.]){name}\b", deck)
    )
