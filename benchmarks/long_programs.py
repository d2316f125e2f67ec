"""Programs of thousands of lines, to measure how long they take to build; each runs for a moment and prints a number.

long_program("c_subset", 1000)      # 1,000 lines of C: functions of a dozen lines, and a main that calls them all
"""

from __future__ import annotations

ALGOL_PIECE = """
begin
  integer i, j, k; real x, y; integer array a[1:10, 0:9]; Boolean b;
  real procedure f(n, z); value n; integer n; real z;
    f := if n = 0 then z else f(n - 1, z × 2 + n);
  for i := 1 step 1 until 10 do
    for j := 0 step 1 until 9 do
      a[i, j] := if i > j then i × j else i + j ÷ 2;
  x := 0; b := false;
loop:
  x := x + f(3, a[1, 2] / 2); k := entier(x);
  if x < 1000 ∧ ¬b then
    begin y := sqrt(x); b := y > 30; goto loop end
  else k := k - 1;
  for k := k, k - 1 while k > 0, 5 do
    begin
      i := k - k ÷ 10 × 10;
      if i > 0 then a[i, 0] := k else a[1, 1] := -k
    end;
  total := total + k
end"""
FORTRAN_PIECE = """
      DO {0}2 I = 1, 10
        DO {0}1 J = 1, 10
          IA(I,J) = I + J/2
          IF (I .GT. J) IA(I,J) = I*J
{0}1     CONTINUE
{0}2   CONTINUE
      X = 0.0
{0}3   X = X + FLOAT(IA(1,2))*2.0 + 3.0
      K = X
      IF (X .GE. 1000.0) GO TO {0}4
      Y = SQRT(X)
      IF (Y .LE. 30.0) GO TO {0}3
{0}4   K = K - K/10*10
      IF (K .GT. 0) IA(K,1) = K
      IF (K .LE. 0) IA(1,1) = -K
      LTOTAL = LTOTAL + IA(1,1) + K
      M = MOD(K, 2) + 1
      GO TO ({0}5, {0}6), M
{0}5   X = AMAX1(X, 2.0) - 1.0
      GO TO {0}7
{0}6   X = X/2.0
{0}7   LTOTAL = LTOTAL + INT(X)"""
C_PIECE = """
int f{0}(int n, char *s)
{{
    int i, found, a[10];
    found = 0;
    for (i = 0; i < 10; i++)
        a[i] = i > n ? i * n : i + n / 2;
    while (*s) {{
        if (*s == 'a' + n % 26) found += a[found % 10] & 7;
        s++;
    }}
    return found + a[n % 10] - (n << 2);
}}"""


ECOL_PIECE = """
k := 0
MET 1, i := 1, 10
a(i) := i + 2 * k
ALS a(i) < 8 DAN {0}1
k := k + a(i) - 3
{0}1 t := t + k
HERHAAL
x := k + 3
ALS x > 5 EN t > 7 DAN {0}2
x := x + 1
{0}2 t := t - 2 * k"""
INFORMAL_ALGOL_PIECE = """
  k := 0;
  FOR i=1...10 DO
    BEGIN
      a[i] := i + k÷2;
      IF a[i] > 7 THEN k += a[i]
    END;
  FOR i=1...5 DO
    BEGIN
      b := a[2×i] > 5 ∧ i > 3;
      IF b THEN t += a[3] ELSE t += 1
    END;
  t := t + k - (k÷10)×10;"""
PERL_PIECE = """
sub part{0} {{
    my ($n, $text) = @_;
    my %seen;
    my @list = map {{ $_ * $n }} 1 .. 5;
    foreach my $one (@list) {{
        $seen{{$one}} = $one + $n if $one > 2;
    }}
    my $length = length($text) + $n;
    return $length + scalar(keys %seen) if $text =~ /now/;
    return $list[1];
}}"""
SCHEME_PIECE = """
(define (part{0} n items)
  (define (total rest sum)
    (if (null? rest)
        sum
        (total (cdr rest) (+ sum (* n (car rest))))))
  (let ((sum (total items 0)))
    (cond ((> sum 100) (- sum 100))
          (else (+ sum 1)))))"""


def long_program(language: str, lines: int) -> str:
    """Write a program of about that many lines."""
    return WRITERS[language](lines)


def pieces(piece: str, lines: int) -> int:
    """Return how often a piece, and one line more for each, goes into that many lines."""
    return lines // (piece.count("\n") + 1)


def ecol(lines: int) -> str:
    body = "".join(ECOL_PIECE.format(number) for number in range(1, pieces(ECOL_PIECE, lines) + 1))
    return f"START\nRIJ (1:10) a\nt := 0{body}\nSCHRIJF (9,0) := t\nKLAAR\n"


def informal_algol(lines: int) -> str:
    body = INFORMAL_ALGOL_PIECE * pieces(INFORMAL_ALGOL_PIECE, lines)
    return f"BEGIN INT i, k, t; BOOL b; [1:10]INT a; t := 0;{body}\nPRINT(t) END\n"


def perl(lines: int) -> str:
    numbers = range(pieces(PERL_PIECE, lines))
    calls = "".join(f"\n$total += part{number}({number}, 'how now');" for number in numbers)
    return f'use strict;\nmy $total = 0;{"".join(map(PERL_PIECE.format, numbers))}{calls}\nprint "$total\\n";\n'


def scheme(lines: int) -> str:
    numbers = range(pieces(SCHEME_PIECE, lines))
    calls = "".join(f"\n(set! all (+ all (part{number} {number % 10} '(1 2 3 4))))" for number in numbers)
    return f"(define all 0){''.join(map(SCHEME_PIECE.format, numbers))}{calls}\n(display all)\n"


def algol(lines: int) -> str:
    pieces = [ALGOL_PIECE] * (lines // (ALGOL_PIECE.count("\n") + 1))
    return f"begin integer total; total := 0;{';'.join(pieces)};\noutinteger(1, total)\nend\n"


def fortran(lines: int) -> str:
    """Write units of 1,000 lines each; the labels of a piece begin with a number of its own."""
    pieces, of_a_unit = lines // (FORTRAN_PIECE.count("\n") + 1), 1000 // (FORTRAN_PIECE.count("\n") + 1)
    units = -(-pieces // of_a_unit)
    calls = "".join(f"      CALL PART{number}\n" for number in range(units))
    texts = [f"      PROGRAM LONG(OUTPUT)\n      COMMON LTOTAL\n      LTOTAL = 0\n{calls}      PRINT 1, LTOTAL\n"]
    texts.append("    1 FORMAT(1H , I10)\n      END")
    for number in range(units):
        body = "".join(FORTRAN_PIECE.format(100 + piece) for piece in range(min(of_a_unit, pieces)))
        pieces -= of_a_unit
        texts.append(f"\n      SUBROUTINE PART{number}\n      COMMON LTOTAL\n      DIMENSION IA(10,10){body}\n")
        texts.append("      RETURN\n      END")
    return "".join(texts) + "\n"


def c(lines: int) -> str:
    pieces = range(lines // (C_PIECE.count("\n") + 2))
    functions = "".join(C_PIECE.format(number) for number in pieces)
    calls = "".join(f'\n    total += f{number}({number}, "how now brown cow");' for number in pieces)
    return f"#include <stdio.h>{functions}\nint main(void)\n{{\n    int total = 0;{calls}\n" + (
        '    printf("%d\\n", total);\n    return 0;\n}\n'
    )


WRITERS = {
    "ecol": ecol, "algol60": algol, "cdc_fortran": fortran, "informal_algol": informal_algol, "c_subset": c,
    "perl_subset": perl, "amb_scheme": scheme,
}  # fmt: skip
