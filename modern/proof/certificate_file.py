"""The file of a certificate: a claim, a packed tree and a checksum, and the name of the file that all is about.

    claim, packed = read_claim(path, "certificate", {"puzzle": TEXT, "solutions": NUMBER})       # or Refused
    next(unpacked(packed))                                                                      # the first node

All checkers begin with this; like them it has nothing of the solvers.
"""

import json
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from itertools import chain
from pathlib import Path
from tomllib import TOMLDecodeError
from typing import Any

from getallenband import durable

TEXT, NUMBER, NAME = "a text that can be printed", "a whole number", "a text, or null"
NUMBERS, LISTS = "a list of whole numbers", "lists of whole numbers"
NOT_WRITTEN = "it is cut off, or not written as certificates are"


class Refused(Exception):
    """The certificate does not prove its claim."""


def need(condition: bool, refusal: str) -> None:
    if not condition:
        raise Refused(refusal)


def read_claim(path: Path, version: str, kinds: dict[str, str]) -> tuple[dict[str, Any], bytes]:
    """Return the claim of a certificate, with a value of its kind for each key, and the packed tree."""
    data = durable.read(path)
    need(sha256(data[:-32]).digest() == data[-32:], "the checksum is wrong: no certificate, or altered or cut off")
    heading, _, packed = data[:-32].partition(b"\n")
    try:
        claim = json.loads(heading)
        need(isinstance(claim, dict) and json.dumps(claim).encode() == heading, NOT_WRITTEN)
    except (ValueError, RecursionError):
        raise Refused(NOT_WRITTEN) from None
    need([*claim][:1] == [version], f"it begins with another key than {version!r}")
    need(repr(claim[version]) == "1", f"it has version {json.dumps(claim[version]):.80}; expected version 1")
    need(claim.keys() == {version, *kinds}, f"its keys are not {version}, {', '.join(kinds)}")
    for key, kind in kinds.items():
        need(fits(claim[key], kind), f"its {key!r} is {json.dumps(claim[key]):.80}; expected {kind}")
    return claim, packed


def fits(value: Any, kind: str) -> bool:
    if kind == LISTS:
        return type(value) is list and all(fits(row, NUMBERS) for row in value)
    if kind == NUMBERS:
        return type(value) is list and {*map(type, value)} <= {int}
    if kind == NUMBER:
        return type(value) is int
    return (type(value) is str and value.isprintable()) or (kind == NAME and value is None)


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Tell what is wrong with the file that a certificate is about."""
    try:
        yield
    except OSError as error:
        raise Refused(f"{path}: {error.strerror}") from None
    except TOMLDecodeError as error:
        raise Refused(f"{path}: invalid TOML: {error}") from None
    except (ValueError, LookupError, TypeError, AttributeError):
        raise Refused(f"{path} is no puzzle: `getallenband solve` says where") from None


def read_file(path: Path, checksum: str) -> str:
    data = durable.read(path)
    need(sha256(data).hexdigest() == checksum, f"{path} is another file, or has changed since")
    return data.decode()


def plain(name: str | Path) -> str:
    """Return a name in quotes if it might be taken for something else."""
    return str(name) if re.fullmatch(r"[\w./-]+", str(name), re.ASCII) else ascii(str(name))


def unpacked(packed: bytes) -> Iterator[int]:
    """Return the bytes of the tree, unpacked as they are asked for."""
    return chain.from_iterable(unpacked_pieces(packed))


def unpacked_pieces(packed: bytes) -> Iterator[bytes]:
    stream = zlib.decompressobj()
    while not stream.eof:
        try:
            part = stream.decompress(packed, 1 << 16)
        except zlib.error:
            raise Refused(NOT_WRITTEN) from None
        packed = stream.unconsumed_tail
        need(stream.eof or part + packed != b"", NOT_WRITTEN)
        yield part
    need(not stream.unused_data, NOT_WRITTEN)
