r"""Turn a FORTRAN text into its syntax tree: cards, statements, tokens, grammar, program units.

tree = parse(SourceText("x.f", "      PROGRAM X\n      STOP\n      END\n"), options)
tree.units[0].statements[0].construct          # Stop("")
"""

from __future__ import annotations

from typing import Any

from interpreters.language import Options
from interpreters.languages.cdc_fortran import syntax
from interpreters.languages.cdc_fortran.reader import Reader
from interpreters.languages.cdc_fortran.tokens import HELD, Misread, Squeezed, Tokens, squeezed
from interpreters.source.cards import CardStatement, loose, punched
from interpreters.source.diagnostics import Diagnostic, SourceError
from interpreters.source.lark_parser import Grammar
from interpreters.source.position import Place, SourceText

NAMES = {
    "NAME": "a name", "INTEGER": "a whole number", "REAL": "a real constant", "DOUBLE": "a double precision constant",
    "LOGICAL": ".TRUE. or .FALSE.", "HOLLERITH": "a Hollerith constant", "PLUS": "+", "MINUS": "-", "STAR": "*",
    "SLASH": "/", "POWER": "**", "LEFT": "(", "RIGHT": ")", "COMMA": ",", "EQUALS": "=",
    "RELATION": "a relation such as .EQ.", "AND": ".AND.", "OR": ".OR.", "NOT": ".NOT.", "FUNCTION": "FUNCTION",
}  # fmt: skip
GRAMMAR = Grammar("interpreters.languages.cdc_fortran", "grammar.lark", names=NAMES, own_tokens=True)


def parse(source: SourceText, options: Options) -> syntax.Deck:
    """Parse a deck; raise SourceError with every statement that is wrong."""
    cards = loose(source) if options.settings.get("cards") == "loose" else punched(source)
    diagnostics: list[Diagnostic] = []
    statements: list[syntax.Statement] = []
    for card in cards:
        statements += statements_of(source, card, diagnostics)
    if diagnostics:
        raise SourceError(source, diagnostics)
    return syntax.Deck(units_of(source, statements))


def statements_of(source: SourceText, card: CardStatement, diagnostics: list[Diagnostic]) -> list[syntax.Statement]:
    """Parse the statements of one card; only the first has its label."""
    found: list[syntax.Statement] = []
    try:
        for ordinal, line in enumerate(squeezed(card), start=1):
            label = int(card.label or 0) if ordinal == 1 else 0
            tokens = list(Tokens(line).statement())
            if tokens[0].type == "FORMAT":
                construct: Any = format_of(source, card, line)
            else:
                reader = Reader(source)
                construct = reader.transform(GRAMMAR.parse_tokens(Ends(source, line), tokens))
                diagnostics += reader.diagnostics
            place = source.place(line.offsets[0], line.offsets[-1] + 1)
            found.append(
                syntax.Statement(label, construct, card.sequence, ordinal, at=place, label_at=card.label_place)
            )  # fmt: skip
    except Misread as misread:
        diagnostics.append(misread.diagnostic(source))
    except SourceError as error:
        diagnostics += error.diagnostics
    return found


class Ends(SourceText):
    """A source text that ends where a statement does, so that "ends too early" points there."""

    def __init__(self, source: SourceText, line: Squeezed) -> None:
        super().__init__(source.name, source.text[: line.offsets[-1] + 1])


def format_of(source: SourceText, card: CardStatement, line: Squeezed) -> syntax.Format:
    """Put a FORMAT together again: without blanks, but with its Hollerith constants as they are."""
    text, places, held = "", [], iter(line.held)
    for sign, offset in list(zip(line.text, line.offsets, strict=True))[len("FORMAT") :]:
        piece = sign
        if sign == HELD:
            content = next(held)
            piece = f"{len(content)}H{content}"
        text += piece
        places += [source.place(offset, offset + 1)] * len(piece)
    return syntax.Format(text, tuple(places), at=card.place)


def units_of(source: SourceText, statements: list[syntax.Statement]) -> tuple[syntax.Unit, ...]:
    """Divide statements into program units at their END lines."""
    units: list[syntax.Unit] = []
    head: syntax.Head | None = None
    body: list[syntax.Statement] = []
    begun = False
    for statement in statements:
        construct = statement.construct
        if isinstance(construct, syntax.Head):
            if begun:
                raise SourceError(
                    source, [Diagnostic(statement.at, "a program unit begins inside another one", "END before it")]
                )
            head, begun = construct, True
        elif isinstance(construct, syntax.End):
            at = head.at if head else body[0].at if body else statement.at
            units.append(syntax.Unit(head, tuple(body), at=at))
            head, body, begun = None, [], False
        else:
            body.append(statement)
            begun = True
    if begun:
        last = statements[-1].at
        raise SourceError(source, [Diagnostic(last, "the last program unit has no END line", "END")])
    if not units:
        raise SourceError(source, [Diagnostic(Place(1, 1), "there is no statement", "a program")])
    return tuple(units)
