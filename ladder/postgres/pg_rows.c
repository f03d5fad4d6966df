/* pg_rows.c - the rows of the PostgreSQL store: bots, results, bans and voids. */
#include "postgres/pg.h"
#include "store/store_record.h"
#include "store/store_text.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --------------------------------------------------------------------------------------- bots */

/* Names are equal if they differ only in case; their bytes are ASCII. */
static const char *fold(const char *name, char folded[LADDER_NAME_MAX + 1])
{
    size_t length = 0;

    for (; length < LADDER_NAME_MAX && name[length]; length++)
        folded[length] =
            (char)(name[length] >= 'A' && name[length] <= 'Z' ? name[length] + 32 : name[length]);
    folded[length] = '\0';
    return folded;
}

int pg_rows_bot_add(struct store *store, struct standing *bot, int64_t wall_msec)
{
    struct pg_store *pg = pg_of(store);
    char folded[LADDER_NAME_MAX + 1];
    int64_t id = pg->last_bot + 1;

    /* Sent at once, because the caller must know whether the name was free. */
    const PGresult *rows =
        pg_query(store, PG_BOT_ADD, "issshii", id, bot->name, fold(bot->name, folded), bot->owner,
                 bot->has_token ? bot->token_hash : NULL, wall_msec, (int64_t)RATING_START_MILLI);
    if (!rows)
        return -1;
    if (PQntuples(rows) == 0)
        return pg_say(store, "a bot of that name is there");
    pg->last_bot = bot->id = id;
    pg->dirty = true;
    return 0;
}

int pg_rows_bot_token(struct store *store, int64_t bot_id, const uint8_t hash[32])
{
    pg_transaction_bot_changes(store, bot_id);
    return pg_send(store, PG_BOT_TOKEN, "hi", hash, bot_id);
}

int pg_rows_bot_cache(struct store *store, const struct standing *bot)
{
    assert(bot->id > 0);
    pg_of(store)->dirty = true;
    return pg_batch_add(store, PG_BATCH_BOT, bot->id, bot->rating_milli, (int64_t)bot->games,
                        (int64_t)bot->wins, (int64_t)bot->ties, (int64_t)bot->losses,
                        (int64_t)bot->owners_met_count, bot->last_msec, (int64_t)bot->banned);
}

int pg_rows_bot_read(struct store *store, const PGresult *rows, int row, struct standing *bot)
{
    memset(bot, 0, sizeof *bot);
    bot->id = pg_int(rows, row, 0);
    pg_text(rows, row, 1, bot->name, sizeof bot->name);
    pg_text(rows, row, 2, bot->owner, sizeof bot->owner);
    bot->has_token = pg_hash(rows, row, 3, bot->token_hash);
    bot->rating_milli = pg_int(rows, row, 4);
    bot->games = (int)pg_int(rows, row, 5);
    bot->wins = (int)pg_int(rows, row, 6);
    bot->ties = (int)pg_int(rows, row, 7);
    bot->losses = (int)pg_int(rows, row, 8);
    bot->owners_met_count = (int)pg_int(rows, row, 9);
    bot->last_msec = pg_int(rows, row, 10);
    bot->banned = pg_int(rows, row, 11) != 0;
    pg_text(rows, row, 12, bot->account, sizeof bot->account);
    bot->stopped = pg_int(rows, row, 13) != 0;
    const char *wrong = store_text_bot_check(bot);
    if (!wrong)
        return 0;
    char text[80];
    snprintf(text, sizeof text, "bot %lld %s", (long long)bot->id, wrong);
    return pg_say(store, text);
}

int pg_rows_bots(struct store *store, int64_t after_id, struct standing *bots, int max)
{
    if (pg_turn_no_bots(store, after_id))
        return 0;
    const PGresult *rows = pg_foresee_page(store, PG_BOT_PAGE, after_id, max);
    int count = rows ? PQntuples(rows) : -1;

    for (int i = 0; i < count; i++) {
        if (pg_rows_bot_read(store, rows, i, &bots[i]))
            return -1;
    }
    return count;
}

int pg_rows_bot_find(struct store *store, const char *name, struct standing *bot)
{
    char folded[LADDER_NAME_MAX + 1];
    if (strlen(name) > LADDER_NAME_MAX)
        return STORE_NONE;
    const PGresult *rows = pg_query(store, PG_BOT_FIND, "s", fold(name, folded));

    if (!rows)
        return -1;
    return PQntuples(rows) == 0 ? STORE_NONE : pg_rows_bot_read(store, rows, 0, bot);
}

/* ------------------------------------------------------------------------------------ results */

static int seats_bad(struct store *store, int64_t seq)
{
    char text[64];

    snprintf(text, sizeof text, "result %lld has bad seats", (long long)seq);
    return pg_say(store, text);
}

/* Reads the seats of result `seq` from rows in its order; *row moves past them. */
static int seats_read(struct store *store, const PGresult *rows, int *row, int64_t seq,
                      struct ladder_result *result, struct result_change *change)
{
    result->seat_count = 0;
    for (; *row < PQntuples(rows) && pg_int(rows, *row, 0) == seq; ++*row) {
        int seat = result->seat_count++;
        int64_t side = pg_int(rows, *row, 3);
        if (seat >= LADDER_SEATS_MAX || pg_int(rows, *row, 1) != seat || side < 0 ||
            side >= LADDER_SEATS_MAX)
            return seats_bad(store, seq);
        pg_text(rows, *row, 2, result->seats[seat].bot, sizeof result->seats[seat].bot);
        result->seats[seat].side = (int)side;
        result->ranks[side] = (int)pg_int(rows, *row, 4);
        change->seats[seat].bot = -1;
        change->seats[seat].before_milli = pg_int(rows, *row, 5);
        change->seats[seat].after_milli = pg_int(rows, *row, 6);
        change->seats[seat].k = (int)pg_int(rows, *row, 7);
    }
    return 0;
}

/* The changes of a game that exists, when it was added. */
static int result_change_read(struct store *store, int64_t seq, struct result_change *change)
{
    struct ladder_result scratch = {0};
    int row = 0;

    memset(change, 0, sizeof *change);
    if (pg_ask(store, PG_RESULT_UNRATED, "i", seq) || pg_ask(store, PG_SEAT_PAGE, "ii", seq, seq) ||
        pg_wait(store))
        return -1;
    const PGresult *unrated = pg_answer(store, 0);
    if (PQntuples(unrated) == 1)
        pg_text(unrated, 0, 0, change->unrated, sizeof change->unrated);
    change->rated = PQntuples(unrated) == 1 && change->unrated[0] == '\0';
    return seats_read(store, pg_answer(store, 1), &row, seq, &scratch, change);
}

static int seats_add(struct store *store, int64_t seq, const struct ladder_result *result,
                     const struct standings *standings, const struct result_change *change)
{
    for (int seat = 0; seat < result->seat_count; seat++) {
        int side = result->seats[seat].side;
        int64_t bot = standings->bots[change->seats[seat].bot].id;
        assert(bot > 0);
        if (pg_batch_add(store, PG_BATCH_SEAT, seq, (int64_t)seat, bot, (int64_t)side,
                         (int64_t)result->ranks[side], change->seats[seat].before_milli,
                         change->seats[seat].after_milli, (int64_t)change->seats[seat].k))
            return -1;
    }
    return 0;
}

int pg_rows_result_add(struct store *store, const struct ladder_result *result,
                       const struct standings *standings, struct result_change *change,
                       int64_t *seq)
{
    struct pg_store *pg = pg_of(store);
    struct ladder_game summary;
    struct ladder_result named;
    uint8_t chain[CHAIN_BYTES], own[CHAIN_BYTES];
    const uint8_t *record_hash = store_record_hash(result, own);
    int status = pg_rows_result_find(store, result->game, seq);

    if (status == 0)
        return result_change_read(store, *seq, change) ? -1 : STORE_THERE;
    if (status != STORE_NONE)
        return -1;
    *seq = pg->last_result + 1;
    apply_result_summary(result, &summary);
    store_text_result_named(result, standings, change, &named);
    chain_result(pg->result_head, *seq, &named, result->record, record_hash, chain);
    if (pg_batch_add(store, PG_BATCH_RESULT, *seq, result->game, result->ruleset, result->wall_msec,
                     result->reason, result->unrated, summary.score, change->unrated, chain,
                     record_hash) ||
        pg_batch_add(store, PG_BATCH_OVER, result->game) ||
        seats_add(store, *seq, result, standings, change) ||
        (result->stake && pg_batch_add(store, PG_BATCH_STAKE, *seq, (int64_t)result->stake)) ||
        pg_record_add(store, *seq, result) ||
        pg_feed_add(store, *seq, &named, change, chain, record_hash))
        return -1;
    memcpy(pg->result_head, chain, CHAIN_BYTES);
    pg->last_result = pg->head_seq = *seq;
    pg->dirty = true;
    struct pg_expected *expected = pg_expect_find(pg, result->game);
    if (expected)
        expected->seq = *seq;
    return 0;
}

int pg_rows_result_cache(struct store *store, int64_t seq, int seat_count,
                         const struct result_change *change)
{
    pg_of(store)->dirty = true;
    if (pg_feed_drop(store) || pg_send(store, PG_RESULT_CACHE, "si", change->unrated, seq))
        return -1;
    for (int seat = 0; seat < seat_count; seat++) {
        if (pg_send(store, PG_SEAT_CACHE, "iiiii", change->seats[seat].before_milli,
                    change->seats[seat].after_milli, (int64_t)change->seats[seat].k, seq,
                    (int64_t)seat))
            return -1;
    }
    return 0;
}

static void result_read(const PGresult *rows, int row, struct store_result *out)
{
    struct ladder_result *result = &out->result;

    memset(out, 0, sizeof *out);
    out->seq = pg_int(rows, row, 0);
    pg_text(rows, row, 1, result->game, sizeof result->game);
    pg_text(rows, row, 2, result->ruleset, sizeof result->ruleset);
    result->wall_msec = pg_int(rows, row, 3);
    pg_text(rows, row, 4, result->reason, sizeof result->reason);
    pg_text(rows, row, 5, result->unrated, sizeof result->unrated);
    store_text_scores_parse(PQgetvalue(rows, row, 6), result);
    pg_text(rows, row, 7, out->change.unrated, sizeof out->change.unrated);
    out->change.rated = out->change.unrated[0] == '\0';
    out->chained = pg_hash(rows, row, 8, out->chain);
    result->stake = PQgetisnull(rows, row, 9) ? 0 : (int32_t)pg_int(rows, row, 9);
    out->hashed = pg_hash(rows, row, 10, out->record_hash);
}

/* Adds the seats in `rows`, which are in the order of the log whatever the order of the page. */
static int seats_attach(struct store *store, const PGresult *rows, bool back,
                        struct store_result *results, int count)
{
    int row = 0;

    for (int i = 0; i < count; i++) {
        struct store_result *out = &results[back ? count - 1 - i : i];
        if (seats_read(store, rows, &row, out->seq, &out->result, &out->change))
            return -1;
        const char *wrong = result_check(&out->result);
        if (wrong) {
            char text[200];
            snprintf(text, sizeof text, "result %lld: %s", (long long)out->seq, wrong);
            return pg_say(store, text);
        }
    }
    return count;
}

/* Reads the page in `rows`, and then its seats. */
static int results_read(struct store *store, const PGresult *rows, int64_t bot_id, bool back,
                        struct store_result *results)
{
    int count = rows ? PQntuples(rows) : -1;

    for (int i = 0; i < count; i++)
        result_read(rows, i, &results[i]);
    if (count <= 0)
        return count;
    int64_t first = results[back ? count - 1 : 0].seq, last = results[back ? 0 : count - 1].seq;
    rows = bot_id ? pg_query(store, PG_SEAT_PAGE_BOT, "iii", first, last, bot_id)
                  : pg_query(store, PG_SEAT_PAGE, "ii", first, last);
    return rows ? seats_attach(store, rows, back, results, count) : -1;
}

int pg_rows_results_at(struct store *store, const int64_t *seqs, int count,
                       struct store_result *results)
{
    enum { NUMBER_BYTES = 21 };
    char *list = malloc((size_t)count * NUMBER_BYTES + 2), *at = list;

    if (!list)
        return pg_say(store, "out of memory");
    for (int i = 0; i < count; i++)
        at += sprintf(at, "%c%lld", i ? ',' : '{', (long long)seqs[i]);
    strcpy(at, "}");
    bool bad = pg_ask(store, PG_RESULTS_AT, "s", list) || pg_ask(store, PG_SEATS_AT, "s", list) ||
               pg_wait(store);
    free(list);
    if (bad)
        return -1;
    const PGresult *rows = pg_answer(store, 0);
    int there = PQntuples(rows);
    for (int i = 0; i < there; i++)
        result_read(rows, i, &results[i]);
    return seats_attach(store, pg_answer(store, 1), true, results, there);
}

static int results_page(struct store *store, enum pg_statement all, enum pg_statement of_bot,
                        int64_t bot_id, int64_t seq, struct store_result *results, int max)
{
    const PGresult *rows = bot_id ? pg_query(store, of_bot, "iii", seq, (int64_t)max, bot_id)
                                  : pg_query(store, all, "ii", seq, (int64_t)max);
    return results_read(store, rows, bot_id, all == PG_RESULT_BACK, results);
}

int pg_rows_results(struct store *store, int64_t bot_id, int64_t after_seq,
                    struct store_result *results, int max)
{
    const struct pg_store *pg = pg_of(store);
    int count = bot_id ? 0 : pg_feed_results(store, after_seq, results, max), more = 0;
    bool end =
        !bot_id && pg->looked && (pg->turn == PG_NEXT || after_seq + count >= pg->last_result);

    if (count < max && !end)
        more = results_page(store, PG_RESULT_PAGE, PG_RESULT_PAGE_BOT, bot_id, after_seq + count,
                            results + count, max - count);
    return more < 0 ? -1 : count + more;
}

int pg_rows_results_before(struct store *store, int64_t bot_id, int64_t before_seq,
                           struct store_result *results, int max)
{
    return results_page(store, PG_RESULT_BACK, PG_RESULT_BACK_BOT, bot_id, before_seq, results,
                        max);
}

/* As look_end of sqlite_rows.c. */
static int look_end(struct store *store, int64_t bot_id, int64_t before_seq, int64_t *end)
{
    int64_t max = STORE_LOOK_MAX;
    const PGresult *rows =
        bot_id ? pg_query(store, PG_RESULT_LOOK_END_BOT, "iii", before_seq, max, bot_id)
               : pg_query(store, PG_RESULT_LOOK_END, "ii", before_seq, max);
    if (!rows)
        return -1;
    *end = pg_int(rows, 0, 0) < max ? -1 : pg_int(rows, 0, 1);
    return 0;
}

int pg_rows_results_wanted(struct store *store, const struct store_wanted *wanted,
                           int64_t before_seq, int64_t *seqs, int max, int64_t *next)
{
    int64_t look = STORE_LOOK_MAX, most = max;
    const PGresult *rows = wanted->bot_id
                               ? pg_query(store, PG_RESULT_WANTED_BOT, "iisiii", before_seq, look,
                                          wanted->ruleset, wanted->other_id, most, wanted->bot_id)
                               : pg_query(store, PG_RESULT_WANTED, "iisii", before_seq, look,
                                          wanted->ruleset, wanted->other_id, most);
    int count = rows ? PQntuples(rows) : -1;
    for (int i = 0; i < count; i++)
        seqs[i] = pg_int(rows, i, 0);
    if (count == max)
        *next = seqs[count - 1];
    else if (count >= 0 && look_end(store, wanted->bot_id, before_seq, next))
        return -1;
    return count;
}

int pg_rows_result_find(struct store *store, const char *game, int64_t *seq)
{
    const struct pg_expected *expected = pg_expect_find(pg_of(store), game);

    if (expected && expected->seq == 0)
        return STORE_NONE;
    if (expected) {
        *seq = expected->seq;
        return 0;
    }
    const PGresult *rows = pg_query(store, PG_RESULT_FIND, "s", game);
    if (!rows)
        return -1;
    if (PQntuples(rows) == 0)
        return STORE_NONE;
    *seq = pg_int(rows, 0, 0);
    return 0;
}

/* Reads the one text of a statement by a name; STORE_NONE if there is none. */
static int text_find(struct store *store, enum pg_statement which, const char *name, char **text)
{
    *text = NULL;
    const PGresult *rows = pg_query(store, which, "s", name);
    if (!rows)
        return -1;
    if (PQntuples(rows) == 0)
        return STORE_NONE;
    *text = strdup(PQgetvalue(rows, 0, 0));
    return *text ? 0 : pg_say(store, "out of memory");
}

/* ---------------------------------------------------------------------------- announced games */

/* Returns 0 if the game is announced, STORE_NONE if it is not, or STORE_FAILED. */
static int announced_find(struct store *store, const char *game)
{
    char list[LADDER_GAME_ID_MAX + 8];
    const struct pg_expected *expected = pg_expect_find(pg_of(store), game);

    if (expected)
        return expected->announced ? 0 : STORE_NONE;
    snprintf(list, sizeof list, "{\"%s\"}", game);
    const PGresult *rows = pg_query(store, PG_GAME_EXPECT, "s", list);
    return !rows ? STORE_FAILED : PQntuples(rows) > 0 ? 0 : STORE_NONE;
}

int pg_rows_game_add(struct store *store, const struct store_game *game)
{
    struct pg_store *pg = pg_of(store);
    const struct ladder_result *result = &game->result;
    char seats[STORE_SEATS_BYTES];
    int there = announced_find(store, result->game);

    if (there != STORE_NONE)
        return there == 0 ? STORE_THERE : STORE_FAILED;
    store_text_seats_format(result, seats);
    if (pg_batch_add(store, PG_BATCH_GAME, pg->last_announced + 1, result->game, result->ruleset,
                     result->wall_msec, seats, game->commitment, pg->node))
        return -1;
    pg->last_announced++;
    pg->dirty = true;
    struct pg_expected *expected = pg_expect_find(pg, result->game);
    if (expected)
        expected->announced = true;
    return 0;
}

int pg_rows_game_drop(struct store *store, const char *game)
{
    struct pg_expected *expected = pg_expect_find(pg_of(store), game);

    if (pg_send(store, PG_GAME_DROP, "s", game))
        return -1;
    pg_of(store)->dirty = true;
    if (expected)
        expected->announced = false;
    return 0;
}

static int games_read(const PGresult *rows, struct store_game *games)
{
    int count = rows ? PQntuples(rows) : -1;

    for (int i = 0; i < count; i++) {
        struct ladder_result *result = &games[i].result;
        char seats[STORE_SEATS_BYTES];
        memset(&games[i], 0, sizeof games[i]);
        pg_text(rows, i, 0, result->game, sizeof result->game);
        pg_text(rows, i, 1, result->ruleset, sizeof result->ruleset);
        result->wall_msec = pg_int(rows, i, 2);
        pg_text(rows, i, 3, seats, sizeof seats);
        store_text_seats_parse(seats, result);
        (void)pg_hash(rows, i, 4, games[i].commitment);
        games[i].id = pg_int(rows, i, 5);
        games[i].open = pg_int(rows, i, 6) != 0;
    }
    return count;
}

int pg_rows_games_open(struct store *store, struct store_game *games, int max)
{
    return games_read(pg_query(store, PG_GAME_OPEN, "is", (int64_t)max, pg_of(store)->node), games);
}

int pg_rows_games_orphaned(struct store *store, struct store_game *games, int max)
{
    return games_read(pg_query(store, PG_GAME_ORPHANED, "is", (int64_t)max, pg_of(store)->node),
                      games);
}

int pg_rows_games(struct store *store, int64_t after_id, struct store_game *games, int max)
{
    return games_read(pg_query(store, PG_GAME_PAGE, "ii", after_id, (int64_t)max), games);
}

/* ------------------------------------------------------------------------------------ actions */

int pg_rows_log_entries(struct store *store, int64_t after_id, struct log_entry *actions, int max)
{
    if (pg_turn_no_actions(store, after_id))
        return 0;
    const PGresult *rows = pg_foresee_page(store, PG_ACTION_PAGE, after_id, max);
    int count = rows ? PQntuples(rows) : -1;

    for (int i = 0; i < count; i++) {
        struct log_entry *action = &actions[i];
        action->id = pg_int(rows, i, 0);
        action->after_seq = pg_int(rows, i, 1);
        action->kind = log_entry_find(PQgetvalue(rows, i, 2));
        action->target = pg_int(rows, i, 3);
        pg_text(rows, i, 4, action->bot, sizeof action->bot);
        action->wall_msec = pg_int(rows, i, 5);
        action->chained = pg_hash(rows, i, 6, action->chain);
        pg_text(rows, i, 7, action->text, sizeof action->text);
        if (action->kind == LOG_ENTRY_KINDS)
            return pg_say(store, "an action is of a kind that is not known");
    }
    return count;
}

int pg_rows_log_entry_add(struct store *store, enum log_entry_kind kind, int64_t target,
                          int64_t wall_msec, const char *text)
{
    struct pg_store *pg = pg_of(store);
    struct log_entry action = {.id = pg->last_action + 1,
                               .after_seq = pg->head_seq,
                               .kind = kind,
                               .target = target,
                               .wall_msec = wall_msec};
    bool of_bot = log_entry_of_bot(kind);
    const char *name = log_entry_name(kind);

    snprintf(action.text, sizeof action.text, "%s", text);
    if (of_bot) {
        const PGresult *rows = pg_query(store, PG_BOT_NAME, "i", target);
        if (!rows)
            return -1;
        if (PQntuples(rows) == 1)
            pg_text(rows, 0, 0, action.bot, sizeof action.bot);
    }
    chain_log_entry(pg->action_head, pg->result_head, &action, action.chain);
    int status = of_bot ? pg_send(store, PG_ACTION_ADD, "iiisinsh", action.id, action.after_seq,
                                  wall_msec, name, target, action.text, action.chain)
                 : target > 0
                     ? pg_send(store, PG_ACTION_ADD, "iiisnish", action.id, action.after_seq,
                               wall_msec, name, target, action.text, action.chain)
                     : pg_send(store, PG_ACTION_ADD, "iiisnnsh", action.id, action.after_seq,
                               wall_msec, name, action.text, action.chain);
    if (status || pg_wait(store))
        return -1;
    memcpy(pg->action_head, action.chain, CHAIN_BYTES);
    pg->last_action = action.id;
    pg->dirty = true;
    return 0;
}

/* ---------------------------------------------------------------------------------- documents */

int pg_rows_document_add(struct store *store, const char *name, const char *text)
{
    pg_of(store)->dirty = true;
    return pg_send(store, PG_DOCUMENT_ADD, "ss", name, text) || pg_wait(store) ? -1 : 0;
}

int pg_rows_document_put(struct store *store, const char *name, const char *text)
{
    pg_of(store)->dirty = true;
    return pg_send(store, PG_DOCUMENT_PUT, "ss", name, text) || pg_wait(store) ? -1 : 0;
}

int pg_rows_document(struct store *store, const char *name, char **text)
{
    return text_find(store, PG_DOCUMENT_FIND, name, text);
}
