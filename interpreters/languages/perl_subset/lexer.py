"""Perl text into tokens, each knowing what the signs before it make of it.

    $board{$place} ne '0'    becomes    HASH_ELEMENT board, SCALAR place, RBRACE, EQUALITY ne, STRING 0

Perl has no grammar without context: what a sign is depends on what precedes it, and perl itself guesses at places. A
slash begins a pattern after an operator, and divides after an operand; a brace after a name is a subscript, after a
bracket or a block's word a block, anywhere else a hash. So the lexer decides, and the grammar (grammar.lark) needs no
more than the next token. The rules are those of perlop ("Quote and Quote-like Operators") and perldata; where perl
looks ahead to guess, the pattern that does so (lexemes.py) says how far.
"""

from __future__ import annotations

import re

from getallenband.interpreters.languages.perl_subset import lexemes, words
from getallenband.interpreters.languages.perl_subset.quote_like import QuoteLike
from getallenband.interpreters.languages.perl_subset.quoted import special_variable
from getallenband.interpreters.source.diagnostics import SourceError
from getallenband.interpreters.source.lark_parser import Token
from getallenband.interpreters.source.position import SourceText
from getallenband.interpreters.source.words import meanings


def tokens_of(source: SourceText, text: str | None = None, offset: int = 0) -> list[Token]:
    """Return the tokens of a program (or of a part of it that begins at `offset`)."""
    lexer = Lexer(source, source.text if text is None else text, offset)
    if text is None and (switch := lexemes.SWITCH.match(source.text)):
        message = f"the switch {switch[1]} on the first line is not supported"
        raise lexer.fault(switch.start(1), switch.end(1), message)
    return lexer.tokens()


class Lexer(QuoteLike):
    """The lexing of one text; `closers` remembers what each open bracket was.

    A closing bracket looks up in `closers` whether an operand ends there, after which / divides. `declared` has the
    subs that stand before, with their prototypes in brackets, or "": only they may be called without brackets, and
    only to their calls the prototype applies (perlsub).
    """

    def __init__(self, source: SourceText, text: str, offset: int) -> None:
        super().__init__(source, text, offset)
        self.closers: list[str] = []
        self.declared: dict[str, str] = {}

    @property
    def last(self) -> str:
        """Return the last token's kind."""
        return self.found[-1].type if self.found else ""

    @property
    def after_operand(self) -> bool:
        """Tell whether an operator is expected here."""
        return self.last in words.OPERANDS or (self.last == "RBRACE" and self.operand_closed)

    @property
    def at_statement(self) -> bool:
        """Tell whether a statement may begin here."""
        return self.last in ("", "SEMICOLON", "_BLOCK_OPEN", "LABEL") or (
            self.last == "RBRACE" and not self.operand_closed
        )

    def tokens(self) -> list[Token]:
        """Cut the whole text."""
        while True:
            blank = lexemes.BLANK.match(self.text, self.position, self.line_end)
            if blank:
                self.position = blank.end()
            if self.passes_here_documents():
                continue
            if self.position >= len(self.text) or lexemes.END.match(self.text, self.position):
                return self.found
            self.token()

    def token(self) -> None:
        """Cut one token."""
        text, start = self.text, self.position
        sign = text[start]
        if self.last == "USE" and (version := lexemes.VERSION.match(text, start)):
            self.put("VERSION", version.group(), version.end())
        elif sign in "$@" or (sign == "%" and not self.after_operand):
            self.variable()
        elif sign in lexemes.DIGITS or (
            sign == "." and text[start + 1 : start + 2] in lexemes.DIGITS and not self.after_operand
        ):
            self.number()
        elif (sign.isascii() and sign.isalpha()) or sign == "_":
            self.word()
        elif sign == "<" and not self.after_operand and (read := lexemes.READ_LINE.match(text, start)):
            if read[1].startswith("$"):
                raise self.fault(start, read.end(), "a file handle in a variable is not supported", "<IN>")
            self.put("READ_LINE", read[1] or "STDIN", read.end())
        elif sign == "<" and not self.after_operand and self.here_document():
            pass
        elif sign in "'\"":
            end = self.quoted(start, sign)
            inside = text[start + 1 : end - 1]
            if sign == "'":
                self.put("STRING", inside, end)
            else:
                self.put("INTERPOLATED", self.without_escapes(inside, sign), end)
        elif sign == "/" and not self.after_operand and not self.defined_or():
            self.pattern(start)
        elif sign == "{":
            self.brace()
        elif text.startswith("->", start):
            self.arrow()
        else:
            self.operator()

    def number(self) -> None:
        """Cut a number."""
        if version := lexemes.VERSION_STRING.match(self.text, self.position):
            what = f"{version.group()}, a string of characters with these codes, is not supported"
            raise self.fault(version.start(), version.end(), what, "chr of each, or \\x{…} in a string")
        match = lexemes.NUMBER.match(self.text, self.position)
        assert match is not None
        text = match.group().replace("_", "")
        sign = next((sign for sign in text if sign not in "01234567"), "")
        if lexemes.OCTAL.match(text) and sign:
            what = f"digit {sign}" if sign.isdigit() else "fraction or exponent"
            raise self.fault(
                match.start(), match.end(), f"{text} is an octal number and has no {what}", "digits from 0 to 7"
            )
        self.put("NUMBER", text, match.end())

    # variables

    def variable(self) -> None:
        """Cut a variable; the sign after it tells an element or a slice."""
        match = lexemes.VARIABLE.match(self.text, self.position)
        if match is None:
            raise self.no_name()
        sigil, end = match["sigil"], match.end()
        if self.text.startswith("::", end):
            raise self.fault(self.position, end + 2, "names with :: are not supported", "a name without ::")
        if match["open"]:
            self.closers.append("operand")
            self.put("DEREF", sigil, end)
            return
        if match["of"]:
            self.put("DEREF_NAME", sigil + match["of"], end)
            return
        name, after = match["name"] or match["braced"], self.text[end : end + 1]
        if not (name[0].isalpha() or name[0] == "_"):
            self.check_special(sigil, name, after, end)
        if sigil == "$#":
            self.put("LAST_INDEX", name, end)
        elif sigil in "$@" and after in ("[", "{"):
            kind = {"$[": "ARRAY_ELEMENT", "${": "HASH_ELEMENT", "@[": "ARRAY_SLICE", "@{": "HASH_SLICE"}[sigil + after]
            self.closers.append("index" if after == "[" else "operand")
            self.put(kind, name, end + 1)
            self.key()
        elif sigil == "%" and after == "[":
            message = "slices of indices with their values, %name[…], are not supported"
            raise self.fault(self.position, end + 1, message, f"@{name}[…], the values only")
        else:
            self.put({"$": "SCALAR", "@": "ARRAY", "%": "HASH"}[sigil], name, end)

    def check_special(self, sigil: str, name: str, after: str, end: int) -> None:
        """Refuse Perl's own variables except scalars without ^, and $^T; an element or entry names an array or hash."""
        whole = {"[": "@", "{": "%"}.get(after, sigil) if sigil in "$@" else sigil.replace("$#", "@")
        if whole != "$" or (name[0] == "^" and name != "^T"):
            raise self.fault(self.position, end, f"the special variable {whole}{name} is not supported")

    def no_name(self) -> SourceError:
        """Make the error for a $, @ or % without a name after it."""
        if special := special_variable(self.text, self.position):
            return self.fault(self.position, special[1], special[0])
        sign = self.text[self.position]
        return self.fault(self.position, self.position + 1, f"unexpected {sign}", f"a name after {sign}")

    def key(self) -> None:
        """Take a plain word as a key: {word} needs no quotes."""
        match = lexemes.KEY.match(self.text, self.position)
        if match and self.found[-1].type in ("HASH_ELEMENT", "HASH_SLICE", "ARROW_KEY"):
            self.position = match.start(1)
            self.put("STRING", match[1], match.end(1))

    def arrow(self) -> None:
        """Cut ->[ or ->{."""
        match = lexemes.SUBSCRIPT.match(self.text, self.position)
        if match is None:
            message = "-> without a subscript: methods and references to subs are not supported"
            raise self.fault(self.position, self.position + 2, message, "->[ or ->{")
        self.subscript("->", match[1], match.end())

    def subscript(self, sign: str, bracket: str, end: int) -> None:
        """Cut the opening of a subscript: `sign` is -> where it is written, the bracket where it is not."""
        self.closers.append("index" if bracket == "[" else "operand")
        self.put("ARROW_INDEX" if bracket == "[" else "ARROW_KEY", sign, end)
        self.key()

    def brace(self) -> None:
        """Cut an opening brace: a subscript of a subscript, a block or a hash."""
        end = self.position + 1
        if self.last == "SUB":
            message = "subs without a name are not supported"
            raise self.fault(self.position, end, message, "a name between sub and {")
        if self.last == "HASH" and self.adjacent():
            raise self.fault(self.position, end, words.PAIR_SLICE, f"@{self.found[-1]}{{…}}, the values only")
        if self.subscripted():
            self.subscript("{", "{", end)
        elif self.block_follows():
            self.closers.append(f"sub {self.defined_sub()}" if self.defined_sub() else "block")
            self.put("_BLOCK_OPEN", "{", end)
        else:
            self.closers.append("operand")
            self.put("_HASH_OPEN", "{", end)

    def block_follows(self) -> bool:
        """Tell whether a brace here begins a block; at a statement's beginning a key after it makes it a hash."""
        if self.at_statement:
            return lexemes.PAIR.match(self.text, self.position) is None
        return self.last in ("RPAR", "BLOCK_WORD", "ELSE", "WORD", "PROTOTYPE") or (
            self.last == "LPAR" and len(self.found) > 1 and self.found[-2].type == "BLOCK_CALL_WORD"
        )

    def defined_sub(self) -> str:
        """Return the name of the sub that is being defined before here, and its prototype; or ""."""
        tokens = self.found[-3 if self.last == "PROTOTYPE" else -2 :]
        return "".join(tokens[1:]) if [token.type for token in tokens[:2]] == ["SUB", "WORD"] else ""

    def declare(self, sub: str) -> None:
        """Note a sub: its name, and its prototype in brackets, if it has one."""
        name, bracket, prototype = sub.partition("(")
        self.declared[name] = bracket + prototype

    def prototype(self, word: str) -> str | None:
        """Return the prototype of a sub, or ""; None if it is not declared before."""
        if word in self.declared or not self.offset:
            return self.declared.get(word)
        # what stands inside a text is lexed without what precedes it
        before = re.search(rf"\bsub\s+{word}\b\s*({lexemes.PROTOTYPE.pattern})?", self.source.text[: self.offset])
        return before and (before[1] or "")

    def subscripted(self) -> bool:
        """Tell whether a bracket here is a subscript: of a subscript just closed, or of @$name."""
        if self.last == "RBRACE":
            return self.operand_closed
        if self.last == "RSQB":
            return self.index_closed and self.adjacent()
        return self.last == "DEREF_NAME" and self.adjacent()

    def adjacent(self) -> bool:
        """Tell whether nothing stands between the last token and here."""
        return bool(self.found) and self.found[-1].end_pos == self.offset + self.position

    # words

    def word(self) -> None:
        """Cut a word: a function, a keyword, a label, a quoting operator or a plain word."""
        match = lexemes.WORD.match(self.text, self.position)
        assert match is not None
        word, end = match.group(), match.end()
        if lexemes.COMMA_ARROW.match(self.text, end):
            self.put("STRING", word, end)
        elif self.last in ("SUB", "USE"):
            self.put("WORD", word, end)
        elif self.after_operand and re.match(r"x\d*\Z", word):
            self.repetition()
        elif word in words.WORD_OPERATORS and word != "x":
            self.put(words.WORD_OPERATORS[word], word, end)
        elif word in words.QUOTES and lexemes.DELIMITER.match(self.text, end):
            self.quote_like(word, end)
        elif word in words.STATEMENTS or word in words.MISSPELT:
            self.statement_word(word, end)
        elif word == "do":
            self.do(end)
        elif word == "not":
            self.put("NOT_CALL" if self.bracket_follows(end) else "NOT", word, end)
        elif word in ("next", "last"):
            self.put("JUMP", word, end)
        elif self.last == "JUMP":
            self.put("LABEL_NAME", word, end)
        else:
            self.function_word(word, end)

    def do(self, end: int) -> None:
        """Cut do in front of a block."""
        if not lexemes.BLOCK_BEGINS.match(self.text, end):
            raise self.fault(self.position, end, "do with other than a block is not supported", "do { … }")
        self.put("_DO", "do", end)
        self.closers.append("operand")
        self.position = self.text.index("{", end)
        self.put("_BLOCK_OPEN", "{", self.position + 1)

    def repetition(self) -> None:
        """Cut x and x=, with a digit right after it or not."""
        end = self.position + 1
        if re.match(r"=(?![=~])", self.text[end : end + 2]):
            self.put("ASSIGN", "x=", end + 1)
        else:
            self.put("PRODUCT", "x", end)

    def statement_word(self, word: str, end: int) -> None:
        """Cut a word of statements: in front of one, or as a modifier after one; `sub name;` only declares."""
        declaration = (
            lexemes.DECLARATION.match(self.text, self.position) if word == "sub" and self.at_statement else None
        )
        if declaration:
            self.declare(without_blanks(declaration[1] + (declaration[2] or "")))
            self.position = declaration.end()
            return
        if word in words.MISSPELT:
            near = words.MISSPELT[word]
            raise self.fault(self.position, end, f"{word} is not a Perl keyword or function", nearest=near)
        if self.last == "ELSE" and word == "if":
            raise self.fault(self.position, end, "else if is written as one word", nearest="elsif")
        if word in ("else", "elsif") and not (self.last == "RBRACE" and not self.operand_closed):
            raise self.fault(self.position, end, f"{word} without an if before it", "if (…) { … } in front of it")
        if words.STATEMENTS[word] == "MODIFIER" and not self.at_statement:
            self.put("MODIFIER", "foreach" if word == "for" else word, end)
        elif word in ("foreach", "for"):
            self.put("_FOREACH", word, end)
        else:
            self.put(word.upper(), word, end)

    def function_word(self, word: str, end: int) -> None:
        """Cut a function's name, a label, a file's name or a plain word."""
        label, kind = lexemes.LABEL.match(self.text, end), words.FUNCTIONS.get(word)
        if label and self.at_statement:
            if not words.LABELLED.match(self.text, label.end()):
                message = "a label in front of other than a loop or block is not supported"
                raise self.fault(self.position, label.end(), message, "the statement without a label")
            self.put("LABEL", word, label.end())
        elif kind == "BLOCK_WORD":
            self.block_word(word, end)
        elif kind == "NULLARY_WORD":
            self.put(kind, word, end)
        elif word == "undef" and re.match(r"\s*[,);]", self.text[end:]):
            self.put("UNDEF", word, end)
        elif kind == "UNARY_WORD":
            self.put("UNARY_CALL_WORD" if self.bracket_follows(end) else kind, word, end)
        elif kind == "LIST_WORD":
            bracket = self.bracket_follows(end) and word != "return"
            self.opened_word("LIST_CALL_WORD" if bracket else kind, word, end, bracket)
            self.file_handle(word)
        else:
            self.plain_word(word, end)

    def plain_word(self, word: str, end: int) -> None:
        """Cut the name of a sub; refuse names of packages and what this subset leaves out of Perl."""
        if "::" in word:
            raise self.fault(self.position, end, "names with :: are not supported", "a name without ::")
        if word == "qr" and lexemes.DELIMITER.match(self.text, end):
            message = "a pattern as a value, qr…, is not supported"
            raise self.fault(self.position, end + 1, message, "a pattern where it is used")
        if word in words.ABSENT:
            raise self.fault(self.position, end, f"{word} is not supported", words.ABSENT[word])
        prototype = self.prototype(word)
        if (prototype or "").startswith("(&") and lexemes.BLOCK_BEGINS.match(self.text, end):
            message = f"a block as an argument of {word}, which its prototype asks for, is not supported"
            raise self.fault(self.position, end, message, "map, grep or sort, which take a block")
        if self.bracket_follows(end):
            kind = "CALL_WORD"
        elif prototype is None:
            kind = "WORD"
        else:
            # perlsub: with () it takes nothing, with ($) and the like the next operand, otherwise the rest of the list
            kind = "CONSTANT_WORD" if prototype == "()" else "SUB_WORD"
            kind = "UNARY_SUB_WORD" if prototype in words.UNARY_PROTOTYPES else kind
        self.put(kind, word + (prototype or ""), end)

    def block_word(self, word: str, end: int) -> None:
        """Cut map, grep or sort: with a block, with an expression, or (sort) with the name of a sub."""
        block, by, text = lexemes.BLOCK.match(self.text, end), None, None
        if word == "sort":
            by = lexemes.SORT_BY.match(self.text, end) or lexemes.SORT_BY_BEFORE_BRACKET.match(self.text, end)
            text = lexemes.SORT_TEXT.match(self.text, end)
        known = words.FUNCTIONS.keys() | words.QUOTES.keys() | words.ABSENT.keys()
        opening = lexemes.OPEN_BRACKET.match(self.text, end)
        by_scalar = lexemes.HANDLE_IN_SCALAR.match(self.text, opening.end() if opening else end)
        if word == "sort" and by_scalar and block is None:
            message = "sort by a sub that a variable names is not supported"
            raise self.fault(self.position, by_scalar.end(), message, "sort { … } …, or the name of the sub")
        if block is not None:
            self.put("BLOCK_CALL_WORD" if block[1] else "BLOCK_WORD", word, end)
        elif by is not None and by[1] not in known:
            bracket = self.bracket_follows(end)
            self.opened_word("SORT_BY_CALL" if bracket else "SORT_BY", word, end, bracket)
            self.position = by.start(1)
            self.put("BY_NAME", by[1], by.end(1))
        elif text is not None and text[1] not in known:
            message = f"sort does not call {text[1]} here, but takes its name for a text"
            raise self.fault(text.start(1), text.end(1), message, f"sort +{text[1]}(…)")
        else:
            self.put("SORT_CALL_WORD" if self.bracket_follows(end) else "SORT_WORD", word, end)

    def opened_word(self, kind: str, word: str, end: int, bracket: bool) -> None:
        """Cut a word together with the opening bracket of its arguments, if they have one."""
        self.put(kind, word, end)
        if bracket:
            self.position = self.text.index("(", end)
            self.put("LPAR", "(", self.position + 1)

    def bracket_follows(self, end: int) -> bool:
        """Tell whether the arguments of a word stand in brackets."""
        return lexemes.OPEN_BRACKET.match(self.text, end) is not None

    def file_handle(self, word: str) -> None:
        """Cut the file that print writes to, or that open opens."""
        if word in ("print", "printf", "say") and (
            in_scalar := lexemes.HANDLE_IN_SCALAR.match(self.text, self.position)
        ):
            raise self.fault(
                self.position, in_scalar.end(), "a file handle in a variable is not supported", "print OUT …"
            )
        match = lexemes.HANDLE.match(self.text, self.position)
        if word in ("print", "printf", "say", "open") and match and self.prototype(match[2]) is None:
            comma = self.text[match.end() :].lstrip().startswith(",")
            if comma == (word == "open"):
                self.position = match.start(2)
                self.put("FILE_HANDLE", match[2], match.end(2))
                if comma:
                    self.position = self.text.index(",", self.position) + 1

    # signs

    def defined_or(self) -> bool:
        """Tell whether // follows shift, pop or undef, where no pattern can."""
        return (
            self.last == "UNARY_WORD"
            and self.found[-1] in ("shift", "pop", "undef")
            and self.text[self.position :][:2] == "//"
        )

    def operator(self) -> None:
        """Cut an operator or a bracket."""
        start = self.position
        sign = next((sign for sign in words.SIGNS if self.text.startswith(sign, start)), None)
        if sign is None:
            if self.text[start] == "`":
                raise self.fault(start, start + 1, "commands in `…` are not supported")
            known = "" if self.text[start].isascii() else "such characters in texts and comments only"
            raise self.fault(start, start + 1, f"unexpected character {self.text[start]!r}", known)
        for wrong, near in words.MISSPELT_SIGNS.items():
            if (
                self.after_operand
                and self.text.startswith(wrong, start)
                and not lexemes.ASSIGNED_TERM.match(self.text, start)
            ):
                raise self.fault(start, start + len(wrong), f"{wrong} is not an operator of Perl", nearest=near)
        if test := lexemes.FILE_TEST.match(self.text, start):
            message = f"the file test {test.group()} is not supported"
            raise self.fault(start, test.end(), message, "open, whose value tells whether there is a file")
        if sign == "(" and self.defined_sub():
            if prototype := lexemes.PROTOTYPE.match(self.text, start):
                self.put("PROTOTYPE", without_blanks(prototype.group()), prototype.end())
                return
            message = "parameters in brackets are not supported"
            raise self.fault(start, start + 1, message, "my (…) = @_; in the sub")
        if sign == "[" and self.subscripted():
            self.subscript("[", "[", start + 1)
            return
        if sign in words.NOT_AFTER.get(self.last, ()):
            name = self.found[-1].partition("(")[0]
            message = f"{name} without brackets in front of {sign} is not supported"
            raise self.fault(start, start + len(sign), message, f"{name}() or {name}(…)")
        call = lexemes.AMPERSAND_CALL.match(self.text, start) if not self.after_operand else None
        if call:
            self.put("CALL_WORD", call[1], call.end())
            return
        if sign[0] in "<&" and not self.after_operand and (self.last, sign) not in words.WITHOUT_ARGUMENTS:
            raise self.not_an_operand(start, sign)
        if words.OPERATORS[sign] == "BITS":
            message = f"{sign}, an operator on bits, is not supported"
            raise self.fault(start, start + len(sign), message, meanings(__package__, "bits").get(sign.rstrip("="), ""))
        if self.last in ("COMMA", "LIST_WORD") and words.OPERATORS[sign] in words.INFIX:
            raise self.fault(start, start + len(sign), f"unexpected {sign}", "an expression")
        if sign == "[":
            self.closers.append("list")
        if words.OPERATORS[sign] == "COMMA" and self.last == "COMMA":
            self.position += len(sign)
            return
        closed = self.closers.pop() if sign in "]}" and self.closers else ""
        if closed.startswith("sub "):
            self.declare(closed.removeprefix("sub "))
        self.put(words.OPERATORS[sign], sign, start + len(sign))
        self.operand_closed = sign == "}" and closed == "operand"
        self.index_closed = sign == "]" and closed == "index"

    def not_an_operand(self, start: int, sign: str) -> SourceError:
        """Make the error for < and & where an operand is expected."""
        if sign[0] == "&":
            if self.last != "_REFER" and re.match(r"&[A-Za-z_]", self.text[start:]):
                message = "& before a name without brackets, which hands @_ on, is not supported"
                return self.fault(start, start + 1, message, "&name(@_)")
            return self.fault(start, start + 1, "references to subs are not supported", "&name(…), the call of a sub")
        if files := words.FILES.match(self.text, start):
            return self.fault(start, files.end(), "files by a pattern, <…>, are not supported")
        return self.fault(start, start + len(sign), f"unexpected {sign}", "an expression")


def without_blanks(text: str) -> str:
    """Return a prototype without what means nothing in it; a name before it stays as it is."""
    return "".join(text.split())
