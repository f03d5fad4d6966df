/* dump.c - a whole ladder as lines of JSON. */
#include "log/dump_line.h"
#include "log/dump_owner.h"

#include "standings/log_entry.h"
#include "store/chain.h"
#include "log/replay.h"
#include "log/event_table.h"
#include "log/season_table.h"
#include "store/store_account.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT "avondale-ladder/1"
enum { LINE_BYTES_MAX = 64 << 20 }; /* a record is at most a megabyte */

/* ------------------------------------------------------------------------------------- export */

static int bot_put(struct dump_writer *to, const struct standing *bot)
{
    json_t *line = json_pack("{s:s, s:I, s:s, s:s, s:o}", "kind", "bot", "id", (json_int_t)bot->id,
                             "name", bot->name, "owner", bot->owner, "token",
                             dump_line_hash(bot->token_hash, bot->has_token));

    to->dump->bots++;
    if (bot->account[0])
        json_object_set_new(line, "account", json_string(bot->account));
    if (bot->stopped)
        json_object_set_new(line, "stopped", json_true());
    return dump_line_put(to, line);
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
                  record, "chain", dump_line_hash(row->chain, row->chained));
    if (result->stake)
        json_object_set_new(line, "stake", json_integer(result->stake));
    if (row->hashed)
        json_object_set_new(line, "record_sha256", dump_line_hash(row->record_hash, true));
    return line;
}

static int result_put(struct dump_writer *to, const struct store_result *row)
{
    struct record_read read;

    if (record_read(to->store, &to->retention, row, &read))
        return dump_line_failed(to);
    to->dump->results++;
    to->dump->left += read.left;
    record_read_count(&read, row, &to->dump->faults);
    int status = dump_line_put(to, dump_result(row, read.text));
    free(read.text);
    return status;
}

static int action_put(struct dump_writer *to, const struct log_entry *action)
{
    to->dump->actions++;
    return dump_line_put(to, json_pack("{s:s, s:I, s:I, s:I, s:s, s:s, s:I, s:o}", "kind",
                                       log_entry_name(action->kind), "id", (json_int_t)action->id,
                                       "after", (json_int_t)action->after_seq, "target",
                                       (json_int_t)action->target, "bot", action->bot, "text",
                                       action->text, "wall_msec", (json_int_t)action->wall_msec,
                                       "chain", dump_line_hash(action->chain, action->chained)));
}

static int announced_put(struct dump_writer *to, const struct store_game *game)
{
    const struct ladder_result *result = &game->result;

    to->dump->announced++;
    return dump_line_put(to, json_pack("{s:s, s:s, s:s, s:I, s:o, s:o}", "kind", "announced",
                                       "game", result->game, "ruleset", result->ruleset,
                                       "wall_msec", (json_int_t)result->wall_msec, "seats",
                                       seats_json(result, false), "commitment",
                                       dump_line_hash(game->commitment, true)));
}

static int document_put(struct dump_writer *to, const struct log_entry *action)
{
    char season[LADDER_NAME_MAX + 1], name[LADDER_NAME_MAX + 16], *text = NULL;

    snprintf(season, sizeof season, "%.*s", (int)strcspn(action->text, " "), action->text);
    if (action->kind == LOG_ENTRY_EVENT)
        event_table_document_name(season, name);
    else
        season_table_document_name(season, name);
    int status = store_document(to->store, name, &text);
    if (status == STORE_FAILED)
        return dump_line_failed(to);
    if (status == 0)
        status = dump_line_put(
            to, json_pack("{s:s, s:s, s:s}", "kind", "document", "name", name, "text", text));
    free(text);
    return status == STORE_NONE ? 0 : status;
}

static int bots_read(struct store *store, int64_t after, void *page, int max)
{
    return store_bots(store, after, page, max);
}

static int bots_put(struct dump_writer *to, const void *row, int64_t *number)
{
    const struct standing *bot = row;

    *number = bot->id;
    return bot_put(to, bot);
}

static int announced_read(struct store *store, int64_t after, void *page, int max)
{
    return store_games(store, after, page, max);
}

static int announced_row_put(struct dump_writer *to, const void *row, int64_t *number)
{
    const struct store_game *game = row;

    *number = game->id;
    return announced_put(to, game);
}

static int entries_read(struct store *store, int64_t after, void *page, int max)
{
    return store_log_entries(store, after, page, max);
}

/* The final tables named by the entries of the log. */
static int documents_put(struct dump_writer *to, const void *row, int64_t *number)
{
    const struct log_entry *entry = row;

    *number = entry->id;
    return entry->kind == LOG_ENTRY_CLOSE || entry->kind == LOG_ENTRY_EVENT
               ? document_put(to, entry)
               : 0;
}

/* Writes the log entries that lie before result `seq`; *action is the next one, with id 0 if there
 * is none. */
static int actions_before(struct dump_writer *to, int64_t seq, struct log_entry *action)
{
    while (action->id && action->after_seq < seq) {
        if (action_put(to, action))
            return -1;
        int64_t after = action->id;
        int count = store_log_entries(to->store, after, action, 1);
        if (count < 0)
            return dump_line_failed(to);
        if (count == 0)
            action->id = 0;
    }
    return 0;
}

static int results_read(struct store *store, int64_t after, void *page, int max)
{
    return store_results(store, 0, after, page, max);
}

static int results_put(struct dump_writer *to, const void *row, int64_t *number)
{
    const struct store_result *result = row;

    *number = result->seq;
    return actions_before(to, result->seq, &to->next) ? -1 : result_put(to, result);
}

static const struct dump_rows bot_rows = {sizeof(struct standing), bots_read, bots_put},
                              result_rows = {sizeof(struct store_result), results_read,
                                             results_put},
                              announced_rows = {sizeof(struct store_game), announced_read,
                                                announced_row_put},
                              document_rows = {sizeof(struct log_entry), entries_read,
                                               documents_put};

static int log_export(struct dump_writer *to)
{
    if (store_log_entries(to->store, 0, &to->next, 1) < 0)
        return dump_line_failed(to);
    return dump_line_rows(to, &result_rows) || actions_before(to, INT64_MAX, &to->next) ? -1 : 0;
}

static void dump_clear(struct dump *dump)
{
    dump->bots = dump->results = dump->actions = dump->announced = dump->left = 0;
    dump->accounts = dump->invites = dump->programs = dump->damaged = 0;
    dump->faults = (struct record_faults){.count = 0};
    dump->world = false;
    dump->error[0] = '\0';
}

/* How far records are archived and left, if any is. */
static int retention_put(struct dump_writer *to)
{
    const struct store_retention *retention = &to->retention;

    if (retention->archived_seq == 0 && retention->left_seq == 0)
        return 0;
    return dump_line_put(to, json_pack("{s:s, s:I, s:I}", "kind", "retention", "archived",
                                       (json_int_t)retention->archived_seq, "left",
                                       (json_int_t)retention->left_seq));
}

int dump_export(struct dump *dump, struct store *store, FILE *file)
{
    struct dump_writer to = {.dump = dump, .store = store, .file = file};

    dump_clear(dump);
    if (store_retention(store, &to.retention))
        return dump_line_failed(&to);
    if (dump_line_put(&to, json_pack("{s:s, s:s}", "kind", "ladder", "format", FORMAT)) ||
        dump_owner_accounts(&to) || dump_line_rows(&to, &bot_rows) || dump_owner_programs(&to) ||
        log_export(&to) || dump_line_rows(&to, &announced_rows) ||
        dump_line_rows(&to, &document_rows))
        return -1;
    if (retention_put(&to))
        return -1;
    return dump_line_put(&to, json_pack("{s:s, s:i, s:i, s:i, s:i, s:i, s:i, s:i}", "kind", "end",
                                        "bots", dump->bots, "results", dump->results, "actions",
                                        dump->actions, "announced", dump->announced, "accounts",
                                        dump->accounts, "invites", dump->invites, "programs",
                                        dump->programs));
}

/* ------------------------------------------------------------------------------------- import */

struct in {
    struct dump_reader from;
    int64_t last_seq;
    uint8_t result_head[CHAIN_BYTES], action_head[CHAIN_BYTES];
    struct dump_owner owner;
    bool ended;
};

static int bot_import(struct in *in, const json_t *object)
{
    struct standing bot = {.rating_milli = RATING_START_MILLI};
    int64_t id;

    if (dump_line_text(&in->from, object, "name", bot.name, sizeof bot.name) ||
        dump_line_text(&in->from, object, "owner", bot.owner, sizeof bot.owner) ||
        dump_line_number(&in->from, object, "id", 1, INT64_MAX, &id))
        return -1;
    if (!name_is_valid(bot.name) || (bot.owner[0] && !name_is_valid(bot.owner)))
        return dump_line_refuse(&in->from, "name, owner: expected 1 to 32 of A-Z a-z 0-9 . _ -");
    const json_t *token = json_object_get(object, "token");
    bot.has_token = !json_is_null(token);
    if (bot.has_token && dump_line_hash_parse(token, bot.token_hash))
        return dump_line_refuse(&in->from, "token: expected 64 hex digits or null");
    if (standings_find(&in->from.standings, bot.name) >= 0)
        return dump_line_refuse(&in->from, "name '%s': expected one that was not there yet",
                                bot.name);
    int index = standings_add(&in->from.standings, bot.name, bot.owner);
    if (index < 0)
        return dump_line_world(in->from.dump, "out of memory, or too many bots");
    if (store_bot_add(in->from.store, &bot, 0))
        return dump_line_lost(&in->from);
    if (bot.id != id)
        return dump_line_refuse(&in->from, "id: expected %lld: a bot was taken out",
                                (long long)bot.id);
    in->from.standings.bots[index].id = id;
    in->from.dump->bots++;
    return dump_owner_bot(&in->from, &bot, object);
}

/* Reads seats, and ranks by side; every bot must exist. */
static int seats_parse(struct in *in, const json_t *object, bool ranks,
                       struct ladder_result *result)
{
    const json_t *seats = json_object_get(object, "seats");

    result->seat_count = (int)json_array_size(seats);
    if (result->seat_count < 1 || result->seat_count > LADDER_SEATS_MAX)
        return dump_line_refuse(&in->from, "seats: expected 2 to %d of them",
                                (int)LADDER_SEATS_MAX);
    for (int i = 0; i < result->seat_count; i++) {
        const json_t *seat = json_array_get(seats, (size_t)i);
        int64_t side, rank = 1;
        if (dump_line_text(&in->from, seat, "bot", result->seats[i].bot,
                           sizeof result->seats[i].bot) ||
            dump_line_number(&in->from, seat, "side", 0, LADDER_SEATS_MAX - 1, &side) ||
            (ranks && dump_line_number(&in->from, seat, "rank", 1, LADDER_SEATS_MAX, &rank)))
            return -1;
        if (ranks && standings_find(&in->from.standings, result->seats[i].bot) < 0)
            return dump_line_refuse(&in->from, "seats: no bot '%s'", result->seats[i].bot);
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
        return dump_line_refuse(&in->from, "record: expected a text or null");
    result->record = json_string_value(record);
    result->linked_by_text = !told;
    if (!told)
        return 0;
    if (dump_line_hash_parse(told, hash))
        return dump_line_refuse(&in->from, "record_sha256: expected 64 hex digits");
    result->record_hash = hash;
    if (!result->record)
        return 0;
    chain_record(result->record, own);
    return memcmp(own, hash, CHAIN_BYTES) == 0
               ? 0
               : dump_line_refuse(&in->from, "record: it was altered");
}

static int result_parse(struct in *in, const json_t *object, struct ladder_result *result,
                        int64_t *seq, uint8_t record_hash[CHAIN_BYTES])
{
    const json_t *scores = json_object_get(object, "scores");

    memset(result, 0, sizeof *result);
    if (dump_line_number(&in->from, object, "seq", 1, INT64_MAX, seq) ||
        dump_line_text(&in->from, object, "game", result->game, sizeof result->game) ||
        dump_line_text(&in->from, object, "ruleset", result->ruleset, sizeof result->ruleset) ||
        dump_line_number(&in->from, object, "wall_msec", INT64_MIN, INT64_MAX,
                         &result->wall_msec) ||
        dump_line_text(&in->from, object, "reason", result->reason, sizeof result->reason) ||
        dump_line_text(&in->from, object, "asked", result->unrated, sizeof result->unrated) ||
        seats_parse(in, object, true, result))
        return -1;
    if ((int)json_array_size(scores) != result->side_count)
        return dump_line_refuse(&in->from, "scores: expected %d of them", result->side_count);
    for (int i = 0; i < result->side_count; i++)
        result->scores[i] = (int32_t)json_integer_value(json_array_get(scores, (size_t)i));
    int64_t stake = 0;
    if (json_object_get(object, "stake") &&
        dump_line_number(&in->from, object, "stake", 1, INT32_MAX, &stake))
        return -1;
    result->stake = (int32_t)stake;
    if (record_parse(in, object, result, record_hash))
        return -1;
    const char *wrong = result_check(result);
    return wrong ? dump_line_refuse(&in->from, "%s", wrong) : 0;
}

static int result_import(struct in *in, const json_t *object)
{
    struct ladder_result result;
    struct result_change change;
    uint8_t told[CHAIN_BYTES], hash[CHAIN_BYTES], record_hash[CHAIN_BYTES];
    int64_t seq, stored = 0;

    if (result_parse(in, object, &result, &seq, record_hash))
        return -1;
    if (dump_line_hash_parse(json_object_get(object, "chain"), told))
        return dump_line_refuse(&in->from,
                                "chain: expected the hash of an entry; older ones cannot be moved");
    chain_result(in->result_head, seq, &result, result.record, result.record_hash, hash);
    if (memcmp(hash, told, CHAIN_BYTES) != 0)
        return dump_line_refuse(
            &in->from, "result %lld: it was altered, or one before it taken out", (long long)seq);
    if (apply_result(&in->from.standings, &result, false, &change))
        return dump_line_world(in->from.dump, "out of memory");
    int status = store_result_add(in->from.store, &result, &in->from.standings, &change, &stored);
    if (status == STORE_FAILED)
        return dump_line_lost(&in->from);
    if (status == STORE_THERE || stored != seq)
        return dump_line_refuse(&in->from, "game '%s': expected one that is new, with number %lld",
                                result.game, (long long)in->last_seq + 1);
    memcpy(in->result_head, hash, CHAIN_BYTES);
    in->last_seq = seq;
    in->from.dump->results++;
    return 0;
}

static int action_import(struct in *in, const json_t *object, enum log_entry_kind kind)
{
    struct log_entry action = {.kind = kind};
    uint8_t told[CHAIN_BYTES], hash[CHAIN_BYTES];

    if (dump_line_number(&in->from, object, "id", in->from.dump->actions + 1,
                         in->from.dump->actions + 1, &action.id) ||
        dump_line_number(&in->from, object, "after", in->last_seq, in->last_seq,
                         &action.after_seq) ||
        dump_line_number(&in->from, object, "target", 0, INT64_MAX, &action.target) ||
        dump_line_number(&in->from, object, "wall_msec", INT64_MIN, INT64_MAX, &action.wall_msec) ||
        dump_line_text(&in->from, object, "bot", action.bot, sizeof action.bot) ||
        (json_object_get(object, "text") && /* older files have none */
         dump_line_text(&in->from, object, "text", action.text, sizeof action.text)))
        return -1;
    if (dump_line_hash_parse(json_object_get(object, "chain"), told))
        return dump_line_refuse(&in->from,
                                "chain: expected the hash of an entry; older ones cannot be moved");
    chain_log_entry(in->action_head, in->result_head, &action, hash);
    bool of_bot = log_entry_of_bot(kind);
    int bot = of_bot ? standings_find(&in->from.standings, action.bot) : -1;
    bool known = of_bot ? bot >= 0 && in->from.standings.bots[bot].id == action.target
                 : kind == LOG_ENTRY_VOID ? action.target >= 1 && action.target <= in->last_seq
                                          : action.target == 0;
    if (!known || memcmp(hash, told, CHAIN_BYTES) != 0)
        return dump_line_refuse(&in->from, "%s %lld: it was altered, or one before it taken out",
                                log_entry_name(kind), (long long)action.id);
    if (store_log_entry_add(in->from.store, kind, action.target, action.wall_msec, action.text))
        return dump_line_lost(&in->from);
    if (log_entry_apply(&in->from.standings, &action))
        return dump_line_world(in->from.dump, "out of memory");
    memcpy(in->action_head, hash, CHAIN_BYTES);
    in->from.dump->actions++;
    return 0;
}

static int announced_import(struct in *in, const json_t *object)
{
    struct store_game game = {.id = 0};
    struct ladder_result *result = &game.result;

    if (dump_line_text(&in->from, object, "game", result->game, sizeof result->game) ||
        dump_line_text(&in->from, object, "ruleset", result->ruleset, sizeof result->ruleset) ||
        dump_line_number(&in->from, object, "wall_msec", INT64_MIN, INT64_MAX,
                         &result->wall_msec) ||
        seats_parse(in, object, false, result))
        return -1;
    if (!name_is_game_id(result->game))
        return dump_line_refuse(&in->from, "game: expected 1 to 64 of A-Z a-z 0-9 . _ -");
    for (int i = 0; i < result->seat_count; i++) {
        if (!name_is_valid(result->seats[i].bot))
            return dump_line_refuse(&in->from, "seats: expected names of bots");
    }
    if (dump_line_hash_parse(json_object_get(object, "commitment"), game.commitment))
        return dump_line_refuse(&in->from, "commitment: expected 64 hex digits");
    int status = store_game_add(in->from.store, &game);
    if (status == STORE_FAILED)
        return dump_line_lost(&in->from);
    if (status == STORE_THERE)
        return dump_line_refuse(&in->from, "game '%s': expected one that was not announced yet",
                                result->game);
    in->from.dump->announced++;
    return 0;
}

static int document_import(struct in *in, const json_t *object)
{
    const char *name = json_string_value(json_object_get(object, "name"));
    const char *text = json_string_value(json_object_get(object, "text"));

    if (!name || !text || strlen(name) > LOG_ENTRY_TEXT_MAX)
        return dump_line_refuse(&in->from, "name, text: expected texts");
    return store_document_add(in->from.store, name, text) ? dump_line_lost(&in->from) : 0;
}

/* Behind the results. */
static int retention_import(struct in *in, const json_t *object)
{
    int64_t archived, left;

    if (dump_line_number(&in->from, object, "archived", 0, in->last_seq, &archived) ||
        dump_line_number(&in->from, object, "left", 0, in->last_seq, &left))
        return -1;
    if (store_retention_archived(in->from.store, 1, archived) ||
        store_retention_drop(in->from.store, left, true) < 0)
        return dump_line_lost(&in->from);
    return 0;
}

static int end_import(struct in *in, const json_t *object)
{
    const struct dump *dump = in->from.dump;
    int owners = dump->accounts + dump->invites + dump->programs;
    int64_t number;

    if (dump_line_number(&in->from, object, "bots", dump->bots, dump->bots, &number) ||
        dump_line_number(&in->from, object, "results", dump->results, dump->results, &number) ||
        dump_line_number(&in->from, object, "actions", dump->actions, dump->actions, &number) ||
        dump_line_number(&in->from, object, "announced", dump->announced, dump->announced, &number))
        return -1;
    if (json_object_get(object, "accounts") || owners > 0) { /* older files have none of them */
        if (dump_line_number(&in->from, object, "accounts", dump->accounts, dump->accounts,
                             &number) ||
            dump_line_number(&in->from, object, "invites", dump->invites, dump->invites, &number) ||
            dump_line_number(&in->from, object, "programs", dump->programs, dump->programs,
                             &number))
            return -1;
    }
    in->ended = true;
    return 0;
}

static int kind_import(struct in *in, const char *kind, const json_t *object)
{
    int status = dump_owner_import(&in->owner, &in->from, kind, object);

    if (status != DUMP_OWNER_OTHER)
        return status;
    if (strcmp(kind, "bot") == 0)
        return bot_import(in, object);
    if (strcmp(kind, "result") == 0)
        return result_import(in, object);
    if (log_entry_find(kind) != LOG_ENTRY_KINDS)
        return action_import(in, object, log_entry_find(kind));
    if (strcmp(kind, "document") == 0)
        return document_import(in, object);
    if (strcmp(kind, "announced") == 0)
        return announced_import(in, object);
    if (strcmp(kind, "retention") == 0)
        return retention_import(in, object);
    if (strcmp(kind, "end") == 0)
        return end_import(in, object);
    return dump_line_refuse(
        &in->from, "kind '%.20s': expected bot, result, ban, void, announced, end or the like",
        kind);
}

static int line_import(struct in *in, const char *line, size_t size)
{
    json_error_t error;
    json_t *object = json_loadb(line, size, JSON_REJECT_DUPLICATES, &error);
    const char *kind = json_string_value(json_object_get(object, "kind"));
    const char *format = json_string_value(json_object_get(object, "format"));
    int status;

    if (!kind)
        status = dump_line_refuse(&in->from, "expected an object of JSON with a kind");
    else if (in->ended)
        status = dump_line_refuse(&in->from, "expected nothing behind the last line");
    else if (in->from.line == 1)
        status = strcmp(kind, "ladder") == 0 && format && strcmp(format, FORMAT) == 0
                     ? 0
                     : dump_line_refuse(&in->from, "expected the format " FORMAT);
    else
        status = kind_import(in, kind, object);
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
        in->from.line++;
        status = size > LINE_BYTES_MAX
                     ? dump_line_refuse(&in->from, "longer than %d bytes", (int)LINE_BYTES_MAX)
                     : line_import(in, line, (size_t)size);
    }
    free(line);
    if (status == 0 && !feof(file)) {
        snprintf(in->from.dump->error, sizeof in->from.dump->error, "%.200s: %s",
                 in->from.dump->name, strerror(errno));
        return -1;
    }
    in->from.line++;
    if (status == 0 && !in->ended)
        return dump_line_refuse(&in->from, "expected the last line: the file was cut off");
    return status;
}

/* The store must be empty: its own log would mix with that of the file. */
static int empty_check(struct in *in)
{
    struct standing bot;
    struct store_result *result = calloc(1, sizeof *result);
    struct store_game game;
    struct store_account account;
    struct store_invite invite;
    int bots = store_bots(in->from.store, 0, &bot, 1);
    int results = result ? store_results(in->from.store, 0, 0, result, 1) : 0;
    int games = store_games(in->from.store, 0, &game, 1);
    int accounts = store_account_page(in->from.store, "", &account, 1);
    int invites = store_account_invites(in->from.store, "", &invite, 1);

    free(result);
    if (bots < 0 || results < 0 || games < 0 || accounts < 0 || invites < 0)
        return dump_line_lost(&in->from);
    if (!result)
        return dump_line_world(in->from.dump, "out of memory");
    if (bots + results + games + accounts + invites == 0)
        return 0;
    snprintf(in->from.dump->error, sizeof in->from.dump->error,
             "%.200s: a whole ladder can only be moved into an empty store", in->from.dump->name);
    return -1;
}

int dump_import(struct dump *dump, struct store *store, FILE *file)
{
    struct in in = {.from = {.dump = dump, .store = store}};
    struct replay_audit audit = {0};
    struct replay replay;

    dump_clear(dump);
    standings_init(&in.from.standings);
    int status = empty_check(&in) || lines_import(&in, file) ? -1 : 0;
    standings_fini(&in.from.standings);
    if (status)
        return -1;
    /* Recomputes the cache, voids included, as for any log. */
    replay_init(&replay);
    if (replay_recompute(&replay, store, true, &audit))
        status = dump_line_world(dump, replay.error);
    replay_fini(&replay);
    return status;
}
