/* The sieve of BYTE (1981), 2000 times over. */
#include <stdio.h>
#define SIZE 8190

char flags[SIZE + 1];

int main(void)
{
    int i, prime, k, count, turn;
    count = 0;
    for (turn = 1; turn <= 2000; turn++) {
        count = 0;
        for (i = 0; i <= SIZE; i++)
            flags[i] = 1;
        for (i = 0; i <= SIZE; i++)
            if (flags[i]) {
                prime = i + i + 3;
                for (k = i + prime; k <= SIZE; k += prime)
                    flags[k] = 0;
                count++;
            }
    }
    printf("%d\n", count);
    return 0;
}
