#include <stdio.h>

static _Bool composite[50001];

int main(void)
{
    int n = 50000, count = 0;
    for (volatile int turn = 0; turn < 400; turn++) {
        for (int i = 2; i <= n; i++)
            composite[i] = 0;
        count = 0;
        for (int i = 2; i <= n; i++)
            if (!composite[i]) {
                count++;
                for (int j = i + i; j <= n; j += i)
                    composite[j] = 1;
            }
    }
    printf("%d\n", count);
    return 0;
}
