/* web_answer.h - a request over HTTP and its answer, as values. Knows no connections. */
#ifndef AVONDALE_WEB_ANSWER_H
#define AVONDALE_WEB_ANSWER_H

#include "base/values.h"

#include <stdbool.h>

struct evbuffer;
struct later;

/* A POST: its body, and the relevant headers (NULL: missing). */
struct web_post {
    const char *body, *type, *origin, *host, *fetch_site;
    const char *address; /* where it came from */
};

enum web_method { WEB_READ /* GET, HEAD */, WEB_POST, WEB_DELETE, WEB_OPTIONS, WEB_OTHER };

/* A request. `path` and `query` (NULL: none) are undecoded. */
struct web_query {
    const char *path, *query;
    const char *address;       /* of who asks; or NULL */
    const char *authorization; /* the header, or NULL. It may hold a token: it is neither stored nor
                                  logged */
    enum web_method method;
    const struct web_post *post; /* of WEB_POST; else NULL */
};

/* The type of an answer that says nothing else: a page. */
#define WEB_TYPE_PAGE "text/html; charset=utf-8"

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
    bool fixed;            /* the same as long as this program runs */
    bool secret;           /* for this reader alone: sent uncompressed */
    const char *allow;     /* the allowed methods for this address; NULL: no such address */
    char stream[LADDER_GAME_ID_MAX +
                1]; /* a game whose events follow as long as the reader stays; "": `body` is all */
    bool bearer;    /* 401: a token is required */
    int64_t upload; /* it belongs to that upload, not to a request; 0: none */
    struct later *later;               /* the answer comes from there; NULL: it is this one */
    char see[LADDER_GAME_ID_MAX + 16]; /* the target, with CODE_SEE_OTHER */
};

#endif
