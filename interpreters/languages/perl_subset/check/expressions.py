"""Checks of expressions: variables, what is assigned to, patterns."""

from __future__ import annotations

from itertools import chain

from getallenband.interpreters.languages.perl_subset import syntax
from getallenband.interpreters.languages.perl_subset.check.checker import Checker, visit
from getallenband.interpreters.languages.perl_subset.regex import UnsupportedPattern, compiled
from getallenband.interpreters.languages.perl_subset.static_properties import (
    counts_only,
    is_list,
    is_special,
    targets_in_brackets,
)
from getallenband.interpreters.languages.perl_subset.words import VARIABLES, VARIABLES_LEFT_OUT

LOGICAL = ("and", "&&", "or", "||", "//")
OTHER_SIGIL = {"@": "%", "%": "@"}
BRACKETS = {"%": "${}{{…}}", "@": "${}[…]"}
LONGEST_LIST = 1000
"""Characters in a list of tr."""
EMPTY_PATTERN = "an empty pattern, the last one that matched, is not supported"
ASSIGNABLE = "a variable, an element or an entry"


# --- variables -------------------------------------------------------------------------------------------------------


@visit.case(syntax.Variable)
def variable(c: Checker, node: syntax.Variable) -> None:
    """Check that a variable is declared; one that is not is the whole program's, which `use strict` forbids."""
    key = node.sigil + node.name
    if (is_special(node) and key not in VARIABLES and not node.name.isdigit()) or key in VARIABLES_LEFT_OUT:
        c.wrong(node, f"the special variable {key} is not supported", VARIABLES_LEFT_OUT.get(key, ""))
    elif node.our:
        c.names[key] = ""
    elif c.names.find(key) is None and key not in c.everywhere and not is_special(node):
        if c.strict and key not in VARIABLES:
            known = (name for name in chain(c.names, c.everywhere) if name not in VARIABLES)
            instead, near = f"my {key}", c.diagnostics.nearest(key, known)
            other = OTHER_SIGIL.get(node.sigil, "") + node.name
            if other not in VARIABLES and not is_unknown(c, other):
                # an element of a hash, or an entry of an array
                instead, near = f"my {key}, or {BRACKETS[other[0]].format(node.name)} of {other}", ""
            c.wrong(node, f"{key} is not declared, as use strict requires", instead, near)
        c.everywhere.add(key)


@visit.case(syntax.Interpolated)
def interpolated(c: Checker, node: syntax.Interpolated) -> None:
    r"""Check a text with variables in it; a lone @ in it may be meant as \@."""
    for part in node.parts:
        match part:
            case syntax.Variable("@", name) if c.strict and is_unknown(c, f"@{name}"):
                message = f"@{name} is not declared, as use strict requires"
                c.wrong(part, message, f"\\@{name} for the sign itself")
            case _:
                visit(c, part)


def is_unknown(c: Checker, key: str) -> bool:
    """Tell whether a variable is neither declared nor one of Perl's own."""
    return c.names.find(key) is None and key not in c.everywhere and key not in VARIABLES


@visit.case(syntax.My)
def my(c: Checker, node: syntax.My) -> None:
    for declared in node.variables:
        if declared.sigil:
            declare(c, declared)


def declare(c: Checker, node: syntax.Variable, loop: bool = False) -> None:
    """Declare a `my` variable; special variables such as $1 cannot be declared."""
    name = node.sigil + node.name
    if (node.name == "_" and not loop) or is_special(node):
        c.wrong(node, f"{name} is a special variable and cannot be assigned", "a name that begins with a letter")
    c.names[name] = c.sub


@visit.case(syntax.Dereferenced)
def dereferenced(c: Checker, node: syntax.Dereferenced) -> None:
    if node.sigil == "$":
        c.wrong(node, "references to scalars are not supported", "a reference to an array or hash")
    if isinstance(node.reference, syntax.Variable | syntax.Dereferenced) and node.reference.sigil in ("@", "%"):
        what = "an array" if node.reference.sigil == "@" else "a hash"
        c.wrong(node.reference, f"{what} is no reference", "$name[…] for an element, $name{…} for an entry")
    visit(c, node.reference)


@visit.case(syntax.Reference)
def reference(c: Checker, node: syntax.Reference) -> None:
    operand = node.operand
    declared = operand.variables[0] if isinstance(operand, syntax.My) and not operand.brackets else operand
    if isinstance(declared, syntax.Variable) and (declared.sigil, declared.name) == ("@", "_"):
        c.wrong(operand, "a reference to @_, which holds copies here, is not supported", "[@_]")
    elif not (isinstance(declared, syntax.Variable | syntax.Dereferenced) and declared.sigil in ("@", "%")):
        c.wrong(operand, "a reference to this is not supported", "\\@name or \\%name")
    visit(c, operand)


def check_container(c: Checker, node: syntax.Expression, sigil: str) -> None:
    """Check that this is a whole array, or a whole hash."""
    whole = node.variables[0] if isinstance(node, syntax.My) and not node.brackets else node
    if not (isinstance(whole, syntax.Variable | syntax.Dereferenced) and whole.sigil == sigil):
        what = "an array" if sigil == "@" else "a hash"
        c.wrong(node, f"this is not {what}", what)


# --- assignments -----------------------------------------------------------------------------------------------------


@visit.case(syntax.Assign)
def assign(c: Checker, node: syntax.Assign) -> None:
    visit(c, node.value)
    if node.operator != "=" and is_list(node.target):
        refuse_list(c, node.target, node.operator)
    else:
        whole_index = isinstance(node.target, syntax.LastIndex) and node.operator[:-1] not in LOGICAL
        check_target(c, node.target, changed=whole_index)


@visit.case(syntax.Step)
def step(c: Checker, node: syntax.Step) -> None:
    check_changed(c, node.operand, node.operator)


def refuse_list(c: Checker, node: syntax.Expression, operator: str) -> None:
    c.wrong(node, f"{operator} changes a single value", "a scalar variable, an element or an entry")
    visit(c, node)


def check_changed(c: Checker, node: syntax.Expression, operator: str) -> None:
    """Check that this is one value, maybe in brackets, which an operator can change where it is."""
    inner = node
    while isinstance(inner, syntax.ListOf) and inner.brackets and len(inner.items) == 1:
        inner = inner.items[0]
    if is_list(inner):
        refuse_list(c, node, operator)
    else:
        check_target(c, inner, changed=isinstance(node, syntax.LastIndex) and operator in ("++", "--"))


def check_target(c: Checker, node: syntax.Expression, changed: bool = False) -> None:
    """Check that this can be assigned to: a scalar, or a list with all its items; `changed` allows $#array."""
    if isinstance(node, syntax.Function) and node.name == "undef":  # only in a list does it take a value
        c.wrong(node, "this cannot be assigned to", ASSIGNABLE)
    elif not changed:
        for target in targets_in_brackets(node):
            check_one_target(c, target)
    visit(c, node)


def is_known_special(node: syntax.Expression) -> bool:
    """Tell whether this is a variable that Perl sets itself; one that is not there is refused as such."""
    if not (isinstance(node, syntax.Variable) and is_special(node)):
        return False
    return node.name.isdigit() or f"${node.name}" in VARIABLES


def check_one_target(c: Checker, node: syntax.Expression) -> None:
    match node:
        case syntax.Slice(of):
            if getattr(of, "sigil", "") not in ("@", "%"):
                c.wrong(node, "a slice of a list cannot be assigned to", "a slice of an array or hash")
        case syntax.Function("substr"):
            c.wrong(node, "assigning to substr is not supported", "substr with four arguments")
        case syntax.Choice():
            c.wrong(node, "assigning to what ? and : choose is not supported", "if and else")
        case syntax.Assign(_, target) if not is_list(target):
            # perlop: a scalar assignment is an lvalue, as in ($x = $y) =~ tr/a-z//; it is checked where it stands
            pass
        case syntax.Variable("") | syntax.Function("undef", None) | syntax.Element() | syntax.Entry():
            pass
        case syntax.Bareword():
            # which is refused for itself
            pass
        case syntax.Variable() | syntax.My() | syntax.Dereferenced() if not is_known_special(node):
            pass
        case _:
            c.wrong(node, "this cannot be assigned to", ASSIGNABLE)


# --- patterns --------------------------------------------------------------------------------------------------------


@visit.case(syntax.Bound)
def bound(c: Checker, node: syntax.Bound) -> None:
    match node.right:
        case syntax.Substitute(copied=False):
            check_changed(c, node.left, "s///")
        case syntax.Transliterate() if not counts_only(node):
            check_changed(c, node.left, "tr///")
        case _:
            visit(c, node.left)
    visit(c, node.right)


@visit.case(syntax.Transliterate)
def transliterate(c: Checker, node: syntax.Transliterate) -> None:
    searched, replaced = (sum(map(len, listed)) for listed in (node.searched, node.replaced))
    if max(searched, replaced) > LONGEST_LIST:
        c.wrong(node, f"a transliteration of more than {LONGEST_LIST} characters is not supported", "a shorter list")
    if "c" in node.flags and (replaced > 1 or (replaced and "d" in node.flags)):
        c.wrong(node, "the flag c with several characters to put in is not supported", "one character, or none")


@visit.case(syntax.Pattern)
def pattern(c: Checker, node: syntax.Pattern) -> None:
    if node.text == syntax.String(""):
        c.wrong(node, EMPTY_PATTERN, "/…/")
    check_pattern(c, node)
    visit(c, node.text)


def check_pattern(c: Checker, node: syntax.Pattern) -> None:
    """Check a pattern without variables."""
    if isinstance(node.text, syntax.String):
        try:
            compiled(node.text.value, node.flags.replace("g", ""))
        except UnsupportedPattern as missing:
            c.wrong(node, str(missing), missing.expected)
