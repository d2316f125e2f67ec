/* Dancing links for exact covers: every solution counted, the item with the fewest options covered next.

   Usage: dancing_links FILE
   FILE: problems one after the other, each "items options", then for each option "length item item ...".
   Prints the number of solutions of all problems together, and the options tried.

   The method is Knuth's of 2000: a doubly linked list for each item of the options that hold it, unlinked and
   linked again in reverse order. */

#include <stdio.h>
#include <stdlib.h>

typedef struct { int up, down, item; } Node;

static Node *node;
static int *length, *left, *right;
static long solutions, tried;

static void *room(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (!memory) { fprintf(stderr, "no memory\n"); exit(1); }
    return memory;
}

/* An option's nodes stand side by side; the node after its last has item 0 and "up" at its first, and the node before
   its first has "down" at its last: so one can walk round. */

static void hide(int p) {
    for (int q = p + 1; q != p;) {
        int item = node[q].item;
        if (item == 0) { q = node[q].up; continue; }
        node[node[q].up].down = node[q].down;
        node[node[q].down].up = node[q].up;
        length[item]--;
        q++;
    }
}

static void unhide(int p) {
    for (int q = p - 1; q != p;) {
        int item = node[q].item;
        if (item == 0) { q = node[q].down; continue; }
        node[node[q].up].down = q;
        node[node[q].down].up = q;
        length[item]++;
        q--;
    }
}

static void cover(int item) {
    for (int p = node[item].down; p != item; p = node[p].down) hide(p);
    right[left[item]] = right[item];
    left[right[item]] = left[item];
}

static void uncover(int item) {
    right[left[item]] = item;
    left[right[item]] = item;
    for (int p = node[item].up; p != item; p = node[p].up) unhide(p);
}

static void search(void) {
    if (right[0] == 0) { solutions++; return; }
    int best = right[0];
    for (int item = best; item && length[best]; item = right[item]) if (length[item] < length[best]) best = item;
    if (length[best] == 0) return;
    cover(best);
    for (int x = node[best].down; x != best; x = node[x].down) {
        tried++;
        for (int p = x + 1; p != x;) {
            if (node[p].item == 0) p = node[p].up;
            else cover(node[p++].item);
        }
        search();
        for (int p = x - 1; p != x;) {
            if (node[p].item == 0) p = node[p].down;
            else uncover(node[p--].item);
        }
    }
    uncover(best);
}

int main(int count, char **argument) {
    FILE *file = count > 1 ? fopen(argument[1], "r") : NULL;
    int items, options;
    if (!file) { fprintf(stderr, "usage: dancing_links FILE\n"); return 2; }
    while (fscanf(file, "%d %d", &items, &options) == 2) {
        size_t size = items + 2, used = items + 1;
        node = room(size, sizeof *node);
        length = room(items + 1, sizeof *length);
        left = room(items + 1, sizeof *left);
        right = room(items + 1, sizeof *right);
        for (int item = 0; item <= items; item++) {
            node[item].up = node[item].down = item;
            left[item] = item ? item - 1 : items;
            right[item] = item < items ? item + 1 : 0;
        }
        node[used].item = 0; /* the first spacer */
        for (int option = 0; option < options; option++) {
            int k, item, first = used + 1;
            if (fscanf(file, "%d", &k) != 1) return 2;
            if (used + k + 2 > size) {
                size = 2 * size + k + 2;
                node = realloc(node, size * sizeof *node);
                if (!node) return 1;
            }
            for (int i = 0; i < k; i++) {
                if (fscanf(file, "%d", &item) != 1) return 2;
                int q = first + i, head = item + 1;
                node[q].item = head;
                node[q].up = node[head].up;
                node[q].down = head;
                node[node[head].up].down = q;
                node[head].up = q;
                length[head]++;
            }
            node[used].down = used + k;
            used += k + 1;
            node[used].item = 0;
            node[used].up = first;
        }
        search();
        free(node); free(length); free(left); free(right);
    }
    printf("%ld %ld\n", solutions, tried);
    return 0;
}
