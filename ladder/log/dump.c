/* dump.c - a whole ladder as lines of JSON. */
#include "log/dump.h"

#include "standings/log_entry.h"
#include "store/chain.h"
#include "base/hex.h"
#include "log/replay.h"
#include "log/event_table.h"
#include "log/season_table.h"
#include "store/store_retention.h"

#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT "avondale-ladder/1"
enum { LINE_BYTES_MAX = 64 << 20 }; /* a record is at most a megabyte */

static int fail_world(struct dump *dump, const char *text)
{
    dump->world = true;
    snprintf(dump->error, sizeof dump->error, "%s", text);
    return -1;
}

/* ------------------------------------------------------------------------------------- export */

struct out {
    struct dump *dump;
    struct store *store;
    FILE *file;
    struct log_entry next; /* the next one to write; id 0: there is none */
};

static int put(struct out *out, json_t *value)
{
    int status = value ? json_dumpf(value, out->file, JSON_COMPACT) : -1;

    json_decref(value);
    if (status)
        return fail_world(out->dump, "a text that is not UTF-8, or out of memory");
    fputc('\n', out->file);
    return ferror(out->file) ? fail_world(out->dump, "the output cannot be written") : 0;
}

/* Null where there is none. */
static json_t *hash_json(const uint8_t *hash, bool there)
{
    char hex[2 * CHAIN_BYTES + 1];

    if (!there)
        return json_null();
    hex_format(hash, CHAIN_BYTES, hex);
    return json_string(hex);
}

static int bot_put(struct out *out, const struct standing *bot)
{
    out->dump->bots++;
    return put(out, json_pack("{s:s, s:I, s:s, s:s, s:o}", "kind", "bot", "id", (json_int_t)bot->id,
                              "name", bot->name, "owner", bot->owner, "token",
                              hash_json(bot->token_hash, bot->has_token)));
}

static json_t *seats_json(const struct ladder_result *result, bool ranks)
{
    json_t *seats = json_array();

    for (int i = 0; i < result->seat_count; i++) {
        const struct ladder_seat *seat = &result->seats[i];
        json_t *object = json_pack("{s:s, s:i}", "bot", seat->bot, "side", seat->side);
        if (ranks)
            json_object_set_new(object, "rank", json_integer(result->ranks[seat->side]));
        json_array_append_new(seats, object);
    }
    return seats;
}

json_t *dump_result(const struct store_result *row, const char *record)
{
    const struct ladder_result *result = &row->result;
    json_t *scores = json_array();

    for (int i = 0; i < result->side_count; i++)
        json_array_append_new(scores, json_integer(result->scores[i]));
    json_t *line =
        json_pack("{s:s, s:I, s:s, s:s, s:I, s:s, s:s, s:o, s:o, s:s?, s:o}", "kind", "result",
                  "seq", (json_int_t)row->seq, "game", result->game, "ruleset", result->ruleset,
                  "wall_msec", (json_int_t)result->wall_msec, "reason", result->reason, "asked",
                  result->unrated, "scores", scores, "seats", seats_json(result, true), "record",
                  record, "chain", hash_json(row->chain, row->chained));
    if (result->stake)
        json_object_set_new(line, "stake", json_integer(result->stake));
    if (row->hashed)
        json_object_set_new(line, "record_sha256", hash_json(row->record_hash, true));
    return line;
}

static int result_put(struct out *out, const struct store_result *row)
{
    char *record = NULL;
    int there = store_record(out->store, row->result.game, &record);

    if (there == STORE_FAILED)
        return fail_world(out->dump, store_error(out->store));
    out->dump->results++;
    out->dump->left += there == STORE_LEFT;
    int status = put(out, dump_result(row, record));
    free(record);
    return status;
}

static int action_put(struct out *out, const struct log_entry *action)
{
    out->dump->actions++;
    return put(out, json_pack("{s:s, s:I, s:I, s:I, s:s, s:s, s:I, s:o}", "kind",
                              log_entry_name(action->kind), "id", (json_int_t)action->id, "after",
                              (json_int_t)action->after_seq, "target", (json_int_t)action->target,
                              "bot", action->bot, "text", action->text, "wall_msec",
                              (json_int_t)action->wall_msec, "chain",
                              hash_json(action->chain, action->chained)));
}

static int announced_put(struct out *out, const struct store_game *game)
{
    const struct ladder_result *result = &game->result;

    out->dump->announced++;
    return put(out, json_pack("{s:s, s:s, s:s, s:I, s:o, s:o}", "kind", "announced", "game",
                              result->game, "ruleset", result->ruleset, "wall_msec",
                              (json_int_t)result->wall_msec, "seats", seats_json(result, false),
                              "commitment", hash_json(game->commitment, true)));
}

static int document_put(struct out *out, const struct log_entry *action)
{
    char season[LADDER_NAME_MAX + 1], name[LADDER_NAME_MAX + 16], *text = NULL;

    snprintf(season, sizeof season, "%.*s", (int)strcspn(action->text, " "), action->text);
    if (action->kind == LOG_ENTRY_EVENT)
        event_table_document_name(season, name);
    else
        season_table_document_name(season, name);
    int status = store_document(out->store, name, &text);
    if (status == STORE_FAILED)
        return fail_world(out->dump, store_error(out->store));
    if (status == 0)
        status =
            put(out, json_pack("{s:s, s:s, s:s}", "kind", "document", "name", name, "text", text));
    free(text);
    return status == STORE_NONE ? 0 : status;
}

/* A kind of rows that are read page by page. */
struct rows {
    size_t size;
    int (*read)(struct store *store, int64_t after, void *page, int max);
    /* Writes a row, and sets its number. Returns 0, or -1. */
    int (*put)(struct out *out, const void *row, int64_t *number);
};

static int rows_export(struct out *out, const struct rows *rows)
{
    char *page = calloc(STORE_PAGE, rows->size);
    int64_t after = 0;
    int count = STORE_PAGE, status = page ? 0 : fail_world(out->dump, "out of memory");

    while (status == 0 && count == STORE_PAGE) {
        count = rows->read(out->store, after, page, STORE_PAGE);
        if (count < 0)
            status = fail_world(out->dump, store_error(out->store));
        for (int i = 0; i < count && status == 0; i++)
            status = rows->put(out, page + (size_t)i * rows->size, &after);
    }
    free(page);
    return status;
}

static int bots_read(struct store *store, int64_t after, void *page, int max)
{
    return store_bots(store, after, page, max);
}

static int bots_put(struct out *out, const void *row, int64_t *number)
{
    const struct standing *bot = row;

    *number = bot->id;
    return bot_put(out, bot);
}

static int announced_read(struct store *store, int64_t after, void *page, int max)
{
    return store_games(store, after, page, max);
}

static int announced_row_put(struct out *out, const void *row, int64_t *number)
{
    const struct store_game *game = row;

    *number = game->id;
    return announced_put(out, game);
}

static int entries_read(struct store *store, int64_t after, void *page, int max)
{
    return store_log_entries(store, after, page, max);
}

/* The final tables named by the entries of the log. */
static int documents_put(struct out *out, const void *row, int64_t *number)
{
    const struct log_entry *entry = row;

    *number = entry->id;
    return entry->kind == LOG_ENTRY_CLOSE || entry->kind == LOG_ENTRY_EVENT
               ? document_put(out, entry)
               : 0;
}

/* Writes the log entries that lie before result `seq`; *action is the next one, with id 0 if there
 * is none. */
static int actions_before(struct out *out, int64_t seq, struct log_entry *action)
{
    while (action->id && action->after_seq < seq) {
        if (action_put(out, action))
            return -1;
        int64_t after = action->id;
        int count = store_log_entries(out->store, after, action, 1);
        if (count < 0)
            return fail_world(out->dump, store_error(out->store));
        if (count == 0)
            action->id = 0;
    }
    return 0;
}

static int results_read(struct store *store, int64_t after, void *page, int max)
{
    return store_results(store, 0, after, page, max);
}

static int results_put(struct out *out, const void *row, int64_t *number)
{
    const struct store_result *result = row;

    *number = result->seq;
    return actions_before(out, result->seq, &out->next) ? -1 : result_put(out, result);
}

static const struct rows bot_rows = {sizeof(struct standing), bots_read, bots_put},
                         result_rows = {sizeof(struct store_result), results_read, results_put},
                         announced_rows = {sizeof(struct store_game), announced_read,
                                           announced_row_put},
                         document_rows = {sizeof(struct log_entry), entries_read, documents_put};

static int log_export(struct out *out)
{
    if (store_log_entries(out->store, 0, &out->next, 1) < 0)
        return fail_world(out->dump, store_error(out->store));
    return rows_export(out, &result_rows) || actions_before(out, INT64_MAX, &out->next) ? -1 : 0;
}

static void dump_clear(struct dump *dump)
{
    dump->bots = dump->results = dump->actions = dump->announced = dump->left = 0;
    dump->world = false;
    dump->error[0] = '\0';
}

/* How far records are archived and left, if any is. */
static int retention_put(struct out *out)
{
    struct store_retention retention;

    if (store_retention(out->store, &retention))
        return fail_world(out->dump, store_error(out->store));
    if (retention.archived_seq == 0 && retention.left_seq == 0)
        return 0;
    return put(out, json_pack("{s:s, s:I, s:I}", "kind", "retention", "archived",
                              (json_int_t)retention.archived_seq, "left",
                              (json_int_t)retention.left_seq));
}

int dump_export(struct dump *dump, struct store *store, FILE *file)
{
    struct out out = {.dump = dump, .store = store, .file = file};

    dump_clear(dump);
    if (put(&out, json_pack("{s:s, s:s}", "kind", "ladder", "format", FORMAT)) ||
        rows_export(&out, &bot_rows) || log_export(&out) || rows_export(&out, &announced_rows) ||
        rows_export(&out, &document_rows))
        return -1;
    if (retention_put(&out))
        return -1;
    return put(&out,
               json_pack("{s:s, s:i, s:i, s:i, s:i}", "kind", "end", "bots", dump->bots, "results",
                         dump->results, "actions", dump->actions, "announced", dump->announced));
}

/* ------------------------------------------------------------------------------------- import */

struct in {
    struct dump *dump;
    struct store *store;
    struct standings standings;
    int64_t last_seq;
    uint8_t result_head[CHAIN_BYTES], action_head[CHAIN_BYTES];
    long line;
    bool ended;
};

static int fail_line(struct in *in, const char *format, ...) __attribute__((format(printf, 2, 3)));

static int fail_line(struct in *in, const char *format, ...)
{
    char text[400];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    snprintf(in->dump->error, sizeof in->dump->error, "%.200s line %ld: %s", in->dump->name,
             in->line, text);
    return -1;
}

static int fail_store(struct in *in)
{
    return fail_world(in->dump, store_error(in->store));
}

/* Returns 0, or -1 if the value is no hash. */
static int hash_parse(const json_t *value, uint8_t hash[CHAIN_BYTES])
{
    const char *hex = json_string_value(value);

    return hex && hex_parse(hex, hash, CHAIN_BYTES) == 0 ? 0 : -1;
}

/* Copies a text that must exist and fit. */
static int text_parse(struct in *in, const json_t *object, const char *key, char *out, size_t size)
{
    const char *text = json_string_value(json_object_get(object, key));

    if (!text || strlen(text) >= size)
        return fail_line(in, "%s: expected a text of %zu bytes at most", key, size - 1);
    memcpy(out, text, strlen(text) + 1);
    return 0;
}

static int number_parse(struct in *in, const json_t *object, const char *key, int64_t min,
                        int64_t max, int64_t *out)
{
    const json_t *value = json_object_get(object, key);

    *out = json_integer_value(value);
    if (!json_is_integer(value) || *out < min || *out > max)
        return fail_line(in, "%s: expected a number from %lld to %lld", key, (long long)min,
                         (long long)max);
    return 0;
}

static int bot_import(struct in *in, const json_t *object)
{
    struct standing bot = {.rating_milli = RATING_START_MILLI};
    int64_t id;

    if (text_parse(in, object, "name", bot.name, sizeof bot.name) ||
        text_parse(in, object, "owner", bot.owner, sizeof bot.owner) ||
        number_parse(in, object, "id", 1, INT64_MAX, &id))
        return -1;
    if (!name_is_valid(bot.name) || (bot.owner[0] && !name_is_valid(bot.owner)))
        return fail_line(in, "name, owner: expected 1 to 32 of A-Z a-z 0-9 . _ -");
    const json_t *token = json_object_get(object, "token");
    bot.has_token = !json_is_null(token);
    if (bot.has_token && hash_parse(token, bot.token_hash))
        return fail_line(in, "token: expected 64 hex digits or null");
    if (standings_find(&in->standings, bot.name) >= 0)
        return fail_line(in, "name '%s': expected one that was not there yet", bot.name);
    int index = standings_add(&in->standings, bot.name, bot.owner);
    if (index < 0)
        return fail_world(in->dump, "out of memory, or too many bots");
    if (store_bot_add(in->store, &bot, 0))
        return fail_store(in);
    if (bot.id != id)
        return fail_line(in, "id: expected %lld: a bot was taken out", (long long)bot.id);
    in->standings.bots[index].id = id;
    in->dump->bots++;
    return 0;
}

/* Reads seats, and ranks by side; every bot must exist. */
static int seats_parse(struct in *in, const json_t *object, bool ranks,
                       struct ladder_result *result)
{
    const json_t *seats = json_object_get(object, "seats");

    result->seat_count = (int)json_array_size(seats);
    if (result->seat_count < 1 || result->seat_count > LADDER_SEATS_MAX)
        return fail_line(in, "seats: expected 2 to %d of them", (int)LADDER_SEATS_MAX);
    for (int i = 0; i < result->seat_count; i++) {
        const json_t *seat = json_array_get(seats, (size_t)i);
        int64_t side, rank = 1;
        if (text_parse(in, seat, "bot", result->seats[i].bot, sizeof result->seats[i].bot) ||
            number_parse(in, seat, "side", 0, LADDER_SEATS_MAX - 1, &side) ||
            (ranks && number_parse(in, seat, "rank", 1, LADDER_SEATS_MAX, &rank)))
            return -1;
        if (ranks && standings_find(&in->standings, result->seats[i].bot) < 0)
            return fail_line(in, "seats: no bot '%s'", result->seats[i].bot);
        result->seats[i].side = (int)side;
        result->ranks[side] = (int)rank;
        if (side >= result->side_count)
            result->side_count = (int)side + 1;
    }
    return 0;
}

/* The hash of the record, where the link is of the second form: as `hash` in `result`. */
static int record_parse(struct in *in, const json_t *object, struct ladder_result *result,
                        uint8_t hash[CHAIN_BYTES])
{
    const json_t *record = json_object_get(object, "record"),
                 *told = json_object_get(object, "record_sha256");
    uint8_t own[CHAIN_BYTES];

    if (!record || (!json_is_null(record) && !json_is_string(record)))
        return fail_line(in, "record: expected a text or null");
    result->record = json_string_value(record);
    result->linked_by_text = !told;
    if (!told)
        return 0;
    if (hash_parse(told, hash))
        return fail_line(in, "record_sha256: expected 64 hex digits");
    result->record_hash = hash;
    if (!result->record)
        return 0;
    chain_record(result->record, own);
    return memcmp(own, hash, CHAIN_BYTES) == 0 ? 0 : fail_line(in, "record: it was altered");
}

static int result_parse(struct in *in, const json_t *object, struct ladder_result *result,
                        int64_t *seq, uint8_t record_hash[CHAIN_BYTES])
{
    const json_t *scores = json_object_get(object, "scores");

    memset(result, 0, sizeof *result);
    if (number_parse(in, object, "seq", 1, INT64_MAX, seq) ||
        text_parse(in, object, "game", result->game, sizeof result->game) ||
        text_parse(in, object, "ruleset", result->ruleset, sizeof result->ruleset) ||
        number_parse(in, object, "wall_msec", INT64_MIN, INT64_MAX, &result->wall_msec) ||
        text_parse(in, object, "reason", result->reason, sizeof result->reason) ||
        text_parse(in, object, "asked", result->unrated, sizeof result->unrated) ||
        seats_parse(in, object, true, result))
        return -1;
    if ((int)json_array_size(scores) != result->side_count)
        return fail_line(in, "scores: expected %d of them", result->side_count);
    for (int i = 0; i < result->side_count; i++)
        result->scores[i] = (int32_t)json_integer_value(json_array_get(scores, (size_t)i));
    int64_t stake = 0;
    if (json_object_get(object, "stake") && number_parse(in, object, "stake", 1, INT32_MAX, &stake))
        return -1;
    result->stake = (int32_t)stake;
    if (record_parse(in, object, result, record_hash))
        return -1;
    const char *wrong = result_check(result);
    return wrong ? fail_line(in, "%s", wrong) : 0;
}

static int result_import(struct in *in, const json_t *object)
{
    struct ladder_result result;
    struct result_change change;
    uint8_t told[CHAIN_BYTES], hash[CHAIN_BYTES], record_hash[CHAIN_BYTES];
    int64_t seq, stored = 0;

    if (result_parse(in, object, &result, &seq, record_hash))
        return -1;
    if (hash_parse(json_object_get(object, "chain"), told))
        return fail_line(in, "chain: expected the hash of an entry; older ones cannot be moved");
    chain_result(in->result_head, seq, &result, result.record, result.record_hash, hash);
    if (memcmp(hash, told, CHAIN_BYTES) != 0)
        return fail_line(in, "result %lld: it was altered, or one before it taken out",
                         (long long)seq);
    if (apply_result(&in->standings, &result, false, &change))
        return fail_world(in->dump, "out of memory");
    int status = store_result_add(in->store, &result, &in->standings, &change, &stored);
    if (status == STORE_FAILED)
        return fail_store(in);
    if (status == STORE_THERE || stored != seq)
        return fail_line(in, "game '%s': expected one that is new, with number %lld", result.game,
                         (long long)in->last_seq + 1);
    memcpy(in->result_head, hash, CHAIN_BYTES);
    in->last_seq = seq;
    in->dump->results++;
    return 0;
}

static int action_import(struct in *in, const json_t *object, enum log_entry_kind kind)
{
    struct log_entry action = {.kind = kind};
    uint8_t told[CHAIN_BYTES], hash[CHAIN_BYTES];

    if (number_parse(in, object, "id", in->dump->actions + 1, in->dump->actions + 1, &action.id) ||
        number_parse(in, object, "after", in->last_seq, in->last_seq, &action.after_seq) ||
        number_parse(in, object, "target", 0, INT64_MAX, &action.target) ||
        number_parse(in, object, "wall_msec", INT64_MIN, INT64_MAX, &action.wall_msec) ||
        text_parse(in, object, "bot", action.bot, sizeof action.bot) ||
        (json_object_get(object, "text") && /* older files have none */
         text_parse(in, object, "text", action.text, sizeof action.text)))
        return -1;
    if (hash_parse(json_object_get(object, "chain"), told))
        return fail_line(in, "chain: expected the hash of an entry; older ones cannot be moved");
    chain_log_entry(in->action_head, in->result_head, &action, hash);
    bool of_bot = log_entry_of_bot(kind);
    int bot = of_bot ? standings_find(&in->standings, action.bot) : -1;
    bool known = of_bot                   ? bot >= 0 && in->standings.bots[bot].id == action.target
                 : kind == LOG_ENTRY_VOID ? action.target >= 1 && action.target <= in->last_seq
                                          : action.target == 0;
    if (!known || memcmp(hash, told, CHAIN_BYTES) != 0)
        return fail_line(in, "%s %lld: it was altered, or one before it taken out",
                         log_entry_name(kind), (long long)action.id);
    if (store_log_entry_add(in->store, kind, action.target, action.wall_msec, action.text))
        return fail_store(in);
    if (log_entry_apply(&in->standings, &action))
        return fail_world(in->dump, "out of memory");
    memcpy(in->action_head, hash, CHAIN_BYTES);
    in->dump->actions++;
    return 0;
}

static int announced_import(struct in *in, const json_t *object)
{
    struct store_game game = {.id = 0};
    struct ladder_result *result = &game.result;

    if (text_parse(in, object, "game", result->game, sizeof result->game) ||
        text_parse(in, object, "ruleset", result->ruleset, sizeof result->ruleset) ||
        number_parse(in, object, "wall_msec", INT64_MIN, INT64_MAX, &result->wall_msec) ||
        seats_parse(in, object, false, result))
        return -1;
    if (!name_is_game_id(result->game))
        return fail_line(in, "game: expected 1 to 64 of A-Z a-z 0-9 . _ -");
    for (int i = 0; i < result->seat_count; i++) {
        if (!name_is_valid(result->seats[i].bot))
            return fail_line(in, "seats: expected names of bots");
    }
    if (hash_parse(json_object_get(object, "commitment"), game.commitment))
        return fail_line(in, "commitment: expected 64 hex digits");
    int status = store_game_add(in->store, &game);
    if (status == STORE_FAILED)
        return fail_store(in);
    if (status == STORE_THERE)
        return fail_line(in, "game '%s': expected one that was not announced yet", result->game);
    in->dump->announced++;
    return 0;
}

static int document_import(struct in *in, const json_t *object)
{
    const char *name = json_string_value(json_object_get(object, "name"));
    const char *text = json_string_value(json_object_get(object, "text"));

    if (!name || !text || strlen(name) > LOG_ENTRY_TEXT_MAX)
        return fail_line(in, "name, text: expected texts");
    return store_document_add(in->store, name, text) ? fail_store(in) : 0;
}

/* Behind the results. */
static int retention_import(struct in *in, const json_t *object)
{
    int64_t archived, left;

    if (number_parse(in, object, "archived", 0, in->last_seq, &archived) ||
        number_parse(in, object, "left", 0, in->last_seq, &left))
        return -1;
    if (store_retention_archived(in->store, 1, archived) ||
        store_retention_drop(in->store, left, true) < 0)
        return fail_store(in);
    return 0;
}

static int end_import(struct in *in, const json_t *object)
{
    const struct dump *dump = in->dump;
    int64_t number;

    if (number_parse(in, object, "bots", dump->bots, dump->bots, &number) ||
        number_parse(in, object, "results", dump->results, dump->results, &number) ||
        number_parse(in, object, "actions", dump->actions, dump->actions, &number) ||
        number_parse(in, object, "announced", dump->announced, dump->announced, &number))
        return -1;
    in->ended = true;
    return 0;
}

static int line_import(struct in *in, const char *line, size_t size)
{
    json_error_t error;
    json_t *object = json_loadb(line, size, JSON_REJECT_DUPLICATES, &error);
    const char *kind = json_string_value(json_object_get(object, "kind"));
    const char *format = json_string_value(json_object_get(object, "format"));
    int status;

    if (!kind)
        status = fail_line(in, "expected an object of JSON with a kind");
    else if (in->ended)
        status = fail_line(in, "expected nothing behind the last line");
    else if (in->line == 1)
        status = strcmp(kind, "ladder") == 0 && format && strcmp(format, FORMAT) == 0
                     ? 0
                     : fail_line(in, "expected the format " FORMAT);
    else if (strcmp(kind, "bot") == 0)
        status = bot_import(in, object);
    else if (strcmp(kind, "result") == 0)
        status = result_import(in, object);
    else if (log_entry_find(kind) != LOG_ENTRY_KINDS)
        status = action_import(in, object, log_entry_find(kind));
    else if (strcmp(kind, "document") == 0)
        status = document_import(in, object);
    else if (strcmp(kind, "announced") == 0)
        status = announced_import(in, object);
    else if (strcmp(kind, "retention") == 0)
        status = retention_import(in, object);
    else if (strcmp(kind, "end") == 0)
        status = end_import(in, object);
    else
        status = fail_line(
            in, "kind '%.20s': expected bot, result, ban, void, announced, end or the like", kind);
    json_decref(object);
    return status;
}

static int lines_import(struct in *in, FILE *file)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t size = 0;
    int status = 0;

    while (status == 0 && (size = getline(&line, &room, file)) > 0) {
        in->line++;
        status = size > LINE_BYTES_MAX ? fail_line(in, "longer than %d bytes", (int)LINE_BYTES_MAX)
                                       : line_import(in, line, (size_t)size);
    }
    free(line);
    if (status == 0 && !feof(file)) {
        snprintf(in->dump->error, sizeof in->dump->error, "%.200s: %s", in->dump->name,
                 strerror(errno));
        return -1;
    }
    in->line++;
    if (status == 0 && !in->ended)
        return fail_line(in, "expected the last line: the file was cut off");
    return status;
}

/* The store must be empty: its own log would mix with that of the file. */
static int empty_check(struct in *in)
{
    struct standing bot;
    struct store_result *result = calloc(1, sizeof *result);
    struct store_game game;
    int bots = store_bots(in->store, 0, &bot, 1);
    int results = result ? store_results(in->store, 0, 0, result, 1) : 0;
    int games = store_games(in->store, 0, &game, 1);

    free(result);
    if (bots < 0 || results < 0 || games < 0)
        return fail_store(in);
    if (!result)
        return fail_world(in->dump, "out of memory");
    if (bots + results + games == 0)
        return 0;
    snprintf(in->dump->error, sizeof in->dump->error,
             "%.200s: a whole ladder can only be moved into an empty store", in->dump->name);
    return -1;
}

int dump_import(struct dump *dump, struct store *store, FILE *file)
{
    struct in in = {.dump = dump, .store = store};
    struct replay_audit audit = {0};
    struct replay replay;

    dump_clear(dump);
    standings_init(&in.standings);
    int status = empty_check(&in) || lines_import(&in, file) ? -1 : 0;
    standings_fini(&in.standings);
    if (status)
        return -1;
    /* Recomputes the cache, voids included, as for any log. */
    replay_init(&replay);
    if (replay_recompute(&replay, store, true, &audit))
        status = fail_world(dump, replay.error);
    replay_fini(&replay);
    return status;
}
