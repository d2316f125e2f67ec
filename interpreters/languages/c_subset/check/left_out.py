"""Names that are left out, of the standard or taken for it, and why: messages say it in place of "is not declared".

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
    "strdup": "it is POSIX's: strcpy(malloc(strlen(s) + 1), s)",
    "itoa": 'it is no function of C: sprintf(text, "%d", n)',
    **dict.fromkeys(("snprintf", "vsnprintf"), "it is C99: sprintf into an array that is large enough"),
    **dict.fromkeys(("getch", "getche"), "it is conio.h's, of DOS: getchar"),
    **dict.fromkeys(
        ("clrscr", "gotoxy", "textcolor"), "it is conio.h's, of DOS: there is no screen, lines are printed"
    ),
    **dict.fromkeys(("cout", "cin", "endl"), "it is C++: printf and scanf"),
    **dict.fromkeys(("mblen", "mbtowc", "wctomb", "mbstowcs", "wcstombs"), "wide characters are left out: char"),
}
