/* Lists every exact cover, the plainest way: the item with the fewest options left, each option in turn.

Reads the number of items and of options, then of each option its length and its items. Writes each cover as a line of
option numbers. */
#include <stdio.h>
#include <stdlib.h>

typedef unsigned __int128 Set;
enum { MOST = 128 };

static int items, chosen[MOST];
static Set *option;

static void cover(Set left, const int *open, int options, int depth) {
    if (!left) {
        for (int at = 0; at < depth; at++) printf("%d%c", chosen[at], at == depth - 1 ? '\n' : ' ');
        return;
    }
    int often[MOST] = {0}, item = -1;
    for (int at = 0; at < options; at++)
        for (int each = 0; each < items; each++) often[each] += (int)(option[open[at]] >> each & 1);
    for (int each = 0; each < items; each++)
        if ((left >> each & 1) && (item < 0 || often[each] < often[item])) item = each;
    int *rest = malloc(sizeof(int) * (size_t)(options + 1));
    for (int at = 0; at < options; at++) {
        Set taken = option[open[at]];
        if (!(taken >> item & 1)) continue;
        int number = 0;
        for (int other = 0; other < options; other++)
            if (!(option[open[other]] & taken)) rest[number++] = open[other];
        chosen[depth] = open[at];
        cover(left & ~taken, rest, number, depth + 1);
    }
    free(rest);
}

int main(void) {
    int options, length, item;
    if (scanf("%d %d", &items, &options) != 2 || items > MOST) return 1;
    option = calloc((size_t)options, sizeof *option);
    int *open = malloc(sizeof(int) * (size_t)options);
    for (int at = 0; at < options; at++) {
        if (scanf("%d", &length) != 1) return 1;
        while (length--) {
            if (scanf("%d", &item) != 1) return 1;
            option[at] |= (Set)1 << item;
        }
        open[at] = at;
    }
    cover(items == MOST ? ~(Set)0 : ((Set)1 << items) - 1, open, options, 0);
    return 0;
}
