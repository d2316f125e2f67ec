"""C's library: the types of its functions, and what they do where the IR has no operation for it (C90, 7).

    FUNCTIONS["strcpy"]     ("sss", strcpy): it returns a pointer to char and is given two

A pointer is a word: the object's number in its upper half, the offset in its lower. The table of objects lies in
memory, an entry of OBJECT bytes each: address and size. printf and scanf are in check/formats.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from getallenband.interpreters.ir.host import Host, HostFunction, Library
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.languages.c_subset.library import files, heap, scanning, strings
from getallenband.interpreters.languages.c_subset.library.files import finish
from getallenband.interpreters.languages.c_subset.library.formats import print_numbers, string_format
from getallenband.interpreters.languages.c_subset.library.numbers import atof, atoi, atol, rand, srand
from getallenband.interpreters.languages.c_subset.library.objects import OBJECT, TABLE
from getallenband.interpreters.languages.c_subset.library.streams import (
    begin_text,
    end_stream,
    end_text,
    fgets,
    fputs,
    getc,
    getchar,
    gets,
    leave,
    printed,
    putc,
    puts,
    session,
    stream,
    ungetc,
)  # fmt: skip
from getallenband.interpreters.languages.c_subset.types import (
    CHAR,
    DOUBLE,
    INT,
    UNSIGNED,
    CType,
    Function,
    Model,
    Pointer,
    Void,
)

__all__ = ["FUNCTIONS", "HEAP", "LIBRARY", "MATHEMATICS", "OBJECT", "TABLE", "finish", "prototypes", "session"]

MATHEMATICS = {
    "sqrt": "sqrt", "sin": "sin", "cos": "cos", "tan": "tan", "asin": "arcsin", "acos": "arccos", "atan": "arctan",
    "sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "exp": "exp", "log": "ln", "log10": "log10", "floor": "floor",
    "ceil": "ceil", "fabs": "absolute", "atan2": "arctan2", "pow": "power", "fmod": "remainder",
}  # fmt: skip
"""Functions that are operations of the IR, with the names that they have there."""
CLASSES = (
    "isdigit", "isalpha", "isspace", "isupper", "islower", "isalnum", "ispunct", "isxdigit", "iscntrl", "isprint",
    "isgraph", "toupper", "tolower",
)  # fmt: skip
HEAP = {"malloc", "calloc", "realloc"}

FUNCTIONS: dict[str, tuple[str, Callable[..., Any] | None]] = {
    **{name: ("ddd" if name in ("atan2", "pow", "fmod") else "dd", None) for name in MATHEMATICS},
    **dict.fromkeys(CLASSES, ("ii", None)),
    "putchar": ("ii", None), "abs": ("ii", None), "labs": ("ll", None),
    "puts": ("is", puts), "fputs": ("isf", fputs), "putc": ("iif", putc), "fputc": ("iif", putc),
    "getchar": ("i", getchar), "getc": ("if", getc), "fgetc": ("if", getc), "ungetc": ("iif", ungetc),
    "gets": ("ss", gets), "fgets": ("ssif", fgets), "fflush": ("if", lambda _host, _file: 0),
    "_open": ("iss", files.open_file), "fclose": ("if", files.fclose), "feof": ("if", files.feof),
    "ferror": ("if", lambda _host, _file: 0), "clearerr": ("vf", files.clearerr), "rewind": ("vf", files.rewind),
    "fseek": ("ifli", files.fseek), "ftell": ("lf", files.ftell), "fread": ("npnnf", files.fread),
    "fwrite": ("npnnf", files.fwrite), "setbuf": ("vfs", lambda _host, _file, _buffer: None),
    "setvbuf": ("ifsin", lambda _host, _file, _buffer, _mode, _size: 0), "perror": ("vs", lambda _host, _word: None),
    "strlen": ("ns", strings.strlen), "strcmp": ("iss", strings.strcmp), "strcpy": ("sss", strings.strcpy),
    "strcat": ("sss", strings.strcat), "strncpy": ("sssn", strings.strncpy), "strncat": ("sssn", strings.strncat),
    "strncmp": ("issn", strings.strncmp), "strchr": ("ssi", strings.strchr), "strrchr": ("ssi", strings.strrchr),
    "strstr": ("sss", strings.strstr), "strspn": ("nss", strings.strspn), "strcspn": ("nss", strings.strcspn),
    "strpbrk": ("sss", strings.strpbrk), "strtok": ("sss", strings.strtok),
    "memcpy": ("pppn", strings.memcpy), "memmove": ("pppn", strings.memmove), "memset": ("ppin", strings.memset),
    "memcmp": ("ippn", strings.memcmp), "memchr": ("ppin", strings.memchr),
    "malloc": ("pn", heap.malloc), "calloc": ("pnn", heap.calloc), "realloc": ("ppn", heap.realloc),
    "free": ("vp", heap.free),
    "atoi": ("is", atoi), "_atol": ("ls", atol), "atof": ("ds", atof), "rand": ("i", rand), "srand": ("vu", srand),
    "exit": ("vi", leave), "abort": ("v", strings.abort), "_assert": ("vs", strings.failed_assertion),
    "clock": ("l", lambda _host: 0),
}  # fmt: skip
"""By name: the types of the result and of the parameters, a letter each (`letters`), and what the function does."""


def letters(model: Model) -> dict[str, CType]:
    """Return the types that the letters of a function's signature denote."""
    pointer = Pointer(Void())
    return {"i": INT, "u": UNSIGNED, "l": model.long, "n": model.size, "d": DOUBLE, "v": Void(), "s": Pointer(CHAR),
            "p": pointer, "f": pointer}  # fmt: skip


def prototypes(model: Model) -> dict[str, Function]:
    """Return the types of all functions but those of printf's and scanf's family."""
    kinds = letters(model)
    return {
        name: Function(kinds[types[0]], tuple(kinds[letter] for letter in types[1:]))
        for name, (types, _) in FUNCTIONS.items()
    }


WORD = Type.INT
FULL = 2**64 - 1


def host_function(types: str, perform: Callable[..., Any]) -> HostFunction:
    """Return a function as engines call it."""
    returns, *parameters = (Type.REAL if letter == "d" else WORD for letter in types)
    function = with_sizes(types[1:], perform) if "n" in types[1:] else perform
    return HostFunction(tuple(parameters), None if types[0] == "v" else returns, function)


def with_sizes(types: str, perform: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function whose numbers of bytes (n) are what they are in C: of 64 bits and without a sign."""

    def performed(host: Host, *words: Any) -> Any:
        return perform(host, *(word & FULL if kind == "n" else word for kind, word in zip(types, words, strict=True)))

    return performed


MOST_NUMBERS = 6
LIBRARY: Library = {
    **{name: host_function(types, perform) for name, (types, perform) in FUNCTIONS.items() if perform is not None},
    **{
        f"format {count}": HostFunction((WORD,) * (1 + count), None, print_numbers) for count in range(MOST_NUMBERS + 1)
    },
    "format_string": HostFunction((WORD, WORD), None, string_format),
    "format_string 2": HostFunction((WORD,) * 3, None, string_format),
    "format_string 3": HostFunction((WORD,) * 4, None, string_format),
    "printed": HostFunction((), WORD, printed),
    "stream": HostFunction((WORD,), None, stream),
    "end stream": HostFunction((), None, end_stream),
    "begin text": HostFunction((), None, begin_text),
    "end text": HostFunction((WORD,), WORD, end_text),
    "scan": HostFunction((WORD, WORD), WORD, scanning.scan),
    "scan tape": HostFunction((WORD, WORD), WORD, scanning.scan_tape),
    "scan int": HostFunction((), WORD, scanning.scan_int),
    "read file": HostFunction((WORD,), None, scanning.read_file),
    "read text": HostFunction((WORD,), None, scanning.read_text),
    "heap_size": HostFunction((WORD,), WORD, heap.size_of_heap),
    "heap": HostFunction((WORD, WORD), None, heap.begin),
}
