r"""The text of a pattern into its nodes, as perlre and perlrecharclass describe it.

parse(r"a(b|c)*$", "")      # Parsed(Sequence((Chars(a), Repeat(Group(1, Choice(b, c)), 0, None), Assertion("Z"))), 1)
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from interpreters.languages.perl_subset.regex import charset, nodes
from interpreters.languages.perl_subset.regex.charset import CharSet, of
from interpreters.lowering import numbers

DEEPEST = 100
"""Groups inside one another."""
MOST_TIMES = 65534
"""A repetition's count is no greater, as in Perl."""
BLANK = re.compile(r"(?:\s+|\#[^\n]*)+")
COMMENT = re.compile(r"\(\?\#[^)]*\)")
# what looks like a count but is none is plain text, as in perl: a{x}, a{,}
COUNTS = re.compile(r"\{(\d+)(?:(,)(\d*))?\}", re.ASCII)
COUNTS_FROM_0 = re.compile(r"\{,\d+\}", re.ASCII)
FLAGS = re.compile(r"\(\?(?P<on>[a-z]*)(?:-(?P<off>[a-z]*))?(?P<end>[:)])")
NAMED = re.compile(r"\(\?P?(?:<(?P<angle>[A-Za-z_]\w*)>|'(?P<quote>[A-Za-z_]\w*)')", re.ASCII)
OPENERS = {"(?:": "", "(?=": "ahead", "(?!": "not ahead", "(?<=": "back", "(?<!": "not back", "(?>": "atomic"}
REFERENCE = re.compile(
    r"\\(?:(?P<plain>[1-9]\d*)|g\{?(?P<relative>-?\d+)\}?|[kg](?:<(\w+)>|\{(\w+)\}|'(\w+)'))", re.ASCII
)
# a character by its code; \1 to \9 are references, of two or three octal digits those that no group has (perlre)
CODE = re.compile(r"\\(?:x\{\s*([0-9a-fA-F]+)\s*\}|x([0-9a-fA-F]{0,2})|o\{([0-7]+)\}|(0[0-7]{0,2}|[1-7][0-7]{1,2}))")
LETTERS = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "e": "\x1b", "a": "\a"}
POSIX = re.compile(r"\[:(\^?)(\w+):\]")
ASSERTIONS = {"A": "A", "z": "z", "Z": "Z", "b": "b", "B": "B"}
# \R takes \r\n as one, and does not give the \n back: it is atomic (perlrebackslash)
LINE_END = nodes.Choice((nodes.Sequence((nodes.Chars(of("\r")), nodes.Chars(of("\n")))), nodes.Chars(charset.VERTICAL)))


def number_of(digits: str) -> int:
    """Return a count or the number of a group; one billion for what is greater, which no pattern can have."""
    found = numbers.integer(digits, 10**9)
    return 10**9 if found is None else found


class WrongPattern(Exception):
    """A pattern is none of Perl's."""


class UnsupportedPattern(Exception):
    """A pattern asks for what Perl has and this subset has not."""


@dataclass(slots=True)
class Level:
    """A group that is open: what it is, the alternatives and the parts found in it so far, and its flags."""

    kind: str
    number: int
    flags: frozenset[str]
    choices: list[nodes.Node] = field(default_factory=list)
    items: list[nodes.Node] = field(default_factory=list)

    def close(self) -> nodes.Node:
        """Return the group's node."""
        self.choices.append(joined(self.items))
        inside = self.choices[0] if len(self.choices) == 1 else nodes.Choice(tuple(self.choices))
        if self.number:
            return nodes.Group(self.number, inside)
        if self.kind == "atomic":
            return nodes.Atomic(inside)
        return nodes.Look(inside, "back" in self.kind, "not" in self.kind) if self.kind else inside


@dataclass(frozen=True, slots=True)
class Parsed:
    """A pattern's tree, how many groups it has, and those with names."""

    tree: nodes.Node
    groups: int
    names: dict[str, int]


def parse(text: str, flags: str) -> Parsed:
    """Parse a pattern; raise WrongPattern or UnsupportedPattern."""
    parser = PatternParser(text, frozenset(flags) & set("imsx"))
    while parser.position < len(text):
        parser.part()
    if len(parser.levels) > 1:
        raise WrongPattern("a ( is not closed")
    tree = parser.levels[0].close()
    if parser.highest > parser.groups:
        raise WrongPattern(f"there is no group {parser.highest}")
    return Parsed(tree, parser.groups, parser.names)


def joined(items: list[nodes.Node]) -> nodes.Node:
    """Return the node of parts one after the other."""
    return items[0] if len(items) == 1 else nodes.Sequence(tuple(items))


class PatternParser:
    """The parsing of one pattern from left to right; `levels` holds the groups that are open.

    `highest` is the greatest group that is referred to: whether there is one is known at the end only. `repeatable`
    tells whether a quantifier may follow: none follows another, which "**" or "a{2}{3}" would need.
    """

    def __init__(self, text: str, flags: frozenset[str]) -> None:
        self.text, self.position = text, 0
        self.levels = [Level("", 0, flags)]
        self.groups = self.highest = 0
        self.names: dict[str, int] = {}
        self.repeatable = False

    @property
    def flags(self) -> frozenset[str]:
        """The flags that hold here."""
        return self.levels[-1].flags

    def add(self, node: nodes.Node, repeatable: bool = True) -> None:
        """Append a part to the innermost group."""
        self.levels[-1].items.append(node)
        self.repeatable = repeatable

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Move over what a pattern finds here, if it finds something."""
        match = pattern.match(self.text, self.position)
        if match:
            self.position = match.end()
        return match

    def part(self) -> None:
        """Parse one part of the pattern."""
        sign = self.text[self.position]
        if self.take(COMMENT) or ("x" in self.flags and self.take(BLANK)):
            return
        if sign == "(":
            self.open()
        elif sign == "[":
            self.add(nodes.Chars(self.cased(self.char_class())))
        elif sign == "\\":
            self.escape()
        elif sign in "*+?" or (sign == "{" and COUNTS.match(self.text, self.position)):
            self.repeat()
        elif COUNTS_FROM_0.match(self.text, self.position):
            raise UnsupportedPattern("a repetition without its least number is not supported: write {0,…}")
        else:
            self.position += 1
            self.sign(sign)

    def sign(self, sign: str) -> None:
        """Add what a single character stands for."""
        level = self.levels[-1]
        if sign == "|":
            level.choices.append(joined(level.items))
            level.items = []
            self.repeatable = False
        elif sign == ")":
            if len(self.levels) == 1:
                raise WrongPattern("a ) has no ( before it")
            self.levels.pop()
            self.add(level.close())
        elif sign == "^":
            self.add(nodes.Assertion("^" if "m" in self.flags else "A"))
        elif sign == "$":
            self.add(nodes.Assertion("$" if "m" in self.flags else "Z"))
        elif sign == ".":
            self.add(nodes.Chars(charset.ALL if "s" in self.flags else charset.ESCAPED["N"]))
        else:
            self.add(nodes.Chars(self.cased(of(sign))))

    def cased(self, chars: CharSet) -> CharSet:
        """Return a set as the flag i has it."""
        return chars.with_both_cases() if "i" in self.flags else chars

    # groups

    def open(self) -> None:
        """Open a group, or change the flags of the one that is open."""
        if len(self.levels) > DEEPEST:
            raise UnsupportedPattern(f"groups more than {DEEPEST} deep in one another are not supported")
        text, position = self.text, self.position
        self.repeatable = False
        if not text.startswith(("(?", "(*"), position):
            self.position += 1
            self.groups += 1
            self.levels.append(Level("", self.groups, self.flags))
        elif named := self.take(NAMED):
            self.groups += 1
            self.names.setdefault(named["angle"] or named["quote"], self.groups)
            self.levels.append(Level("", self.groups, self.flags))
        elif (opener := next((one for one in OPENERS if text.startswith(one, position)), None)) is not None:
            self.position += len(opener)
            self.levels.append(Level(OPENERS[opener], 0, self.flags))
        elif (flags := self.take(FLAGS)) and set((flags["on"] or "") + (flags["off"] or "")) <= set("imsx"):
            new = (self.flags | set(flags["on"])) - set(flags["off"] or "")
            if flags["end"] == ":":
                self.levels.append(Level("", 0, new))
            else:
                # (?i) holds to the end of the group that it is in, over its later alternatives too
                self.levels[-1].flags = new
        else:
            raise UnsupportedPattern(f"{text[position : position + 3]} in a pattern is not supported")

    # escapes

    def escape(self) -> None:
        """Parse a backslash and what belongs to it."""
        letter = self.text[self.position + 1 : self.position + 2]
        if self.text.startswith(("\\N{", "\\b{", "\\B{"), self.position):
            raise UnsupportedPattern(f"\\{letter}{{ in a pattern is not supported")
        if letter in ASSERTIONS:
            self.position += 2
            self.add(nodes.Assertion(ASSERTIONS[letter]))
        elif letter == "R":
            self.position += 2
            self.add(nodes.Atomic(LINE_END))
        elif not self.reference():
            self.add(nodes.Chars(self.cased(self.escaped())))

    def reference(self) -> bool:
        """Parse a reference to a group; of two digits it is one only where there are as many groups."""
        match = REFERENCE.match(self.text, self.position)
        if match is None or (match["plain"] and len(match["plain"]) > 1 and number_of(match["plain"]) > self.groups):
            return False
        self.position = match.end()
        name = match[3] or match[4] or match[5]
        if match["plain"] or match["relative"]:
            number = number_of(match["plain"] or match["relative"])
            number = number if number > 0 else self.groups + 1 + number
        else:
            number = self.names.get(name, 0)
        if number < 1:
            raise WrongPattern(f"there is no group {name or match['relative']}")
        self.highest = max(self.highest, number)
        self.add(nodes.Backreference(number, "i" in self.flags))
        return True

    def escaped(self) -> CharSet:
        """Parse a backslash and what belongs to it where it stands for characters."""
        letter = self.text[self.position + 1 : self.position + 2]
        if code := self.take(CODE):
            number = int(code[1] or code[2] or "0", 16) if code[0][1] == "x" else int(code[3] or code[4], 8)
            if number > charset.LAST:
                raise WrongPattern(f"there is no character with the code {number:#x}")
            return CharSet(((number, number),))
        if letter == "c" and self.position + 2 < len(self.text):
            self.position += 3
            return of(chr(ord(self.text[self.position - 1].upper()) ^ 64))
        self.position += 2
        if letter in charset.ESCAPED:
            return charset.ESCAPED[letter]
        if letter in LETTERS:
            return of(LETTERS[letter])
        if letter == "" or (letter.isascii() and letter.isalnum()):
            raise UnsupportedPattern(f"\\{letter} in a pattern is not supported")
        return of(letter)

    # classes

    def char_class(self) -> CharSet:
        """Parse a class in brackets."""
        self.position += 1
        negated = self.text.startswith("^", self.position)
        self.position += negated
        found, first = charset.NONE, True
        while first or not self.text.startswith("]", self.position):
            if self.position >= len(self.text):
                raise WrongPattern("a [ is not closed")
            first = False
            found = found.union(self.member())
        self.position += 1
        found = self.cased(found)
        return found.complement if negated else found

    def member(self) -> CharSet:
        """Parse a character, a range or a class inside brackets."""
        low = self.class_item()
        if self.text[self.position : self.position + 1] != "-" or self.text[self.position + 1 : self.position + 2] in (
            "]",
            "",
        ):
            return low
        self.position += 1
        high = self.class_item()
        ends = [one.ranges[0] for one in (low, high) if len(one.ranges) == 1 and len(set(one.ranges[0])) == 1]
        if len(ends) < 2:
            # an end is a class, as in [\w-z]: then - is a character like others
            return low.union(high, of("-"))
        (begin, _), (end, _) = ends
        if begin > end:
            raise WrongPattern(f"the range {chr(begin)}-{chr(end)} is the wrong way round")
        return CharSet(((begin, end),))

    def class_item(self) -> CharSet:
        """Parse one character or class inside brackets."""
        if posix := self.take(POSIX):
            if posix[2] not in charset.NAMED:
                raise WrongPattern(f"there is no class {posix.group()}")
            chars = charset.NAMED[posix[2]]
            return chars.complement if posix[1] else chars
        sign = self.text[self.position]
        if sign == "\\" and self.text.startswith("b", self.position + 1):
            self.position += 2
            return of("\b")
        if sign == "\\":
            return self.escaped()
        self.position += 1
        return of(sign)

    # repetitions

    def repeat(self) -> None:
        """Parse a repetition of the last part."""
        counts = self.take(COUNTS)
        if counts:
            least = number_of(counts[1])
            most = least if not counts[2] else number_of(counts[3]) if counts[3] else None
            shown = counts.group()
        else:
            shown = self.text[self.position]
            self.position += 1
            least, most = (1 if shown == "+" else 0), (1 if shown == "?" else None)
        if max(least, most or 0) > MOST_TIMES:
            raise WrongPattern(f"{shown} repeats more than {MOST_TIMES} times")
        if not self.repeatable or not self.levels[-1].items:
            raise WrongPattern(f"{shown} has nothing to repeat")
        lazy, possessive = self.text.startswith("?", self.position), self.text.startswith("+", self.position)
        self.position += lazy or possessive
        item = self.levels[-1].items.pop()
        # {3,2} matches nothing, which perl warns of but accepts; x*+ is (?>x*)
        node: nodes.Node = (
            nodes.Repeat(item, least, most, lazy) if most is None or least <= most else nodes.Chars(charset.NONE)
        )
        self.add(nodes.Atomic(node) if possessive else node, False)
