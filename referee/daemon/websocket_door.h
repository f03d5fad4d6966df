/* websocket_door.h - passes WebSockets from the thread of the pages to the main loop. */
#ifndef AVONDALE_WEBSOCKET_DOOR_H
#define AVONDALE_WEBSOCKET_DOOR_H

struct endpoint;
struct event_base;
struct ssl_st;
struct web_socket;
struct websocket_door;

/* On the main loop; owns the socket and its TLS (NULL: plain) from then on. */
typedef void websocket_enter_fn(void *context, int fd, struct ssl_st *ssl,
                                const struct endpoint *from);

/* `enter` gets each socket, with `context`, on the loop of `base`. Returns NULL, with errno, on
 * failure. */
struct websocket_door *websocket_door_create(struct event_base *base, websocket_enter_fn *enter,
                                             void *context);
/* From any thread: takes the socket over. `door` is a struct websocket_door. */
void websocket_door_take(void *door, const struct web_socket *socket);
/* Call it after all threads have stopped passing sockets; closes those on their way. NULL is fine.
 */
void websocket_door_destroy(struct websocket_door *door);

#endif
