/* web_stream.h - the states of a running game as server-sent events; inside its room only.
 *
 * One timer looks for news of all streams ten times a second, and stops while there are no streams.
 * A reader that does not read is cut off. Every stream ends after a while, and the browser
 * reconnects with the number of the last event that it has.
 */
#ifndef AVONDALE_WEB_STREAM_H
#define AVONDALE_WEB_STREAM_H

#include <stdint.h>

struct event_base;
struct evhttp_request;
struct live;
struct web_streams;

enum {
    STREAM_LOOK_MSEC = 100,
    STREAM_OUT_BYTES_MAX = 512 * 1024, /* not yet taken by the reader */
    STREAM_LIFE_SEC = 50,              /* less than any connection may live */
    STREAM_STALL_SEC = 10,             /* without a byte taken, where some wait */
};

struct web_streams *web_stream_create(struct event_base *base,
                                      struct live *live); /* NULL: out of memory */
/* Forgets them all; their connections are the HTTP server's to close. NULL is fine. */
void web_stream_destroy(struct web_streams *streams);
/* The reader has come to the game (live_come) and stays until it leaves or is closed. Headers are
 * set; `last`: the id of the last event that it has seen (BOOT-NUMBER; anything else is ignored),
 * or NULL. */
void web_stream_begin(struct web_streams *streams, struct evhttp_request *request, const char *game,
                      const char *last);

#endif
