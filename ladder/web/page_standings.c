/* page_standings.c - the pages of ladders and their standings. */
#include "data/data_week.h"
#include "data/json_value.h"
#include "web/web_site.h"

#include <event2/buffer.h>
#include <stdio.h>
#include <string.h>

enum { TABS_MAX = 8 };

static bool has_teams(const struct site_standings *standings)
{
    return standings->count > 0 && standings->rows[0].team;
}

/* The range of all intervals of a table. Both 0 if no row has one. */
struct span {
    double low, high;
};

static struct span span_of(const struct site_standings *standings)
{
    struct span span = {0, 0};
    for (int i = 0; i < standings->count; i++) {
        const struct ladder_row *row = &standings->rows[i];
        if (!row->in_batch || row->few)
            continue;
        bool first = span.low >= span.high;
        span.low =
            first || row->rating - row->err95 < span.low ? row->rating - row->err95 : span.low;
        span.high =
            first || row->rating + row->err95 > span.high ? row->rating + row->err95 : span.high;
    }
    return span;
}

/* The interval as a line and the rating as a point, all rows to one scale. The cells beside it have
 * the numbers. */
static void add_interval(struct evbuffer *out, const struct ladder_row *row, struct span span)
{
    if (!row->in_batch || row->few || span.high <= span.low) {
        html_add(out, "<td></td>");
        return;
    }
    double scale = 96 / (span.high - span.low);
    evbuffer_add_printf(
        out,
        "<td><svg class=\"interval\" viewBox=\"0 0 100 12\" aria-hidden=\"true\">"
        "<path class=\"grid\" d=\"M0 11.5H100\"/><path class=\"curve\" d=\"M%.1f 6H%.1f\"/>"
        "<circle cx=\"%.1f\" cy=\"6\" r=\"2.6\"/></svg></td>",
        2 + (row->rating - row->err95 - span.low) * scale,
        2 + (row->rating + row->err95 - span.low) * scale, 2 + (row->rating - span.low) * scale);
}

/* "+12.3" since last week; nothing where it is not known. */
static void add_week(struct evbuffer *out, int64_t change)
{
    if (change == DATA_WEEK_UNKNOWN)
        html_add(out, "<td></td>");
    else if (change == 0)
        html_add(out, "<td class=\"n soft\">&plusmn;0</td>");
    else
        html_format(out,
                    change > 0 ? "<td class=\"n up\">+%t</td>" : "<td class=\"n down\">%t</td>",
                    change);
}

static void add_standing(struct evbuffer *out, const struct ladder_row *row, struct span span,
                         int64_t change)
{
    html_add(out, "<tr>");
    page_rank(out, row);
    html_add(out, "<th scope=\"row\" class=\"id\">");
    page_player(out, row->name);
    if (row->version[0])
        html_format(out, " <span class=\"soft\">%s</span>", row->version);
    if (row->reference)
        html_add(out, " <span class=\"soft\">(reference)</span>");
    if (row->with[0])
        html_format(out, " <span class=\"soft\">as a team with %s</span>", row->with);
    html_add(out, "</th>");
    add_interval(out, row, span);
    page_batch(out, row);
    page_online(out, row);
    add_week(out, change);
    page_counts(out, row);
    html_add(out, "<td>");
    if (row->last_msec)
        html_day(out, row->last_msec);
    html_add(out, "</td></tr>\n");
}

void page_standings_table(struct evbuffer *out, struct web_site *site,
                          const struct site_standings *standings)
{
    const char *const heads[] = {">Rank",       has_teams(standings) ? "Team" : "Bot",
                                 "Interval",    ">Rating",
                                 ">95 %",       ">Places",
                                 ">Online",     ">Week",
                                 ">Games",      ">Won, tied, lost",
                                 "Last played", NULL};
    struct span span = span_of(standings);
    int64_t changes[SITE_ROWS_MAX];
    data_week_changes(site, &standings->board, standings->rows, standings->count, changes);
    char title[DATA_TITLE_MAX + 1];
    char label[sizeof title + 8]; /* a phone leaves out columns of tables whose label begins so */
    data_boards_title(&standings->board, title);
    snprintf(label, sizeof label, "Ladder %s", title);
    page_table_open(out, label, heads);
    for (int i = 0; i < standings->count; i++)
        add_standing(out, &standings->rows[i], span, changes[i]);
    page_table_close(out);
}

/* Explains the bars (ratings 3). */
static void add_batch_note(struct evbuffer *out, const struct ladder_batch *batch)
{
    html_format(out, "<details><summary>How to read the table</summary>\n<p>Rating: of all results "
                     "at once; 95 %%: its error bar, the wider one of ");
    if (batch->seed != 0)
        html_format(
            out,
            "what the likelihood leaves open and a bootstrap over results (log up to %l, seed "
            "%l, %d resamples)",
            batch->last_seq, (int64_t)batch->seed, batch->resamples);
    else /* a table that is kept (batch_keep.h) */
        html_format(
            out,
            "what the likelihood leaves open and how much the results of the bot vary (log up "
            "to %l, %d random draws)",
            batch->last_seq, batch->resamples);
    html_format(
        out, ", as a distance to the mean of all who have one; with fewer than four results there "
             "are too few. The rank is by rating less bar; places: where the bot is with a chance "
             "of 95 %%. Week: what the online rating gained since the same day of last week. Bots "
             "that only played together on one side have a rating as a team, and none of their "
             "own. Online: after each result.</p></details>\n");
}

/* "mixed-2of4" in words; see board.h. */
static void add_format(struct evbuffer *out, const char *format)
{
    int sides = 0, seats = 0;
    if (sscanf(format, "solo-%d", &seats) == 1)
        html_format(out, "%d seats, each for itself", seats);
    else if (sscanf(format, "pairs-%dof%d", &sides, &seats) == 2)
        html_format(out, "teams, %d sides of %d seats", sides, seats);
    else if (sscanf(format, "mixed-%dof%d", &sides, &seats) == 2)
        html_format(out, "partners by lot, %d sides of %d seats", sides, seats);
    else
        html_text(out, format);
}

/* The ladders with the most players, as tabs, and the current one. */
static void add_tabs(struct evbuffer *out, const struct web_site *site,
                     const struct ladder_board *shown)
{
    struct ladder_board boards[TABS_MAX + 1];
    int count = page_boards(site, boards, TABS_MAX), at = 0;
    while (at < count && strcmp(boards[at].name, shown->name) != 0)
        at++;
    if (at == count)
        boards[count++] = *shown;
    if (count < 2)
        return;
    html_add(out, "<ul class=\"tabs\" aria-label=\"Ladders\">\n");
    for (int i = 0; i < count; i++) {
        html_format(out, "<li><a href=\"/standings?ladder=%u\" title=\"%s\"", boards[i].name,
                    boards[i].name);
        html_add(out, i == at ? " aria-current=\"page\">" : ">");
        page_ladder(out, &boards[i]);
        html_format(out, " <span>%d</span></a></li>\n", boards[i].bots);
    }
    html_add(out, "</ul>\n");
}

/* The name of this ladder, and links to the others. */
static void add_which(struct evbuffer *out, const struct web_site *site,
                      const struct ladder_board *board, int boards)
{
    add_tabs(out, site, board);
    html_add(out, "<p class=\"soft\"><strong>");
    page_ladder(out, board);
    html_add(out, "</strong>: ");
    add_format(out, board->format);
    html_format(out, "; %d rated result%s. Its name in data: <code>%s</code>.", board->results,
                board->results == 1 ? "" : "s", board->name);
    if (boards > 1)
        html_format(out, " <a href=\"/ladders\">All %d ladders</a>.", boards);
    html_add(out, "</p>\n");
}

static void add_rows(struct evbuffer *out, struct web_site *site,
                     const struct site_standings *standings)
{
    if (standings->count == 0) {
        html_add(out, standings->total == 0
                          ? "<p class=\"empty\">Nobody is on the ladder yet. <a "
                            "href=\"/connect\">Connect a bot</a>.</p>\n"
                          : "<p class=\"empty\">The list ends before this place. <a href=\"/\">To "
                            "the top</a></p>\n");
        return;
    }
    page_standings_table(out, site, standings);
    html_format(out,
                "<p class=\"soft\">%d %s. ? is provisional: fewer than 30 rated results, or "
                "opponents of fewer than 5 owners.</p>\n",
                standings->total,
                has_teams(standings) ? "teams, each of partners of one owner" : "bots");
    if (standings->has_batch)
        add_batch_note(out, &standings->batch);
}

void page_standings(struct evbuffer *out, struct web_site *site,
                    const struct site_standings *standings, int boards)
{
    char path[LADDER_BOARD_MAX + 24], data[LADDER_BOARD_MAX + 32], next[LADDER_PLACE_MAX + 1];
    snprintf(path, sizeof path, "/standings?ladder=%s", standings->board.name);
    snprintf(data, sizeof data, "/api/v1%s", path);
    page_open(out, "Standings", NULL);
    page_waiting_state(out, site);
    page_search(out);
    if (standings->there)
        add_which(out, site, &standings->board, boards);
    add_rows(out, site, standings);
    if (standings->first > 0)
        html_format(out, "<p class=\"pages\"><a href=\"%s\">To the top</a></p>\n", path);
    if (data_boards_standings_next(standings, next))
        html_format(
            out,
            "<p class=\"pages\"><a rel=\"next\" href=\"%s&amp;after=%u\">The next places</a></p>\n",
            path, next);
    if (standings->there)
        html_format(
            out, "<p class=\"pages\"><a href=\"/games?ladder=%u\">Games of this ladder</a></p>\n",
            standings->board.name);
    page_waiting_list(out, site, standings->there ? standings->board.ruleset : NULL);
    page_close(out, standings->there ? data : "/api/v1/standings");
}

void page_standings_boards(struct evbuffer *out, const json_t *boards)
{
    static const char *const heads[] = {
        "Ladder", "Format", ">Bots or teams", ">Results", "Newest, UTC", "Name in data", NULL};
    const json_t *list = json_object_get(boards, "ladders"), *board;
    size_t i;
    page_open(out, "Ladders", NULL);
    html_add(out,
             "<p class=\"soft\">Each ruleset and format has ratings of its own. Format: solo, each "
             "side is one seat; pairs, a side belongs to one owner and is rated as a team; mixed, "
             "partners are drawn by lot.</p>\n");
    if (json_array_size(list) == 0) {
        html_add(out,
                 "<p class=\"empty\">No rated game has ended yet: the first makes a ladder. <a "
                 "href=\"/connect\">Connect a bot</a>, or <a href=\"/play\">sit down and "
                 "play</a> meanwhile.</p>\n");
    } else {
        page_table_open(out, "Ladders", heads);
        json_array_foreach(list, i, board)
        {
            html_format(out,
                        "<tr><th scope=\"row\" class=\"w\"><a "
                        "href=\"/standings?ladder=%u\">%s</a></th><td>",
                        json_value_text(board, "ladder"), json_value_text(board, "title"));
            add_format(out, json_value_text(board, "format"));
            html_format(out, "</td><td class=\"n\">%l</td><td class=\"n\">%l</td><td>",
                        json_value_number(board, "bots"), json_value_number(board, "results"));
            html_time(out, json_value_number(board, "newest_msec"));
            html_format(out, "</td><td class=\"w\"><code>%s</code></td></tr>\n",
                        json_value_text(board, "ladder"));
        }
        page_table_close(out);
    }
    html_add(out, "<p class=\"pages\"><a href=\"/seasons\">Seasons</a></p>\n");
    page_close(out, "/api/v1/ladders");
}

/* Nothing if there is only one version. */
void page_standings_versions(struct evbuffer *out, const struct web_site *site, const json_t *rows)
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
        html_format(out, "<tr><th scope=\"row\">%s</th><td>", label[0] ? label : "the first");
        page_ladder_named(out, site, json_value_text(row, "ladder"));
        html_format(out, "%s%s</td><td class=\"n\">", team[0] ? ", as " : "", team);
        evbuffer_add_printf(out, "%.1f</td>", json_number_value(json_object_get(row, "rating")));
        html_format(out,
                    "<td class=\"n\">%l</td><td class=\"n\">%l</td><td class=\"n\">%l</td><td "
                    "class=\"n\">%l</td></tr>\n",
                    json_value_number(row, "games"), json_value_number(row, "wins"),
                    json_value_number(row, "ties"), json_value_number(row, "losses"));
    }
    page_table_close(out);
}

void page_standings_of_bot(struct evbuffer *out, const struct web_site *site,
                           const struct ladder_line *lines, int count)
{
    static const char *const heads[] = {"Ladder",  ">Rank",  ">Rating",          ">95 %", ">Places",
                                        ">Online", ">Games", ">Won, tied, lost", NULL};
    if (count == 0)
        return;
    html_add(out, "<h2>Ladders</h2>\n");
    page_table_open(out, "Ladders", heads);
    for (int i = 0; i < count; i++) {
        html_format(out, "<tr><th scope=\"row\" class=\"id\"><a href=\"/bot/%u?ladder=%u\">",
                    lines[i].row.name, lines[i].board);
        page_ladder_named(out, site, lines[i].board);
        html_add(out, "</a></th>");
        page_numbers(out, &lines[i].row);
    }
    page_table_close(out);
}
