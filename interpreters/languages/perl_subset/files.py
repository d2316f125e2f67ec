r"""The files of a run: what the program reads are its tapes, what it writes is part of the outcome.

files = Files({"STDIN": "one\ntwo\n", "words.txt": "…"})
files.line("STDIN")                          # "one\n"
files.open("OUT", [">result.txt"])           # True
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from getallenband.interpreters.ir.messages import out_of_output
from getallenband.interpreters.languages.perl_subset.faults import Exhaustion, Missing

MODE = re.compile(r"\s*(?P<mode>>>|>|<|)\s*(?P<name>.*?)\s*", re.DOTALL)
OTHER_MODE = re.compile(r"\s*(?:[|+]|[<>]+\s*&|[<>]?\s*-\s*$|.*\|\s*$)", re.DOTALL)
"""What stands before or after a name where more is meant than a file: commands, reading and writing, other handles."""
HANDLE_SIZE = 512
"""Bytes that a file which is opened for writing may take in Python."""
NO_SUCH_FILE, BAD_HANDLE = "No such file or directory", "Bad file descriptor"


@dataclass
class Reading:
    """A text that is read, from a place on."""

    text: str
    at: int = 0


@dataclass
class Files:
    """The tapes by name, what was written, and which handle is open on what; `error` is what $! says.

    `size` is how many bytes were written, `held` about how many the files take besides.
    """

    tapes: Mapping[str, str]
    reading: dict[str, Reading] = field(default_factory=dict)
    writing: dict[str, list[str]] = field(default_factory=dict)
    written: dict[str, list[str]] = field(default_factory=dict)
    size: int = 0
    held: int = 0
    error: str = ""

    def __post_init__(self) -> None:
        if "STDIN" in self.tapes:
            self.reading["STDIN"] = Reading(self.tapes["STDIN"])

    def open(self, handle: str, given: list[str]) -> bool:
        """Open a file: [">name"] or [">", "name"], with > and >> to write, with < or nothing to read."""
        if given[0].strip() not in ("<", ">", ">>") if len(given) > 1 else OTHER_MODE.match(given[0]):
            what = "the mode " if len(given) > 1 else ""
            raise Missing(f"open with {what}'{given[0]}' is not supported")
        match = MODE.fullmatch(given[0] + " " if len(given) > 1 else given[0])
        assert match is not None
        mode, name = match["mode"], match["name"] + "".join(given[1:])
        self.close(handle)
        if mode in (">", ">>") and name:
            pieces = self.written.setdefault(name, [])
            if mode == ">":
                pieces.clear()
            self.held += HANDLE_SIZE + len(name)
            self.writing[handle] = pieces
        elif name in self.written:
            raise Missing(f"reading '{name}', which the program writes itself, is not supported")
        elif mode in ("", "<") and name in self.tapes:
            self.reading[handle] = Reading(self.tapes[name])
        else:
            self.error = NO_SUCH_FILE
            return False
        return True

    def close(self, handle: str) -> bool:
        """Close a handle; tell whether it was open."""
        reading, writing = self.reading.pop(handle, None), self.writing.pop(handle, None)
        return reading is not None or writing is not None

    def write(self, handle: str, text: str, printed: int, limit: int) -> bool:
        """Write to a file; raise Exhaustion if `limit` bytes are less than all that was written, and printed."""
        if handle not in self.writing:
            self.error = BAD_HANDLE
            return False
        self.size += len(text) if text.isascii() else len(text.encode("utf-8", "replace"))
        if self.size + printed > limit:
            raise Exhaustion(out_of_output(limit))
        self.writing[handle].append(text)
        return True

    def line(self, handle: str) -> str | None:
        """Return the next line with its end; None at the end, and where nothing is open."""
        reading = self.reading.get(handle)
        if reading is None or reading.at >= len(reading.text):
            return None
        end = reading.text.find("\n", reading.at) + 1 or len(reading.text)
        line, reading.at = reading.text[reading.at : end], end
        return line
