/* Kawai's program in C, statement by statement, without checks: kawai tetra|tetrihex TABLES. Prints the solutions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PIECES 11
#define BOXES 44
#define SIZE 4
#define SITES 600
#define NEAR 12

static int pieces, boxes, near;
static int size[PIECES + 1], number_of_site[PIECES + 1], used[PIECES + 1];
static int site[PIECES + 1][SITES + 1][SIZE + 1], sort[PIECES + 1][SITES + 1][SIZE + 1];
static int box_to_site[PIECES + 1][BOXES + 1][SIZE + 1];
static int neighbours[BOXES + 1][NEAR + 1], group[NEAR + 1];
static int rempty[BOXES + 1], neighbour[BOXES + 1], box[BOXES + 1];
static int set = 1, delete = 0, recovering = 0;
static int solutions = 0;

static int most_closely_surrounded_box(void) {
    int nn = 0, bb = 0;
    for (int n = 1; group[n] == 0; n++) nn = n;
    for (int b = 1; rempty[b] != nn + 1; b++) bb = b;
    return bb + 1;
}

static int locatable(int piece, int site_pointer) {
    int target = recovering ? piece : 0, fits = 1;
    for (int i = 1; i <= size[piece] && fits; i++) fits &= box[site[piece][site_pointer][i]] == target;
    return fits;
}

static int all_pieces_used(void) {
    int all = 1;
    for (int piece = 1; piece <= pieces && all; piece++) all &= used[piece];
    return all;
}

static void piece_process(int function, int piece, int site_pointer) {
    for (int i = 1; i <= size[piece]; i++) {
        int pbox = site[piece][site_pointer][i];
        for (int j = 1; j <= near && neighbours[pbox][j] > 0; j++) neighbour[neighbours[pbox][j]] += 1;
        int n = rempty[pbox];
        rempty[pbox] = -n;
        if (function == set) group[abs(n)] -= 1; else group[abs(n)] += 1;
        if (function == set) box[pbox] = piece; else box[pbox] = 0;
    }
    for (int i = 1; i <= size[piece]; i++) neighbour[site[piece][site_pointer][i]] = 0;
    for (int nbox = 1; nbox <= boxes; nbox++)
        if (neighbour[nbox] != 0) {
            if (rempty[nbox] >= 0) {
                group[rempty[nbox]] -= 1;
                if (function == set) rempty[nbox] -= neighbour[nbox]; else rempty[nbox] += neighbour[nbox];
                group[rempty[nbox]] += 1;
            }
            neighbour[nbox] = 0;
        }
    used[piece] = function;
    recovering &= function;
}

static void print_result(void) {
    printf("%d:", ++solutions);
    for (int b = 1; b <= boxes; b++) printf(" %d", box[b]);
    printf("\n");
}

static void search(void) {
    int target_box = most_closely_surrounded_box();
    for (int piece = 1; piece <= pieces; piece++)
        if (!used[piece])
            for (int element = 1; element <= size[piece]; element++)
                if (box_to_site[piece][target_box][element] > 0)
                    for (int bxst = box_to_site[piece][target_box][element];
                         bxst <= number_of_site[piece] && site[piece][sort[piece][bxst][element]][element] == target_box;
                         bxst++) {
                        int site_pointer = sort[piece][bxst][element];
                        if (locatable(piece, site_pointer)) {
                            piece_process(set, piece, site_pointer);
                            if (all_pieces_used()) print_result();
                            else if (group[0] == 0) search();
                            piece_process(delete, piece, site_pointer);
                        }
                    }
}

static FILE *tape;

static int number(void) {
    char word[32];
    if (fscanf(tape, "%31s", word) != 1) exit(2);
    return strcmp(word, "-") ? atoi(word) : 0;
}

static void words(int count) {
    char word[32];
    while (count--) if (fscanf(tape, "%31s", word) != 1) exit(2);
}

int main(int count, char **arguments) {
    if (count != 3 || !(tape = fopen(arguments[2], "r"))) return 2;
    int tetra = !strcmp(arguments[1], "tetra"), most;
    pieces = tetra ? 11 : 10;
    boxes = tetra ? 44 : 37;
    near = tetra ? 12 : 6;
    words(3);
    for (int b = 1; b <= boxes; b++) for (int j = 1; j <= near; j++) neighbours[b][j] = number();
    words(2);
    for (int b = 1; b <= boxes; b++) rempty[b] = number();
    words(2);
    for (int n = 0; n <= near; n++) group[n] = number();
    words(4);
    for (int p = 1; p <= pieces; p++) size[p] = number();
    words(4);
    for (int p = 1; p <= pieces; p++) number_of_site[p] = number();
    words(2);
    most = number();
    words(1);
    for (int p = 1; p <= pieces; p++)
        for (int s = 1; s <= most; s++) for (int e = 1; e <= SIZE; e++) site[p][s][e] = number();
    words(4);
    for (int p = 1; p <= pieces; p++)
        for (int s = 1; s <= most; s++) for (int e = 1; e <= SIZE; e++) sort[p][s][e] = number();
    words(6);
    for (int p = 1; p <= pieces; p++)
        for (int b = 1; b <= boxes; b++) for (int e = 1; e <= SIZE; e++) box_to_site[p][b][e] = number();
    for (int first = 1; first <= number_of_site[1]; first++)
        if (locatable(1, first)) {
            piece_process(set, 1, first);
            search();
            piece_process(delete, 1, first);
        }
    return 0;
}
