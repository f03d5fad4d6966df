/* page.h - the parts of pages: the frame, tables, ladders and ratings in words, messages and
 * refusals. On the thread of the pages. */
#ifndef AVONDALE_PAGE_H
#define AVONDALE_PAGE_H

#include "page/web_answer.h"
#include "writer/writer_view.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct call;
struct evbuffer;
struct web_site;

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
/* The title of a ladder (data_boards_title). */
void page_ladder(struct evbuffer *out, const struct ladder_board *board);
void page_ladder_named(struct evbuffer *out, const struct web_site *site, const char *name);
/* The same, or the words `all` if the name is "": what is said holds on every ladder. */
void page_ladder_or(struct evbuffer *out, const struct web_site *site, const char *name,
                    const char *all);
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
/* A link to the page after `next`; none if `next` is negative. */
void page_next(struct evbuffer *out, const char *path, int64_t next, const char *words);
void page_message(struct evbuffer *out, const char *title, const char *sentence);
/* There is no such page. */
void page_missing(struct call *call, const char *sentence);
/* Answers a value as JSON, and releases it; NULL: there is none, with that error. */
void page_json(struct call *call, json_t *value, const char *missing);
/* The same of JSON as text, which stays the caller's. */
void page_json_text(struct call *call, const char *text, const char *missing);
/* The answer is a refusal, as a page or (`data`) as JSON. */
void page_refuse(struct web_answer *answer, bool data, int code, const char *title,
                 const char *text);

#endif
