/* season_table.c - the final table of a season, frozen and signed. */
#include "season_table.h"
#include "hex.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void season_document_name(const char *season, char name[LADDER_NAME_MAX + 16])
{
    snprintf(name, LADDER_NAME_MAX + 16, "season/%.32s", season);
}

/* Numbers are whole thousandths: they look the same wherever they are made again. */
static json_t *row_json(const struct ladder_row *row)
{
    return json_pack("{s:o, s:s, s:s, s:s, s:I, s:I, s:o, s:I, s:b, s:i, s:i, s:i, s:i}", "rank",
                     row->rank ? json_integer(row->rank) : json_null(), "name", row->name,
                     "version", row->version, "owner", row->owner, "rating_milli",
                     (json_int_t)llround(row->rating * 1000), "err95_milli",
                     (json_int_t)llround(row->err95 * 1000), "group",
                     row->group ? json_integer(row->group) : json_null(), "online_milli",
                     (json_int_t)row->rating_milli, "provisional", row->provisional, "games",
                     row->games, "wins", row->wins, "ties", row->ties, "losses", row->losses);
}

static int board_add(struct ranking *ranking, int index, json_t *boards)
{
    const struct standings *standings = &ranking->replay.standings;
    const struct board *board = &standings->boards[index];
    struct rank_table table;
    int count = 0;
    if (ranking_table(ranking, index, &table))
        return -1;
    struct ladder_row *rows = rank_rows(standings, index, &table, &count);
    json_t *list = json_array();
    if (rows)
        rank_order(rows, count);
    for (int i = 0; rows && i < count; i++)
        if (rows[i].in_batch) /* the others did not play in it */
            json_array_append_new(list, row_json(&rows[i]));
    int status = json_array_append_new(
        boards, json_pack("{s:s, s:s, s:s, s:I, s:I, s:i, s:o}", "ladder", board->name, "ruleset",
                          board->ruleset, "format", board->format, "results",
                          (json_int_t)ranking->boards[index].count, "seed", (json_int_t)table.seed,
                          "resamples", table.resamples, "rows", list));
    free(rows);
    rank_table_free(&table);
    return rows && status == 0 ? 0 : -1;
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

static char *table_text(struct store *store, struct ranking *ranking, const struct season *season)
{
    const struct replay *replay = &ranking->replay;
    char head[SIGN_KEY_HEX];
    json_t *boards = json_array();
    int status = head_hex(store, replay->last_seq, head);
    for (int i = 0; i < ranking->board_count && status == 0; i++) {
        if (ranking->boards[i].count > 0)
            status = board_add(ranking, i, boards);
    }
    json_t *table = json_pack(
        "{s:s, s:s, s:I, s:I, s:s, s:I, s:I, s:{s:I, s:I, s:s}, s:O, s:o}", "format",
        "avondale-season/1", "season", season->name, "from_msec", (json_int_t)season->from_msec,
        "to_msec", (json_int_t)season->to_msec, "ladder", season->board, "chips",
        (json_int_t)season->chips, "buy_in", (json_int_t)season->buy_in, "log", "last_seq",
        (json_int_t)replay->last_seq, "last_action", (json_int_t)replay->last_action, "head", head,
        "ladders", boards, "purse", chips_json(&replay->standings, season));
    char *text = status == 0 && table ? json_dumps(table, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
    json_decref(boards);
    json_decref(table);
    return text;
}

char *season_table(struct store *store, const char *name, int64_t before_action,
                   struct ladder_error *error)
{
    struct ranking ranking;
    char *text = NULL;
    ranking_init(&ranking);
    ranking.replay.before_action = before_action;
    ranking.season = name;
    if (ranking_update(&ranking, store)) {
        snprintf(error->text, sizeof error->text, "%.250s", ranking.error);
    } else {
        int index = standings_season(&ranking.replay.standings, name);
        snprintf(error->text, sizeof error->text,
                 index < 0 ? "there is no such season" : "out of memory");
        if (index >= 0)
            text = table_text(store, &ranking, &ranking.replay.standings.seasons[index]);
    }
    ranking_fini(&ranking);
    return text;
}

char *season_seal(const char *table, const struct sign_key *key)
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
