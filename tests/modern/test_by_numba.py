"""The compiler of the kernels: every kernel compiles, and what numba would accept though it is wrong is refused."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

import pytest

import getallenband.modern.kernels
import getallenband.modern.solvers
from getallenband.modern.kernels.arrays import Numbers, Words
from getallenband.modern.kernels.by_numba import compile_kernel
from getallenband.modern.kernels.compiled import Kernel, kernel, load, target_machine


def entries() -> dict[str, Kernel]:
    """Return the kernels that Python calls: those whose parameters are integers and arrays."""
    found = {}
    for package in (getallenband.modern.kernels, getallenband.modern.solvers):
        for module in iter_modules(package.__path__, f"{package.__name__}."):
            for name, value in vars(import_module(module.name)).items():
                if isinstance(value, Kernel) and value.__module__ == module.name:
                    found[f"{module.name}.{name}"] = value
    return {name: each for name, each in found.items() if "np.uint64" not in each.function.__annotations__.values()}


@pytest.mark.parametrize("name", entries())
def test_every_kernel_compiles(name: str) -> None:
    """What the cache has was compiled from this very text, by this compiler, on this machine."""
    found = entries()[name].function
    assert found.__name__.encode() in load(found)


@kernel
def sums_signs(words: Words, count: int) -> int:
    return int((words[0] + count) // 2 > 5)


@kernel
def compares_signs(words: Words, count: int) -> bool:
    return bool(words[0] > count)


@kernel
def divides(numbers: Numbers, count: int) -> int:
    return int(numbers[0] / count)


@kernel
def raises(count: int) -> int:
    if count > 3:
        raise ValueError
    return 1


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (sums_signs, "add of signed and unsigned integers"),
        (compares_signs, "gt of numbers made floating-point"),
        (divides, "is a floating-point number"),
        (raises, "may raise an exception: it uses "),
    ],
)
def test_what_numba_would_accept_is_refused(wrong: Kernel, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        compile_kernel(wrong.function, target_machine())
