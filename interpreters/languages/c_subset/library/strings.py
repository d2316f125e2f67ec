"""Functions of <string.h>, and the ends of a program (C90, 7.10, 7.11)."""

from __future__ import annotations

from getallenband.interpreters.ir.host import Host, HostTrap
from getallenband.interpreters.languages.c_subset.library.objects import bytes_at, store, string_at, writable


def strlen(host: Host, word: int) -> int:
    return len(string_at(host, word))


def order(first: bytes, second: bytes) -> int:
    return (first > second) - (first < second)


def strcmp(host: Host, left: int, right: int) -> int:
    return order(string_at(host, left), string_at(host, right))


def strncmp(host: Host, left: int, right: int, most: int) -> int:
    return order(string_at(host, left, most), string_at(host, right, most))


def strcpy(host: Host, target: int, origin: int) -> int:
    store(host, target, string_at(host, origin) + b"\0", "strcpy")
    return target


def strncpy(host: Host, target: int, origin: int, count: int) -> int:
    address, text = writable(host, target, count, "strncpy copies"), string_at(host, origin, count)
    host.memory.bytes[address : address + count] = text.ljust(count, b"\0")
    return target


def strcat(host: Host, target: int, origin: int) -> int:
    store(host, target + strlen(host, target), string_at(host, origin) + b"\0", "strcat")
    return target


def strncat(host: Host, target: int, origin: int, most: int) -> int:
    store(host, target + strlen(host, target), string_at(host, origin, most) + b"\0", "strncat")
    return target


def found(word: int, at: int) -> int:
    """Return a pointer to a place in a string, null for none."""
    return word + at if at >= 0 else 0


def strchr(host: Host, word: int, code: int) -> int:
    return found(word, (string_at(host, word) + b"\0").find(code & 255))


def strrchr(host: Host, word: int, code: int) -> int:
    return found(word, (string_at(host, word) + b"\0").rfind(code & 255))


def strstr(host: Host, word: int, part: int) -> int:
    return found(word, string_at(host, word).find(string_at(host, part)))


def span(text: bytes, codes: bytes) -> int:
    """Return how many bytes at the beginning of a text are among these."""
    return len(text) - len(text.lstrip(codes))


def strspn(host: Host, word: int, part: int) -> int:
    return span(string_at(host, word), string_at(host, part))


def strcspn(host: Host, word: int, part: int) -> int:
    return span(string_at(host, word), bytes(set(range(256)) - set(string_at(host, part))))


def strpbrk(host: Host, word: int, part: int) -> int:
    at = strcspn(host, word, part)
    return word + at if at < strlen(host, word) else 0


def strtok(host: Host, word: int, part: int) -> int:
    """Cut the next word off a string; null goes on with the string before."""
    word = word or host.state.token
    if word == 0:
        return 0
    word += strspn(host, word, part)
    length = strcspn(host, word, part)
    host.state.token = 0
    if length == 0:
        return 0
    if length < strlen(host, word):
        store(host, word + length, b"\0", "strtok")
        host.state.token = word + length + 1
    return word


def memcpy(host: Host, target: int, origin: int, count: int) -> int:
    store(host, target, bytes_at(host, origin, count, "memcpy"), "memcpy")
    return target


def memmove(host: Host, target: int, origin: int, count: int) -> int:
    store(host, target, bytes_at(host, origin, count, "memmove"), "memmove")
    return target


def memset(host: Host, target: int, code: int, count: int) -> int:
    address = writable(host, target, count, "memset writes")
    host.memory.bytes[address : address + count] = bytes([code & 255]) * count
    return target


def memcmp(host: Host, left: int, right: int, count: int) -> int:
    return order(bytes_at(host, left, count, "memcmp"), bytes_at(host, right, count, "memcmp"))


def memchr(host: Host, word: int, code: int, count: int) -> int:
    return found(word, bytes_at(host, word, count, "memchr").find(code & 255))


def abort(_host: Host) -> None:
    raise HostTrap("abort() is called")


def failed_assertion(host: Host, word: int) -> None:
    raise HostTrap(f"assertion failed: {string_at(host, word).decode('latin-1')}")
