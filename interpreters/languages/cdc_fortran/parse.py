r"""Turn a FORTRAN text into its syntax tree: cards, statements, tokens, grammar, program units.

tree = parse(SourceText("x.f", "      PROGRAM X\n      STOP\n      END\n"), options)
tree.units[0].statements[0].construct          # Stop("")
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from getallenband.interpreters.language import Options
from getallenband.interpreters.languages.cdc_fortran import syntax
from getallenband.interpreters.languages.cdc_fortran.characters import PLACEHOLDER, StatementText, strip_blanks
from getallenband.interpreters.languages.cdc_fortran.foreign import COMMERCIAL, explained
from getallenband.interpreters.languages.cdc_fortran.lexer import tokens_of
from getallenband.interpreters.languages.cdc_fortran.programs import decks_of, overlay_head, overlays_called
from getallenband.interpreters.source.card_forms import FORMS, cut, form_of, recognized
from getallenband.interpreters.source.cards import CardStatement, fixed_form, loose_form
from getallenband.interpreters.source.decks import DeckRecord, check_separators, deck_records, described, parts_of
from getallenband.interpreters.source.diagnostics import Diagnostic, Diagnostics, SourceError
from getallenband.interpreters.source.lark_parser import Grammar, Token
from getallenband.interpreters.source.position import Place, SourceText
from getallenband.interpreters.source.tree import Building, TreeBuilder

GRAMMAR = Grammar("getallenband.interpreters.languages.cdc_fortran", "grammar.lark", own_tokens=True)
MOST_PROGRAMS = 1000
"""Programs of a deck: each is compiled by itself, which takes a hundredth of a second at least."""
MOST_VALUES = 100_000
"""Values that a repeated group in DATA may stand for."""
LONGEST = 100
"""Digits of the longest integer constant that is read: far more than any machine's."""


def parse(source: SourceText, options: Options) -> syntax.Deck:
    """Parse a deck; raise SourceError with every statement that is wrong."""
    diagnostics = Diagnostics(source)
    decks: list[syntax.Deck] = []
    parts = parts_of(source, options.settings.get("cards", "auto"))
    check_separators(source, parts, diagnostics)
    diagnostics.check()
    for record in deck_records(parts):
        decks += programs(source, options, record, diagnostics)
        if len(decks) > MOST_PROGRAMS:
            place, most = decks[MOST_PROGRAMS].units[0].place, f"at most {MOST_PROGRAMS:,} programs"
            diagnostics.fail(place, f"this is program {MOST_PROGRAMS + 1:,} of the deck", most)
    diagnostics.check()
    wanted = options.settings.get("program", "all")
    if wanted == "all":
        return replace(decks[0], following=tuple(decks[1:]))
    if not 1 <= int(wanted) <= len(decks):
        diagnostics.fail(Place(1, 1), f"there is no program {wanted} in this deck", f"program=1 to {len(decks)}")
    return decks[int(wanted) - 1]


def programs(
    source: SourceText, options: Options, record: DeckRecord, diagnostics: Diagnostics
) -> Sequence[syntax.Deck]:
    """Parse the cards of a record and divide them into its programs; note what is wrong, and return nothing then."""
    before = len(diagnostics.found)
    form = form_of(source, options.settings.get("cards", "auto"), record.cards)
    read_cards = loose_form if form.loose else fixed_form
    cards = read_cards(source, diagnostics, form, record.cards)
    if len(diagnostics.found) > before:
        return ()
    statements: list[syntax.Statement] = []
    for card in cards:
        if options.settings.get("punches") == "commercial":
            card.text = card.text.translate(COMMERCIAL)
        try:
            statements += statements_of(source, card, edited=form.edited)
        except SourceError as error:
            diagnostics.found += [explained(one, source) for one in error.diagnostics]
    if len(diagnostics.found) > before:
        return ()
    units = units_of(statements, diagnostics)
    return decks_of(source, units, record.data) if len(diagnostics.found) == before else ()


def notes(source: SourceText, options: Options) -> list[Diagnostic]:
    """Return what was recognised that a punched deck does not have, what is cut, and what records were taken for."""
    setting = options.settings.get("cards", "auto")
    parts, traits = parts_of(source, setting), dict[str, int]()
    found: list[Diagnostic] = []
    for record in deck_records(parts):
        form, seen = recognized(source, record.cards)
        if setting == "auto":
            traits = seen | traits
        if FORMS.get(setting, form).width:
            found += cut(source, record.cards)
    if traits:
        found.insert(0, Diagnostic(Place(min(traits.values()), 1), f"read with cards=auto: {', '.join(traits)}"))
    return found + described(parts)


def statements_of(source: SourceText, card: CardStatement, *, edited: bool) -> list[syntax.Statement]:
    """Parse the statements of one card; only the first has its label."""
    found: list[syntax.Statement] = []
    for ordinal, line in enumerate(strip_blanks(source, card, edited=edited), start=1):
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
    """Reassemble a FORMAT: without blanks, but with its Hollerith constants as they are."""
    text, holleriths = "", iter(line.holleriths)
    offsets: list[int] = []
    for character, offset in list(zip(line.text, line.offsets, strict=True))[len("FORMAT") :]:
        piece = character
        if character == PLACEHOLDER:
            _, content = next(holleriths)
            piece = f"{len(content)}H{content}" if content else ""
            if piece and text[-1:].isdigit():
                piece = f",{piece}"  # else F5.2*ABC* would become F5.23HABC
        text += piece
        offsets += [offset] * len(piece)
    return syntax.Format(text, tuple(offsets), place=card.place)


def units_of(statements: list[syntax.Statement], diagnostics: Diagnostics) -> tuple[syntax.Unit, ...]:
    """Divide statements into program units at their END lines."""
    units: list[syntax.Unit] = []
    head: syntax.Head | None = None
    body: list[syntax.Statement] = []
    overlay: syntax.Overlay | None = None
    overlays: dict[tuple[int, int], str] = {}
    for statement in statements:
        construct = statement.construct
        if isinstance(construct, syntax.Overlay):
            overlay = construct
            continue
        if overlay is not None and isinstance(construct, syntax.ProgramHead):
            construct = overlay_head(construct, overlay, overlays)
            overlay = None
        if isinstance(construct, syntax.End):
            if statement.label:  # CDC: a GO TO may lead to the END
                body.append(replace(statement, construct=syntax.Continue(place=construct.place)))
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
    return overlays_called(tuple(units), overlays, diagnostics) if overlays else tuple(units)


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
def hollerith(b: Building, content: Token) -> syntax.Hollerith:
    return syntax.Hollerith(content[1:], content[0], place=b.place)


@build.rule
def octal(b: Building, written: Token) -> syntax.Octal:
    return syntax.Octal(written[:-1], place=b.place)


@build.rule
def binary(b: Building, left: syntax.Expression, operator: Token, right: syntax.Expression) -> syntax.Binary:
    return syntax.Binary(str(operator), left, right, place=b.at(operator))


@build.rule
def complex_(b: Building, *parts: syntax.Expression) -> syntax.Complex:
    """Refuse parts that are not real constants: to the grammar they are expressions, as parentheses hold."""
    diagnostics = Diagnostics(b.source)
    for part in parts:
        inner = part.operand if isinstance(part, syntax.Unary) else part
        if not isinstance(inner, syntax.Real | syntax.Double):
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
def unit_test(b: Building, name: Token, unit: syntax.Expression) -> syntax.Reference:
    """Make IF (EOF,5) a reference to EOF(5)."""
    return syntax.Reference(str(name), (unit,), place=b.at(name))


@build.rule
def call(b: Building, name: Token, *given: Any) -> syntax.Call:
    """Make a CALL; labels that it may return to come as &10 among the arguments, or as a list after RETURNS."""
    *actuals, word, listed = given
    check_returns(b, word)
    exits = (*(one for one in actuals if isinstance(one, int)), *(listed or ()))
    arguments = tuple(one for one in actuals if one is not None and not isinstance(one, int))
    return syntax.Call(str(name), arguments, exits, place=b.place)


def check_returns(b: Building, word: Token | None) -> None:
    """Refuse a word before a second list that is not RETURNS."""
    if word is not None and word != "RETURNS":
        b.diagnostics.error(b.at(word), f"unexpected {word}", "RETURNS")


@build.rule
def subroutine_head(b: Building, name: Token, *given: Any) -> syntax.SubroutineHead:
    *dummies, word, names = given
    check_returns(b, word)
    stars = tuple(str(one) for one in dummies if isinstance(one, Token))
    exits = (*stars, *(one.name for one in names or ()))
    parameters = tuple(one for one in dummies if isinstance(one, syntax.Name))
    return syntax.SubroutineHead(str(name), parameters, exits, place=b.place)


@build.rule
def names(b: Building, *given: syntax.Name) -> tuple[syntax.Name, ...]:
    return given


@build.rule
def entry(b: Building, name: Token, *parameters: syntax.Name | None) -> syntax.Entry:
    known = tuple(one for one in parameters if one is not None)
    return syntax.Entry(str(name), known or None, place=b.at(name))


@build.rule
def logical_if(b: Building, condition: syntax.Expression, statement: syntax.Construct) -> syntax.LogicalIf:
    """Refuse statements that cannot depend on a condition."""
    if isinstance(statement, syntax.Do | syntax.LogicalIf) or not isinstance(statement, syntax.Executable):
        message = "this statement cannot be part of a logical IF"
        Diagnostics(b.source).fail(statement.place, message, "GO TO, =, CALL …")
    return syntax.LogicalIf(condition, statement, place=b.place)


@build.rule
def transfer(b: Building, verb: Token, unit: syntax.Expression | Token, layout: Any, *rest: Any) -> syntax.Transfer:
    exits = tuple(one for one in rest if isinstance(one, syntax.TransferExit))
    listed = next((one for one in rest if isinstance(one, tuple)), ())
    system = None if isinstance(unit, Token) else unit
    return syntax.Transfer(str(verb), system, plain(layout), listed, exits, place=b.place)  # type: ignore[arg-type]


@build.rule
def assumed(b: Building, _star: Token) -> syntax.Integer:
    """Make the last bound * what a 1 is: as many elements as were passed."""
    return syntax.Integer(1, place=b.place)


def plain(layout: Any) -> Any:
    """Return a format as the tree has it: a * is a string."""
    return str(layout) if isinstance(layout, Token) else layout


@build.rule
def transfer_exit(b: Building, event: Token, label: int) -> syntax.TransferExit:
    if event not in ("END", "ERR"):
        b.diagnostics.error(b.at(event), f"unexpected {event}=", "END= or ERR=")
    return syntax.TransferExit(str(event), label, place=b.place)


@build.rule
def system_transfer(b: Building, verb: Token, layout: Any, items: tuple[syntax.Item, ...] = ()) -> syntax.Transfer:
    """Make a READ, PRINT or PUNCH without a unit."""
    return syntax.Transfer(str(verb), None, plain(layout), items, place=b.place)  # type: ignore[arg-type]


@build.rule
def tape_transfer(b: Building, verb: Token, unit: syntax.Expression, *rest: Any) -> syntax.Transfer:
    """Make READ INPUT TAPE, WRITE OUTPUT TAPE, READ TAPE and WRITE TAPE."""
    layout = plain(rest[0]) if verb.type == "FORMATTED_TAPE" else None
    listed = next((one for one in rest if isinstance(one, tuple)), ())
    return syntax.Transfer(str(verb), unit, layout, listed, place=b.place)  # type: ignore[arg-type]


@build.rule
def sense_light(b: Building, number: syntax.Expression) -> syntax.Call:
    return syntax.Call("SLITE", (number,), place=b.place)


@build.rule
def items(b: Building, first: Any, *more: Any) -> list[syntax.Item]:
    """Flatten a list: the items of the left-recursive rule so far, and lists in parentheses."""
    found, *others = (part if isinstance(part, list) else [bare(part)] for part in (first, *more))
    for other in others:
        found += other
    return found


@build.rule
def io_list(b: Building, found: list[syntax.Item]) -> tuple[syntax.Item, ...]:
    return tuple(found)


@build.rule
def implied_do(b: Building, found: list[syntax.Item], *loop: Any) -> syntax.ImpliedDo:
    return syntax.ImpliedDo(tuple(found), *loop, place=b.place)


def bare(item: syntax.Item) -> syntax.Item:
    """Return a variable that is in parentheses, which is a list of one, without them."""
    inner = item.inner if isinstance(item, syntax.Parenthesized) else None
    return inner if isinstance(inner, syntax.Name | syntax.Reference) else item


@build.rule
def blank_block(b: Building, *declarators: syntax.Declarator) -> syntax.CommonBlock:
    """Make a block of the names before the first slash of a COMMON."""
    return syntax.CommonBlock("", declarators, place=b.place)


@build.rule
def common_block(b: Building, *children: Any) -> syntax.CommonBlock:
    name = "".join(child for child in children if isinstance(child, Token) and child.type != "SLASH")
    return syntax.CommonBlock(name, nodes(children), place=b.place)


def nodes(children: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the children that are no tokens."""
    return tuple(child for child in children if not isinstance(child, Token))


@build.rule
def data_group(b: Building, *children: Any) -> syntax.DataGroup:
    values = tuple(one for child in children if isinstance(child, tuple) for one in child)
    return syntax.DataGroup(tuple(one for one in nodes(children) if not isinstance(one, tuple)), values, place=b.place)


@build.rule
def data_value(b: Building, *children: Any) -> tuple[syntax.DataValue, ...]:
    """Return a constant with its repeat count, or (CDC) the values in parentheses after one."""
    repeat = whole_number(b, children[0]) if len(children) > 1 else 1
    if isinstance(children[-1], tuple):
        group = tuple(one for child in children[1:] for one in child)
        if repeat * len(group) > MOST_VALUES:
            Diagnostics(b.source).fail(b.place, f"{repeat} times {len(group)} values", f"at most {MOST_VALUES} values")
        return group * repeat
    return (syntax.DataValue(repeat, children[-1], place=children[-1].place),)


@build.rule
def data_list(b: Building, found: list[syntax.Item], *loop: Any) -> syntax.ImpliedDo:
    return implied_do(b, found, *loop)


@build.rule
def data_items(b: Building, *targets: Any) -> list[syntax.Item]:
    return items(b, *targets)


@build.rule
def initialized(b: Building, declarator: syntax.Declarator, *children: Any) -> syntax.DataGroup:
    """Initialize the variable of a type statement (IBM); the declarator is used as its name."""
    return data_group(b, declarator, *children)


@build.rule
def type_statement(b: Building, kind: Token, *typed: Any) -> syntax.TypeStatement:
    declarators, groups = [], []
    for one in typed:
        if isinstance(one, syntax.DataGroup):
            declarator: Any = one.targets[0]
            groups.append(replace(one, targets=(syntax.Name(declarator.name, place=declarator.place),)))
            declarators.append(declarator)
        else:
            declarators.append(one)
    return syntax.TypeStatement(str(kind), tuple(declarators), tuple(groups), place=b.place)


@build.rule
def namelist_group(b: Building, _open: Token, name: Token, _close: Token, *variables: Any) -> syntax.NamelistGroup:
    return syntax.NamelistGroup(str(name), variables, place=b.at(name))


@build.rule
def stop(b: Building, shown: Token | None = None) -> syntax.Stop:
    return syntax.Stop(displayed(shown), place=b.place)


@build.rule
def pause(b: Building, shown: Token | None = None) -> syntax.Pause:
    return syntax.Pause(displayed(shown), place=b.place)


def displayed(shown: Token | None) -> str:
    """Return what STOP and PAUSE show: digits, or characters without their kind."""
    return "" if shown is None else shown[1:] if shown.type == "HOLLERITH" else str(shown)


@build.rule
def implicit_type(b: Building, kind: Token, *ranges: str) -> syntax.ImplicitType:
    return syntax.ImplicitType(str(kind), "".join(ranges), place=b.place)


@build.rule
def letters(b: Building, *given: Token | None) -> str:
    """Return the letters from the first to the last."""
    first, last = given[0], given[-1] or given[0]
    assert first is not None
    assert last is not None
    if len(first) > 1 or len(last) > 1 or first > last:
        b.diagnostics.error(b.place, "this is no range of letters", "letters such as A-H")
    return "".join(map(chr, range(ord(first[0]), ord(last[0]) + 1)))


@build.rule
def file(b: Building, name: Token, *rest: Token | None) -> syntax.File:
    """Make a file of a PROGRAM statement; the length of its buffer is left out."""
    equated = next((str(one) for one in rest if one is not None and one.type == "NAME"), None)
    return syntax.File(str(name), equated, place=b.place)


@build.rule
def overlay(b: Building, *given: Token | None) -> syntax.Overlay:
    """Make an OVERLAY of its two numbers, which are octal."""
    numbers = [one for one in given if one is not None and one.type == "INTEGER"]
    for one in numbers:
        if one.strip("01234567") or len(one) > 2:
            b.diagnostics.error(b.at(one), f"the overlay {one}", "octal numbers from 0 to 77")
    b.diagnostics.check()
    primary, secondary = (int(one, 8) for one in numbers)
    return syntax.Overlay(primary, secondary, place=b.place)


@build.rule
def function_head(b: Building, kind: Token | None, name: Token, *parameters: syntax.Name) -> syntax.FunctionHead:
    return syntax.FunctionHead(str(kind or ""), str(name), parameters, place=b.at(name))
