/* mailbox.h - messages between threads: a queue that any thread writes and one event loop reads.
 *
 * The sender gives up what it posts and may not use it afterwards; mail of one sender keeps its
 * order. Knows no peer and no table. */
#ifndef AVONDALE_MAILBOX_H
#define AVONDALE_MAILBOX_H

#include <pthread.h>

struct event;
struct event_base;

/* The first member of each message. */
struct mail {
    struct mail *next; /* used by the queue */
    void (*open)(
        struct mail *mail); /* called on the reader's thread, which owns the mail from then on */
};

struct mailbox {
    pthread_mutex_t mutex; /* guards the queue */
    struct mail *first, **end;
    int fd; /* readable while there is mail */
    struct event *event;
    void (*after)(void *context); /* called after all mail that was there has been opened */
    void *context;
};

/* The loop of `base` opens mail, and calls `after` after each batch. Returns 0, or -1 with errno.
 */
int mailbox_init(struct mailbox *box, struct event_base *base, void (*after)(void *context),
                 void *context);
/* From any thread. Cannot fail. */
void mailbox_post(struct mailbox *box, struct mail *mail, void (*open)(struct mail *mail));
/* Opens the mail that is there now; on the reader's thread, or after its end. */
void mailbox_open(struct mailbox *box);
/* No thread posts any more, and all mail has been opened. A mailbox that was only zeroed is fine.
 */
void mailbox_fini(struct mailbox *box);

#endif
