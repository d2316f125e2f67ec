"""Turn a plain function over typed arrays into machine code, kept on disk for the next process.

    @kernel
    def total(words: Words) -> int:
        ...

The one place that decides how numba compiles for the solvers: no recursion limits or object mode, the interpreter lock
released, and the cache in the user's cache folder, so that only the very first run of a version pays for compilation.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

import numba
import platformdirs

Function = TypeVar("Function", bound=Callable[..., object])


def cache_folder() -> Path | None:
    """Name the folder of compiled code, made if need be; None where nothing can be written (then nothing is kept)."""
    folder = Path(os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_path("getallenband") / "compiled")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK | os.X_OK) else None


FOLDER = cache_folder()
if FOLDER is not None:
    numba.config.CACHE_DIR = str(FOLDER)  # type: ignore[attr-defined]


def kernel(function: Function) -> Function:
    """Compile on first call for the argument types met; integers wrap, subscripts are not checked, the lock is free.

    numba keys its cache by the source file of the function alone: a kernel calls only kernels of its own file.
    """
    compiled = numba.njit(cache=FOLDER is not None, nogil=True, boundscheck=False, error_model="numpy")(function)
    return cast("Function", compiled)
