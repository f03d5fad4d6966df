/* Pairings with as few rematches as possible, compared with a search of all ways. */
#include "tournament/pairing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint64_t seed;

static int below(int bound)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (int)((seed >> 33) % (uint64_t)bound);
}

/* The nearest first. */
static int wish_next(const void *context, const struct pairing *pairing, int first, int *wishes)
{
    int count = 0;

    (void)context;
    for (int i = first + 1; i < pairing->count; i++) {
        if (pairing->mate[i] < 0)
            wishes[count++] = i;
    }
    return count;
}

static void random_pairing(struct pairing *pairing, int count, int percent)
{
    memset(pairing, 0, sizeof *pairing);
    pairing->count = count;
    for (int a = 0; a < count; a++) {
        for (int b = a + 1; b < count; b++)
            pairing->met[a][b] = pairing->met[b][a] =
                (uint16_t)(below(100) < percent ? 1 + below(3) : 0);
    }
}

/* Tries all: the fewest rematches among the remaining entries, one bit each. */
static int fewest(const struct pairing *pairing, unsigned left, int *known)
{
    int first = 0, least = pairing->count;

    if (left == 0)
        return 0;
    if (known[left] >= 0)
        return known[left];
    while (!(left >> first & 1))
        first++;
    for (int other = first + 1; other < pairing->count; other++) {
        if (!(left >> other & 1))
            continue;
        int cost = (pairing->met[first][other] > 0) +
                   fewest(pairing, left & ~(1u << first) & ~(1u << other), known);
        least = cost < least ? cost : least;
    }
    return known[left] = least;
}

static int rematches_made(const struct pairing *pairing)
{
    int rematches = 0;

    for (int i = 0; i < pairing->count; i++) {
        assert_true(pairing->mate[i] >= 0 && pairing->mate[pairing->mate[i]] == i);
        assert_int_not_equal(pairing->mate[i], i);
        rematches += pairing->mate[i] > i && pairing->met[i][pairing->mate[i]] > 0;
    }
    return rematches;
}

/* The fewest rematches, and no entry could get a better wish without more of them. */
static void check(struct pairing *pairing, int *known)
{
    unsigned left = (1u << pairing->count) - 1;

    memset(known, -1, sizeof *known << pairing->count);
    int least = fewest(pairing, left, known);
    assert_int_equal(pairing_rematches(pairing, -1), least);
    pairing_make(pairing, wish_next, NULL);
    assert_int_equal(rematches_made(pairing), least);
    for (int first = 0; first < pairing->count; first++) {
        int with = pairing->mate[first];
        if (with < first)
            continue;
        for (int other = first + 1; other < pairing->count; other++) {
            unsigned rest = left & ~(1u << first) & ~(1u << other);
            bool better = left >> other & 1 && pairing->met[first][other] == 0 &&
                          (other < with || pairing->met[first][with] > 0);
            if (better)
                assert_true(fewest(pairing, rest, known) > least);
        }
        left &= ~(1u << first) & ~(1u << with);
        least -= pairing->met[first][with] > 0;
    }
}

static void rematches_are_the_fewest(void **state)
{
    const char *count = getenv("TRIALS");
    int trials = count ? atoi(count) : 2000;
    int *known = malloc(sizeof *known << 14);
    static struct pairing pairing;
    (void)state;

    assert_non_null(known);
    for (int trial = 0; trial < trials; trial++) {
        seed = (uint64_t)trial;
        random_pairing(&pairing, 2 + 2 * below(trial % 10 ? 4 : 6), 20 + below(80));
        check(&pairing, known);
    }
    free(known);
}

/* One of three that have not met, and a circle of five: an odd group can only be left as a
 * whole. */
static void odd_cycles_are_detected(void **state)
{
    static struct pairing pairing = {.count = 8};
    (void)state;

    for (int a = 0; a < 8; a++) {
        for (int b = 0; b < 8; b++) {
            bool circle = a < 5 && b < 5 && ((a + 1) % 5 == b || (b + 1) % 5 == a);
            pairing.met[a][b] = a != b && !circle && !(a >= 5 && b >= 5);
        }
    }
    assert_int_equal(pairing_rematches(&pairing, -1), 1);
    pairing.count = 7;
    assert_int_equal(pairing_rematches(&pairing, 0), 0);
    assert_int_equal(pairing_rematches(&pairing, 5), 1);
}

/* Nearly all of them have met. */
static void large_fields_are_paired(void **state)
{
    static struct pairing pairing;
    (void)state;

    for (int trial = 0; trial < 20; trial++) {
        seed = (uint64_t)trial;
        random_pairing(&pairing, 64, 100 - trial);
        pairing_make(&pairing, wish_next, NULL);
        assert_int_equal(rematches_made(&pairing), pairing_rematches(&pairing, -1));
        assert_int_equal(pairing_fresh(&pairing), 64 - 2 * pairing_rematches(&pairing, -1));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rematches_are_the_fewest),
        cmocka_unit_test(odd_cycles_are_detected),
        cmocka_unit_test(large_fields_are_paired),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
