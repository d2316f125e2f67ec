/* MacMahon's 24 squares in 4 x 6 with one colour round the border, counted from halves of the board.

All left halves, three columns, are listed: their squares and the colours at their right side. A right half is a left half
that is turned by half a turn; it fits if its colours, from bottom to top, are those, and its squares are the other twelve.
Prints the number of arrangements. */
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 4, HALF = 3, COLOURS = 3, BORDER = 0, SQUARES = 24, SIDES = 81 };

static int tile_of[COLOURS][COLOURS][COLOURS][COLOURS]; /* top, right, bottom, left: the square's number */
static int below[HALF][ROWS], right_of[HALF][ROWS];
static unsigned *half; /* the colours at the right side above the set of squares */
static size_t halves, room;

static void fill(int place, unsigned used) {
    if (place == ROWS * HALF) {
        unsigned side = 0;
        for (int row = 0; row < ROWS; row++) side = side * COLOURS + (unsigned)right_of[HALF - 1][row];
        if (halves == room) half = realloc(half, sizeof *half * (room = room ? 2 * room : 1 << 20));
        if (!half) exit(1);
        half[halves++] = side << SQUARES | used;
        return;
    }
    int column = place / ROWS, row = place % ROWS;
    int top = row ? below[column][row - 1] : BORDER, left = column ? right_of[column - 1][row] : BORDER;
    for (int bottom = 0; bottom < COLOURS; bottom++) {
        if (row == ROWS - 1 && bottom != BORDER) continue;
        for (int right = 0; right < COLOURS; right++) {
            unsigned tile = 1U << tile_of[top][right][bottom][left];
            if (used & tile) continue;
            below[column][row] = bottom;
            right_of[column][row] = right;
            fill(place + 1, used | tile);
        }
    }
}

static int ascending(const void *one, const void *other) {
    unsigned a = *(const unsigned *)one, b = *(const unsigned *)other;
    return (a > b) - (a < b);
}

/* The place of the first half that is not less. */
static size_t first(unsigned wanted) {
    size_t low = 0, high = halves;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (half[middle] < wanted) low = middle + 1;
        else high = middle;
    }
    return low;
}

int main(void) {
    int number_of[SIDES], squares = 0;
    for (int code = 0; code < SIDES; code++) {
        int side[4] = {code / 27, code / 9 % 3, code / 3 % 3, code % 3}, least = SIDES;
        for (int turn = 0; turn < 4; turn++) {
            int turned = 0;
            for (int each = 0; each < 4; each++) turned = turned * 3 + side[(each + turn) % 4];
            if (turned < least) least = turned;
        }
        number_of[code] = least == code ? squares++ : number_of[least];
        tile_of[side[0]][side[1]][side[2]][side[3]] = number_of[code];
    }
    if (squares != SQUARES) return 1;
    fill(0, 0);
    qsort(half, halves, sizeof *half, ascending);
    unsigned long long arrangements = 0;
    for (size_t at = 0; at < halves; at++) {
        unsigned side = half[at] >> SQUARES, turned = 0, others = ~half[at] & ((1U << SQUARES) - 1);
        for (int row = 0; row < ROWS; row++, side /= COLOURS) turned = turned * COLOURS + side % COLOURS;
        unsigned wanted = turned << SQUARES | others;
        arrangements += first(wanted + 1) - first(wanted);
    }
    printf("%llu\n", arrangements);
    return 0;
}
