"""Functions of the library that call the program back: written in C, and parsed into a program that names them."""

PRELUDE = {
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
}
"""By name; size_t is the type of sizeof."""
