#include <stdio.h>
#include <stdlib.h>

/* Twelve queens that do not attack each other: how many placings there are. */
int queen[12], found;

int attacked(int r, int c)
{
    int k;
    for (k = 0; k < r; k++)
        if (queen[k] == c || abs(queen[k] - c) == r - k)
            return 1;
    return 0;
}

void place(int r)
{
    int c;
    if (r == 12) {
        found++;
        return;
    }
    for (c = 1; c <= 12; c++)
        if (!attacked(r, c)) {
            queen[r] = c;
            place(r + 1);
        }
}

int main()
{
    place(0);
    printf("%d\n", found);
    return 0;
}
