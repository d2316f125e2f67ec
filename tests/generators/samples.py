"""One random program of any language, by its number: a case without what is expected of it.

    sample("perl_subset", 7).source       # "use strict;\nmy $s0 = '3abc';\n…"

The same number gives the same program as long as the generators stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import SearchStrategy

from getallenband.interpreters.testing.cases import Case
from tests import conftest
from tests.generators import (
    algol60_programs,
    amb_procedures,
    amb_programs,
    c_library,
    c_pointers,
    c_programs,
    c_types,
    ecol_programs,
    fortran_characters,
    fortran_decks,
    fortran_programs,
    fortran_tapes,
    informal_algol_programs,
    perl_boundaries,
    perl_programs,
)
from tests.languages import test_ecol

UNTIMED = conftest.settings.get_profile("untimed")
TOGETHER = 10
ECOL = test_ecol.programs()
MODELS = ("lp64", "ilp32")
MORE = "60"
"""How many more values each problem of a Scheme program is asked for: all that it has."""


def sample(language: str, number: int) -> Case:
    """Make the random program of a language with this number."""
    source, options, tapes = MAKERS[language](number)
    return Case(language, Path(f"{language}.case"), f"{language}_{number}", source, "", options, tapes)


Made = tuple[str, dict[str, str], dict[str, str]]
"""A program, its options and its tapes."""


def algol60(number: int) -> Made:
    """Every other one is by the report of 1963."""
    options = {"report": ("modified", "revised")[number % 2], "max_statements": "20000", "max_depth": "900"}
    return algol60_programs.Maker(Random(number)).program()[0], options, {}


def c_subset(number: int) -> Made:
    """Of ten, one shows types, two call the library, one moves pointers; some others go beyond what is defined."""
    random = Random(number)
    model = random.choice(MODELS)
    options = {"arithmetic": model, "max_statements": "20000", "max_memory": str(1 << 24)}
    if number % 10 == 0:
        return c_types.program(random, model), options, {}
    if number % 5 == 2:
        return c_library.program(random, model), options, {"tape": c_programs.TAPE}
    if number % 10 == 5:
        return c_pointers.PointerMaker(random).program()[0], {**options, "arithmetic": "lp64"}, {}
    text = c_programs.Maker(random, model, random.choice((0, 1, 2, 6))).program()
    return text, options, {"tape": c_programs.TAPE}


def cdc_fortran(number: int) -> Made:
    """Every third one may stop; of ten, one uses tapes, one is a deck of several, one has characters in reals."""
    if number % 10 == 0:
        return fortran_tapes.TapeMaker(Random(number), marks=number % 20 == 0).program()[0], {"carriage": "raw"}, {}
    if number % 10 == 5:
        return fortran_decks.DeckMaker(Random(number)).deck()[0], {"carriage": "raw"}, {}
    if number % 10 == 7:
        return fortran_characters.CharacterMaker(Random(number)).program()[0], {"carriage": "raw"}, {}
    deck, data = fortran_programs.Maker(Random(number), wild=0 if number % 3 else 4).program()
    arithmetic = ("cdc6600", "ieee754")[number % 2]
    return deck, {"arithmetic": arithmetic, "carriage": "raw", "max_statements": "100000"}, {"tape": data}


def perl_subset(number: int) -> Made:
    """Every tenth is about values at boundaries."""
    text = perl_programs.Maker(Random(number)).program() if number % 10 else perl_boundaries.program(Random(number), 10)
    return text, {"max_statements": "100000"}, {}


def amb_scheme(number: int) -> Made:
    """Every other one calls the standard procedures."""
    if number % 2:
        return amb_procedures.program(Random(number)), {"show": "nothing"}, {}
    return amb_programs.Maker(Random(number)).program(), {"try_again": MORE}, {}


def ecol(number: int) -> Made:
    """Every other one is about numbers and how they are printed."""
    if number % 2:
        made = ecol_programs.Maker(Random(number)).program()
        return made.text, {"max_statements": "20000"}, {"tape": made.tape}
    text = drawn(ECOL, number // TOGETHER)[number % TOGETHER]
    return text, {"max_statements": "400", "max_output": "2000"}, {"tape": test_ecol.TAPE["tape"].text}


def informal_algol(number: int) -> Made:
    text = informal_algol_programs.Maker(Random(number)).program()
    return text, {"max_statements": "400", "max_depth": "50"}, informal_algol_programs.TAPES


MAKERS: dict[str, Callable[[int], Made]] = {
    "algol60": algol60, "amb_scheme": amb_scheme, "c_subset": c_subset, "cdc_fortran": cdc_fortran, "ecol": ecol,
    "informal_algol": informal_algol, "perl_subset": perl_subset,
}  # fmt: skip


@lru_cache(maxsize=4)
def drawn(strategy: SearchStrategy[Any], number: int) -> list[Any]:
    """Let hypothesis choose ten examples by a seed; its first is the same for every seed, and left out."""
    found: list[Any] = []
    many = settings(
        UNTIMED, max_examples=TOGETHER + 1, database=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    seed(number)(many(given(strategy)(lambda made: found.append(made))))()
    return found[1:]
