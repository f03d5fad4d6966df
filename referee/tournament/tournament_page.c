/* tournament_page.c - a tournament as one static page. */
#include "tournament/tournament_page.h"

#include "tournament/tournament_help.h"

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
    "th{font-weight:600}td.name,th.name{text-align:left}td.self{background:var(--line)}\n"
    "svg{max-width:100%;height:auto}svg text{fill:currentColor;font:13px system-ui,sans-serif}\n"
    "footer{margin:3rem 0 1rem;opacity:.7;font-size:.85rem}\n"
    "</style>\n";

/* All text that came from outside goes through here. */
static void put(FILE *out, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '&':
            fputs("&amp;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        default:
            fputc(*text, out);
        }
    }
}

static void put_standings(const struct competition *competition, const struct tournament_row *rows,
                          FILE *out)
{
    const struct tournament_config *format = &competition->file.format;
    struct rating_words words;

    for (int i = 0; i < format->entry_count; i++) {
        const struct tournament_row *row = &rows[i];
        if (i == 0 || row->division != rows[i - 1].division) {
            if (i > 0)
                fputs("</table></div>\n", out);
            if (format->format == TOURNAMENT_LEAGUE)
                fprintf(out, "<h2>Division %d</h2>\n", row->division + 1);
            else
                fputs("<h2>Standings</h2>\n", out);
            fputs("<div class=\"scroll\"><table><tr><th>#<th class=\"name\">Entry<th>Score<th>Won"
                  "<th>Drawn<th>Lost<th>Games",
                  out);
            for (int k = 0; k < format->tiebreak_count; k++)
                fprintf(out, "<th>%s", tournament_tiebreak_name(format->tiebreaks[k]));
            fputs("<th>Rating<th>95 %<th>Places</tr>\n", out);
        }
        fprintf(out, "<tr><td>%d<td class=\"name\">", row->rank);
        put(out, competition->file.entries[row->entry].name);
        fprintf(out, "<td>%g<td>%d<td>%d<td>%d<td>%g", row->score, row->wins, row->draws,
                row->losses, row->game_halves / 2.0);
        for (int k = 0; k < format->tiebreak_count; k++)
            fprintf(out, "<td>%g", row->tiebreaks[k]);
        competition_rating_words(&competition->ratings, row->entry, &words);
        fprintf(out, "<td>%s<td>%s<td>%s</tr>\n", words.rating, words.bar, words.places);
    }
    fputs("</table></div>\n", out);
}

static void put_crosstable(const struct competition *competition, const struct tournament_row *rows,
                           FILE *out)
{
    int count = competition->file.format.entry_count;

    fputs("<h2>Points of games</h2>\n<div class=\"scroll\"><table><tr><th><th class=\"name\">",
          out);
    for (int k = 0; k < count; k++)
        fprintf(out, "<th>%d", k + 1);
    fputs("</tr>\n", out);
    for (int i = 0; i < count; i++) {
        fprintf(out, "<tr><td>%d<td class=\"name\">", i + 1);
        put(out, competition->file.entries[rows[i].entry].name);
        for (int k = 0; k < count; k++) {
            int a = rows[i].entry, b = rows[k].entry;
            if (a == b) {
                fputs("<td class=\"self\">", out);
                continue;
            }
            const struct match_pair *pair =
                &competition->report.totals
                     .pairs[match_pair_index(count, a < b ? a : b, a < b ? b : a)];
            if (pair->games == 0)
                fputs("<td>", out);
            else
                fprintf(out, "<td>%g/%d", (a < b ? pair->wins : pair->losses) + pair->ties / 2.0,
                        pair->games);
        }
        fputs("</tr>\n", out);
    }
    fputs("</table></div>\n", out);
}

/* What each entry did wrong, by kind; nothing where nobody did. */
static void put_faults(const struct competition *competition, const struct tournament_row *rows,
                       FILE *out)
{
    const struct report *report = &competition->report;

    if (report_all_faults(&competition->report) == 0)
        return;
    fputs(
        "<h2 id=\"faults\">Faults</h2>\n<div class=\"scroll\"><table><tr><th class=\"name\">Entry",
        out);
    for (int fault = FAULT_NONE + 1; fault < FAULT_COUNT; fault++)
        fprintf(out, "<th>%s", fault_name((enum fault)fault));
    fputs("<th>Games lost by them</tr>\n", out);
    for (int i = 0; i < competition->file.format.entry_count; i++) {
        int entry = rows[i].entry;
        if (report_faults(report, entry) == 0)
            continue;
        fputs("<tr><td class=\"name\">", out);
        put(out, competition->file.entries[entry].name);
        if (report_never_started(report, entry))
            fputs(" <strong>never started</strong>", out);
        for (int fault = FAULT_NONE + 1; fault < FAULT_COUNT; fault++)
            fprintf(out, "<td>%ld", report->stats[entry].faults[fault]);
        fprintf(out, "<td>%ld of %ld</tr>\n", report->forfeits[entry], report->stats[entry].games);
    }
    fputs("</table></div>\n", out);
}

static void put_meetings(const struct competition *competition, FILE *out)
{
    const struct tournament *tournament = &competition->tournament;

    fputs("<h2>Meetings</h2>\n<div class=\"scroll\"><table><tr><th>Round<th class=\"name\">A"
          "<th class=\"name\">B<th>Points<th class=\"name\">Won by<th class=\"name\">Decided by"
          "<th>Deciding blocks</tr>\n",
          out);
    for (int i = 0; i < tournament->meeting_count; i++) {
        const struct tournament_meeting *meeting = &tournament->meetings[i];
        if (!meeting->done)
            continue;
        int winner = tournament_winner(tournament, meeting);
        fprintf(out, "<tr><td>%d<td class=\"name\">", meeting->round + 1);
        put(out, competition->file.entries[meeting->a].name);
        fputs("<td class=\"name\">", out);
        put(out, meeting->b < 0 ? "" : competition->file.entries[meeting->b].name);
        fprintf(out, "<td>%g : %g<td class=\"name\">", meeting->halves_a / 2.0,
                meeting->halves_b / 2.0);
        put(out, winner < 0 ? "" : competition->file.entries[winner].name);
        fprintf(out, "<td class=\"name\">%s<td>%d</tr>\n",
                tournament_decision_name(tournament_decision(tournament, meeting)),
                meeting->deciding);
    }
    fputs("</table></div>\n", out);
}

/* How the standings are to be read. */
static void put_help(const struct tournament_config *config, FILE *out)
{
    char text[COMPETITION_HELP_BYTES];
    const char *line;

    fputs("<h2>How to read the standings</h2>\n<ul>\n", out);
    for (int i = 0; (line = competition_help_line(config, i, text)) != NULL; i++) {
        fputs("<li>", out);
        put(out, line);
        fputs(".\n", out);
    }
    fputs("</ul>\n", out);
}

/* ---------------------------------------------------------------------------------- the plots */

/* How far from 0 it is drawn, with its bar. */
static double reach(const struct rated_player *player)
{
    return fabs(player->rating) + (player->few ? 0 : player->err95);
}

static void put_ratings(const struct competition *competition, const struct tournament_row *rows,
                        FILE *out)
{
    enum { LEFT = 230, WIDTH = 560, ROW = 24, TOP = 30 };
    int count = competition->file.format.entry_count;
    double most = 50;

    if (!competition->ratings.made)
        return;
    for (int i = 0; i < count; i++)
        most = fmax(most, reach(&competition->ratings.players[i]));
    most = ceil(most / 50) * 50;
    fprintf(out,
            "<h2>Ratings with 95 %% bars</h2>\n<svg viewBox=\"0 0 %d %d\" role=\"img\" "
            "aria-label=\"Ratings of all entries with error bars\">\n",
            LEFT + WIDTH + 30, TOP + count * ROW + 10);
    for (int tick = -2; tick <= 2; tick++) {
        double x = LEFT + WIDTH / 2.0 + tick * WIDTH / 4.0;
        fprintf(out,
                "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"var(--line)\"/>"
                "<text x=\"%.1f\" y=\"16\" text-anchor=\"middle\">%+.0f</text>\n",
                x, x, TOP - 8, TOP + count * ROW, x, tick * most / 2);
    }
    for (int i = 0; i < count; i++) {
        const struct rated_player *rating =
            competition_rating(&competition->ratings, rows[i].entry);
        if (!rating)
            continue;
        double x = LEFT + WIDTH / 2.0 + rating->rating / most * WIDTH / 2;
        double bar = rating->few ? 0 : rating->err95 / most * WIDTH / 2;
        int y = TOP + i * ROW + ROW / 2;
        fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">", LEFT - 8, y + 4);
        put(out, competition->file.entries[rows[i].entry].name);
        fprintf(out,
                "</text><line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"var(--bar)\" "
                "stroke-width=\"3\"/><circle cx=\"%.1f\" cy=\"%d\" r=\"5\" fill=\"var(--mark)\">"
                "<title>",
                x - bar, x + bar, y, y, x, y);
        if (rating->few)
            fprintf(out, "%+.0f, too few blocks for a bar</title></circle>\n", rating->rating);
        else
            fprintf(out, "%+.0f &#177; %.0f (95 %%), places %d to %d</title></circle>\n",
                    rating->rating, rating->err95, rating->first, rating->last);
    }
    fprintf(
        out,
        "</svg>\n<p>Of all games at once; bars of the distance to the mean of all, by blocks (seed "
        "%llu, %d resamples); places: where 95 %% of the resamples have it.\n",
        (unsigned long long)competition->ratings.seed, RATE_RESAMPLES);
}

/* Contracts made and lost of each entry, one bar on the other. */
static void put_contracts(const struct competition *competition, const struct tournament_row *rows,
                          FILE *out)
{
    enum { LEFT = 230, WIDTH = 500, ROW = 24 };
    int count = competition->file.format.entry_count;
    long most = 1;

    for (int i = 0; i < count; i++) {
        if (competition->report.stats[i].contracts > most)
            most = competition->report.stats[i].contracts;
    }
    fprintf(out,
            "<h2>Contracts made of those bid</h2>\n<svg viewBox=\"0 0 %d %d\" role=\"img\" "
            "aria-label=\"Contracts made and bid by entry\">\n",
            LEFT + WIDTH + 100, count * ROW + 10);
    for (int i = 0; i < count; i++) {
        const struct entry_stats *stats = &competition->report.stats[rows[i].entry];
        double bid = (double)stats->contracts / (double)most * WIDTH;
        double made = (double)stats->contracts_made / (double)most * WIDTH;
        fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">", LEFT - 8, i * ROW + 16);
        put(out, competition->file.entries[rows[i].entry].name);
        fprintf(out,
                "</text><rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"14\" fill=\"var(--line)\"/>"
                "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"14\" fill=\"var(--bar)\"/>"
                "<text x=\"%.1f\" y=\"%d\">%ld of %ld</text>\n",
                LEFT, i * ROW + 5, bid, LEFT, i * ROW + 5, made, LEFT + bid + 6, i * ROW + 16,
                stats->contracts_made, stats->contracts);
    }
    fputs("</svg>\n", out);
}

void competition_page(const struct competition *competition, FILE *out)
{
    const struct tournament_file *file = &competition->file;
    struct tournament_row rows[TOURNAMENT_ENTRIES_MAX];
    char seed[2 * FAIR_BYTES + 1];

    tournament_standings(&competition->tournament, rows);
    fputs("<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>", out);
    put(out, file->name);
    fputs("</title>\n", out);
    fputs(head, out);
    fputs("<h1>", out);
    put(out, file->name);
    fprintf(out, "</h1>\n<p>%s, ruleset %s", tournament_format_name(file->format.format),
            preset_name(file->rules.preset));
    for (int i = 0; i < file->word_count; i++) {
        fputs(i ? ", " : " with ", out);
        put(out, file->words[i]);
    }
    fprintf(out, "; %ld games%s.\n", competition->report.games,
            file->duplicate ? " on duplicate deals" : "");
    put_standings(competition, rows, out);
    put_crosstable(competition, rows, out);
    if (file->format.format == TOURNAMENT_KNOCKOUT ||
        file->format.format == TOURNAMENT_DOUBLE_KNOCKOUT)
        put_meetings(competition, out);
    put_faults(competition, rows, out);
    put_ratings(competition, rows, out);
    put_contracts(competition, rows, out);
    put_help(&file->format, out);
    bool one = competition->sessions < 2;
    hex_encode(file->seed, competition->finished && one ? FAIR_BYTES : 0, seed);
    fprintf(out,
            "<footer>avondale %s; %s%s. Records are in records.jsonl; tournament.ini and the "
            "seed play it again.</footer>\n</html>\n",
            AVONDALE_VERSION,
            !competition->finished ? "not finished"
            : one                  ? "seed "
                                   : "seeds in the file seed",
            seed);
}
