r"""Turn a FORTRAN text into its syntax tree: cards, statements, tokens, grammar, program units.

tree = parse(SourceText("x.f", "      PROGRAM X\n      STOP\n      END\n"), options)
tree.units[0].statements[0].construct          # Stop("")
"""

from __future__ import annotations

from typing import Any

from interpreters.language import Options
from interpreters.languages.cdc_fortran import syntax
from interpreters.languages.cdc_fortran.lexer import PLACEHOLDER, StatementText, strip_blanks, tokens_of
from interpreters.source.cards import CardStatement, fixed_form, free_form
from interpreters.source.diagnostics import Diagnostics, SourceError
from interpreters.source.lark_parser import Grammar, Token
from interpreters.source.position import Place, SourceText
from interpreters.source.tree import Building, TreeBuilder

NAMES = {
    "NAME": "a name", "INTEGER": "a whole number", "REAL": "a real constant", "DOUBLE": "a double precision constant",
    "LOGICAL": ".TRUE. or .FALSE.", "HOLLERITH": "a Hollerith constant", "PLUS": "+", "MINUS": "-", "STAR": "*",
    "SLASH": "/", "POWER": "**", "_LEFT": "(", "_RIGHT": ")", "_COMMA": ",", "_EQUALS": "=",
    "RELATION": "a relation such as .EQ.", "AND": ".AND.", "OR": ".OR.", "NOT": ".NOT.", "_FUNCTION": "FUNCTION",
}  # fmt: skip
GRAMMAR = Grammar("interpreters.languages.cdc_fortran", "grammar.lark", names=NAMES, own_tokens=True)
LONGEST = 100
"""Digits of the longest integer constant that is read: far more than any machine's."""


def parse(source: SourceText, options: Options) -> syntax.Deck:
    """Parse a deck; raise SourceError with every statement that is wrong."""
    diagnostics = Diagnostics(source)
    form = free_form if options.settings.get("cards") == "loose" else fixed_form
    cards = form(source, diagnostics)
    diagnostics.check()
    statements: list[syntax.Statement] = []
    for card in cards:
        try:
            statements += statements_of(source, card)
        except SourceError as error:
            diagnostics.found += error.diagnostics
    diagnostics.check()
    units = units_of(statements, diagnostics)
    diagnostics.check()
    return syntax.Deck(units)


def statements_of(source: SourceText, card: CardStatement) -> list[syntax.Statement]:
    """Parse the statements of one card; only the first has its label."""
    found: list[syntax.Statement] = []
    for ordinal, line in enumerate(strip_blanks(source, card), start=1):
        label = int(card.label or 0) if ordinal == 1 else 0
        tokens = tokens_of(line)
        if tokens[0].type == "FORMAT":
            construct: Any = format_of(card, line)
        else:
            construct = build(source, GRAMMAR.parse_tokens(source, tokens))
        place = line.place(0, len(line.text))
        found.append(
            syntax.Statement(construct, label, card.sequence, ordinal, place=place, label_place=card.label_place)
        )
    return found


def format_of(card: CardStatement, line: StatementText) -> syntax.Format:
    """Put a FORMAT together again: without blanks, but with its Hollerith constants as they are."""
    text, holleriths = "", iter(line.holleriths)
    offsets: list[int] = []
    for character, offset in list(zip(line.text, line.offsets, strict=True))[len("FORMAT") :]:
        piece = character
        if character == PLACEHOLDER:
            content = next(holleriths)
            piece = f"{len(content)}H{content}"
        text += piece
        offsets += [offset] * len(piece)
    return syntax.Format(text, tuple(offsets), place=card.place)


def units_of(statements: list[syntax.Statement], diagnostics: Diagnostics) -> tuple[syntax.Unit, ...]:
    """Divide statements into program units at their END lines."""
    units: list[syntax.Unit] = []
    head: syntax.Head | None = None
    body: list[syntax.Statement] = []
    for statement in statements:
        construct = statement.construct
        if isinstance(construct, syntax.End):
            first = head or (body[0] if body else statement)
            units.append(syntax.Unit(head, tuple(body), place=first.place))
            head, body = None, []
        elif isinstance(construct, syntax.Head):
            if head or body:
                message = "a program unit begins inside another one"
                diagnostics.error(statement.place, message, "END before it")
            head, body = construct, []
        else:
            body.append(statement)
    if head or body:
        diagnostics.error(statements[-1].place, "the last program unit has no END line", "END")
    elif not units:
        diagnostics.error(Place(1, 1), "there is no statement", "a program")
    return tuple(units)


# --- rules of the grammar that do more than pass their children on -----------------------------------------------

build = TreeBuilder(syntax)


@build.rule
def integer(b: Building, digits: Token) -> syntax.Integer:
    return syntax.Integer(whole_number(b, digits), place=b.place)


@build.rule
def label(b: Building, digits: Token) -> int:
    return whole_number(b, digits)


def whole_number(b: Building, digits: Token) -> int:
    """Return the value of digits, at most LONGEST of them: of very many Python makes no number."""
    if len(digits) > LONGEST:
        Diagnostics(b.source).fail(b.at(digits), f"a constant of {len(digits)} digits", f"at most {LONGEST}")
    return int(digits)


@build.rule
def logical(b: Building, word: Token) -> syntax.Logical:
    return syntax.Logical(word == ".TRUE.", place=b.place)


@build.rule
def binary(b: Building, left: syntax.Expression, operator: Token, right: syntax.Expression) -> syntax.Binary:
    return syntax.Binary(str(operator), left, right, place=b.at(operator))


@build.rule
def complex_(b: Building, *parts: syntax.Expression) -> syntax.Complex:
    """Refuse parts that are not real constants: to the grammar they are expressions, as parentheses hold."""
    diagnostics = Diagnostics(b.source)
    for part in parts:
        inner = part.operand if isinstance(part, syntax.Unary) else part
        if not isinstance(inner, syntax.Real):
            diagnostics.error(part.place, "this is not a part of a complex constant", "a real constant")
    diagnostics.check()
    real, imaginary = parts
    return syntax.Complex(real, imaginary, place=b.place)


@build.rule
def assignment(b: Building, *children: syntax.Expression) -> syntax.Assignment:
    *targets, value = children
    return syntax.Assignment(tuple(targets), value, place=b.place)  # type: ignore[arg-type]


@build.rule
def labels(b: Building, *numbers: int) -> tuple[int, ...]:
    return numbers


@build.rule
def logical_if(b: Building, condition: syntax.Expression, statement: syntax.Construct) -> syntax.LogicalIf:
    """Refuse statements that cannot depend on a condition."""
    if isinstance(statement, syntax.Do | syntax.LogicalIf) or not isinstance(statement, syntax.Executable):
        message = "this statement cannot be part of a logical IF"
        Diagnostics(b.source).fail(statement.place, message, "GO TO, =, CALL …")
    return syntax.LogicalIf(condition, statement, place=b.place)


@build.rule
def system_transfer(b: Building, verb: Token, layout: Any, items: tuple[syntax.Item, ...] = ()) -> syntax.Transfer:
    """Make a READ, PRINT or PUNCH without a unit."""
    return syntax.Transfer(str(verb), None, layout, items, place=b.place)  # type: ignore[arg-type]


@build.rule
def items(b: Building, *given: Any) -> tuple[syntax.Item, ...]:
    """Put a list together: what the rule, which is left-recursive, has so far, and lists in parentheses."""
    return tuple(one for part in given for one in (part if isinstance(part, tuple) else (part,)))


@build.rule
def blank_block(b: Building, *declarators: syntax.Declarator) -> syntax.CommonBlock:
    """Make a block of the names before the first slash of a COMMON."""
    return syntax.CommonBlock("", declarators, place=b.place)


@build.rule
def common_block(b: Building, *children: Any) -> syntax.CommonBlock:
    name = "".join(child for child in children if isinstance(child, Token) and child.type == "NAME")
    return syntax.CommonBlock(name, nodes(children), place=b.place)


def nodes(children: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the children that are no tokens."""
    return tuple(child for child in children if not isinstance(child, Token))


@build.rule
def data_group(b: Building, *children: Any) -> syntax.DataGroup:
    values = tuple(child for child in children if isinstance(child, syntax.DataValue))
    targets = tuple(child for child in nodes(children) if not isinstance(child, syntax.DataValue))
    return syntax.DataGroup(targets, values, place=b.place)


@build.rule
def data_value(b: Building, *children: Any) -> syntax.DataValue:
    repeat = whole_number(b, children[0]) if len(children) > 1 else 1
    return syntax.DataValue(repeat, children[-1], place=children[-1].place)


@build.rule
def function_head(b: Building, kind: Token | None, name: Token, *parameters: syntax.Name) -> syntax.FunctionHead:
    return syntax.FunctionHead(str(kind or ""), str(name), parameters, place=b.at(name))
