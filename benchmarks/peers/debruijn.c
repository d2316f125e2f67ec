/* De Bruijn's ALGOL program of 1972, translated by hand: the same loops, no checks, no counts.
   Usage: debruijn TAPE */
#include <stdio.h>

static int relpos[64][5], stuknr[64], bezet[78], magazijn[13], plakstapel[13], gatstapel[13];
static const int kruisplaats[7] = {3, 9, 10, 16, 17, 23, 24}, kruis[5] = {0, 6, 7, 8, 14};

static int number(FILE *tape)
{
    int c, n = 0;
    do c = getc(tape); while (c != EOF && (c < '0' || c > '9'));
    for (; c >= '0' && c <= '9'; c = getc(tape)) n = 10 * n + c - '0';
    return n;
}

int main(int argc, char **argv)
{
    int etage, plaknr, eerstegat, i, k, j, p, oplnr = 0;
    FILE *tape = fopen(argc > 1 ? argv[1] : "tape", "r");
    if (!tape) return 1;
    for (k = 1; k <= 63; k++) {
        for (i = 1; i <= 4; i++) relpos[k][i] = number(tape);
        stuknr[k] = number(tape);
    }
    for (p = 0; p < 7; p++) {
        j = kruisplaats[p];
        for (k = 1; k <= 70; k++) bezet[k] = 0;
        for (k = 7; k <= 70; k += 7) bezet[k] = 1;
        for (k = 71; k <= 77; k++) bezet[k] = 1;
        for (k = 0; k < 5; k++) bezet[j + kruis[k]] = 1;
        for (k = 2; k <= 12; k++) magazijn[k] = 1;
        etage = 1;
        eerstegat = 0;
    nieuwgat:
        eerstegat++;
        if (bezet[eerstegat] == 1) goto nieuwgat;
        plaknr = 2;
    vulpoging:
        if (magazijn[stuknr[plaknr]] == 0) goto volgendplakje;
        for (i = 1; i <= 4; i++)
            if (bezet[eerstegat + relpos[plaknr][i]] == 1) goto volgendplakje;
        magazijn[stuknr[plaknr]] = 0;
        bezet[eerstegat] = 1;
        for (i = 1; i <= 4; i++) bezet[eerstegat + relpos[plaknr][i]] = 1;
        gatstapel[etage] = eerstegat;
        plakstapel[etage] = plaknr;
        etage++;
        if (etage < 12) goto nieuwgat;
        printf("\n%6d:", ++oplnr);
        for (k = 1; k <= 11; k++) printf("%4d", plakstapel[k]);
        goto poets;
    volgendplakje:
        plaknr++;
        if (plaknr <= 63) goto vulpoging;
    poets:
        if (etage > 1) {
            etage--;
            eerstegat = gatstapel[etage];
            plaknr = plakstapel[etage];
            bezet[eerstegat] = 0;
            for (i = 1; i <= 4; i++) bezet[eerstegat + relpos[plaknr][i]] = 0;
            magazijn[stuknr[plaknr]] = 1;
            goto volgendplakje;
        }
    }
    printf("klaar");
    return 0;
}
