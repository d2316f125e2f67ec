"""Turn the parse tree of one statement into its construct: one method for each rule of the grammar.

Reader(source).transform(tree)          # Assignment((Name("I"),), Integer(1))
"""

from __future__ import annotations

from typing import Any

from interpreters.languages.cdc_fortran import syntax
from interpreters.source.diagnostics import Diagnostic
from interpreters.source.lark_parser import Token, Transformer, v_args
from interpreters.source.position import Place, SourceText

NAME_LENGTH = 7


def nodes(children: list[Any]) -> tuple[Any, ...]:
    """Return the children that are no tokens and not missing."""
    return tuple(child for child in children if child is not None and not isinstance(child, Token))


def tokens(children: list[Any], kind: str) -> list[Token]:
    """Return the tokens of a kind among the children."""
    return [child for child in children if isinstance(child, Token) and child.type == kind]


def labels(children: list[Any]) -> tuple[int, ...]:
    """Return the labels among the children."""
    return tuple(int(token) for token in tokens(children, "INTEGER"))


class Reader(Transformer[Token, Any]):
    """Makes constructs; a method is named after its rule."""

    def __init__(self, source: SourceText) -> None:
        super().__init__()
        self.source = source
        self.diagnostics: list[Diagnostic] = []

    def place(self, token: Token, last: Token | None = None) -> Place:
        """Return the place of a token, or from one to another."""
        return self.source.place(token.start_pos or 0, (last or token).end_pos or 0)

    def complain(self, place: Place, message: str, expected: str) -> None:
        """Add a diagnostic."""
        self.diagnostics.append(Diagnostic(place, message, expected))

    def named(self, token: Token) -> syntax.Name:
        """Return a name; complain if it is too long."""
        if len(token) > NAME_LENGTH:
            self.complain(
                self.place(token), f"the name {token} is too long", f"at most {NAME_LENGTH} characters"
            )  # fmt: skip
        return syntax.Name(str(token), at=self.place(token))

    @v_args(inline=True)
    def start(self, statement: Any) -> Any:
        """Return the statement."""
        return statement

    # --- 5, 6 ----------------------------------------------------------------------------------------------------

    @v_args(inline=True)
    def integer(self, token: Token) -> syntax.Integer:
        """Make a whole number."""
        return syntax.Integer(int(token), at=self.place(token))

    @v_args(inline=True)
    def real(self, token: Token) -> syntax.Real:
        """Make a real constant."""
        return syntax.Real(str(token), at=self.place(token))

    @v_args(inline=True)
    def double(self, token: Token) -> syntax.Double:
        """Make a double precision constant."""
        return syntax.Double(str(token), at=self.place(token))

    @v_args(inline=True)
    def logical(self, token: Token) -> syntax.Logical:
        """Make a logical constant."""
        return syntax.Logical(token == ".TRUE.", at=self.place(token))

    @v_args(inline=True)
    def hollerith(self, token: Token) -> syntax.Hollerith:
        """Make a Hollerith constant."""
        return syntax.Hollerith(str(token), at=self.place(token))

    @v_args(inline=True)
    def name(self, token: Token) -> syntax.Name:
        """Make a name."""
        return self.named(token)

    @v_args(inline=True)
    def reference(
        self, name: Token, _left: Token | None, arguments: tuple[Any, ...] | None, right: Token | None
    ) -> syntax.Target:
        """Make a name, or a name with arguments or subscripts."""
        plain = self.named(name)
        if arguments is None:
            return plain
        return syntax.Reference(plain.name, arguments, at=self.place(name, right))

    def expressions(self, children: list[Any]) -> tuple[Any, ...]:
        """Collect arguments or subscripts."""
        return nodes(children)

    @v_args(inline=True)
    def unary(self, operator: Token, operand: Any) -> syntax.Unary:
        """Make a sign or .NOT. with its operand."""
        return syntax.Unary(str(operator), operand, at=self.place(operator))

    @v_args(inline=True)
    def binary(self, left: Any, operator: Token, right: Any) -> syntax.Binary:
        """Make an operator with its operands."""
        return syntax.Binary(str(operator), left, right, at=self.place(operator))

    @v_args(inline=True)
    def bracketed(self, left: Token, inner: Any, _right: Token) -> syntax.Bracketed:
        """Make an expression in brackets."""
        return syntax.Bracketed(inner, at=self.place(left))

    @v_args(inline=True)
    def complex_(self, left: Token, real: Any, _comma: Token, imaginary: Any, right: Token) -> syntax.Complex:
        """Make a complex constant; complain of parts that are no real constants."""
        for part in (real, imaginary):
            inner = part.operand if isinstance(part, syntax.Unary) else part
            if not isinstance(inner, syntax.Real):
                self.complain(part.at, "this is no part of a complex constant", "a real constant")
        return syntax.Complex(real, imaginary, at=self.place(left, right))

    # --- 7.1 -----------------------------------------------------------------------------------------------------

    def assignment(self, children: list[Any]) -> syntax.Assignment:
        """Make an assignment to one target or several."""
        *targets, value = nodes(children)
        return syntax.Assignment(tuple(targets), value, at=self.place(children[0]))

    @v_args(inline=True)
    def assign(self, _word: Token, label: Token, name: Token) -> syntax.Assign:
        """Make an ASSIGN."""
        return syntax.Assign(int(label), self.named(name), at=self.place(label))

    @v_args(inline=True)
    def goto(self, _word: Token, label: Token) -> syntax.GoTo:
        """Make an unconditional GO TO."""
        return syntax.GoTo(int(label), at=self.place(label))

    @v_args(inline=True)
    def assigned_goto(
        self, _word: Token, name: Token, _comma: Token | None, choice: tuple[int, ...]
    ) -> syntax.AssignedGoTo:
        """Make an assigned GO TO."""
        return syntax.AssignedGoTo(self.named(name), choice, at=self.place(name))

    @v_args(inline=True)
    def computed_goto(
        self, word: Token, choice: tuple[int, ...], _comma: Token | None, name: Token
    ) -> syntax.ComputedGoTo:
        """Make a computed GO TO."""
        return syntax.ComputedGoTo(choice, self.named(name), at=self.place(word))

    def labels_in_brackets(self, children: list[Any]) -> tuple[int, ...]:
        """Collect labels."""
        return labels(children)

    def arithmetic_if(self, children: list[Any]) -> syntax.ArithmeticIf:
        """Make an IF with three labels or two."""
        return syntax.ArithmeticIf(nodes(children)[0], labels(children), at=self.place(children[0]))

    def logical_if(self, children: list[Any]) -> syntax.LogicalIf:
        """Make a logical IF; complain of statements that cannot depend on one."""
        condition, statement = nodes(children)
        if isinstance(statement, syntax.Do | syntax.LogicalIf) or not isinstance(statement, syntax.Executable):
            self.complain(statement.at, "this statement cannot stand behind a logical IF", "GO TO, =, CALL …")
        return syntax.LogicalIf(condition, statement, at=self.place(children[0]))

    @v_args(inline=True)
    def call(
        self, _word: Token, name: Token, _left: Token | None, arguments: tuple[Any, ...] | None, _right: Token | None
    ) -> syntax.Call:
        """Make a CALL."""
        return syntax.Call(self.named(name).name, arguments or (), at=self.place(name))

    @v_args(inline=True)
    def return_(self, word: Token) -> syntax.Return:
        """Make a RETURN."""
        return syntax.Return(at=self.place(word))

    @v_args(inline=True)
    def continue_(self, word: Token) -> syntax.Continue:
        """Make a CONTINUE."""
        return syntax.Continue(at=self.place(word))

    @v_args(inline=True)
    def stop(self, word: Token, digits: Token | None) -> syntax.Stop:
        """Make a STOP."""
        return syntax.Stop(str(digits or ""), at=self.place(word))

    @v_args(inline=True)
    def pause(self, word: Token, digits: Token | None) -> syntax.Pause:
        """Make a PAUSE."""
        return syntax.Pause(str(digits or ""), at=self.place(word))

    @v_args(inline=True)
    def do(self, word: Token, label: Token, name: Token, _equals: Token, run: tuple[Any, Any, Any]) -> syntax.Do:
        """Make a DO."""
        return syntax.Do(int(label), self.named(name), *run, at=self.place(word, label))

    def do_parameters(self, children: list[Any]) -> tuple[Any, Any, Any]:
        """Collect first, last and step."""
        first, last, *step = nodes(children)
        return first, last, step[0] if step else None

    def read(self, children: list[Any]) -> syntax.Transfer:
        """Make a READ."""
        return self.transfer("READ", children)

    def write(self, children: list[Any]) -> syntax.Transfer:
        """Make a WRITE."""
        return self.transfer("WRITE", children)

    def print(self, children: list[Any]) -> syntax.Transfer:
        """Make a PRINT or PUNCH."""
        return self.transfer(str(children[0]), children)

    def transfer(self, verb: Any, children: list[Any]) -> syntax.Transfer:
        """Make a transfer: where to, by which format, and the list."""
        unit, layout, items = None, None, ()
        for child in nodes(children):
            if isinstance(child, dict):
                unit, layout = child["unit"], child["format"]
            elif isinstance(child, tuple):
                items = child
            else:
                layout = child
        if isinstance(layout, syntax.Integer):
            layout = layout.value
        return syntax.Transfer(verb, unit, layout, items, at=self.place(children[0]))

    def in_brackets(self, children: list[Any]) -> dict[str, Any]:
        """Collect the unit and the format of READ or WRITE."""
        unit, *layout = nodes(children)
        return {"unit": unit, "format": layout[0] if layout else None}

    @v_args(inline=True)
    def format_name(self, name: Any) -> Any:
        """Return the label or the name."""
        return name

    def items(self, children: list[Any]) -> tuple[Any, ...]:
        """Collect list items; the rule is left-recursive."""
        first, *rest = nodes(children)
        return (*(first if isinstance(first, tuple) else (first,)), *rest)

    @v_args(inline=True)
    def list_in_brackets(self, left: Token, items: tuple[Any, ...], right: Token) -> syntax.ImpliedDo:
        """Make a list in brackets."""
        return syntax.ImpliedDo(items, at=self.place(left, right))

    @v_args(inline=True)
    def implied_do(
        self, left: Token, items: tuple[Any, ...], _comma: Token, name: Token, _equals: Token,
        run: tuple[Any, Any, Any], right: Token,
    ) -> syntax.ImpliedDo:  # fmt: skip
        """Make a list with a DO specification."""
        return syntax.ImpliedDo(items, self.named(name), *run, at=self.place(left, right))

    @v_args(inline=True)
    def auxiliary(self, word: Token, unit: Any) -> syntax.Auxiliary:
        """Make a REWIND, BACKSPACE or ENDFILE."""
        verb: Any = str(word)
        return syntax.Auxiliary(verb, unit, at=self.place(word))

    # --- 7.2 -----------------------------------------------------------------------------------------------------

    @v_args(inline=True)
    def dimension(self, word: Token, declarators: tuple[Any, ...]) -> syntax.Dimension:
        """Make a DIMENSION."""
        return syntax.Dimension(declarators, at=self.place(word))

    def declarators(self, children: list[Any]) -> tuple[Any, ...]:
        """Collect declarators."""
        return nodes(children)

    def declarator(self, children: list[Any]) -> syntax.Declarator:
        """Make a declarator."""
        name = self.named(children[0])
        return syntax.Declarator(name.name, nodes(children), at=name.at)

    def common(self, children: list[Any]) -> syntax.Common:
        """Make a COMMON; declarators before the first name are in the blank block."""
        found = []
        for child in nodes(children):
            found.append(child if isinstance(child[0], str) else ("", child))
        return syntax.Common(tuple(found), at=self.place(children[0]))

    def common_block(self, children: list[Any]) -> tuple[str, tuple[Any, ...]]:
        """Collect the name and the declarators of a block."""
        names = tokens(children, "NAME")
        return (self.named(names[0]).name if names else "", nodes(children)[0])

    def equivalence(self, children: list[Any]) -> syntax.Equivalence:
        """Make an EQUIVALENCE."""
        return syntax.Equivalence(nodes(children), at=self.place(children[0]))

    def equivalence_group(self, children: list[Any]) -> tuple[Any, ...]:
        """Collect the names of a group."""
        return nodes(children)

    @v_args(inline=True)
    def external(self, word: Token, names: tuple[Any, ...]) -> syntax.External:
        """Make an EXTERNAL."""
        return syntax.External(names, at=self.place(word))

    def names(self, children: list[Any]) -> tuple[Any, ...]:
        """Collect names."""
        return tuple(self.named(token) for token in tokens(children, "NAME"))

    @v_args(inline=True)
    def type(self, word: Token, declarators: tuple[Any, ...]) -> syntax.TypeStatement:
        """Make a type statement."""
        return syntax.TypeStatement(str(word), declarators, at=self.place(word))

    def data(self, children: list[Any]) -> syntax.Data:
        """Make a DATA."""
        return syntax.Data(nodes(children), at=self.place(children[0]))

    def data_group(self, children: list[Any]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """Collect variables and values."""
        found = nodes(children)
        return (
            tuple(child for child in found if not isinstance(child, syntax.DataValue)),
            tuple(child for child in found if isinstance(child, syntax.DataValue)),
        )

    def data_value(self, children: list[Any]) -> syntax.DataValue:
        """Make a value with its repeat count."""
        value = nodes(children)[0]
        return syntax.DataValue((labels(children) or (1,))[0], value, at=value.at)

    @v_args(inline=True)
    def signed(self, sign: Token, token: Token) -> syntax.Unary:
        """Make a constant with a sign."""
        made: dict[str, Any] = {
            "INTEGER": lambda: syntax.Integer(int(token), at=self.place(token)),
            "REAL": lambda: syntax.Real(str(token), at=self.place(token)),
            "DOUBLE": lambda: syntax.Double(str(token), at=self.place(token)),
        }
        return syntax.Unary(str(sign), made[token.type](), at=self.place(sign))

    # --- 8, 9.1 --------------------------------------------------------------------------------------------------

    def program(self, children: list[Any]) -> syntax.ProgramHead:
        """Make a PROGRAM head."""
        name = self.named(tokens(children, "NAME")[0])
        return syntax.ProgramHead(name.name, nodes(children), at=name.at)

    @v_args(inline=True)
    def file(self, name: Token, _equals: Token | None, other: Token | None) -> tuple[str, str]:
        """Collect a file and what it stands for."""
        return str(name), str(other or "")

    @v_args(inline=True)
    def function(
        self, kind: Token | None, _word: Token, name: Token, _left: Token, names: tuple[Any, ...], _right: Token
    ) -> syntax.FunctionHead:
        """Make a FUNCTION head."""
        return syntax.FunctionHead(str(kind or ""), self.named(name).name, names, at=self.place(name))

    @v_args(inline=True)
    def subroutine(
        self, _word: Token, name: Token, _left: Token | None, names: tuple[Any, ...] | None, _right: Token | None
    ) -> syntax.SubroutineHead:
        """Make a SUBROUTINE head."""
        return syntax.SubroutineHead(self.named(name).name, names or (), at=self.place(name))

    @v_args(inline=True)
    def block_data(self, word: Token) -> syntax.BlockData:
        """Make a BLOCK DATA head."""
        return syntax.BlockData(at=self.place(word))

    @v_args(inline=True)
    def end(self, word: Token) -> syntax.End:
        """Make an END line."""
        return syntax.End(at=self.place(word))
