/* Dancing cells for exact covers: every solution counted, the item with the fewest options covered next.

   Usage: dancing_cells FILE
   FILE: problems one after the other, each "items options", then for each option "length item item ...".
   Prints the number of solutions of all problems together, and the options tried.

   Instead of links, each item has a sparse set of the options that still hold it (Briggs and Torczon 1993): taking one
   away is a swap with the last and a smaller size, and undoing many is putting the sizes back. Knuth's Algorithm C is
   of this kind. */

#include <stdio.h>
#include <stdlib.h>

static int *first, *size;      /* of each item: where its set begins, how many options are in it */
static int *member;            /* the sets: cells of options, those still in before those taken away */
static int *place, *item_of;   /* of each cell: its place in `member`, its item */
static int *start, *end, *option_of; /* of each option: its cells; of each cell: its option */
static int *active, *rank, actives;  /* the items, those still to be covered before the others */
static int *saved, top;        /* sizes to put back */
static long solutions, tried;

static void *room(size_t count, size_t width) {
    void *memory = calloc(count ? count : 1, width);
    if (!memory) { fprintf(stderr, "no memory\n"); exit(1); }
    return memory;
}

static void leave(int cell) {
    int item = item_of[cell], last = first[item] + --size[item], other = member[last], here = place[cell];
    member[last] = cell;
    place[cell] = last;
    member[here] = other;
    place[other] = here;
}

static void deactivate(int item) {
    int last = active[--actives], here = rank[item];
    active[actives] = item;
    rank[item] = actives;
    active[here] = last;
    rank[last] = here;
}

/* Take away the options that hold this item from the other items that were active before the choice, so that none is met
   twice; false if some item has none left. */
static int take_away(int item, int before) {
    int alive = 1;
    for (int i = first[item]; i < first[item] + size[item]; i++) {
        int option = option_of[member[i]];
        for (int cell = start[option]; cell < end[option]; cell++) {
            int other = item_of[cell];
            if (rank[other] >= before || other == item) continue;
            leave(cell);
            alive &= size[other] > 0 || rank[other] >= actives;
        }
    }
    return alive;
}

static void search(void) {
    if (actives == 0) { solutions++; return; }
    int best = active[0];
    for (int i = 1; i < actives; i++)
        if (size[active[i]] < size[best] || (size[active[i]] == size[best] && active[i] < best)) best = active[i];
    if (size[best] == 0) return;
    deactivate(best);
    take_away(best, actives);
    int before = actives, bottom = top;
    for (int i = 0; i < before; i++) { saved[top++] = active[i]; saved[top++] = size[active[i]]; }
    for (int choice = first[best]; choice < first[best] + size[best]; choice++) {
        int option = option_of[member[choice]], alive = 1;
        tried++;
        for (int cell = start[option]; cell < end[option]; cell++)
            if (item_of[cell] != best) deactivate(item_of[cell]);
        for (int i = actives; i < before && alive; i++) alive = take_away(active[i], before);
        if (alive) search();
        actives = before;
        for (int i = bottom; i < top; i += 2) size[saved[i]] = saved[i + 1];
    }
    top = bottom;
}

int main(int count, char **argument) {
    FILE *file = count > 1 ? fopen(argument[1], "r") : NULL;
    int items, options;
    if (!file) { fprintf(stderr, "usage: dancing_cells FILE\n"); return 2; }
    while (fscanf(file, "%d %d", &items, &options) == 2) {
        size_t cells = 0, space = 1024;
        first = room(items, sizeof *first); size = room(items, sizeof *size);
        active = room(items, sizeof *active); rank = room(items, sizeof *rank);
        saved = room(2 * (size_t)items * (items + 1), sizeof *saved);
        start = room(options, sizeof *start); end = room(options, sizeof *end);
        item_of = room(space, sizeof *item_of);
        for (int option = 0; option < options; option++) {
            int k;
            if (fscanf(file, "%d", &k) != 1) return 2;
            if (cells + k > space) {
                space = 2 * space + k;
                item_of = realloc(item_of, space * sizeof *item_of);
                if (!item_of) return 1;
            }
            start[option] = cells;
            for (int i = 0; i < k; i++) if (fscanf(file, "%d", &item_of[cells++]) != 1) return 2;
            end[option] = cells;
        }
        member = room(cells, sizeof *member); place = room(cells, sizeof *place); option_of = room(cells, sizeof *option_of);
        for (size_t cell = 0; cell < cells; cell++) size[item_of[cell]]++;
        for (int item = 1; item < items; item++) first[item] = first[item - 1] + size[item - 1];
        for (int item = 0; item < items; item++) { active[item] = rank[item] = item; size[item] = 0; }
        for (int option = 0; option < options; option++)
            for (int cell = start[option]; cell < end[option]; cell++) {
                option_of[cell] = option;
                place[cell] = first[item_of[cell]] + size[item_of[cell]]++;
                member[place[cell]] = cell;
            }
        actives = items;
        top = 0;
        search();
        free(first); free(size); free(active); free(rank); free(saved); free(start); free(end); free(item_of);
        free(member); free(place); free(option_of);
    }
    printf("%ld %ld\n", solutions, tried);
    return 0;
}
