"""The special forms: one function for each, from data to core expressions.

    FORMS["if"](expander, datum, frame)              # (if test then otherwise) as core.If

As in SICP an if without alternative, and a cond whose clauses all fail, give false.
"""

from __future__ import annotations

from getallenband.interpreters.languages.amb_scheme import core, syntax
from getallenband.interpreters.languages.amb_scheme.expand import Expander, Form, quoted
from getallenband.interpreters.languages.amb_scheme.macros import syntax_rules
from getallenband.interpreters.languages.amb_scheme.quasiquote import quasiquoted
from getallenband.interpreters.languages.amb_scheme.values import listed
from getallenband.interpreters.source.tree import Node

Scope = core.Frame | None


def quote(expander: Expander, form: syntax.List, frame: Scope) -> core.Expression:
    """(quote datum)."""
    del frame
    (datum,) = expander.shape(form, 1, 1, "(quote datum)")
    return core.Constant(form.place, quoted(datum))


def quasiquote(expander: Expander, form: syntax.List, frame: Scope) -> core.Expression:
    """(quasiquote datum), in which unquoted parts are evaluated."""
    (datum,) = expander.shape(form, 1, 1, "(quasiquote datum)")
    return quasiquoted(expander, datum, frame)


def define(expander: Expander, form: syntax.List, frame: Scope) -> core.Expression:
    """Reject a definition that is neither at the top level nor directly in a body."""
    del frame
    expander.fail(form.place, "define inside an expression", "define at the top level or in a body")


def assignment(expander: Expander, form: syntax.List, frame: Scope) -> core.Expression:
    """(set! name value), and permanent-set!, which backtracking leaves as it is."""
    word = form.items[0]
    assert isinstance(word, syntax.Symbol)
    name, value = expander.shape(form, 2, 2, f"({word.name} name value)")
    if not isinstance(name, syntax.Symbol):
        expander.fail(name.place, f"{word.name} needs a name", "a name")
    expander.bindable(name)
    variable, depth = expander.resolved(name.name, frame)
    variable.assigned = True
    return core.Assign(form.place, variable, depth, expander.expression(value, frame), word.name)


def lambda_(expander: Expander, form: syntax.List, frame: Scope) -> core.Expression:
    """(lambda parameters body …)."""
    parameters, *body = expander.shape(form, 2, None, "(lambda (parameter …) expression …)")
    return expander.procedure(form, parameters, body, frame)


def if_(expander: Expander, form: syntax.List, frame: Scope) -> core.Expression:
    """(if test then otherwise)."""
    parts = expander.shape(form, 2, 3, "(if test then otherwise)")
    test, then, *otherwise = (expander.expression(part, frame) for part in parts)
    return core.If(form.place, ((test, then),), otherwise[0] if otherwise else core.Constant(form.place, False))


def cond(expander: Expander, form: syntax.List, frame: Scope) -> core.Expression:
    """(cond (test expression …) … (else expression …))."""
    return clauses(expander, form, list(form.items[1:]), frame)


def clauses(expander: Expander, form: syntax.List, parts: list[Node], frame: Scope) -> core.Expression:
    """Expand clauses up to one that needs the test's value, (test) or (test => procedure), and the others inside it."""
    done: list[tuple[core.Expression, core.Expression]] = []
    otherwise: core.Expression = core.Constant(form.place, False)
    for index, part in enumerate(parts):
        if not isinstance(part, syntax.List) or not part.items or part.tail is not None:
            expander.fail(part.place, "a clause of cond must be a list", "(test expression …)")
        test, *body = part.items
        if test == syntax.Symbol("else"):
            if index + 1 < len(parts):
                expander.fail(part.place, "else must be the last clause")
            if not body:
                expander.fail(part.place, "else has no expression", "(else expression …)")
            otherwise = expander.begin(body, frame, part.place)
        elif not body or body[0] == syntax.Symbol("=>"):
            otherwise = valued_clause(expander, form, part, parts[index + 1 :], frame)
            break
        else:
            done.append((expander.expression(test, frame), expander.begin(body, frame, part.place)))
    return core.If(form.place, tuple(done), otherwise) if done else otherwise


def valued_clause(
    expander: Expander, form: syntax.List, part: syntax.List, later: list[Node], frame: Scope
) -> core.Expression:
    """Expand (test) or (test => procedure): the test's value has a name that no program can contain."""
    test, *body = part.items
    if body and len(body) != 2:
        expander.fail(part.place, "=> must be followed by one procedure", "(test => procedure)")
    inner, values = expander.let_frame([(syntax.Symbol("(value)"), expander.expression(test, frame))], frame)
    kept = core.LocalRead(part.place, inner.variables["(value)"], 0)
    use: core.Expression = kept
    if body:
        use = expander.call(part.place, expander.expression(body[1], inner), (kept,), inner)
    expander.deeper(part.place)
    otherwise = clauses(expander, form, later, inner)
    expander.depth -= 1
    return core.Let(form.place, inner, values, core.If(form.place, ((kept, use),), otherwise))


def case(expander: Expander, form: syntax.List, frame: Scope) -> core.Expression:
    """(case key ((datum …) expression …) … (else expression …))."""
    key, *parts = expander.shape(form, 1, None, "(case key ((datum …) expression …) …)")
    inner, values = expander.let_frame([(syntax.Symbol("(key)"), expander.expression(key, frame))], frame)
    kept = core.LocalRead(key.place, inner.variables["(key)"], 0)
    done: list[tuple[core.Expression, core.Expression]] = []
    otherwise: core.Expression = core.Constant(form.place, False)
    for index, part in enumerate(parts):
        if not isinstance(part, syntax.List) or len(part.items) < 2 or part.tail is not None:
            expander.fail(part.place, "a clause of case needs data and expressions", "((datum …) expression …)")
        data, *body = part.items
        value = expander.begin(body, inner, part.place)
        if data == syntax.Symbol("else"):
            if index + 1 < len(parts):
                expander.fail(part.place, "else must be the last clause")
            otherwise = value
        elif not isinstance(data, syntax.List) or data.tail is not None:
            expander.fail(data.place, "the data of a clause must be a list", "(datum …)")
        else:
            among = core.Constant(data.place, listed([quoted(item) for item in data.items]))
            operator = core.Constant(data.place, expander.primitive("memv"))
            done.append((expander.call(data.place, operator, (kept, among), inner), value))
    return core.Let(form.place, inner, values, core.If(form.place, tuple(done), otherwise))


def and_(expander: Expander, form: syntax.List, frame: Scope) -> core.Expression:
    """(and expression …)."""
    return and_or(expander, form, frame, True)


def or_(expander: Expander, form: syntax.List, frame: Scope) -> core.Expression:
    """(or expression …)."""
    return and_or(expander, form, frame, False)


def and_or(expander: Expander, form: syntax.List, frame: Scope, stop_at_false: bool) -> core.Expression:
    """Expand the expressions of and, or; without any the value is #t, #f."""
    items = tuple(expander.expression(item, frame) for item in form.items[1:])
    return core.AndOr(form.place, stop_at_false, items) if items else core.Constant(form.place, stop_at_false)


def begin(expander: Expander, form: syntax.List, frame: Scope) -> core.Expression:
    """(begin expression …)."""
    return expander.begin(expander.shape(form, 1, None, "(begin expression …)"), frame, form.place)


def let(expander: Expander, form: syntax.List, frame: Scope) -> core.Expression:
    """(let ((name value) …) body …), or (let name ((name value) …) body …)."""
    bindings, *body = expander.shape(form, 2, None, "(let ((name value) …) expression …)")
    if isinstance(bindings, syntax.Symbol):
        return named_let(expander, form, bindings, body, frame)
    values = [(name, expander.expression(value, frame)) for name, value in expander.bindings(bindings)]
    inner, given = expander.let_frame(values, frame)
    return core.Let(form.place, inner, given, expander.body(body, inner, form))


def named_let(
    expander: Expander, form: syntax.List, name: syntax.Symbol, rest: list[Node], frame: Scope
) -> core.Expression:
    """Expand a loop: a procedure that the body can call by the let's name."""
    if len(rest) < 2:
        expander.fail(form.place, "the body is empty", "(let name ((name value) …) expression …)")
    bindings = expander.bindings(rest[0])
    # The starting values do not see the loop's name: they are bound in a frame around it, under names no text can have.
    kept, values = expander.let_frame(
        [(syntax.Symbol(f"({index})"), expander.expression(value, frame)) for index, (_, value) in enumerate(bindings)],
        frame,
    )
    outer, _ = expander.let_frame([], kept)
    variable = expander.binding(name, outer, "the name of a let")
    variable.defined, variable.definitions = True, 1
    parameters = syntax.List(tuple(bound for bound, _ in bindings), place=rest[0].place)
    procedure = expander.procedure(form, parameters, rest[1:], outer)
    procedure.name, variable.procedure = name.name, procedure
    operands = tuple(core.LocalRead(form.place, start, 1) for start in kept.variables.values())
    call = expander.call(form.place, core.LocalRead(name.place, variable, 0), operands, outer)
    start = core.Assign(form.place, variable, 0, procedure, "define")
    loop = core.Let(form.place, outer, (), core.Begin(form.place, (start, call)))
    return core.Let(form.place, kept, values, loop)


def let_star(expander: Expander, form: syntax.List, frame: Scope) -> core.Expression:
    """(let* ((name value) …) body …): every value sees the names before it."""
    bindings, *body = expander.shape(form, 2, None, "(let* ((name value) …) expression …)")
    frames: list[tuple[core.Frame, tuple[core.Expression, ...]]] = []
    inner = frame
    for name, value in expander.bindings(bindings):
        made = expander.let_frame([(name, expander.expression(value, inner))], inner)
        frames.append(made)
        inner = made[0]
        expander.deeper(form.place)
    expander.depth -= len(frames)
    frames.append(expander.let_frame([], inner))
    expander.depth += len(frames)
    result = expander.body(body, frames[-1][0], form)
    expander.depth -= len(frames)
    for frame_made, values in reversed(frames):
        result = core.Let(form.place, frame_made, values, result)
    return result


def letrec(expander: Expander, form: syntax.List, frame: Scope) -> core.Expression:
    """(letrec ((name value) …) body …): every value sees all names."""
    bindings, *body = expander.shape(form, 2, None, "(letrec ((name value) …) expression …)")
    inner, _ = expander.let_frame([], frame)
    pairs = expander.bindings(bindings)
    for name, _ in pairs:
        variable = expander.binding(name, inner, "a bound variable")
        variable.defined, variable.definitions = True, 1
    procedures, others = list[core.Expression](), list[tuple[core.Variable, core.Expression]]()
    for name, value in pairs:
        assert isinstance(name, syntax.Symbol)
        variable, given = inner.variables[name.name], expander.expression(value, inner)
        if isinstance(given, core.Lambda):
            given.name, variable.procedure = name.name, given
            procedures.append(core.Assign(form.place, variable, 0, given, "define"))
        else:
            others.append((variable, given))
    values = together(expander, form, others, inner)
    return core.Let(
        form.place, inner, (), core.Begin(form.place, (*procedures, *values, expander.body(body, inner, form)))
    )


def together(
    expander: Expander, form: syntax.List, values: list[tuple[core.Variable, core.Expression]], inner: core.Frame
) -> list[core.Expression]:
    """Assign variables only after all values are known: a continuation may re-enter one of them (R5RS, 4.2.2)."""
    if len(values) < 2:
        return [core.Assign(form.place, variable, 0, value, "define") for variable, value in values]
    names = [syntax.Symbol(f"({index})", place=form.place) for index in range(len(values))]
    kept, given = expander.let_frame(list(zip(names, (value for _, value in values), strict=True)), inner)
    assigned = [
        core.Assign(form.place, variable, 1, expander.expression(name, kept), "define")
        for name, (variable, _) in zip(names, values, strict=True)
    ]
    return [core.Let(form.place, kept, given, core.Begin(form.place, tuple(assigned)))]


def do(expander: Expander, form: syntax.List, frame: Scope) -> core.Expression:
    """(do ((name value step) …) (test expression …) expression …): a loop whose name no program can contain."""
    bindings, end, *body = expander.shape(form, 2, None, "(do ((name value step) …) (test expression …) expression …)")
    if not isinstance(end, syntax.List) or not end.items or end.tail is not None:
        expander.fail(end.place, "the end of do must be a list", "(test expression …)")
    if not isinstance(bindings, syntax.List) or bindings.tail is not None:
        expander.fail(bindings.place, "the bindings must be a list", "((name value step) …)")
    pairs, steps = list[Node](), list[Node]()
    for item in bindings.items:
        if not isinstance(item, syntax.List) or len(item.items) not in (2, 3) or item.tail is not None:
            expander.fail(item.place, "a binding of do must be a name, a value and perhaps a step", "(name value step)")
        pairs.append(syntax.List(item.items[:2], place=item.place))
        steps.append(item.items[-1] if len(item.items) == 3 else item.items[0])
    name = syntax.Symbol("(loop)", place=form.place)
    again = syntax.List((name, *steps), place=form.place)
    turn = syntax.List((syntax.Symbol("begin"), *body, again), place=form.place)
    last = (syntax.Symbol("begin"), *end.items[1:]) if end.items[1:] else (syntax.Symbol("(ok)"),)
    result = syntax.List(last, place=end.place)
    choice = syntax.List((syntax.Symbol("if"), end.items[0], result, turn), place=form.place)
    return named_let(expander, form, name, [syntax.List(tuple(pairs), place=bindings.place), choice], frame)


def delay(expander: Expander, form: syntax.List, frame: Scope) -> core.Expression:
    """(delay expression): a promise."""
    (delayed,) = expander.shape(form, 1, 1, "(delay expression)")
    procedure = expander.procedure(form, syntax.List((), place=form.place), [delayed], frame)
    operator = core.Constant(form.place, expander.primitive("make-promise"))
    return expander.call(form.place, operator, (procedure,), frame)


def cons_stream(expander: Expander, form: syntax.List, frame: Scope) -> core.Expression:
    """(cons-stream first rest): a pair whose rest is a promise (SICP, 3.5)."""
    first, rest = expander.shape(form, 2, 2, "(cons-stream first rest)")
    later = delay(expander, syntax.List((syntax.Symbol("delay"), rest), place=rest.place), frame)
    operator = core.Constant(form.place, expander.primitive("cons"))
    return expander.call(form.place, operator, (expander.expression(first, frame), later), frame)


def left_out(expander: Expander, form: syntax.List, frame: Scope) -> core.Expression:
    """Refuse a form of Scheme that is not in this language."""
    del frame
    word = form.items[0]
    assert isinstance(word, syntax.Symbol)
    expander.fail(form.place, f"{word.name} is not supported", "a procedure, or the expression written out")


def define_syntax(expander: Expander, form: syntax.List, frame: Scope) -> core.Expression:
    """Refuse a macro that is defined neither at the top level nor directly in a body."""
    del frame
    expander.fail(form.place, "define-syntax inside an expression", "define-syntax at the top level or in a body")


def let_syntax(expander: Expander, form: syntax.List, frame: Scope) -> core.Expression:
    """(let-syntax ((name rules) …) body …), and letrec-syntax, whose macros see each other."""
    bindings, *body = expander.shape(form, 2, None, "(let-syntax ((name (syntax-rules …)) …) expression …)")
    inner, _ = expander.let_frame([], frame)
    seen = inner if form.items[0] == syntax.Symbol("letrec-syntax") else frame
    for name, rules in expander.bindings(bindings):
        if not isinstance(name, syntax.Symbol):
            expander.fail(name.place, "the name of a macro must be a name", "a name")
        inner.macros[name.name] = syntax_rules(rules, seen, expander.fail)
        expander.bound.add(name.name)
    return core.Let(form.place, inner, (), expander.body(body, inner, form))


def amb(expander: Expander, form: syntax.List, frame: Scope) -> core.Expression:
    """(amb expression …), and ramb, which takes them in random order."""
    items = tuple(expander.expression(item, frame) for item in form.items[1:])
    return core.Amb(form.place, items, form.items[0] == syntax.Symbol("ramb"), expander.new_label(form.place), frame)


def if_fail(expander: Expander, form: syntax.List, frame: Scope) -> core.Expression:
    """(if-fail expression otherwise)."""
    tried, otherwise = expander.shape(form, 2, 2, "(if-fail expression otherwise)")
    return core.IfFail(form.place, expander.expression(tried, frame), expander.expression(otherwise, frame))


FORMS: dict[str, Form] = {
    "quote": quote, "quasiquote": quasiquote, "define": define, "set!": assignment, "permanent-set!": assignment,
    "lambda": lambda_, "if": if_, "cond": cond, "case": case, "and": and_, "or": or_, "begin": begin, "let": let,
    "let*": let_star, "letrec": letrec, "amb": amb, "ramb": amb, "if-fail": if_fail,
    "do": do, "delay": delay, "cons-stream": cons_stream,
    "define-syntax": define_syntax, "let-syntax": let_syntax, "letrec-syntax": let_syntax,
    **dict.fromkeys(("syntax-rules", "define-record-type"), left_out),
    **dict.fromkeys(("let-values", "let*-values", "define-values", "case-lambda", "define-macro"), left_out),
}  # fmt: skip
