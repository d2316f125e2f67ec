"""A loop that takes one match after another: while ($text =~ /…/g).

Perl keeps with the variable how far its matches came; here the loop does, so that it has to go to its end.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreters.ir.ops import Register
from interpreters.languages.perl_subset import syntax
from interpreters.languages.perl_subset.lower.context import Context
from interpreters.languages.perl_subset.lower.expressions import doubled, scalar
from interpreters.languages.perl_subset.lower.names import Variable
from interpreters.languages.perl_subset.lower.patterns import note, number_of_value
from interpreters.languages.perl_subset.runtime import layout, matching, patterns, strings
from interpreters.languages.perl_subset.static_properties import within
from interpreters.source.tree import Node

OVER_MATCHES = "foreach my $match ($text =~ /…/g) { … }"
CHANGED = "the text that a loop over its matches goes through was changed in the loop, and Perl would begin anew"


def searched_in(node: Node | None) -> tuple[syntax.Variable, syntax.Pattern] | None:
    """Return the variable in which a match with g searches, and the pattern; None for all else."""
    match node:
        case syntax.Binary("=~", syntax.Variable("$") as text, syntax.Pattern(_, flags) as pattern) if "g" in flags:
            return text, pattern
        case syntax.Pattern(_, flags) if "g" in flags:
            return syntax.Variable("$", "_", place=node.place), node
    return None


def one_more_match(c: Context, text: syntax.Variable, pattern: syntax.Pattern, body: Node) -> Callable[[], Register]:
    """Begin a loop over matches, with the text on the stack; return what looks for the next one."""
    if is_searched_anew(c, text, pattern, body):
        message = f"a second match with g in ${text.name}, in a loop over its matches, is not supported"
        c.names.wrong(pattern, message, OVER_MATCHES)
    c.push(c.do(strings.text, scalar(c, text)))
    first = c.fresh("text", c.add(c.read(c.top), -layout.CELL))
    start, least_end = c.fresh("start", c.number(0)), c.fresh("least", c.number(0))

    def look() -> Register:
        string, number = c.do(strings.text, scalar(c, text)), number_of_value(c, pattern)[0]
        same = c.is_true(c.do(strings.equal, c.load(c.read(first)), string))
        c.choose(same, lambda: None, lambda: c.host("missing", c.build.string(CHANGED), c.here(pattern)))
        code = c.do(patterns.code_of, doubled(c, number))
        begin = c.do(matching.search, code, string, c.read(start), c.read(least_end), c.read(c.top))
        found = c.compare(">=", begin, c.number(0))
        c.choose(found, lambda: go_on(number, string, begin))
        return found

    def go_on(number: Register, string: Register, begin: Register) -> None:
        if c.shared.captures:
            note(c, number, string, c.do(patterns.noted, begin, c.read(least_end)))
        c.write(start, c.load(c.read(c.top), layout.CELL))
        # perlre: no second match of length zero at the place where the last one ended
        c.write(least_end, c.do(patterns.end_of_next, begin, c.read(start)))

    return look


def is_searched_anew(c: Context, text: syntax.Variable, pattern: syntax.Pattern, body: Node) -> bool:
    """Tell whether a turn, or a sub that it calls, searches in a variable of this name with g."""
    found = c.scope.find(text, f"${text.name}")
    nodes: list[Node] = [body]
    own = isinstance(found, Variable) and found.in_frame
    if not own and any(isinstance(inner, syntax.Call) for inner in within(body, pattern)):
        nodes += [sub.node for sub in c.shared.subs.values()]
    searched = [searched_in(inner) for inner in within(*nodes)]
    return any(one is not None and one[0].name == text.name for one in searched)
