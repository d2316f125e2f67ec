#include <stdio.h>

static long a[500001];

static void quicksort(long low, long high)
{
    long i = low, j = high, middle = a[(low + high) / 2];
    do {
        while (a[i] < middle) i++;
        while (a[j] > middle) j--;
        if (i <= j) {
            long t = a[i];
            a[i++] = a[j];
            a[j--] = t;
        }
    } while (i <= j);
    if (low < j) quicksort(low, j);
    if (i < high) quicksort(i, high);
}

int main(void)
{
    long n = 500000, seed = 4711, total = 0;
    for (long i = 1; i <= n; i++)
        a[i] = seed = seed * 16807 - seed * 16807 / 2147483647 * 2147483647;
    quicksort(1, n);
    for (long i = 1; i <= n; i += 1000)
        total += a[i] / 1000;
    printf("%ld\n", total);
    return 0;
}
