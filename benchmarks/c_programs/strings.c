/* Copy a string and hash the copy, over and over. */
#include <stdio.h>

char here[1000], there[1000];

void copy(char *target, char *origin)
{
    while ((*target++ = *origin++))
        ;
}

unsigned hash(char *s)
{
    unsigned h = 5381;
    while (*s)
        h = h * 33 + *s++;
    return h;
}

int main(void)
{
    int i, turn;
    unsigned total;
    total = 0;
    for (i = 0; i < 900; i++)
        here[i] = 'a' + i % 26;
    here[900] = 0;
    for (turn = 0; turn < 30000; turn++) {
        here[turn % 900] = 'A' + turn % 26;
        copy(there, here);
        total = total * 31 + hash(there);
    }
    printf("%u\n", total);
    return 0;
}
