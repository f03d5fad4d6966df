/* entry_stats.c - what the entries did over their games, and how long they thought. */
#include "match/entry_stats.h"

#include "ladder.h"

#include <math.h>

/* ------------------------------------------------------------------------------------- times */

static int think_class(usec_t time)
{
    if (time < 8)
        return time < 0 ? 0 : (int)time;
    int octave = 63 - __builtin_clzll((uint64_t)time);
    int class = 8 * (octave - 2) + (int)(time >> (octave - 3) & 7);
    return class < THINK_CLASSES ? class : THINK_CLASSES - 1;
}

static usec_t class_floor(int class)
{
    return class < 8 ? class : (usec_t)(8 + class % 8) << (class / 8 - 1);
}

void think_add(struct think *think, usec_t time)
{
    think->counts[think_class(time)]++;
    think->count++;
    if (time > think->worst)
        think->worst = time;
}

usec_t think_quantile(const struct think *think, double part)
{
    double below = part * (double)think->count;
    long seen = 0;

    for (int class = 0; class < THINK_CLASSES; class ++) {
        seen += think->counts[class];
        if (think->counts[class] > 0 && (double)seen >= below)
            return class_floor(class);
    }
    return 0;
}

/* ----------------------------------------------------------------------------------- entries */

static void add_seat(struct entry_stats *stats, const struct tally *tally, int seat)
{
    for (int call = 0; call < CALL_COUNT; call++) {
        stats->bid[call] += tally->bid[seat][call];
        stats->made[call] += tally->made[seat][call];
        stats->contracts += tally->bid[seat][call];
        stats->contracts_made += tally->made[seat][call];
    }
    for (int fault = 0; fault < FAULT_COUNT; fault++)
        stats->faults[fault] += tally->faults[seat][fault];
}

void entry_stats_add(struct entry_stats *stats, int entry, const struct ruleset *rules,
                     const struct match_block *block, const struct tally *tallies)
{
    double m = 0, h = 0;

    for (int game = 0; game < block->game_count; game++) {
        const struct tally *tally = &tallies[game];
        uint8_t sides = 0;
        for (int seat = 0; seat < rules->players; seat++) {
            if (block->lineups[game].entry_of[seat] != entry)
                continue;
            add_seat(stats, tally, seat);
            sides |= (uint8_t)(1 << rules->side_of[seat]);
        }
        for (int side = 0; side < rules->side_count; side++) {
            if (!(sides >> side & 1))
                continue;
            m += tally->margin[side];
            h += tally->hands;
            stats->tricks += tally->tricks[side];
        }
        stats->games += sides != 0;
    }
    if (h <= 0)
        return;
    stats->blocks++;
    stats->hands += (long)h;
    stats->sum_m += m;
    stats->sum_h += h;
    stats->sum_mm += m * m;
    stats->sum_mh += m * h;
    stats->sum_hh += h * h;
}

/* A ratio of two sums over blocks: its error by the usual expansion, and Student's t since few
 * blocks tell little of how much they vary. */
double entry_stats_margin(const struct entry_stats *stats, double *err95)
{
    double n = (double)stats->blocks, mean = stats->sum_h > 0 ? stats->sum_m / stats->sum_h : 0;

    *err95 = 0;
    if (stats->blocks >= INTERVAL_BLOCKS_MIN) {
        double rest = stats->sum_mm - 2 * mean * stats->sum_mh + mean * mean * stats->sum_hh;
        *err95 = interval_student95(n - 1) * sqrt(fmax(rest, 0) * n / (n - 1)) / stats->sum_h;
    }
    return mean;
}
