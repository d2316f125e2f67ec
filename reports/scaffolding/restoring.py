"""Files that are as they were before where what is written into them cannot be used.

with restored_on_error(Path("mine/edition.toml")):
    durable.write(Path("mine/edition.toml"), content)
    edition("mine")         # an error leaves the file as it was
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import durable
from durable.errors import Error


@contextmanager
def restored_on_error(*paths: Path) -> Iterator[None]:
    """Give these files their content back where an error is raised; one that was not there is removed."""
    before = {path: durable.read(path) if path.exists() else None for path in paths}
    try:
        yield
    except (Error, OSError, KeyboardInterrupt):
        for path, content in before.items():
            if content is None:
                path.unlink(missing_ok=True)
            elif path.exists() and durable.read(path) != content:
                durable.write(path, content)
        raise
