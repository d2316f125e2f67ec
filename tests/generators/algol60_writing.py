r"""Write an ALGOL 60 program of the generators in another representation, with comments; it must mean the same.

    Writer(Random(7)).text("begin integer K; K := 1; outstring(1, ‘end’) end")
    # TEST 12
    # 'BEGIN' 'INTEGER' K., 'COMMENT' it's $ 'END., K .= 1., OUT STRING(1)fat:('('end')') 'END' of it

The program is in the representation that the generators make: words in small letters, `;`, `‘…’`, one sign for each
symbol. What a comment holds is anything but what ends it.
"""

from __future__ import annotations

import re
from random import Random

from getallenband.interpreters.languages.algol60.notation import SYMBOLS
from getallenband.interpreters.languages.algol60.symbols import QUOTES, words_of
from tests.generators.choices import Choices

TOKEN = re.compile(r"‘[^’]*’|[A-Za-z][A-Za-z0-9]*|\d+\.\d+|\d+|\s+|:=|.", re.DOTALL)
UNMARKED = ("plain", "upper", "mixed")
MARKED = ("quoted", "doubled", "underlined", "combining", "exclaimed")
SEMICOLONS = (";", ".,", "$")
BRACKETS = (("[", "]"), ("(/", "/)"), ("(.", ".)"))
OPERATORS = "∧∨¬⊃≡÷≠≥≤<=>↑"
ENGLISH = words_of("english")
WORDS = {
    "∧": ("and",), "∨": ("or",), "¬": ("not",), "⊃": ("impl", "implies", "imp"), "≡": ("equiv", "eqv"),
    "÷": ("div",), "≠": ("notequal",), "≥": ("notless",), "≤": ("notgreater",),
}  # fmt: skip
MARKED_WORDS = {
    "<": ("less", "lt"), "≤": ("le",), "=": ("equal", "eq"), "≥": ("ge",), ">": ("greater", "gt"), "≠": ("ne",),
    "↑": ("power",), "÷": ("idiv",), "≡": ("equ", "equivalent"),
}  # fmt: skip
TENS = ("'10'", "⏨", "₁₀", "e", "E", "@", "\\", "'", "#", "&", "º")
CLOSING = ("end", "else", "fin", "sinon")
PROSE = (
    "it's", "begin", "end", "else", "'begin'", "'end'", "'ELSE'", '"end"', "_e_n_d", "!else", "END", "fin", '"', "‘",
    "’", "'('", "comment", "goto L1", "x1 := 3", ":", "(a", "b)", "12.5", ".5", "/", "//", "%", "..", "#", "£", "é",
    "×", "\\", "!", "-", "e̲n̲d̲", "«", "`", "\n",
)  # fmt: skip
LETTERS = ("length", "of the list", "result", "number of \n rows", "fat")
TITLES = ("TEST 12", "pentomino, second tape", "(12.3.1964)", "'TEST'")


class Writer(Choices):
    """Write one program; how words are marked, what is a semicolon and a bracket is chosen once for all of it.

    `around` are the brackets that are open.
    """

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.language = "french" if self.chance(15) else "english"
        self.semicolons = [self.pick(SEMICOLONS) for _ in range(self.pick((1, 1, 1, 2)))]
        self.strays = [mark for mark in SEMICOLONS[1:] if mark not in self.semicolons]
        self.brackets = self.pick(BRACKETS)
        self.comments = self.pick((0, 10, 30))
        self.around: list[str] = []

    def text(self, algol: str) -> str:
        """Write the program anew."""
        tokens = TOKEN.findall(algol)
        names = {token for token in tokens if token[0].isalpha() and token not in ENGLISH}
        self.way = self.pick(MARKED + tuple(way for way in UNMARKED if not names & self.reserved(way)))
        last = max(at for at, token in enumerate(tokens) if token == "end")
        written, before = [self.pick(TITLES) + "\n" if self.chance(self.comments) else ""], ""
        for at, token in enumerate(tokens):
            written.append(self.token(token, before))
            if not token.isspace():
                before = token
            written.append(self.comment(before) if at < last else "")
        return "".join(written) + (self.rest() if self.chance(self.comments) else "")

    def token(self, token: str, before: str) -> str:
        """Write one token; `before` is the one before it."""
        if token.startswith("‘"):
            opening, closing = self.quotes(token[1:-1])
            return f"{opening}{token[1:-1]}{closing}"
        if token in ENGLISH:
            return self.word(token)
        if token[0].isalpha():
            return self.identifier(token)
        if token[0].isdigit():
            return self.number(token)
        if token.isspace():
            return token if self.chance(80) else str(self.pick(("  ", "\n", " \n\t", "\r\n")))
        return self.symbol(token, before)

    # words

    def reserved(self, way: str) -> set[str]:
        """Return what no identifier can be, written in one of the ways that do not mark words."""
        words = set(words_of(self.language))
        if way == "mixed":
            return {*words, *(name for word in words for name in (word.upper(), word.capitalize()))}
        return {word.upper() for word in words} if way == "upper" else words

    def word(self, word: str) -> str:
        """Write a word symbol, perhaps with another of its spellings; of French words one without a blank."""
        if self.language == "french":
            words = [each for each, name in words_of("french").items() if name == ENGLISH[word] and " " not in each]
            return self.marked(self.pick(words))
        if word == "goto" and self.chance(50):
            return "go to" if self.way == "plain" else self.two("go", "to")
        return self.marked(word)

    def two(self, first: str, second: str) -> str:
        if self.way in ("upper", "mixed"):
            return f"{first} {second}".upper()
        return f"{self.marked(first)} {self.marked(second)}"

    def marked(self, word: str) -> str:
        """Mark a word as a symbol; one of a mixture is quoted always, so that the text is not taken for another."""
        way = self.way
        if way == "mixed":
            way = "quoted" if word in ("integer", "entier") else self.pick(("plain", "upper", "quoted", "underlined"))
        cased = word.upper() if way == "upper" or (way in ("quoted", "doubled") and self.chance(50)) else word
        match way:
            case "quoted" | "doubled":
                inner = f" {cased}" if self.chance(5) and way == "quoted" else cased
                return f"'{inner}'" if way == "quoted" else f'"{cased}"'
            case "underlined":
                return "".join("_" + letter for letter in word)
            case "combining":
                return "".join(letter + "\u0332" for letter in word)
            case "exclaimed":
                return f"!{word}"
        return cased

    # all else

    def identifier(self, name: str) -> str:
        """Write an identifier, perhaps with a blank in it, where that leaves no word symbol."""
        at = self.number_below(1, len(name))
        parts = name[:at], name[at:]
        known = () if self.way in MARKED else self.reserved("mixed")
        if at == len(name) or self.chance(80) or any(part in known for part in parts):
            return name
        return f"{parts[0]}{self.pick((' ', '  '))}{parts[1]}"

    def number(self, number: str) -> str:
        """Write a number, perhaps with blanks, without the zero before its point, or with a power of ten."""
        if "." in number and self.chance(30):
            whole, part = number.split(".")
            ten = self.pick(TENS).replace("'", '"' if self.way == "doubled" else "'")
            return f"{int(whole + part)}{ten}-{len(part)}"
        if number.startswith("0.") and self.chance(50):
            return number[1:]
        return " ".join(number) if self.chance(5) else number

    def quotes(self, content: str) -> tuple[str, str]:
        """Choose the quotes of a string: those that it does not hold, and that no word could begin with."""
        if self.way == "doubled":
            return '"("', '")"'
        free = [(a, b) for a, b in QUOTES.items() if a not in content and b not in content and a != "'("]
        return self.pick([pair for pair in free if pair != ('"', '"') or "\\" not in content])

    def symbol(self, token: str, before: str) -> str:
        if token == ";":
            return str(self.pick(self.semicolons))
        if token in "([":
            self.around.append(token)
        if token in ")]":
            self.around.pop()
        if token in "[]":
            return self.brackets["[]".index(token)]
        if token == "," and self.around[-1:] == ["("] and self.chance(self.comments):
            return self.delimiter()
        if token in OPERATORS and self.chance(50) and (words := self.operators(token)):
            return f" {self.marked(self.pick(words))} "
        return self.sign(token, before)

    def operators(self, token: str) -> tuple[str, ...]:
        """Return the words for an operator."""
        words = WORDS.get(token, ()) if self.language == "english" else ()
        return words + (MARKED_WORDS.get(token, ()) if self.way in MARKED else ())

    def sign(self, token: str, before: str) -> str:
        """Write a symbol by one of its signs; after a number # and & are tens."""
        same = [sign for sign, name in SYMBOLS.items() if name == SYMBOLS.get(token)] or [token]
        if before[:1].isdigit():
            same = [sign for sign in same if sign not in ("#", "&")]
        return token if token in "()" else str(self.pick(same))

    # comments

    def prose(self, *, closing: bool) -> str:
        """Make the text of a comment; `closing` tells whether it may hold end and else."""
        items = [*PROSE, *self.strays]
        found = (self.pick(items) for _ in range(self.number_below(0, 5)))
        return " ".join(item for item in found if closing or not self.closes(item))

    def closes(self, item: str) -> bool:
        """Tell whether a text might end the comment after an end, with the text around it."""
        if self.way in UNMARKED and item in (":", ".."):  # `) end : (` may be a parameter delimiter
            return True
        letters = re.sub(r"[^a-z]", "", item.lower())
        if self.way in ("quoted", "doubled", "mixed") and ("'('" in item or item == '"'):
            return True
        return letters in CLOSING and not (self.way == "exclaimed" and "!" not in item)

    def comment(self, before: str) -> str:
        """Make a comment behind a token, or nothing."""
        if not self.chance(self.comments):
            return ""
        if before == "end":
            return f" {self.prose(closing=False)} " if self.chance(50) else ""
        if before not in (";", "begin") and self.chance(95):
            return ""
        exclaimed = before in (";", "begin") and self.way != "exclaimed" and self.chance(20)
        return f" {'!' if exclaimed else self.word('comment')} {self.prose(closing=True)} {self.pick(self.semicolons)}"

    def delimiter(self) -> str:
        """Make a parameter delimiter with letters between its brackets."""
        letters = self.pick(LETTERS if self.way not in MARKED else (*LETTERS, "end", "begin if", "and"))
        blank, colon = self.pick(("", " ", "\n")), self.pick((":", ":", ".."))
        return f"){blank}{letters}{blank}{colon}{blank}("

    def rest(self) -> str:
        """Make what follows the program."""
        return f" {self.prose(closing=False)} {self.pick(SEMICOLONS)} {self.prose(closing=False)}\n"
