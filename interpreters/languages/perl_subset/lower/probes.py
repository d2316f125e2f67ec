"""What probes look at: a variable of the program, one element of an array or hash, or how many there are.

    --probe NAME=27:$o        the scalar that $o is at statement 27
    --probe NAME=27:$board{05}, $place[0], $place[-1], @place, %board

A name means what it means at the statement. Its value is put into a word of the region WATCHED just before the
statement begins; the probe reads it there.
"""

from __future__ import annotations

from getallenband.durable.names import nearest
from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.ir.program import ProgramVariable
from getallenband.interpreters.language import Options
from getallenband.interpreters.languages.perl_subset import syntax
from getallenband.interpreters.languages.perl_subset.lower.context import WATCHED, Context
from getallenband.interpreters.languages.perl_subset.lower.expressions import address_or_none, scalar
from getallenband.interpreters.languages.perl_subset.lower.names import Alias, GlobalAlias
from getallenband.interpreters.languages.perl_subset.parse import parse
from getallenband.interpreters.languages.perl_subset.runtime import layout, numbers
from getallenband.interpreters.languages.perl_subset.static_properties import within
from getallenband.interpreters.source.diagnostics import SourceError, UserError
from getallenband.interpreters.source.position import SourceText
from getallenband.interpreters.transform.instrumentation import DEPTH

ALLOWED = syntax.Variable | syntax.Element | syntax.Entry | syntax.Number | syntax.String | syntax.Unary


def watch(c: Context, label: str) -> None:
    """Note the values that probes want of a statement that is about to begin."""
    for name, probe in c.shared.probes.items():
        if probe.statement != label or probe.variable == DEPTH:
            continue
        try:
            node = looked_at(c, probe.variable)
        except UserError as error:
            raise UserError(f"probe {name}: {error}") from None
        known = c.build.program.variables
        variable = known.setdefault(probe.variable, ProgramVariable(region=WATCHED, offset=layout.CELL * len(known)))
        value = c.do(numbers.observed, value_of(c, node))
        c.store(c.build.do(ops.RegionAddress, WATCHED), value, variable.offset)


def looked_at(c: Context, text: str) -> syntax.Expression:
    """Parse what a probe looks at; raise UserError for anything else, and for unknown names."""
    try:
        tree = parse(SourceText("probe", text), Options())
    except SourceError:
        tree = syntax.Script(())
    match tree.statements:
        case (syntax.Simple(node, "", None),) if all(isinstance(inner, ALLOWED) for inner in within(node)):
            for inner in within(node):
                if isinstance(inner, syntax.Variable):
                    check_known(c, inner)
            return node
    raise UserError(f"{text!r} is no variable; expected: $name, $name[0], $name{{key}}, @name, %name or {DEPTH}")


def check_known(c: Context, node: syntax.Variable) -> None:
    key = node.sigil + node.name
    if c.scope.blocks.find(key) is not None:
        return
    known = set(c.scope.blocks) | set(c.names.everywhere)
    if not c.scope.strict:
        known |= {inner.sigil + inner.name for inner in within(c.shared.tree) if isinstance(inner, syntax.Variable)}
    if key not in known:
        near = nearest(key, known)
        raise UserError(f"no variable {key!r} is known at the statement" + (f"; nearest: {near!r}" if near else ""))


def value_of(c: Context, node: syntax.Expression) -> Register:
    """Return a value without a fault: the item that a foreach variable is an alias of may be gone."""
    if isinstance(node, syntax.Variable) and node.sigil == "$":
        found = c.scope.find(node, f"${node.name}")
        if isinstance(found, Alias | GlobalAlias):
            address = address_or_none(c, found)
            return c.value_of(c.compare("=", address, c.number(0)), c.undef, lambda: c.load(address))
    return scalar(c, node)
