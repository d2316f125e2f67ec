/* The modules of weight other than 0 of Curnow and Wichmann's synthetic benchmark (1976). */
#include <math.h>
#include <stdio.h>

static double t, t1, t2, e1[5];
static long j, k, l;

__attribute__((noinline)) static void pa(double *e)
{
    for (int turn = 0; turn < 6; turn++) {
        e[1] = (e[1] + e[2] + e[3] - e[4]) * t;
        e[2] = (e[1] + e[2] - e[3] + e[4]) * t;
        e[3] = (e[1] - e[2] + e[3] + e[4]) * t;
        e[4] = (-e[1] + e[2] + e[3] + e[4]) / t2;
    }
}

__attribute__((noinline)) static void p0(void)
{
    e1[j] = e1[k];
    e1[k] = e1[l];
    e1[l] = e1[j];
}

__attribute__((noinline)) static void p3(double x, double y, double *z)
{
    x = t * (x + y);
    y = t * (x + y);
    *z = (x + y) / t2;
}

int main(void)
{
    long weight = 5000;
    double x, y, z;
    t = 0.499975, t1 = 0.50025, t2 = 2.0;
    e1[1] = 1.0, e1[2] = -1.0, e1[3] = -1.0, e1[4] = -1.0;
    for (long i = 1; i <= 12 * weight; i++) {
        e1[1] = (e1[1] + e1[2] + e1[3] - e1[4]) * t;
        e1[2] = (e1[1] + e1[2] - e1[3] + e1[4]) * t;
        e1[3] = (e1[1] - e1[2] + e1[3] + e1[4]) * t;
        e1[4] = (-e1[1] + e1[2] + e1[3] + e1[4]) * t;
    }
    for (long i = 1; i <= 14 * weight; i++)
        pa(e1);
    j = 1;
    for (long i = 1; i <= 345 * weight; i++) {
        j = j == 1 ? 2 : 3;
        j = j > 2 ? 0 : 1;
        j = j < 1 ? 1 : 0;
    }
    j = 1, k = 2, l = 3;
    for (long i = 1; i <= 210 * weight; i++) {
        j = j * (k - j) * (l - k);
        k = l * k - (l - j) * k;
        l = (l - k) * (k + j);
        e1[l - 1] = j + k + l;
        e1[k - 1] = j * k * l;
    }
    x = y = 0.5;
    for (long i = 1; i <= 32 * weight; i++) {
        x = t * atan(t2 * sin(x) * cos(x) / (cos(x + y) + cos(x - y) - 1.0));
        y = t * atan(t2 * sin(y) * cos(y) / (cos(x + y) + cos(x - y) - 1.0));
    }
    x = y = z = 1.0;
    for (long i = 1; i <= 899 * weight; i++)
        p3(x, y, &z);
    j = 1, k = 2, l = 3;
    e1[1] = 1.0, e1[2] = 2.0, e1[3] = 3.0;
    for (long i = 1; i <= 616 * weight; i++)
        p0();
    x = 0.75;
    for (long i = 1; i <= 93 * weight; i++)
        x = sqrt(exp(log(x) / t1));
    printf("%.0f\n", (x + z + e1[3]) * 1000000);
    return 0;
}
