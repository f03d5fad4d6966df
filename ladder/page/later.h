/* later.h - answers that wait for the thread of the database.
 *
 * The thread of the pages never waits. A page that must write begins an answer (later_begin), gives
 * it to the writer's queue as the context of its completion, and returns with web_answer.later set.
 * The completion, on any thread, passes the result with later_end; then the thread of the pages
 * makes and sends the answer. The client, or the whole server, may have ended by then: the list
 * lives until its last answer has ended. */
#ifndef AVONDALE_LATER_H
#define AVONDALE_LATER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bufferevent;
struct call;
struct evhttp_request;
struct later;
struct later_list;
struct web_answer;
struct web_site;

enum {
    LATER_MAX = 64,        /* waiting answers at once */
    LATER_RESULT_MAX = 512 /* bytes of a result */
};

/* Makes the answer for a result, on the thread of the pages; `data`: as JSON, else as a page. */
typedef void later_show_fn(struct web_site *site, const void *result, bool data,
                           struct web_answer *answer);

/* Returns NULL if out of memory or descriptors. */
struct later_list *later_create(void);
/* The descriptor that is readable when later_take has an answer. */
int later_fd(const struct later_list *list);
/* Ends the list; waiting requests get no answer. NULL is fine. */
void later_close(struct later_list *list);

/* For a page: begins an answer to this request, or returns NULL if LATER_MAX wait. `show` gets a
 * copy of the result. */
struct later *later_begin(struct later_list *list, later_show_fn *show, bool data);
/* Drops an answer that was begun, because the writer's queue was full. */
void later_cancel(struct later *later);
/* Hands over the result (copied, then wiped here after its use), once, from any thread. */
void later_end(struct later *later, const void *result, size_t size);

/* For the server: the request of an answer that was begun, and the time now. */
void later_bind(struct later *later, struct evhttp_request *request, int64_t now_msec);
/* Whether a request of this connection waits for its answer. */
bool later_waits(struct later_list *list, const struct bufferevent *connection);
/* Returns a request that was bound at that time or before and still waits, for the server to
 * refuse, or NULL; *data as of later_begin. It belongs to its answer no longer. */
struct evhttp_request *later_overdue(struct later_list *list, int64_t bound_msec, bool *data);
/* Returns a finished answer, for later_free, or NULL if there is none. */
struct later *later_take(struct later_list *list);
/* NULL: none was bound, or it was overdue. */
struct evhttp_request *later_request(const struct later *later);
void later_show(const struct later *later, struct web_site *site, struct web_answer *answer);
void later_free(struct later *later);

#endif
