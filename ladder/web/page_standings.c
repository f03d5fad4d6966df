/* page_standings.c - the pages of ladders and their standings. */
#include "data/json_value.h"
#include "web/web_site.h"

#include <event2/buffer.h>
#include <stdio.h>
#include <string.h>

static void add_standing(struct evbuffer *out, const struct ladder_row *row)
{
    html_add(out, "<tr>");
    page_rank(out, row);
    html_add(out, "<th scope=\"row\">");
    page_player(out, row->name);
    if (row->version[0])
        html_format(out, " <span class=\"soft\">%s</span>", row->version);
    if (row->reference)
        html_add(out, " <span class=\"soft\">(reference)</span>");
    if (row->with[0])
        html_format(out, " <span class=\"soft\">as a team with %s</span>", row->with);
    html_add(out, "</th>");
    page_ratings(out, row);
}

static bool has_teams(const struct site_standings *standings)
{
    return standings->count > 0 && standings->rows[0].team;
}

static void add_table(struct evbuffer *out, const struct site_standings *standings)
{
    const char *const heads[] = {">Rank",   has_teams(standings) ? "Team" : "Bot",
                                 ">Rating", ">95 %",
                                 ">Places", ">Online",
                                 ">Games",  ">Won",
                                 ">Tied",   ">Lost",
                                 NULL};
    page_table_open(out, "Standings", heads);
    for (int i = 0; i < standings->count; i++)
        add_standing(out, &standings->rows[i]);
    page_table_close(out);
}

/* What the bars are worth (ratings 3). */
static void add_batch_note(struct evbuffer *out, const struct ladder_batch *batch)
{
    html_format(
        out,
        "<p class=\"soft\">Rating: of all results at once; 95 %%: its error bar, the wider one of "
        "what the likelihood leaves open and a bootstrap over results (log up to %l, seed %l, %d "
        "resamples), as a distance to the mean of all who have one; with fewer than four results "
        "there are too few. The rank is by rating less bar; places: where 95 %% of the resamples "
        "have it. Who only ever played together on one side has a rating as a team, and none of "
        "its own. Online: after each result.</p>\n",
        batch->last_seq, (int64_t)batch->seed, batch->resamples);
}

/* Which ladder this is, and a way to the others. */
static void add_which(struct evbuffer *out, const struct ladder_board *board, int boards)
{
    html_format(out, "<p class=\"soft\">Ladder <strong>%s</strong>: %s, %d rated results.",
                board->name, board->ruleset, board->results);
    if (boards > 1)
        html_format(out, " <a href=\"/ladders\">All %d ladders</a>.", boards);
    html_add(out, "</p>\n");
}

static void add_rows(struct evbuffer *out, const struct site_standings *standings)
{
    if (standings->count == 0) {
        html_add(out, standings->total == 0
                          ? "<p class=\"empty\">Nobody is on the ladder yet. <a "
                            "href=\"/connect\">Connect a bot</a>.</p>\n"
                          : "<p class=\"empty\">The list ends before this place. <a href=\"/\">To "
                            "the top</a></p>\n");
        return;
    }
    add_table(out, standings);
    html_format(out,
                "<p class=\"soft\">%d %s. ? is provisional: fewer than 30 rated results, or "
                "opponents of fewer than 5 owners.</p>\n",
                standings->total,
                has_teams(standings) ? "teams, each of partners of one owner" : "bots");
    if (standings->has_batch)
        add_batch_note(out, &standings->batch);
}

void page_standings(struct evbuffer *out, const struct web_site *site,
                    const struct site_standings *standings, int boards,
                    const struct site_results *recent)
{
    char path[LADDER_BOARD_MAX + 24], data[LADDER_BOARD_MAX + 32], next[LADDER_PLACE_MAX + 1];
    snprintf(path, sizeof path, "/standings?ladder=%s", standings->board.name);
    snprintf(data, sizeof data, "/api/v1%s", path);
    page_open(out, "Standings", NULL);
    page_waiting_state(out, site);
    if (standings->there)
        add_which(out, &standings->board, boards);
    add_rows(out, standings);
    if (standings->first > 0)
        html_format(out, "<p class=\"pages\"><a href=\"%s\">To the top</a></p>\n", path);
    if (data_boards_standings_next(standings, next))
        html_format(
            out,
            "<p class=\"pages\"><a rel=\"next\" href=\"%s&amp;after=%u\">The next places</a></p>\n",
            path, next);
    page_waiting_list(out, site, standings->there ? standings->board.ruleset : NULL);
    if (recent) {
        html_add(out, "<h2>Latest games</h2>\n");
        page_games(out, recent);
        html_add(out, "<p class=\"pages\"><a href=\"/games\">All games</a></p>\n");
    }
    page_close(out, standings->there ? data : "/api/v1/standings");
}

void page_standings_boards(struct evbuffer *out, const json_t *boards)
{
    static const char *const heads[] = {"Ladder",   "Rules",       "Format", ">Bots or teams",
                                        ">Results", "Newest, UTC", NULL};
    const json_t *list = json_object_get(boards, "ladders"), *board;
    size_t i;
    page_open(out, "Ladders", NULL);
    html_add(out,
             "<p class=\"soft\">Each ruleset and format has ratings of its own. Format: solo, each "
             "side is one seat; pairs, a side belongs to one owner and is rated as a team; mixed, "
             "partners are drawn by lot.</p>\n");
    if (json_array_size(list) == 0) {
        html_add(out, "<p class=\"empty\">No rated game has ended yet.</p>\n");
    } else {
        page_table_open(out, "Ladders", heads);
        json_array_foreach(list, i, board)
        {
            html_format(out,
                        "<tr><th scope=\"row\"><a href=\"/standings?ladder=%u\">%s</a></th><td "
                        "class=\"w\">%s</td><td>%s</td><td class=\"n\">%l</td><td "
                        "class=\"n\">%l</td><td>",
                        json_value_text(board, "ladder"), json_value_text(board, "ladder"),
                        json_value_text(board, "ruleset"), json_value_text(board, "format"),
                        json_value_number(board, "bots"), json_value_number(board, "results"));
            html_time(out, json_value_number(board, "newest_msec"));
            html_add(out, "</td></tr>\n");
        }
        page_table_close(out);
    }
    html_add(out, "<p class=\"pages\"><a href=\"/seasons\">Seasons</a></p>\n");
    page_close(out, "/api/v1/ladders");
}

/* Nothing where there is but one version. */
void page_standings_versions(struct evbuffer *out, const json_t *rows)
{
    static const char *const heads[] = {"Version", "Ladder", ">Online", ">Games",
                                        ">Won",    ">Tied",  ">Lost",   NULL};
    const json_t *row;
    size_t i, later = 0;
    json_array_foreach(rows, i, row)
    {
        later += json_value_number(row, "number") > 1;
    }
    if (later == 0)
        return;
    html_add(out, "<h2>Versions</h2>\n");
    page_table_open(out, "Versions", heads);
    json_array_foreach(rows, i, row)
    {
        const char *label = json_value_text(row, "version");
        const char *team = json_value_text(row, "team");
        html_format(out, "<tr><th scope=\"row\">%s</th><td>%s%s%s</td><td class=\"n\">",
                    label[0] ? label : "the first", json_value_text(row, "ladder"),
                    team[0] ? ", as " : "", team);
        evbuffer_add_printf(out, "%.1f</td>", json_number_value(json_object_get(row, "rating")));
        html_format(out,
                    "<td class=\"n\">%l</td><td class=\"n\">%l</td><td class=\"n\">%l</td><td "
                    "class=\"n\">%l</td></tr>\n",
                    json_value_number(row, "games"), json_value_number(row, "wins"),
                    json_value_number(row, "ties"), json_value_number(row, "losses"));
    }
    page_table_close(out);
}

void page_standings_of_bot(struct evbuffer *out, const struct ladder_line *lines, int count)
{
    static const char *const heads[] = {"Ladder", ">Rank", ">Rating", ">95 %", ">Places", ">Online",
                                        ">Games", ">Won",  ">Tied",   ">Lost", NULL};
    if (count == 0)
        return;
    html_add(out, "<h2>Ladders</h2>\n");
    page_table_open(out, "Ladders", heads);
    for (int i = 0; i < count; i++) {
        html_format(out,
                    "<tr><th scope=\"row\" class=\"id\"><a href=\"/bot/%u?ladder=%u\">%s</a></th>",
                    lines[i].row.name, lines[i].board, lines[i].board);
        page_numbers(out, &lines[i].row);
    }
    page_table_close(out);
}
