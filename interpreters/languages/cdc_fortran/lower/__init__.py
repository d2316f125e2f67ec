"""Turn a FORTRAN deck into IR: one function for each program unit.

lowered = lower(tree, source, options)
lowered.program.entry            # the main program's name
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from functools import partial
from math import inf

from getallenband.interpreters.ir.program import Program
from getallenband.interpreters.language import Deck, Lowered, Options
from getallenband.interpreters.languages.cdc_fortran import syntax
from getallenband.interpreters.languages.cdc_fortran.check import CheckedDeck, check
from getallenband.interpreters.languages.cdc_fortran.check.scopes import Scope
from getallenband.interpreters.languages.cdc_fortran.library import LIBRARY, files
from getallenband.interpreters.languages.cdc_fortran.library.files import System
from getallenband.interpreters.languages.cdc_fortran.library.words import WORDS_END
from getallenband.interpreters.languages.cdc_fortran.lower.context import DeckContext
from getallenband.interpreters.languages.cdc_fortran.lower.units import lower_unit
from getallenband.interpreters.languages.cdc_fortran.page import page_forms
from getallenband.interpreters.lowering.page_calls import PageParts
from getallenband.interpreters.source.diagnostics import Diagnostics, SourceError
from getallenband.interpreters.source.position import SourceText


def lower(tree: syntax.Deck, source: SourceText, options: Options) -> Lowered:
    """Check and lower the programs of a deck; raise SourceError with every fault."""
    diagnostics, checked = Diagnostics(source), list[CheckedDeck]()
    for deck in (tree, *tree.following):
        try:
            checked.append(check(deck, source, options))
        except SourceError as error:
            # Collected, not raised: the listing of a deck shows the faults of all its programs at once.
            diagnostics.found += error.diagnostics
    diagnostics.check()
    # A word that one program writes on a file without a FORMAT may be read by another.
    held = any(one.held for one in checked)
    programs, marks = list[Lowered](), set[str]()
    for one in checked:
        programs.append(lower_deck(source.name, one, frozenset(marks), held=held, speculative=True))
        marks |= {statement.label for statement in programs[-1].program.statements}
    first, *following = programs
    return replace(first, deck=Deck(first.deck.continued, tuple(following))) if following and first.deck else first


def lower_deck(name: str, checked: CheckedDeck, taken: Set[str], *, held: bool, speculative: bool) -> Lowered:
    """Lower a program that is right; `held` and `speculative`: see DeckContext. `taken` are names of statements."""
    preset = checked.settings["undefined"] == "zero"
    scopes = checked.scopes.values()
    retyped = any(one.retyped for one in scopes)
    regions = {name: block.region(preset=preset, retyped=retyped) for name, block in checked.storage.blocks.items()}
    program = Program(name, {}, regions, checked.main.name)
    masks, ends = any(one.masks for one in scopes), any(one.ends for one in scopes)
    names = unit_names(checked.main)
    deck = DeckContext(program, checked, speculative, checked.mixed, held, masks, ends, names, marks=set(taken))
    for scope in checked.scopes.values():
        if not isinstance(scope.unit.head, syntax.BlockData):
            lower_unit(deck, scope)
    fallback = partial(lower_deck, name, checked, taken, held=held, speculative=False) if speculative else None
    words = replace(checked.words, words_end=WORDS_END if held else -inf, shared=checked.mixed)
    system = System(words, checked.settings, names, ends, checked.data)
    session = partial(files.session, system)
    forms = page_forms(system)
    return Lowered(
        program, LIBRARY, partial(session, None), files.finish, fallback, deck=Deck(session), page=PageParts(forms)
    )


def unit_names(main: Scope) -> dict[int, str]:
    """Return the files of unit numbers: by the PROGRAM statement, else 5 is INPUT, 6 OUTPUT and 7 PUNCH."""
    names = {5: "INPUT", 6: "OUTPUT", 7: "PUNCH"}
    head = main.unit.head
    for file in head.files if isinstance(head, syntax.ProgramHead) else ():
        if file.name.startswith("TAPE") and file.name[4:].isdigit():
            names[int(file.name[4:])] = file.equated or file.name
    return names
