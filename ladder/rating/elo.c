/* elo.c - online Elo for games of two to six sides (ratings 1, 2). Pure arithmetic. */
#include "rating/elo.h"

#include <assert.h>
#include <math.h>

double elo_expected(double difference)
{
    return 1.0 / (1.0 + pow(10.0, -difference / 400.0));
}

double elo_k(int games_before)
{
    assert(games_before >= 0);
    if (games_before < 30)
        return 40;
    return games_before < 300 ? 20 : 10;
}

static double side_mean(const struct elo_side *side)
{
    double sum = 0;
    for (int i = 0; i < side->member_count; i++)
        sum += side->members[i].rating;
    return sum / side->member_count;
}

/* Both parts of x_i (ratings 2), each over m - 1, so that the largest change stays K. */
static void side_compare(struct elo_side *sides, int side_count, int i)
{
    double expected = 0, actual = 0;
    for (int j = 0; j < side_count; j++) {
        if (j == i)
            continue;
        expected += elo_expected(sides[i].side_rating - sides[j].side_rating);
        if (sides[i].rank < sides[j].rank)
            actual += 1;
        else if (sides[i].rank == sides[j].rank)
            actual += 0.5;
    }
    sides[i].expected = expected / (side_count - 1);
    sides[i].actual = actual / (side_count - 1);
}

void elo_update(struct elo_side *sides, int side_count, double floor)
{
    assert(side_count >= 2 && side_count <= 6);
    for (int i = 0; i < side_count; i++) {
        assert(sides[i].member_count >= 1 && sides[i].member_count <= 3);
        sides[i].side_rating = side_mean(&sides[i]);
    }
    for (int i = 0; i < side_count; i++)
        side_compare(sides, side_count, i);
    for (int i = 0; i < side_count; i++) {
        for (int p = 0; p < sides[i].member_count; p++) {
            struct elo_member *member = &sides[i].members[p];
            member->delta = member->k * (sides[i].actual - sides[i].expected);
            member->rating_new = fmax(floor, member->rating + member->delta);
            /* llround rounds half away from zero, whatever the rounding mode (ratings 2). */
            member->rating_new_milli = llround(1000.0 * member->rating_new);
        }
    }
}
