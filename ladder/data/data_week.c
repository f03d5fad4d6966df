/* data_week.c - what a rating was a week ago: what the first result since then had before it, or
 * what the last one before then left. */
#include "data/data_week.h"
#include "base/clock.h"
#include "base/hash.h"
#include "data/data_games.h"
#include "standings/team.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { RESULTS_LOOKED = 16 /* of a bot by the rules of the ladder, until one is of the row */ };
static const int64_t day_msec = 24 * 60 * 60 * INT64_C(1000);

/* Within a read. What all that is kept was made for: another day and another past make it anew. */
static bool week_begin(struct web_site *site)
{
    int64_t day = clock_wall_msec() / day_msec - 7;
    uint64_t past = writer_view_past_changes(site->ladder);
    if (site->week.day == day && site->week.past == past)
        return true;
    memset(&site->week, 0, sizeof site->week);
    site->week.seq = data_games_seq_after(site->store, day * day_msec - 1);
    if (site->week.seq < 0)
        return false;
    site->week.day = day;
    site->week.past = past;
    return true;
}

/* The rating of a row after a result; -1 where the result is not one of the row's. */
static int64_t rating_after(struct web_site *site, const struct store_result *stored,
                            const struct ladder_board *board, const struct ladder_row *row)
{
    char name[LADDER_BOARD_MAX + 1], team[LADDER_TEAM_MAX + 1];
    if (!stored->change.rated)
        return -1;
    bool teams = writer_view_result_board(site->ladder, &stored->result, name);
    if (strcmp(name, board->name) != 0)
        return -1;
    for (int seat = 0; seat < stored->result.seat_count; seat++) {
        const char *own = stored->result.seats[seat].bot;
        if (teams) {
            team_name_of_side(&stored->result, stored->result.seats[seat].side, team);
            own = team;
        }
        if (strcasecmp(own, row->name) == 0)
            return stored->change.seats[seat].after_milli;
    }
    return -1;
}

/* Within a read: after its last result of the ladder before then; it had none: what it began with.
 */
static int64_t base_before(struct web_site *site, int64_t bot_id, const struct ladder_board *board,
                           const struct ladder_row *row)
{
    struct store_wanted wanted = {.bot_id = bot_id, .ruleset = board->ruleset};
    struct store_result stored;
    int64_t seqs[RESULTS_LOOKED], next, base = -1;
    int count =
        store_results_wanted(site->store, &wanted, site->week.seq, seqs, RESULTS_LOOKED, &next);
    for (int i = 0; i < count && base < 0; i++) {
        if (store_results_before(site->store, 0, seqs[i] + 1, &stored, 1) == 1)
            base = rating_after(site, &stored, board, row);
    }
    return base < 0 && count >= 0 && next < 0 ? RATING_START_MILLI : base;
}

/* Within a read. What it was then, or -1: not found. */
static int64_t base_find(struct web_site *site, const struct ladder_board *board,
                         const struct ladder_row *row)
{
    char name[LADDER_NAME_MAX + 1];
    struct store_result stored;
    struct standing bot;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(row->name, "+"), row->name);
    if (store_bot_find(site->store, name, &bot))
        return -1;
    /* The last result before then is the one, for a bot of one ladder. */
    int count = store_results_before(site->store, bot.id, site->week.seq, &stored, 1);
    int64_t base = count == 1 ? rating_after(site, &stored, board, row) : -1;
    return count == 0               ? RATING_START_MILLI
           : base >= 0 || count < 0 ? base
                                    : base_before(site, bot.id, board, row);
}

/* Where what is known of a row is kept. */
static struct site_base *kept_at(struct web_site *site, const struct ladder_board *board,
                                 const struct ladder_row *row, uint64_t *key)
{
    *key = (uint64_t)hash_text(row->name) << 32 | hash_text(board->name);
    return &site->week.bases[(*key ^ *key >> 32) % SITE_BASES];
}

/* Within a read. */
static int64_t change_of(struct web_site *site, const struct ladder_board *board,
                         const struct ladder_row *row)
{
    uint64_t key;
    struct site_base *kept = kept_at(site, board, row, &key);
    if (kept->key != key)
        *kept = (struct site_base){key, base_find(site, board, row)};
    return kept->rating_milli < 0 ? DATA_WEEK_UNKNOWN : row->rating_milli - kept->rating_milli;
}

void data_week_changes(struct web_site *site, const struct ladder_board *board,
                       const struct ladder_row *rows, int count, int64_t *changes)
{
    int64_t begin = (clock_wall_msec() / day_msec - 7) * day_msec;
    bool open = false, good = true;
    for (int i = 0; i < count; i++) {
        changes[i] = rows[i].last_msec < begin ? 0 : DATA_WEEK_UNKNOWN;
        if (changes[i] == 0 || !good)
            continue;
        if (!open)
            good = open = store_begin(site->store, false) == 0;
        good = good && week_begin(site);
        if (good)
            changes[i] = change_of(site, board, &rows[i]);
    }
    if (open)
        store_rollback(site->store);
}
