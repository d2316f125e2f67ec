"""Random programs of the languages and of the IR, and what judges them: the tests of each language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import astuple
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from getallenband.interpreters import ASSERTING
from getallenband.interpreters.ir.program import Program
from getallenband.interpreters.ir.text import print_program
from getallenband.interpreters.language import language, languages
from getallenband.interpreters.outcome import Limits
from getallenband.interpreters.testing.cases import Case, case_files
from getallenband.interpreters.testing.read_text import read_program
from tests.command_line import test_bad_input
from tests.command_line.trials import tried
from tests.generators import (
    algol60_programs,
    algol60_writing,
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
)
from tests.generators.ir_programs import straight_programs
from tests.generators.mutations import Program as Damaged
from tests.generators.mutations import mutated
from tests.generators.samples import ECOL, MAKERS, drawn, sample
from tests.interpreters import test_engines, test_wasm
from tests.interpreters.variants import differences
from tests.languages import (
    test_algol60,
    test_amb_scheme,
    test_c_subset,
    test_cdc_fortran,
    test_ecol,
    test_informal_algol,
    test_perl_subset,
)
from tests.soak.inputs import Input, alone, together

# --- damaged programs --------------------------------------------------------------------------------------------


def damaged(number: int) -> list[Input]:
    """Make 250 damaged programs of a language: enough that starting the process does not count."""
    names = sorted(languages())
    name = names[number % len(names)]
    random = Random(f"{name} {10_000 + number}")
    engine = random.choice(test_bad_input.ENGINES) if language(name).lower else "machine"
    return [damaged_input(number, engine, mutated(random, name)) for _ in range(250)]


def damaged_input(number: int, engine: str, program: Damaged) -> Input:
    """Return an input whose texts may be no UTF-8."""
    options = {"engine": engine, "name": program.name, "arguments": "\n".join(program.arguments)}
    tapes = {name: readable(tape) for name, tape in program.tapes.items()}
    return Input(number, program.language, readable(program.source), options, tapes)


def readable(text: bytes) -> str:
    return text.decode("utf-8", "surrogateescape")


def written(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def check_damaged(inputs: Sequence[Input]) -> str:
    """Run damaged programs by the command line."""
    programs = [
        Damaged(
            one.language, one.options["name"], written(one.source),
            {name: written(tape) for name, tape in one.tapes.items()}, tuple(one.options["arguments"].splitlines()),
        )
        for one in inputs
    ]  # fmt: skip
    with TemporaryDirectory() as folder:
        trials = tried(programs, inputs[0].options["engine"], Path(folder))
        return "; ".join(f"{each.program.name}: {fault}" for each in trials for fault in test_bad_input.faults(each))


# --- the IR ------------------------------------------------------------------------------------------------------

RUNS, STRAIGHT = test_engines.runs(), straight_programs()


def ir(number: int) -> list[Input]:
    """Make 10 programs of the IR; of every other attempt they are arithmetic without a jump."""
    if number % 2:
        return [ir_input(number, program, Limits(memory=test_engines.MEMORY)) for program in drawn(STRAIGHT, number)]
    return [ir_input(number, *run) for run in drawn(RUNS, number)]


def ir_input(number: int, program: Program, limits: Limits) -> Input:
    return Input(number, "ir", print_program(program), {"limits": " ".join(map(str, astuple(limits)))})


def checked_by(compare: Callable[[Program, Limits], None]) -> Callable[[Input], None]:
    def check(one: Input) -> None:
        compare(read_program(one.source), Limits(*map(int, one.options["limits"].split())))

    return check


# --- languages ---------------------------------------------------------------------------------------------------


def algol60(number: int) -> list[Input]:
    """Make a program, written in one of the representations, with its translation and itself in the plain one."""
    random = Random(number)
    options = {
        "arithmetic": random.choice(test_algol60.LANGUAGE.arithmetics), "report": random.choice(test_algol60.REPORTS),
    }  # fmt: skip
    plain, python = algol60_programs.Maker(random, options["arithmetic"]).program()
    written = algol60_writing.Writer(random).text(plain)
    return [Input(number, "algol60", written, options, {"plain": plain, "python": python})]


def check_algol60(one: Input) -> None:
    test_algol60.agree_with_plain(one.source, one.tapes["plain"])
    test_algol60.agree_with_python(one.source, one.tapes["python"], **one.options)


def c(number: int) -> list[Input]:
    """Make a program, every other one to be watched by gcc's sanitizers.

    Of ten, one shows types, two call the library, and one moves pointers.
    """
    random = Random(number)
    model = random.choice(test_c_subset.MODELS)
    if number % 10 == 0:
        return [Input(number, "c_subset", c_types.program(random, model), {"model": model, "shows": "types"})]
    if number % 5 == 2:
        return [Input(number, "c_subset", c_library.program(random, model), {"model": model, "shows": "library"})]
    if number % 10 == 5:
        text, printed, line = c_pointers.PointerMaker(random).program()
        return [Input(number, "c_subset", text, {"leaves": str(line)}, {"expected": printed})]
    wild = random.choice((0, 1, 2, 6))
    options = {"model": model, "wild": str(wild), "watched": str(number % 2)}
    return [Input(number, "c_subset", c_programs.Maker(random, model, wild).program(), options)]


def check_c(one: Input) -> None:
    options = one.options
    if options.get("shows") == "library":
        test_c_subset.compare_library_program(one.source, options["model"])
    elif "leaves" in options:
        test_c_subset.compare_pointers(one.source, one.tapes["expected"], int(options["leaves"]))
    elif "shows" in options:
        test_c_subset.compare_typed_program(one.source, options["model"])
    else:
        flags = test_c_subset.SANITIZERS if options["watched"] == "1" else ()
        test_c_subset.compare_program(one.source, options["model"], int(options["wild"]), *flags)


def fortran(number: int) -> list[Input]:
    """Make a program, every third one of which may stop, one with tapes, a deck of several, one about characters."""
    wild, marks, engine = 0 if number % 3 else 4, number % 2, (ASSERTING, "native")[number % 2]
    deck, data = fortran_programs.Maker(Random(number), wild).program()
    alone = {"arithmetic": test_cdc_fortran.arithmetic_of(number), "wild": str(wild)}
    taped, written = fortran_tapes.TapeMaker(Random(number), marks=bool(marks)).program()
    tapes = {"arithmetic": test_cdc_fortran.arithmetic_of(number // 2), "marks": str(marks)}
    several, printed = fortran_decks.DeckMaker(Random(number)).deck()
    characters, shown, traps = fortran_characters.CharacterMaker(Random(number)).program()
    return [
        Input(number, "cdc_fortran", deck, alone, {"tape": data}),
        Input(number, "cdc_fortran", taped, tapes, {"expected": "".join(f"{line}\n" for line in written)}),
        Input(
            number, "cdc_fortran", several, {"engine": engine}, {"expected": "".join(f"{line}\n" for line in printed)}
        ),
        Input(
            number,
            "cdc_fortran",
            characters,
            {"traps": "1" * traps},
            {"expected": "".join(f"{line}\n" for line in shown)},
        ),
    ]


def check_fortran(one: Input) -> None:
    options, expected = one.options, one.tapes.get("expected", "").split("\n")[:-1]
    if "wild" in options:
        test_cdc_fortran.compare_program(one.source, one.tapes["tape"], options["arithmetic"], int(options["wild"]))
    elif "marks" in options:
        test_cdc_fortran.compare_tape_program(
            one.source, expected, options["arithmetic"], marks=options["marks"] == "1"
        )
    elif "traps" in options:
        test_cdc_fortran.compare_characters(one.source, expected, traps=bool(options["traps"]))
    else:
        test_cdc_fortran.compare_deck(one.source, expected, options["engine"])


def perl(number: int) -> list[Input]:
    start = 100_000 + test_perl_subset.TOGETHER * number
    seeds = range(start, start + test_perl_subset.TOGETHER)
    made = test_perl_subset.random_programs(seeds)
    return [Input(seed, "perl_subset", text) for seed, text in made.items()]


def check_perl(inputs: Sequence[Input]) -> None:
    with TemporaryDirectory() as folder:
        test_perl_subset.check_programs({one.number: one.source for one in inputs}, Path(folder))


def scheme(number: int) -> list[Input]:
    """Make 10 programs with choices, and 10 that call the standard procedures."""
    seeds = range(10 * number, 10 * number + 10)
    plain = [Input(seed, "amb_scheme", amb_procedures.program(Random(seed)), {"plain": "1"}) for seed in seeds]
    return plain + [Input(seed, "amb_scheme", amb_programs.Maker(Random(seed)).program()) for seed in seeds]


def check_scheme(inputs: Sequence[Input]) -> None:
    with TemporaryDirectory() as folder:
        if plain := {one.number: one.source for one in inputs if "plain" in one.options}:
            test_amb_scheme.check_plain_programs(plain, Path(folder))
        if choosing := {one.number: one.source for one in inputs if "plain" not in one.options}:
            test_amb_scheme.check_programs(choosing, Path(folder))


def ecol(number: int) -> list[Input]:
    """Make 10 programs of all commands, and 10 about numbers, with what a model prints."""
    made = [ecol_programs.Maker(Random(seed)).program() for seed in range(10 * number, 10 * number + 10)]
    numbers = [Input(number, "ecol", each.text, {}, {"tape": each.tape, "printed": each.printed}) for each in made]
    return [Input(number, "ecol", text) for text in drawn(ECOL, number)] + numbers


def check_ecol(one: Input) -> None:
    if one.tapes:
        test_ecol.agree_with_model(one.source, one.tapes["tape"], one.tapes["printed"])
    else:
        test_ecol.agree(one.source)


def informal_algol(number: int) -> list[Input]:
    made = {seed: test_informal_algol.two_ways(seed) for seed in range(1000 + 10 * number, 1010 + 10 * number)}
    return [Input(seed, "informal_algol", text, {}, {"plain": plain}) for seed, (text, plain) in made.items()]


def check_informal_algol(one: Input) -> None:
    test_informal_algol.agree(one.source, one.tapes["plain"])


def changed(number: int) -> list[Input]:
    """Take a random program of a language, and one of its cases, to be tried with all their variants."""
    name = sorted(MAKERS)[number % len(MAKERS)]
    cases = [case for case in case_files(name) if "error" not in case.sections]
    some = sample(name, 50_000 + number // len(MAKERS)), Random(number).choice(cases)
    return [Input(number, name, case.source, case.options, case.tapes) for case in some]


def check_changed(one: Input) -> str:
    case = Case(one.language, Path(f"{one.language}.case"), "changed", one.source, "", one.options, one.tapes)
    return "\n".join(differences(case, strict=False))


TRIES = {
    "programs": together(damaged, check_damaged),
    "variants": alone(changed, check_changed),
    "engines": alone(ir, checked_by(test_engines.compare)),
    "page_engine": alone(ir, checked_by(test_wasm.compare)),
    "algol60": alone(algol60, check_algol60),
    "c": alone(c, check_c),
    "fortran": alone(fortran, check_fortran),
    "perl": together(perl, check_perl),
    "scheme": together(scheme, check_scheme),
    "ecol": alone(ecol, check_ecol),
    "informal_algol": alone(informal_algol, check_informal_algol),
}
