/* entry_stats.c - statistics of the entries over their games, and their thinking times. */
#include "match/entry_stats.h"

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

void entry_stats_think_add(struct think_times *think, usec_t time)
{
    think->counts[think_class(time)]++;
    think->count++;
    if (time > think->worst)
        think->worst = time;
}

usec_t entry_stats_think_quantile(const struct think_times *think, double part)
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

static void add_seat(struct entry_stats *stats, const struct game_stats *game_stats, int seat)
{
    for (int call = 0; call < CALL_COUNT; call++) {
        stats->bid[call] += game_stats->bid[seat][call];
        stats->made[call] += game_stats->made[seat][call];
        stats->contracts += game_stats->bid[seat][call];
        stats->contracts_made += game_stats->made[seat][call];
    }
    for (int fault = 0; fault < FAULT_COUNT; fault++)
        stats->faults[fault] += game_stats->faults[seat][fault];
}

void entry_stats_add(struct entry_stats *stats, int entry, const struct ruleset *rules,
                     const struct schedule_block *block, const struct game_stats *all_stats)
{
    double m = 0, h = 0;

    for (int game = 0; game < block->game_count; game++) {
        const struct game_stats *game_stats = &all_stats[game];
        uint8_t sides = 0;
        for (int seat = 0; seat < rules->players; seat++) {
            if (block->lineups[game].entry_of[seat] != entry)
                continue;
            add_seat(stats, game_stats, seat);
            sides |= (uint8_t)(1 << rules->side_of[seat]);
        }
        for (int side = 0; side < rules->side_count; side++) {
            if (!(sides >> side & 1))
                continue;
            m += game_stats->margin[side];
            h += game_stats->hands;
            stats->tricks += game_stats->tricks[side];
        }
        stats->games += sides != 0;
    }
    if (h <= 0)
        return;
    stats->hands += (long)h;
    interval_ratio_add(&stats->margin, m, h);
}

double entry_stats_margin(const struct entry_stats *stats, double *err95)
{
    return interval_ratio(&stats->margin, err95);
}
