r"""Perl's quote-like operators into tokens: strings, patterns, substitutions, transliterations, here-documents.

s/(\d+)/<$1>/g      becomes     SUBSTITUTION g/(\d+), INTERPOLATED <$1>
tr/a-c/A-C/         becomes     TRANSLITERATION, CHARACTERS a-c, CHARACTERS A-C
<<"END";            becomes     HEREDOC 9:23:0 (where its text lies, and its indentation), SEMICOLON
"""

from __future__ import annotations

import re

from getallenband.interpreters.languages.perl_subset import words
from getallenband.interpreters.source.diagnostics import Diagnostic, SourceError
from getallenband.interpreters.source.lark_parser import Token
from getallenband.interpreters.source.position import SourceText

BLANKS = re.compile(r"\s*")
BLANKS_AND_COMMENTS = re.compile(r"(?:\s+(?:#[^\n]*)?)*")
"""A # after a blank begins a comment; right after a bracket it is a delimiter."""
FLAGS = re.compile(r"[a-zA-Z]*")
HEREDOC = re.compile(r"<<(?P<indented>~?)(?:(?P<word>[A-Za-z_]\w*)|\s*(?P<quote>[\"'])(?P<mark>[^\"'\n]*)(?P=quote))")


class QuoteLike:
    """The text, the tokens found so far, and the lexing of what stands between delimiters."""

    def __init__(self, source: SourceText, text: str, offset: int) -> None:
        self.source, self.text, self.offset = source, text, offset
        self.position = 0
        self.found: list[Token] = []
        self.operand_closed = False
        self.index_closed = False
        self.line_end = len(text)
        self.body_end = len(text)
        """Where the line ends that a here-document follows, and where that document ends."""

    def fault(self, start: int, end: int, message: str, expected: str = "", nearest: str = "") -> SourceError:
        """Make the error for a span of the text."""
        place = self.source.place(self.offset + start, self.offset + end)
        return SourceError(self.source, [Diagnostic(place, message, expected, nearest)])

    def put(self, kind: str, value: str, end: int) -> None:
        """Append a token and move after it."""
        start = self.position
        if end > self.line_end:
            message = "a string that goes on after the line of a here-document is not supported"
            raise self.fault(start, start + 1, message, "its end on the same line")
        self.found.append(Token(kind, value, start_pos=self.offset + start, end_pos=self.offset + end))
        self.position = end
        self.operand_closed = self.index_closed = False

    def quoted(self, start: int, close: str, what: str = "string") -> int:
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
        raise self.fault(start, start + 1, f"unterminated {what} in {opening} … {close}", close)

    def delimiter(self, position: int, blank: re.Pattern[str] = BLANKS) -> tuple[int, str]:
        """Return where the next opening delimiter stands, and what closes it."""
        blanks = blank.match(self.text, position)
        assert blanks is not None
        opening = self.text[blanks.end() : blanks.end() + 1]
        return blanks.end(), words.PAIRS.get(opening, opening)

    def quote_like(self, word: str, end: int) -> None:
        """Cut q, qq, qw, m, s, tr and y with delimiters of their own."""
        start, close = self.delimiter(end)
        if close == "'" and word in ("m", "s", "tr", "y"):
            raise self.fault(start, start + 1, f"{word} with ' as delimiter is not supported", f"{word}/…/")
        if word == "m":
            self.pattern(start, close)
        elif word == "s":
            self.substitution(start, close)
        elif word in ("tr", "y"):
            self.transliteration(start, close)
        else:
            self.string(word, start, close)

    def string(self, word: str, start: int, close: str) -> None:
        """Cut q, qq or qw."""
        after = self.quoted(start, close)
        inside = self.text[start + 1 : after - 1]
        plain = re.sub(rf"\\([\\{re.escape(self.text[start] + close)}])", r"\1", inside)
        if word == "qw":
            self.put("LPAR", "(", self.position)
            for index, item in enumerate(plain.split()):
                if index:
                    self.put("COMMA", ",", self.position)
                self.put("STRING", escaped(item), self.position)
            self.put("RPAR", ")", after)
        elif word == "qq":
            self.put("INTERPOLATED", self.without_escapes(inside, self.text[start]), after)
        else:
            self.put("STRING", escaped(plain), after)

    def without_escapes(self, inside: str, opening: str, code: bool = False) -> str:
        """Take the backslash off the delimiters in a text, as perl does before it looks at it.

        In quotes it stays where it makes no difference, so that the columns of messages are right.
        """
        close = words.PAIRS.get(opening, opening)
        in_brackets = re.findall(r"[\[{][^\]}]*", inside)
        if code or close != opening or any(f"\\{close}" in part for part in in_brackets):
            return re.sub(rf"(\\\\)|\\([{re.escape(opening + close)}])", r"\1\2", inside)
        return inside

    def flags(self, end: int, known: str, what: str) -> str:
        """Return the letters at a place that say how a pattern is meant."""
        match = FLAGS.match(self.text, end)
        assert match is not None
        if wrong := "".join(sorted(set(match.group()) - set(known))):
            expected = ", ".join(known[:-1]) + " or " + known[-1]
            names = f"flag {wrong}" if len(wrong) == 1 else f"flags {wrong}"
            raise self.fault(end, match.end(), f"the {names} of {what} is not supported", expected)
        for letter in "ex":
            if match.group().count(letter) > 1:
                raise self.fault(end, match.end(), f"the flag {letter * 2} of {what} is not supported", letter)
        return match.group()

    def pattern(self, start: int, close: str = "/") -> None:
        """Cut a pattern with its flags; the token ends before them."""
        end = self.quoted(start, close, "pattern")
        flags = self.flags(end, "imsxg", "a pattern")
        self.put("PATTERN", f"{flags}/{self.text[start + 1 : end - 1]}", end)
        self.position += len(flags)

    def second(self, end: int, close: str, what: str) -> tuple[int, int]:
        """Return the span inside the delimiters of what replaces; with brackets it has delimiters of its own."""
        if close == self.text[end - 1] and close not in words.PAIRS.values():
            after = self.quoted(end - 1, close, what)
            return end, after - 1
        start, close = self.delimiter(end, BLANKS_AND_COMMENTS)
        if not close or close.isalnum():
            raise self.fault(end - 1, end, f"a {what} needs a second part after {self.text[end - 1]}", "{ … }")
        return start + 1, self.quoted(start, close, what) - 1

    def substitution(self, start: int, close: str) -> None:
        """Cut s: its pattern with the flags, then what replaces it, which with the flag e is an expression."""
        end = self.quoted(start, close, "substitution")
        first, last = self.second(end, close, "substitution")
        flags = self.flags(last + 1, "imsxger", "a substitution")
        self.put("SUBSTITUTION", f"{flags}/{self.text[start + 1 : end - 1]}", end)
        code, opening = "e" in flags, self.text[first - 1]
        self.position = first - 1
        replacement = self.without_escapes(self.text[first:last], opening, code)
        self.put("CODE" if code else "INTERPOLATED", replacement, last + 1)
        self.position += len(flags)

    def transliteration(self, start: int, close: str) -> None:
        """Cut tr or y: its flags, and the two lists of characters."""
        end = self.quoted(start, close, "transliteration")
        first, last = self.second(end, close, "transliteration")
        flags = self.flags(last + 1, "cdsr", "a transliteration")
        self.put("TRANSLITERATION", flags, start)
        self.put("CHARACTERS", self.text[start + 1 : end - 1], end)
        self.position = first - 1
        self.put("CHARACTERS", self.text[first:last], last + 1)
        self.position += len(flags)

    # here-documents

    def here_document(self) -> bool:
        """Cut <<"MARK" and its like, if one stands here; its text begins on the next line, after others' texts."""
        match = HEREDOC.match(self.text, self.position)
        if match is None:
            return False
        begin = self.position
        mark = match["word"] or match["mark"] or ""
        pending = self.line_end < len(self.text)
        line_end = self.line_end if pending else self.text.find("\n", begin)
        first = self.body_end if pending else line_end + 1
        lead = "[ \t]*" if match["indented"] else ""
        ends = re.compile(rf"^{lead}{re.escape(mark)}$\n?", re.MULTILINE)
        end = ends.search(self.text, first) if line_end >= 0 else None
        if end is None:
            what = mark or "an empty line"
            raise self.fault(begin, match.end(), f"this here-document does not end: there is no line {what}", what)
        indentation = self.indentation(first, end) if match["indented"] else 0
        kind = "PLAIN_HEREDOC" if match["quote"] == "'" else "HEREDOC"
        self.put(kind, f"{self.offset + first}:{self.offset + end.start()}:{indentation}", match.end())
        self.line_end, self.body_end = line_end, end.end()
        return True

    def indentation(self, start: int, end: re.Match[str]) -> int:
        """Return how many blanks the end of a here-document begins with; so must its lines, but for empty ones."""
        lead = end.group()[: len(end.group()) - len(end.group().lstrip(" \t"))]
        position = start
        for line in self.text[start : end.start()].splitlines(keepends=True):
            if line != "\n" and not line.startswith(lead):
                message = "this line is indented less than the end of its here-document"
                raise self.fault(position, position + len(line.rstrip("\n")), message, "the same blanks")
            position += len(line)
        return len(lead)

    def passes_here_documents(self) -> bool:
        """Move from the end of a line to the end of the here-documents after it, if there are any."""
        if not self.position == self.line_end < len(self.text):
            return False
        self.position = self.body_end
        self.line_end = self.body_end = len(self.text)
        return True


def escaped(text: str) -> str:
    """Write a text as it stands between single quotes."""
    return re.sub(r"[\\']", r"\\\g<0>", text)
