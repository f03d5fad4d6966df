/* web_site.h - requests in, answers out; inside the web only. Knows paths and pages, no
 * connections.
 *
 * Calls go one way: route.c -> page_*.c -> data*.c and page.c -> json_value.c. route.c knows the
 * addresses, query.c reads parameters, data*.c collect JSON values, page_*.c make pages of them,
 * page.c makes the parts that pages share. All run on the web's thread.
 */
#ifndef AVONDALE_WEB_SITE_H
#define AVONDALE_WEB_SITE_H

#include "writer/writer_season.h"
#include "writer/writer_team.h"
#include "writer/writer_view.h"
#include "web/html.h"
#include "web/web_server.h"
#include "web/live.h"
#include "store/store.h"

#include <jansson.h>

struct call;
struct evbuffer;

enum {
    SITE_ROWS_MAX = 500,    /* of one page, of one answer */
    SITE_ROWS = 50,         /* where none is asked for */
    SITE_HISTORY_MAX = 300, /* results of a bot that are looked at */
    SITE_RECORDS_MAX = 50,  /* records of a bot that are looked into */
    SITE_CACHE = 32,
    SITE_GAMES_KEPT = 128,            /* pages of games */
    SITE_GAME_BYTES_MAX = 256 * 1024, /* of one that is kept */
    SITE_TOURNAMENTS_MAX = 200,       /* that are listed */
    SITE_CROSS_MAX = 64,              /* entries of a crosstable */
    SITE_HAND_MAX = 1000000,          /* that can be asked for; no game has so many */
    SITE_TALKERS = 256,               /* addresses that chatted lately */
    SITE_SECRET_BYTES = 32,
};

/* Statistics from the records of a bot, valid until its next result. */
struct site_cache {
    char bot[LADDER_NAME_MAX + 1];
    int64_t newest_seq;
    json_t *facts;
};

struct site_talker {
    uint64_t key;      /* the address */
    int64_t full_msec; /* it has said enough until shortly before then */
};

/* A cached page of a game, valid until the past of the ladder changes. */
struct site_game {
    char game[LADDER_GAME_ID_MAX + 1];
    uint64_t made_of; /* writer_view_past_changes */
    char *page;
    size_t size;
};

struct web_site {
    struct ladder *ladder;
    struct store *store;
    struct web_feed feed;
    struct live *live; /* NULL: no spectators; not owned */
    char bots[128];
    char tournaments[256]; /* a directory, or "" */
    json_t *summaries;     /* of tournaments, by name, until their files change; NULL: none yet */
    struct site_cache cache[SITE_CACHE];
    int cache_next;
    struct site_game games[SITE_GAMES_KEPT];
    int game_next;
    struct web_counters counters;
    struct web_waits waits;
    struct histogram requests;               /* what answers took */
    unsigned char secret[SITE_SECRET_BYTES]; /* signs the passes of spectators that chat */
    struct site_talker talkers[SITE_TALKERS];
    bool alive; /* the arena told its counters lately, or never at all */
};

/* A POST: its body, and the headers that matter (NULL: not there). */
struct web_post {
    const char *body, *type, *origin, *host, *fetch_site;
    const char *address; /* where it came from */
};

enum web_method { WEB_READ /* GET, HEAD */, WEB_POST, WEB_OPTIONS, WEB_OTHER };

/* A request. `path` and `query` (NULL: none) are as they came, still encoded. */
struct web_query {
    const char *path, *query;
    const char *address; /* of who asks; or NULL */
    enum web_method method;
    const struct web_post *post; /* of WEB_POST; else NULL */
};

/* Codes that the HTTP server has no name for. */
enum { CODE_SEE_OTHER = 303, CODE_FORBIDDEN = 403, CODE_MEDIA_TYPE = 415, CODE_TOO_MANY = 429 };

struct web_answer {
    int code;
    const char *type;
    struct evbuffer *body; /* the caller's, empty */
    bool open;             /* may be read by the pages of others, where the operator allows that */
    bool secret;           /* holds something that is for this reader alone: goes uncompressed */
    const char *allow;     /* the methods there are for this address; NULL: there is none such */
    char stream[LADDER_GAME_ID_MAX +
                1]; /* a game whose events are to follow for as long as the reader stays;
                                            "": `body` is all */
    char see[LADDER_GAME_ID_MAX + 16]; /* where to go on, with CODE_SEE_OTHER */
};

/* A request that matched a route. */
enum { SEGMENT_MAX = LADDER_GAME_ID_MAX };
struct call {
    struct web_site *site;
    const struct web_query *query;
    struct web_answer *answer;
    char segment[SEGMENT_MAX + 1];    /* what stood for the star */
    int64_t after;                    /* -1: not given */
    char place[LADDER_PLACE_MAX + 1]; /* `after` as a place in the standings; "": not given */
    int limit;
    int hand;                         /* from 1, where it is not given too */
    char board[LADDER_BOARD_MAX + 1]; /* "": not given */
};

/* ---- metrics.c: for the operator */
void metrics_show(struct call *call);
void metrics_health(struct call *call);
void metrics_ready(struct call *call);

/* Fills in the answer. Cannot fail but by answering so. */
void route_answer(struct web_site *site, const struct web_query *query, struct web_answer *answer);
/* The same, without asking the site: an error of this code. */
void route_refuse(const struct web_query *query, struct web_answer *answer, int code,
                  const char *title, const char *why);
void route_fini(struct web_site *site);

/* ---- the addresses there are; a star stands for one name: of a bot, a game, a ruleset or a
 * file */
enum {
    ROUTE_DATA = 1 << 0,   /* answers JSON; else a page */
    TAKES_PART = 1 << 1,   /* `limit` and `after`, a number */
    TAKES_PLACE = 1 << 2,  /* `limit` and `after`, a place in the standings */
    TAKES_LADDER = 1 << 3, /* `ladder` */
    TAKES_HAND = 1 << 4,   /* `hand` */
    TAKES_POST = 1 << 5,   /* chat of spectators */
};
struct web_route {
    const char *pattern;
    void (*run)(struct call *call);
    unsigned takes;
};
extern const struct web_route web_routes[];
extern const int web_route_count;

/* ---- query.c: the parameters of a request. False with a message that names the one that is
 * wrong. */
bool query_parse(struct call *call, unsigned takes, const char *query, char *message, size_t size);

/* ---- data.c: new references; NULL: there is none (or no memory) */
json_t *data_recent(struct web_site *site, int64_t before, int limit);
json_t *data_bot(const struct call *call);
json_t *data_results(struct web_site *site, const char *name, int64_t before, int limit);
json_t *data_game(struct web_site *site, const char *game);
json_t *data_watch(struct web_site *site, const char *game);
json_t *data_hints(struct web_site *site, const char *game, int hand);
json_t *data_rules(struct web_site *site, const char *preset);
json_t *page_live_data_tables(struct web_site *site, int64_t after, int limit); /* page_live.c */
json_t *page_live_data_table(struct web_site *site, const char *game, enum live_status *status);
/* How to chat at a table; page_chat.c. The pass in it is for that address. */
json_t *page_chat_data(struct web_site *site, const char *game, const char *address,
                       enum live_status *status);
json_t *data_tournament_list(struct web_site *site); /* data_tournament.c */
json_t *data_tournament(struct web_site *site, const char *id);
/* Freed with free(). */
char *data_record(struct web_site *site, const char *game);
json_t *data_result(struct web_site *site, const struct store_result *result);

/* A page of results, newest first. */
struct site_results {
    struct store_result *rows;
    int count;
    int64_t next; /* those before this one come next; negative: there are none */
};
/* Reads the results before `before` (negative: the newest), of all bots or of one. Returns true if
 * there is a page, which the caller frees; false if there is no such bot or the store cannot be
 * read. */
bool data_results_recent(struct web_site *site, int64_t before, int limit,
                         struct site_results *page);
bool data_results_of(struct web_site *site, const char *name, int64_t before, int limit,
                     struct site_results *page);
void data_results_free(struct site_results *page);

/* ---- data_boards.c: new references, as above */
json_t *data_boards(struct web_site *site);
/* Of the ladder that is asked for, else of the one with most results. */
json_t *data_boards_standings(const struct call *call);
/* The same as they are. */
struct site_standings {
    bool there; /* false: there is no ladder at all */
    struct ladder_board board;
    bool has_batch;
    struct ladder_batch batch;
    struct ladder_row *rows;
    int first, count, total; /* rows from place `first` on, from 0; of so many */
};
/* False: there is no ladder of that name. To be freed. */
bool data_boards_standings_read(const struct call *call, struct site_standings *standings);
/* Where the next part goes on; false: there is none. */
bool data_boards_standings_next(const struct site_standings *standings,
                                char place[LADDER_PLACE_MAX + 1]);
void data_boards_standings_free(struct site_standings *standings);
/* The lines of a bot in all ladders: their number; to be freed with free(). */
int data_boards_lines_read(struct web_site *site, const char *name, struct ladder_line **lines);
/* The lines of the teams that a bot is in: their number; to be freed with free(). */
int data_boards_teams_read(struct web_site *site, const char *name, struct ladder_line **teams);
json_t *data_boards_lines(const struct ladder_line *lines, int count);
/* Without facts and lines; all numbers are of one ladder, that of `line` (NULL: it is on no list
 * now). */
json_t *data_boards_bot(struct web_site *site, const struct ladder_bot *bot,
                        const struct ladder_line *line);
/* The line of that ladder; "": the one with most games. NULL: there is none. */
const struct ladder_line *data_boards_line_choose(const struct ladder_line *lines, int count,
                                                  const char *board);
/* A bot with its facts, its lines in ladders, and a page of its results. */
struct site_bot {
    json_t *facts; /* as data_bot has it, without the lines */
    struct ladder_line *lines;
    int line_count;
    struct ladder_line *teams;
    int team_count;
    struct site_results results;
};
/* Its results as of data_results_of; its figures are of the ladder that is asked for, else of the
 * one where it has most games. False: there is no such bot, not on that ladder, or the store cannot
 * be read. To be freed. */
bool data_bot_read(const struct call *call, int limit, struct site_bot *bot);
void data_bot_free(struct site_bot *bot);

/* ---- page_seasons.c: values and pages, as above and below */
json_t *page_seasons_data(struct web_site *site);
json_t *page_seasons_data_season(struct web_site *site, const char *name);
void page_seasons(struct evbuffer *out, const json_t *seasons);
void page_seasons_season(struct evbuffer *out, const json_t *season);

/* ---- data_facts.c: adds to `bot` the statistics of its results and records: curve, opponents,
 * seats, contracts, think, faults. `newest`: the first page of its results, at least one if it has
 * any. Returns 0, or -1 if the store cannot be read or memory is out. */
int data_facts_add(struct web_site *site, int64_t bot_id, const char *name, json_t *bot,
                   const struct site_results *newest);

/* ---- page.c: the parts of pages */
void page_open(struct evbuffer *out, const char *title,
               const char *script /* in /static, or NULL */);
/* The same for a page that changes: without scripts it comes again by itself. */
void page_open_live(struct evbuffer *out, const char *title, const char *script);
void page_close(struct evbuffer *out,
                const char *data /* the address of the same as data, or NULL */);
/* A table that scrolls by itself if it is too wide. `heads`: NULL-terminated, ">Rating" for a
 * column of numbers. */
void page_table_open(struct evbuffer *out, const char *label, const char *const *heads);
void page_table_close(struct evbuffer *out);
void page_player(struct evbuffer *out, const char *name); /* a bot or a team, with links */
/* The batch rating and its error bar. */
void page_rating(struct evbuffer *out, const struct ladder_row *row);
/* Cells of a row of a table: the rank; the ratings and the counts, and the end of the row. */
void page_rank(struct evbuffer *out, const struct ladder_row *row);
void page_ratings(struct evbuffer *out, const struct ladder_row *row);
/* Both. */
void page_numbers(struct evbuffer *out, const struct ladder_row *row);
/* The way on to what comes after `next`; negative: there is none. */
void page_next(struct evbuffer *out, const char *path, int64_t next, const char *words);
void page_message(struct evbuffer *out, const char *title, const char *sentence);
/* page_games.c */
void page_games(struct evbuffer *out, const struct site_results *page); /* the table */
void page_games_recent(struct evbuffer *out, const struct web_site *site,
                       const struct site_results *page);
/* page_file.c */
void page_file(struct evbuffer *out, const struct web_site *site, const char *title,
               const char *file);
void page_bot(struct evbuffer *out, const struct web_site *site, const struct site_bot *bot);
void page_game(struct evbuffer *out, const json_t *game, const json_t *watch, const json_t *fair);
void page_tournament_list(struct evbuffer *out, const json_t *tournaments); /* page_tournament.c */
void page_tournament(struct evbuffer *out, const json_t *tournament);
void page_live_tables(struct evbuffer *out, const struct web_site *site, const json_t *tables);
void page_live_table(struct evbuffer *out, const json_t *table,
                     const json_t *chat /* NULL: no chat */);
void page_chat_form(struct evbuffer *out, const json_t *chat,
                    bool hidden /* until a script shows it */); /* page_chat.c */
void page_chat(struct evbuffer *out, const json_t *chat);
/* Adds a spectator's chat line. Returns HTTP_OK and the line, or the code and why it is refused. */
typedef char chat_why[160];
int page_chat_post(struct web_site *site, const char *game, const struct web_post *post,
                   struct live_said *line, chat_why why);
/* Cards with one of `between` between them; an action whose cards are shown as such. */
void page_game_cards(struct evbuffer *out, const char *cards, const char *between);
void page_game_action(struct evbuffer *out, const char *action);
void page_rules_presets(struct evbuffer *out, const json_t *presets);
void page_rules_preset(struct evbuffer *out, const json_t *preset);

/* ---- page_standings.c */
void page_standings(struct evbuffer *out, const struct web_site *site,
                    const struct site_standings *standings, int boards,
                    const struct site_results *recent /* NULL: not shown */);
void page_standings_boards(struct evbuffer *out, const json_t *boards);
/* Parts of the page of a bot. */
void page_standings_of_bot(struct evbuffer *out, const struct ladder_line *lines, int count);
void page_standings_versions(struct evbuffer *out, const json_t *rows);

/* ---- page_waiting.c: whether games begin, who waits and why */
const char *page_waiting_unready(const struct web_site *site); /* NULL: games begin */
json_t *page_waiting_data(const struct web_site *site);
void page_waiting_state(struct evbuffer *out,
                        const struct web_site *site); /* a line where none begin */
/* Who waits for a game of a ruleset (NULL: of any); nothing where nobody does. */
void page_waiting_list(struct evbuffer *out, const struct web_site *site, const char *ruleset);
void page_waiting_of_bot(struct evbuffer *out, const struct web_site *site, const char *name);

/* ---- page_team.c: a part of the page of a bot */
void page_team_of_bot(struct evbuffer *out, const struct ladder_line *teams, int count);

#endif
