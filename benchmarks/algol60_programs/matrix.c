/* The product of two matrices, 3 times over; n is not known when this is compiled. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 250;
    double *a = malloc(n * n * sizeof *a), *b = malloc(n * n * sizeof *b), *c = malloc(n * n * sizeof *c), t = 0;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) {
            a[i * n + j] = i - j;
            b[i * n + j] = i + j + 2;
        }
    for (int turn = 0; turn < 3; turn++)
        for (long i = 0; i < n; i++)
            for (long j = 0; j < n; j++) {
                double s = 0;
                for (long k = 0; k < n; k++)
                    s += a[i * n + k] * b[k * n + j];
                c[i * n + j] = s;
            }
    for (long i = 0; i < n; i++)
        t += c[i * n + n - 1 - i];
    printf("%ld\n", (long)t);
    return 0;
}
