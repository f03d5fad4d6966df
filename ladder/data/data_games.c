/* data_games.c - the results that a reader asks for: of a bot, of two bots, of a ladder, up to a
 * day, with a contract; and names by a part of them. What a request may cost is bounded, whatever
 * it asks for: a filter that finds little says where to go on. */
#include "data/data_games.h"
#include "data/record_scan.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    DAY_MSEC = 24 * 60 * 60 * 1000,
    SLACK_MSEC = 60 * 1000, /* the log is in the order of storing; games end a little earlier */
    RECORDS_LOOKED_MAX = 64,
    NAMES_AT_ONCE = 256,
};

bool data_games_filtered(const struct call *call)
{
    return call->wanted.bot[0] || call->wanted.contract[0] || call->wanted.until_msec ||
           call->board[0];
}

/* The log is in the order of time but for moments, so it is found by halving. */
int64_t data_games_seq_after(struct store *store, int64_t msec)
{
    struct store_result row;
    int64_t low = 0, high; /* it ended by then; the last there is */
    int count = store_last_seq(store, &high);
    while (count >= 0 && low < high) {
        int64_t middle = low + (high - low + 1) / 2;
        count = store_results_before(store, 0, middle + 1, &row, 1);
        if (count == 1 && row.seq > low && row.result.wall_msec > msec)
            high = row.seq - 1;
        else
            low = middle;
    }
    return count < 0 ? -1 : low + 1;
}

static int64_t earlier(int64_t one, int64_t other)
{
    return one < other ? one : other;
}

static bool has_contract(struct store *store, const struct ladder_result *result, const char *call,
                         bool *failed)
{
    char *text = NULL;
    int status = store_record(store, result->game, &text);
    bool has = status == 0 && record_scan_contract(text, call);
    *failed = *failed || status == STORE_FAILED;
    free(text);
    return has;
}

/* Whether a result is one of those asked for, in what the store does not look at. */
static bool is_wanted(const struct call *call, const struct store_result *row, bool *failed)
{
    char board[LADDER_BOARD_MAX + 1];
    if (call->board[0]) {
        (void)writer_view_result_board(call->site->ladder, &row->result, board);
        if (!row->change.rated || strcmp(board, call->board) != 0)
            return false;
    }
    return !call->wanted.contract[0] ||
           has_contract(call->site->store, &row->result, call->wanted.contract, failed);
}

/* Within a read: what the names of a request stand for. Returns false, with the word that names
 * nothing in *missing, if there is no such bot or ladder, and with NULL if the store cannot be
 * read.
 */
static bool names_find(const struct call *call, struct store_wanted *wanted,
                       struct ladder_board *board, const char **missing)
{
    struct store *store = call->site->store;
    struct standing bot;
    int status = 0, other = 0;
    if (call->board[0] && !writer_view_board(call->site->ladder, call->board, board)) {
        *missing = call->board;
        return false;
    }
    if (call->wanted.bot[0])
        status = store_bot_find(store, call->wanted.bot, &bot);
    wanted->bot_id = status == 0 && call->wanted.bot[0] ? bot.id : 0;
    if (call->wanted.against[0])
        other = store_bot_find(store, call->wanted.against, &bot);
    wanted->other_id = other == 0 && call->wanted.against[0] ? bot.id : 0;
    wanted->ruleset = board->ruleset;
    *missing = status == STORE_NONE  ? call->wanted.bot
               : other == STORE_NONE ? call->wanted.against
                                     : NULL;
    return status == 0 && other == 0;
}

/* Within a read: where to begin. Negative: the store cannot be read. */
static int64_t begin_at(const struct call *call, const struct ladder_board *board)
{
    int64_t before = call->after < 0 ? INT64_MAX : call->after;
    struct store *store = call->site->store;
    if (call->wanted.until_msec)
        before =
            earlier(before, data_games_seq_after(store, call->wanted.until_msec + DAY_MSEC - 1));
    /* A ladder whose last game is long ago: nothing newer has to be looked at. */
    if (before > 0 && call->board[0] && !call->wanted.bot[0])
        before = earlier(before, data_games_seq_after(store, board->newest_msec + SLACK_MSEC));
    return before;
}

/* Within a read. */
static bool wanted_read(const struct call *call, const struct store_wanted *wanted, int64_t before,
                        int max, struct site_results *page)
{
    struct store *store = call->site->store;
    int64_t *seqs = malloc((size_t)max * sizeof *seqs), next = -1;
    bool failed = !seqs || !page->rows;
    int count = failed ? -1 : store_results_wanted(store, wanted, before, seqs, max, &next);
    int there = count < 0 ? -1 : store_results_at(store, seqs, count, page->rows);
    for (int i = 0; i < there && !failed; i++) {
        if (is_wanted(call, &page->rows[i], &failed))
            page->rows[page->count++] = page->rows[i];
    }
    free(seqs);
    page->next = next;
    return !failed && there >= 0;
}

bool data_games_read(const struct call *call, int limit, struct site_results *page,
                     const char **missing)
{
    struct store_wanted wanted = {.bot_id = 0};
    struct ladder_board board = {.ruleset = ""};
    *missing = NULL;
    if (!data_games_filtered(call))
        return data_results_recent(call->site, call->after, limit, page);
    int max = call->wanted.contract[0] && limit > RECORDS_LOOKED_MAX ? RECORDS_LOOKED_MAX : limit;
    *page = (struct site_results){.next = -1};
    page->rows = malloc((size_t)(max + 1) * sizeof *page->rows);
    if (!page->rows || store_begin(call->site->store, false))
        return false;
    bool good = names_find(call, &wanted, &board, missing);
    int64_t before = good ? begin_at(call, &board) : -1;
    good = good && before >= 0 && wanted_read(call, &wanted, before, max, page);
    store_rollback(call->site->store);
    return good || *missing;
}

/* -------------------------------------------------------------------------------------- meetings
 */

/* The side of a bot; -1: it did not sit there. */
static int side_of(const struct store_result *row, const char *name, int64_t *gain)
{
    for (int seat = 0; seat < row->result.seat_count; seat++) {
        if (strcasecmp(row->result.seats[seat].bot, name) != 0)
            continue;
        *gain = row->change.seats[seat].after_milli - row->change.seats[seat].before_milli;
        return row->result.seats[seat].side;
    }
    return -1;
}

struct site_meetings data_games_meetings(const struct site_results *page, const char *one,
                                         const char *other)
{
    struct site_meetings met = {.games = 0};
    for (int i = 0; i < page->count; i++) {
        const struct store_result *row = &page->rows[i];
        int64_t gain = 0, ignored = 0;
        int own = side_of(row, one, &gain), others = side_of(row, other, &ignored);
        if (own < 0 || others < 0)
            continue;
        if (own == others) {
            met.together++;
            continue;
        }
        int rank = row->result.ranks[own], against = row->result.ranks[others];
        met.games++;
        met.wins += rank < against;
        met.ties += rank == against;
        met.losses += rank > against;
        met.gain_milli += row->change.rated ? gain : 0;
    }
    return met;
}

/* ----------------------------------------------------------------------------------------- names
 */

static int by_fit(const void *a, const void *b)
{
    const struct site_name *one = a, *other = b;
    return one->at != other->at ? one->at - other->at : strcasecmp(one->bot.name, other->bot.name);
}

int data_games_names(struct web_site *site, const char *part, struct site_name *names, int max,
                     bool *more)
{
    struct ladder_bot bots[SITE_NAMES_MAX];
    int count = 0, from = 0, before;
    /* One whose whole name it is stands there however many have it as a part. */
    if (writer_view_bot(site->ladder, part, &names[0].bot))
        names[count++].at = 0;
    do {
        before = from;
        int room = max - count < SITE_NAMES_MAX ? max - count : SITE_NAMES_MAX;
        int got = writer_view_bots_named(site->ladder, part, &from, NAMES_AT_ONCE, bots, room);
        for (int i = 0; i < got; i++) {
            if (strcasecmp(bots[i].name, part) != 0)
                names[count++] = (struct site_name){
                    bots[i], (int)(strcasestr(bots[i].name, part) - bots[i].name)};
        }
    } while (from > before && count < max && from < SITE_NAMES_LOOKED_MAX);
    *more = from > before;
    qsort(names, (size_t)count, sizeof *names, by_fit);
    return count;
}
