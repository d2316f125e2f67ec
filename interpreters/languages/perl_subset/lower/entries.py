"""A loop that takes one entry of a hash after another: while (my ($key, $value) = each %hash)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

from getallenband.interpreters.languages.perl_subset import syntax
from getallenband.interpreters.languages.perl_subset.lower.context import Context
from getallenband.interpreters.languages.perl_subset.lower.expressions import container, lvalue
from getallenband.interpreters.languages.perl_subset.lower.lvalues import put_list
from getallenband.interpreters.languages.perl_subset.runtime import hash_lists, hashes, layout
from getallenband.interpreters.languages.perl_subset.static_properties import is_list


def through_entries(
    c: Context, target: syntax.Expression, of: syntax.Expression, looping: Callable[..., AbstractContextManager[None]],
    body: Callable[[], None],
) -> None:  # fmt: skip
    """Lower the turns. The keys are those of the beginning; one that is deleted meanwhile is passed over."""
    base, hash_ = c.fresh("base", c.read(c.top)), c.fresh("hash", container(c, of, "%"))
    # the body may drop the last reference to the hash: one on the stack keeps it
    c.push(c.add(c.read(hash_), -layout.INSIDE) if isinstance(of, syntax.Dereferenced) else c.undef())
    at = c.fresh("at", c.read(c.top))
    c.pushed(hash_lists.push_entries, c.read(hash_), c.number(1))
    end = c.fresh("end", c.read(c.top))
    again, going, there, following, last = map(c.build.label, ("again", "turn", "there", "next", "last"))
    c.build.begin(again)
    c.write(c.top, c.read(end))
    c.branch(c.compare("<", c.read(at), c.read(end)), going, last)
    c.build.begin(going)
    c.charge()
    key = c.load(c.read(at))
    address = c.do(hashes.entry_of, c.read(hash_), key)
    c.branch(c.compare("/=", address, c.number(0)), there, following)
    c.build.begin(there)
    c.push(key)
    c.push(c.load(address))
    put(c, target, end, 2 if is_list(target) else 1)
    c.write(c.top, c.read(end))
    with looping(following, last):
        body()
    c.build.begin(following)
    c.write(at, c.add(c.read(at), layout.CELL))
    c.jump(again)
    c.build.begin(last)
    c.write(c.top, c.read(base))
    # the last `each` gives an empty list, which Perl assigns as well: the variables are undef after the loop
    if not isinstance(target, syntax.My):
        c.push(c.undef())
        put(c, target, base, 0 if is_list(target) else 1)
        c.write(c.top, c.read(base))


def put(c: Context, target: syntax.Expression, start: str, count: int) -> None:
    """Assign values that are on the stack."""
    if is_list(target):
        put_list(c, target, start, c.fresh("after", c.add(c.read(start), layout.CELL * count)))
    else:
        c.store(lvalue(c, target).address(c), c.load(c.read(start)))
