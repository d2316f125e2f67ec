"""Libraries: the standard procedures that a setting chooses, from the tables in systems/, found by their names.

    library = Library("both")
    library.find("sqrt")              # the procedure, or its declaration in ALGOL 60
    systems_with("vprint")            # ["nase"]

They surround the program: a declaration of the same name hides one (3.2.4, appendix 2).
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from importlib import import_module

from getallenband.interpreters.language import Options
from getallenband.interpreters.languages.algol60 import syntax
from getallenband.interpreters.languages.algol60 import systems as tables
from getallenband.interpreters.languages.algol60.check.entities import Formal, Kind, Procedure
from getallenband.interpreters.languages.algol60.parse import parse
from getallenband.interpreters.languages.algol60.systems import BOTH, system_names
from getallenband.interpreters.languages.algol60.systems.system import ANY, PARAMETER, Standard, System
from getallenband.interpreters.source.position import Place, SourceText
from getallenband.interpreters.source.tree import rebuilt
from getallenband.interpreters.source.words import meanings

OF_BOTH = ("modified", "el_x8")
KINDS: dict[str, Kind] = {"string": "string", "array": "array"}


def system(name: str) -> System:
    found: System = import_module(f"{tables.__name__}.{name}").SYSTEM
    return found


def systems_with(name: str) -> list[str]:
    """Return the systems that have a procedure of this name."""
    folded = name.casefold()
    return [known for known in system_names()
            if any(standard.name.casefold() == folded for standard in system(known).procedures)]  # fmt: skip


class Library:
    """The standard procedures that a setting chooses; of two with one name the later system's counts."""

    def __init__(self, setting: str) -> None:
        self.setting = setting
        chosen = OF_BOTH if setting == BOTH else (setting,)
        order = list(dict.fromkeys([*(base for name in chosen for base in system(name).includes), *chosen]))
        self.standards = {standard.name: standard for name in order for standard in system(name).procedures}
        if setting == BOTH:
            self.standards.pop("STOP")  # of the EL-X8 this ends nothing, of the Modified Report it does
        self.folded = {name.casefold(): standard for name, standard in reversed(self.standards.items())}

    def find(self, name: str, place: Place) -> Procedure | syntax.ProcedureDeclaration | None:
        """Return what a name that the program does not declare means; capitals and small letters are the same.

        A declaration in ALGOL 60 has the place at which it is first mentioned.
        """
        standard = self.standards.get(name) or self.folded.get(name.casefold())
        if standard is None:
            return None
        return declaration(standard, place) if standard.in_algol else declared(standard)


@cache
def names_of(setting: str) -> frozenset[str]:
    """Return the names of the procedures that a setting chooses, case-folded."""
    return frozenset(Library(setting).folded)


def left_out(name: str) -> str:
    """Return what a procedure is that no library has on purpose, or nothing."""
    what = meanings("getallenband.interpreters.languages.algol60", "left_out").get(name.lower())
    return f"{name} is {what}, and left out here" if what else ""


def better_library(chosen: str, used: Collection[str], unknown: Collection[str]) -> str:
    """Return a hint that names the library which has the most of a text's procedures, and what it lacks.

    used     names of standard procedures that the library chosen has
    unknown  names that it lacks, some library has each of them
    """
    wanted = {name.casefold(): name for name in (*used, *unknown)}
    settings = dict.fromkeys((chosen, BOTH, *system_names()))
    best = min(settings, key=lambda setting: len(wanted.keys() - names_of(setting)))
    lacking = sorted(wanted.keys() - names_of(best))
    if not lacking:
        names = sorted(name for name in unknown if name.casefold() in names_of(best))
        verb = "is" if len(names) == 1 else "are"
        return f"{listed(names)} {verb} in the library {best}: --setting library={best}"
    rest = listed([f"{wanted[name]} ({', '.join(systems_with(name))})" for name in lacking])
    has = f"the library {best}, which is chosen," if best == chosen else f"--setting library={best}"
    most = f"no library has all that is called here: {has} has the most, but not {rest}"
    return f"{most}; declare {'it' if len(lacking) == 1 else 'these'} in the program"


def listed(names: Collection[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def declared(standard: Standard) -> Procedure:
    """Declare a standard procedure whose code is made for each call."""
    place, heading = Place(1, 1), standard.parts
    parameters = heading["parameters"] or ""
    made = Procedure(
        name=heading["name"], place=place, type=heading["type"] or "", standard=standard, assigned=True,
        variadic=parameters == ANY,
    )  # fmt: skip
    for position, parameter in enumerate(PARAMETER.finditer(parameters), 1):
        kind = KINDS.get(parameter["type"], "simple")
        made.formals.append(
            Formal(
                name=parameter["name"], place=place, owner=made, position=position, kind=kind,
                type=parameter["type"] if kind == "simple" else "", value=kind != "array" and not parameter["mode"],
                specified=True,
            )
        )  # fmt: skip
    return made


def declaration(standard: Standard, place: Place) -> syntax.ProcedureDeclaration:
    """Parse the declaration of a standard procedure."""
    source = SourceText(standard.name, f"begin {standard.how}; end")
    body = parse(source, Options(settings={"representation": "plain", "words": "english"})).body
    assert isinstance(body, syntax.Block)
    found: syntax.ProcedureDeclaration = rebuilt(body.declarations[0], lambda _: {"place": place})
    return found
