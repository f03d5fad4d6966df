/* route.h - requests in, answers out: the routes and their answers. Knows no connections. On the
 * thread of the pages. */
#ifndef AVONDALE_ROUTE_H
#define AVONDALE_ROUTE_H

#include "page/web_answer.h"

struct call;
struct web_site;

/* Fills in the answer. A failure becomes an error answer. */
void route_answer(struct web_site *site, const struct web_query *query, struct web_answer *answer);
/* The same, without the site: an error with this code. */
void route_refuse(const struct web_query *query, struct web_answer *answer, int code,
                  const char *title, const char *why);
void route_fini(struct web_site *site);

/* ---- the routes; a star stands for one name: of a bot, a game, a ruleset or a file */
enum {
    ROUTE_DATA = 1 << 0,     /* answers JSON; else a page */
    TAKES_PART = 1 << 1,     /* `limit` and `after`, a number */
    TAKES_PLACE = 1 << 2,    /* `limit` and `after`, a place in the standings */
    TAKES_LADDER = 1 << 3,   /* `ladder` */
    TAKES_HAND = 1 << 4,     /* `hand` */
    TAKES_POST = 1 << 5,     /* a POST, too */
    TAKES_FILTER = 1 << 6,   /* `ladder`, `bot`, `against`, `contract`, `until` */
    TAKES_NAME = 1 << 7,     /* `q`, a part of a name */
    TAKES_DELETE = 1 << 8,   /* a DELETE, too */
    TAKES_ENTRY = 1 << 9,    /* `name`, of a bot: with that DELETE */
    TAKES_PUT = 1 << 10,     /* a PUT, too, which upload.c reads */
    TAKES_OPTIONS = 1 << 11, /* `options`, changes of a ruleset */
};
struct web_route {
    const char *pattern;
    void (*run)(struct call *call);
    unsigned takes;
};
extern const struct web_route web_routes[];
extern const int web_route_count;

#endif
