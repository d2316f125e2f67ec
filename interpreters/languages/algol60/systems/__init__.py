"""The systems whose standard procedures a program may use: one table of them in each file, `SYSTEM`."""

from functools import cache
from pkgutil import iter_modules

BOTH = "both"
EVERYWHERE = "elementary"


@cache
def system_names() -> tuple[str, ...]:
    """Return the names of the systems, without the part that all share."""
    names = sorted(module.name for module in iter_modules(__path__))
    return tuple(name for name in names if name not in ("system", EVERYWHERE))
