/* mailbox.h - messages between threads: a queue that any thread writes and one event loop reads.
 *
 * The sender hands over what it posts and may not use it afterwards; the order of one sender's mail
 * is kept. Knows no peer and no table. */
#ifndef AVONDALE_MAILBOX_H
#define AVONDALE_MAILBOX_H

#include <pthread.h>

struct event;
struct event_base;

/* The first member of what is sent. */
struct mail {
    struct mail *next;               /* the queue's */
    void (*open)(struct mail *mail); /* on the reader's thread; owns it from there on */
};

struct mailbox {
    pthread_mutex_t mutex; /* guards the queue */
    struct mail *first, **end;
    int fd; /* readable while there is mail */
    struct event *event;
    void (*after)(void *context); /* all that was there is opened */
    void *context;
};

/* Mail is opened by the loop of `base`, `after` called behind each lot. 0, or -1: errno says why.
 */
int mailbox_init(struct mailbox *box, struct event_base *base, void (*after)(void *context),
                 void *context);
/* From any thread. Cannot fail. */
void mailbox_post(struct mailbox *box, struct mail *mail, void (*open)(struct mail *mail));
/* Opens what is there now; on the reader's thread, or when that has ended. */
void mailbox_open(struct mailbox *box);
/* No thread posts any more, and all mail is opened. Fine if it was not initialised, but zeroed. */
void mailbox_fini(struct mailbox *box);

#endif
