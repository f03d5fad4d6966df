/* connection.h - output to a peer, and its end. Events and writing are in connection_private.h. On
 * the thread of its arena. */
#ifndef AVONDALE_CONNECTION_H
#define AVONDALE_CONNECTION_H

#include "arena/peer.h"
#include "table/fault.h"

struct arena;
struct endpoint;
struct ssl_st;

/* Makes a peer on descriptors that are non-blocking and close-on-exec; takes them over. Returns
 * NULL if out of memory (they are closed then). */
struct peer *connection_create(struct arena *arena, int read_fd, int write_fd, pid_t pid,
                               const char *label);
/* The same for a socket accepted from that address; it may speak TLS, and must if `needs_tls`. */
struct peer *connection_create_socket(struct arena *arena, int fd, bool needs_tls,
                                      const struct endpoint *from);
/* The same for a socket that became a WebSocket, with its TLS (NULL: plain). */
struct peer *connection_create_websocket(struct arena *arena, int fd, struct ssl_st *ssl,
                                         bool needs_tls, const struct endpoint *from);

/* Closes a peer; its games continue without it. Logs the reason. */
__attribute__((format(printf, 3, 4))) void connection_fail(struct peer *peer, enum fault fault,
                                                           const char *format, ...);
void connection_send(struct peer *peer, const struct message *message);
void connection_send_error(struct peer *peer, enum wire_error error, int64_t number);
/* The same with a line of its own: what is wrong, and what is allowed. */
void connection_send_refusal(struct peer *peer, enum wire_error error, const char *text);
void connection_bye(struct peer *peer, const char *why); /* says bye, then closes */
/* The same, with the address of another node of the arena, which will accept it. */
void connection_send_away(struct peer *peer, const char *why, const char *address);

/* For a child that check_process.c reads and writes: its descriptors; -1 once the one for writing
 * is closed. */
int connection_read_fd(const struct peer *peer);
int connection_write_fd(const struct peer *peer);
void connection_close_output(struct peer *peer);

#endif
