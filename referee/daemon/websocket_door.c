/* websocket_door.c - one message for each socket. */
#include "daemon/websocket_door.h"
#include "base/mailbox.h"
#include "ladder.h"

#include <openssl/ssl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

struct websocket_door {
    struct mailbox box;
    websocket_enter_fn *enter;
    void *context;
    bool shut;
};

struct letter {
    struct mail mail;
    struct websocket_door *door;
    struct web_socket socket;
};

static void drop(const struct web_socket *socket)
{
    SSL_free(socket->ssl);
    close(socket->fd);
}

static void on_letter(struct mail *mail)
{
    struct letter *letter = (struct letter *)(void *)mail;
    struct endpoint from;

    endpoint_socket_peer(letter->socket.fd, &from);
    if (from.kind == ENDPOINT_NONE || letter->door->shut)
        drop(&letter->socket);
    else
        letter->door->enter(letter->door->context, letter->socket.fd, letter->socket.ssl, &from);
    free(letter);
}

static void after_lot(void *context)
{
    (void)context;
}

struct websocket_door *websocket_door_create(struct event_base *base, websocket_enter_fn *enter,
                                             void *context)
{
    struct websocket_door *door = calloc(1, sizeof *door);

    if (!door)
        return NULL;
    door->enter = enter;
    door->context = context;
    if (mailbox_init(&door->box, base, after_lot, door) == 0)
        return door;
    free(door);
    return NULL;
}

void websocket_door_take(void *context, const struct web_socket *socket)
{
    struct websocket_door *door = context;
    struct letter *letter = malloc(sizeof *letter);

    if (!letter) {
        drop(socket);
        return;
    }
    letter->door = door;
    letter->socket = *socket;
    mailbox_post(&door->box, &letter->mail, on_letter);
}

void websocket_door_destroy(struct websocket_door *door)
{
    if (!door)
        return;
    door->shut = true;
    mailbox_open(&door->box);
    mailbox_fini(&door->box);
    free(door);
}
