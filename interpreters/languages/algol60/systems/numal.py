"""Elementary procedures for vectors and matrices, which programs of the Mathematical Centre take for known.

Their names and meanings are those of its library NUMAL (chapter 1): a vector is a one-dimensional array, `shift` is
added to the subscripts of the second one.
"""

from getallenband.interpreters.languages.algol60.systems.system import Standard, System

NUMAL = "NUMAL"


def procedure(name: str, parameters: str, what: str, section: str, body: str, type_: str = "") -> Standard:
    """Make a procedure whose arrays are called by name, and all others by value: integers, but for c, s and x."""
    names = parameters.split(", ")
    kinds = ["array" if name in ("a", "b") else "real" if name in ("c", "s", "x") else "integer" for name in names]
    values = [name for name, kind in zip(names, kinds, strict=True) if kind != "array"]
    listed = {kind: ", ".join(name for name, own in zip(names, kinds, strict=True) if own == kind) for kind in kinds}
    specified = "; ".join(f"{kind} {given}" for kind, given in listed.items())
    heading = ", ".join(f"{kind} {name}" for kind, name in zip(kinds, names, strict=True))
    code = f"{type_} procedure {name}({parameters}); value {', '.join(values)}; {specified}; {body}"
    return Standard(f"{type_} {name} ({heading})".strip(), what, f"{NUMAL}, {section}", code.strip())


def product(name: str, parameters: str, what: str, left: str, right: str) -> Standard:
    """Make a scalar product of rows, columns or vectors."""
    body = f"begin integer k; real s; s := 0; for k := l step 1 until u do s := s + {left} × {right}; {name} := s end"
    return procedure(name, parameters, what, "1.1.4.1", body, "real")


def each(name: str, parameters: str, what: str, section: str, statement: str) -> Standard:
    """Make a procedure that does something for every k from l to u."""
    return procedure(name, parameters, what, section, f"begin integer k; for k := l step 1 until u do {statement} end")


def exchanged(first: str, second: str) -> str:
    return f"begin real x; x := {first}; {first} := {second}; {second} := x end"


def rotated(first: str, second: str) -> str:
    return f"begin real x; x := {first}; {first} := x × c + {second} × s; {second} := {second} × c - x × s end"


SYSTEM = System("the Mathematical Centre's vector and matrix procedures", (
    product("VECVEC", "l, u, shift, a, b", "a[k] × b[k + shift], summed", "a[k]", "b[k + shift]"),
    product("MATVEC", "l, u, i, a, b", "a[i, k] × b[k], summed", "a[i, k]", "b[k]"),
    product("TAMVEC", "l, u, i, a, b", "a[k, i] × b[k], summed", "a[k, i]", "b[k]"),
    product("MATMAT", "l, u, i, j, a, b", "a[i, k] × b[k, j], summed", "a[i, k]", "b[k, j]"),
    product("TAMMAT", "l, u, i, j, a, b", "a[k, i] × b[k, j], summed", "a[k, i]", "b[k, j]"),
    product("MATTAM", "l, u, i, j, a, b", "a[i, k] × b[j, k], summed", "a[i, k]", "b[j, k]"),
    each("INIVEC", "l, u, a, x", "a[k] := x", "1.1.1", "a[k] := x"),
    procedure("INIMAT", "lr, ur, lc, uc, a, x", "a[i, j] := x", "1.1.1",
              "begin integer i, j; for i := lr step 1 until ur do for j := lc step 1 until uc do a[i, j] := x end"),
    each("DUPVEC", "l, u, shift, a, b", "a[k] := b[k + shift]", "1.1.2", "a[k] := b[k + shift]"),
    each("DUPVECROW", "l, u, i, a, b", "a[k] := b[i, k]", "1.1.2", "a[k] := b[i, k]"),
    each("DUPROWVEC", "l, u, i, a, b", "a[i, k] := b[k]", "1.1.2", "a[i, k] := b[k]"),
    each("DUPVECCOL", "l, u, j, a, b", "a[k] := b[k, j]", "1.1.2", "a[k] := b[k, j]"),
    each("DUPCOLVEC", "l, u, j, a, b", "a[k, j] := b[k]", "1.1.2", "a[k, j] := b[k]"),
    procedure("DUPMAT", "l, u, i, j, a, b", "a[k, m] := b[k, m] for k from l to u, m from i to j", "1.1.2",
              "begin integer k, m; for k := l step 1 until u do for m := i step 1 until j do a[k, m] := b[k, m] end"),
    each("MULVEC", "l, u, shift, a, b, x", "a[k] := b[k + shift] × x", "1.1.3", "a[k] := b[k + shift] × x"),
    each("MULROW", "l, u, i, j, a, b, x", "a[i, k] := b[j, k] × x", "1.1.3", "a[i, k] := b[j, k] × x"),
    each("MULCOL", "l, u, i, j, a, b, x", "a[k, i] := b[k, j] × x", "1.1.3", "a[k, i] := b[k, j] × x"),
    each("ROWCST", "l, u, i, a, x", "a[i, k] := a[i, k] × x", "1.1.3", "a[i, k] := a[i, k] × x"),
    each("COLCST", "l, u, j, a, x", "a[k, j] := a[k, j] × x", "1.1.3", "a[k, j] := a[k, j] × x"),
    each("ELMVEC", "l, u, shift, a, b, x", "a[k] := a[k] + b[k + shift] × x", "1.1.5",
         "a[k] := a[k] + b[k + shift] × x"),
    each("ELMROW", "l, u, i, j, a, b, x", "a[i, k] := a[i, k] + b[j, k] × x", "1.1.5",
         "a[i, k] := a[i, k] + b[j, k] × x"),
    each("ELMCOL", "l, u, i, j, a, b, x", "a[k, i] := a[k, i] + b[k, j] × x", "1.1.5",
         "a[k, i] := a[k, i] + b[k, j] × x"),
    each("ELMVECCOL", "l, u, i, a, b, x", "a[k] := a[k] + b[k, i] × x", "1.1.5", "a[k] := a[k] + b[k, i] × x"),
    each("ELMCOLVEC", "l, u, i, a, b, x", "a[k, i] := a[k, i] + b[k] × x", "1.1.5", "a[k, i] := a[k, i] + b[k] × x"),
    each("ELMVECROW", "l, u, i, a, b, x", "a[k] := a[k] + b[i, k] × x", "1.1.5", "a[k] := a[k] + b[i, k] × x"),
    each("ELMROWVEC", "l, u, i, a, b, x", "a[i, k] := a[i, k] + b[k] × x", "1.1.5", "a[i, k] := a[i, k] + b[k] × x"),
    each("ICHVEC", "l, u, shift, a", "a[k] and a[k + shift] exchanged", "1.1.6", exchanged("a[k]", "a[k + shift]")),
    each("ICHCOL", "l, u, i, j, a", "a[k, i] and a[k, j] exchanged", "1.1.6", exchanged("a[k, i]", "a[k, j]")),
    each("ICHROW", "l, u, i, j, a", "a[i, k] and a[j, k] exchanged", "1.1.6", exchanged("a[i, k]", "a[j, k]")),
    each("ICHROWCOL", "l, u, i, j, a", "a[i, k] and a[k, j] exchanged", "1.1.6", exchanged("a[i, k]", "a[k, j]")),
    each("ROTCOL", "l, u, i, j, a, c, s", "columns i and j turned by an angle with cosine c and sine s", "1.1.7",
         rotated("a[k, i]", "a[k, j]")),
    each("ROTROW", "l, u, i, j, a, c, s", "rows i and j turned likewise", "1.1.7", rotated("a[i, k]", "a[j, k]")),
))  # fmt: skip
