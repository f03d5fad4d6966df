/* route.h - requests in, answers out: the addresses there are, and what each answers. Knows no
 * connections. Runs on the thread of the pages. */
#ifndef AVONDALE_ROUTE_H
#define AVONDALE_ROUTE_H

#include "base/values.h"

#include <stdbool.h>

struct call;
struct evbuffer;
struct later;
struct web_site;

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
    const char
        *authorization; /* the header; or NULL. It may hold a token: nobody keeps or logs it */
    enum web_method method;
    const struct web_post *post; /* of WEB_POST; else NULL */
};

/* Codes that the HTTP server has no name for. */
enum {
    CODE_SEE_OTHER = 303,
    CODE_UNAUTHORIZED = 401,
    CODE_FORBIDDEN = 403,
    CODE_CONFLICT = 409,
    CODE_MEDIA_TYPE = 415,
    CODE_TOO_MANY = 429
};

struct web_answer {
    int code;
    const char *type;
    struct evbuffer *body; /* the caller's, empty */
    bool open;             /* may be read by the pages of others, where the operator allows that */
    bool secret;           /* holds something that is for this reader alone: goes uncompressed */
    const char *allow;     /* the methods there are for this address; NULL: there is none such */
    char stream[LADDER_GAME_ID_MAX +
                1];      /* a game whose events are to follow for as long as the reader stays;
                                                 "": `body` is all */
    bool bearer;         /* 401: tokens are asked for */
    struct later *later; /* the answer comes from there; NULL: it is this one */
    char see[LADDER_GAME_ID_MAX + 16]; /* where to go on, with CODE_SEE_OTHER */
};

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
    TAKES_FILTER = 1 << 6, /* `bot`, `against`, `contract`, `until` */
    TAKES_NAME = 1 << 7,   /* `q`, a part of a name */
};
struct web_route {
    const char *pattern;
    void (*run)(struct call *call);
    unsigned takes;
};
extern const struct web_route web_routes[];
extern const int web_route_count;

#endif
