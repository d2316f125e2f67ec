#include <stdio.h>

static double a[1001], b[1001];

__attribute__((noinline)) static double sum(int low, int high)
{
    double s = 0;
    for (int i = low; i <= high; i++)
        s += a[i] * b[i];
    return s;
}

int main(void)
{
    double total = 0;
    for (int i = 1; i <= 1000; i++) {
        a[i] = i;
        b[i] = 1001 - i;
    }
    for (volatile int turn = 0; turn < 40000; turn++)
        total += sum(1, 1000) / 1000;
    printf("%.0f\n", total);
    return 0;
}
