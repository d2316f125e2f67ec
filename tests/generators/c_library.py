r"""Random C programs that call the library with values at boundaries, and declare things in all the forms of C90.

    program(Random(7), "lp64")      # "#include <math.h>\n…printf("%d ", strspn("a b", " \t") > 0);\n…return 0;\n}\n"

In a template a letter that stands alone is drawn from POOLS. None of them does what C leaves open, so that every
program ends by itself; those with long numbers or sizes are for LP64 alone.
"""

from __future__ import annotations

import re
from random import Random

HEAD = """#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <string.h>
"""
POOLS = {
    "S": ('""', '"a"', '"abc"', '" \\t\\n x"', '"abcabcab"', '"0123456789abcdef"', '"12, 7;;x"', '"ca"',
          '"abc" "abc"', '"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"'),
    "H": ('""', '"b\\377"', '"b\\200"', '"\\377"', '"ab"', '"b"'),
    "C": ("0", "1", "'a'", "'b'", "'Z'", "'0'", "'9'", "' '", "'\\n'", "'_'", "127", "128", "255", "EOF", "'@'", "'f'",
          "'G'", "31", "160"),
    "K": ("0", "'a'", "'b'", "'c'", "'x'", "0377", "-1", "256 + 'a'"),
    "D": ("0.0", "-0.0", "0.5", "-0.5", "1.0", "-1.0", "2.5", "3.999999", "-3.0", "1e-10", "123456.789", "0.1"),
    "U": ("-1.0", "-0.0", "0.0", "0.25", "0.999", "1.0", "-0.3"),
    "P": ("1.0", "0.5", "2.0", "10.0", "1e-300", "1e300", "4.9e-324", "1000.0", "1.7976931348623157e308", "0.1"),
    "R": ("0.0", "1.0", "-2.0", "0.3", "5e-324", "1.5e-310", "2.2250738585072014e-308", "1e308", "-0.0", "123.456",
          "1.0000000000000002", "-4.75", "0.5625"),
    "E": ("0", "1", "-1", "3", "-30", "-1074", "-1060", "-1022", "-1075", "-2000", "-1040"),
    "I": ("0", "1", "-1", "7", "-128", "255", "32767", "2147483647", "-2147483647", "-2147483647 - 1", "65536"),
    "J": ("0", "1", "-1", "7", "-128", "32767", "2147483647", "-2147483647"),
    "N": ("0", "1", "2", "3", "8", "15", "16", "17", "63", "64", "65"),
    "T": ('""', '"0"', '"7"', '"-12"', '"+5"', '"  \\t42x"', '"x1"', '"2147483647"', '"-2147483648"', '"007"', '"- 3"',
          '"0000000000000000000000000000012"', '"1e3"', '"0x1f"', '"08"', '"zz"', '"+"'),
    "L": ('"9223372036854775807"', '"-9223372036854775808"', '"1000000000000000000"', '"-4611686018427387904"',
          '"99999999999"'),
    "O": ('"9223372036854775808"', '"-9223372036854775809"', '"18446744073709551615"', '"18446744073709551616"',
          '"-18446744073709551615"', '"0777777777777777777777"',
          '"0x7fffffffffffffff"', '"-0x8000000000000000"', '"zzzzzzzzzzzzzzzzzz"'),
    "F": ('"1"', '"-2.5"', '".5"', '"5."', '"."', '"1e3"', '"1e"', '"1e+"', '"-1E-2x"', '"+.e1"', '" \\n3.25"', '"abc"',
          '"123456789012345678901234567890"', '"2.2250738585072014e-308"', '"4.9e-324"', '"1e-400"', '"-0"', '"1.e2"'),
    "B": ("0", "2", "8", "10", "16", "36"),
    "Y": ("int", "char", "short", "unsigned", "double", "struct s"),
}  # fmt: skip
"""Strings, those with codes above 127, characters, codes for strchr, reals (any, of -1 to 1, positive, at the edges),
exponents, integers, those whose absolute value is one, sizes, texts of integers (small, long, too great) and of reals,
bases, types."""
INTEGERS = re.split(
    r";\s",
    r"""
(isdigit(C) != 0); (isalpha(C) != 0); (isspace(C) != 0); (isupper(C) != 0); (islower(C) != 0); (isalnum(C) != 0);
(ispunct(C) != 0); (isxdigit(C) != 0); (iscntrl(C) != 0); (isprint(C) != 0); (isgraph(C) != 0); toupper(C);
tolower(C); abs(J); labs((long) J) & 1023; atoi(T); (int) atol(T); I & I; I | I; strlen(S); strspn(S, S);
strcspn(S, S); (i = strcmp(S, S), i = (i > 0) - (i < 0)); (i = strncmp(S, S, N), i = (i > 0) - (i < 0));
(i = strcmp(H, H), i = (i > 0) - (i < 0)); (i = memcmp(H, H, 1), i = (i > 0) - (i < 0));
(s = H, q = strchr(s, K)) ? q - s : -1; (s = S, q = strchr(s, K)) ? q - s : -1;
(s = S, q = strrchr(s, K)) ? q - s : -1; (s = S, q = strstr(s, S)) ? q - s : -1;
(s = S, q = strpbrk(s, S)) ? q - s : -1; strtol(T, &q, 10); q ? *q : 0; strtoul(T, 0, 10) & 255; clock() >= 0;
time(NULL) > -2; (srand(7), rand() >= 0); (srand(I), rand() <= RAND_MAX);
(srand(3), i = rand(), srand(3), i = i == rand()); sizeof(Y); offsetof(struct s, c); none(); printf("%d|%s", I, S);
sprintf(b, "%s%c%ld", S, 'x', (long) J); fflush(stdout); fprintf(stdout, "%x %o %u|", I, I, I); fputc('p', stdout);
putc('q', stdout); putchar('r'); fputs(S, stdout) >= 0; puts(S) >= 0; fwrite("abcd", 2, 2, stdout); ferror(stdout);
twice(I & 1023); div(I, 7).rem; (int) ldiv((long) I, 3L).quot; (x = modf(HUGE_VAL, &x), x == 0)
""".strip(),
)
"""Expressions of an integer type."""
LONGS = re.split(
    r";\s",
    r"""
atol(L); strtol(T, &q, B); strtoul(T, 0, B); strtol(L, &q, B); strtol(O, &q, B); strtoul(O, &q, B);
strtoul(L, &q, B); labs(- (J)); labs(-9223372036854775807)
""".strip(),
)
REALS = re.split(
    r";\s",
    r"""
sqrt(P); sin(D); cos(D); tan(D); asin(U); acos(U); atan(D); atan2(D, D); sinh(D / 100); cosh(D / 100); tanh(D);
exp(U); log(P); log10(P); floor(D); ceil(D); fabs(R); pow(P, U); pow(D, 2.0); fmod(D, P); atof(F); strtod(F, &q);
(x = frexp(R, &i), x + i); ldexp(R / 3, E); ldexp(R, E); modf(R, &x); (x = 1, modf(D, &x)); x; R * U; - (D);
floor(R) + ceil(U); fmod(R, P)
""".strip(),
)
BLOCKS = r"""
char *t; strcpy(b, S); for (t = strtok(b, S); t; t = strtok(NULL, S)) printf("<%s>", t);
strcpy(b, S); strcat(b, S); strncat(b, S, N); strncpy(b + strlen(b), "tail", 5); puts(b);
memset(b, 'x', 80); memcpy(b, S, 1); memmove(b + 3, b, N); printf("%d %d", memcmp(b, b + 3, N) != 0, *b);
memset(b, K, 80); q = memchr(b, K, N); printf("%d", q == 0);
int a = 1, c = 2; char d; i = sscanf(T, "%d%c", &a, &d); printf("%d %d %d", i, a, c);
int a = 1, n = 0; unsigned u = 2; printf("%d", sscanf(S, "%8x %o%n", &u, &u, &n)); printf(" %u %d", u, n);
double a = 1; float f = 2; i = sscanf(F, "%lf%f", &a, &f); printf("%d %g %g", i, a, f);
char w[70]; strcpy(w, "-"); i = sscanf(S, "%2[abc]%*c%65s", w, w); printf("%d %s", i, w);
short h = 3; long l = 4; i = sscanf(T, "%3hd %ld", &h, &l); printf("%d %d %ld", i, h, l);
printf("%+d|% d|%05d|%-5d|%.3d|%*d|%-*.*d|", I, I, I, I, I, 9, I, 8, 3, J);
printf("%#x|%#o|%X|%#.0x|%08x|%hd|%hu|%lu|", I, I, I, I & 1, I, (short) I, (unsigned short) I, (unsigned long) 7);
printf("%5s|%-5s|%.2s|%5.*s|%*s|%%|%c|%3c|", S, S, S, 3, S, 8, S, 'c', 'd');
printf("%f|%e|%g|%G|%.0f|%+.3e|%#g|%010.2f|%-12g|%.0e|", D, R, R, P, D, D, D, D, R, D);
printf("%d ", scanf("%d", &i)); printf("%d ", i); i = getchar(); ungetc(i, stdin); printf("%d", i == getchar());
i = getc(stdin); printf("%d %d", i, fgetc(stdin)); printf(" %d", feof(stdin) != 0); if (fgets(b, N + 1, stdin)) puts(b);
if (gets(b)) puts(b); clearerr(stdin); printf("%d", feof(stdin));
FILE *f; f = fopen("none", "r"); printf("%d", f == NULL); perror(S); fprintf(stderr, "%d", I);
assert(I < 3 || 1); if (I == 3) abort(); if (i == 12345) exit(EXIT_FAILURE); assert(sizeof(Y) > 0);
""".strip().splitlines()
"""Statements of a block with b, q, s, i and x to use."""
FILE = r"""
FILE *f; int k; f = fopen("data", "M"); setvbuf(f, NULL, _IOFBF, BUFSIZ);
for (k = 0; k < N; k++) fprintf(f, "%d,%s\n", k + J % 100, S);
fputs(S, f); putc('!', f); fputc('\n', f); fwrite("abcdefgh", 2, 3, f); printf("%ld ", ftell(f)); fclose(f);
f = fopen("data", "rb"); setbuf(f, NULL);
""".strip().splitlines()
FILE_USES = r"""
while ((k = getc(f)) != EOF) i = (i * 3 + k) & 1023; printf("%d %d %d ", i, feof(f) != 0, ferror(f));
k = 0; while (fgets(b, N + 2, f)) k = k * 3 + (int) strlen(b) & 1023; printf("%d ", k);
printf("%d ", (int) fread(b, 1 + (N & 3), 5, f)); printf("%ld ", ftell(f));
fseek(f, -3L, SEEK_END); printf("%d ", fgetc(f)); printf("%ld ", ftell(f)); fseek(f, 0L, SEEK_SET);
fseek(f, 1L, SEEK_SET); fseek(f, 1L, SEEK_CUR); k = getc(f); ungetc(k, f); printf("%ld %d ", ftell(f), k);
rewind(f); clearerr(f); printf("%d ", fscanf(f, "%d,%c", &k, b)); printf("%d %d ", k, feof(f) != 0);
printf("%d ", fscanf(f, "%*[^,]%n", &k)); printf("%ld ", ftell(f));
""".strip().splitlines()
"""What is done with a file that was written."""
FORMS = r"""
enum {e0} z0; enum {e1, e2 = C, e3} z1 = e2;
enum color {red, green = 5}; enum color z2 = green;
enum {e4,} z3 = e4; enum shade {dark,} z4;
enum tint {e6, e7, e8,}; enum tint z6 = e8;
enum {e9, e10,} z9 = e10;
enum hue {pale}; enum hue z7 = pale;
const int c0 = I; volatile int v0; const volatile unsigned c1 = 3;
int *const p0 = &total; const char *const volatile p1 = "p"; int *volatile *const p2 = 0;
struct {int m; char n, *o, r[N + 1];} t0; struct {short i, j, k;} t1[2] = {{1, 2, 3,}, {4, 5, 6},};
typedef struct u u; struct u {u *next; int k;} u0 = {&u0, I,};
typedef int word; struct word {word n;}; struct word w0 = {J}; word w1[] = {1, 2, I,};
union un {int i; char c[4]; double d;}; union un un0 = {I,};
int (*g0)(int) = twice; int (*g1[2])() = {none, 0,}; int *(*g2)(void);
int strange(const char *, ...); int stranger(int, char *, ...); int (*g3)(const char *, ...) = 0;
int d0(int *, int *const, const char *const *, int [], int (*)[3], int (*)(void), int (int), int (), int *(*)(char));
int d1(int (*)(), int [3], int [2][3], int **, void (*)(int (*)(int))), d2(void), *d3();
int sum0(int a[], int n) {int i, t = 0; for (i = 0; i < n; i++) t += a[i] & 7; return t;} int arr0[] = {I, J};
extern int later; int later = J; register_() {register int r; auto int a; r = a = 3; return r + a;}
;
loose; loose1 = 3, loose2[2], *loose3;
f0() {} f1(a, b) char *a; {return *a + b;}
static char text[] = "ab" "cd" "ef", rows[2][4] = {"abc", "d"};
""".strip().splitlines()
"""Declarations outside functions, each of which may stand once in a program."""
CASTS = re.split(
    r";\s",
    r"""
sizeof(int *const); sizeof(char *const volatile *); sizeof(int (*)[N + 1]); sizeof(int (*)()); sizeof(int **);
sizeof(int (*)(int, char *)) & 4; sizeof(int (*(*)(void))(int)) & 4; (int) sizeof(const short);
((int (*)(int)) twice)(J & 255); (*(int (*)()) none)(); sizeof(double [N + 1]); sizeof(char (*(*)[3])());
*(const int *const) &total; sizeof(struct {char c, d[N + 1];});
sizeof(union {short i, j;char c[9];})
""".strip(),
)
FLAGS = ("", "0", "-", "+", " ", "#", "#0", "-#0", "+0", "- ", " 0", "-+ #0")
FIXED = r"""
struct s {int a; char c; double d;};
int total = 7;
int none() {return 3;}
int twice(int n) {return 2 * n;}
""".strip().splitlines()


class Library:
    """The lines of one program."""

    def __init__(self, random: Random, model: str) -> None:
        self.random, self.model = random, model

    def filled(self, template: str) -> str:
        """Draw what the letters of a template stand for; M is a way to open a file."""
        pools = POOLS | {"M": ("w", "wb", "a")}
        return re.sub(r"(?<![\w%'])[A-Z](?![\w'])", lambda found: self.random.choice(pools[found[0]]), template)

    def shown(self) -> str:
        """Print the value of an expression."""
        kind = self.random.choice(("int", "int", "real", "long", "form"))
        if kind == "real":
            return f'printf("%.9g ", {self.filled(self.random.choice(REALS))});'
        if kind == "long" and self.model == "lp64":
            return f'printf("%ld ", (long) ({self.filled(self.random.choice(LONGS))}));'
        choices = CASTS if kind == "form" and self.model == "lp64" else INTEGERS
        return f'printf("%d ", (int) ({self.filled(self.random.choice(choices))}));'

    def printed(self) -> str:
        """Print with any flags and sizes, some of them arguments, and show the value of that printf."""
        draw, form, given = self.random.choice, "", list[str]()
        for _ in range(self.random.randint(1, 4)):
            kind = draw("diuxXoeEfgGsc")
            flags, width, digits = draw(FLAGS), draw(("", "7", "12", "*")), draw(("", ".", ".0", ".3", ".*"))
            form += f"%{flags}{width}{digits}{kind}|"
            given += [draw(("-9", "0", "6"))] * (width == "*") + [draw(("-1", "0", "4"))] * (digits == ".*")
            given.append({"s": "S", "c": "'c'"}.get(kind, "I" if kind in "diuxXo" else draw(("D", "R", "HUGE_VAL"))))
        return f'printf("%d ", printf("{form}", {self.filled(", ".join(given))}));'

    def file(self) -> str:
        """Write a file, and read it in several ways."""
        uses = self.random.sample(FILE_USES, 3)
        return self.filled("\n".join(("{", *FILE, *uses, "fclose(f);}")))

    def program(self) -> str:
        """The whole program."""
        lines = [HEAD.rstrip(), *FIXED, *map(self.filled, self.random.sample(FORMS, 5)), "int main()", "{"]
        lines.append('char b[300], *q, *s; int i = 0; double x = 0; q = s = ""; memset(b, 0, sizeof b);')
        for _ in range(12):
            lines += [self.shown(), self.printed()]
            if self.random.random() < 0.5:
                lines.append(self.filled(f"{{{self.random.choice(BLOCKS)}}} {{}}"))
        if self.random.random() < 0.5:
            lines.append(self.file())
        end = self.random.choice(("for (int k = 0; k < 3; k++) total += k; return 0;", "exit(0);", "return total - 7;"))
        return "\n".join([*lines, 'printf("%d\\n", total);', end, "}"]) + "\n"


def program(random: Random, model: str) -> str:
    """Make one program."""
    return Library(random, model).program()
