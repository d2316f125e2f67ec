"""The standard headers, as far as they are more than what is built in: macros and types (C90, 7).

#include <limits.h> puts these lines in its place. Functions need no declaration: see library.py.
"""

SIZE = """
#ifndef _SIZE
#define _SIZE
#ifdef __LP64__
typedef unsigned long size_t;
typedef long ptrdiff_t;
#else
typedef unsigned size_t;
typedef int ptrdiff_t;
#endif
#define NULL ((void *)0)
#endif
"""


def limits(name: str, bits: int, suffix: str) -> str:
    """Return the limits of a signed type and of its unsigned one."""
    high, unsigned = f"{2 ** (bits - 1) - 1}{suffix}", f"{2**bits - 1}{'U' * (bits >= 32)}{suffix}"
    return f"#define {name}_MIN (-{high}-1)\n#define {name}_MAX {high}\n#define U{name}_MAX {unsigned}\n"


def integers(bits: int, name: str, suffix: str = "") -> str:
    """Return stdint.h's types of a width, their limits and the macros of their constants."""
    unsigned = "U" * (bits >= 32) + suffix
    lines = "".join(
        f"#define {u}INT{bits}_C(n) n{' ## ' if ending else ''}{ending}\n"
        for u, ending in (("", suffix), ("U", unsigned))
    )
    for kind in ("", "_least", "_fast"):
        lines += f"typedef signed {name} int{kind}{bits}_t;\ntypedef unsigned {name} uint{kind}{bits}_t;\n"
        lines += limits(f"INT{kind.upper()}{bits}", bits, suffix)
    return lines


LONG_LONG = "".join(
    f"#define int{kind}64_t long long\n#define uint{kind}64_t unsigned long long\n" for kind in ("", "_least", "_fast")
)
"""What has 64 bits where long has 32: it is refused where it is used."""
HEADERS = {
    "assert.h": """
#undef assert
#ifdef NDEBUG
#define assert(e) ((void)0)
#else
#define assert(e) ((e) ? (void)0 : _assert(#e))
#endif
""",
    "ctype.h": "",
    "errno.h": "",
    "float.h": """
#define FLT_RADIX 2
#define FLT_ROUNDS 1
#define FLT_DIG 6
#define FLT_MANT_DIG 24
#define FLT_MIN_EXP (-125)
#define FLT_MIN_10_EXP (-37)
#define FLT_MAX_EXP 128
#define FLT_MAX_10_EXP 38
#define FLT_EPSILON 1.1920928955078125e-07F
#define FLT_MAX 3.40282346638528859811704183484516925e+38F
#define FLT_MIN 1.17549435082228750796873653722224568e-38F
#define DBL_DIG 15
#define DBL_MANT_DIG 53
#define DBL_MIN_EXP (-1021)
#define DBL_MIN_10_EXP (-307)
#define DBL_MAX_EXP 1024
#define DBL_MAX_10_EXP 308
#define DBL_EPSILON 2.2204460492503131e-16
#define DBL_MAX 1.7976931348623157e+308
#define DBL_MIN 2.2250738585072014e-308
""",
    "limits.h": """
#define CHAR_BIT 8
#define SCHAR_MIN (-128)
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define CHAR_MIN (-128)
#define CHAR_MAX 127
#define MB_LEN_MAX 1
#define SHRT_MIN (-32767-1)
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MIN (-2147483647-1)
#define INT_MAX 2147483647
#define UINT_MAX 4294967295U
#ifdef __LP64__
#define LONG_MIN (-9223372036854775807L-1)
#define LONG_MAX 9223372036854775807L
#define ULONG_MAX 18446744073709551615UL
#else
#define LONG_MIN (-2147483647L-1)
#define LONG_MAX 2147483647L
#define ULONG_MAX 4294967295UL
#endif
""",
    "math.h": "#define HUGE_VAL 1e999\n",
    "stddef.h": SIZE + "#define offsetof(t, m) ((size_t)&((t *)0)->m)\n",
    "stdint.h": """
#ifndef _STDINT
#define _STDINT
typedef long intmax_t;
typedef unsigned long uintmax_t;
typedef long intptr_t;
typedef unsigned long uintptr_t;
#define INTMAX_C(n) n ## L
#define UINTMAX_C(n) n ## UL
#define INTPTR_MIN INTMAX_MIN
#define INTPTR_MAX INTMAX_MAX
#define UINTPTR_MAX UINTMAX_MAX
"""
    + integers(8, "char")
    + integers(16, "short")
    + integers(32, "int")
    + "#ifdef __LP64__\n"
    + integers(64, "long", "L")
    + limits("INTMAX", 64, "L")
    + limits("PTRDIFF", 64, "L")
    + "#define SIZE_MAX UINTMAX_MAX\n#else\n"
    + LONG_LONG
    + limits("INTMAX", 32, "L")
    + limits("PTRDIFF", 32, "")
    + """#define SIZE_MAX 4294967295U
#endif
#endif
""",
    "stdio.h": SIZE
    + """
#ifndef _STDIO
#define _STDIO
typedef struct _file FILE;
#define EOF (-1)
#define BUFSIZ 512
#define FOPEN_MAX 20
#define FILENAME_MAX 255
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
#define stdin _stdin
#define stdout _stdout
#define stderr _stderr
#endif
""",
    "stdlib.h": SIZE
    + """
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 32767
#ifndef _STDLIB
#define _STDLIB
typedef struct _div {int quot, rem;} div_t;
typedef struct _ldiv {long quot, rem;} ldiv_t;
#endif
""",
    "string.h": SIZE,
    "time.h": SIZE
    + """
#ifndef _TIME
#define _TIME
typedef long time_t;
typedef long clock_t;
#define CLOCKS_PER_SEC 1000000
#endif
""",
}

HEADERS |= {"malloc.h": HEADERS["stdlib.h"], "memory.h": HEADERS["string.h"], "strings.h": HEADERS["string.h"]}
"""What Unix had before C90 called its headers so."""
