/* data.h - the data of the ladder as JSON values and as rows for the pages. Reads the standings in
 * the ladder's memory and the store; knows neither HTTP nor HTML. On the thread of the pages. */
#ifndef AVONDALE_DATA_H
#define AVONDALE_DATA_H

#include "data/site.h"
#include "writer/writer_season.h"
#include "writer/writer_team.h"
#include "writer/writer_view.h"

/* ---- data.c: new references; NULL: it does not exist (or out of memory) */
json_t *data_bot(const struct call *call);
json_t *data_results(struct web_site *site, const char *name, int64_t before, int limit);
json_t *data_game(struct web_site *site, const char *game);
json_t *data_watch(struct web_site *site, const char *game);
json_t *data_hints(struct web_site *site, const char *game, int hand);
/* The same of a record at hand, which may be NULL. */
json_t *data_watch_of(const struct web_site *site, const char *record);
json_t *data_hints_of(const struct web_site *site, const char *record, int hand);
json_t *data_rules(struct web_site *site, const char *preset);
json_t *data_built(struct web_site *site, const char *ruleset, const char *options);
json_t *data_tournament_list(struct web_site *site); /* data_tournament.c */
json_t *data_tournament(struct web_site *site, const char *id);
/* The game whose result was stored just before (`step` -1) or just after (1) that one. Returns
 * false if there is none, or if `game` has no result. */
bool data_game_beside(struct web_site *site, const char *game, int step,
                      char beside[LADDER_GAME_ID_MAX + 1]);
/* The game whose result has this number in the log, its short name. Returns false if there is none.
 */
bool data_game_numbered(struct web_site *site, int64_t number, char game[LADDER_GAME_ID_MAX + 1]);
/* The record of a game, freed with free(); NULL: there is none. Sets *left, which may be NULL, to
 * whether there was one that left the store. */
char *data_record(struct web_site *site, const char *game, bool *left);
json_t *data_result(struct web_site *site, const struct store_result *result);

/* A page of results, newest first. */
struct site_results {
    struct store_result *rows;
    int count;
    int64_t next; /* the next page has those before this one; negative: there is none */
};
/* Reads the results before `before` (negative: the newest), of all bots or of one. Returns true
 * with a page, which the caller frees; false if there is no such bot or the store cannot be read.
 */
bool data_results_recent(struct web_site *site, int64_t before, int limit,
                         struct site_results *page);
bool data_results_of(struct web_site *site, const char *name, int64_t before, int limit,
                     struct site_results *page);
void data_results_free(struct site_results *page);
json_t *data_results_value(struct web_site *site, const struct site_results *page);

/* ---- data_boards.c: new references, as above */
json_t *data_boards(struct web_site *site);
enum { DATA_TITLE_MAX = LADDER_RULESET_MAX + 40 };
/* The one title of a ladder, for people: "wikipedia+misere=no, partners by lot". */
void data_boards_title(const struct ladder_board *board, char title[DATA_TITLE_MAX + 1]);
/* The same by its name; the name itself if there is no such ladder. */
void data_boards_title_named(const struct web_site *site, const char *name,
                             char title[DATA_TITLE_MAX + 1]);
/* Of the requested ladder, else of the one with the most results. */
json_t *data_boards_standings(const struct call *call);
/* The same as they are. */
struct site_standings {
    bool there; /* returns false if there is no ladder at all */
    struct ladder_board board;
    bool has_batch;
    struct ladder_batch batch;
    struct ladder_row *rows;
    int first, count, total; /* rows from place `first` on, from 0; their total */
};
/* Returns false if there is no ladder of that name. The caller frees it. */
bool data_boards_standings_read(const struct call *call, struct site_standings *standings);
/* The place where the next part begins. Returns false if there is none. */
bool data_boards_standings_next(const struct site_standings *standings,
                                char place[LADDER_PLACE_MAX + 1]);
void data_boards_standings_free(struct site_standings *standings);
/* The lines of a bot in all ladders. Returns their number; the caller frees them with free(). */
int data_boards_lines_read(struct web_site *site, const char *name, struct ladder_line **lines);
/* The lines of the teams of a bot. Returns their number; the caller frees them with free(). */
int data_boards_teams_read(struct web_site *site, const char *name, struct ladder_line **teams);
json_t *data_boards_lines(const struct web_site *site, const struct ladder_line *lines, int count);
/* Without facts and lines; all numbers are those of one ladder, that of `line` (NULL: it is on no
 * list now). */
json_t *data_boards_bot(struct web_site *site, const struct ladder_bot *bot,
                        const struct ladder_line *line);
/* The line of that ladder; "": the one with the most games. NULL: there is none. */
const struct ladder_line *data_boards_line_choose(const struct ladder_line *lines, int count,
                                                  const char *board);
/* A bot with its facts, its lines in ladders, and a page of its results. */
struct site_bot {
    json_t *facts; /* as data_bot has it, without the lines; with `lists` of data_bot_read */
    const struct site_facts *rows; /* the lists; valid until the next bot is read */
    struct ladder_line *lines;
    int line_count;
    struct ladder_line *teams;
    int team_count;
    struct site_results results;
};
/* Its results as in data_results_of; its figures are of the requested ladder, else of the one with
 * most of its games. Returns false if there is no such bot, if it is not on that ladder, or if the
 * store cannot be read. The caller frees it. */
bool data_bot_read(const struct call *call, int limit, bool lists, struct site_bot *bot);
void data_bot_free(struct site_bot *bot);

/* ---- data_facts.c: the statistics of a bot's results and records, which are kept until its next
 * result. The lists are rows, as a page has a part of them. */
struct site_point {
    char game[LADDER_GAME_ID_MAX + 1];
    int64_t wall_msec;
    double rating, error95;
};
/* The ratings of a bot on a ladder, the oldest first; of at most 200 results, or a part of them. */
struct site_curve {
    char ladder[LADDER_BOARD_MAX + 1];
    char team[LADDER_TEAM_MAX + 1]; /* "": the bot's own */
    struct site_point *points;
    int count; /* at least 1 */
};
struct site_tally {
    char name[LADDER_NAME_MAX + 1];
    int games, wins, ties, losses;
};
struct site_facts {
    struct site_curve *curves; /* ladder by ladder, team by team, that of the newest result first */
    int curve_count;
    struct site_point *points;               /* of all curves */
    struct site_tally *opponents, *partners; /* most games first */
    int opponent_count, partner_count;
    int results;  /* that were read */
    json_t *rest; /* {seats, records, contracts, best, worst, think, faults} */
};
/* Within a read. `newest`: the first page of its results, at least one if it has any. Returns NULL
 * if the store cannot be read or memory is out. Valid until the next call. */
const struct site_facts *data_facts(struct web_site *site, int64_t bot_id, const char *name,
                                    const struct site_results *newest);
/* Adds the facts to `bot`, with the lists of rows (curve, opponents, partners) or without. Returns
 * 0, or -1 if out of memory. */
int data_facts_add(const struct site_facts *facts, bool lists, json_t *bot);
void data_facts_free(struct site_facts *facts); /* NULL is fine */

#endif
