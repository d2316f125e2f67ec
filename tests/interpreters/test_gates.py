"""Gates bring a paused run back into its loops: through the head of each, and to every block in the end."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from interpreters.wasm.gates import DEEPEST, routes

NESTED = """
a:
  br label %b
b:
  br i1 %t1, label %c, label %e
c:
  br label %d
d:
  br i1 %t2, label %c, label %b
e:
  br label %ended
"""


def test_an_inner_loop_is_entered_through_the_heads_of_both():
    route, gates = routes(NESTED.split("\n")[1:-1], ["a", "b", "c", "d", "e"])
    assert route == {"a": "a", "b": "b", "c": "b", "d": "b", "e": "e"}
    assert gates == {"b": {"c": "c", "d": "c"}, "c": {"d": "d"}}


BLOCKS = [f"b{number}" for number in range(12)]


@given(
    st.lists(st.lists(st.sampled_from(BLOCKS), max_size=3), min_size=12, max_size=12), st.sets(st.sampled_from(BLOCKS))
)
def test_every_point_is_reached(jumps: list[list[str]], points: set[str]):
    lines = [line for name, targets in zip(BLOCKS, jumps, strict=True) for line in (f"{name}:", switch(targets))]
    route, gates = routes(lines, sorted(points))
    assert set(route) == points
    for point in points:
        at, turns = route[point], 0
        while at != point:
            at, turns = gates[at][point], turns + 1
        assert turns <= DEEPEST


def switch(targets: list[str]) -> str:
    cases = " ".join(f"i64 {number}, label %{target}" for number, target in enumerate(targets))
    return f"  switch i64 %t, label %ended [{cases}]"
