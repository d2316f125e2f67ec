"""Changes of an edition's files: one command at a time, and nothing stays changed where one fails.

with changing(Path("mine")) as files:
    content = files.text("claims.toml")                 # "" if it is not there
    files.write("claims.toml", content + CLAIM)         # UserError if another program has changed it since
    edition_at(Path("mine"))                            # an error gives each file its content back

A command that read before another one wrote would undo what that one did. So a command reads inside the block, where
it is alone. An editor takes no lock: a file is compared with what was read before it is replaced or restored.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from getallenband import durable
from getallenband.durable.errors import Error
from getallenband.interpreters.source.diagnostics import UserError
from getallenband.originals.tables import display_path, read_text


class Files:
    """The files of an edition that a command changes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.known: dict[str, bytes | None] = {}  # what was read or written last; None where no file is there
        self.before: dict[str, bytes | None] = {}  # what files that were written had in them

    def text(self, name: str) -> str:
        """Return the content of a file; "" where it is not there."""
        self.known[name] = self.content(name)
        return "" if self.known[name] is None else read_text(self.folder / name)

    def content(self, name: str) -> bytes | None:
        path = self.folder / name
        return durable.read(path) if path.exists() else None

    def write(self, name: str, content: str | bytes) -> None:
        """Write a file; raise UserError where it is not what was read, or is there and was not read."""
        if self.content(name) != self.known.get(name):
            raise UserError(
                f"{display_path(self.folder / name)}: another program has changed it meanwhile; run the command again"
            )
        self.before.setdefault(name, self.known.get(name))
        self.known[name] = content.encode(errors="backslashreplace") if isinstance(content, str) else content
        durable.write_below(self.folder, name, content)

    def restore(self) -> None:
        """Give each file its content back, unless another program has changed it since; remove those that are new."""
        for name, content in self.before.items():
            if self.content(name) != self.known[name]:
                continue
            if content is None:
                (self.folder / name).unlink()
            else:
                durable.write(self.folder / name, content)


@contextmanager
def changing(folder: Path) -> Iterator[Files]:
    """Change files of an edition, alone among commands; all are as they were before where an error is raised."""
    files = Files(folder)
    with durable.locked(folder, waiting=lambda: waiting(folder)):
        try:
            yield files
        except (Error, OSError, KeyboardInterrupt):
            files.restore()
            raise


def waiting(folder: Path) -> None:
    sys.stderr.write(f"{display_path(folder)}: another command is changing this edition; waiting for it\n")
