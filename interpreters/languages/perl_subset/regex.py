r"""Perl's patterns as patterns of Python's `re`; what the two take differently, or `re` lacks, is refused by name.

    compiled(r"^(\w+)\s*=$", "i")       # re.compile(r"\A(\w+)\s*=(?=\n?\Z)", re.ASCII | re.IGNORECASE)

Defining documents: perlre, and the documentation of Python's `re`. Perl's classes are those of ASCII here (perlre, /a).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from getallenband.interpreters.source.words import meanings

DEEPEST = 100
"""Groups inside one another: more would be too deep for `re`."""
FLAGS = {"i": re.IGNORECASE, "s": re.DOTALL}
"""The flags that mean the same in `re`; m and x are translated."""
BLANK = re.compile(r"(?:\s+|\#[^\n]*)+")
COUNTS = re.compile(r"\{(\d+)(?:(,)(\d*))?\}", re.ASCII)
OPENERS = ("(?:", "(?=", "(?!", "(?<=", "(?<!", "(?i:")
ASSERTIONS = {"b": r"\b", "B": r"(?!\b)", "A": r"\A", "z": r"\Z", "Z": r"(?=\n?\Z)"}
CLASSES = "dDwWsS"
"""What a backslash and these letters mean in both."""
CHARACTERS = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "e": "\x1b", "a": "\a"}
CODE = re.compile(r"x\{\s*([0-9a-fA-F]{1,6})\s*\}|x([0-9a-fA-F]{1,2})", re.ASCII)
CARET = {False: r"\A", True: r"(?:\A|(?<=\n)(?!\Z))"}
DOLLAR = {False: r"(?=\n?\Z)", True: r"(?=\n|\Z)"}
"""^ and $ without the flag m and with it: after a new line that ends the text no line begins."""


class UnsupportedPattern(Exception):
    """A pattern is wrong, or asks for what Perl has and this subset has not; `expected` is what to write instead."""

    def __init__(self, message: str, expected: str = "") -> None:
        super().__init__(message)
        self.expected = expected


@dataclass(slots=True)
class Level:
    """A group that is open: how it begins, and what the part translated so far may do.

    `nullable` tells whether the alternative at hand, and `any_nullable` whether one before it may match nothing;
    `endless` that a repetition in it has no bound; `captures` that it has a group with a number.
    """

    opener: str = ""
    nullable: bool = True
    any_nullable: bool = False
    endless: bool = False
    captures: bool = False


@lru_cache(maxsize=1000)
def compiled(text: str, flags: str) -> re.Pattern[str]:
    """Compile a pattern with flags of i, m, s and x; raise UnsupportedPattern."""
    python = Translator(text, frozenset(flags)).translated()
    try:
        return re.compile(python, re.ASCII | sum(FLAGS.get(flag, 0) for flag in set(flags)))
    except (re.error, OverflowError) as error:
        reason = getattr(error, "msg", "a number in it is too great")
        raise UnsupportedPattern(f"the pattern /{text}/ is not supported: {reason}") from None


class Translator:
    """The translation of one pattern from left to right; `levels` holds the groups that are open.

    `item` is the part that a repetition would repeat: a finished group, or a new Level for a character; None where
    nothing can be repeated. `nullable_before` tells whether the alternative without it may match nothing.
    """

    def __init__(self, text: str, flags: frozenset[str]) -> None:
        self.text, self.flags = text, flags
        self.position = 0
        self.pieces: list[str] = []
        self.levels = [Level()]
        self.item: Level | None = None
        self.nullable_before = True

    def translated(self) -> str:
        """Return the pattern for `re`."""
        while self.position < len(self.text):
            self.part()
        if len(self.levels) > 1:
            raise self.wrong("a ( is not closed")
        return "".join(self.pieces)

    def refuse(self, what: str, instead: str = "") -> UnsupportedPattern:
        return UnsupportedPattern(f"{what} in a pattern is not supported", instead)

    def wrong(self, why: str) -> UnsupportedPattern:
        return UnsupportedPattern(f"the pattern /{self.text}/ is wrong: {why}", "a regular expression")

    def put(self, piece: str, end: int, item: Level | None = None) -> None:
        """Append a piece of the result and move on; `item` is what may be repeated."""
        self.pieces.append(piece)
        self.position = end
        self.item = item
        if item is not None:
            level = self.levels[-1]
            self.nullable_before = level.nullable
            level.nullable &= item.nullable

    def character(self, piece: str, end: int) -> None:
        """Append what matches one character."""
        self.put(piece, end, Level(nullable=False))

    def part(self) -> None:
        """Translate one part of the pattern."""
        text, at = self.text, self.position
        sign = text[at]
        if "x" in self.flags and (blank := BLANK.match(text, at)):
            self.position = blank.end()
        elif sign == "(":
            self.open()
        elif sign == ")":
            self.close()
        elif sign == "|":
            level = self.levels[-1]
            level.any_nullable, level.nullable = level.any_nullable or level.nullable, True
            self.put("|", at + 1)
        elif sign == "[":
            self.character_class()
        elif sign == "\\":
            self.escape()
        elif sign in "*+?" or COUNTS.match(text, at):
            self.repetition()
        elif sign == "{" and re.match(r"\{,\d+\}", text[at:], re.ASCII):
            raise self.refuse("a repetition without its least number", "{0,…}")
        elif sign in "^$":
            self.put((CARET if sign == "^" else DOLLAR)["m" in self.flags], at + 1)
        else:
            self.character("." if sign == "." else re.escape(sign), at + 1)

    # groups

    def open(self) -> None:
        """Open a group."""
        if len(self.levels) > DEEPEST:
            raise self.refuse(f"a group inside {DEEPEST} others")
        text, at = self.text, self.position
        opener = "("
        if text.startswith(("(?", "(*"), at):
            opener = next((one for one in OPENERS if text.startswith(one, at)), "")
            if not opener:
                raise self.refuse(text[at : at + 3])
        self.put(opener, at + len(opener))
        self.levels.append(Level(opener))

    def close(self) -> None:
        """Close the innermost group; around it counts what is in it."""
        if len(self.levels) == 1:
            raise self.wrong("a ) has no ( before it")
        group, around = self.levels.pop(), self.levels[-1]
        looks = group.opener[:2] == "(?" and group.opener[2] in "=!<"
        group.nullable = looks or group.nullable or group.any_nullable
        group.captures |= group.opener == "("
        around.captures |= group.captures
        around.endless |= group.endless
        self.put(")", self.position + 1, group)

    # repetitions

    def repetition(self) -> None:
        """Translate a repetition of the last part; refuse one that could take for ever, or that captures in turns."""
        text, at = self.text, self.position
        counts = COUNTS.match(text, at)
        shown = counts.group() if counts else text[at]
        end = at + len(shown)
        if text.startswith("+", end):
            raise self.refuse(f"{shown}+, which gives nothing back,", shown)
        if self.item is None:
            raise self.wrong(f"{shown} has nothing to repeat")
        item, level = self.item, self.levels[-1]
        least, endless, turns = (int(shown == "+"), shown != "?", shown != "?") if counts is None else bounds(counts)
        if turns and item.captures:
            raise self.refuse("a repeated group that is remembered", "(?:…)")
        if turns and item.nullable:
            raise self.refuse("a repetition of what may be empty")
        if turns and item.endless:
            # (a+)+ of a long text without a match would take longer than anybody lives
            raise self.refuse("a repetition inside a repeated group")
        level.endless |= endless
        if least == 0:
            level.nullable = self.nullable_before
        lazy = text.startswith("?", end)
        self.put(shown + "?" * lazy, end + lazy)

    # characters

    def escape(self) -> None:
        """Translate a backslash and what belongs to it."""
        letter, end = self.text[self.position + 1 : self.position + 2], self.position + 2
        if letter in ASSERTIONS and letter and not self.text.startswith("{", end):
            self.put(ASSERTIONS[letter], end)
        elif letter in tuple("123456789") and not self.text[end : end + 1].isdigit():
            self.put(f"\\{letter}", end, Level(endless=True))
        else:
            piece, end = self.escaped()
            self.character(piece, end)

    def escaped(self) -> tuple[str, int]:
        """Return what a backslash and what belongs to it mean as characters, for `re`, and where they end."""
        letter, end = self.text[self.position + 1 : self.position + 2], self.position + 2
        code = CODE.match(self.text, self.position + 1)
        if code and int(code[1] or code[2], 16) <= 0x10FFFF:
            return re.escape(chr(int(code[1] or code[2], 16))), code.end()
        if letter and letter in CLASSES:
            return f"\\{letter}", end
        if letter in CHARACTERS:
            return re.escape(CHARACTERS[letter]), end
        if letter == "" or letter.isalnum():
            raise self.refuse(f"\\{letter}", meanings(__package__, "pattern_escapes").get(letter, ""))
        return re.escape(letter), end

    def character_class(self) -> None:
        """Translate a class in brackets."""
        begin = self.position
        self.position += 1 + self.text.startswith("^", begin + 1)
        pieces = [self.text[begin : self.position]]
        first = self.position
        while not (self.text.startswith("]", self.position) and self.position > first):
            if self.position >= len(self.text):
                raise self.wrong("a [ is not closed")
            pieces.append(self.member())
        self.character("".join([*pieces, "]"]), self.position + 1)

    def member(self) -> str:
        """Translate one character of a class, or the - of a range."""
        sign, at = self.text[self.position], self.position
        if self.text.startswith(("[:", "[.", "[="), at):
            raise self.refuse(f"{self.text[at : at + 2]} … {self.text[at + 1]}]", "the characters, as in [A-Za-z]")
        if sign == "\\":
            piece, self.position = ("\\b", at + 2) if self.text.startswith("b", at + 1) else self.escaped()
            return piece
        self.position += 1
        return "-" if sign == "-" else re.escape(sign)


def bounds(counts: re.Match[str]) -> tuple[int, bool, bool]:
    """Return the least number of turns, whether there is no greatest, and whether there may be more than one."""
    least = int(counts[1][:9])
    endless = counts[2] is not None and not counts[3]
    return least, endless, endless or int((counts[3] or counts[1])[:9]) > 1
