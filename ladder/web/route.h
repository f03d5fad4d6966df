/* route.h - requests in, answers out: the routes and their answers. Knows no connections. On the
 * thread of the pages. */
#ifndef AVONDALE_ROUTE_H
#define AVONDALE_ROUTE_H

#include "base/values.h"

#include <stdbool.h>

struct call;
struct evbuffer;
struct later;
struct web_site;

/* A POST: its body, and the relevant headers (NULL: missing). */
struct web_post {
    const char *body, *type, *origin, *host, *fetch_site;
    const char *address; /* where it came from */
};

enum web_method { WEB_READ /* GET, HEAD */, WEB_POST, WEB_OPTIONS, WEB_OTHER };

/* A request. `path` and `query` (NULL: none) are undecoded. */
struct web_query {
    const char *path, *query;
    const char *address;       /* of who asks; or NULL */
    const char *authorization; /* the header, or NULL. It may hold a token: it is neither stored nor
                                  logged */
    enum web_method method;
    const struct web_post *post; /* of WEB_POST; else NULL */
};

/* Codes for which the HTTP server has no names. */
enum {
    CODE_CREATED = 201,
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
    bool open;             /* pages of other origins may read it, if the operator allows that */
    bool secret;           /* for this reader alone: sent uncompressed */
    const char *allow;     /* the allowed methods for this address; NULL: no such address */
    char stream[LADDER_GAME_ID_MAX +
                1]; /* a game whose events follow as long as the reader stays; "": `body` is all */
    bool bearer;    /* 401: a token is required */
    struct later *later;               /* the answer comes from there; NULL: it is this one */
    char see[LADDER_GAME_ID_MAX + 16]; /* the target, with CODE_SEE_OTHER */
};

/* Fills in the answer. A failure becomes an error answer. */
void route_answer(struct web_site *site, const struct web_query *query, struct web_answer *answer);
/* The same, without the site: an error with this code. */
void route_refuse(const struct web_query *query, struct web_answer *answer, int code,
                  const char *title, const char *why);
void route_fini(struct web_site *site);

/* ---- the routes; a star stands for one name: of a bot, a game, a ruleset or a file */
enum {
    ROUTE_DATA = 1 << 0,   /* answers JSON; else a page */
    TAKES_PART = 1 << 1,   /* `limit` and `after`, a number */
    TAKES_PLACE = 1 << 2,  /* `limit` and `after`, a place in the standings */
    TAKES_LADDER = 1 << 3, /* `ladder` */
    TAKES_HAND = 1 << 4,   /* `hand` */
    TAKES_POST = 1 << 5,   /* a POST, too */
    TAKES_FILTER = 1 << 6, /* `ladder`, `bot`, `against`, `contract`, `until` */
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
