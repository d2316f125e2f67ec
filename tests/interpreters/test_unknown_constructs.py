"""A construct that a list of a language does not know is refused by name, or taken for what may do anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from getallenband.interpreters.languages.algol60 import costs
from getallenband.interpreters.languages.algol60 import syntax as algol60_syntax
from getallenband.interpreters.languages.algol60.check.scopes import labels_of
from getallenband.interpreters.languages.algol60.lower.statement_labels import collect
from getallenband.interpreters.languages.c_subset import typed
from getallenband.interpreters.languages.c_subset.lower.targets import Targets, escaping
from getallenband.interpreters.languages.c_subset.types import INT
from getallenband.interpreters.languages.ecol import check as ecol_check
from getallenband.interpreters.languages.ecol import syntax as ecol_syntax
from getallenband.interpreters.languages.ecol.integrality import Integrality
from getallenband.interpreters.languages.ecol.lower import beginning
from getallenband.interpreters.languages.informal_algol.lower.statements import is_marked
from getallenband.interpreters.source.tree import Node


class Leap(Node):
    """A command of ECOL that jumps."""

    target: ecol_syntax.Target


class Repeated(algol60_syntax.Statement):
    """A statement of ALGOL 60 with a statement in it."""

    body: algol60_syntax.Statement


class Power(algol60_syntax.Expression):
    """An expression of ALGOL 60."""


class Exchange(typed.Expression):
    """An expression of C that stores a pointer."""

    left: typed.Expression


def ecol_program(*commands: Any) -> ecol_check.CheckedProgram:
    """Return a program with these commands between START and KLAAR."""
    given = (ecol_syntax.Begin(), *commands, ecol_syntax.Finish())
    return ecol_check.CheckedProgram(ecol_check.Unit("main", "", lines=[ecol_syntax.Line(None, one) for one in given]))


LEAP: Any = Leap(ecol_syntax.Target("7"))
REFUSALS: dict[str, tuple[str, Callable[[], object]]] = {
    "ecol_assignments": ("Leap", lambda: Integrality(ecol_program(LEAP), speculate=True)),
    "algol60_costs": ("Power", lambda: costs.value(Power())),
    "informal_algol_marks": ("Leap", lambda: is_marked(LEAP)),
    "c_pointers": ("Exchange", lambda: list(escaping(Targets(), Exchange(typed.Constant(0, type=INT), type=INT)))),
}


@pytest.mark.parametrize(("name", "use"), REFUSALS.values(), ids=REFUSALS)
def test_an_unknown_class_is_refused_by_name(name: str, use: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match=f"has no case for {name}"):
        use()


def test_a_target_is_found_in_any_command():
    program = ecol_program(LEAP)
    assert [target.label for target in ecol_check.targets(program.main)] == ["7"]


def test_the_beginning_of_a_program_ends_at_an_unknown_command():
    program = ecol_program(LEAP, ecol_syntax.NewPage())
    assert list(beginning(program)) == [ecol_syntax.Begin()]


def test_statements_and_labels_are_found_in_any_statement():
    label = algol60_syntax.Name("deep")
    inner = algol60_syntax.Dummy(labels=(label,))
    outer, found = Repeated(inner), list[algol60_syntax.Statement]()
    collect(outer, found)
    assert found == [outer, inner]
    assert list(labels_of([outer], "modified")) == [(label, ())]
