/* web_boards.c - what pages and programs are told of ladders and who stands where, as JSON values. */
#include "web_site.h"

#include <stdlib.h>
#include <string.h>

enum { BOARDS_SHOWN_MAX = 500 };

json_t *points_value(int64_t milli)
{
    return json_real((double)milli / 1000);
}

static json_t *batch_value(const struct ladder_row *row)
{
    return json_pack("{s:f, s:f, s:o, s:o}", "rating", row->rating, "err95", row->err95, "group",
                     row->group ? json_integer(row->group) : json_null(), "los",
                     row->los > 0 ? json_real(row->los) : json_null());
}

json_t *row_value(const struct ladder_row *row)
{
    json_t *value = json_object();
    json_object_set_new(value, "rank", row->rank ? json_integer(row->rank) : json_null());
    json_object_set_new(value, "name", text_value(row->name));
    if (row->team)
        json_object_set_new(value, "members", team_members_value(row->name));
    json_object_set_new(value, "owner", text_value(row->owner));
    json_object_set_new(value, "version", text_value(row->version));
    json_object_set_new(value, "reference", json_boolean(row->reference));
    json_object_set_new(value, "rating", points_value(row->rating_milli));
    json_object_set_new(value, "provisional", json_boolean(row->provisional));
    json_object_set_new(value, "games", json_integer(row->games));
    json_object_set_new(value, "wins", json_integer(row->wins));
    json_object_set_new(value, "ties", json_integer(row->ties));
    json_object_set_new(value, "losses", json_integer(row->losses));
    json_object_set_new(value, "last_msec", json_integer(row->last_msec));
    json_object_set_new(value, "batch", row->in_batch ? batch_value(row) : json_null());
    return value;
}

static json_t *board_value(const struct ladder_board *board)
{
    return json_pack("{s:s, s:o, s:s, s:i, s:i, s:I}", "ladder", board->name, "ruleset",
                     text_value(board->ruleset), "format", board->format, "results", board->results,
                     "bots", board->bots, "newest_msec", (json_int_t)board->newest_msec);
}

json_t *data_boards(struct web_site *site)
{
    struct ladder_board *boards = calloc(BOARDS_SHOWN_MAX, sizeof *boards);
    json_t *list = json_array();
    int count = boards ? ladder_boards(site->ladder, boards, BOARDS_SHOWN_MAX) : 0;
    for (int i = 0; i < count; i++)
        json_array_append_new(list, board_value(&boards[i]));
    free(boards);
    return json_pack("{s:o}", "ladders", list);
}

json_t *data_standings(struct web_site *site, const char *which, int64_t after, int limit)
{
    struct ladder_board board = {.name = ""};
    struct ladder_batch batch;
    struct ladder_row *rows = calloc((size_t)limit, sizeof *rows);
    int first = after > STANDINGS_BOTS_MAX ? STANDINGS_BOTS_MAX : (int)after, total = 0;
    /* The name that was found stands from here on: another ladder may grow to be the largest. */
    bool there = ladder_board_find(site->ladder, which, &board);
    if (which && !there) {
        free(rows);
        return NULL;
    }
    json_t *list = json_array();
    int count =
        rows && there ? ladder_rows(site->ladder, board.name, first, rows, limit, &total) : 0;
    for (int i = 0; i < count; i++)
        json_array_append_new(list, row_value(&rows[i]));
    free(rows);
    bool made = there && ladder_batch_find(site->ladder, board.name, &batch);
    return json_pack("{s:o, s:o, s:o, s:i, s:i, s:o}", "ladder",
                     there ? board_value(&board) : json_null(), "batch",
                     made ? json_pack("{s:I, s:I, s:i}", "last_seq", (json_int_t)batch.last_seq,
                                      "seed", (json_int_t)batch.seed, "resamples", batch.resamples)
                          : json_null(),
                     "standings", list, "total", total, "after", first, "next",
                     first + count < total && count > 0 ? json_integer(first + count)
                                                        : json_null());
}

/* The lines that a bot has in ladders, those with most results first. */
static json_t *bot_ladders(struct web_site *site, const char *name)
{
    struct ladder_board *boards = calloc(BOARDS_SHOWN_MAX, sizeof *boards);
    json_t *list = json_array();
    int count = boards ? ladder_boards(site->ladder, boards, BOARDS_SHOWN_MAX) : 0;
    for (int i = 0; i < count; i++) {
        struct ladder_row row;
        if (!ladder_row_find(site->ladder, boards[i].name, name, &row))
            continue;
        json_t *value = row_value(&row);
        json_object_set_new(value, "ladder", json_string(boards[i].name));
        json_array_append_new(list, value);
    }
    free(boards);
    return list;
}

/* What all its versions did, and its teams, oldest first on each ladder. */
static json_t *bot_versions(struct web_site *site, const char *name)
{
    struct ladder_past *pasts = calloc(BOARDS_SHOWN_MAX, sizeof *pasts);
    json_t *list = json_array();
    int count = pasts ? ladder_pasts(site->ladder, name, pasts, BOARDS_SHOWN_MAX) : 0;
    for (int i = 0; i < count; i++)
        json_array_append_new(
            list,
            json_pack("{s:s, s:s*, s:o, s:i, s:o, s:i, s:i, s:i, s:i}", "ladder", pasts[i].board,
                      "team", pasts[i].team[0] ? pasts[i].team : NULL, "version",
                      text_value(pasts[i].version), "number", pasts[i].number + 1, "rating",
                      points_value(pasts[i].rating_milli), "games", pasts[i].games, "wins",
                      pasts[i].wins, "ties", pasts[i].ties, "losses", pasts[i].losses));
    free(pasts);
    return list;
}

json_t *bot_value(struct web_site *site, const struct ladder_bot *bot)
{
    struct ladder_row row = {.rank = 0};
    (void)ladder_row_find(site->ladder, NULL, bot->name, &row);
    memcpy(row.name, bot->name, sizeof row.name);
    memcpy(row.owner, bot->owner[0] ? bot->owner : bot->name, sizeof row.owner);
    if (row.games == 0) { /* not on the main ladder: as it stands where it played last */
        row.rating_milli = bot->rating_milli;
        row.games = bot->games;
        row.wins = bot->wins;
        row.ties = bot->ties;
        row.losses = bot->losses;
        row.provisional = bot->provisional;
        row.last_msec = bot->last_msec;
    }
    json_t *value = row_value(&row);
    json_object_set_new(value, "banned", json_boolean(bot->banned));
    json_object_set_new(value, "ladders", bot_ladders(site, bot->name));
    json_object_set_new(value, "versions", bot_versions(site, bot->name));
    json_object_set_new(value, "teams", bot_teams(site, bot->name));
    return value;
}
