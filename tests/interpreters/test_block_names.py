"""BlockNames finds what a search through all blocks, from the innermost outwards, would find."""

from __future__ import annotations

from contextlib import ExitStack

from hypothesis import given
from hypothesis import strategies as st

from interpreters.source.block_names import BlockNames

STEPS = st.lists(st.one_of(st.sampled_from(["open", "close"]), st.tuples(st.sampled_from("abc"), st.integers())))


@given(STEPS)
def test_names_mean_what_the_innermost_block_says(steps: list[str | tuple[str, int]]) -> None:
    names, model = BlockNames[int](), [dict[str, int]()]
    opened: list[ExitStack] = []
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
        for name in "abc":
            wanted = next((block[name] for block in reversed(model) if name in block), None)
            assert names.find(name) == names.seen_from_inside().find(name) == wanted
            assert names.here(name) == model[-1].get(name)
        assert names.outermost == model[0]
        assert list(names) == [name for block in model for name in block]
