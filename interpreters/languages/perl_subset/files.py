r"""The files of a run: what the program reads are its inputs, what it writes is kept in the outcome.

files = Files({"STDIN": "one\ntwo\n", "words.txt": "…"})
files.line("STDIN")                          # "one\n"
files.open("OUT", [">result.txt"])           # True
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from interpreters.ir.messages import out_of_output
from interpreters.languages.perl_subset.faults import Exhaustion

MODE = re.compile(r"\s*(?P<mode>>>|>|<|)\s*(?P<name>.*?)\s*", re.DOTALL)
NO_SUCH_FILE, BAD_HANDLE = "No such file or directory", "Bad file descriptor"


@dataclass
class Reading:
    """A text that is read, from a place on."""

    text: str
    at: int = 0


@dataclass
class Files:
    """The inputs by name, what was written, and which handle is open on what; `error` is what $! says."""

    inputs: Mapping[str, str]
    reading: dict[str, Reading] = field(default_factory=dict)
    writing: dict[str, str] = field(default_factory=dict)
    written: dict[str, list[str]] = field(default_factory=dict)
    size: int = 0
    made: int = 0
    error: str = ""

    def new_handle(self) -> str:
        """Return what `open my $f` puts into $f."""
        self.made += 1
        return f"GLOB({self.made:#x})"

    def open(self, handle: str, given: list[str]) -> bool:
        """Open a file: [">name"] or [">", "name"], with > and >> to write, with < or nothing to read."""
        match = MODE.fullmatch(given[0] + " " if len(given) > 1 else given[0])
        assert match is not None
        mode, name = match["mode"], match["name"] + "".join(given[1:])
        self.close(handle)
        if mode in ("", "<"):
            text = "".join(self.written[name]) if name in self.written else self.inputs.get(name)
            if text is not None:
                self.reading[handle] = Reading(text)
            else:
                self.error = NO_SUCH_FILE
            return text is not None
        if name == "":
            self.error = NO_SUCH_FILE
            return False
        if not (mode == ">>" and name in self.written):
            self.written[name] = []
        self.writing[handle] = name
        return True

    def close(self, handle: str) -> bool:
        """Close a handle; tell whether it was open."""
        return any([self.reading.pop(handle, None) is not None, self.writing.pop(handle, None) is not None])

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
        if handle in ("STDIN", "DATA") and handle in self.inputs:
            self.reading.setdefault(handle, Reading(self.inputs[handle]))
        reading = self.reading.get(handle)
        return reading is None or reading.at >= len(reading.text)
