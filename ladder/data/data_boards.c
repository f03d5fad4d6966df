/* data_boards.c - ladders, their standings and the lines of a bot, as JSON values. */
#include "base/clock.h"
#include "data/data.h"
#include "data/json_value.h"
#include "standings/rank_place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BOARDS_SHOWN_MAX = 500,
    PASTS_SHOWN_MAX = 300,
    PURSES_SHOWN_MAX = 16,
    TEAMS_SHOWN_MAX = 100
};

static json_t *team_members_value(const char *name)
{
    json_t *list = json_array();
    for (const char *at = name; *at;) {
        size_t bytes = strcspn(at, "+");
        json_array_append_new(list, json_stringn(at, bytes));
        at += bytes;
        at += *at == '+';
    }
    return list;
}

int data_boards_teams_read(struct web_site *site, const char *name, struct ladder_line **teams)
{
    *teams = malloc(TEAMS_SHOWN_MAX * sizeof **teams);
    return *teams ? writer_team_list(site->ladder, name, *teams, TEAMS_SHOWN_MAX) : 0;
}

static json_t *batch_value(const struct ladder_row *row)
{
    json_t *value = json_pack("{s:f, s:o, s:o, s:o, s:o}", "rating", row->rating, "err95",
                              row->few ? json_null() : json_real(row->err95), "first",
                              row->first ? json_integer(row->first) : json_null(), "last",
                              row->last ? json_integer(row->last) : json_null(), "los",
                              row->los > 0 ? json_real(row->los) : json_null());
    json_object_set_new(value, "with", team_members_value(row->with));
    return value;
}

static json_t *row_value(const struct ladder_row *row)
{
    json_t *value = json_object();
    json_object_set_new(value, "rank", row->rank ? json_integer(row->rank) : json_null());
    json_object_set_new(value, "name", json_value_of_text(row->name));
    if (row->team)
        json_object_set_new(value, "members", team_members_value(row->name));
    json_object_set_new(value, "owner", json_value_of_text(row->owner));
    json_object_set_new(value, "version", json_value_of_text(row->version));
    json_object_set_new(value, "reference", json_boolean(row->reference));
    json_object_set_new(value, "rating", json_value_of_points(row->rating_milli));
    json_object_set_new(value, "provisional", json_boolean(row->provisional));
    json_object_set_new(value, "games", json_integer(row->games));
    json_object_set_new(value, "wins", json_integer(row->wins));
    json_object_set_new(value, "ties", json_integer(row->ties));
    json_object_set_new(value, "losses", json_integer(row->losses));
    json_object_set_new(value, "last_msec", json_integer(row->last_msec));
    json_object_set_new(value, "batch", row->in_batch ? batch_value(row) : json_null());
    return value;
}

/* "mixed-2of4" in two or three words; see board.h. "" for what is no format. */
static void format_words(const char *format, char words[40])
{
    char kind[8];
    int sides = 0, seats = 0, used;
    words[0] = '\0';
    if (sscanf(format, "%7[a-z]-%dof%d", kind, &sides, &seats) < 2)
        return;
    used = snprintf(words, 40, "%s",
                    strcmp(kind, "pairs") == 0   ? ", fixed teams"
                    : strcmp(kind, "mixed") == 0 ? ", partners by lot"
                                                 : ", each alone");
    if (seats > 4)
        snprintf(words + used, (size_t)(40 - used), ", %d sides", sides);
}

void data_boards_title(const struct ladder_board *board, char title[DATA_TITLE_MAX + 1])
{
    char words[40];
    format_words(board->format, words);
    snprintf(title, DATA_TITLE_MAX + 1, "%s%s", board->ruleset, words);
}

void data_boards_title_named(const struct web_site *site, const char *name,
                             char title[DATA_TITLE_MAX + 1])
{
    struct ladder_board board;
    if (writer_view_board(site->ladder, name, &board))
        data_boards_title(&board, title);
    else
        snprintf(title, DATA_TITLE_MAX + 1, "%s", name);
}

static json_t *board_value(const struct ladder_board *board)
{
    char title[DATA_TITLE_MAX + 1];
    data_boards_title(board, title);
    return json_pack("{s:s, s:o, s:o, s:s, s:i, s:i, s:I}", "ladder", board->name, "title",
                     json_value_of_text(title), "ruleset", json_value_of_text(board->ruleset),
                     "format", board->format, "results", board->results, "bots", board->bots,
                     "newest_msec", (json_int_t)board->newest_msec);
}

/* The caller frees it; NULL: there are none, or out of memory. */
static struct ladder_board *boards_read(struct web_site *site, int *count)
{
    int room = writer_view_board_count(site->ladder);
    struct ladder_board *boards = NULL;
    room = room < BOARDS_SHOWN_MAX ? room : BOARDS_SHOWN_MAX;
    if (room > 0)
        boards = calloc((size_t)room, sizeof *boards);
    *count = boards ? writer_view_boards(site->ladder, boards, room) : 0;
    return boards;
}

json_t *data_boards(struct web_site *site)
{
    json_t *list = json_array();
    int count;
    struct ladder_board *boards = boards_read(site, &count);
    for (int i = 0; i < count; i++)
        json_array_append_new(list, board_value(&boards[i]));
    free(boards);
    return json_pack("{s:o}", "ladders", list);
}

bool data_boards_standings_read(const struct call *call, struct site_standings *standings)
{
    struct web_site *site = call->site;
    const char *which = call->board[0] ? call->board : NULL;
    int64_t after = call->after < 0 ? 0 : call->after;

    *standings = (struct site_standings){.rows = NULL};
    standings->first = after > STANDINGS_BOTS_MAX ? STANDINGS_BOTS_MAX : (int)after;
    /* Keeps the name that was found, because another ladder may become the largest meanwhile. */
    standings->there = writer_view_board(site->ladder, which, &standings->board);
    if (!standings->there)
        return !which;
    standings->has_batch =
        writer_view_batch(site->ladder, standings->board.name, &standings->batch);
    standings->rows = malloc((size_t)call->limit * sizeof *standings->rows);
    if (standings->rows && call->place[0])
        standings->count = writer_view_rows_after(site->ladder, standings->board.name, call->place,
                                                  standings->rows, call->limit, &standings->first,
                                                  &standings->total);
    else if (standings->rows)
        standings->count = writer_view_rows(site->ladder, standings->board.name, standings->first,
                                            standings->rows, call->limit, &standings->total);
    return true;
}

bool data_boards_standings_next(const struct site_standings *standings,
                                char place[LADDER_PLACE_MAX + 1])
{
    int end = standings->first + standings->count;
    if (standings->count == 0 || end >= standings->total)
        return false;
    rank_place_format(&standings->rows[standings->count - 1],
                      standings->has_batch ? &standings->batch : NULL, place);
    return true;
}

void data_boards_standings_free(struct site_standings *standings)
{
    free(standings->rows);
    standings->rows = NULL;
}

static json_t *made_of_value(const struct ladder_batch *batch)
{
    return json_pack("{s:I, s:I, s:i}", "last_seq", (json_int_t)batch->last_seq, "seed",
                     (json_int_t)batch->seed, "resamples", batch->resamples);
}

json_t *data_boards_standings(const struct call *call)
{
    struct site_standings standings;
    char next[LADDER_PLACE_MAX + 1];
    if (!data_boards_standings_read(call, &standings))
        return NULL;
    json_t *list = json_array();
    for (int i = 0; i < standings.count; i++)
        json_array_append_new(list, row_value(&standings.rows[i]));
    bool more = data_boards_standings_next(&standings, next);
    data_boards_standings_free(&standings);
    return json_pack("{s:o, s:o, s:o, s:i, s:i, s:o}", "ladder",
                     standings.there ? board_value(&standings.board) : json_null(), "batch",
                     standings.has_batch ? made_of_value(&standings.batch) : json_null(),
                     "standings", list, "total", standings.total, "after", standings.first, "next",
                     more ? json_string(next) : json_null());
}

int data_boards_lines_read(struct web_site *site, const char *name, struct ladder_line **lines)
{
    int count, found = 0;
    struct ladder_board *boards = boards_read(site, &count);
    *lines = count > 0 ? malloc((size_t)count * sizeof **lines) : NULL;
    for (int i = 0; *lines && i < count; i++) {
        struct ladder_line *line = &(*lines)[found];
        memcpy(line->board, boards[i].name, sizeof line->board);
        found += writer_view_row(site->ladder, boards[i].name, name, &line->row);
    }
    free(boards);
    return found;
}

json_t *data_boards_lines(const struct web_site *site, const struct ladder_line *lines, int count)
{
    char title[DATA_TITLE_MAX + 1];
    json_t *list = json_array();
    for (int i = 0; i < count; i++) {
        json_t *value = row_value(&lines[i].row);
        data_boards_title_named(site, lines[i].board, title);
        json_object_set_new(value, "ladder", json_string(lines[i].board));
        json_object_set_new(value, "title", json_value_of_text(title));
        json_array_append_new(list, value);
    }
    return list;
}

/* The results of all its versions and teams, oldest first on each ladder. */
static json_t *bot_versions(struct web_site *site, const char *name)
{
    struct ladder_past *pasts = malloc(PASTS_SHOWN_MAX * sizeof *pasts);
    json_t *list = json_array();
    int count = pasts ? writer_view_pasts(site->ladder, name, pasts, PASTS_SHOWN_MAX) : 0;
    for (int i = 0; i < count; i++)
        json_array_append_new(
            list,
            json_pack("{s:s, s:s*, s:o, s:i, s:o, s:i, s:i, s:i, s:i}", "ladder", pasts[i].board,
                      "team", pasts[i].team[0] ? pasts[i].team : NULL, "version",
                      json_value_of_text(pasts[i].version), "number", pasts[i].number + 1, "rating",
                      json_value_of_points(pasts[i].rating_milli), "games", pasts[i].games, "wins",
                      pasts[i].wins, "ties", pasts[i].ties, "losses", pasts[i].losses));
    free(pasts);
    return list;
}

/* A running season with a purse. */
static json_t *purse_value(struct web_site *site, const struct ladder_season *season,
                           const char *name)
{
    int64_t now = clock_wall_msec(), chips;
    if (season->chips <= 0 || season->over || now < season->from_msec || now >= season->to_msec ||
        !writer_season_purse(site->ladder, season->name, name, &chips))
        return NULL;
    return json_pack("{s:s, s:s, s:I, s:I, s:b}", "season", season->name, "ladder", season->board,
                     "chips", (json_int_t)chips, "buy_in", (json_int_t)season->buy_in, "can_play",
                     chips >= season->buy_in);
}

static json_t *purses_value(struct web_site *site, const char *name)
{
    struct ladder_season seasons[PURSES_SHOWN_MAX];
    json_t *list = json_array();
    int count = writer_season_list(site->ladder, seasons, PURSES_SHOWN_MAX);
    for (int i = 0; i < count; i++) {
        json_t *purse = purse_value(site, &seasons[i], name);
        if (purse)
            json_array_append_new(list, purse);
    }
    return list;
}

/* For a bot that is on no list now: its latest ladder, by the results of its versions. */
static void board_last(struct web_site *site, const struct ladder_bot *bot,
                       char board[LADDER_BOARD_MAX + 1])
{
    struct ladder_past *pasts = malloc(PASTS_SHOWN_MAX * sizeof *pasts);
    int count = pasts ? writer_view_pasts(site->ladder, bot->name, pasts, PASTS_SHOWN_MAX) : 0;
    for (int i = 0; i < count; i++) {
        if (!pasts[i].team[0] && pasts[i].games == bot->games &&
            pasts[i].rating_milli == bot->rating_milli)
            memcpy(board, pasts[i].board, sizeof pasts[i].board);
    }
    free(pasts);
}

static const char *state_of(const struct ladder_bot *bot, const struct ladder_line *line)
{
    if (bot->banned)
        return "banned";
    if (line)
        return line->row.rank ? "ranked" : "provisional";
    return bot->games > 0 ? "inactive" : "new";
}

json_t *data_boards_bot(struct web_site *site, const struct ladder_bot *bot,
                        const struct ladder_line *line)
{
    struct ladder_row row = {.rating_milli = bot->rating_milli,
                             .games = bot->games,
                             .wins = bot->wins,
                             .ties = bot->ties,
                             .losses = bot->losses,
                             .provisional = bot->provisional,
                             .last_msec = bot->last_msec};
    char board[LADDER_BOARD_MAX + 1] = "";
    if (line) {
        row = line->row;
        memcpy(board, line->board, sizeof board);
    } else if (bot->games > 0) {
        board_last(site, bot, board);
    }
    memcpy(row.name, bot->name, sizeof bot->name);
    memcpy(row.owner, bot->owner[0] ? bot->owner : bot->name, sizeof row.owner);
    json_t *value = row_value(&row);
    json_object_set_new(value, "ladder", board[0] ? json_string(board) : json_null());
    json_object_set_new(value, "state", json_string(state_of(bot, line)));
    json_object_set_new(value, "banned", json_boolean(bot->banned));
    json_object_set_new(value, "purses", purses_value(site, bot->name));
    json_object_set_new(value, "versions", bot_versions(site, bot->name));
    return value;
}

const struct ladder_line *data_boards_line_choose(const struct ladder_line *lines, int count,
                                                  const char *board)
{
    const struct ladder_line *found = NULL;
    for (int i = 0; i < count; i++) {
        if (board[0] ? strcmp(lines[i].board, board) == 0
                     : !found || lines[i].row.games > found->row.games)
            found = &lines[i];
    }
    return found;
}
