r"""Which language a text is in, by the clues that the languages give.

    found = recognize(SourceText("deck.txt", "      PRINT 20, K\n   20 FORMAT(1H ,I5)\n      END\n"))
    found.language.name, found.clues        # "cdc_fortran", ("FORMAT with a label", …)

A language adds no branch here: its clues are data. Where two come close, the one whose grammar accepts the text is
taken; where both do, or neither does, the message lists them. `advice` says what would accept a text that
was refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from getallenband.interpreters.language import NUMBER, Clue, Language, Setting, checked_options, languages
from getallenband.interpreters.request import Options
from getallenband.interpreters.source.diagnostics import FIRST_ONLY, SourceError, UserError
from getallenband.interpreters.source.nesting import with_deep_stack
from getallenband.interpreters.source.position import SourceText

MARGIN = 4
"""By how much the weight of the first language's clues must exceed that of the second's."""
SEARCHED = 200_000
"""Characters of a text that are searched; a longer text is not tried with other settings."""
TRIED = 60_000
"""Characters that may be read in search of a setting under which a refused text is legal."""
SHOWN = 3
"""Clues that a message shows."""


@dataclass(frozen=True, slots=True)
class Recognition:
    """A language that a text may be in, what was found of it, and the settings without which it is refused."""

    language: Language
    clues: tuple[Clue, ...]
    settings: Mapping[str, str]

    @property
    def weight(self) -> int:
        return sum(clue.weight for clue in self.clues)

    @property
    def why(self) -> str:
        """Return the weightiest clues, in words."""
        return ", ".join(clue.shown for clue in sorted(self.clues, key=lambda clue: -clue.weight)[:SHOWN])

    @property
    def options(self) -> Options:
        return Options(self.language.arithmetics[0], self.settings)


def recognize(source: SourceText) -> Recognition:
    """Recognise the language of a text, and the settings it needs; raise UserError where that is not possible."""
    return with_setting(source, likeliest(source))


def likeliest(source: SourceText) -> Recognition:
    """Return the language of a text; raise UserError, with the candidates, where several are possible, or none."""
    ranked = candidates(source)
    close = [candidate for candidate in ranked if candidate.weight > ranked[0].weight - MARGIN]
    weak = not ranked or ranked[0].weight < MARGIN
    if weak or len(close) > 1:
        accepting = [
            candidate for candidate in close if is_legal(source, candidate.language, candidate.options, lower=False)
        ]
        close = accepting if weak or len(accepting) == 1 else close
    if len(close) == 1:
        return close[0]
    if not close:
        known = ", ".join(sorted(languages()))
        raise UserError(f"{source.name}: no language is recognised in this text; say --language; known: {known}")
    shown = "; ".join(f"{candidate.language.name} ({candidate.why})" for candidate in close)
    raise UserError(f"{source.name}: the text may be in more than one language; say --language; candidates: {shown}")


def candidates(source: SourceText) -> Sequence[Recognition]:
    """Return the languages of which a text has clues, the likeliest first."""
    text, recognitions = (
        re.sub(r"\n\s*\n", "\n", source.text[:SEARCHED]),
        [],
    )  # blank lines: clues run through all of them
    for lang in languages().values():
        clues = tuple(clue for clue in lang.clues if re.search(clue.pattern, text, re.MULTILINE))
        if clues:
            recognitions.append(Recognition(lang, clues, {}))
    return sorted(recognitions, key=lambda recognition: -recognition.weight)


def with_setting(source: SourceText, recognition: Recognition) -> Recognition:
    """Choose the setting, if there is one, without which the grammar refuses the text."""
    if len(source.text) > SEARCHED or is_legal(source, recognition.language, recognition.options, lower=False):
        return recognition
    changed = accepting_setting(source, recognition.language, recognition.options, lower=False)
    return replace(recognition, settings={changed[0].name: changed[1]}) if changed else recognition


def is_legal(source: SourceText, lang: Language, options: Options, *, lower: bool) -> bool:
    """Tell whether a language accepts a text under these options: its grammar, or all the way to the IR."""
    return fault(source, lang, options, lower=lower) is None


def fault(source: SourceText, lang: Language, options: Options, *, lower: bool) -> int | None:
    """Return how many characters were read until a language refused the text; None if it is legal."""
    chosen = checked_options(lang, options)
    trees = []

    def translate() -> None:
        trees.append(lang.parse(source, chosen))
        if lower and lang.lower is not None:
            lang.lower(trees[0], source, chosen)

    token = FIRST_ONLY.set(True)
    try:
        with_deep_stack(source, translate)
    except SourceError as error:
        return len(source.text) if trees else source.starts[error.diagnostics[0].place.line - 1]
    finally:
        FIRST_ONLY.reset(token)
    return None


def accepting_setting(
    source: SourceText, lang: Language, options: Options, *, lower: bool
) -> tuple[Setting, str] | None:
    """Return the setting, and its choice, that alone makes a refused text legal; None if none is found in time."""
    left = TRIED
    for setting in lang.settings:
        for choice in setting.choices:
            if left > 0 and choice not in (NUMBER, options.settings.get(setting.name, setting.default)):
                changed = replace(options, settings={**options.settings, setting.name: choice})
                if (reached := fault(source, lang, changed, lower=lower)) is None:
                    return setting, choice
                left -= reached
    return None


def advice(source: SourceText, lang: Language, options: Options) -> str:
    """Name the setting under which a refused text is legal, or the language that it looks like; empty for neither.

    A language with its own evaluator may refuse what its grammar accepts: then no setting is known to help.
    """
    tried = len(source.text) <= SEARCHED and (lang.lower is not None or not is_legal(source, lang, options, lower=True))
    if tried and (alternative := accepting_setting(source, lang, options, lower=True)):
        setting, choice = alternative
        return f"it is accepted with --setting {setting.name}={choice} ({setting.meaning})"
    likely = candidates(source)
    own = next((candidate.weight for candidate in likely if candidate.language is lang), 0)
    if likely and likely[0].weight >= own + MARGIN:
        return f"this looks like {likely[0].language.title} ({likely[0].why}): --language {likely[0].language.name}"
    return ""
