/* MacMahon's 24 squares in 4 x 6 with one colour round the border, counted without any exact cover.

The board is filled place by place, column after column. Of each place the top and left colours are known; for every right
and bottom colour a table says which square this is, and it may be used once. Prints the number of arrangements. */
#include <stdio.h>

enum { ROWS = 4, COLUMNS = 6, COLOURS = 3, BORDER = 0 };

static int tile_of[COLOURS][COLOURS][COLOURS][COLOURS]; /* top, right, bottom, left: the square's number */
static char used[COLOURS * COLOURS * COLOURS * COLOURS];
static int below[COLUMNS + 1][ROWS + 1]; /* the colour below each place */
static int right_of[COLUMNS + 1][ROWS + 1];
static unsigned long long arrangements;

static void fill(int place) {
    if (place == ROWS * COLUMNS) {
        arrangements++;
        return;
    }
    int column = place / ROWS, row = place % ROWS;
    int top = row ? below[column][row - 1] : BORDER;
    int left = column ? right_of[column - 1][row] : BORDER;
    for (int bottom = 0; bottom < COLOURS; bottom++) {
        if (row == ROWS - 1 && bottom != BORDER) continue;
        for (int right = 0; right < COLOURS; right++) {
            if (column == COLUMNS - 1 && right != BORDER) continue;
            int tile = tile_of[top][right][bottom][left];
            if (used[tile]) continue;
            used[tile] = 1;
            below[column][row] = bottom;
            right_of[column][row] = right;
            fill(place + 1);
            used[tile] = 0;
        }
    }
}

int main(void) {
    for (int code = 0; code < 81; code++) {
        int side[4] = {code / 27, code / 9 % 3, code / 3 % 3, code % 3}, least = 81;
        for (int turn = 0; turn < 4; turn++) {
            int turned = 0;
            for (int each = 0; each < 4; each++) turned = turned * 3 + side[(each + turn) % 4];
            if (turned < least) least = turned;
        }
        tile_of[side[0]][side[1]][side[2]][side[3]] = least;
    }
    fill(0);
    printf("%llu\n", arrangements);
    return 0;
}
