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


def long_program(language: str, lines: int) -> str:
    """Write a program of about that many lines in algol60, cdc_fortran or c_subset."""
    return {"algol60": algol, "cdc_fortran": fortran, "c_subset": c}[language](lines)


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
