"""BlockNames finds what a search through all blocks, from the innermost outwards, would find."""

from __future__ import annotations

from contextlib import ExitStack

from hypothesis import given
from hypothesis import strategies as st

from getallenband.interpreters.source.block_names import BlockNames

STEPS = st.lists(st.one_of(st.sampled_from(["open", "close"]), st.tuples(st.sampled_from("abc"), st.integers())))


@given(STEPS)
def test_names_mean_what_the_innermost_block_says(steps: list[str | tuple[str, int]]) -> None:
    names, model = BlockNames[int](), [dict[str, int]()]
    opened: list[ExitStack] = []
    kept: list[tuple[BlockNames[int], dict[str, int | None]]] = []
    for step in steps:
        if step == "open":
            opened.append(ExitStack())
            opened[-1].enter_context(names.block())
            model.append({})
        elif step == "close":
            if opened:
                opened.pop().close()
                model.pop()
        else:
            name, meaning = step
            names[name] = model[-1][name] = meaning
        wanted = {name: next((block[name] for block in reversed(model) if name in block), None) for name in "abc"}
        kept.append((names.inside(), wanted))
        assert {name: names.find(name) for name in "abc"} == wanted
        assert {name: names.here(name) for name in "abc"} == {name: model[-1].get(name) for name in "abc"}
        assert names.outermost == model[0]
        assert list(names) == [name for block in model for name in block]
    for inside, wanted in kept:
        assert {name: inside.find(name) for name in "abc"} == wanted
        assert set(inside) == {name for name, meaning in wanted.items() if meaning is not None}
        inside["a"] = -1
        further = inside.inside()
        inside["a"] = inside["b"] = -2
        assert (inside.find("a"), further.find("a"), further.find("b")) == (-2, -1, wanted["b"])
