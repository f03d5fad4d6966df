/* sqlite_rows.c - the rows of the SQLite store: bots, results, bans and voids. */
#include "store/chain.h"
#include "sqlite/sqlite_store.h"
#include "store/store_record.h"
#include "store/store_text.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --------------------------------------------------------------------------------------- bots */

int sqlite_rows_bot_add(struct store *store, struct standing *bot, int64_t wall_msec)
{
    sqlite3_stmt *stmt = sql_statement(store, BOT_ADD);
    if (!stmt || sql_bind(store, stmt, "ssnii", bot->name, bot->owner, wall_msec,
                          (int64_t)RATING_START_MILLI))
        return -1;
    if (bot->has_token && sqlite3_bind_blob(stmt, 3, bot->token_hash, sizeof bot->token_hash,
                                            SQLITE_STATIC) != SQLITE_OK)
        return sql_fail(store);
    if (sql_run(store, stmt))
        return -1;
    bot->id = sqlite3_last_insert_rowid(sqlite_of(store)->db);
    return 0;
}

int sqlite_rows_bot_token(struct store *store, int64_t bot_id, const uint8_t hash[32])
{
    sqlite3_stmt *stmt = sql_statement(store, BOT_TOKEN);
    if (!stmt || sql_bind(store, stmt, "ni", bot_id))
        return -1;
    if (sqlite3_bind_blob(stmt, 1, hash, 32, SQLITE_STATIC) != SQLITE_OK)
        return sql_fail(store);
    return sql_run(store, stmt);
}

int sqlite_rows_bot_cache(struct store *store, const struct standing *bot)
{
    assert(bot->id > 0);
    sqlite3_stmt *stmt = sql_statement(store, BOT_CACHE);
    if (!stmt ||
        sql_bind(store, stmt, "iiiiiiiii", bot->rating_milli, (int64_t)bot->games,
                 (int64_t)bot->wins, (int64_t)bot->ties, (int64_t)bot->losses,
                 (int64_t)bot->owners_met_count, bot->last_msec, (int64_t)bot->banned, bot->id))
        return -1;
    return sql_run(store, stmt);
}

static void bot_read(sqlite3_stmt *stmt, struct standing *bot)
{
    memset(bot, 0, sizeof *bot);
    bot->id = sqlite3_column_int64(stmt, 0);
    sql_column_text(stmt, 1, bot->name, sizeof bot->name);
    sql_column_text(stmt, 2, bot->owner, sizeof bot->owner);
    bot->has_token = sqlite3_column_bytes(stmt, 3) == (int)sizeof bot->token_hash;
    if (bot->has_token)
        memcpy(bot->token_hash, sqlite3_column_blob(stmt, 3), sizeof bot->token_hash);
    bot->rating_milli = sqlite3_column_int64(stmt, 4);
    bot->games = sqlite3_column_int(stmt, 5);
    bot->wins = sqlite3_column_int(stmt, 6);
    bot->ties = sqlite3_column_int(stmt, 7);
    bot->losses = sqlite3_column_int(stmt, 8);
    bot->owners_met_count = sqlite3_column_int(stmt, 9);
    bot->last_msec = sqlite3_column_int64(stmt, 10);
    bot->banned = sqlite3_column_int(stmt, 11) != 0;
    sql_column_text(stmt, 12, bot->account, sizeof bot->account);
    bot->stopped = sqlite3_column_int(stmt, 13) != 0;
}

static int bot_checked(struct store *store, sqlite3_stmt *stmt, struct standing *bot)
{
    bot_read(stmt, bot);
    const char *wrong = store_text_bot_check(bot);
    if (!wrong)
        return 0;
    snprintf(store->error, sizeof store->error, "%s: bot %lld %s", store->name, (long long)bot->id,
             wrong);
    return -1;
}

int sqlite_rows_bots_read(struct store *store, sqlite3_stmt *stmt, struct standing *bots, int max)
{
    int count = 0, status = 0;
    while (count < max && (status = sql_step(store, stmt)) == SQL_ROW) {
        status = bot_checked(store, stmt, &bots[count++]);
        if (status < 0)
            break;
    }
    sql_done(stmt);
    return status < 0 ? -1 : count;
}

int sqlite_rows_bots(struct store *store, int64_t after_id, struct standing *bots, int max)
{
    sqlite3_stmt *stmt = sql_statement(store, BOT_PAGE);
    if (!stmt || sql_bind(store, stmt, "ii", after_id, (int64_t)max))
        return -1;
    return sqlite_rows_bots_read(store, stmt, bots, max);
}

int sqlite_rows_bot_find(struct store *store, const char *name, struct standing *bot)
{
    sqlite3_stmt *stmt = sql_statement(store, BOT_FIND);
    if (!stmt || sql_bind(store, stmt, "s", name))
        return -1;
    int status = sql_step(store, stmt);
    if (status >= 0)
        status = status == 0 ? STORE_NONE : bot_checked(store, stmt, bot);
    sql_done(stmt);
    return status;
}

/* ------------------------------------------------------------------------------------ results */

void sqlite_rows_names_forget(struct store *store)
{
    free(sqlite_of(store)->names);
    sqlite_of(store)->names = NULL;
    sqlite_of(store)->name_count = 0;
}

static bool names_grow(struct sqlite_store *sqlite, int64_t id)
{
    if (id < sqlite->name_count)
        return true;
    if (id >= STANDINGS_BOTS_MAX)
        return false;
    int64_t count = id < 128 ? 256 : id * 2;
    void *names = realloc(sqlite->names, (size_t)count * sizeof *sqlite->names);
    if (!names)
        return false;
    sqlite->names = names;
    memset(sqlite->names + sqlite->name_count, 0,
           (size_t)(count - sqlite->name_count) * sizeof *sqlite->names);
    sqlite->name_count = count;
    return true;
}

/* The name of a bot, from memory if it was read before. Without memory it is read each time. */
static int bot_name(struct store *store, int64_t id, char name[LADDER_NAME_MAX + 1])
{
    struct sqlite_store *sqlite = sqlite_of(store);
    bool room = id > 0 && names_grow(sqlite, id);
    if (room && sqlite->names[id][0]) {
        memcpy(name, sqlite->names[id], LADDER_NAME_MAX + 1);
        return 0;
    }
    sqlite3_stmt *stmt = sql_statement(store, BOT_NAME);
    if (!stmt || sql_bind(store, stmt, "i", id))
        return -1;
    int status = sql_step(store, stmt);
    if (status == SQL_ROW)
        sql_column_text(stmt, 0, name, LADDER_NAME_MAX + 1);
    else
        name[0] = '\0'; /* no bot of that id: result_check reports it */
    sql_done(stmt);
    if (status == SQL_ROW && room)
        memcpy(sqlite->names[id], name, LADDER_NAME_MAX + 1);
    return status < 0 ? -1 : 0;
}

static int seats_read(struct store *store, int64_t seq, struct ladder_result *result,
                      struct result_change *change)
{
    sqlite3_stmt *stmt = sql_statement(store, SEAT_LIST);
    if (!stmt || sql_bind(store, stmt, "i", seq))
        return -1;
    int status = 0;
    result->seat_count = 0;
    while ((status = sql_step(store, stmt)) == SQL_ROW) {
        int seat = result->seat_count++, side = sqlite3_column_int(stmt, 2);
        if (seat >= LADDER_SEATS_MAX || sqlite3_column_int(stmt, 0) != seat || side < 0 ||
            side >= LADDER_SEATS_MAX) {
            snprintf(store->error, sizeof store->error, "%s: result %lld has bad seats",
                     store->name, (long long)seq);
            status = -1;
            break;
        }
        status = bot_name(store, sqlite3_column_int64(stmt, 1), result->seats[seat].bot);
        if (status < 0)
            break;
        result->seats[seat].side = side;
        result->ranks[side] = sqlite3_column_int(stmt, 3);
        change->seats[seat].bot = -1;
        change->seats[seat].before_milli = sqlite3_column_int64(stmt, 4);
        change->seats[seat].after_milli = sqlite3_column_int64(stmt, 5);
        change->seats[seat].k = sqlite3_column_int(stmt, 6);
    }
    sql_done(stmt);
    return status;
}

/* The changes of a game that exists, when it was added. */
static int result_change_read(struct store *store, int64_t seq, struct result_change *change)
{
    struct ladder_result scratch = {0};
    sqlite3_stmt *stmt = sql_statement(store, RESULT_UNRATED);
    memset(change, 0, sizeof *change);
    if (!stmt || sql_bind(store, stmt, "i", seq))
        return -1;
    int status = sql_step(store, stmt);
    if (status == SQL_ROW)
        sql_column_text(stmt, 0, change->unrated, sizeof change->unrated);
    change->rated = status == SQL_ROW && change->unrated[0] == '\0';
    sql_done(stmt);
    return status < 0 ? -1 : seats_read(store, seq, &scratch, change);
}

static int seats_add(struct store *store, int64_t seq, const struct ladder_result *result,
                     const struct standings *standings, const struct result_change *change)
{
    for (int seat = 0; seat < result->seat_count; seat++) {
        int side = result->seats[seat].side;
        int64_t bot = standings->bots[change->seats[seat].bot].id;
        sqlite3_stmt *stmt = sql_statement(store, SEAT_ADD);
        assert(bot > 0);
        if (!stmt ||
            sql_bind(store, stmt, "iiiiiiii", seq, (int64_t)seat, bot, (int64_t)side,
                     (int64_t)result->ranks[side], change->seats[seat].before_milli,
                     change->seats[seat].after_milli, (int64_t)change->seats[seat].k) ||
            sql_run(store, stmt))
            return -1;
    }
    return 0;
}

/* Reads a hash. Returns false if there is none. */
static bool chain_column(sqlite3_stmt *stmt, int column, uint8_t chain[CHAIN_BYTES])
{
    bool there = sqlite3_column_bytes(stmt, column) == CHAIN_BYTES;
    memset(chain, 0, CHAIN_BYTES);
    if (there)
        memcpy(chain, sqlite3_column_blob(stmt, column), CHAIN_BYTES);
    return there;
}

/* The hash of the last entry before `id`, and its number in `last`, which may be NULL; zeros where
 * there is none. */
static int chain_head(struct store *store, enum statement which, int64_t id,
                      uint8_t chain[CHAIN_BYTES], int64_t *last)
{
    sqlite3_stmt *stmt = sql_statement(store, which);
    memset(chain, 0, CHAIN_BYTES);
    if (last)
        *last = 0;
    if (!stmt || sql_bind(store, stmt, "i", id))
        return -1;
    int status = sql_step(store, stmt);
    if (status == SQL_ROW)
        chain_column(stmt, 0, chain);
    if (status == SQL_ROW && last)
        *last = sqlite3_column_int64(stmt, 1);
    sql_done(stmt);
    return status < 0 ? -1 : 0;
}

int sqlite_rows_result_add(struct store *store, const struct ladder_result *result,
                           const struct standings *standings, struct result_change *change,
                           int64_t *seq)
{
    struct ladder_game summary;
    struct ladder_result named;
    uint8_t before[CHAIN_BYTES], chain[CHAIN_BYTES], own[CHAIN_BYTES];
    const uint8_t *record_hash = store_record_hash(result, own);
    int status = sqlite_rows_result_find(store, result->game, seq);
    if (status == 0)
        return result_change_read(store, *seq, change) ? -1 : STORE_THERE;
    if (status != STORE_NONE)
        return -1;
    if (chain_head(store, RESULT_HEAD, INT64_MAX, before, seq))
        return -1;
    ++*seq;
    apply_result_summary(result, &summary);
    store_text_result_named(result, standings, change, &named);
    chain_result(before, *seq, &named, result->record, record_hash, chain);
    sqlite3_stmt *stmt = sql_statement(store, RESULT_ADD);
    if (!stmt ||
        sql_bind(store, stmt, "ississssbb", *seq, result->game, result->ruleset, result->wall_msec,
                 result->reason, result->unrated, summary.score, change->unrated, chain,
                 CHAIN_BYTES, record_hash, CHAIN_BYTES) ||
        sql_run(store, stmt) || seats_add(store, *seq, result, standings, change))
        return -1;
    stmt = result->stake ? sql_statement(store, STAKE_ADD) : NULL;
    if (result->stake && (!stmt || sql_bind(store, stmt, "ii", *seq, (int64_t)result->stake) ||
                          sql_run(store, stmt)))
        return -1;
    sqlite_tail_note(sqlite_of(store), *seq, chain);
    return sqlite_record_add(store, *seq, result);
}

int sqlite_rows_result_cache(struct store *store, int64_t seq, int seat_count,
                             const struct result_change *change)
{
    sqlite3_stmt *stmt = sql_statement(store, RESULT_CACHE);
    if (!stmt || sql_bind(store, stmt, "si", change->unrated, seq) || sql_run(store, stmt))
        return -1;
    for (int seat = 0; seat < seat_count; seat++) {
        stmt = sql_statement(store, SEAT_CACHE);
        if (!stmt ||
            sql_bind(store, stmt, "iiiii", change->seats[seat].before_milli,
                     change->seats[seat].after_milli, (int64_t)change->seats[seat].k, seq,
                     (int64_t)seat) ||
            sql_run(store, stmt))
            return -1;
    }
    return 0;
}

static int result_read(struct store *store, sqlite3_stmt *stmt, struct store_result *row)
{
    struct ladder_result *result = &row->result;
    char scores[STORE_SCORES_BYTES];
    memset(row, 0, sizeof *row);
    row->seq = sqlite3_column_int64(stmt, 0);
    sql_column_text(stmt, 1, result->game, sizeof result->game);
    sql_column_text(stmt, 2, result->ruleset, sizeof result->ruleset);
    result->wall_msec = sqlite3_column_int64(stmt, 3);
    sql_column_text(stmt, 4, result->reason, sizeof result->reason);
    sql_column_text(stmt, 5, result->unrated, sizeof result->unrated);
    sql_column_text(stmt, 6, scores, sizeof scores);
    sql_column_text(stmt, 7, row->change.unrated, sizeof row->change.unrated);
    row->change.rated = row->change.unrated[0] == '\0';
    row->chained = chain_column(stmt, 8, row->chain);
    result->stake = sqlite3_column_int(stmt, 9); /* 0: none */
    row->hashed = chain_column(stmt, 10, row->record_hash);
    store_text_scores_parse(scores, result);
    if (seats_read(store, row->seq, result, &row->change))
        return -1;
    const char *wrong = result_check(result);
    if (!wrong)
        return 0;
    snprintf(store->error, sizeof store->error, "%s: result %lld: %s", store->name,
             (long long)row->seq, wrong);
    return -1;
}

static int results_read(struct store *store, enum statement which, int64_t bot_id, int64_t seq,
                        struct store_result *results, int max)
{
    sqlite3_stmt *stmt = sql_statement(store, which);
    if (!stmt || sql_bind(store, stmt, bot_id ? "iii" : "ii", seq, (int64_t)max, bot_id))
        return -1;
    int count = 0, status = 0;
    while (count < max && (status = sql_step(store, stmt)) == SQL_ROW) {
        status = result_read(store, stmt, &results[count++]);
        if (status < 0)
            break;
    }
    sql_done(stmt);
    return status < 0 ? -1 : count;
}

int sqlite_rows_results(struct store *store, int64_t bot_id, int64_t after_seq,
                        struct store_result *results, int max)
{
    return results_read(store, bot_id ? RESULT_PAGE_BOT : RESULT_PAGE, bot_id, after_seq, results,
                        max);
}

int sqlite_rows_results_before(struct store *store, int64_t bot_id, int64_t before_seq,
                               struct store_result *results, int max)
{
    return results_read(store, bot_id ? RESULT_BACK_BOT : RESULT_BACK, bot_id, before_seq, results,
                        max);
}

int sqlite_rows_results_at(struct store *store, const int64_t *seqs, int count,
                           struct store_result *results)
{
    int there = 0;
    for (int i = 0; i < count; i++) {
        int got = sqlite_rows_results_before(store, 0, seqs[i] + 1, &results[there], 1);
        if (got < 0)
            return -1;
        there += got == 1 && results[there].seq == seqs[i];
    }
    return there;
}

/* How far a look of STORE_LOOK_MAX results goes: *end is the last of them; negative: there are not
 * so many. */
static int look_end(struct store *store, int64_t bot_id, int64_t before_seq, int64_t *end)
{
    sqlite3_stmt *stmt = sql_statement(store, bot_id ? RESULT_LOOK_END_BOT : RESULT_LOOK_END);
    if (!stmt ||
        sql_bind(store, stmt, bot_id ? "iii" : "ii", before_seq, (int64_t)STORE_LOOK_MAX, bot_id))
        return -1;
    enum sql_row row = sql_step(store, stmt);
    if (row == SQL_ROW)
        *end = sqlite3_column_int64(stmt, 0) < STORE_LOOK_MAX ? -1 : sqlite3_column_int64(stmt, 1);
    sql_done(stmt);
    return row == SQL_ROW ? 0 : -1;
}

int sqlite_rows_results_wanted(struct store *store, const struct store_wanted *wanted,
                               int64_t before_seq, int64_t *seqs, int max, int64_t *next)
{
    sqlite3_stmt *stmt = sql_statement(store, wanted->bot_id ? RESULT_WANTED_BOT : RESULT_WANTED);
    if (!stmt || sql_bind(store, stmt, wanted->bot_id ? "iisiii" : "iisii", before_seq,
                          (int64_t)STORE_LOOK_MAX, wanted->ruleset, wanted->other_id, (int64_t)max,
                          wanted->bot_id))
        return -1;
    int count = 0, status = 0;
    while (count < max && (status = sql_step(store, stmt)) == SQL_ROW)
        seqs[count++] = sqlite3_column_int64(stmt, 0);
    sql_done(stmt);
    if (status < 0)
        return -1;
    if (count == max)
        *next = seqs[count - 1];
    else if (look_end(store, wanted->bot_id, before_seq, next))
        return -1;
    return count;
}

int sqlite_rows_result_find(struct store *store, const char *game, int64_t *seq)
{
    sqlite3_stmt *stmt = sql_statement(store, RESULT_FIND);
    if (!stmt || sql_bind(store, stmt, "s", game))
        return -1;
    int status = sql_step(store, stmt);
    if (status == SQL_ROW)
        *seq = sqlite3_column_int64(stmt, 0);
    sql_done(stmt);
    return status < 0 ? -1 : status == 0 ? STORE_NONE : 0;
}

/* Reads the one text of a statement by a name; STORE_NONE if there is none. */
static int text_find(struct store *store, enum statement which, const char *name, char **text)
{
    *text = NULL;
    sqlite3_stmt *stmt = sql_statement(store, which);
    if (!stmt || sql_bind(store, stmt, "s", name))
        return -1;
    int status = sql_step(store, stmt);
    if (status == SQL_ROW) {
        const unsigned char *column = sqlite3_column_text(stmt, 0);
        *text = strdup(column ? (const char *)column : "");
        status = *text ? 0 : -1;
        if (status)
            snprintf(store->error, sizeof store->error, "%s: out of memory", store->name);
    } else if (status == 0) {
        status = STORE_NONE;
    }
    sql_done(stmt);
    return status;
}

/* ---------------------------------------------------------------------------- announced games */

int sqlite_rows_game_add(struct store *store, const struct store_game *game)
{
    sqlite3_stmt *stmt = sql_statement(store, GAME_ADD);
    char seats[STORE_SEATS_BYTES];

    store_text_seats_format(&game->result, seats);
    if (!stmt || sql_bind(store, stmt, "ssisn", game->result.game, game->result.ruleset,
                          game->result.wall_msec, seats))
        return -1;
    if (sqlite3_bind_blob(stmt, 5, game->commitment, sizeof game->commitment, SQLITE_STATIC) !=
        SQLITE_OK)
        return sql_fail(store);
    if (sql_run(store, stmt))
        return -1;
    return sqlite3_changes(sqlite_of(store)->db) == 0 ? STORE_THERE : 0;
}

int sqlite_rows_game_drop(struct store *store, const char *game)
{
    sqlite3_stmt *stmt = sql_statement(store, GAME_DROP);
    if (!stmt || sql_bind(store, stmt, "s", game))
        return -1;
    return sql_run(store, stmt);
}

static void game_read(sqlite3_stmt *stmt, struct store_game *game)
{
    struct ladder_result *result = &game->result;
    char seats[STORE_SEATS_BYTES];

    memset(game, 0, sizeof *game);
    sql_column_text(stmt, 0, result->game, sizeof result->game);
    sql_column_text(stmt, 1, result->ruleset, sizeof result->ruleset);
    result->wall_msec = sqlite3_column_int64(stmt, 2);
    sql_column_text(stmt, 3, seats, sizeof seats);
    chain_column(stmt, 4, game->commitment);
    game->id = sqlite3_column_int64(stmt, 5);
    game->open = sqlite3_column_int(stmt, 6) != 0;
    store_text_seats_parse(seats, result);
}

static int games_read(struct store *store, sqlite3_stmt *stmt, struct store_game *games, int max)
{
    int count = 0, status = 0;

    while (count < max && (status = sql_step(store, stmt)) == SQL_ROW)
        game_read(stmt, &games[count++]);
    sql_done(stmt);
    return status < 0 ? -1 : count;
}

int sqlite_rows_games_open(struct store *store, struct store_game *games, int max)
{
    sqlite3_stmt *stmt = sql_statement(store, GAME_OPEN);

    if (!stmt || sql_bind(store, stmt, "i", (int64_t)max))
        return -1;
    return games_read(store, stmt, games, max);
}

int sqlite_rows_games(struct store *store, int64_t after_id, struct store_game *games, int max)
{
    sqlite3_stmt *stmt = sql_statement(store, GAME_PAGE);

    if (!stmt || sql_bind(store, stmt, "ii", after_id, (int64_t)max))
        return -1;
    return games_read(store, stmt, games, max);
}

/* ------------------------------------------------------------------------------------ actions */

int sqlite_rows_log_entries(struct store *store, int64_t after_id, struct log_entry *actions,
                            int max)
{
    sqlite3_stmt *stmt = sql_statement(store, ACTION_PAGE);
    if (!stmt || sql_bind(store, stmt, "ii", after_id, (int64_t)max))
        return -1;
    int count = 0, status = 0;
    while (count < max && (status = sql_step(store, stmt)) == SQL_ROW) {
        struct log_entry *action = &actions[count++];
        char kind[16];
        action->id = sqlite3_column_int64(stmt, 0);
        action->after_seq = sqlite3_column_int64(stmt, 1);
        sql_column_text(stmt, 2, kind, sizeof kind);
        action->kind = log_entry_find(kind);
        action->target = sqlite3_column_int64(stmt, 3);
        sql_column_text(stmt, 4, action->bot, sizeof action->bot);
        action->wall_msec = sqlite3_column_int64(stmt, 5);
        action->chained = chain_column(stmt, 6, action->chain);
        sql_column_text(stmt, 7, action->text, sizeof action->text);
        if (action->kind == LOG_ENTRY_KINDS) {
            snprintf(store->error, sizeof store->error,
                     "%s: action %lld is of a kind '%s' that is not known", store->name,
                     (long long)action->id, kind);
            status = -1;
            break;
        }
    }
    sql_done(stmt);
    return status < 0 ? -1 : count;
}

/* Chained as it is read: with its number, and its place in the log. */
static int action_chain(struct store *store, int64_t id)
{
    uint8_t before[CHAIN_BYTES], result[CHAIN_BYTES], chain[CHAIN_BYTES];
    struct log_entry action;

    if (sqlite_rows_log_entries(store, id - 1, &action, 1) != 1 ||
        chain_head(store, ACTION_HEAD, id, before, NULL) ||
        chain_head(store, RESULT_HEAD, action.after_seq + 1, result, NULL))
        return -1;
    chain_log_entry(before, result, &action, chain);
    sqlite3_stmt *stmt = sql_statement(store, ACTION_CHAIN);
    if (!stmt || sql_bind(store, stmt, "bi", chain, CHAIN_BYTES, id))
        return -1;
    return sql_run(store, stmt);
}

int sqlite_rows_log_entry_add(struct store *store, enum log_entry_kind kind, int64_t target,
                              int64_t wall_msec, const char *text)
{
    sqlite3_stmt *stmt = sql_statement(store, ACTION_ADD);
    if (!stmt || sql_bind(store, stmt, "isnns", wall_msec, log_entry_name(kind), text))
        return -1;
    if (target > 0 && sqlite3_bind_int64(stmt, log_entry_of_bot(kind) ? 3 : 4, target) != SQLITE_OK)
        return sql_fail(store);
    if (sql_run(store, stmt))
        return -1;
    return action_chain(store, sqlite3_last_insert_rowid(sqlite_of(store)->db));
}

/* ---------------------------------------------------------------------------------- documents */

static int write_document(struct store *store, enum statement statement, const char *name,
                          const char *text)
{
    sqlite3_stmt *stmt = sql_statement(store, statement);
    if (!stmt || sql_bind(store, stmt, "ss", name, text))
        return -1;
    return sql_run(store, stmt);
}

int sqlite_rows_document_add(struct store *store, const char *name, const char *text)
{
    return write_document(store, DOCUMENT_ADD, name, text);
}

int sqlite_rows_document_put(struct store *store, const char *name, const char *text)
{
    return write_document(store, DOCUMENT_PUT, name, text);
}

int sqlite_rows_document(struct store *store, const char *name, char **text)
{
    return text_find(store, DOCUMENT_FIND, name, text);
}
