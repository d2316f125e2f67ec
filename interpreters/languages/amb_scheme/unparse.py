"""Data into Scheme text that reads back as the same data."""

from __future__ import annotations

from interpreters.languages.amb_scheme import syntax

SPELLED = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}


def unparse(source: syntax.Source) -> str:
    """Write a program, one form a line."""
    return "".join(written(form) + "\n" for form in source.forms)


def written(datum: syntax.Datum) -> str:
    """Write one datum."""
    match datum:
        case syntax.Number(value):
            return str(value)
        case syntax.Boolean(value):
            return "#t" if value else "#f"
        case syntax.Text(value):
            return '"' + "".join(SPELLED.get(sign, sign) for sign in value) + '"'
        case syntax.Name(name):
            return name
        case syntax.Sequence(items, tail):
            parts = [written(item) for item in items]
            return "(" + " ".join(parts if tail is None else [*parts, ".", written(tail)]) + ")"
    raise TypeError(datum)
