"""How time and memory grow with what a user gives: whole commands, each with a small, a larger and a large input.

A row begins with how many times as long one unit takes at the largest size as at the size before: 1 is linear.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path

from benchmarks.long_programs import WRITERS, long_program
from benchmarks.measure import ROOT, Failed, Row, command, once
from benchmarks.output import READING
from getallenband.interpreters.language import language

LINES = (1_000, 3_000, 10_000, 30_000)
STATEMENTS = (10**8, 10**9, 10**10)
OUTPUT = (10**7, 10**8, 10**9)
NUMBERS = (10**5, 10**6, 10**7)
CLAIMS = (100, 1_000, 10_000)
EDITIONS = (5, 50, 500)
SOLUTIONS = (10**5, 10**6, 10**7)
GOAL = "1.2"

COUNTING = "START\ni := 0\nMET 2, j := 1, {n}\ni := i + 1\nHERHAAL\nSCHRIJF (12,0) := i\nNR (1)\nKLAAR\n"
PRINTING = """\
int main(void) {{
    int i;
    for (i = 0; i < {n}; i++)
        printf("%9d the quick brown fox jumps over the lazy dog, and the dog sleeps on until the sun is up\\n", i);
    return 0;
}}
"""
CLAIM = """
[[claim]]
id = "number-{n}"
quotation = "1"
place = "page {n}"
about = "The program prints a number {{this.published}} time."
published = "1"
run = "program"
observe = "count"
with = {{ statement = "line 4" }}
verdict = "reproduced"
why = "The statement prints a number."
"""


def rows() -> list[Row]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        return [
            *(lines(name, folder) for name in WRITERS),
            grown("ECOL: statements", STATEMENTS, lambda n: statements(n, folder)),
            grown("C: bytes of output", OUTPUT, lambda n: output(n, folder)),
            *(grown(f"{language(name).title}: numbers read", NUMBERS, reading(name, folder)) for name in READING),
            grown("check: claims of one edition", CLAIMS, lambda n: command("check", edition(folder / f"c{n}", n))),
            grown("check: editions", EDITIONS, lambda n: command("check", *editions(folder, n))),
            grown("solve --list: solutions", SOLUTIONS, lambda n: solutions(n, folder)),
        ]  # fmt: skip


def grown(what: str, sizes: Sequence[int], made: Callable[[int], list[str]]) -> Row:
    """Measure the command that `made` gives for each size, once; a command that ends with an error ends the row."""
    seconds, memory, ended = [], 0, ""
    for size in sizes:
        given = made(size)
        try:
            used, memory, _ = once(given)
        except Failed as failed:
            ended = f"; {size:,}: {failed.said}"
            break
        seconds.append(used)
    units = [used / size for used, size in zip(seconds, sizes, strict=False)]
    found = ", ".join(f"{used:.1f}" for used in seconds)
    named = ", ".join(f"{size:,}" for size in sizes)
    growth = units[-1] / units[-2] if len(units) > 1 else inf
    return Row(f"{what}: {named}", f"{growth:.2f} ({found} s, {memory // 1024} MB{ended})", GOAL)


def lines(name: str, folder: Path) -> Row:
    def made(count: int) -> list[str]:
        file = folder / f"long{language(name).extensions[0]}"
        file.write_text(long_program(name, count), encoding="utf-8")
        return command("run", str(file), "--language", name)

    return grown(f"{language(name).title}: lines", LINES, made)


def statements(count: int, folder: Path) -> list[str]:
    file = folder / "counting.ecol"
    file.write_text(COUNTING.format(n=count // 2))
    return command("run", str(file), "--max-statements", str(2 * count))


def output(count: int, folder: Path) -> list[str]:
    file = folder / "printing.c"
    file.write_text(PRINTING.format(n=count // 100))
    return command("run", str(file), "--max-output", str(2 * count), "--max-statements", str(count))


def reading(name: str, folder: Path) -> Callable[[int], list[str]]:
    arithmetic, program = READING[name]

    def made(count: int) -> list[str]:
        file, tape = folder / f"reading{language(name).extensions[0]}", folder / "tape"
        file.write_text(program.format(n=count))
        with tape.open("w") as file_of_numbers:  # as one text it would count towards the memory of the command
            file_of_numbers.writelines(f"{number % 1000}\n" for number in range(count))
        return command("run", str(file), "--language", name, "--arithmetic", arithmetic, "--tape", str(tape))

    return made


def edition(folder: Path, claims: int) -> str:
    """Start an edition with a number of claims; return its folder."""
    program = folder.parent / "program.ecol"
    program.write_text(COUNTING.format(n=1))
    subprocess.run(command("new", "edition", str(folder), str(program)), check=True, cwd=ROOT, capture_output=True)
    (folder / "claims.toml").write_text("".join(CLAIM.format(n=number) for number in range(claims)))
    return str(folder)


def editions(folder: Path, count: int) -> list[str]:
    return [edition(folder / f"e{count}-{number}", 1) for number in range(count)]


def solutions(count: int, folder: Path) -> list[str]:
    """Return a search with `count` solutions, a power of ten: each item is covered by one of ten options."""
    digits = len(str(count)) - 1
    file = folder / "digits.dlx"
    items = [chr(ord("a") + digit) for digit in range(digits)]
    colours = [f"{item} n{item}:{colour}" for item in items for colour in range(10)]
    file.write_text("\n".join([" ".join(items) + " | " + " ".join(f"n{item}" for item in items), *colours]) + "\n")
    return command("solve", str(file), "--list")
