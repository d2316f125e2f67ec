"""Go through a run statement by statement, in the manner of pdb, on what the reference engine traces.

    outcome = step(job)          # asks on standard error, is answered on standard input; prints what the program prints

The run is deterministic: going back means beginning again and stopping one statement earlier.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from textwrap import fill

from getallenband.durable.names import shown, unknown
from getallenband.durable.visible import visible
from getallenband.interpreters import Outcome, Place, SourceText
from getallenband.interpreters.language import language
from getallenband.interpreters.source.diagnostics import UserError, counted
from getallenband.reports.runs.job import RunJob
from getallenband.reports.runs.profile import statement_places
from getallenband.reports.runs.run import perform

EVENT = re.compile(r"(?P<line>\d+):(?P<column>\d+) (?P<indent> *)(?P<what>.*)", re.DOTALL)
ASSIGNED = re.compile(r"(?P<name>\S.*?) := (?P<value>.*)", re.DOTALL)
STATEMENTS, APPLICATIONS = ("statement ",), ("evaluate", "call ", "choice ")
"""What a step is: a statement, or where there are none, as in Scheme, what is evaluated, a call, or a choice."""
HELP = """\
  n          the next statement (so does an empty line)
  o          over: the next statement that is not in a procedure called from here
  t NAME     to the statement of this name, such as the one that prints a solution; in Scheme to a call of a procedure
  l LINE     to the next statement of this line
  b          back by one statement
  v          the variables that were assigned, and their values
  c          to the end, without stopping again
  q          quit
"""


class Back(BaseException):
    """The user wants to go back; no Exception, since the engine takes those for faults of its own."""


class Stepper:
    """Follows the trace of a run; stops where it was asked to, shows the line, and asks what next."""

    def __init__(
        self, source: SourceText, answer: Callable[[], str], steps: tuple[str, ...], places: Mapping[str, Place]
    ) -> None:
        self.lines = source.text.splitlines()
        self.places = places
        self.answer, self.steps = answer, steps
        self.target, self.shown, self.in_a_line = 1, 0, False
        self.begin()

    def begin(self) -> None:
        """Forget what the run did so far."""
        self.passed, self.depth, self.printed = 0, 0, 0
        self.variables: dict[str, str] = {}
        self.stops: Callable[[int, str, int], bool] = lambda _line, _name, _depth: self.passed >= self.target

    def __call__(self, event: str) -> None:
        """Take an event of the trace: a step, or a variable that has a new value."""
        found = EVENT.fullmatch(event)
        if found is None:
            return
        line, depth, what = int(found["line"]), len(found["indent"]), found["what"]
        if what.startswith(self.steps):
            self.passed += 1
            title = what.removeprefix("statement ")
            name = title.removeprefix("call ").partition(" ")[0]
            if self.stops(line, name, depth):
                self.depth = depth
                if self.in_a_line and sys.stdout.isatty():
                    sys.stderr.write("\n")
                self.in_a_line = False
                sys.stderr.write(f"{line:>6}  {visible(f'{title} | {self.lines[line - 1]}')}\n")
                self.ask()
        elif assigned := ASSIGNED.fullmatch(what):
            self.variables[assigned["name"]] = assigned["value"]

    def echo(self, text: str) -> None:
        """Show what the program prints, unless it was shown before the user went back."""
        self.printed += len(text)
        if self.printed > self.shown:
            sys.stdout.write(text[self.shown - self.printed :])
            sys.stdout.flush()
            self.shown, self.in_a_line = self.printed, not text.endswith("\n")

    def ask(self) -> None:
        """Obey the user's commands until one lets the run go on."""
        while not self.obeyed(*self.command()):
            pass

    def command(self) -> tuple[str, str]:
        sys.stderr.write("(step) ")
        sys.stderr.flush()
        line = self.answer()
        word, _, rest = line.strip().partition(" ")
        return (word or "n", rest.strip()) if line else ("c", "")

    def obeyed(self, word: str, rest: str) -> bool:
        """Carry a command out; tell whether the run goes on."""
        depth = self.depth
        match word:
            case "n":
                self.stops = lambda _line, _name, _depth: True
            case "o":
                self.stops = lambda _line, _name, now: now <= depth
            case "t" | "l" if rest and (wrong := self.unreachable(word, rest)):
                sys.stderr.write(f"{visible(wrong)}\n")
                return False
            case "t" if rest:
                self.stops = lambda _line, name, _depth: rest == name
            case "l" if rest:
                self.stops = lambda line, _name, _depth: rest == str(line)
            case "c":
                self.stops = lambda _line, _name, _depth: False
            case "b":
                self.target = max(1, self.passed - 1)
                raise Back
            case "q":
                raise KeyboardInterrupt
            case "v":
                sys.stderr.write(visible(listed(self.variables)) or "  no variable has a value yet\n")
                return False
            case _:
                missing = f"{word}: its {'line' if word == 'l' else 'name'} is missing" if word in ("l", "t") else ""
                wrong = missing or f"there is no command {shown(f'{word} {rest}'.strip())}"
                sys.stderr.write(HELP if word in ("h", "help", "?") else f"{visible(wrong)}\n{HELP}")
                return False
        return True

    def unreachable(self, word: str, rest: str) -> str:
        """Say why no statement has this name or line, or ""; names are not checked where statements are not known."""
        lines = {str(place.line) for place in self.places.values()} or set(map(str, range(1, len(self.lines) + 1)))
        if word == "l" and rest not in lines:
            return f"no statement begins in line {shown(rest)}"
        if word == "t" and self.places and rest not in self.places:
            return unknown("statement", rest, self.places)
        return ""


def listed(variables: Mapping[str, str]) -> str:
    """Write variables with their values, an array's elements together, in the order of their subscripts."""
    rows: dict[str, list[str]] = {}
    for name in sorted(variables, key=in_order):
        array, bracket, subscript = name.partition("[")
        rows.setdefault(array, []).append(f"[{subscript}={variables[name]}" if bracket else f"= {variables[name]}")
    return "".join(
        fill(f"{array} {', '.join(items)}", 100, initial_indent="  ", subsequent_indent="    ") + "\n"
        for array, items in rows.items()
    )


def in_order(name: str) -> list[str | int]:
    """Return a key by which a[2] comes before a[10]."""
    return [int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", name)]


def step(job: RunJob, *, echo: bool = True) -> Outcome:
    """Run a job, stopping before its first statement; an end of standard input lets it go on.

    With `echo` what the program prints is on standard output when it returns.
    """
    stepper = Stepper(job.source, sys.stdin.readline, steps_of(job.language), statement_places(job, {}))
    while True:
        try:
            return perform(job, stepper, stepper.echo if echo else None)
        except Back:
            stepper.begin()


def steps_of(name: str) -> tuple[str, ...]:
    """Return how the events begin that are steps in a language."""
    return STATEMENTS if language(name).evaluate is None else APPLICATIONS


def check_lines(span: str, source: SourceText) -> None:
    """Raise UserError for lines that the program does not have: their trace would be empty without a message."""
    lines = len(source.text.splitlines())
    if int(span.partition("-")[0]) > lines:
        raise UserError(f"--lines {span}: {source.name} has {counted(lines, 'line')}")


def of_lines(span: str, write: Callable[[str], None]) -> Callable[[str], None]:
    """Return a trace of those lines only: FIRST-LAST, or one."""
    first, _, last = span.partition("-")
    low, high = int(first), int(last or first)

    def trace(event: str) -> None:
        found = EVENT.fullmatch(event)
        if found is not None and low <= int(found["line"]) <= high:
            write(event)

    return trace
