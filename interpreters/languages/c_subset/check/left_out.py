"""Names of the standard that are left out, and why: messages say it in place of "is not declared".

LEFT_OUT["localtime"]       "no result depends on the day, so that a run can be repeated"
"""

from __future__ import annotations

FILES = "a file is a tape that is read, or what the program writes: fopen and fclose"
ERRORS = "errors have no numbers: strtol returns its limit, fopen a null pointer"
DAY = "no result depends on the day, so that a run can be repeated"
LEFT_OUT = {
    **dict.fromkeys(("freopen", "remove", "rename", "tmpfile", "tmpnam", "fgetpos", "fsetpos"), FILES),
    **dict.fromkeys(("setjmp", "longjmp"), "jumps out of functions are not supported"),
    **dict.fromkeys(
        ("va_start", "va_arg", "va_end", "vprintf", "vfprintf", "vsprintf"),
        "functions with varying arguments are not supported",
    ),
    **dict.fromkeys(("signal", "raise", "system", "getenv", "atexit"), "a program runs alone"),
    **dict.fromkeys(("errno", "EDOM", "ERANGE", "strerror"), ERRORS),
    **dict.fromkeys(
        ("localtime", "gmtime", "mktime", "ctime", "asctime", "strftime", "__DATE__", "__TIME__"),
        DAY,
    ),
    **dict.fromkeys(("strcoll", "strxfrm", "setlocale", "localeconv"), "there is only C's own locale: strcmp"),
    **dict.fromkeys(("mblen", "mbtowc", "wctomb", "mbstowcs", "wcstombs"), "wide characters are left out: char"),
}
