/* Compile with -fno-inline: gcc otherwise unrolls the recursion many levels deep. */
#include <stdio.h>

static long ackermann(long m, long n)
{
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

int main(void)
{
    long total = 0;
    for (volatile int turn = 0; turn < 16; turn++)
        total += ackermann(3, 8);
    printf("%ld\n", total);
    return 0;
}
