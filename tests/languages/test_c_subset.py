"""C beside a C compiler: cases and random programs that end by themselves print the same when gcc compiles them.

Random programs do the same on both engines. Where gcc can watch a program for undefined behaviour, it sees nothing in
one that ends by itself here, and something in one that ends in a trap.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import combinations, product
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from getallenband.interpreters import ASSERTING, Limits, Options, Outcome, Request, SourceError, SourceText, run
from getallenband.interpreters.languages.c_subset.library import FUNCTIONS
from getallenband.interpreters.languages.c_subset.notes import notes
from getallenband.interpreters.source.position import Place
from getallenband.interpreters.testing.cases import Case, case_files, shown_output
from tests.generators import c_library, c_types
from tests.generators.c_pointers import PointerMaker
from tests.generators.c_programs import TAPE, Maker
from tests.processes import PATIENCE
from tests.shares import one_in
from tests.tools import needs

# children of a process with threads: they only compile and run
pytestmark = pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")

FINISHED = [
    case
    for case in case_files("c_subset")
    if "finished" in case.sections.get("ending", "") and case.options.get("arithmetic", "lp64") == "lp64"
]
SAMPLE = one_in(4, FINISHED)
"""A compiler takes longer than a case here, and cases change rarely: make soak compiles all."""
GCC = shutil.which("gcc")
LINKER = ["-fuse-ld=gold"] * bool(shutil.which("ld.gold"))  # as good, and in less time
LIMITS = Limits(statements=2000, output=2000, memory=1 << 20, depth=50)

WORDS = """
    { } { } ( ) ( ) [ ] ; ; , = == + - * & ++ -- ! ? : if else while for do switch case default break continue return
    goto int char unsigned struct typedef x y p f main() main() {int x; 0 1 2 "s" 'c' printf("%d",
"""


def compiled(source: str, folder: Path, *flags: str, tape: str = TAPE) -> subprocess.CompletedProcess[str]:
    """Compile and run a program in a folder; the yen sign is the backslash of its character set."""
    text, program = folder / "case.c", folder / "case"
    text.write_text(source.replace("¥", "\\"), encoding="utf-8")
    command = ["gcc", "-m64", "-std=gnu89", "-w", "-O1", "-fno-strict-aliasing", *LINKER, *flags]
    subprocess.run([*command, "-o", str(program), str(text), "-lm"], check=True, timeout=PATIENCE)
    return subprocess.run(
        [str(program)], input=tape, capture_output=True, text=True, check=False, timeout=PATIENCE, cwd=folder
    )


@needs("gcc")
@pytest.mark.in_turn
@pytest.mark.parametrize("case", SAMPLE, ids=lambda case: case.label)
def test_gcc_prints_the_same(case: Case, tmp_path: Path) -> None:
    for name, text in case.tapes.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    later = ["-std=gnu99"] if case.reason.startswith("C99") else []
    theirs = compiled(case.source, tmp_path, *later, tape=case.tapes.get("tape", ""))
    assert shown_output(theirs.stdout) == case.sections.get("output", "")


def outcome_or_message(text: str) -> str:
    try:
        return run(SourceText("case.c", text), "c_subset", Request(Options("lp64"), {}, LIMITS, ASSERTING)).ending.kind
    except SourceError as error:
        return "refused" if str(error).startswith("case.c:") else "refused without a place"


@settings(max_examples=150)
@given(st.lists(st.sampled_from(WORDS.split()), max_size=30).map(" ".join))
def test_any_words_give_a_message_or_a_run(text: str) -> None:
    assert outcome_or_message(text) in ("refused", "finished", "trap", "exhausted")


@settings(max_examples=100)
@given(st.text(max_size=40))
def test_any_text_gives_a_message_or_a_run(text: str) -> None:
    assert outcome_or_message("main(){" + text) in ("refused", "finished", "trap", "exhausted")


@pytest.mark.parametrize("name", [name for name, (types, _) in FUNCTIONS.items() if len(types) > 1])
def test_too_few_arguments_of_a_library_function_are_refused(name: str) -> None:
    """The value is taken for a pointer, where malloc's argument decides which one."""
    for count in range(len(FUNCTIONS[name][0]) - 1):
        call = f"{name}({', '.join('0' * count)})"
        assert outcome_or_message(f"char *p; int f() {{ p = {call}; {call}; }} main() {{}}") == "refused"


STATEMENTS = r"""
x=y+1; y--; if(x<y) while(x<9)x++; {int|x;x=3;y=x;} p=&x; *p=4; a[x]=y; y=a[1]; x<<=y; for(x=0;x<3;x++) p=a+x; y=*p++;
switch(y){case|0:x=1;case|1:y=2;break;default:;} goto|end; x/=y; printf("%d|%c\n",x,65+y); return|x; do|y++;while(y<2);
y=x==1?2:f(y); p[1]=0; break; s.b=s.a;
"""
"""Statements that a random program is made of; | is a blank."""


@settings(max_examples=150)
@given(st.lists(st.sampled_from(STATEMENTS.split()), max_size=8).map(lambda parts: "\n".join(parts).replace("|", " ")))
def test_any_statements_give_a_message_or_a_run(text: str) -> None:
    start = "struct {int a;int b;} s; int a[3]; f(n){return n>0?f(n-1):n;}\nmain(){int x,y,*p; x=y=0; p=a;\n"
    assert outcome_or_message(start + text + "\nend: ;}\n") in ("refused", "finished", "trap", "exhausted")


RANDOM = settings(max_examples=3, suppress_health_check=list(HealthCheck))
MODELS = ("lp64", "ilp32")
ROOMY = Limits(statements=20_000, output=100_000, memory=1 << 24, depth=200)
TIGHT = Limits(statements=200, output=60, memory=1 << 24, depth=3)
SANITIZERS = ("-fsanitize=address,undefined", "-fno-sanitize-address-use-after-scope", "-g")
"""A block's variables live here as long as the call of their function."""
UNWATCHED = ("has no value yet", "without returning", "different objects", "leaves its object", "endless recursion")
"""Traps of ours that no sanitizer of gcc speaks of."""


OUTSIDE = re.compile(r"\d+ bytes at offset (-?\d+) are outside an object of (\d+) bytes")
NEAR = 16
"""The bytes about an object in which a sanitizer sees an access: beyond them may lie another object."""


def unwatched(message: str) -> bool:
    """Tell whether a trap of ours is none that a sanitizer of gcc must speak of."""
    outside = OUTSIDE.fullmatch(message)
    far = outside is not None and not -NEAR <= int(outside[1]) <= int(outside[2]) + NEAR
    return far or any(words in message for words in UNWATCHED)


def outcomes(text: str, model: str, limits: Limits) -> list[Outcome]:
    """Run a program on both engines."""
    tapes = {"tape": SourceText("tape.txt", TAPE)}
    return [
        run(SourceText("case.c", text), "c_subset", Request(Options(model), tapes, limits, engine))
        for engine in (ASSERTING, "native")
    ]


def on_both_engines(text: str, model: str, limits: Limits = ROOMY) -> Outcome:
    """Run a program on both engines, which must agree; in a process of its own, which wrong machine code may kill."""
    with ProcessPoolExecutor(1, get_context("fork" if sys.platform == "linux" else "spawn")) as pool:
        try:
            machine, native = pool.submit(outcomes, text, model, limits).result()
        except BrokenProcessPool:
            pytest.fail(f"native code broke off:\n{text}")
    if not machine.same_as(native):
        pytest.fail(f"the engines disagree:\n{text}\nmachine: {machine}\nnative: {native}")
    return machine


def for_gcc(text: str, model: str) -> str:
    """Let a compiler of LP64 take long for int, as ILP32 has it."""
    if model == "lp64":
        return text
    text = text.replace("#include <string.h>\n", "#include <string.h>\n#define long int\n")
    return text.replace("%ld", "%d").replace("%lu", "%u")


def compare(random: Random, model: str, wild: int, *flags: str) -> None:
    compare_program(Maker(random, model, wild).program(), model, wild, *flags)


def compare_program(text: str, model: str, wild: int, *flags: str) -> None:
    """Run a program here and by gcc; nothing but an overflow stops one that is not wild."""
    outcome = on_both_engines(text, model)
    if not wild and outcome.ending.kind == "trap" and "does not fit" not in outcome.ending.message:
        pytest.fail(f"stopped by {outcome.ending}:\n{text}")
    if GCC is None or outcome.ending.kind == "exhausted" or (outcome.ending.kind == "trap" and not flags):
        return
    with TemporaryDirectory() as folder:
        done = compiled(for_gcc(text, model), Path(folder), *flags)
    if outcome.ending.kind == "finished":
        if (done.stdout, done.stderr, done.returncode) != (outcome.output, "", 0):
            pytest.fail(f"gcc differs:\n{text}\nhere: {outcome.output!r}\ngcc: {done}")
    elif not done.stderr and not unwatched(outcome.ending.message):
        if text.split("\n")[outcome.ending.place.line - 1][outcome.ending.place.column - 1 :].startswith("M"):
            return  # a macro of statements: what is in it cannot be read alone
        with TemporaryDirectory() as folder:
            try:
                done = compiled(for_gcc(with_read(text, outcome.ending.place), model), Path(folder), *flags)
            except subprocess.CalledProcessError:
                return  # a row of an array: only its address is taken, which no sanitizer watches
        if not done.stderr:
            pytest.fail(f"no sanitizer sees {outcome.ending}:\n{text}")


def with_read(text: str, place: Place) -> str:
    """Have gcc read the variable at a place: it leaves out an operand, fault and all, that cannot change the result."""
    lines = text.split("\n")
    before, rest = lines[place.line - 1][: place.column - 1], lines[place.line - 1][place.column - 1 :]
    end = place.length
    while rest[end : end + 1] == "[":  # the element, where the place is a row's
        depth = 1
        while depth:
            end += 1
            depth += (rest[end] == "[") - (rest[end] == "]")
        end += 1
    variable, after = rest[:end], rest[end:]
    read = f"volatile __typeof__({variable}) read_ = ({variable})"  # its address alone may be one too far
    lines[place.line - 1] = f"{before}(*({{ {read}; (volatile __typeof__({variable}) *) &({variable}); }})){after}"
    return "\n".join(lines)


RANDOM_PROGRAMS = st.randoms(use_true_random=False)


@RANDOM
@given(RANDOM_PROGRAMS, st.sampled_from(MODELS), st.sampled_from((0, 2)))
def test_random_programs(random: Random, model: str, wild: int) -> None:
    compare(random, model, wild)


def compare_types(random: Random, model: str) -> None:
    compare_typed_program(c_types.program(random, model), model)


def compare_typed_program(text: str, model: str) -> None:
    """Run a program that shows types, here and by gcc; a constant that has no value in its type is refused."""
    try:
        outcome = on_both_engines(text, model)
    except SourceError as error:
        if any("has no value of type" not in found.message for found in error.diagnostics):
            pytest.fail(f"{error}\n{text}")
        return
    if outcome.ending.kind == "trap":
        assert "does not fit" in outcome.ending.message, f"{outcome.ending}\n{text}"
    elif GCC is not None:
        with TemporaryDirectory() as folder:
            done = compiled(for_gcc(text, model), Path(folder))
        assert (done.stdout, done.returncode) == (outcome.output, 0), text


@RANDOM
@given(RANDOM_PROGRAMS, st.sampled_from(MODELS))
def test_random_types(random: Random, model: str) -> None:
    compare_types(random, model)


def compare_library_program(text: str, model: str) -> None:
    """Run a program that calls the library, here and by gcc: it ends by itself."""
    outcome = on_both_engines(text, model)
    if outcome.ending.kind != "finished":
        pytest.fail(f"stopped by {outcome.ending}:\n{text}")
    if GCC is not None:
        with TemporaryDirectory() as folder:
            done = compiled(for_gcc(text, model), Path(folder), "-std=gnu99")
        if (done.stdout, done.returncode) != (outcome.output, 0):
            pytest.fail(f"gcc differs:\n{text}\nhere: {outcome.output!r}\ngcc: {done}")


@RANDOM
@given(RANDOM_PROGRAMS, st.sampled_from(MODELS))
def test_random_calls_of_the_library(random: Random, model: str) -> None:
    compare_library_program(c_library.program(random, model), model)


def compare_pointers(text: str, printed: str, line: int) -> None:
    """Run a program that moves a pointer: it prints what the model does, gcc too, and leaves its object at the line."""
    outcome = on_both_engines(text, "lp64")
    assert outcome.output == printed, text
    if line:
        assert outcome.ending.message.startswith("a pointer leaves its object"), f"{outcome.ending}\n{text}"
        assert outcome.ending.place.line == line, f"{outcome.ending}\n{text}"
        return
    assert outcome.ending.kind == "finished", f"{outcome.ending}\n{text}"
    if GCC is not None:
        with TemporaryDirectory() as folder:
            done = compiled(text, Path(folder))
        assert (done.stdout, done.returncode) == (printed, 0), text


@pytest.mark.parametrize("seed", one_in(3, range(8)))
def test_random_moves_of_pointers(seed: int) -> None:
    compare_pointers(*PointerMaker(Random(seed)).program())


FLAGS = ["".join(some) for count in range(6) for some in combinations("-+ #0", count)]
CONVERSIONS = (("di", "n"), ("uoxX", "u"), (("ld", "li", "lu", "lo", "lx", "lX"), "l"), ("eEfgG", "x"), ("s", "s"),
               ("c", "c"))  # fmt: skip
PRINTING = r"""
#include <math.h>
#include <stdio.h>
int ns[] = {0, 5, -1234}; unsigned us[] = {0, 8, 4000000000U}; long ls[] = {0, 9, -3000000000L};
double xs[] = {0, -HUGE_VAL, 12.5}; char *ss[] = {"", "hello", "a"}, cs[] = "aZ*";
void all(int width, int digits, int n, unsigned u, long l, double x, char *s, int c) {
@}
int main(void) {int i; for (i = 0; i < 6; i++) all(i / 2 * 7 - 7, i % 3 * 4 - 4, ns[i % 3], us[i % 3], ls[i % 3],
    i < 3 ? xs[i] : -xs[i - 3], ss[i % 3], cs[i % 3]); return 0;}
"""


@needs("gcc")
@pytest.mark.parametrize("part", one_in(8, range(8)))
def test_all_conversions_of_printf(part: int, tmp_path: Path) -> None:
    """Compare with gcc every set of flags with every form of width and precision, for every conversion."""
    lines = ""
    for flags, width, digits in product(FLAGS[part::8], ("", "8", "*"), ("", ".", ".0", ".3", ".*")):
        sizes = "width, " * (width == "*") + "digits, " * (digits == ".*")
        for kinds, name in CONVERSIONS:
            form = "|".join(f"%{flags}{width}{digits}{kind}" for kind in kinds)
            lines += f'printf("{form}\\n", {", ".join([sizes + name] * len(kinds))});\n'
    text = PRINTING.replace("@", lines)
    outcome = on_both_engines(text, "lp64", Limits())
    assert outcome.ending.kind == "finished", outcome.ending
    assert compiled(text, tmp_path).stdout.splitlines() == outcome.output.splitlines()


READING = r"""
#include <stdio.h>
char text[9], letters[] = "LETTERS";
void one(void) {FILE *f; int r; f = fopen("data", "w"); fputs(text, f); fclose(f); f = fopen("data", "r");
printf("\n[%s] ", text);
@fclose(f);}
void all(int at, int left) {char *p; text[at] = 0; one();
    if (left) for (p = letters; *p; p++) {text[at] = *p; all(at + 1, left - 1);}}
int main(void) {all(0, LONGEST); return 0;}
"""
OF_INTEGERS, OF_REALS = "d i u x o hd ld *d 2d 1i 2i 3i 2x 3x", "lf f e g *f 1lf 2lf 3e"


@needs("gcc")
@pytest.mark.parametrize(
    ("letters", "longest", "forms"),
    [
        ("-0x8 ", 3, OF_INTEGERS),
        ("-.e1", 3, OF_REALS),
        pytest.param("+0X7f\\n", 4, OF_INTEGERS, marks=pytest.mark.soak),
        pytest.param("+.E5 ", 5, OF_REALS, marks=pytest.mark.soak),
    ],
)
def test_all_short_texts_for_scanf(letters: str, longest: int, forms: str, tmp_path: Path) -> None:
    """Compare with gcc what conversions of numbers read of every text of some letters, and where they stop."""
    calls = ""
    for form in forms.split():
        real = forms == OF_REALS
        size = form.strip("*0123456789")[0]
        kind = {"l": "double" if real else "long", "h": "short"}.get(size, "float" if real else "int")
        argument, shown = "" if "*" in form else ", &v", "%g" if real else "%ld"
        calls += f'{{{kind} v = 7; rewind(f); r = fscanf(f, "%{form}"{argument});'
        calls += f' printf("%d {shown} %ld|", r, {"" if real else "(long) "}v, ftell(f));}}\n'
    text = READING.replace("@", calls).replace("LETTERS", letters).replace("LONGEST", str(longest))
    outcome = on_both_engines(text, "lp64", Limits())
    assert outcome.ending.kind == "finished", outcome.ending
    assert compiled(text, tmp_path).stdout.splitlines() == outcome.output.splitlines()


@pytest.mark.parametrize(
    ("text", "sign", "column"),
    [("x =+ 2;", "+", 3), ("x=+2;", "+", 2), ("x =- 1;", "-", 3), ("x =\\\n* y;", "*", 3), ("x=& y;", "&", 2)],
)
def test_signs_that_were_part_of_an_operator_are_noted(text: str, sign: str, column: int) -> None:
    (note,) = notes(SourceText("case.c", f"{text} x =+ 3;"), Options())
    assert (note.place.line, note.place.column) == (1, column)
    assert note.message == f"={sign} is = and {sign} here: before 1978 it was {sign}="


@pytest.mark.parametrize("text", ["x=-1;", "x = - 1;", "x=*p;", "x==+1;", 'p("=+");', "/* =+ */", "x += 2;", "'=+'"])
def test_other_signs_are_not_noted(text: str) -> None:
    assert notes(SourceText("case.c", text), Options()) == []


NOT_NOTICED = {
    "an array": ('int a[3]; printf("%d", a[1]);', "0"),
    "a structure": ('struct s {int a;} x; printf("%d", x.a);', "0"),
    "what malloc gave": ('int *p; p = malloc(8); printf("%d", p[1]);', "0"),
    "an address": ('int i, *p; p = &i; printf("%d", i);', "0"),
    "a second call": ('printf("%d", g()); printf("%d", g());', "57"),
    "a long": ('long i; printf("%ld", i);', str(-(2**63))),
    "an unsigned long": ('unsigned long i; printf("%lu", i);', str(2**63)),
    "a function": ('printf("%ld", f());', str(-(2**63))),
    "a block": ('int *p; {int i; i = 3; p = &i;} printf("%d", *p);', "3"),
}


@pytest.mark.parametrize(("text", "output"), NOT_NOTICED.values(), ids=NOT_NOTICED)
def test_what_the_manual_says_is_not_noticed(text: str, output: str) -> None:
    functions = "#include <stdlib.h>\nlong f() {} g() {int a[2]; a[1] += a[1] ? 2 : 5; return a[1];}"
    outcome = on_both_engines(f"{functions} main() {{{text} return 0;}}", "lp64")
    assert (outcome.ending.kind, outcome.output) == ("finished", output)


DEEP = {
    "parentheses": "(" * 1000 + "i" + ")" * 1000,
    "sums in parentheses": "i + (" * 1000 + "i" + ")" * 1000,
    "terms": "i" + " + i" * 9999,
    "assignments": "i = " * 1000 + "i",
    "subscripts": "a[" * 1000 + "0" + "]" * 1000,
    "calls": "f(" * 1000 + "i" + ")" * 1000,
}


@pytest.mark.parametrize(
    "text",
    [pytest.param(text, marks=pytest.mark.soak) if name in ("terms", "calls") else text for name, text in DEEP.items()],
    ids=DEEP,
)
def test_expressions_may_be_deep(text: str) -> None:
    source = f'int a[1]; f(n) {{return n;}} main() {{int i; i = 1; return printf("%d\\n", {text}) > 9;}}'
    assert on_both_engines(source, "lp64").ending.kind == "finished"


def test_blocks_may_be_deep() -> None:
    source = "main() {int i; " + "{int i; " * 500 + "i = 1;" + "}" * 500 + "return 0;}"
    assert on_both_engines(source, "lp64").ending.kind == "finished"


@RANDOM
@given(RANDOM_PROGRAMS, st.sampled_from(MODELS), st.sampled_from((1, 6)))
def test_random_programs_with_small_budgets(random: Random, model: str, wild: int) -> None:
    on_both_engines(Maker(random, model, wild).program(), model, TIGHT)
