"""Read a program back from the text that `text` prints.

program = read_program(path.read_text())        # raises ValueError, naming the line, for any other text
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from typing import Any, cast

from getallenband.interpreters.ir.fields import OPERANDS, Case, Field
from getallenband.interpreters.ir.ops import OPERATIONS, Label, Operation, Register
from getallenband.interpreters.ir.program import Block, Function, Program, ProgramVariable, Region, SourceStatement
from getallenband.interpreters.ir.text import Places
from getallenband.interpreters.ir.types import UNDEFINED_REAL, Pattern, Type, bits_real
from getallenband.interpreters.source.position import Place

TOKEN = re.compile(r"""\s*(?:("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(<=|>=|/=|[=():<>@])|([^\s=():<>@"']+))""")


def read_program(text: str) -> Program:
    """Read a program; raise ValueError with the line number where the text is wrong."""
    reader = ProgramReader()
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            reader.line(Line(line))
        except (ValueError, KeyError, IndexError, TypeError, SyntaxError, AttributeError, StopIteration) as error:
            raise ValueError(f"line {number}: {error} in {line.strip()!r}") from None
    if reader.program is None:
        raise ValueError("line 1: expected a program")
    return reader.program


class Line:
    """The tokens of a line, taken one after another; strings keep their quotes."""

    def __init__(self, text: str) -> None:
        self.tokens: list[str] = []
        position, text = 0, text.rstrip()
        while position < len(text):
            match = TOKEN.match(text, position)
            if match is None:
                raise ValueError(f"unexpected {text[position:].strip()[:20]!r}")
            self.tokens.append(match.group().strip())
            position = match.end()
        self.index = 0

    def more(self) -> bool:
        return self.index < len(self.tokens)

    def ahead(self, distance: int = 0) -> str:
        """Return a token without taking it; an empty one after the last."""
        return self.tokens[self.index + distance] if self.index + distance < len(self.tokens) else ""

    def take(self) -> str:
        if not self.more():
            raise ValueError("unexpected end of line")
        self.index += 1
        return self.tokens[self.index - 1]

    def word(self) -> str:
        """Take a name or a string."""
        token = self.take()
        return str(ast.literal_eval(token)) if token[0] in "\"'" else token

    def expect(self, token: str) -> None:
        taken = self.take()
        if taken != token:
            raise ValueError(f"expected {token!r}, found {taken!r}")

    def named(self) -> dict[str, str]:
        """Take each `name=value` that follows."""
        values = {}
        while self.more():
            field = self.take()
            self.expect("=")
            values[field] = self.word()
        return values

    def group(self) -> Iterator[None]:
        """Take `( … )`: yield before each member, which the caller takes."""
        self.expect("(")
        while self.ahead() != ")":
            yield
        self.expect(")")

    def place(self) -> Place:
        """Take a place: line:column+length."""
        line = int(self.take())
        self.expect(":")
        column, _, length = self.take().partition("+")
        return Place(line, int(column), int(length or 1))


class ProgramReader:
    def __init__(self) -> None:
        self.program: Program | None = None
        self.function: Function | None = None
        self.block: Block | None = None
        self.places = Places([])

    def line(self, line: Line) -> None:
        keyword = line.ahead()
        if self.block is not None and keyword not in ("block", "function"):
            self.block.operations.append(self.operation(line))
            return
        line.take()
        if self.program is None:
            if keyword != "program":
                raise ValueError("expected a program")
            self.begin(line)
        elif keyword == "function" or self.function is None:
            self.table(keyword, line, self.program)
        else:
            self.head(keyword, line, self.function)
        if line.more():
            raise ValueError(f"unexpected {line.ahead()!r}")

    def begin(self, line: Line) -> None:
        title = line.word()
        line.expect("entry")
        line.expect("=")
        self.program = Program(title, {}, {}, line.word(), places=[])

    def table(self, keyword: str, line: Line, program: Program) -> None:
        """Read an entry of one of the program's tables, or the first line of a function."""
        match keyword:
            case "place":
                program.places.append(line.place())
            case "statement":
                label = line.word()
                program.statement_numbers[label] = len(program.statements)
                program.statements.append(SourceStatement(label, line.place()))
            case "string":
                program.strings.append(line.word())
            case "region":
                title = line.word()
                given = line.named()
                contents = bytes.fromhex(given.get("contents", ""))
                pattern = cast(Pattern, given["pattern"])
                program.regions[title] = Region(int(given["size"]), pattern, contents, "address_taken" in given)
            case "variable":
                title = line.word()
                given = line.named()
                offset, kind = int(given.pop("offset", "0")), Type(given.pop("type"))
                program.variables[title] = ProgramVariable(offset=offset, type=kind, **given)
            case "probe":
                program.probes.append(line.word())
            case "function":
                self.places = Places(program.places)
                self.begin_function(line, program)
            case _:
                raise ValueError(f"unexpected {keyword!r}")

    def begin_function(self, line: Line, program: Program) -> None:
        """Read the first line of a function."""
        name, title = line.word(), line.word()
        given = line.named()
        returns = Type(given["returns"]) if "returns" in given else None
        entry = Label(given.get("entry", ""))
        identity, routine = given.get("identity"), "routine" in given
        self.function = Function(name, title, (), returns, {}, [], {}, entry, identity, routine=routine)
        self.block = None
        program.functions[name] = self.function

    def head(self, keyword: str, line: Line, function: Function) -> None:
        """Read a line of a function's head, or the beginning of a block."""
        match keyword:
            case "parameter" | "local":
                name = line.word()
                line.expect(":")
                function.locals[name] = Type(line.take())
                if keyword == "parameter":
                    function.parameters = (*function.parameters, name)
            case "landing":
                number = int(line.take())
                function.landings[number] = Label(line.word())
            case "registers":
                while line.more():
                    kind, _, count = line.take().partition("*")
                    function.registers += [Type(kind)] * int(count)
            case "block":
                label = Label(line.word())
                line.expect(":")
                if label in function.blocks:
                    raise ValueError(f"two blocks are called {label}")
                self.block = function.blocks[label] = Block()
                function.entry = function.entry or label
            case _:
                raise ValueError(f"unexpected {keyword!r}")

    def operation(self, line: Line) -> Operation:
        given: dict[str, Any] = {}
        if line.ahead().startswith("%"):
            given["result"] = register(line.take())
            line.expect("=")
        title = line.take()
        if title not in OPERATIONS:
            raise ValueError(f"there is no operation {title}")
        kind = OPERATIONS[title]
        fields = {field.name: field for field in OPERANDS[kind]}
        first = next(iter(fields), "")
        while line.more():
            if line.ahead() == "@":
                line.take()
                given["at"] = self.place(line)
                break
            name = first
            if line.ahead(1) == "=":
                name = line.take()
                line.expect("=")
            given[name] = value(line, fields[name])
        if line.more():
            raise ValueError(f"unexpected {line.ahead()!r}")
        return kind(**given)

    def place(self, line: Line) -> int:
        name = ""
        while line.more():
            name += line.take()
        return self.places.index(name)


def register(token: str) -> int:
    if not re.fullmatch(r"%\d+", token):
        raise ValueError(f"expected a register, found {token!r}")
    return int(token[1:])


def value(line: Line, field: Field) -> Any:
    if field.optional and line.ahead() == "none":
        line.take()
        return None
    read = READERS.get(field.type, Line.word)
    return tuple([read(line) for _ in line.group()]) if field.many else read(line)


def case(line: Line) -> tuple[int, Label]:
    number = int(line.take())
    line.expect(":")
    return number, Label(line.word())


def real(line: Line) -> float:
    token = line.take()
    if token == "undefined":
        return UNDEFINED_REAL
    if token == "nan":
        line.expect(":")
        return bits_real(int(line.take(), 16))
    return float(token)


READERS: dict[Any, Callable[[Line], Any]] = {
    Register: lambda line: register(line.take()), Type: lambda line: Type(line.take()), Case: case, float: real,
    int: lambda line: int(line.take()), bool: lambda line: {"true": True, "false": False}[line.take()],
}  # fmt: skip
"""How values are read, by the types of their fields; others are words."""
