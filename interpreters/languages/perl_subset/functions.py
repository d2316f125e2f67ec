"""Perl's built-in functions into closures."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from interpreters.languages.perl_subset import syntax
from interpreters.languages.perl_subset.machine import Died, Fault, Frame, Many, Returned, Scalar
from interpreters.languages.perl_subset.values import Ref, number_of, text_of

if TYPE_CHECKING:
    from interpreters.languages.perl_subset.expressions import Expressions

CONVERSION = re.compile(r"%(?:%|(?P<flags>[-+ 0#]*)(?P<width>\d*)(?:\.(?P<digits>\d+))?(?P<kind>[a-zA-Z]))")
PLAIN: dict[str, Callable[[Any], Any]] = {
    "length": lambda v: None if v is None else len(text_of(v)), "lc": lambda v: text_of(v).lower(),
    "uc": lambda v: text_of(v).upper(), "ucfirst": lambda v: text_of(v)[:1].upper() + text_of(v)[1:],
    "lcfirst": lambda v: text_of(v)[:1].lower() + text_of(v)[1:], "int": lambda v: math.trunc(number_of(v)),
    "abs": lambda v: abs(number_of(v)), "ord": lambda v: ord(text_of(v)[0]) if text_of(v) else 0,
    "chr": lambda v: chr(max(0, min(0x10FFFF, int(number_of(v))))),
    "ref": lambda v: ("ARRAY" if isinstance(v.to, list) else "HASH") if isinstance(v, Ref) else "",
}  # fmt: skip


class Functions:
    """The compilation of built-in functions; a part of Expressions."""

    LIST_FUNCTIONS = frozenset({"split", "reverse", "keys", "values", "return"})

    def function(self: Expressions, node: syntax.Function) -> Scalar:  # type: ignore[misc]
        """Compile a function in scalar context."""
        machine, name, given = self.machine, node.name, node.arguments
        match name:
            case "time":
                return lambda frame: machine.time()
            case "print" | "printf" | "die" | "join" | "sprintf" | "push" | "unshift" | "substr" | "index" | "open":
                return self.list_operator(node)
            case "return":
                values = self.many(given) if given else lambda frame: []
                return lambda frame: throw(Returned(list(values(frame))))
            case "exists" | "delete":
                return self.entry_function(node)
            case "defined":
                value = self.scalar(given or syntax.Variable("$", "_", place=node.place))
                return lambda frame: 1 if value(frame) is not None else ""
            case "shift" | "pop":
                return self.taking(node)
            case "keys" | "values":
                hash_ = self.container(given or syntax.Variable("%", "_", place=node.place), "%")
                return lambda frame: len(hash_(frame))
            case "split":
                many = self.list_function(node)
                return lambda frame: len(many(frame))
            case "reverse":
                many = self.many(given) if given else self.many(syntax.Variable("$", "_", place=node.place))
                return lambda frame: "".join(map(text_of, many(frame)))[::-1]
            case "close":
                handle = given.name if isinstance(given, syntax.Call) else ""
                return lambda frame: machine.close(handle)
            case "undef" if given is None:
                return lambda frame: None
            case "chomp":
                return self.chomp(node)
        argument = given if given is not None else syntax.Variable("$", "_", place=node.place)
        value = self.scalar(argument)
        if name == "scalar":
            return value
        if name == "sqrt":
            return lambda frame: root(number_of(value(frame)))
        if name in PLAIN:
            plain = PLAIN[name]
            return lambda frame: plain(value(frame))
        self.scopes.wrong(node, f"{name} is not supported in this form")
        return value

    def arguments(self: Expressions, node: syntax.Function, least: int, most: int) -> list[syntax.Expression]:  # type: ignore[misc]
        """Return the arguments of a function that has so many."""
        given = node.arguments
        found = (
            list(given.items) if isinstance(given, syntax.ListOf) and not given.brackets else [given] if given else []
        )
        found = [item for item in found if item is not None]
        if not least <= len(found) <= most:
            self.scopes.wrong(node, f"{node.name} has {len(found)} arguments", f"{least} to {most}")
            found = (found + [syntax.String("")] * least)[: max(least, min(len(found), most))]
        return found

    def list_operator(self: Expressions, node: syntax.Function) -> Scalar:  # type: ignore[misc]
        """Compile a function of a list that gives one value."""
        machine, given = self.machine, node.arguments
        if node.name in ("push", "unshift"):
            array_node, *rest = self.arguments(node, 1, 10**6)
            array, values = self.container(array_node, "@"), self.joined(tuple(rest)) if rest else lambda frame: []
            if node.name == "push":
                return lambda frame: (array(frame).extend(list(values(frame))), len(array(frame)))[1]
            return lambda frame: (array(frame).__setitem__(slice(0, 0), values(frame)), len(array(frame)))[1]
        if node.name in ("substr", "index"):
            return self.text_function(node)
        many = self.many(given) if given else self.many(syntax.Variable("$", "_", place=node.place))
        if node.name == "print":
            return lambda frame: machine.write(node.file, "".join(map(text_of, many(frame))))
        if node.name == "join":
            return lambda frame: join(many(frame))
        if node.name == "die":
            return lambda frame: throw(Died("".join(map(text_of, many(frame))) or "Died"))
        if node.name == "open":
            return lambda frame: machine.open(node.file, "".join(map(text_of, many(frame))))
        if node.name == "printf":
            return lambda frame: machine.write(node.file, formatted(many(frame)))
        return lambda frame: formatted(many(frame))

    def text_function(self: Expressions, node: syntax.Function) -> Scalar:  # type: ignore[misc]
        """Compile substr and index."""
        values = [self.scalar(item) for item in self.arguments(node, 2, 3)]
        if node.name == "index":
            return lambda frame: found_at(*[value(frame) for value in values])
        if len(values) == 2:
            text, start = values

            def tail(frame: Frame) -> Any:
                whole, place = text_of(text(frame)), int(number_of(start(frame)))
                return whole[place:] if abs(place) <= len(whole) else None

            return tail
        return lambda frame: part_of(*[value(frame) for value in values])

    def entry_function(self: Expressions, node: syntax.Function) -> Scalar:  # type: ignore[misc]
        """Compile exists and delete."""
        target = node.arguments
        if isinstance(target, syntax.Entry):
            hash_, key = self.container(target.hash, "%"), self.scalar(target.key)
            if node.name == "exists":
                return lambda frame: 1 if text_of(key(frame)) in hash_(frame) else ""
            return lambda frame: hash_(frame).pop(text_of(key(frame)), None)
        if isinstance(target, syntax.Element) and node.name == "exists":
            array, index = self.container(target.array, "@"), self.scalar(target.index)
            return lambda frame: 1 if -len(a := array(frame)) <= int(number_of(index(frame))) < len(a) else ""
        self.scopes.wrong(node, f"{node.name} asks for an entry of a hash", "$hash{key}")
        return lambda frame: None

    def taking(self: Expressions, node: syntax.Function) -> Scalar:  # type: ignore[misc]
        """Compile shift and pop; without an array they take from @_."""
        array = self.container(node.arguments or syntax.Variable("@", "_", place=node.place), "@")
        place = 0 if node.name == "shift" else -1

        def take(frame: Frame) -> Any:
            items = array(frame)
            return items.pop(place) if items else None

        return take

    def chomp(self: Expressions, node: syntax.Function) -> Scalar:  # type: ignore[misc]
        """Compile chomp of a variable."""
        target = node.arguments or syntax.Variable("$", "_", place=node.place)
        read, store = self.scalar(target), self.store(target)

        def perform(frame: Frame) -> int:
            text = text_of(read(frame))
            store(frame, text.removesuffix("\n"))
            return int(text.endswith("\n"))

        return perform

    def list_function(self: Expressions, node: syntax.Function) -> Many:  # type: ignore[misc]
        """Compile a function that gives a list."""
        given = node.arguments
        if node.name == "split":
            return self.split(node)
        if node.name == "return":
            values = self.many(given) if given else lambda frame: []
            return lambda frame: throw(Returned(list(values(frame))))
        if node.name == "reverse":
            many = self.many(given) if given else lambda frame: []
            return lambda frame: list(many(frame))[::-1]
        hash_ = self.container(given or syntax.Variable("%", "_", place=node.place), "%")
        if node.name == "keys":
            return lambda frame: list(hash_(frame))
        return lambda frame: list(hash_(frame).values())

    def split(self: Expressions, node: syntax.Function) -> Many:  # type: ignore[misc]
        """Compile split: by a pattern, ' ' for runs of white space; trailing empty fields are dropped."""
        separator, *rest = self.arguments(node, 1, 3)
        text = self.scalar(rest[0]) if rest else self.variable(node, "_")
        limit = self.scalar(rest[1]) if len(rest) > 1 else None
        if isinstance(separator, syntax.String) and separator.value == " ":
            pattern = self.compiled(syntax.Pattern(r"\s+", "", place=separator.place))
            lead = True
        else:
            node_ = separator if isinstance(separator, syntax.Pattern) else None
            if node_ is None:
                literal = separator.value if isinstance(separator, syntax.String) else ""
                node_ = syntax.Pattern(literal, "", place=separator.place)
            pattern, lead = self.compiled(node_), False

        def perform(frame: Frame) -> list[Any]:
            whole = text_of(text(frame))
            count = int(number_of(limit(frame))) if limit else 0
            return fields(pattern(frame), whole.lstrip() if lead else whole, count)

        return perform


def fields(pattern: re.Pattern[str], text: str, limit: int) -> list[Any]:
    """Split a text; an empty pattern splits between all signs."""
    if text == "":
        return []
    if pattern.pattern == "" and limit == 0:
        return list(text)
    found: list[Any] = []
    start = 0
    for match in pattern.finditer(text):
        if limit > 0 and len(found) >= limit - 1:
            break
        if match.end() == 0 or (match.end() == match.start() and match.start() >= len(text)):
            continue
        found.append(text[start : match.start()])
        found += match.groups()
        start = match.end()
    found.append(text[start:])
    if limit == 0:
        while found and found[-1] in ("", None):
            found.pop()
    return found


def throw(error: Exception) -> Any:
    """Raise from inside an expression."""
    raise error


def join(values: list[Any]) -> str:
    """Join texts with the first of them between the others."""
    return text_of(values[0]).join(map(text_of, values[1:])) if values else ""


def root(value: int | float) -> float:
    """Return a square root."""
    if value < 0:
        raise Fault(f"Can't take sqrt of {text_of(value)}")
    return math.sqrt(value)


def part_of(text: Any, start: Any, length: Any) -> Any:
    """Return a part of a text; a negative length leaves so many signs off its end."""
    whole, place, count = text_of(text), int(number_of(start)), int(number_of(length))
    if abs(place) > len(whole):
        return None
    begin = place if place >= 0 else len(whole) + place
    return whole[begin : len(whole) + count] if count < 0 else whole[begin : begin + count]


def found_at(text: Any, part: Any, start: Any = 0) -> int:
    """Return where a text contains another, or -1."""
    return text_of(text).find(text_of(part), max(0, int(number_of(start))))


def formatted(values: list[Any]) -> str:
    """Return what sprintf makes of a format and its values."""
    if not values:
        return ""
    waiting = list(values[1:])

    def one(match: re.Match[str]) -> str:
        if match.group() == "%%":
            return "%"
        value = waiting.pop(0) if waiting else None
        kind, lead = match["kind"], f"%{match['flags']}{match['width']}"
        digits = f".{match['digits']}" if match["digits"] else ""
        if kind == "s":
            return f"{lead}{digits}s" % text_of(value)
        if kind == "c":
            return f"{lead}s" % chr(int(number_of(value)))
        if kind in "diuxXo":
            return f"{lead}{digits}{'d' if kind in 'diu' else kind}" % int(number_of(value))
        if kind in "feEgG":
            return f"{lead}{digits}{kind}" % float(number_of(value))
        return match.group()

    return CONVERSION.sub(one, text_of(values[0]))
