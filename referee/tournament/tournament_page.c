/* tournament_page.c - a tournament as one static page. */
#include "tournament/tournament_page.h"

#include "base/memory.h"
#include "tournament/tournament_help.h"

#include <event2/buffer.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char head[] =
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<style>\n"
    ":root{color-scheme:light dark;--line:#8884;--mark:#b5352b;--bar:#4a7ab5}\n"
    "body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}\n"
    "h1{font-size:1.6rem;margin:0}h2{font-size:1.15rem;margin:2rem 0 .5rem}\n"
    ".scroll{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}\n"
    "th,td{padding:.25rem .6rem;border-bottom:1px solid var(--line);text-align:right}\n"
    "th{font-weight:600}td.name,th.name,th[scope]{text-align:left}th.n{text-align:right}\n"
    ".own{background:var(--line)}abbr{text-decoration:none}\n"
    "svg{max-width:100%;height:auto}svg text{fill:currentColor;font:13px system-ui,sans-serif}\n"
    "footer{margin:3rem 0 1rem;opacity:.7;font-size:.85rem}\n"
    "</style>\n";

static void put_standings(const struct tournament_report *competition,
                          const struct tournament_row *rows, struct evbuffer *out)
{
    const struct tournament_config *format = &competition->file.format;
    struct rating_words words;

    for (int i = 0; i < format->entry_count; i++) {
        const struct tournament_row *row = &rows[i];
        if (i == 0 || row->division != rows[i - 1].division) {
            if (i > 0)
                html_add(out, "</table></div>\n");
            if (format->format == TOURNAMENT_LEAGUE)
                evbuffer_add_printf(out, "<h2>Division %d</h2>\n", row->division + 1);
            else
                html_add(out, "<h2>Standings</h2>\n");
            html_add(
                out,
                "<div class=\"scroll\"><table><tr><th>#<th class=\"name\">Entry<th>Score<th>Won"
                "<th>Drawn<th>Lost<th>Games<th>Faults");
            for (int k = 0; k < format->tiebreak_count; k++)
                evbuffer_add_printf(out, "<th>%s", tournament_tiebreak_name(format->tiebreaks[k]));
            html_add(out, "<th>Rating<th>95 %<th>Places</tr>\n");
        }
        if (row->disqualified)
            html_add(out, "<tr><td>disqualified<td class=\"name\">");
        else
            evbuffer_add_printf(out, "<tr><td>%d<td class=\"name\">", row->rank);
        html_text(out, competition->file.entries[row->entry].name);
        evbuffer_add_printf(out, "<td>%g<td>%d<td>%d<td>%d<td>%g<td>%ld", row->score, row->wins,
                            row->draws, row->losses, row->game_halves / 2.0,
                            report_faults(&competition->report, row->entry));
        for (int k = 0; k < format->tiebreak_count; k++)
            evbuffer_add_printf(out, "<td>%g", row->tiebreaks[k]);
        tournament_rating_words(&competition->ratings, row->entry, &words);
        evbuffer_add_printf(out, "<td>%s<td>%s<td>%s</tr>\n", words.rating, words.bar,
                            words.places);
    }
    html_add(out, "</table></div>\n");
}

struct standing_rows {
    const struct tournament_report *competition;
    const struct tournament_row *rows;
};

static const char *name_at(const void *context, int row)
{
    const struct standing_rows *standings = context;
    return standings->competition->file.entries[standings->rows[row].entry].name;
}

static bool pair_at(const void *context, int row, int column, struct crosstable_pair *cell)
{
    const struct standing_rows *standings = context;
    int a = standings->rows[row].entry, b = standings->rows[column].entry;
    int count = standings->competition->file.format.entry_count;
    const struct schedule_pair *pair =
        schedule_pair_of(&standings->competition->report.totals, count, a, b);

    cell->points = (double)(a < b ? pair->wins : pair->losses) + pair->ties / 2.0;
    cell->games = pair->games;
    return pair->games > 0;
}

static void put_crosstable(const struct tournament_report *competition,
                           const struct tournament_row *rows, struct evbuffer *out)
{
    struct standing_rows standings = {competition, rows};
    struct crosstable table = {competition->file.format.entry_count, name_at, pair_at, &standings};

    if (table.count > TOURNAMENT_REPORT_CROSS_MAX)
        return;
    html_add(out, "<h2>Points of games</h2>\n");
    crosstable_add(out, &table);
}

/* The faults of each entry, by kind; nothing if there are none. */
static void put_faults(const struct tournament_report *competition,
                       const struct tournament_row *rows, struct evbuffer *out)
{
    const struct report *report = &competition->report;

    if (report_all_faults(&competition->report) == 0)
        return;
    html_add(
        out,
        "<h2 id=\"faults\">Faults</h2>\n<div class=\"scroll\"><table><tr><th class=\"name\">Entry");
    for (int fault = FAULT_NONE + 1; fault < FAULT_COUNT; fault++)
        evbuffer_add_printf(out, "<th>%s", fault_name((enum fault)fault));
    html_add(out, "<th>Games lost by them</tr>\n");
    for (int i = 0; i < competition->file.format.entry_count; i++) {
        int entry = rows[i].entry;
        if (report_faults(report, entry) == 0)
            continue;
        html_add(out, "<tr><td class=\"name\">");
        html_text(out, competition->file.entries[entry].name);
        if (report_never_started(report, entry))
            html_add(out, " <strong>never started</strong>");
        for (int fault = FAULT_NONE + 1; fault < FAULT_COUNT; fault++)
            evbuffer_add_printf(out, "<td>%ld", report->stats[entry].faults[fault]);
        evbuffer_add_printf(out, "<td>%ld of %ld</tr>\n", report->forfeits[entry],
                            report->stats[entry].games);
    }
    html_add(out, "</table></div>\n");
}

static void put_meetings(const struct tournament_report *competition, struct evbuffer *out)
{
    const struct tournament *tournament = &competition->tournament;

    html_add(out,
             "<h2>Meetings</h2>\n<div class=\"scroll\"><table><tr><th>Round<th class=\"name\">A"
             "<th class=\"name\">B<th>Points<th class=\"name\">Won by<th class=\"name\">Decided by"
             "<th>Deciding blocks</tr>\n");
    for (int i = 0; i < tournament->meeting_count; i++) {
        const struct tournament_meeting *meeting = &tournament->meetings[i];
        if (!meeting->done)
            continue;
        int winner = tournament_table_winner(tournament, meeting);
        evbuffer_add_printf(out, "<tr><td>%d<td class=\"name\">", meeting->round + 1);
        html_text(out, competition->file.entries[meeting->a].name);
        html_add(out, "<td class=\"name\">");
        html_text(out, meeting->b < 0 ? "" : competition->file.entries[meeting->b].name);
        evbuffer_add_printf(out, "<td>%g : %g<td class=\"name\">", meeting->halves_a / 2.0,
                            meeting->halves_b / 2.0);
        html_text(out, winner < 0 ? "" : competition->file.entries[winner].name);
        evbuffer_add_printf(
            out, "<td class=\"name\">%s<td>%d</tr>\n",
            tournament_decision_name(tournament_table_decision(tournament, meeting)),
            meeting->deciding);
    }
    html_add(out, "</table></div>\n");
}

/* What the organiser decided; nothing where that is nothing. */
static void put_rulings(const struct tournament_report *competition, struct evbuffer *out)
{
    const struct runner_entry *entries = competition->file.entries;

    if (competition->rulings.count == 0)
        return;
    html_add(out, "<h2 id=\"rulings\">Rulings</h2>\n<ul>\n");
    for (int i = 0; i < competition->rulings.count; i++) {
        const struct tournament_ruled *ruled = &competition->rulings.list[i];
        html_add(out, "<li>");
        if (ruled->rerun)
            evbuffer_add_printf(out, "Meeting %d is played again: ", ruled->meeting + 1);
        else
            html_format(out, "%s is disqualified: ", entries[ruled->entry].name);
        html_text(out, ruled->reason);
        html_add(out, "\n");
    }
    for (int i = 0; i < competition->tournament.void_count; i++) {
        const struct tournament_void *kept = &competition->tournament.voids[i];
        html_format(out, "<li>Void: meeting %d, %s against %s, ", kept->meeting + 1,
                    entries[kept->a].name, entries[kept->b].name);
        evbuffer_add_printf(out, "%g : %g\n", kept->halves_a / 2.0, kept->halves_b / 2.0);
    }
    html_add(out, "</ul>\n");
}

/* How to read the standings. */
static void put_help(const struct tournament_config *config, struct evbuffer *out)
{
    char text[TOURNAMENT_HELP_BYTES];
    const char *line;

    html_add(out, "<h2>How to read the standings</h2>\n<ul>\n");
    for (int i = 0; (line = tournament_help_line(config, i, text)) != NULL; i++) {
        html_add(out, "<li>");
        html_text(out, line);
        html_add(out, ".\n");
    }
    html_add(out, "</ul>\n");
}

/* ---------------------------------------------------------------------------------- the plots */

/* The distance from 0 at which it is drawn, with its bar. */
static double reach(const struct rated_player *player)
{
    return fabs(player->rating) + (player->few ? 0 : player->err95);
}

static void put_ratings(const struct tournament_report *competition,
                        const struct tournament_row *rows, struct evbuffer *out)
{
    enum { LEFT = 230, WIDTH = 560, ROW = 24, TOP = 30 };
    int count = competition->file.format.entry_count;
    double most = 50;

    if (!competition->ratings.made)
        return;
    for (int i = 0; i < count; i++)
        most = fmax(most, reach(&competition->ratings.players[i]));
    most = ceil(most / 50) * 50;
    evbuffer_add_printf(out,
                        "<h2>Ratings with 95 %% bars</h2>\n<svg viewBox=\"0 0 %d %d\" role=\"img\" "
                        "aria-label=\"Ratings of all entries with error bars\">\n",
                        LEFT + WIDTH + 30, TOP + count * ROW + 10);
    for (int tick = -2; tick <= 2; tick++) {
        double x = LEFT + WIDTH / 2.0 + tick * WIDTH / 4.0;
        evbuffer_add_printf(
            out,
            "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"var(--line)\"/>"
            "<text x=\"%.1f\" y=\"16\" text-anchor=\"middle\">%+.0f</text>\n",
            x, x, TOP - 8, TOP + count * ROW, x, tick * most / 2);
    }
    for (int i = 0; i < count; i++) {
        const struct rated_player *rating =
            tournament_rating_of(&competition->ratings, rows[i].entry);
        if (!rating)
            continue;
        double x = LEFT + WIDTH / 2.0 + rating->rating / most * WIDTH / 2;
        double bar = rating->few ? 0 : rating->err95 / most * WIDTH / 2;
        int y = TOP + i * ROW + ROW / 2;
        evbuffer_add_printf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">", LEFT - 8, y + 4);
        html_text(out, competition->file.entries[rows[i].entry].name);
        evbuffer_add_printf(
            out,
            "</text><line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"var(--bar)\" "
            "stroke-width=\"3\"/><circle cx=\"%.1f\" cy=\"%d\" r=\"5\" fill=\"var(--mark)\">"
            "<title>",
            x - bar, x + bar, y, y, x, y);
        if (rating->few)
            evbuffer_add_printf(out, "%+.0f, too few blocks for a bar</title></circle>\n",
                                rating->rating);
        else
            evbuffer_add_printf(out,
                                "%+.0f &#177; %.0f (95 %%), places %d to %d</title></circle>\n",
                                rating->rating, rating->err95, rating->first, rating->last);
    }
    evbuffer_add_printf(
        out,
        "</svg>\n<p>Of all games at once; bars of the distance to the mean of all, by blocks (seed "
        "%llu, %d resamples); places: where 95 %% of the resamples have it.\n",
        (unsigned long long)competition->ratings.seed, RATE_RESAMPLES);
}

/* Contracts made and lost by each entry, one bar on top of the other. */
static void put_contracts(const struct tournament_report *competition,
                          const struct tournament_row *rows, struct evbuffer *out)
{
    enum { LEFT = 230, WIDTH = 500, ROW = 24 };
    int count = competition->file.format.entry_count;
    long most = 1;

    for (int i = 0; i < count; i++) {
        if (competition->report.stats[i].contracts > most)
            most = competition->report.stats[i].contracts;
    }
    evbuffer_add_printf(
        out,
        "<h2>Contracts made of those bid</h2>\n<svg viewBox=\"0 0 %d %d\" role=\"img\" "
        "aria-label=\"Contracts made and bid by entry\">\n",
        LEFT + WIDTH + 100, count * ROW + 10);
    for (int i = 0; i < count; i++) {
        const struct entry_stats *stats = &competition->report.stats[rows[i].entry];
        double bid = (double)stats->contracts / (double)most * WIDTH;
        double made = (double)stats->contracts_made / (double)most * WIDTH;
        evbuffer_add_printf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">", LEFT - 8,
                            i * ROW + 16);
        html_text(out, competition->file.entries[rows[i].entry].name);
        evbuffer_add_printf(
            out,
            "</text><rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"14\" fill=\"var(--line)\"/>"
            "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"14\" fill=\"var(--bar)\"/>"
            "<text x=\"%.1f\" y=\"%d\">%ld of %ld</text>\n",
            LEFT, i * ROW + 5, bid, LEFT, i * ROW + 5, made, LEFT + bid + 6, i * ROW + 16,
            stats->contracts_made, stats->contracts);
    }
    html_add(out, "</svg>\n");
}

static void put_page(const struct tournament_report *competition, struct evbuffer *out)
{
    const struct tournament_file *file = &competition->file;
    struct tournament_row rows[TOURNAMENT_ENTRIES_MAX];
    char seed[2 * FAIR_BYTES + 1];

    tournament_table_standings(&competition->tournament, rows);
    html_add(out, "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>");
    html_text(out, file->name);
    html_add(out, "</title>\n");
    html_add(out, head);
    html_add(out, "<h1>");
    html_text(out, file->name);
    evbuffer_add_printf(out, "</h1>\n<p>%s, ruleset %s",
                        tournament_format_name(file->format.format),
                        preset_name(file->rules.preset));
    for (int i = 0; i < file->word_count; i++) {
        html_add(out, i ? ", " : " with ");
        html_text(out, file->words[i]);
    }
    evbuffer_add_printf(out, "; %ld games%s.\n", competition->report.games,
                        file->duplicate ? " on duplicate deals" : "");
    put_standings(competition, rows, out);
    put_crosstable(competition, rows, out);
    if (file->format.format == TOURNAMENT_KNOCKOUT ||
        file->format.format == TOURNAMENT_DOUBLE_KNOCKOUT)
        put_meetings(competition, out);
    put_rulings(competition, out);
    put_faults(competition, rows, out);
    put_ratings(competition, rows, out);
    put_contracts(competition, rows, out);
    put_help(&file->format, out);
    bool one = competition->sessions < 2;
    hex_encode(file->seed, competition->finished && one ? FAIR_BYTES : 0, seed);
    evbuffer_add_printf(
        out,
        "<footer>avondale %s; %s%s. Records are in records.jsonl; tournament.ini and the "
        "seed play it again.</footer>\n</html>\n",
        AVONDALE_VERSION,
        !competition->finished ? "not finished"
        : one                  ? "seed "
                               : "seeds in the file seed",
        seed);
}

void tournament_page_write(const struct tournament_report *competition, FILE *out)
{
    struct evbuffer *page = evbuffer_new();
    size_t size;

    if (!page)
        memory_end();
    put_page(competition, page);
    size = evbuffer_get_length(page);
    const unsigned char *bytes = evbuffer_pullup(page, -1);
    if (!bytes)
        memory_end();
    fwrite(bytes, 1, size, out);
    evbuffer_free(page);
}
