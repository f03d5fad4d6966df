/* tournament_json.c - a tournament as one value. */
#include "tournament/tournament_json.h"

#include "tournament/tournament_games.h"
#include "tournament/tournament_help.h"

#include <stdlib.h>
#include <string.h>

static json_t *rating_json(const struct tournament_report *competition, int entry)
{
    const struct rated_player *player = tournament_rating_of(&competition->ratings, entry);
    return player ? json_pack("{s:f,s:o,s:i,s:i,s:i}", "rating", player->rating, "err95",
                              player->few ? json_null() : json_real(player->err95), "blocks",
                              player->blocks, "first", player->first, "last", player->last)
                  : json_null();
}

static json_t *rows_json(const struct tournament_report *competition)
{
    struct tournament_row rows[TOURNAMENT_ENTRIES_MAX];
    json_t *list = json_array();

    tournament_table_standings(&competition->tournament, rows);
    for (int i = 0; i < competition->file.format.entry_count; i++) {
        const struct tournament_row *row = &rows[i];
        json_t *tiebreaks = json_object();
        for (int k = 0; k < competition->file.format.tiebreak_count; k++)
            json_object_set_new(tiebreaks,
                                tournament_tiebreak_name(competition->file.format.tiebreaks[k]),
                                json_real(row->tiebreaks[k]));
        json_array_append_new(list, json_pack("{s:i,s:i,s:s,s:f,s:i,s:i,s:i,s:i,s:f,s:I,s:o}",
                                              "division", row->division + 1, "rank", row->rank,
                                              "entry", competition->file.entries[row->entry].name,
                                              "score", row->score, "won", row->wins, "drawn",
                                              row->draws, "lost", row->losses, "byes", row->byes,
                                              "game_points", row->game_halves / 2.0, "margin",
                                              (json_int_t)row->margin, "tiebreaks", tiebreaks));
        json_object_update_new(
            json_array_get(list, (size_t)i),
            json_pack("{s:b,s:I,s:I,s:b}", "disqualified", row->disqualified, "faults",
                      (json_int_t)report_faults(&competition->report, row->entry), "forfeits",
                      (json_int_t)competition->report.forfeits[row->entry], "never_started",
                      report_never_started(&competition->report, row->entry)));
        json_object_set_new(json_array_get(list, (size_t)i), "rating",
                            rating_json(competition, row->entry));
    }
    return list;
}

static json_t *meetings_json(const struct tournament_report *competition)
{
    json_t *list = json_array();
    json_t *games = competition->blocks
                        ? tournament_games_runs(competition->blocks, &competition->rulings)
                        : NULL;

    for (int i = 0; i < competition->tournament.meeting_count; i++) {
        const struct tournament_meeting *meeting = &competition->tournament.meetings[i];
        json_t *json =
            json_pack("{s:i,s:i,s:i,s:i,s:s}", "number", i + 1, "season", meeting->season + 1,
                      "division", meeting->division + 1, "round", meeting->round + 1, "a",
                      competition->file.entries[meeting->a].name);
        if (meeting->b >= 0)
            json_object_set_new(json, "b", json_string(competition->file.entries[meeting->b].name));
        if (meeting->b >= 0 && meeting->done)
            json_object_update_new(
                json,
                json_pack("{s:f,s:f,s:I,s:i,s:s}", "points_a", meeting->halves_a / 2.0, "points_b",
                          meeting->halves_b / 2.0, "margin", (json_int_t)meeting->margin,
                          "deciding", meeting->deciding, "decided_by",
                          tournament_decision_name(
                              tournament_table_decision(&competition->tournament, meeting))));
        int winner =
            meeting->done ? tournament_table_winner(&competition->tournament, meeting) : -1;
        if (winner >= 0)
            json_object_set_new(json, "winner",
                                json_string(competition->file.entries[winner].name));
        if (games)
            json_object_set(json, "games", json_array_get(games, (size_t)i));
        json_array_append_new(list, json);
    }
    json_decref(games);
    return list;
}

/* What is not played yet, as far as it is known: at most so many meetings. */
enum { TO_COME_MAX = 2048 };

static json_t *to_come_json(const struct tournament_report *competition)
{
    const struct runner_entry *entries = competition->file.entries;
    struct tournament_meeting *meetings = calloc(TO_COME_MAX, sizeof *meetings);
    json_t *list = json_array();
    int count = meetings && !competition->finished
                    ? tournament_schedule_make(&competition->tournament, meetings, TO_COME_MAX)
                    : 0;

    for (int i = 0; i < count; i++)
        json_array_append_new(
            list, json_pack("{s:i,s:i,s:i,s:s,s:s}", "season", meetings[i].season + 1, "division",
                            meetings[i].division + 1, "round", meetings[i].round + 1, "a",
                            entries[meetings[i].a].name, "b", entries[meetings[i].b].name));
    free(meetings);
    return list;
}

static json_t *voids_json(const struct tournament_report *competition)
{
    const struct runner_entry *entries = competition->file.entries;
    json_t *list = json_array();

    for (int i = 0; i < competition->tournament.void_count; i++) {
        const struct tournament_void *kept = &competition->tournament.voids[i];
        json_array_append_new(
            list, json_pack("{s:i,s:s,s:s,s:f,s:f,s:I,s:i,s:s}", "meeting", kept->meeting + 1, "a",
                            entries[kept->a].name, "b", entries[kept->b].name, "points_a",
                            kept->halves_a / 2.0, "points_b", kept->halves_b / 2.0, "margin",
                            (json_int_t)kept->margin, "deciding", kept->deciding, "why",
                            kept->rerun ? "rerun" : "disqualification"));
    }
    return list;
}

/* The side of each seat. */
static json_t *sides_json(const struct ruleset *rules)
{
    json_t *list = json_array();

    for (int seat = 0; seat < rules->players; seat++)
        json_array_append_new(list, json_integer(rules->side_of[seat]));
    return list;
}

/* How to read the standings, line by line. */
static json_t *reading_json(const struct tournament_config *config)
{
    char text[TOURNAMENT_HELP_BYTES];
    const char *line;
    json_t *list = json_array();

    for (int i = 0; (line = tournament_help_line(config, i, text)) != NULL; i++)
        json_array_append_new(list, json_string(line));
    return list;
}

json_t *tournament_json_make(const struct tournament_report *competition)
{
    const struct tournament_file *file = &competition->file;
    char seed[2 * FAIR_BYTES + 1];
    json_t *options = json_array();

    hex_encode(file->seed, competition->finished && competition->sessions < 2 ? FAIR_BYTES : 0,
               seed);
    for (int i = 0; i < file->word_count; i++)
        json_array_append_new(options, json_string(file->words[i]));
    json_t *json = json_pack(
        "{s:s,s:s,s:b,s:s,s:s,s:o,s:s,s:b,s:i,s:o,s:o,s:o,s:o}", "name", file->name, "version",
        AVONDALE_VERSION, "finished", competition->finished, "format",
        tournament_format_name(file->format.format), "ruleset", preset_name(file->rules.preset),
        "options", options, "seed", seed, "duplicate", file->duplicate, "repeats", file->repeats,
        "standings", rows_json(competition), "reading", reading_json(&file->format), "meetings",
        meetings_json(competition), "games", report_json(&competition->report));
    json_object_set(json, "rulings", competition->rulings.lines);
    json_object_set_new(json, "void", voids_json(competition));
    if (file->format.format != TOURNAMENT_INDIVIDUAL) {
        json_object_set_new(json, "to_come", to_come_json(competition));
        json_object_set_new(
            json, "rounds_to_come",
            json_integer(
                competition->finished ? 0 : tournament_schedule_rounds(&competition->tournament)));
    }
    json_object_set_new(json, "sides", sides_json(&file->rules));
    if (competition->blocks)
        json_object_set_new(json, "block_games",
                            json_integer(tournament_blocks_size(competition->blocks)));
    return json;
}
