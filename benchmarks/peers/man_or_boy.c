/* Man-or-Boy with explicit closures. Usage: man_or_boy K; prints the value and the seconds it took.
   It recurses deeply: it gives itself a stack of its own. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

typedef struct closure { long (*code)(struct closure *); long *k; struct closure *x1, *x2, *x3, *x4, *x5; } closure;

static long minus_one(closure *c) { (void)c; return -1; }
static long zero(closure *c) { (void)c; return 0; }
static long one(closure *c) { (void)c; return 1; }
static long a(closure *c);

static long b(closure *c)
{
    long k = *c->k -= 1;
    closure inner = {b, &k, c, c->x1, c->x2, c->x3, c->x4};
    return a(&inner);
}

static long a(closure *c)
{
    return *c->k <= 0 ? c->x4->code(c->x4) + c->x5->code(c->x5) : b(c);
}

int main(int argc, char **argv)
{
    struct rlimit room = {1L << 32, RLIM_INFINITY};
    struct timespec begin, end;
    closure x1 = {one}, x2 = {minus_one}, x3 = {minus_one}, x4 = {one}, x5 = {zero};
    long k = argc > 1 ? atol(argv[1]) : 10;
    if (argc < 3 && setrlimit(RLIMIT_STACK, &room) == 0) {
        execl(argv[0], argv[0], argc > 1 ? argv[1] : "10", "again", (char *)NULL);
    }
    closure outer = {b, &k, &x1, &x2, &x3, &x4, &x5};
    clock_gettime(CLOCK_MONOTONIC, &begin);
    long value = a(&outer);
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%ld %.6f\n", value, end.tv_sec - begin.tv_sec + (end.tv_nsec - begin.tv_nsec) / 1e9);
    return 0;
}
