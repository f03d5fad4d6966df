/* webhook_post.h - POST requests under way, by libcurl: each starts at once and is asked later how
 * it ended. No redirect is followed; nothing of an answer is kept but its code. */
#ifndef AVONDALE_WEBHOOK_POST_H
#define AVONDALE_WEBHOOK_POST_H

#include <stdbool.h>
#include <stddef.h>

struct webhook_posts;
struct webhook_post;

enum {
    WEBHOOK_URL_MAX = 500,
    WEBHOOK_LABEL_BYTES = 100,
    WEBHOOK_WHY_BYTES = 200,
    WEBHOOK_ANSWER_MAX = 64 << 10, /* bytes of heads and body, which are dropped */
    WEBHOOK_OPEN_MSEC = 5000,      /* for the connection and the handshake of TLS */
    WEBHOOK_POST_MSEC = 10000,     /* for all of it */
};

/* Writes what a log may show of a URL: scheme, host and port; the rest may be secret. Returns 0, or
 * -1 unless it is http://HOST[:PORT][/PATH][?QUERY] or https://..., without user and fragment, of
 * up to WEBHOOK_URL_MAX bytes. */
int webhook_post_label(const char *url, char label[WEBHOOK_LABEL_BYTES]);

struct webhook_posts *webhook_post_open(void); /* NULL: out of memory */
/* Ends the requests under way without an answer; their handles are gone. NULL is fine. */
void webhook_post_close(struct webhook_posts *posts);
/* Moves requests on; waits up to that time for something to happen, or for webhook_post_wake. */
void webhook_post_wait(struct webhook_posts *posts, int msec);
void webhook_post_wake(struct webhook_posts *posts); /* from any thread */

struct webhook_order {
    const char *url, *body;
    const char *kind, *id, *signature; /* the values of headers */
    int limit_msec;                    /* 0: WEBHOOK_POST_MSEC */
};
/* Copies what it needs. Returns NULL if out of memory. */
struct webhook_post *webhook_post_start(struct webhook_posts *posts,
                                        const struct webhook_order *order);
/* Whether it has ended; then it is freed. `*accepted`: the receiver answered with a code of 2xx,
 * whatever came after; else `why` is a clause. */
bool webhook_post_ended(struct webhook_posts *posts, struct webhook_post *post, bool *accepted,
                        char why[WEBHOOK_WHY_BYTES]);

#endif
