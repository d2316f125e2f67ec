"""The meanings of names in nested blocks; a look-up takes constant time, however deep the nesting.

names = BlockNames[int]()
with names.block():
    names["k"] = 1          # in the innermost block
    names.find("k")         # 1
    later = names.inside()
    names["k"] = 2
later.find("k")             # 1: what it meant where `inside` was called
names.find("k")             # None
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from operator import itemgetter
from typing import Generic, TypeVar

T = TypeVar("T")


class BlockNames(Generic[T]):
    """The names of open blocks, the outermost first; there is always one, perhaps inside an earlier state of others."""

    def __init__(self, outermost: dict[str, T] | None = None, around: BlockNames[T] | None = None) -> None:
        self.blocks: list[dict[str, T]] = [{} if outermost is None else outermost]
        self.meanings: dict[str, list[T]] = {}  # in all blocks but the first
        self.changes: dict[str, list[tuple[int, T | None]]] = {}  # when a name got another meaning, and which
        self.time = 0
        self.around, self.began = around, around.time if around else 0

    @property
    def outermost(self) -> dict[str, T]:
        return self.blocks[0]

    def here(self, name: str) -> T | None:
        """Return the meaning that the innermost block itself gives a name."""
        return self.blocks[-1].get(name)

    def find(self, name: str) -> T | None:
        """Return the meaning of a name in the innermost block."""
        if meanings := self.meanings.get(name):
            return meanings[-1]
        return self.blocks[0][name] if name in self.blocks[0] else self.outside(name)

    def outside(self, name: str) -> T | None:
        return self.around.found_at(self.began, name) if self.around else None

    def found_at(self, time: int, name: str) -> T | None:
        """Return what `find` returned at that time."""
        changes = self.changes.get(name, [])
        index = bisect_left(changes, time, key=itemgetter(0))
        return changes[index - 1][1] if index else self.outside(name)

    def __setitem__(self, name: str, meaning: T) -> None:
        """Give a name a meaning in the innermost block, in place of the one that it may have there."""
        block = self.blocks[-1]
        if len(self.blocks) > 1:
            meanings = self.meanings.setdefault(name, [])
            meanings[len(meanings) - (name in block) :] = [meaning]
        block[name] = meaning
        self.note(name)

    def note(self, name: str) -> None:
        self.changes.setdefault(name, []).append((self.time, self.find(name)))
        self.time += 1

    def __iter__(self) -> Iterator[str]:
        """Yield all names; those of several blocks more than once."""
        for block in self.blocks:
            yield from block
        if self.around:
            yield from (name for name in self.around.changes if self.outside(name) is not None)

    @contextmanager
    def block(self) -> Iterator[None]:
        """Open a block, and close it."""
        self.blocks.append({})
        yield
        for name in self.blocks.pop():
            self.meanings[name].pop()
            self.note(name)

    def inside(self) -> BlockNames[T]:
        """Return names of a new block inside these as they are now, whatever is declared in them later."""
        return BlockNames(around=self)
