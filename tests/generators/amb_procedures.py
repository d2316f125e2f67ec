"""Random programs in plain Scheme that call the standard procedures with values at boundaries.

    program(Random(7))       # "(write (list-tail (cons 1 '(a b)) 1)) (newline)\n…\n"

Each line prints the value of one expression, made from the templates of a table. Values fit the procedures that
take them, and results stay within what the language and Guile define alike.
"""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

TREE = "({0} {0} . {0})".format("(((a . 1) b . 2) ((c . 3) d . 4) e)")
PARTS = " ".join(f"c{''.join(letters)}r" for count in (1, 2, 3, 4) for letters in product("ad", repeat=count))
RELATIONS = ("=?", "<?", ">?", "<=?", ">=?")
COMPARE = {
    kind: " ".join(f"{kind}{folded}{relation}" for folded in ("", "-ci") for relation in RELATIONS)
    for kind in ("char", "string")
}
ATOMS = {
    "INDEX": "0 1 2",
    "LENGTH": "0 1 15 16 17 63 64 65 1023 1024 1025",
    "INTEGER": "0 1 -1 2 7 -10 12 63 64 65 1023 1024 1025 1048575 1048577 2147483648 4294967296 9007199254740991 "
    "9007199254740993 -9007199254740993 9223372036854775807 9223372036854775808 -9223372036854775808 "
    "-9223372036854775809 100000000000000000 -1000000000000000001 1606938044258990275541962092341162602522202993782792",
    "EXACT": "0 1 -1 3 1/2 -1/2 3/2 5/2 -5/2 7/3 -7/3 1/9007199254740993 9223372036854775807/2 -18446744073709551616/3 "
    "#xff #b-101/11 #e1.5 #o#e17",
    "REAL": "0.5 -0.5 1.5 2.5 -2.5 3.7 -3.7 .1 1.0 -1.0 4.0 100.0 123456.789 1e10 1e21 1e22 123456789012345678901.5 "
    "1e-7 .0001 .001 9007199254740993.0 -1e300 1.7976931348623157e308 2.2250738585072014e-308 5e-324 0.0",
    "SIGNED": "0.0 -0.0 0.4 -0.4 -0.5 -1e-7 2.5 -2.5",
    "UNIT": ".5 -.5 1. -1. .1 1e-7 1/2 -1/3 0.0",
    "WHOLE": "0. -0. 1. 2. -3. 4.0 -13. 36.0 1e10 -4294967297. 4503599627370497.",
    "POWER": "2. .5 -.5 -4.",
    "DIVISOR": "1 -1 2 -2 3 -3 10 63 1024 4294967296 -9223372036854775808 9223372036854775807",
    "EXPONENT": "1 2 3 10 63 64 65 -1 -2",
    "RADIX": "2 8 10 16",
    "DIGITS": '"" "-" "+" "0" "-0" "+7" "1/2" "-10/4" "1/0" "9223372036854775808" "1e3" "1.50" ".5" "-.5e-3" "1." '
    '"abc" '
    '"ff" "-FF" "101" "129" "1/" "1e" "." "+-1" "1_0" "#xff" "#e1.5" "#i1/2" "#b101" "#x#e10" '
    '"#i#b12" "#o17" "1d2" "-L1" "+inf.0"',
    "CHARACTER": r"#\a #\Z #\z #\A #\0 #\9 #\space #\newline #\( #\; #\" #\~ #\@ #\{ #\tab",
    "CODE": "9 10 32 48 64 65 90 97 122 126 223 233 255 256 955 8364 65536 128512",
    "STRING": r'"" "a" "A" "abc" "ABC" "aBd" "a\"b" "two~words" "12" "zz" "a(b)" "~"',
    "SYMBOL": "'a 'b 'abc 'x->y '+ '... 'list 'c",
    "TRUTH": "#t #f",
    "LIST": "'() '(1) '(a~b~c) '(1~(2~3)~4) '(#t~\"\\\\\"~#\\\\) (list~1~2~3~4) '(())",
    "ROW": "'() '(1) '(1~2~3) '(-1/2~0~7) '(9223372036854775807~1) '(2.5~1)",
    "LETTERS": r"'() (list~#\a) '(#\b~#\A~#\space)",
    "PAIRS": "'() '((a~.~1)~(b~.~2)) '((1~one)~(2~two)) '((\"a\"~.~x)~((1)~.~y)) '((1/2~.~h)~(b)~(b~2))",
    "VECTOR": "(vector) '#(1~2~3) (vector~'a~\"b\"~#\\c) '#((1)~#(2)~()) (make-vector~3~'x)",
    "STREAM": "the-empty-stream (cons-stream~1~(cons-stream~2~the-empty-stream))",
    "PROCEDURE": "car list (lambda~(x)~x) (lambda~x~x)",
}
"""Values of each type; ~ is a space within one."""
WIDER = {
    "NUMBER": ("INTEGER", "EXACT", "REAL"), "EXACT": ("INTEGER", "EXACT"),
    "ANY": ("INTEGER", "EXACT", "REAL", "CHARACTER", "STRING", "SYMBOL", "TRUTH", "LIST", "VECTOR"),
}  # fmt: skip
"""Types that are several."""
TABLE = (
    ("INTEGER", "+ - * max min gcd lcm", "(NAME INTEGER INTEGER)"),
    ("INTEGER", "quotient remainder modulo", "(NAME INTEGER DIVISOR)"),
    ("INTEGER", "1+ -1+ - abs square", "(NAME INTEGER)"),
    ("INTEGER", "floor ceiling round truncate numerator denominator", "(NAME EXACT)"),
    ("INTEGER", "length", "(NAME LIST)"),
    ("INTEGER", "string-length", "(NAME STRING)"),
    ("INTEGER", "vector-length", "(NAME VECTOR)"),
    ("INTEGER", "char->integer", "(NAME CHARACTER)"),
    ("INTEGER", "gcd lcm + *", "(NAME)"),
    ("INTEGER", "sqrt", "(NAME (square INTEGER))"),
    ("EXACT", "+ - * max min", "(NAME EXACT EXACT)"),
    ("EXACT", "/", "(NAME EXACT DIVISOR)"),
    ("EXACT", "expt", "(NAME DIVISOR EXPONENT)"),
    ("EXACT", "+ *", "(apply NAME ROW)"),
    ("EXACT", "inexact->exact", "(NAME REAL)"),
    ("REAL", "+ - max min", "(NAME REAL DIVISOR)"),
    ("REAL", "+ - max min", "(NAME EXACT REAL (+ .3 REAL))"),
    ("REAL", "+ - floor ceiling truncate square", "(NAME SIGNED)"),
    ("REAL", "numerator denominator", "(NAME UNIT)"),
    ("REAL", "gcd lcm", "(NAME WHOLE INTEGER)"),
    ("REAL", "quotient remainder modulo", "(NAME WHOLE DIVISOR)"),
    ("REAL", "round", "(NAME (abs REAL))"),
    ("REAL", "*", "(NAME REAL DIVISOR)"),
    ("REAL", "/", "(NAME REAL DIVISOR)"),
    ("REAL", "abs - 1+ floor ceiling truncate", "(NAME REAL)"),
    ("REAL", "exact->inexact", "(NAME EXACT)"),
    ("REAL", "asin acos", "(NAME UNIT)"),
    ("REAL", "exp sin cos tan atan", "(NAME (+ .1 UNIT))"),
    ("REAL", "log sqrt", "(NAME (+ .1 (abs REAL)))"),
    ("REAL", "atan", "(NAME REAL (+ .3 REAL))"),
    ("REAL", "expt", "(NAME POWER EXPONENT)"),
    ("TRUTH", "= < > <= >=", "(NAME NUMBER NUMBER)"),
    ("TRUTH", "= < > <= >=", "(NAME NUMBER NUMBER NUMBER)"),
    ("TRUTH", "zero? positive? negative? exact? inexact? integer?", "(NAME NUMBER)"),
    ("TRUTH", "odd? even?", "(NAME INTEGER)"),
    ("TRUTH", "odd? even?", "(NAME WHOLE)"),
    ("TRUTH", "number? complex? real? rational? integer? boolean? symbol? string? char? vector? pair? null? list? not",
     "(NAME ANY)"),
    ("TRUTH", "procedure? symbol? pair? vector?", "(NAME PROCEDURE)"),
    ("TRUTH", "eqv? equal?", "(NAME NUMBER NUMBER)"),
    ("TRUTH", "equal?", "(NAME ANY ANY)"),
    ("TRUTH", "eq? eqv? equal?", "(let ((x ANY)) (NAME x x))"),
    ("TRUTH", "boolean=?", "(NAME TRUTH TRUTH)"),
    ("TRUTH", "symbol<? eq?", "(NAME SYMBOL SYMBOL)"),
    ("TRUTH", COMPARE["char"], "(NAME CHARACTER CHARACTER)"),
    ("TRUTH", COMPARE["string"], "(NAME STRING STRING)"),
    ("TRUTH", "char-alphabetic? char-numeric? char-whitespace? char-upper-case? char-lower-case?", "(NAME CHARACTER)"),
    ("TRUTH", "stream-pair? stream-null? empty-stream?", "(NAME STREAM)"),
    ("CHARACTER", "char-upcase char-downcase", "(NAME CHARACTER)"),
    ("CHARACTER", "integer->char", "(NAME CODE)"),
    ("CHARACTER", "string-ref", '(NAME (string-append "abc" STRING) INDEX)'),
    ("STRING", "string", "(NAME CHARACTER CHARACTER)"),
    ("STRING", "string-append", "(NAME STRING STRING)"),
    ("STRING", "string-copy", "(NAME STRING)"),
    ("STRING", "make-string", "(NAME LENGTH CHARACTER)"),
    ("STRING", "list->string", "(NAME LETTERS)"),
    ("STRING", "substring", '(NAME (string-append STRING "abc") INDEX 3)'),
    ("STRING", "symbol->string", "(NAME SYMBOL)"),
    ("STRING", "number->string", "(NAME NUMBER)"),
    ("STRING", "number->string", "(NAME EXACT RADIX)"),
    ("SYMBOL", "string->symbol", '(NAME (string-append "a" (symbol->string SYMBOL)))'),
    ("LIST", "cons", "(NAME ANY LIST)"),
    ("LIST", "list", "(NAME ANY ANY)"),
    ("LIST", "append", "(NAME LIST LIST)"),
    ("LIST", "reverse", "(NAME LIST)"),
    ("LIST", "list-tail", "(NAME (append '(1 2) LIST) INDEX)"),
    ("LIST", "vector->list", "(NAME VECTOR)"),
    ("LETTERS", "string->list", "(NAME STRING)"),
    ("LIST", "map", "(NAME (lambda (x) (list x ANY)) LIST)"),
    ("LIST", "map", "(let ((r ROW)) (NAME + r r))"),
    ("LIST", "do", "(NAME ((i 0 (+ i 1)) (s LIST (cons i s))) ((= i INDEX) s))"),
    ("LIST", "quasiquote", "(NAME (1 (unquote ANY) (unquote-splicing LIST)))"),
    ("LIST", "quote", "(NAME [a [] [b . c]])"),
    ("VECTOR", "vector", "(NAME ANY ANY)"),
    ("VECTOR", "make-vector", "(NAME LENGTH TRUTH)"),
    ("VECTOR", "list->vector", "(NAME LIST)"),
    ("VECTOR", "vector-set!", "(let ((v (vector 1 2 3))) (NAME v INDEX ANY) v)"),
    ("VECTOR", "vector-fill!", "(let ((v (list->vector LIST))) (NAME v ANY) v)"),
    ("LIST", "set-car! set-cdr!", "(let ((x (cons ANY LIST))) (NAME x LIST) x)"),
    ("PRINTED", "string->number", "(NAME DIGITS)"),
    ("PRINTED", "string->number", "(NAME DIGITS RADIX)"),
    ("PRINTED", PARTS, f"(NAME '{TREE})"),
    ("PRINTED", "list-ref", "(NAME (append '(a b c) LIST) INDEX)"),
    ("PRINTED", "vector-ref", "(NAME (vector ANY ANY ANY) INDEX)"),
    ("PRINTED", "memq memv member", "(NAME SYMBOL '(x a + c))"),
    ("PRINTED", "memv member", "(NAME NUMBER '(1.0 0 1/2 9223372036854775808 -0.5 1))"),
    ("PRINTED", "assq assv assoc", "(NAME SYMBOL PAIRS)"),
    ("PRINTED", "member", "(NAME ANY LIST)"),
    ("PRINTED", "assv", "(NAME INTEGER PAIRS)"),
    ("PRINTED", "assoc", "(NAME ANY PAIRS)"),
    ("PRINTED", "stream-car", "(NAME (cons-stream ANY (car '())))"),
    ("PRINTED", "stream-cdr", "(NAME (cons-stream 1 ANY))"),
    ("PRINTED", "delay", "(let* ((n INTEGER) (p (NAME (begin (set! n (+ n 1)) n)))) (list (force p) (force p)))"),
    ("PRINTED", "ramb", "(NAME ANY)"),
    ("PRINTED", "call/cc call-with-current-continuation", "(NAME (lambda (k) (+ 1 (k ANY))))"),
    ("PRINTED", "call-with-values", "(NAME (lambda () (values ANY ANY)) list)"),
    ("PRINTED", "let-syntax letrec-syntax", "(NAME ((twice (syntax-rules () ((_ e) (list e e))))) (twice ANY))"),
    ("PRINTED", "case", "(NAME INTEGER ((0 1 -1) ANY) ((2 1/2 63 9223372036854775808) ANY) (else ANY))"),
    ("PRINTED", "case", "(NAME CHARACTER ((#\\a #\\space) ANY) (else ANY))"),
    ("PRINTED", "define-syntax",
     "(let () (NAME swap (syntax-rules (to) ((_ a to b) (list b a)) ((_ a ...) (vector a ... 'end)))) "
     "(list (swap ANY to ANY) (swap ANY ANY)))"),
)  # fmt: skip
"""The type of a value, names that stand for NAME in turn, and how it is made of values of other types."""
MACRO = (
    "(define-syntax add! (syntax-rules () ((_ x n) (begin (set! x (+ x n)) x))))\n"
    "(define n 1)\n(write (add! n INTEGER)) (newline)\n"
)
HOLE = re.compile(r"\b[A-Z]{3,}\b(?!\")")


def program(random: Random) -> str:
    """Make a program of a few lines, now and then of none."""
    lines = [line(random) for _ in range(random.randrange(12))]
    macro = filled(random, MACRO, 1) if random.randrange(10) == 0 else ""
    return macro + "".join(lines)


def line(random: Random) -> str:
    """Print the value of a row of the table, so that all names come as often."""
    _, name, template = random.choice(ROWS)
    word = random.choice(("write", "write", "display"))
    return f"({word} {filled(random, template.replace('NAME', name), 2)}) (newline)\n"


def filled(random: Random, template: str, depth: int) -> str:
    """Put values in the holes of a template."""
    return HOLE.sub(lambda hole: value(random, hole[0], depth), template)


def value(random: Random, kind: str, depth: int) -> str:
    """Make a value of a type: a constant, or a call where there is depth left."""
    kind = random.choice(WIDER.get(kind, (kind,)))
    calls = [row for row in ROWS if row[0] == kind]
    if not calls or depth == 0 or random.randrange(100) < 60:
        return random.choice(ATOMS[kind].split(" ")).replace("~", " ")
    _, name, template = random.choice(calls)
    return filled(random, template.replace("NAME", name), depth - 1)


ROWS = [(kind, name, template) for kind, names, template in TABLE for name in names.split()]
"""The table, a row for each name."""
