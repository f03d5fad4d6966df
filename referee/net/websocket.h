/* websocket.h - a WebSocket (RFC 6455) as one more kind of transport: its frames come in and go out
 * over the socket below, plain or TLS, and its reader sees a stream of messages as of any bot. A
 * text frame is a message of the text encoding, with or without its line feed; a binary frame one
 * of msgpack. Frames are libwslay's work. The upgrade over HTTP is done before. One thread at a
 * time.
 */
#ifndef AVONDALE_WEBSOCKET_H
#define AVONDALE_WEBSOCKET_H

struct ssl_st;
struct transport;

/* Takes over a socket, non-blocking, and its TLS (NULL: plain), whose handshake is done. Returns 0,
 * or -1 without memory: then both are closed. */
int websocket_open(struct transport *transport, int fd, struct ssl_st *ssl)
    __attribute__((warn_unused_result));

/* Closes such a socket with a word to the other side: try again later (1013), for `why`. */
void websocket_turn_away(int fd, struct ssl_st *ssl, const char *why);

#endif
