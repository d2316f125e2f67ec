r"""The files of a run: what the program reads are its inputs, what it writes is part of the outcome.

files = Files({"STDIN": "one\ntwo\n", "words.txt": "…"})
files.line("STDIN")                          # "one\n"
files.open("OUT", [">result.txt"])           # True
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from interpreters.ir.messages import out_of_output
from interpreters.languages.perl_subset.faults import Exhaustion, Missing

MODE = re.compile(r"\s*(?P<mode>>>|>|<|)\s*(?P<name>.*?)\s*", re.DOTALL)
OTHER_MODE = re.compile(r"\s*(?:[|+]|[<>]+\s*&|[<>]?\s*-\s*$|.*\|\s*$)", re.DOTALL)
"""What stands before or after a name where more is meant than a file: commands, reading and writing, other handles."""
HANDLE_SIZE = 512
"""Bytes that an open handle may take in Python, and a file that is written."""

NO_SUCH_FILE, BAD_HANDLE = "No such file or directory", "Bad file descriptor"


@dataclass
class Reading:
    """A text that is read, from a place on; `size` is how many characters of it were put together for this handle."""

    text: str
    size: int = 0
    at: int = 0


@dataclass
class Files:
    """The inputs by name, what was written, and which handle is open on what; `error` is what $! says.

    `size` is how many bytes were written, `held` about how many the handles and files take besides.
    """

    inputs: Mapping[str, str]
    reading: dict[str, Reading] = field(default_factory=dict)
    writing: dict[str, str] = field(default_factory=dict)
    written: dict[str, list[str]] = field(default_factory=dict)
    size: int = 0
    held: int = 0
    made: int = 0
    error: str = ""

    def new_handle(self) -> str:
        """Return what `open my $f` puts into $f."""
        self.made += 1
        return f"GLOB({self.made:#x})"

    def open(self, handle: str, given: list[str]) -> bool:
        """Open a file: [">name"] or [">", "name"], with > and >> to write, with < or nothing to read."""
        if given[0].strip() not in ("<", ">", ">>") if len(given) > 1 else OTHER_MODE.match(given[0]):
            what = "the mode " if len(given) > 1 else ""
            raise Missing(f"open with {what}'{given[0]}' is not supported")
        match = MODE.fullmatch(given[0] + " " if len(given) > 1 else given[0])
        assert match is not None
        mode, name = match["mode"], match["name"] + "".join(given[1:])
        self.close(handle)
        if mode in ("", "<"):
            reading = self.reader(name)
            if reading is None:
                self.error = NO_SUCH_FILE
                return False
            self.begin(handle, reading)
            return True
        if name == "":
            self.error = NO_SUCH_FILE
            return False
        if name not in self.written:
            self.held += HANDLE_SIZE + len(name)
        if not (mode == ">>" and name in self.written):
            self.written[name] = []
        self.writing[handle] = name
        self.held += HANDLE_SIZE
        return True

    def begin(self, handle: str, reading: Reading) -> None:
        self.reading[handle] = reading
        self.held += HANDLE_SIZE + reading.size

    def reader(self, name: str) -> Reading | None:
        """Begin to read a file that was written, its pieces joined once, or an input; None if there is none."""
        if name not in self.written:
            text = self.inputs.get(name)
            return None if text is None else Reading(text)
        pieces = self.written[name]
        joined = len(pieces) > 1
        pieces[:] = ["".join(pieces)]
        return Reading(pieces[0], len(pieces[0]) if joined else 0)

    def close(self, handle: str) -> bool:
        """Close a handle; tell whether it was open."""
        reading, writing = self.reading.pop(handle, None), self.writing.pop(handle, None)
        if reading is not None:
            self.held -= HANDLE_SIZE + reading.size
        if writing is not None:
            self.held -= HANDLE_SIZE
        return reading is not None or writing is not None

    def write(self, handle: str, text: str, printed: int, limit: int) -> bool:
        """Write to a file; what goes to STDERR is dropped.

        Raise Exhaustion where that is more than `limit` bytes with all that was written, and printed.
        """
        if handle == "STDERR":
            return True
        if handle not in self.writing:
            self.error = BAD_HANDLE
            return False
        self.size += len(text) if text.isascii() else len(text.encode("utf-8", "replace"))
        if self.size + printed > limit:
            raise Exhaustion(out_of_output(limit))
        self.written[self.writing[handle]].append(text)
        return True

    def line(self, handle: str) -> str | None:
        """Return the next line with its end; None at the end, and where nothing is open."""
        if self.at_end(handle):
            return None
        reading = self.reading[handle]
        end = reading.text.find("\n", reading.at) + 1 or len(reading.text)
        found, reading.at = reading.text[reading.at : end], end
        return found

    def at_end(self, handle: str) -> bool:
        """Tell whether there is nothing more to read."""
        if handle in ("STDIN", "DATA") and handle in self.inputs and handle not in self.reading:
            self.begin(handle, Reading(self.inputs[handle]))
        reading = self.reading.get(handle)
        return reading is None or reading.at >= len(reading.text)
