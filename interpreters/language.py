r"""The contract of a language: what it must offer, and what a lowered program consists of.

    LANGUAGE = Language(name="ecol", title="ECOL", extensions=(".ecol",), arithmetics=("ieee754",), settings=(…),
                        clues=(Clue(r"\bKLAAR\b", "KLAAR", 3), …),
                        parse=lazy(f"{__name__}.parse", "parse"), lower=lazy(f"{__name__}.lower", "lower"))

A language that lowers to the IR gives `lower`; a dynamic one gives `evaluate` instead. Languages are found by folder:
every package in interpreters/languages has a `LANGUAGE`; an installed package offers one by an entry point. To find one
imports no parser: a short run spends most of its time on imports.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from getallenband.durable.installed import LANGUAGES, imported, offered, package_folder
from getallenband.interpreters.clocks import Charge
from getallenband.interpreters.ir.host import Host, Library
from getallenband.interpreters.ir.program import Program
from getallenband.interpreters.outcome import Outcome
from getallenband.interpreters.request import Options as Options
from getallenband.interpreters.request import Request as Request
from getallenband.interpreters.request import Tapes as Tapes
from getallenband.interpreters.source.diagnostics import Diagnostic, UserError
from getallenband.interpreters.source.position import SourceText

NUMBER = "<number>"
"""Among the choices of a setting: any natural number may be chosen."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A choice that the language's documents leave open: its name, what may be chosen, and what is chosen here."""

    name: str
    choices: tuple[str, ...]
    default: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Clue:
    """A sign that a text is in a language, for texts whose language the user does not name.

    `pattern` is a regular expression, searched line by line; `shown` is what messages call it; `weight` says how rarely
    texts of other languages have it.
    """

    pattern: str
    shown: str
    weight: int = 1


@dataclass(frozen=True, slots=True)
class Deck:
    """Programs that are one run: each begins with what the one before it has left, such as the rest of the input.

    `continued` makes a program's state from the state of the program before it and the tapes. `following` are the
    programs after the first; only the first has them.
    """

    continued: Callable[[Any, Tapes], Any]
    following: tuple[Lowered, ...] = ()


@dataclass(frozen=True, slots=True)
class Lowered:
    """A program in the IR, its library, and how to make the library's state for given tapes.

    `finish` is called after the run, however it ended, and may add to the host's files what the program leaves behind.

    The other parts are for some languages only. Speculation (ECOL, FORTRAN): the program rests on assumptions that
    guards check, traps whose message is SPECULATION_FAILED; where one fails, what was printed is discarded and the
    program that `fallback` lowers without the assumption is run instead. Several programs in one text (FORTRAN):
    `deck`. Languages whose programs run in pages: `page`, for that engine alone (lowering/page_calls.py: PageParts).
    """

    program: Program
    library: Library
    session: Callable[[Tapes], Any]
    finish: Callable[[Host], None] | None = None
    fallback: Callable[[], Lowered] | None = None
    deck: Deck | None = None
    page: object = None

    @property
    def programs(self) -> tuple[Lowered, ...]:
        """Return this program and those that follow it in its deck."""
        return (self, *self.deck.following) if self.deck else (self,)


SPECULATION_FAILED = "an assumption of the translation does not hold"
"""The message of a speculation guard's trap."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language: names, open choices, and the arrows from text to outcome.

    `parse` raises SourceError; `lower` does too (its checks included). `arithmetics` and each setting begin with the
    default. `notes` lists what a reader of the text should know although it is legal: what a setting left open was
    taken for, what was skipped. `costs` lists what each statement needs of an old machine (interpreters/clocks).
    `cures` give, by a regular expression for the message of a trap, the advice for the user: another setting, another
    card. `cause`, which is asked first, finds the cause of a trap in the text, or returns "".
    `inputs` are the names of the tapes that programs can read, NUMBER for any whole number; None where a program names
    its files itself.
    """

    name: str
    title: str
    extensions: tuple[str, ...]
    arithmetics: tuple[str, ...]
    settings: tuple[Setting, ...]
    clues: tuple[Clue, ...]
    parse: Callable[[SourceText, Options], Any]
    lower: Callable[[Any, SourceText, Options], Lowered] | None = None
    evaluate: Callable[[Any, SourceText, Request], Outcome] | None = None
    notes: Callable[[SourceText, Options], Sequence[Diagnostic]] | None = None
    costs: Callable[[Any, SourceText, Options], Sequence[Charge]] | None = None
    cures: Mapping[str, str] = field(default_factory=dict)
    cause: Callable[[SourceText, Options, str], str] | None = None
    inputs: tuple[str, ...] | None = None

    def cure(self, trap: str, source: SourceText | None = None, options: Options | None = None) -> str:
        """Return the advice after a trap with this message, which may depend on the text if that is given."""
        if self.cause is not None and source is not None and (cause := self.cause(source, options or Options(), trap)):
            return cause
        return next((cure for pattern, cure in self.cures.items() if re.search(pattern, trap)), "")


def lazy(module: str, name: str) -> Callable[..., Any]:
    """Return a function of a module that is imported when the function is first called."""

    def call(*arguments: Any) -> Any:
        return getattr(imported(module), name)(*arguments)

    return call


def languages() -> dict[str, Language]:
    """Return every language: ours, and those of installed packages."""
    return {name: language(name) for name in (*ours(), *installed())}


@cache
def ours() -> tuple[str, ...]:
    """Return the names of the languages that have a folder here."""
    package = import_module("getallenband.interpreters.languages")
    return tuple(sorted(module.name for module in iter_modules(package.__path__) if module.ispkg))


def installed() -> Mapping[str, str]:
    """Return the packages that hold languages of others, by the languages' names."""
    return offered(LANGUAGES, ours())


def language(name: str) -> Language:
    """Import one language; raise KeyError for a name that nothing has, UserError where a package cannot be imported."""
    lang: Language
    package = package_of(name)
    if name in ours():
        lang = import_module(package).LANGUAGE
        return lang
    offer = f"the package {package}, which offers the language {name!r},"
    try:
        lang = imported(package).LANGUAGE
    except Exception as error:
        raise UserError(f"{offer} cannot be imported: {type(error).__name__}: {error}") from error
    if not isinstance(lang, Language) or lang.name != name:
        raise UserError(f"{offer} has another LANGUAGE: {getattr(lang, 'name', lang)!r}")
    return lang


def package_of(name: str) -> str:
    """Return the package that a language is in."""
    return f"getallenband.interpreters.languages.{name}" if name in ours() else installed()[name]


def folder_of(name: str) -> Path:
    """Return the folder of a language, which holds its sources and its cases."""
    return package_folder(package_of(name), f"language {name!r}")


def check_input(lang: Language, name: str) -> None:
    """Raise UserError for an input that no program of the language can read; otherwise it would be ignored silently."""
    known = lang.inputs
    if known is None or name in known or (NUMBER in known and name.lstrip("-").isdecimal()):
        return
    raise UserError(f"{lang.title} has no input {name!r}; expected: {', '.join(known) or 'none'}")


def checked_options(lang: Language, options: Options) -> Options:
    """Return the options with every default filled in; raise UserError for an unknown arithmetic or setting."""
    if options.arithmetic not in lang.arithmetics:
        raise UserError(
            f"{lang.title} has no arithmetic {options.arithmetic!r}; expected: {', '.join(lang.arithmetics)}"
        )
    known = {setting.name: setting for setting in lang.settings}
    for name, choice in options.settings.items():
        if name not in known:
            raise UserError(f"{lang.title} has no setting {name!r}; expected: {', '.join(known) or 'none'}")
        if choice not in known[name].choices and not (NUMBER in known[name].choices and choice.isdecimal()):
            raise UserError(f"setting {name} cannot be {choice!r}; expected: {', '.join(known[name].choices)}")
    return replace(options, settings={name: options.settings.get(name, known[name].default) for name in known})
