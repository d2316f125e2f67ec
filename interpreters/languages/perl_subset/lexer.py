"""Perl text into tokens, each knowing what the signs before it make of it.

    $board{$place} ne '0'    becomes    HASH_ELEMENT board, SCALAR place, RBRACE, EQUALITY ne, STRING 0

After an operator a slash begins a pattern, after an operand it divides; a brace behind a name is a subscript, behind a
bracket or a block's word a block, anywhere else a hash.
"""

from __future__ import annotations

import re

from interpreters.source.errors import Complaint, SourceError
from interpreters.source.lark_parser import Token
from interpreters.source.position import SourceText

NULLARY = {"time", "wantarray"}
UNARY = {
    "exists", "defined", "scalar", "length", "lc", "uc", "ucfirst", "lcfirst", "shift", "pop", "keys", "values", "int",
    "abs", "sqrt", "ord", "chr", "delete", "close", "ref", "chomp", "each", "undef",
}  # fmt: skip
LISTS = {"print", "push", "unshift", "join", "split", "substr", "die", "return", "open", "reverse", "sprintf", "index",
         "splice", "printf"}  # fmt: skip
BLOCKS = {"map", "grep", "sort"}
WORD_OPERATORS = {
    "eq": "EQUALITY", "ne": "EQUALITY", "cmp": "EQUALITY", "lt": "RELATION", "gt": "RELATION", "le": "RELATION",
    "ge": "RELATION", "x": "PRODUCT", "and": "AND", "or": "OR", "not": "NOT",
}  # fmt: skip
STATEMENTS = {"if", "unless", "elsif", "else", "while", "until", "sub", "use", "my", "foreach", "for"}
OPERATORS = {
    "**": "POWER", "=~": "BIND", "!~": "BIND", "++": "STEP", "--": "STEP", "..": "RANGE", "||": "OR_OR",
    "&&": "AND_AND", "|": "BIT_OR", "^": "BIT_OR", "&": "BIT_AND", "==": "EQUALITY", "!=": "EQUALITY",
    "<=>": "EQUALITY", "<": "RELATION", ">": "RELATION", "<=": "RELATION", ">=": "RELATION", "<<": "SHIFT",
    ">>": "SHIFT", "+": "SUM", "-": "SUM", ".": "SUM", "*": "PRODUCT", "/": "PRODUCT", "%": "PRODUCT", "!": "BANG",
    "\\": "REFER", "=>": "COMMA", ",": "COMMA", ";": "SEMICOLON", "?": "QMARK", ":": "COLON", "(": "LPAR",
    ")": "RPAR", "[": "LSQB", "]": "RSQB", "}": "RBRACE",
    **dict.fromkeys(("=", "+=", "-=", "*=", "/=", ".=", "%=", "**=", "x=", "||=", "&&=", "|=", "&=", "^="), "ASSIGN"),
}  # fmt: skip
OPERANDS = {
    "SCALAR", "ARRAY", "HASH", "LAST_INDEX", "DEREF_NAME", "NUMBER", "STRING", "INTERPOLATED", "PATTERN", "RPAR",
    "RSQB", "WORD", "NULLARY_WORD", "STEP",
}  # fmt: skip
DIGITS = frozenset("0123456789")
BLANK = re.compile(r"(?:\s+|\#[^\n]*|^=\w.*?^=cut[^\n]*)+", re.MULTILINE | re.DOTALL)
NAME = r"(?:[A-Za-z_]\w*|\^[A-Z]|[!&0]|\d+)"
VARIABLE = re.compile(rf"(?P<sigil>\$\#|[$@%])(?:(?P<deref>\$+)(?P<of>[A-Za-z_]\w*)|(?P<name>{NAME})|(?P<open>\{{))")
NUMBER = re.compile(r"0[xX][0-9a-fA-F]+|\d[\d_]*(?:\.(?!\.)\d*)?(?:[eE][+-]?\d+)?|\.\d+")
WORD = re.compile(r"[A-Za-z_]\w*(?:::\w+)*")
SIGNS = sorted(OPERATORS, key=len, reverse=True)
PAIRS = {"(": ")", "[": "]", "{": "}", "<": ">"}


def tokens_of(source: SourceText, text: str | None = None, offset: int = 0) -> list[Token]:
    """Return the tokens of a program (or of a part of it that begins at `offset`)."""
    return Lexer(source, source.text if text is None else text, offset).tokens()


class Lexer:
    """The lexing of one text; `closers` remembers what each open bracket was."""

    def __init__(self, source: SourceText, text: str, offset: int) -> None:
        self.source, self.text, self.offset = source, text, offset
        self.position = 0
        self.found: list[Token] = []
        self.closers: list[str] = []
        self.operand_closed = False
        self.index_closed = False

    def fault(self, start: int, end: int, message: str, expected: str = "") -> SourceError:
        """Make the error for a stretch of the text."""
        place = self.source.place(self.offset + start, self.offset + end)
        return SourceError(self.source, [Complaint(place, message, expected)])

    def put(self, kind: str, value: str, end: int) -> None:
        """Append a token and move behind it."""
        start = self.position
        self.found.append(Token(kind, value, start_pos=self.offset + start, end_pos=self.offset + end))
        self.position = end
        self.operand_closed = self.index_closed = False

    @property
    def last(self) -> str:
        """Return the last token's kind."""
        return self.found[-1].type if self.found else ""

    @property
    def after_operand(self) -> bool:
        """Tell whether an operator is expected here."""
        return self.last in OPERANDS or (self.last == "RBRACE" and self.operand_closed)

    def tokens(self) -> list[Token]:
        """Cut the whole text."""
        while True:
            blank = BLANK.match(self.text, self.position)
            if blank:
                self.position = blank.end()
            if self.position >= len(self.text) or self.text.startswith("__END__", self.position):
                return self.found
            self.token()

    def token(self) -> None:
        """Cut one token."""
        text, start = self.text, self.position
        sign = text[start]
        if sign in "$@" or (sign == "%" and not self.after_operand):
            self.variable()
        elif sign in DIGITS or (sign == "." and text[start + 1 : start + 2] in DIGITS and not self.after_operand):
            number = NUMBER.match(text, start)
            assert number is not None
            self.put("NUMBER", number.group().replace("_", ""), number.end())
        elif (sign.isascii() and sign.isalpha()) or sign == "_":
            self.word()
        elif sign in "'\"":
            end = self.quoted(start, sign)
            self.put("STRING" if sign == "'" else "INTERPOLATED", text[start + 1 : end - 1], end)
        elif sign == "/" and not self.after_operand:
            self.pattern(start)
        elif sign == "{":
            self.brace()
        elif text.startswith("->", start):
            self.arrow()
        else:
            self.operator()

    def quoted(self, start: int, close: str) -> int:
        """Return the end of a text in quotes or other delimiters that begins at `start`."""
        opening, depth, index = self.text[start], 0, start + 1
        while index < len(self.text):
            sign = self.text[index]
            if sign == "\\":
                index += 1
            elif sign == close and depth == 0:
                return index + 1
            elif close != opening:
                depth += (sign == opening) - (sign == close)
            index += 1
        raise self.fault(start, start + 1, f"a text in {opening} … {close} does not end", close)

    # variables

    def variable(self) -> None:
        """Cut a variable; the sign behind it tells an element or a slice."""
        match = VARIABLE.match(self.text, self.position)
        if match is None:
            raise self.fault(self.position, self.position + 1, f"unexpected {self.text[self.position]}", "a name")
        sigil, end = match["sigil"], match.end()
        if match["open"]:
            self.closers.append("operand")
            kind = "LAST_INDEX_OF" if sigil == "$#" else "DEREF"
            self.put(kind, sigil, end)
            return
        if match["of"]:
            self.put("DEREF_NAME", sigil + match["of"], end)
            return
        name, behind = match["name"], self.text[end : end + 1]
        if sigil == "$#":
            self.put("LAST_INDEX", name, end)
        elif sigil in "$@" and behind in ("[", "{"):
            kind = {"$[": "ARRAY_ELEMENT", "${": "HASH_ELEMENT", "@[": "ARRAY_SLICE", "@{": "HASH_SLICE"}[
                sigil + behind
            ]
            self.closers.append("index" if behind == "[" else "operand")
            self.put(kind, name, end + 1)
            self.key()
        else:
            self.put({"$": "SCALAR", "@": "ARRAY", "%": "HASH"}[sigil], name, end)

    def key(self) -> None:
        """Take a plain word as a key: {word} needs no quotes."""
        match = re.compile(r"\s*(-?[A-Za-z_]\w*)\s*(?=\})").match(self.text, self.position)
        if match and self.found[-1].type in ("HASH_ELEMENT", "HASH_SLICE", "ARROW_KEY"):
            self.position = match.start(1)
            self.put("STRING", match[1], match.end(1))

    def arrow(self) -> None:
        """Cut ->[ or ->{."""
        match = re.compile(r"->\s*([\[{])").match(self.text, self.position)
        if match is None:
            raise self.fault(self.position, self.position + 2, "-> without a subscript", "->[ or ->{")
        self.closers.append("index" if match[1] == "[" else "operand")
        self.put("ARROW_INDEX" if match[1] == "[" else "ARROW_KEY", "->", match.end())
        self.key()

    def brace(self) -> None:
        """Cut an opening brace: a subscript of a subscript, a block or a hash."""
        end = self.position + 1
        if (self.last == "RBRACE" and self.operand_closed) or (self.last == "RSQB" and self.adjacent()):
            self.closers.append("operand")
            self.put("ARROW_KEY", "->", end)
            self.key()
        elif self.last in ("", "RPAR", "SEMICOLON", "BLOCK_OPEN", "RBRACE", "BLOCK_WORD", "ELSE", "WORD", "LABEL") or (
            self.last == "LPAR" and len(self.found) > 1 and self.found[-2].type == "BLOCK_CALL_WORD"
        ):
            self.closers.append("block")
            self.put("BLOCK_OPEN", "{", end)
        else:
            self.closers.append("operand")
            self.put("HASH_OPEN", "{", end)

    def adjacent(self) -> bool:
        """Tell whether nothing stands between the last token and here."""
        return bool(self.found) and self.found[-1].end_pos == self.offset + self.position

    # words

    def word(self) -> None:
        """Cut a word: a function, a keyword, a label, a quoting operator or a plain word."""
        match = WORD.match(self.text, self.position)
        assert match is not None
        word, end = match.group(), match.end()
        if re.compile(r"\s*=>").match(self.text, end):
            self.put("STRING", word, end)
        elif self.after_operand and word in WORD_OPERATORS:
            self.put(WORD_OPERATORS[word], word, end)
        elif word in ("q", "qq", "qw", "m") and re.compile(r"\s*[^\w\s,;=)]").match(self.text, end):
            self.quote_like(word, end)
        elif word in STATEMENTS:
            self.statement_word(word, end)
        elif word == "not":
            self.put("NOT", word, end)
        elif word in ("next", "last"):
            self.put("JUMP", word, end)
        elif self.last == "JUMP" and word not in ("if", "unless"):
            self.put("LABEL_NAME", word, end)
        elif self.last == "SUB":
            self.put("WORD", word, end)
        else:
            self.function_word(word, end)

    def statement_word(self, word: str, end: int) -> None:
        """Cut a word of statements: in front of one, or as a modifier behind one."""
        in_front = self.last in ("", "SEMICOLON", "BLOCK_OPEN", "LABEL") or (
            self.last == "RBRACE" and not self.operand_closed
        )
        if word in ("if", "unless", "while", "until", "foreach", "for") and not in_front:
            self.put("MODIFIER", "foreach" if word == "for" else word, end)
        elif word in ("foreach", "for"):
            self.put("FOREACH", word, end)
        else:
            self.put(word.upper(), word, end)

    def function_word(self, word: str, end: int) -> None:
        """Cut a function's name, a label, a file's name or a plain word."""
        label = re.compile(r"\s*:(?!:)").match(self.text, end)
        if label and self.last in ("", "SEMICOLON", "BLOCK_OPEN", "RBRACE") and word.isupper():
            self.put("LABEL", word, label.end())
        elif word in BLOCKS:
            block = re.compile(r"\s*(\(?)\s*\{").match(self.text, end)
            kind = "SORT_WORD" if block is None else "BLOCK_CALL_WORD" if block[1] else "BLOCK_WORD"
            self.put(kind, word, end)
        elif word in NULLARY:
            self.put("NULLARY_WORD", word, end)
        elif word in UNARY:
            self.put("UNARY_CALL_WORD" if self.bracket_follows(end) else "UNARY_WORD", word, end)
        elif word in LISTS:
            bracket = self.bracket_follows(end)
            self.put("LIST_CALL_WORD" if bracket else "LIST_WORD", word, end)
            if bracket:
                self.position = self.text.index("(", end)
                self.put("LPAR", "(", self.position + 1)
            self.file_handle(word)
        else:
            self.put("CALL_WORD" if self.bracket_follows(end) else "WORD", word, end)

    def bracket_follows(self, end: int) -> bool:
        """Tell whether the arguments of a word stand in brackets."""
        return re.compile(r"\s*\(").match(self.text, end) is not None

    def file_handle(self, word: str) -> None:
        """Cut the file that print writes to, or that open opens."""
        match = re.compile(r"(\s*)([A-Z][A-Z0-9_]*)(?=\s*[^\s(,;=.\-+]|\s*,)").match(self.text, self.position)
        if word in ("print", "printf", "open") and match and match[2] not in WORD_OPERATORS:
            comma = self.text[match.end() :].lstrip().startswith(",")
            if comma == (word == "open"):
                self.position = match.start(2)
                self.put("FILE_HANDLE", match[2], match.end(2))
                if comma:
                    self.position = self.text.index(",", self.position) + 1

    def quote_like(self, word: str, end: int) -> None:
        """Cut q, qq, qw and m with delimiters of their own."""
        start = re.compile(r"\s*").match(self.text, end).end()  # type: ignore[union-attr]
        opening = self.text[start]
        close = self.quoted(start, PAIRS.get(opening, opening))
        inside = self.text[start + 1 : close - 1]
        if word == "m":
            self.pattern(start, PAIRS.get(opening, opening))
        elif word == "qw":
            begin = self.position
            self.put("LPAR", "(", begin)
            for index, item in enumerate(inside.split()):
                if index:
                    self.put("COMMA", ",", self.position)
                self.put("STRING", item, self.position)
            self.put("RPAR", ")", close)
        else:
            self.put("STRING" if word == "q" else "INTERPOLATED", inside, close)

    def pattern(self, start: int, close: str = "/") -> None:
        """Cut a pattern with its flags."""
        end = self.quoted(start, close)
        flags = re.compile(r"[a-z]*").match(self.text, end)
        assert flags is not None
        if set(flags.group()) - set("imsxg"):
            raise self.fault(
                end, flags.end(), f"the flags {flags.group()} of a pattern are not known", "i, m, s, x or g"
            )
        self.put("PATTERN", f"{flags.group()}/{self.text[start + 1 : end - 1]}", flags.end())

    # signs

    def operator(self) -> None:
        """Cut an operator or a bracket."""
        start = self.position
        sign = next((sign for sign in SIGNS if self.text.startswith(sign, start) and not sign.isalpha()), None)
        if sign is None:
            raise self.fault(start, start + 1, f"unexpected character {self.text[start]!r}")
        kind = OPERATORS[sign]
        if sign == "[" and (self.last in ("RSQB", "RBRACE") and self.adjacent()) and self.subscripted():
            self.closers.append("index")
            self.put("ARROW_INDEX", "->", start + 1)
            return
        if sign == "[":
            self.closers.append("list")
        closed = self.closers.pop() if sign in "]}" and self.closers else ""
        if sign in ("<", "&") and not self.after_operand:
            raise self.fault(start, start + 1, f"{sign} before an operand is not supported", "an expression")
        self.put(kind, sign, start + len(sign))
        self.operand_closed = sign == "}" and closed == "operand"
        self.index_closed = sign == "]" and closed == "index"

    def subscripted(self) -> bool:
        """Tell whether the bracket just closed was a subscript, so that another one may follow."""
        return self.operand_closed if self.last == "RBRACE" else self.index_closed
