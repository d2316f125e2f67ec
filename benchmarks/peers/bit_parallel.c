/* Bit-parallel search for exact covers: the options still possible are a row of bits, every solution is counted.

   Usage: bit_parallel FILE
   FILE: problems one after the other, each "items options", then for each option "length item item ...".
   Prints the number of solutions of all problems together, and the options tried.

   The item with the fewest candidates is covered next; as soon as an item with at most one is found, no other is looked
   at. When at most 512 options are left, they get tables of their own, 8 words a row. Items: at most 128. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define NARROW 8
#define ITEMS 128

typedef uint64_t word;
typedef struct { word low, high; } set;
typedef struct { int words; word *covers, *compatible, *possible, *candidates; set *option; } tables;

static int items;
static long solutions, tried;
static tables wide, narrow;

static void *room(size_t count, size_t width) {
    void *memory = calloc(count ? count : 1, width);
    if (!memory) { fprintf(stderr, "no memory\n"); exit(1); }
    return memory;
}

static tables make(int options, int words, int levels) {
    tables t = {words, room((size_t)ITEMS * words, 8), room((size_t)options * words, 8), room((size_t)levels * words, 8),
                room((size_t)levels * words, 8), room(options, sizeof(set))};
    return t;
}

static void fill(tables *t, int options, int level) {
    int words = t->words;
    word *all = t->possible + (size_t)level * words;
    for (int i = 0; i < ITEMS * words; i++) t->covers[i] = 0;
    for (int i = 0; i < words; i++) all[i] = 0;
    for (int p = 0; p < options; p++) {
        all[p >> 6] |= 1ull << (p & 63);
        for (int item = 0; item < items; item++)
            if ((item < 64 ? t->option[p].low >> item : t->option[p].high >> (item - 64)) & 1)
                t->covers[item * words + (p >> 6)] |= 1ull << (p & 63);
    }
    for (int p = 0; p < options; p++) {
        word *row = t->compatible + (size_t)p * words;
        for (int i = 0; i < words; i++) row[i] = all[i];
        for (int item = 0; item < items; item++)
            if ((item < 64 ? t->option[p].low >> item : t->option[p].high >> (item - 64)) & 1)
                for (int i = 0; i < words; i++) row[i] &= ~t->covers[item * words + i];
    }
}

static inline __attribute__((always_inline)) void search(tables *t, int words, int level, set rest) {
    word *possible = t->possible + (size_t)level * words, *candidates = t->candidates + (size_t)level * words;
    int fewest = 1 << 30, best = 0;
    for (int half = 0; half < 2 && fewest > 1; half++)
        for (word left = half ? rest.high : rest.low; left; left &= left - 1) {
            int item = 64 * half + __builtin_ctzll(left), count = 0;
            for (int i = 0; i < words; i++) count += __builtin_popcountll(possible[i] & t->covers[item * words + i]);
            if (count < fewest) {
                fewest = count;
                best = item;
                if (count <= 1) break;
            }
        }
    if (fewest == 0) return;
    for (int i = 0; i < words; i++) candidates[i] = possible[i] & t->covers[best * words + i];
    for (int i = 0; i < words; i++)
        for (word chosen = candidates[i]; chosen; chosen &= chosen - 1) {
            int p = 64 * i + __builtin_ctzll(chosen);
            set after = {rest.low & ~t->option[p].low, rest.high & ~t->option[p].high};
            tried++;
            if (!after.low && !after.high) { solutions++; continue; }
            for (int k = 0; k < words; k++) possible[words + k] = possible[k] & t->compatible[(size_t)p * words + k];
            extern void go_on(tables *, int, set);
            go_on(t, level + 1, after);
        }
}

void go_on(tables *t, int level, set rest) {
    if (t == &narrow) { search(&narrow, NARROW, level, rest); return; }
    word *possible = t->possible + (size_t)level * t->words;
    int left = 0;
    for (int i = 0; i < t->words; i++) left += __builtin_popcountll(possible[i]);
    if (left > 64 * NARROW) { search(t, t->words, level, rest); return; }
    int count = 0;
    for (int i = 0; i < t->words; i++)
        for (word bits = possible[i]; bits; bits &= bits - 1)
            narrow.option[count++] = t->option[64 * i + __builtin_ctzll(bits)];
    fill(&narrow, count, level);
    search(&narrow, NARROW, level, rest);
}

int main(int count, char **argument) {
    FILE *file = count > 1 ? fopen(argument[1], "r") : NULL;
    int options;
    if (!file) { fprintf(stderr, "usage: bit_parallel FILE\n"); return 2; }
    while (fscanf(file, "%d %d", &items, &options) == 2) {
        if (items > ITEMS) { fprintf(stderr, "at most %d items\n", ITEMS); return 2; }
        int words = (options + 511) / 512 * 8;
        wide = make(options, words, items + 2);
        narrow = make(64 * NARROW, NARROW, items + 2);
        for (int option = 0; option < options; option++) {
            int length, item;
            if (fscanf(file, "%d", &length) != 1) return 2;
            while (length--) {
                if (fscanf(file, "%d", &item) != 1) return 2;
                if (item < 64) wide.option[option].low |= 1ull << item; else wide.option[option].high |= 1ull << (item - 64);
            }
        }
        fill(&wide, options, 0);
        set all = {items < 64 ? (1ull << items) - 1 : ~0ull, items > 64 ? ~0ull >> (128 - items) : 0};
        go_on(&wide, 0, all);
        free(wide.covers); free(wide.compatible); free(wide.possible); free(wide.candidates); free(wide.option);
        free(narrow.covers); free(narrow.compatible); free(narrow.possible); free(narrow.candidates); free(narrow.option);
    }
    printf("%ld %ld\n", solutions, tried);
    return 0;
}
