"""Cache results between commands, each under everything that it depends on.

    cache = ResultCache()
    record = cache.get({"kind": "run", "text": "…", "sources": "…"}, lambda: run_record(job, perform(job)))

An entry is a file in the user's cache folder, named by the checksum of the question: the result as JSON, compressed. A
damaged entry is made again, the least recently used go when there are too many, and where nothing can be written
nothing is cached.
"""

from __future__ import annotations

import contextlib
import json
import os
import zlib
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from stat import S_ISDIR
from typing import Any

from getallenband import durable

FOLDER = "results"
SUFFIX = ".result"
LIMIT = 512 * 2**20
"""Bytes that the entries may take together."""


class ResultCache:
    """The user's cached results. With `fresh` existing ones are computed again."""

    def __init__(self, *, fresh: bool = False, limit: int = LIMIT) -> None:
        self.folder = durable.cache_folder(FOLDER)
        self.fresh = fresh
        self.limit = limit
        self.made: dict[str, str] = {}
        """What was made by this process and its workers: the kinds of questions, by the names of their entries."""

    def get(self, question: Mapping[str, Any], make: Callable[[], Any]) -> Any:
        """Return the result of a question as JSON gives it back; compute and cache it if necessary."""
        found = self.look_up(question)
        if found is None:
            found = json.loads(self.keep(question, make()))
        return found

    def has(self, question: Mapping[str, Any]) -> bool:
        """Tell whether a result is cached, intact or not."""
        path = self.path(question)
        return path is not None and path.is_file() and (not self.fresh or path.name in self.made)

    def look_up(self, question: Mapping[str, Any]) -> Any:
        """Return the cached result; None if there is no intact one, or a fresh one is wanted."""
        path = self.path(question)
        if path is None or (self.fresh and path.name not in self.made):
            return None
        if (body := durable.read_cached(path)) is None:
            return None
        with contextlib.suppress(OSError):
            os.utime(path)
        return json.loads(zlib.decompress(body))

    def keep(self, question: Mapping[str, Any], result: Any) -> str:
        """Keep a result, as far as that is possible; return it as JSON."""
        text = json.dumps(result, ensure_ascii=False)
        path = self.path(question)
        if path is not None:
            if durable.keep(path, zlib.compress(text.encode(), 6), "results are"):
                self.made[path.name] = str(question.get("kind", ""))
                self.bound()
            else:
                self.folder = None
        return text

    def path(self, question: Mapping[str, Any]) -> Path | None:
        """Return the file of a question's result."""
        if self.folder is None:
            return None
        key = sha256(json.dumps(question, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
        return self.folder / f"{key}{SUFFIX}"

    def entries(self) -> Iterator[tuple[Path, os.stat_result]]:
        """Yield the files of the folder that are still there; folders are none of ours."""
        for path in self.folder.iterdir() if self.folder is not None else ():
            with contextlib.suppress(FileNotFoundError):
                if not S_ISDIR((status := path.lstat()).st_mode):
                    yield path, status

    def bound(self) -> None:
        """Remove the least recently used entries beyond the limit."""
        found = sorted(self.entries(), key=lambda entry: entry[1].st_mtime)
        size = sum(stat.st_size for _, stat in found)
        for path, stat in found:
            if size > self.limit and path.suffix == SUFFIX:
                path.unlink(missing_ok=True)
                size -= stat.st_size

    def clear(self) -> int:
        """Remove every entry; return how many there were."""
        found = list(self.entries())
        for path, _ in found:
            path.unlink(missing_ok=True)
        return len(found)
