/* mailbox.c - a list under a mutex, and a descriptor that wakes its reader. */
#include "base/mailbox.h"

#include <assert.h>
#include <event2/event.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static void on_mail(evutil_socket_t fd, short what, void *context)
{
    uint64_t ignored;
    (void)what;
    if (read((int)fd, &ignored, sizeof ignored) < 0)
        ignored = 0; /* the mailbox has been opened already */
    mailbox_open(context);
}

int mailbox_init(struct mailbox *box, struct event_base *base, void (*after)(void *context),
                 void *context)
{
    *box = (struct mailbox){.after = after, .context = context};
    pthread_mutex_init(&box->mutex, NULL);
    box->end = &box->first;
    box->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (box->fd >= 0)
        box->event = event_new(base, box->fd, EV_READ | EV_PERSIST, on_mail, box);
    if (box->event && event_add(box->event, NULL) == 0)
        return 0;
    mailbox_fini(box);
    return -1;
}

void mailbox_post(struct mailbox *box, struct mail *mail, void (*open)(struct mail *mail))
{
    uint64_t one = 1;

    mail->next = NULL;
    mail->open = open;
    pthread_mutex_lock(&box->mutex);
    bool sleeps = !box->first;
    *box->end = mail;
    box->end = &mail->next;
    pthread_mutex_unlock(&box->mutex);
    /* Fails only by overflow, and then the descriptor is readable anyway. */
    if (sleeps && write(box->fd, &one, sizeof one) < 0)
        return;
}

void mailbox_open(struct mailbox *box)
{
    pthread_mutex_lock(&box->mutex);
    struct mail *mail = box->first;
    box->first = NULL;
    box->end = &box->first;
    pthread_mutex_unlock(&box->mutex);
    for (struct mail *next; mail; mail = next) {
        next = mail->next;
        mail->open(mail);
    }
    box->after(box->context);
}

void mailbox_fini(struct mailbox *box)
{
    if (!box->end)
        return;
    assert(!box->first);
    if (box->event)
        event_free(box->event);
    if (box->fd >= 0)
        close(box->fd);
    pthread_mutex_destroy(&box->mutex);
    *box = (struct mailbox){.fd = -1};
}
