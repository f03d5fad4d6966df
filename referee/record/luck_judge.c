/* luck_judge.c - means and errors of hands and of blocks. */
#include "record/luck_judge.h"

#include "ladder.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

static double error_of_mean(double variance, long count)
{
    return count > 1 ? interval_student95((double)count - 1) * sqrt(variance / (double)count) : 0;
}

static double share_saved(double before, double after)
{
    return before > 0 ? 1 - after / before : 0;
}

struct luck_judged luck_judge_hands(const struct luck_sum *luck)
{
    double slopes[LUCK_FOLDS];
    long hands = luck_hands(luck);
    double count = hands > 0 ? (double)hands : 1, before = luck_variance(luck);

    luck_slopes(luck, slopes);
    double after = luck_adjusted_variance(luck, slopes);
    return (struct luck_judged){.hands = hands,
                                .points = luck_points(luck) / count,
                                .error = error_of_mean(before, hands),
                                .adjusted = luck_adjusted(luck, slopes) / count,
                                .adjusted_error = error_of_mean(after, hands),
                                .saved = share_saved(before, after),
                                .slope = luck_slope(luck, slopes)};
}

/* ------------------------------------------------------------------------------------ the blocks
 */

static int compare(const void *a, const void *b)
{
    const struct luck_game *one = a, *other = b;
    if (one->bot != other->bot)
        return one->bot < other->bot ? -1 : 1;
    return one->deals < other->deals ? -1 : one->deals > other->deals;
}

void luck_judge_sort(struct luck_game *games, size_t count)
{
    if (count > 1)
        qsort(games, count, sizeof *games, compare);
}

bool luck_judge_duplicates(const struct luck_game *games, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        if (compare(&games[i - 1], &games[i]) == 0)
            return true;
    }
    return false;
}

/* Adds up the block that begins at *at, which is set to the next one. */
static struct luck_game next_block(const struct luck_game *games, size_t count, size_t *at)
{
    struct luck_game block = games[*at];

    for ((*at)++; *at < count && games[*at].deals == block.deals; (*at)++) {
        assert(games[*at].bot == block.bot);
        block.hands += games[*at].hands;
        block.points += games[*at].points;
        block.worth += games[*at].worth;
    }
    return block;
}

/* The slope of points over the worth of cards, fitted to the blocks of the other folds. */
static void find_slopes(const struct luck_game *games, size_t count, double points, double worth,
                        double slopes[LUCK_FOLDS])
{
    struct luck_sum sum = {.folds = {{.hands = 0}}};

    for (size_t at = 0; at < count;) {
        struct luck_game block = next_block(games, count, &at);
        luck_add(&sum, luck_fold(block.deals), block.points - points * (double)block.hands,
                 block.worth - worth * (double)block.hands);
    }
    luck_slopes(&sum, slopes);
}

struct luck_judged luck_judge_games(const struct luck_game *games, size_t count)
{
    double slopes[LUCK_FOLDS], worth = 0;
    struct interval_ratio plain = {.blocks = 0}, adjusted = {.blocks = 0};
    struct luck_judged out = {.hands = 0};

    for (size_t i = 0; i < count; i++) {
        assert(games[i].hands > 0);
        out.hands += games[i].hands;
        out.points += games[i].points;
        worth += games[i].worth;
    }
    if (out.hands == 0)
        return out;
    find_slopes(games, count, out.points / (double)out.hands, worth / (double)out.hands, slopes);
    for (size_t at = 0; at < count;) {
        struct luck_game block = next_block(games, count, &at);
        double slope = slopes[luck_fold(block.deals)];
        interval_ratio_add(&plain, block.points, (double)block.hands);
        interval_ratio_add(&adjusted, block.points - slope * block.worth, (double)block.hands);
        out.slope += slope * (double)block.hands / (double)out.hands;
        out.blocks++;
    }
    out.points = interval_ratio(&plain, &out.error);
    out.adjusted = interval_ratio(&adjusted, &out.adjusted_error);
    out.saved = share_saved(out.error * out.error, out.adjusted_error * out.adjusted_error);
    return out;
}
