/* tournament_report.c - the output of a tournament: text, CSV, JSON. The page is in
 * tournament_page.c. */
#include "tournament/tournament_report.h"

#include "tournament/tournament_json.h"
#include "tournament/tournament_page.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Half points in decimals: 3, 3.5. */
static const char *points(double value, char text[16])
{
    snprintf(text, 16, "%g", value);
    return text;
}

static const struct schedule_pair *pair_of(const struct tournament_report *competition, int a,
                                           int b)
{
    return schedule_pair_of(&competition->report.totals, competition->file.format.entry_count, a,
                            b);
}

/* Points of a against b. */
static double pair_points(const struct tournament_report *competition, int a, int b)
{
    const struct schedule_pair *pair = pair_of(competition, a, b);
    return (a < b ? pair->wins : pair->losses) + pair->ties / 2.0;
}

/* ------------------------------------------------------------------------------------- text */

static void print_row(const struct tournament_report *competition, const struct tournament_row *row,
                      FILE *out)
{
    struct rating_words words;
    char score[16];

    char rank[12] = "dq";

    if (!row->disqualified)
        snprintf(rank, sizeof rank, "%d", row->rank);
    fprintf(out, "%4s  %-32s %7s  %4d %4d %4d %6ld", rank,
            competition->file.entries[row->entry].name, points(row->score, score), row->wins,
            row->draws, row->losses, report_faults(&competition->report, row->entry));
    for (int i = 0; i < competition->file.format.tiebreak_count; i++)
        fprintf(out, " %12g", row->tiebreaks[i]);
    tournament_rating_words(&competition->ratings, row->entry, &words);
    fprintf(out, " %8s %8s %7s\n", words.rating, words.bar, words.places);
}

static void print_standings(const struct tournament_report *competition,
                            const struct tournament_row *rows, FILE *out)
{
    const struct tournament_config *format = &competition->file.format;

    for (int i = 0; i < format->entry_count; i++) {
        if (i == 0 || rows[i].division != rows[i - 1].division) {
            if (format->format == TOURNAMENT_LEAGUE)
                fprintf(out, "%sdivision %d\n", i ? "\n" : "", rows[i].division + 1);
            fprintf(out, "rank  %-32s %7s  %4s %4s %4s %6s", "entry", "score", "won", "drwn",
                    "lost", "faults");
            for (int k = 0; k < format->tiebreak_count; k++)
                fprintf(out, " %12.12s", tournament_tiebreak_name(format->tiebreaks[k]));
            fprintf(out, " %8s %8s %7s\n", "rating", "95 %", "places");
        }
        print_row(competition, &rows[i], out);
    }
}

static void print_crosstable(const struct tournament_report *competition,
                             const struct tournament_row *rows, FILE *out)
{
    int count = competition->file.format.entry_count;
    char score[16], cell[32];

    if (count > TOURNAMENT_REPORT_CROSS_MAX)
        return;
    fprintf(out, "\n%-35s", "points of games");
    for (int k = 0; k < count; k++)
        fprintf(out, "%9d", k + 1);
    fputc('\n', out);
    for (int i = 0; i < count; i++) {
        fprintf(out, "%2d %-32s", i + 1, competition->file.entries[rows[i].entry].name);
        for (int k = 0; k < count; k++) {
            int a = rows[i].entry, b = rows[k].entry;
            if (a == b)
                snprintf(cell, sizeof cell, "x");
            else if (pair_of(competition, a, b)->games == 0)
                snprintf(cell, sizeof cell, "-");
            else
                snprintf(cell, sizeof cell, "%s/%d", points(pair_points(competition, a, b), score),
                         pair_of(competition, a, b)->games);
            fprintf(out, "%9s", cell);
        }
        fputc('\n', out);
    }
}

/* "6 - 6, to NAME by margin (+120)" after "A - B: ". */
static void print_decision(const struct tournament_report *competition,
                           const struct tournament_meeting *meeting, FILE *out)
{
    enum tournament_decision decision =
        tournament_table_decision(&competition->tournament, meeting);
    char points_a[16], points_b[16];

    fprintf(out, "%s - %s", points(meeting->halves_a / 2.0, points_a),
            points(meeting->halves_b / 2.0, points_b));
    if (decision == DECISION_VOID ||
        tournament_table_winner(&competition->tournament, meeting) < 0) {
        fprintf(out, ", %s\n", tournament_decision_name(decision));
        return;
    }
    if (decision != DECISION_GAMES)
        fprintf(
            out, ", to %s by %s",
            competition->file.entries[tournament_table_winner(&competition->tournament, meeting)]
                .name,
            tournament_decision_name(decision));
    if (meeting->deciding > 0)
        fprintf(out, " (%d deciding %s)", meeting->deciding,
                meeting->deciding == 1 ? "block" : "blocks");
    fputc('\n', out);
}

/* For a knockout: the standings alone do not say who beat whom, and by what. */
static void print_meetings(const struct tournament_report *competition, FILE *out)
{
    const struct tournament *tournament = &competition->tournament;
    const struct runner_entry *entries = competition->file.entries;

    fputs("\nmeetings, by points of games\n", out);
    for (int i = 0; i < tournament->meeting_count; i++) {
        const struct tournament_meeting *meeting = &tournament->meetings[i];
        if (!meeting->done)
            continue;
        fprintf(out, "%d: round %d  ", i + 1, meeting->round + 1);
        if (meeting->b < 0) {
            fprintf(out, "%s: bye\n", entries[meeting->a].name);
            continue;
        }
        fprintf(out, "%s - %s: ", entries[meeting->a].name, entries[meeting->b].name);
        print_decision(competition, meeting, out);
    }
}

/* What the organiser decided, and the results that count no more because of it. */
static void print_rulings(const struct tournament_report *competition, FILE *out)
{
    const struct tournament *tournament = &competition->tournament;
    const struct runner_entry *entries = competition->file.entries;
    char points_a[16], points_b[16];

    if (competition->rulings.count > 0)
        fputs("\nrulings\n", out);
    for (int i = 0; i < competition->rulings.count; i++) {
        const struct tournament_ruled *ruled = &competition->rulings.list[i];
        if (ruled->rerun)
            fprintf(out, "meeting %d is played again: %s\n", ruled->meeting + 1, ruled->reason);
        else
            fprintf(out, "%s is disqualified: %s\n", entries[ruled->entry].name, ruled->reason);
    }
    for (int i = 0; i < tournament->void_count; i++) {
        const struct tournament_void *kept = &tournament->voids[i];
        fprintf(out, "void: meeting %d, %s - %s: %s - %s\n", kept->meeting + 1,
                entries[kept->a].name, entries[kept->b].name,
                points(kept->halves_a / 2.0, points_a), points(kept->halves_b / 2.0, points_b));
    }
}

void tournament_report_print(const struct tournament_report *competition, FILE *out)
{
    struct tournament_row rows[TOURNAMENT_ENTRIES_MAX];

    tournament_table_standings(&competition->tournament, rows);
    fprintf(out, "%s: %s, %s, %ld games\nscore: %s\n\n", competition->file.name,
            tournament_format_name(competition->file.format.format),
            preset_name(competition->file.rules.preset), competition->report.games,
            tournament_score_help(competition->file.format.format));
    print_standings(competition, rows, out);
    if (competition->ratings.made)
        fprintf(
            out,
            "\nRating: of all games at once, about 0; 95 %% bars of the distance to the mean of "
            "all, by blocks (seed\n%llu, %d resamples); places: where 95 %% of the resamples have "
            "it.\n",
            (unsigned long long)competition->ratings.seed, RATE_RESAMPLES);
    print_crosstable(competition, rows, out);
    if (competition->file.format.format == TOURNAMENT_KNOCKOUT ||
        competition->file.format.format == TOURNAMENT_DOUBLE_KNOCKOUT)
        print_meetings(competition, out);
    print_rulings(competition, out);
    if (report_all_faults(&competition->report) > 0) {
        fputc('\n', out);
        report_print_faults(&competition->report, out);
    }
}

/* Fields are empty if there is no value, or if there are too few blocks for it. */
static void csv_rating(const struct tournament_report *competition, int entry, FILE *out)
{
    const struct rated_player *player = tournament_rating_of(&competition->ratings, entry);
    if (!player) {
        fputs(",,,,", out);
        return;
    }
    fprintf(out, ",%.1f,", player->rating);
    if (!player->few)
        fprintf(out, "%.1f", player->err95);
    fprintf(out, ",%d,%d", player->first, player->last);
}

static void print_csv(const struct tournament_report *competition, FILE *out)
{
    const struct tournament_config *format = &competition->file.format;
    struct tournament_row rows[TOURNAMENT_ENTRIES_MAX];

    tournament_table_standings(&competition->tournament, rows);
    fprintf(out, "division,rank,entry,score,meetings,won,drawn,lost,byes,game_points,margin");
    for (int k = 0; k < format->tiebreak_count; k++)
        fprintf(out, ",%s", tournament_tiebreak_name(format->tiebreaks[k]));
    fputs(",faults,forfeits,never_started,rating,err95,first,last,disqualified\n", out);
    for (int i = 0; i < format->entry_count; i++) {
        const struct tournament_row *row = &rows[i];
        fprintf(out, "%d,%d,%s,%g,%d,%d,%d,%d,%d,%g,%lld", row->division + 1, row->rank,
                competition->file.entries[row->entry].name, row->score, row->meetings, row->wins,
                row->draws, row->losses, row->byes, row->game_halves / 2.0, (long long)row->margin);
        for (int k = 0; k < format->tiebreak_count; k++)
            fprintf(out, ",%g", row->tiebreaks[k]);
        fprintf(out, ",%ld,%ld,%s", report_faults(&competition->report, row->entry),
                competition->report.forfeits[row->entry],
                report_never_started(&competition->report, row->entry) ? "yes" : "no");
        csv_rating(competition, row->entry, out);
        fputs(row->disqualified ? ",yes\n" : ",no\n", out);
    }
}

static void print_json(const struct tournament_report *competition, FILE *out)
{
    json_t *json = tournament_json_make(competition);
    if (json && json_dumpf(json, out, JSON_INDENT(1)) == 0)
        fputc('\n', out);
    json_decref(json);
}

/* ------------------------------------------------------------------------------------- files */

static int write_file(const struct tournament_report *competition, const char *name,
                      void (*print)(const struct tournament_report *, FILE *), char *path)
{
    char made[TOURNAMENT_PATH_MAX + 40];
    FILE *out;

    snprintf(path, TOURNAMENT_PATH_MAX + 32, "%s/%s", competition->file.output, name);
    snprintf(made, sizeof made, "%s.new", path);
    if (!(out = fopen(made, "w")))
        return -1;
    print(competition, out);
    bool failed = ferror(out) != 0;
    if (fclose(out) || failed)
        return -1;
    return rename(made, path);
}

int tournament_report_write_results(const struct tournament_report *competition, char *path)
{
    return write_file(competition, "results.json", print_json, path);
}

int tournament_report_write(const struct tournament_report *competition, char *path)
{
    return write_file(competition, "standings.txt", tournament_report_print, path) ||
                   write_file(competition, "standings.csv", print_csv, path) ||
                   write_file(competition, "results.json", print_json, path) ||
                   write_file(competition, "index.html", tournament_page_write, path)
               ? -1
               : 0;
}
