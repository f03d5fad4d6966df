/* season_table.c - the final table of a season, frozen and signed. */
#include "log/season_table.h"
#include "base/hex.h"
#include "standings/team.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT_NAME "avondale-season/%d"

static const int format_of_way[] = {[BATCH_NOW] = SEASON_FORMAT_NEWEST,
                                    [BATCH_FIRST] = SEASON_FORMAT_FIRST,
                                    [BATCH_CENTER] = SEASON_FORMAT_CENTER};

void season_table_document_name(const char *season, char name[LADDER_NAME_MAX + 16])
{
    snprintf(name, LADDER_NAME_MAX + 16, "season/%.32s", season);
}

int season_table_format_of(const char *table)
{
    json_t *json = json_loads(table, 0, NULL);
    const char *name = json_string_value(json_object_get(json, "format"));
    int format = 0;
    for (int i = SEASON_FORMAT_FIRST; name && i <= SEASON_FORMAT_NEWEST; i++) {
        char known[32];
        snprintf(known, sizeof known, FORMAT_NAME, i);
        format = strcmp(name, known) == 0 ? i : format;
    }
    json_decref(json);
    return format;
}

/* Numbers are whole thousandths, so that recomputing gives the same text. */
static json_t *row_json(const struct ladder_row *row)
{
    return json_pack("{s:o, s:s, s:s, s:s, s:I, s:I, s:b, s:i, s:i, s:i, s:i}", "rank",
                     row->rank ? json_integer(row->rank) : json_null(), "name", row->name,
                     "version", row->version, "owner", row->owner, "rating_milli",
                     (json_int_t)llround(row->rating * 1000), "online_milli",
                     (json_int_t)row->rating_milli, "provisional", row->provisional, "games",
                     row->games, "wins", row->wins, "ties", row->ties, "losses", row->losses);
}

/* The rows of the first format. */
static int rows_first(const struct standings *standings, int index, const struct rank_table *table,
                      json_t *list)
{
    int count = 0;
    struct ladder_row *rows = rank_list_rows(standings, index, table, &count);
    if (!rows)
        return -1;
    rank_list_order(rows, count);
    for (int i = 0; i < count; i++) {
        if (!rows[i].in_batch) /* it did not play in it */
            continue;
        json_t *json = row_json(&rows[i]);
        json_object_set_new(json, "err95_milli", json_integer(llround(rows[i].err95 * 1000)));
        json_object_set_new(json, "group",
                            rows[i].group ? json_integer(rows[i].group) : json_null());
        json_array_append_new(list, json);
    }
    free(rows);
    return 0;
}

/* The results of a version, even if its bot has another one now. */
static void season_row(const struct standings *standings, int index, const struct rank_table *table,
                       int at, struct ladder_row *row)
{
    const struct board *board = &standings->boards[index];
    const struct entry *entry = &board->entries[at];
    rank_list_row(standings, index, at, row);
    team_entry_labels(standings, board, entry, row->version);
    row->games = entry->games;
    row->wins = entry->wins;
    row->ties = entry->ties;
    row->losses = entry->losses;
    row->provisional = board_entry_provisional(entry);
    rank_list_row_rate(standings, index, &table->lines[at].row, table->lines[at].with, row);
}

static json_t *number_or_null(int64_t number, bool there)
{
    return there ? json_integer(number) : json_null();
}

static int rows_newest(const struct standings *standings, int index, const struct rank_table *table,
                       json_t *list)
{
    const struct board *board = &standings->boards[index];
    struct ladder_row *rows = calloc((size_t)board->count + 1, sizeof *rows);
    int count = 0;
    if (!rows)
        return -1;
    for (int at = 0; at < board->count; at++) {
        if (table->lines[at].played && !team_entry_is_banned(standings, board, &board->entries[at]))
            season_row(standings, index, table, at, &rows[count++]);
    }
    rank_list_order(rows, count);
    for (int i = 0; i < count; i++) {
        const struct ladder_row *row = &rows[i];
        json_t *json = row_json(row);
        json_object_set_new(json, "err95_milli",
                            number_or_null(llround(row->err95 * 1000), !row->few));
        json_object_set_new(json, "first", number_or_null(row->first, row->first > 0));
        json_object_set_new(json, "last", number_or_null(row->last, row->last > 0));
        json_object_set_new(json, "with", json_string(row->with));
        json_array_append_new(list, json);
    }
    free(rows);
    return 0;
}

static int board_add(struct batch_tables *ranking, int index, json_t *boards)
{
    const struct standings *standings = &ranking->replay.standings;
    const struct board *board = &standings->boards[index];
    struct rank_table table;
    if (batch_tables_make(ranking, index, &table))
        return -1;
    json_t *list = json_array();
    int status = ranking->way == BATCH_FIRST ? rows_first(standings, index, &table, list)
                                             : rows_newest(standings, index, &table, list);
    if (json_array_append_new(
            boards, json_pack("{s:s, s:s, s:s, s:I, s:I, s:i, s:o}", "ladder", board->name,
                              "ruleset", board->ruleset, "format", board->format, "results",
                              (json_int_t)ranking->boards[index].count, "seed",
                              (json_int_t)table.seed, "resamples", table.resamples, "rows", list)))
        status = -1;
    rank_list_table_free(&table);
    return status;
}

static json_t *chips_json(const struct standings *standings, const struct season *season)
{
    json_t *list = json_array();
    for (int bot = 0; bot < standings->count; bot++) {
        if (bot < season->purse_count && season->purse[bot] > 0)
            json_array_append_new(list, json_pack("{s:s, s:I}", "name", standings->bots[bot].name,
                                                  "chips", (json_int_t)season_chips(season, bot)));
    }
    return list;
}

/* The hash of the last result that was read; all zeros before the first. */
static int head_hex(struct store *store, int64_t seq, char hex[SIGN_KEY_HEX])
{
    struct store_result *row = calloc(1, sizeof *row);
    int count = row ? store_results_before(store, 0, seq + 1, row, 1) : -1;
    if (count >= 0)
        hex_format(row->chain, STORE_CHAIN_BYTES, hex);
    free(row);
    return count < 0 ? -1 : 0;
}

static char *table_text(struct store *store, struct batch_tables *ranking,
                        const struct season *season)
{
    const struct replay *replay = &ranking->replay;
    char head[SIGN_KEY_HEX], format[32];
    json_t *boards = json_array();
    int status = head_hex(store, replay->last_seq, head);
    snprintf(format, sizeof format, FORMAT_NAME, format_of_way[ranking->way]);
    for (int i = 0; i < ranking->board_count && status == 0; i++) {
        if (ranking->boards[i].count > 0)
            status = board_add(ranking, i, boards);
    }
    json_t *table = json_pack(
        "{s:s, s:s, s:I, s:I, s:s, s:I, s:I, s:{s:I, s:I, s:s}, s:O, s:o}", "format", format,
        "season", season->name, "from_msec", (json_int_t)season->from_msec, "to_msec",
        (json_int_t)season->to_msec, "ladder", season->board, "chips", (json_int_t)season->chips,
        "buy_in", (json_int_t)season->buy_in, "log", "last_seq", (json_int_t)replay->last_seq,
        "last_action", (json_int_t)replay->last_action, "head", head, "ladders", boards, "purse",
        chips_json(&replay->standings, season));
    char *text = status == 0 && table ? json_dumps(table, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
    json_decref(boards);
    json_decref(table);
    return text;
}

char *season_table(struct store *store, const char *name, int64_t before_action, int format,
                   struct ladder_error *error)
{
    struct batch_tables ranking;
    char *text = NULL;
    batch_tables_init(&ranking);
    ranking.replay.before_action = before_action;
    ranking.season = name;
    for (int way = 0; way < (int)(sizeof format_of_way / sizeof *format_of_way); way++)
        ranking.way = format_of_way[way] == format ? (enum batch_way)way : ranking.way;
    if (batch_tables_update(&ranking, store)) {
        snprintf(error->text, sizeof error->text, "%.250s", ranking.error);
    } else {
        int index = standings_season(&ranking.replay.standings, name);
        snprintf(error->text, sizeof error->text,
                 index < 0 ? "there is no such season" : "out of memory");
        if (index >= 0)
            text = table_text(store, &ranking, &ranking.replay.standings.seasons[index]);
    }
    batch_tables_fini(&ranking);
    return text;
}

const char *season_table_unseal(const struct json_t *sealed, const char *public_hex)
{
    const char *table = json_string_value(json_object_get(sealed, "table"));
    const char *key = json_string_value(json_object_get(sealed, "key"));
    const char *signature = json_string_value(json_object_get(sealed, "signature"));
    bool good =
        table && key && signature && sign_valid(public_hex ? public_hex : key, table, signature);

    return good ? table : NULL;
}

char *season_table_seal(const char *table, const struct sign_key *key)
{
    char public[SIGN_KEY_HEX], signature[SIGN_HEX];
    if (sign_public(key, public) || sign_text(key, table, signature))
        return NULL;
    json_t *sealed =
        json_pack("{s:s, s:s, s:s}", "table", table, "key", public, "signature", signature);
    char *text = sealed ? json_dumps(sealed, JSON_COMPACT) : NULL;
    json_decref(sealed);
    return text;
}
