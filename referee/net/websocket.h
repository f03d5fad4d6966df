/* websocket.h - a WebSocket (RFC 6455) as one more kind of transport: frames over a plain socket or
 * TLS; the reader sees a stream of messages as from any bot. A text frame is a message of the text
 * encoding, with or without its line feed; a binary frame is one of msgpack. libwslay handles the
 * frames. The HTTP upgrade happens before. One thread at a time. */
#ifndef AVONDALE_WEBSOCKET_H
#define AVONDALE_WEBSOCKET_H

struct ssl_st;
struct transport;

/* Takes over a non-blocking socket and its TLS (NULL: plain) with the handshake done. Returns 0, or
 * -1 if out of memory; both are closed then. */
int websocket_open(struct transport *transport, int fd, struct ssl_st *ssl)
    __attribute__((warn_unused_result));

/* Closes such a socket with the close code 1013 (try again later) and the reason `why`. */
void websocket_turn_away(int fd, struct ssl_st *ssl, const char *why);

#endif
