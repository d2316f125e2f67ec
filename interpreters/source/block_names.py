"""What names mean in blocks within blocks; each is found at once, however many blocks are around it.

names = BlockNames[int]()
with names.block():
    names["k"] = 1          # in the innermost block
    names.find("k")         # 1
names.find("k")             # None
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

T = TypeVar("T")


class BlockNames(Generic[T]):
    """The names of open blocks, the outermost first; there is always one."""

    def __init__(self, outermost: dict[str, T] | None = None) -> None:
        self.blocks: list[dict[str, T]] = [{} if outermost is None else outermost]
        self.meanings: dict[str, list[T]] = {}  # in all blocks but the first

    @property
    def outermost(self) -> dict[str, T]:
        return self.blocks[0]

    def here(self, name: str) -> T | None:
        """Return what the innermost block itself lets a name mean."""
        return self.blocks[-1].get(name)

    def find(self, name: str) -> T | None:
        """Return what a name means in the innermost block."""
        found = self.meanings.get(name)
        return found[-1] if found else self.blocks[0].get(name)

    def __setitem__(self, name: str, meaning: T) -> None:
        """Give a name a meaning in the innermost block, in place of the one that it may have there."""
        block = self.blocks[-1]
        if len(self.blocks) > 1:
            found = self.meanings.setdefault(name, [])
            found[len(found) - (name in block) :] = [meaning]
        block[name] = meaning

    def __iter__(self) -> Iterator[str]:
        """Yield all names; those of several blocks more than once."""
        for block in self.blocks:
            yield from block

    @contextmanager
    def block(self) -> Iterator[None]:
        """Open a block, and close it."""
        self.blocks.append({})
        yield
        for name in self.blocks.pop():
            self.meanings[name].pop()

    def seen_from_inside(self) -> BlockNames[T]:
        """Return names of one block that mean what they mean here now."""
        return BlockNames({**self.blocks[0], **{name: found[-1] for name, found in self.meanings.items() if found}})
