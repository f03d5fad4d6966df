/* web_site.h - the pages and their shared parts; inside its room only.
 *
 * Calls go one way: route.c -> page_*.c -> page.c and html.c, and all of them -> the room data.
 * route.c knows the addresses, query.c reads parameters, page_*.c make pages of values, page.c
 * makes shared parts. All run on the thread of the pages. */
#ifndef AVONDALE_WEB_SITE_H
#define AVONDALE_WEB_SITE_H

#include "account/account.h"
#include "data/data.h"
#include "data/data_games.h"
#include "live/live.h"
#include "web/html.h"
#include "web/route.h"

/* ---- metrics.c: for the operator */
void metrics_show(struct call *call);
void metrics_health(struct call *call);
void metrics_ready(struct call *call);

/* ---- caller.c: whose token came with the request. Returns false where the answer is made: it says
 * which token is wanted (401), that there were too many wrong ones (429), or that the ladder does
 * not answer (503). */
bool caller_ask(struct call *call, struct account_caller *caller);
/* The caller's key for limits: endpoint_key; 0: no address. */
uint64_t caller_key(const struct web_query *query);
/* Refuses cross-site requests: a foreign page must not write in its reader's name. Programs send
 * neither header. */
bool caller_own_page(const struct web_post *post);
bool caller_is_form(const struct web_post *post); /* by its Content-Type */

/* ---- page_account.c: owners. Data: what a GET shows; what a POST makes of an account, of a bot */
void page_account_api(struct call *call);
void page_account_api_create(struct call *call);
void page_account_api_act(struct call *call);
void page_account(struct call *call);
void page_account_post(struct call *call);

/* ---- query.c: the parameters of a request. False with a message that names the one that is
 * wrong. */
bool query_parse(struct call *call, unsigned takes, const char *query, char *message, size_t size);

/* ---- values of running games: new references; NULL: there is none (or no memory) */
json_t *page_live_data_tables(struct web_site *site, int64_t after, int limit); /* page_live.c */
json_t *page_live_data_table(struct web_site *site, const char *game, enum live_status *status);
/* How to chat at a table; page_chat.c. The pass in it is for that address. */
json_t *page_chat_data(struct web_site *site, const char *game, const char *address,
                       enum live_status *status);

/* ---- page_seasons.c: values and pages, as above and below */
json_t *page_seasons_data(struct web_site *site);
json_t *page_seasons_data_season(struct web_site *site, const char *name);
void page_seasons(struct evbuffer *out, const json_t *seasons);
void page_seasons_season(struct evbuffer *out, const json_t *season);

/* ---- page_calendar.c: the calendar and one event, as pages and as data */
void page_calendar_show(struct call *call);
void page_calendar_show_event(struct call *call);
void page_calendar_api(struct call *call);
void page_calendar_api_event(struct call *call);
/* ---- calendar_feed.c: for calendars (RFC 5545) and readers of news (RFC 4287) */
void calendar_feed_show_ics(struct call *call);
void calendar_feed_show_atom(struct call *call);

/* ---- page.c: the parts of pages */
void page_open(struct evbuffer *out, const char *title,
               const char *script /* in /static, or NULL */);
/* The same for a page that changes: without scripts it reloads itself. */
void page_open_live(struct evbuffer *out, const char *title, const char *script);
void page_close(struct evbuffer *out,
                const char *data /* the address of the same as data, or NULL */);
/* A table that scrolls by itself if it is too wide. `heads`: NULL-terminated, ">Rating" for a
 * column of numbers. */
void page_table_open(struct evbuffer *out, const char *label, const char *const *heads);
void page_table_close(struct evbuffer *out);
void page_player(struct evbuffer *out, const char *name); /* a bot or a team, with links */
void page_search(struct evbuffer *out);                   /* a form */
/* A ladder in words: "wikipedia, partners by lot"; by its name alone, where options of the rules
 * are a hash. */
void page_ladder(struct evbuffer *out, const struct ladder_board *board);
void page_ladder_named(struct evbuffer *out, const char *name);
/* The ladders with most players, those first. Returns their number. */
int page_boards(const struct web_site *site, struct ladder_board *boards, int max);
/* The batch rating and its error bar. */
void page_rating(struct evbuffer *out, const struct ladder_row *row);
/* Cells of a row of a table: the rank; batch rating, bar and places; online rating; counts. */
void page_rank(struct evbuffer *out, const struct ladder_row *row);
void page_batch(struct evbuffer *out, const struct ladder_row *row);
void page_online(struct evbuffer *out, const struct ladder_row *row);
void page_counts(struct evbuffer *out, const struct ladder_row *row);
/* All of them, and the end of the row. */
void page_numbers(struct evbuffer *out, const struct ladder_row *row);
/* The way on to what comes after `next`; negative: there is none. */
void page_next(struct evbuffer *out, const char *path, int64_t next, const char *words);
void page_message(struct evbuffer *out, const char *title, const char *sentence);
/* The answer is a refusal, as a page or (`data`) as JSON. */
void page_refuse(struct web_answer *answer, bool data, int code, const char *title,
                 const char *text);
/* page_games.c */
void page_games(struct evbuffer *out, const struct site_results *page); /* the table */
/* Those that the request asks for; `missing` as of data_games_read. */
void page_games_recent(struct evbuffer *out, const struct call *call, struct site_results *page,
                       const char *missing);
/* Bots whose names have a part ("": nothing was asked for yet). */
void page_games_search(struct evbuffer *out, const char *part, const struct site_name *names,
                       int count, bool more);
/* page_file.c */
void page_file(struct evbuffer *out, const struct web_site *site, const char *title,
               const char *file);
void page_file_history(struct call *call);
void page_file_connect(struct call *call);
void page_file_about(struct call *call);
void page_file_play(struct call *call);
void page_file_play_table(struct call *call);
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
/* Adds a spectator's chat line. Makes the answer. */
void page_chat_answer(struct call *call);
/* Cards with one of `between` between them; an action whose cards are shown as such. */
void page_game_cards(struct evbuffer *out, const char *cards, const char *between);
void page_game_action(struct evbuffer *out, const char *action);
void page_rules_presets(struct evbuffer *out, const json_t *presets);
void page_rules_preset(struct evbuffer *out, const json_t *preset);

/* ---- page_standings.c */
void page_standings(struct evbuffer *out, struct web_site *site,
                    const struct site_standings *standings, int boards);
/* The table alone. */
void page_standings_table(struct evbuffer *out, struct web_site *site,
                          const struct site_standings *standings);
void page_standings_boards(struct evbuffer *out, const json_t *boards);
/* Parts of the page of a bot. */
void page_standings_of_bot(struct evbuffer *out, const struct ladder_line *lines, int count);
void page_standings_versions(struct evbuffer *out, const json_t *rows);

/* ---- page_home.c */
enum { HOME_LADDERS = 3, HOME_LEADERS = 5, HOME_TABLES = 5, HOME_GAMES = 10 };
struct home {
    struct site_standings leaders[HOME_LADDERS]; /* the first rows of the largest ladders */
    int ladders;
    struct site_results recent;
    json_t *tables; /* that are played now */
};
void page_home(struct evbuffer *out, struct web_site *site, const struct home *home);

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
