"""Make programs that this project can run of the files of a suite: each function returns the text of a file."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.suites.trial import Answer

# --- Csmith ----------------------------------------------------------------------------------------------------------

CSMITH = Path("/usr/include/csmith")
STANDARD_HEADERS = {
    "stdint.h": "".join(
        f"typedef {'signed' if bits == 8 else ''} {name} int{bits}_t; typedef unsigned {name} uint{bits}_t;\n"
        f"#define INT{bits}_MAX {2 ** (bits - 1) - 1}{end}\n#define INT{bits}_MIN (-INT{bits}_MAX - 1)\n"
        f"#define UINT{bits}_MAX {2**bits - 1}U{end}\n"
        for bits, name, end in ((8, "char", ""), (16, "short", ""), (32, "int", ""), (64, "long", "L"))
    ),
    "limits.h": "#define INT_MAX 2147483647\n#define INT_MIN (-INT_MAX - 1)\n#define UINT_MAX 4294967295U\n"
    "#define CHAR_BIT 8\n",
    **dict.fromkeys(("stdio.h", "string.h", "assert.h", "math.h", "float.h"), ""),
}
INCLUDED = "".join(f"#include <{name}.h>\n" for name in ("stdio", "string", "math", "float")) + "#define fabsf fabs\n"
"""Of the standard headers what Csmith's own headers need, so that they can be put into a program."""


def csmith(path: Path) -> str:
    """Put Csmith's headers into a program, and write long for long long, which is as long on LP64, and
    decimal numbers for hexadecimal ones, which C90 has not."""
    with TemporaryDirectory() as folder:
        for name, text in STANDARD_HEADERS.items():
            (Path(folder) / name).write_text(text)
        command = ["gcc", "-E", "-P", "-nostdinc", "-isystem", folder, "-I", str(CSMITH), str(path)]
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    text = re.sub(r"\blong long\b", "long", text)
    text = re.sub(r"0x[\dA-F.]+p[-+]?\d+", lambda number: repr(float.fromhex(number.group())), text)
    return INCLUDED + re.sub(r"(?<=[\dA-Fa-f])(U?)LL\b", r"\1L", text)


# --- gcc's torture tests ------------------------------------------------------------------------------------------

HARMLESS = "noinline|noclone|noipa|unused|used|const|pure|noreturn|no_icf|always_inline|malloc|nothrow|weak|cold|hot"
WORDS_OF_GCC = (
    (rf"__attribute__\s*\(\(\s*(?:(?:__)?(?:{HARMLESS})(?:__)?\s*(?:\(\s*\))?\s*,?\s*)+\)\)", ""),
    (r"\b(?:__extension__|__restrict(?:__)?|__inline(?:__)?|inline)\b", ""),
    (r"\b__(signed|const|volatile)(?:__)?\b", r"\1"),
    (r"\b__builtin_(?=(?:abort|exit|printf|sprintf|mem\w+|str\w+|abs|labs|fabs|malloc|free|puts)\b)", ""),
    (r"\blong\s+long\b", "long"), (r"(?<=[\dA-Fa-f])([uU]?)(?:LL|ll)\b", r"\1L"), (r"%ll", "%l"),
    (r"\b__SIZE_TYPE__\b", "unsigned long"), (r"\b__INT32_TYPE__\b", "int"), (r"\b__(INT|LONG)_MAX__\b", r"\1_MAX"),
)  # fmt: skip


def without_words_of_gcc(path: Path) -> str:
    """Leave out gcc's words that do not change what a program means on LP64, and write long for long long."""
    text = path.read_text(encoding="latin-1")
    for pattern, plain in WORDS_OF_GCC:
        text = re.sub(pattern, plain, text)
    return "#include <limits.h>\n" + text


# --- NPL's tests of ALGOL 60, as GNU MARST has them ------------------------------------------------------------------


def marst_listing(text: str) -> dict[str, Answer]:
    """Return what each test did in MARST, by the name of its file: its listing has them all."""
    answers = {}
    for number, rest in re.findall(r"^\*\*\* TEST (\d+) \*\*\*\n(.*?)(?=^\*\*\* TEST|\Z)", text, re.M | re.S):
        _, executed, output = rest.partition("Executing...\n")
        kind = "refused" if not executed else "trap" if "\nfault: " in f"\n{output}" else "finished"
        answers[f"test{number}"] = Answer(kind, output.partition("fault: ")[0])
    return answers


# --- perl's own tests ------------------------------------------------------------------------------------------------

HARNESS = (Path(__file__).parent / "harness.pl").read_text(encoding="utf-8")


def perl_test(path: Path) -> str:
    """Return a test of perl's with this harness in the place of its own, which needs much of perl to run at all."""
    text = path.read_text(encoding="latin-1")
    text = re.sub(r"^BEGIN \{(?:[^\n]*\}$|.*?^\}$)|^__END__\n.*", "", text, flags=re.M | re.S)
    text = re.sub(r"^#!.*$|^\s*require ['\"]\./.*$", "", text, flags=re.M)
    return text if re.search(r"^sub ok\b", text, re.M) else HARNESS + text


def perl_parts(text: str) -> Iterator[str]:
    """Yield the parts of a test between blank lines, each with the harness: those that test something by themselves."""
    part = ""
    for paragraph in re.split(r"\n\s*\n", text.removeprefix(HARNESS)):
        part = f"{part}\n\n{paragraph}"
        if all(part.count(left) == part.count(right) for left, right in ("()", "{}")):
            if re.search(r"\b(is|ok|like|isnt|cmp_ok|print)\b", part):
                yield HARNESS + part + "\n"
            part = ""


# --- Scheme ----------------------------------------------------------------------------------------------------------


def forms(text: str) -> Iterator[str]:
    """Yield the forms of a Scheme text."""
    depth, start = 0, None
    for match in re.finditer(r';[^\n]*|"(?:\\.|[^"\\])*"|#\\.[a-z]*|[()]|[^\s()";]+', text, re.S):
        token = match.group()
        if token.startswith(";"):
            continue
        start = match.start() if start is None else start
        depth += (token == "(") - (token == ")")
        if depth == 0 and token.strip("'`,@#"):
            yield text[start : match.end()]
            start = None


def r5rs_tests(path: Path) -> Iterator[tuple[str, str]]:
    """Yield each test of chibi-scheme as a program that prints #t, with what the file defines before it."""
    before: list[str] = []
    number = 0
    _, _, text = path.read_text(encoding="utf-8").partition('(test-begin "')
    for form in forms(text.partition(")")[2]):
        if re.match(r"\(test(-assert)?\s", form):
            number += 1
            *_, wanted, expression = ["#t", *list(forms(form[1:-1]))[1:]]
            yield f"{number:03}", "\n".join([*before, f"(write (equal? {expression} {wanted}))\n"])
        elif not form.startswith("(test-end"):
            before.append(form)
