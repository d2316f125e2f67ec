"""Perl's built-in functions into closures."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from interpreters.languages.perl_subset import syntax, words
from interpreters.languages.perl_subset.compilation import fetched
from interpreters.languages.perl_subset.formats import formatted
from interpreters.languages.perl_subset.lists import Lists
from interpreters.languages.perl_subset.machine import Fault, Frame, Halted, Many, Missing, Returned, Scalar
from interpreters.languages.perl_subset.quoted import quoted
from interpreters.languages.perl_subset.shapes import items_of
from interpreters.languages.perl_subset.texts import character, fields, found_at, last_found_at, part_of
from interpreters.languages.perl_subset.values import Ref, fitted, identified, last_of, number_of, text_of, whole_of

BLANKS = " \t\n\r\f\v"
MANY = 10**6
PLAIN: dict[str, Callable[[Any], Any]] = {
    "length": lambda v: None if v is None else len(text_of(v)), "lc": lambda v: text_of(v).lower(),
    "uc": lambda v: text_of(v).upper(), "ucfirst": lambda v: text_of(v)[:1].upper() + text_of(v)[1:],
    "lcfirst": lambda v: text_of(v)[:1].lower() + text_of(v)[1:], "int": lambda v: truncated(number_of(v)),
    "abs": lambda v: fitted(abs(number_of(v))), "ord": lambda v: ord(text_of(v)[0]) if text_of(v) else 0,
    "chr": lambda v: character(whole_of(v)), "ref": lambda v: v.kind if isinstance(v, Ref) else "",
    "quotemeta": lambda v: quoted(text_of(v)), "sqrt": lambda v: root(number_of(v)),
}  # fmt: skip


class Functions(Lists):
    """The compilation of built-in functions."""

    def function(self, node: syntax.Function) -> Scalar:
        """Compile a function in scalar context."""
        return SCALAR_FUNCTIONS.get(node.name, Functions.plain)(self, node)

    def list_function(self, node: syntax.Function) -> Many:
        """Compile a function in list context."""
        return FUNCTIONS_OF_LISTS[node.name](self, node)

    def returned(self, node: syntax.Function) -> Scalar:
        """Compile return in the middle of an expression."""
        values = self.given_back(node)
        return lambda frame: throw(Returned(values(frame)))

    def reversed(self, node: syntax.Function) -> Scalar:
        """Compile reverse in scalar context: the characters of all its arguments as one string, or of $_."""
        many, topic, machine = self.items(node.arguments), self.variable(node, "_"), self.machine
        return lambda frame: machine.kept("".join(map(text_of, many(frame) or [topic(frame)]))[::-1])

    def reversed_list(self, node: syntax.Function) -> Many:
        """Compile reverse in list context."""
        many = self.items(node.arguments)
        return lambda frame: list(many(frame))[::-1]

    def keys(self, node: syntax.Function) -> Many:
        """Compile keys and values in list context."""
        hash_, part = self.hash_argument(node), dict.keys if node.name == "keys" else dict.values
        return lambda frame: list(part(hash_(frame)))

    # arguments

    def argument(self, node: syntax.Function) -> syntax.Expression:
        """Return the argument of a function of one; without one it is $_."""
        if node.name == "scalar" and node.arguments is None:
            self.arguments(node, 1, 1)
        elif node.name in words.UNARY and node.name != "scalar":
            self.arguments(node, 0, 1)
        return node.arguments if node.arguments is not None else syntax.Variable("$", "_", place=node.place)

    def arguments(self, node: syntax.Function, least: int, most: int) -> list[syntax.Expression]:
        """Return the arguments of a function that has so many."""
        found = list(items_of(node.arguments))
        if not least <= len(found) <= most:
            wanted = (
                f"{least} to {most}" if 0 < least < most < MANY else f"at least {least}" if least else f"at most {most}"
            )
            count = f"{len(found)} argument{'' if len(found) == 1 else 's'}"
            self.scopes.wrong(node, f"{node.name} has {count} here", wanted)
            found = (found + [syntax.String("", place=node.place)] * least)[:least]
        return found

    def hash_argument(self, node: syntax.Function) -> Callable[[Frame], Any]:
        """Compile the hash that keys and values ask for; those of arrays came to Perl in 2010."""
        target = self.argument(node)
        if getattr(target, "sigil", "") == "@":
            self.scopes.wrong(node, f"{node.name} of an array is not supported", "a hash")
            return lambda frame: {}
        return self.container(target, "%")

    def plain(self, node: syntax.Function) -> Scalar:
        """Compile a function of one value."""
        value, function, machine = self.scalar(self.argument(node)), PLAIN[node.name], self.machine

        def perform(frame: Frame) -> Any:
            try:
                found = function(value(frame))
            except Fault as fault:
                fault.place = fault.place or node.place
                raise
            return machine.kept(found) if found.__class__ is str else found

        return perform

    # files and endings

    def file_function(self, node: syntax.Function) -> Scalar:
        """Compile print, printf, open and close."""
        machine, file, given = self.machine, node.file, node.arguments
        if node.name == "close":
            if not isinstance(given, syntax.Call) or given.arguments is not None:
                self.scopes.wrong(node, "closing this is not supported", "the name of an open file, in capitals")
                return lambda frame: None
            file = given.name
        if node.name == "open":
            if not file or given is None:
                message = "open without a name in capitals for the file is not supported"
                self.scopes.wrong(node, message, 'open OUT, ">name"')
            self.opened_files.add(file)
        elif file:
            self.printed.setdefault(file, node)
        if node.name == "close":
            return lambda frame: machine.close(file)
        many = self.many(self.argument(node))
        if node.name == "print":
            return lambda frame: machine.write(file, "".join(map(text_of, many(frame))))
        if node.name == "printf":
            return lambda frame: machine.write(file, formatted(many(frame), machine.memory))
        return lambda frame: machine.open(file, "".join(map(text_of, many(frame))))

    def ending(self, node: syntax.Function) -> Scalar:
        """Compile die, warn (whose message nobody reads) and exit."""
        machine = self.machine
        if node.name == "exit":
            code = self.scalar(node.arguments) if node.arguments else lambda frame: 0

            def leave(frame: Frame) -> Any:
                number = whole_of(code(frame))
                machine.stopped = f"exit {number}" if number else None
                raise Halted

            return leave
        many = self.items(node.arguments)
        if node.name == "warn":
            return lambda frame: (many(frame), 1)[1]
        return lambda frame: throw(Fault("".join(map(text_of, many(frame))).removesuffix("\n") or "Died", node.place))

    # texts

    def made_text(self, node: syntax.Function) -> Scalar:
        """Compile join and sprintf."""
        machine = self.machine
        if node.name == "sprintf":
            many = self.items(node.arguments)
            return lambda frame: machine.kept(formatted(many(frame), machine.memory))
        first, *rest = self.arguments(node, 1, MANY)
        separator, items = self.scalar(first), self.many(syntax.ListOf(tuple(rest), place=node.place))

        def join(frame: Frame) -> str:
            between, texts = text_of(separator(frame)), list(map(text_of, items(frame)))
            machine.charge(len(between) * len(texts))
            return machine.kept(between.join(texts))

        return join

    def substr(self, node: syntax.Function) -> Scalar:
        """Compile substr; with a fourth argument it changes its text."""
        given = self.arguments(node, 2, 4)
        start = self.scalar(given[1])
        length = self.scalar(given[2]) if len(given) > 2 else None

        def part(frame: Frame, text: str) -> tuple[int, int] | None:
            return part_of(text, whole_of(start(frame)), None if length is None else whole_of(length(frame)))

        if len(given) < 4:
            value = self.scalar(given[0])

            def read(frame: Frame) -> Any:
                text = text_of(value(frame))
                found = part(frame, text)
                return text[found[0] : found[1]] if found else None

            return read
        locate, new = self.locate(given[0]), self.scalar(given[3])

        def change(frame: Frame) -> str:
            locator = locate(frame)
            text = text_of(fetched(locator))
            found, instead = part(frame, text), text_of(new(frame))
            if found is None:
                raise Fault(f"substr outside of string: {identified(text)}", node.place)
            begin, end = found
            self.put(locator, self.machine.kept(text[:begin] + instead + text[end:]), node.place)
            return text[begin:end]

        return change

    def finding(self, node: syntax.Function) -> Scalar:
        """Compile index and rindex."""
        text, part, *rest = [self.scalar(item) for item in self.arguments(node, 2, 3)]
        start = rest[0] if rest else None
        if node.name == "index":
            return lambda frame: found_at(
                text_of(text(frame)), text_of(part(frame)), whole_of(start(frame)) if start else 0
            )
        return lambda frame: last_found_at(
            text_of(text(frame)), text_of(part(frame)), whole_of(start(frame)) if start else None
        )

    def chomp(self, node: syntax.Function) -> Scalar:
        """Compile chomp of a variable."""
        target = self.argument(node)
        locate = self.locate(target)

        def perform(frame: Frame) -> int:
            locator = locate(frame)
            text = text_of(fetched(locator))
            if text.endswith("\n"):
                self.put(locator, text[:-1], node.place)
            return int(text.endswith("\n"))

        return perform

    def split(self, node: syntax.Function) -> Many:
        """Compile split: by a pattern; ' ' stands for runs of white space, those at the beginning left out."""
        separator, *rest = self.arguments(node, 0, 3) or [syntax.String(" ", place=node.place)]
        text = self.scalar(rest[0]) if rest else self.variable(node, "_")
        limit = self.scalar(rest[1]) if len(rest) > 1 else None
        if isinstance(separator, syntax.Pattern):
            flags = separator.flags + ("m" if separator.text == syntax.String("^") else "")
            pattern = self.compiled(syntax.Pattern(separator.text, flags, place=separator.place), empty=True)
            by = None
        else:
            by = self.scalar(separator)
            pattern = self.changing(separator_text(by), separator, empty=True)
        machine = self.machine

        def perform(frame: Frame) -> list[Any]:
            whole = text_of(text(frame))
            if by is not None and by(frame) == " ":
                whole = whole.lstrip(BLANKS)
            return machine.kept_list(fields(pattern(frame), whole, whole_of(limit(frame)) if limit else 0, machine))

        return perform

    # arrays

    def adding(self, node: syntax.Function) -> Scalar:
        """Compile push and unshift."""
        array_node, *rest = self.arguments(node, 1, MANY)
        array, values = self.container(array_node, "@"), self.many(syntax.ListOf(tuple(rest), place=node.place))
        at_end, machine = node.name == "push", self.machine

        def add(frame: Frame) -> int:
            items, new = array(frame), machine.kept_list(list(values(frame)))
            if at_end:
                items += new
            else:
                items[:0] = new
            return len(items)

        return add

    def taking(self, node: syntax.Function) -> Scalar:
        """Compile shift and pop; without an array they take from @_."""
        array = self.container(node.arguments or syntax.Variable("@", "_", place=node.place), "@")
        place = 0 if node.name == "shift" else -1

        def take(frame: Frame) -> Any:
            items = array(frame)
            return items.pop(place) if items else None

        return take

    def splice(self, node: syntax.Function) -> Many:
        """Compile splice: take elements out, put others in."""
        array_node, *rest = self.arguments(node, 1, MANY)
        array = self.container(array_node, "@")
        start = self.scalar(rest[0]) if rest else None
        length = self.scalar(rest[1]) if len(rest) > 1 else None
        values = self.many(syntax.ListOf(tuple(rest[2:]), place=node.place))

        def perform(frame: Frame) -> list[Any]:
            items = array(frame)
            begin = whole_of(start(frame)) if start else 0
            count = whole_of(length(frame)) if length else None
            new = self.machine.kept_list(list(values(frame)))
            size = len(items)
            if begin < -size:
                raise Fault(f"Modification of non-creatable array value attempted, subscript {begin}", node.place)
            begin = min(begin if begin >= 0 else begin + size, size)
            end = size if count is None else begin + count if count >= 0 else size + count
            end = max(begin, min(end, size))
            taken: list[Any] = items[begin:end]
            items[begin:end] = new
            return taken

        return perform

    # what is there and what is not

    def entry_function(self, node: syntax.Function) -> Scalar:
        """Compile exists and delete."""
        target = node.arguments
        if isinstance(target, syntax.Entry):
            hash_, key = self.container(target.hash, "%"), self.key(target.key)
            if node.name == "exists":
                return lambda frame: 1 if key(frame) in hash_(frame) else ""
            return lambda frame: hash_(frame).pop(key(frame), None)
        if isinstance(target, syntax.Element) and node.name == "exists":
            return self.element_exists(target)
        many = self.deleted_slice(node) if node.name == "delete" else None
        if many is not None:
            return applied(last_of, many)
        if isinstance(target, syntax.Element):
            self.scopes.wrong(node, "delete of an element of an array is not supported", "splice")
        else:
            self.scopes.wrong(node, f"{node.name} needs an element of a hash", "$hash{key}")
        return lambda frame: None

    def element_exists(self, target: syntax.Element) -> Scalar:
        """Compile exists of an element: nothing here tells undef from what was never assigned, as Perl does."""
        array, index = self.container(target.array, "@"), self.scalar(target.index)

        def exists(frame: Frame) -> Any:
            items, place = array(frame), whole_of(index(frame))
            if not -len(items) <= place < len(items):
                return ""
            if items[place] is None:
                message = f"whether the element {place}, which is undef, was ever assigned is not known in this subset"
                raise Missing(message, target.place)
            return 1

        return exists

    def deleted_slice(self, node: syntax.Function) -> Many | None:
        """Compile the deletion of a slice of a hash, if this is one."""
        target = node.arguments
        if not (isinstance(target, syntax.Slice) and getattr(target.of, "sigil", "") == "%"):
            return None
        hash_, keys = self.container(target.of, "%"), self.many(target.keys)
        return lambda frame: [hash_(frame).pop(text_of(key), None) for key in keys(frame)]

    def defined(self, node: syntax.Function) -> Scalar:
        """Compile defined."""
        target = self.argument(node)
        if getattr(target, "sigil", "$") != "$":
            self.scopes.wrong(
                node, "defined needs a single value; an array or hash is true if it is not empty", "$name"
            )
        value = self.scalar(target)
        return lambda frame: 1 if value(frame) is not None else ""

    def undef(self, node: syntax.Function) -> Scalar:
        """Compile undef: the value, or the emptying of a variable."""
        target = node.arguments
        if target is None:
            return lambda frame: None
        sigil = getattr(target, "sigil", "$")
        if sigil in ("@", "%"):
            container = self.container(target, sigil)
            return lambda frame: container(frame).clear()
        locate = self.locate(target)
        return lambda frame: self.put(locate(frame), None, node.place)


def separator_text(by: Scalar) -> Scalar:
    """Return what gives the text of split's pattern: a single blank stands for runs of white space."""
    return lambda frame: r"\s+" if (found := text_of(by(frame))) == " " else found


def applied(function: Callable[[Any], Any], value: Scalar) -> Scalar:
    """Return what calls a function of a value."""
    return lambda frame: function(value(frame))


def alone(value: Any) -> list[Any]:
    """Return the list of one value."""
    return [value]


def throw(error: Exception) -> Any:
    """Raise from inside an expression."""
    raise error


def truncated(number: int | float) -> int | float:
    """Cut a number towards zero."""
    return fitted(int(number)) if math.isfinite(number) else number


def root(number: int | float) -> float:
    """Return a square root."""
    if number < 0:
        raise Fault(f"Can't take sqrt of {text_of(number)}")
    return math.sqrt(number)


SCALAR_FUNCTIONS: dict[str, Callable[[Functions, syntax.Function], Scalar]] = {
    **dict.fromkeys(("print", "printf", "open", "close"), Functions.file_function),
    **dict.fromkeys(("die", "warn", "exit"), Functions.ending),
    **dict.fromkeys(("join", "sprintf"), Functions.made_text), **dict.fromkeys(("push", "unshift"), Functions.adding),
    **dict.fromkeys(("shift", "pop"), Functions.taking), **dict.fromkeys(("index", "rindex"), Functions.finding),
    **dict.fromkeys(("exists", "delete"), Functions.entry_function),
    **dict.fromkeys(("keys", "values"), lambda c, node: applied(len, c.hash_argument(node))),
    "chomp": Functions.chomp, "defined": Functions.defined, "return": Functions.returned, "reverse": Functions.reversed,
    "scalar": lambda c, node: c.scalar(c.argument(node)), "splice": lambda c, node: applied(last_of, c.splice(node)),
    "split": lambda c, node: applied(len, c.split(node)), "substr": Functions.substr,
    "time": lambda c, _: lambda _: c.machine.time(), "undef": Functions.undef,
}  # fmt: skip
"""The functions that are more than a function of one value, in scalar context."""
FUNCTIONS_OF_LISTS: dict[str, Callable[[Functions, syntax.Function], Many]] = {
    "delete": lambda c, node: c.deleted_slice(node) or applied(alone, c.entry_function(node)),
    "keys": Functions.keys, "return": lambda c, node: applied(alone, c.scalar(node)),
    "reverse": Functions.reversed_list, "splice": Functions.splice, "split": Functions.split, "values": Functions.keys,
}  # fmt: skip
"""The functions that give a list in list context."""
