/* data_history.c - see data_history.h. */
#include "data/data_history.h"

#include "data/json_value.h"
#include "standings/team.h"

#include <stdlib.h>
#include <string.h>

static void note_ladder(json_t *ladders, const char *ladder)
{
    const json_t *known;
    size_t i;
    json_array_foreach(ladders, i, known)
    {
        if (strcmp(json_string_value(known), ladder) == 0)
            return;
    }
    json_array_append_new(ladders, json_value_of_text(ladder));
}

/* The first seat of the bot; the others have the same rating and change. */
static int seat_of(const struct ladder_result *result, const char *name)
{
    for (int seat = 0; seat < result->seat_count; seat++) {
        if (strcmp(result->seats[seat].bot, name) == 0)
            return seat;
    }
    return -1;
}

static void add_point(json_t *value, const struct store_result *stored, int seat, const char *board,
                      bool teams)
{
    char team[LADDER_TEAM_MAX + 1] = "";
    if (teams)
        team_name_of_side(&stored->result, stored->result.seats[seat].side, team);
    json_array_append_new(
        json_object_get(value, "points"),
        json_pack("{s:I, s:o, s:o, s:o, s:I, s:o, s:o}", "seq", (json_int_t)stored->seq, "game",
                  json_value_of_text(stored->result.game), "ladder", json_value_of_text(board),
                  "team", team[0] ? json_value_of_text(team) : json_null(), "wall_msec",
                  (json_int_t)stored->result.wall_msec, "before",
                  json_value_of_points(stored->change.seats[seat].before_milli), "rating",
                  json_value_of_points(stored->change.seats[seat].after_milli)));
}

/* Looks at results until there are enough. Returns the number before which the next part begins,
 * or -1 at the end. */
static int64_t add_points(json_t *value, const struct call *call, const struct site_results *page,
                          const char *name, const char *ladder, int limit)
{
    char board[LADDER_BOARD_MAX + 1];
    for (int i = 0; i < page->count; i++) {
        const struct store_result *stored = &page->rows[i];
        int seat = seat_of(&stored->result, name);
        if (seat < 0 || !stored->change.rated)
            continue;
        bool teams = writer_view_result_board(call->site->ladder, &stored->result, board);
        note_ladder(json_object_get(value, "ladders"), board);
        if (ladder[0] && strcmp(board, ladder) != 0)
            continue;
        add_point(value, stored, seat, board, teams);
        if (--limit == 0)
            return i + 1 < page->count ? stored->seq : page->next;
    }
    return page->next;
}

json_t *data_history(const struct call *call, const char *ladder, int limit)
{
    struct site_results page;
    struct ladder_bot bot;
    struct ladder_board board;
    struct ladder_line *lines;
    if ((ladder[0] && !writer_view_board(call->site->ladder, ladder, &board)) ||
        !name_is_valid(call->segment) ||
        !writer_view_bot(call->site->ladder, call->segment, &bot) ||
        !data_results_of(call->site, bot.name, call->after, DATA_HISTORY_LOOK_MAX, &page))
        return NULL;
    json_t *value = json_pack("{s:o, s:o, s:[], s:[]}", "name", json_value_of_text(bot.name),
                              "ladder", json_value_of_text(ladder), "ladders", "points");
    int count = data_boards_lines_read(call->site, bot.name, &lines);
    for (int i = 0; i < count; i++)
        note_ladder(json_object_get(value, "ladders"), lines[i].board);
    free(lines);
    int64_t next = add_points(value, call, &page, bot.name, ladder, limit);
    json_object_set_new(value, "next", next < 0 ? json_null() : json_integer(next));
    data_results_free(&page);
    return value;
}
