"""The language of SICP's amb evaluator: Scheme with choices.

Defining document: Abelson, Sussman and Sussman, Structure and Interpretation of Computer Programs, second edition,
section 4.3, with its exercises 4.50 to 4.54 (ramb, permanent-set!, if-fail, require).

What the document leaves open, and is chosen here:

- Each form of a program is a problem, as if it were typed to the driver loop; `try-again` may stand as a form, or is
  asked for by the setting `try_again`. `show` says what is printed of the values.
- Operands are evaluated from left to right, the operator first.
- An `if` without alternative gives false, and so does a `cond` or `case` without a clause that holds.
- `define` is allowed at the top level and directly in a body. Neither it nor set-car! and set-cdr! are undone on
  backtracking.
- `require` is a procedure of the library until the program defines its own.
- Numbers are exact, integers or rationals of fewer than 4000 digits, or IEEE doubles. A division by zero is a fault;
  there are no complex numbers.
- Of R5RS there are characters, vectors, do, case, delay and force, call/cc, values, the procedures of 6.1 to 6.4,
  and macros by syntax-rules (4.3); left out are dynamic-wind, ports and eval. Of SICP's text there are streams and
  an-element-of.
- A continuation keeps no choices: to fail goes back to the latest one. A promise that was forced after a choice is
  forgotten on the way back; what vector-set! changed is not undone.
- Nothing changes a string, so strings of the same characters are eq?, as equal numbers are.
- A name of the library keeps its library value until a definition of the program is reached.
- true and false are variables of the library, #t and #f constants; both are written #t and #f.
- Statements in budgets and probes are applications; the budget counts those of procedures that the program defines and
  of continuations, and the choices that are tried; both have places for probes and stops. An application is named by
  its line, or line:column where a line has several.

Files: there is no lexer.py (Lark's own lexer serves), and no check.py and lower.py, since the language does not lower
to the IR. expand.py, forms.py and macros.py check data and expand them into core.py's few expressions, analysis.py
finds which of them never choose, compiler.py compiles all to closures, machine.py and
evaluate.py run those.
"""

from getallenband.interpreters.language import NUMBER, Clue, Language, Setting, lazy

LANGUAGE = Language(
    name="amb_scheme",
    title="Scheme with amb",
    extensions=(".scm",),
    arithmetics=("exact",),
    settings=(
        Setting(
            "show",
            ("values", "driver", "nothing"),
            "values",
            "what is printed besides display: values, all that SICP's driver loop prints, or nothing",
        ),
        Setting("try_again", ("none", "all", NUMBER), "none", "how many more values each problem is asked for"),
        Setting("seed", ("1", NUMBER), "1", "where ramb and random begin"),
    ),
    clues=(
        Clue(r"^\s*\(define\s", "(define", 8),
        Clue(r"\(\s*(lambda|let\*?|letrec|cond|begin|quote)\s*\(?", "(lambda, (let or (cond", 6),
        Clue(r"\(\s*(amb|ramb|require|if-fail|permanent-set!|set!|an-element-of)[\s)]", "(amb or (require", 6),
        Clue(r"\(\s*(car|cdr|cons|list|null\?|eq\?|display|newline)[\s)]", "(car, (cons and the like", 5),
        Clue(r"\A\s*(;.*\n\s*)*\(\s*[-+*/=<>a-z?!]+[\s)]", "a bracket before the operator", 4),
        Clue(r"^\s*;", "; before a comment", 2),
    ),
    inputs=(),
    parse=lazy(f"{__name__}.parse", "parse"),
    evaluate=lazy(f"{__name__}.evaluate", "evaluate"),
    notes=lazy(f"{__name__}.parse", "notes"),
)
