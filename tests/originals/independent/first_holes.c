/* The search of Wada's article, written anew: 12 pieces in a box of 6 by 10, F in two forms, at each first hole.

   Standard input has the 57 forms, each as its piece and four squares after the first; then the number of nodes of a
   trie, and for each the number of squares above it and these squares. Printed: first holes, forms tried, pieces laid,
   boards, holes whose right neighbour is taken and whose lower one, and the squares that a search with the trie looks
   at: a node's square is looked at wherever all squares above it are free. */
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 16, SQUARES = 20, FORMS = 57 };
static const int near[SQUARES] = {1, 2, 3, 4, 13, 14, 15, 16, 17, 18, 19, 30, 31, 32, 33, 34, 47, 48, 49, 64};
static int piece[FORMS], form[FORMS][4];
static char taken[256], used[12];
static long holes, tried, laid, boards, right, below, seen[1 << SQUARES];

static void search(int depth, int hole)
{
    while (taken[hole])
        hole++;
    int free_squares = 0;
    for (int k = 0; k < SQUARES; k++)
        free_squares |= !taken[hole + near[k]] << k;
    seen[free_squares]++;
    holes++;
    right += taken[hole + 1];
    below += taken[hole + WIDTH];
    for (int f = 0; f < FORMS; f++) {
        int *square = form[f];
        if (used[piece[f]])
            continue;
        tried++;
        if (taken[hole + square[0]] || taken[hole + square[1]] || taken[hole + square[2]] || taken[hole + square[3]])
            continue;
        laid++;
        used[piece[f]] = taken[hole] = 1;
        for (int k = 0; k < 4; k++)
            taken[hole + square[k]] = 1;
        if (depth == 12)
            boards++;
        else
            search(depth + 1, hole);
        used[piece[f]] = taken[hole] = 0;
        for (int k = 0; k < 4; k++)
            taken[hole + square[k]] = 0;
    }
}

static int number(void)
{
    int found;
    if (scanf("%d", &found) != 1)
        exit(2);
    return found;
}

static int bit(int square)
{
    for (int k = 0; k < SQUARES; k++)
        if (near[k] == square)
            return 1 << k;
    exit(3);
}

int main(void)
{
    for (int f = 0; f < FORMS; f++) {
        piece[f] = number();
        for (int k = 0; k < 4; k++)
            form[f][k] = number();
    }
    for (int place = 0; place < 256; place++)
        taken[place] = place / WIDTH >= 6 || place % WIDTH >= 10;
    search(1, 0);
    for (int k = 0; k < SQUARES; k++)
        for (int set = 0; set < 1 << SQUARES; set++)
            if (!(set & 1 << k))
                seen[set] += seen[set | 1 << k];
    long looked_at = 0;
    for (int nodes = number(); nodes > 0; nodes--) {
        int above = 0;
        for (int squares = number(); squares > 0; squares--)
            above |= bit(number());
        looked_at += seen[above];
    }
    printf("%ld %ld %ld %ld %ld %ld %ld\n", holes, tried, laid, boards, right, below, looked_at);
    return 0;
}
