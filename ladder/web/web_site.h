/* web_site.h - the pages of this room; inside it only.
 *
 * Calls go one way: route.c -> page_*.c, here and in the rooms owner and events -> the room page,
 * and all of them -> the room data. route.c knows the addresses, query.c reads parameters, page_*.c
 * make pages of values. All run on the thread of the pages. */
#ifndef AVONDALE_WEB_SITE_H
#define AVONDALE_WEB_SITE_H

#include "data/data.h"
#include "data/data_games.h"
#include "live/live.h"
#include "page/html.h"
#include "page/page.h"
#include "web/route.h"

/* ---- metrics.c: for the operator */
void metrics_show(struct call *call);
void metrics_health(struct call *call);
void metrics_ready(struct call *call);

/* ---- query.c: the parameters of a request. False with a message that names the one that is
 * wrong. */
bool query_parse(struct call *call, unsigned takes, const char *query, char *message, size_t size);

/* ---- values of running games: new references; NULL: there is none (or no memory) */
json_t *page_live_data_tables(struct web_site *site, int64_t after, int limit); /* page_live.c */
json_t *page_live_data_table(struct web_site *site, const char *game, enum live_status *status);
/* How to chat at a table; page_chat.c. The pass in it is for that address. */
json_t *page_chat_data(struct web_site *site, const char *game, const char *address,
                       enum live_status *status);

/* ---- page_games.c */
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
void page_file_protocol(struct call *call);
void page_file_about(struct call *call);
void page_file_play(struct call *call);
void page_file_play_table(struct call *call);
void page_bot(struct evbuffer *out, const struct web_site *site, const struct site_bot *bot);
void page_chances_api(struct call *call); /* page_chances.c: of a finished game, as data */
void page_chances_api_cup(struct call *call);
void page_game(struct evbuffer *out, const json_t *game, const json_t *watch, const json_t *fair);
/* "ann + cy 640 : 50 bob + di": the winners first. */
void page_game_title(const json_t *game, char *title, size_t size);
/* ---- page_cup.c: a meeting of a tournament, and a game of it; its record and what is made of it
 */
void page_cup_meeting(struct call *call);
void page_cup_game(struct call *call);
void page_cup_api_meeting(struct call *call);
void page_cup_api_game(struct call *call);
void page_cup_api_record(struct call *call);
void page_cup_api_watch(struct call *call);
void page_cup_api_hints(struct call *call);
void page_live_tables(struct evbuffer *out, struct web_site *site, const json_t *tables);
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
void page_standings_of_bot(struct evbuffer *out, const struct web_site *site,
                           const struct ladder_line *lines, int count);
void page_standings_versions(struct evbuffer *out, const struct web_site *site, const json_t *rows);

/* ---- page_home.c */
enum { HOME_LADDERS = 3, HOME_LEADERS = 5, HOME_TABLES = 4, HOME_GAMES = 10 };
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
void page_team_of_bot(struct evbuffer *out, const struct web_site *site,
                      const struct ladder_line *teams, int count);

#endif
