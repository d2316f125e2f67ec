"""Functions of the library that are written in C: they call the program back, or need no more than other functions.

A program that names one is parsed with it.
"""

PRELUDE = {
    "atol": """
long atol(char *text) {return sizeof(long) == sizeof(int) ? atoi(text) : _atol(text);}
""",
    "div": """
struct _div div(int number, int by) {struct _div all; all.quot = number / by; all.rem = number % by; return all;}
""",
    "ldiv": """
struct _ldiv ldiv(long number, long by) {struct _ldiv all; all.quot = number / by; all.rem = number % by; return all;}
""",
    "time": """
long time(void *place) {long *at; at = place; if (at) *at = 0; return 0;}
""",
    "difftime": """
double difftime(long later, long before) {return (double) later - before;}
""",
    "fopen": """
void *fopen(char *name, char *mode) {
    static char files[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19};
    int number;
    number = _open(name, mode);
    return number ? files + number : 0;
}
""",
    "qsort": """
void qsort(void *base, size_t n, size_t size, int (*compare)()) {
    char *from, *to, *room, *other; size_t width, start, middle, end, left, right, next;
    if (n < 2 || size == 0) return;
    from = base; to = room = malloc(n * size);
    for (width = 1; width < n; width = width * 2) {
        for (start = 0; start < n; start = end) {
            middle = start + width < n ? start + width : n; end = middle + width < n ? middle + width : n;
            left = start; right = middle;
            for (next = start; next < end; next++)
                if (left < middle && (right >= end || (*compare)(from + left * size, from + right * size) <= 0)) {
                    memcpy(to + next * size, from + left * size, size); left++;
                } else { memcpy(to + next * size, from + right * size, size); right++; }
        }
        other = from; from = to; to = other;
    }
    if (from == room) memcpy(base, from, n * size);
    free(room);
}
""",
    "bsearch": """
void *bsearch(void *key, void *base, size_t n, size_t size, int (*compare)()) {
    char *from; size_t low, high, middle; int order;
    from = base; low = 0; high = n;
    while (low < high) {
        middle = (low + high) / 2; order = (*compare)(key, from + middle * size);
        if (order == 0) return from + middle * size;
        if (order < 0) high = middle; else low = middle + 1;
    }
    return 0;
}
""",
    "frexp": """
double frexp(double x, int *exponent) {
    int n; n = 0;
    if (x != 0) {
        while (fabs(x) >= 1) { x = x / 2; n++; }
        while (fabs(x) < 0.5) { x = x * 2; n--; }
    }
    *exponent = n;
    return x;
}
""",
    "ldexp": """
double ldexp(double x, int exponent) {
    double last;
    for (; exponent > 0 && x != 0; exponent--) x = x * 2;
    for (; exponent < 0 && fabs(x) > 1e-307; exponent++) x = x / 2;
    for (last = 1; exponent < 0 && last < 1e300; exponent++) last = last * 2;
    return x / last;
}
""",
    "modf": """
double modf(double x, double *whole) {
    *whole = x < 0 ? ceil(x) : floor(x);
    return x != *whole ? x - *whole : x ? 0 / x : x;
}
""",
    "strtod": """
double strtod(char *text, char **end) {
    char *at, *digits, *point;
    at = text;
    while (isspace(*at)) at++;
    if (*at == '-' || *at == '+') at++;
    digits = at;
    while (isdigit(*at)) at++;
    point = at;
    if (*at == '.') { at++; while (isdigit(*at)) at++; }
    if (at == digits || (point == digits && at == point + 1)) at = text;
    else if ((*at == 'e' || *at == 'E') && (isdigit(at[1]) || ((at[1] == '-' || at[1] == '+') && isdigit(at[2])))) {
        at = at + 2;
        while (isdigit(*at)) at++;
    }
    if (end) *end = at;
    return at == text ? 0.0 : atof(text);
}
""",
    "strtol": """
long strtol(char *text, char **end, int base) {
    char *at, *digits; long value, limit; int digit, minus, over;
    at = text; value = 0; minus = over = 0; limit = (long) (~0UL >> 1);
    while (isspace(*at)) at++;
    if (*at == '-' || *at == '+') minus = *at++ == '-';
    if ((base == 0 || base == 16) && *at == '0' && (at[1] == 'x' || at[1] == 'X') && isxdigit(at[2])) {
        at = at + 2; base = 16;
    } else if (base == 0) base = *at == '0' ? 8 : 10;
    for (digits = at; isalnum(*at); at++) {
        digit = isdigit(*at) ? *at - '0' : toupper(*at) - 'A' + 10;
        if (digit >= base) break;
        if (value > (limit - digit) / base) over = 1; else value = value * base + digit;
    }
    if (end) *end = at == digits ? text : at;
    if (over) return minus ? -limit - 1 : limit;
    return minus ? -value : value;
}
""",
    "strtoul": """
unsigned long strtoul(char *text, char **end, int base) {
    char *at, *digits; unsigned long value; int digit, minus, over;
    at = text; value = 0; minus = over = 0;
    while (isspace(*at)) at++;
    if (*at == '-' || *at == '+') minus = *at++ == '-';
    if ((base == 0 || base == 16) && *at == '0' && (at[1] == 'x' || at[1] == 'X') && isxdigit(at[2])) {
        at = at + 2; base = 16;
    } else if (base == 0) base = *at == '0' ? 8 : 10;
    for (digits = at; isalnum(*at); at++) {
        digit = isdigit(*at) ? *at - '0' : toupper(*at) - 'A' + 10;
        if (digit >= base) break;
        if (value > (~0UL - digit) / base) over = 1; else value = value * base + digit;
    }
    if (end) *end = at == digits ? text : at;
    return over ? ~0UL : minus ? 0 - value : value;
}
""",
}
"""By name; size_t is the type of sizeof."""
