"""The files of a report: one never takes the place of another.

files = Files()
files.put("mine.html", "<!doctype html>…", "mine")
files.put("Mine.html", "", "Mine")          # UserError: many file systems take the two for one
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from getallenband.interpreters.source.diagnostics import UserError


class Files(Mapping[str, str]):
    """The contents of files by path, in the order in which they were put there."""

    def __init__(self) -> None:
        self.contents: dict[str, str] = {}
        self.owners: dict[str, tuple[str, str]] = {}
        """Path and owner of each file, by its path without the case of letters."""

    def put(self, path: str, content: str, owner: str) -> None:
        """Add a file; raise UserError if another is there, of that path or one in letters of another case."""
        if there := self.owners.get(path.casefold()):
            raise UserError(f"{there[0]} ({there[1]}) and {path} ({owner}) would be one file; rename one of the two")
        self.owners[path.casefold()] = path, owner
        self.contents[path] = content

    def put_all(self, files: Iterable[tuple[str, str]], owner: str) -> None:
        for path, content in files:
            self.put(path, content, owner)

    def __getitem__(self, path: str) -> str:
        return self.contents[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self.contents)

    def __len__(self) -> int:
        return len(self.contents)
