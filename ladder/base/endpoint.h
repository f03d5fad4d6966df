/* endpoint.h - where one listens, connects to, or comes from: an IPv4 or IPv6 address with its
 * port, the path of a unix socket, or a host name that is still to be looked up. Every door, every
 * limit and every line of the log that shows an address uses it.
 *
 * Spelled 127.0.0.1:5500, [::1]:5500, [fe80::1%eth0]:5500, localhost:5500 (which is 127.0.0.1), or
 * unix:PATH, with ?mode=0600 behind it where one listens. An IPv4-mapped IPv6 address
 * (::ffff:192.0.2.1) is that IPv4 address. Values only: endpoint_socket.h opens sockets. */
#ifndef AVONDALE_ENDPOINT_H
#define AVONDALE_ENDPOINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ENDPOINT_PATH_BYTES = 108, /* of a unix socket, as the system has it, or of a host name */
    ENDPOINT_TEXT_BYTES = 128, /* of any endpoint as text */
    ENDPOINT_LIST_MAX = 8,
    ENDPOINT_KEY_BYTES = 9,
    ENDPOINT_MODE = 0660, /* of a unix socket that names no other */
};

enum endpoint_kind {
    ENDPOINT_NONE, /* a peer without an address, such as a process that was started */
    ENDPOINT_IP4,
    ENDPOINT_IP6,
    ENDPOINT_UNIX,
    ENDPOINT_NAME, /* of a host */
};

struct endpoint {
    enum endpoint_kind kind;
    uint8_t ip[16]; /* in the order of the network; IPv4: the first four */
    uint32_t scope; /* the index of a link-local address's interface; 0: none */
    uint16_t port;  /* 0: any free one */
    bool only6;     /* [::] does not take IPv4 connections, as 0.0.0.0 stands beside it */
    uint16_t mode;  /* permissions of a unix socket that one makes */
    uint32_t uid;   /* of a peer at a unix socket: its user and its process */
    int32_t pid;
    char path[ENDPOINT_PATH_BYTES]; /* or the name of a host; "" for a peer at a unix socket */
};

/* Reads one endpoint. Returns 0, or -1 if `text` is none; *endpoint is any value then. */
int endpoint_parse(const char *text, struct endpoint *endpoint);
/* Reads up to ENDPOINT_LIST_MAX of them with commas between. Returns how many, or -1 if one is
 * none, or stands there twice, or there are more. */
int endpoint_parse_list(const char *text, struct endpoint list[ENDPOINT_LIST_MAX]);
/* Reads an address without port and brackets, as libraries print it. Returns 0, or -1. */
int endpoint_parse_address(const char *text, struct endpoint *endpoint);

/* Writes it as endpoint_parse reads it, without the mode; a peer at a unix socket is
 * unix:UID:PID, and none is "-". Returns text. */
const char *endpoint_format(const struct endpoint *endpoint, char text[ENDPOINT_TEXT_BYTES]);
/* Writes several with commas between them; cut where `size` bytes are too few. */
void endpoint_format_list(const struct endpoint *list, int count, char *text, size_t size);
/* Writes the host alone: an address without brackets, or a name; "" for a unix socket. */
void endpoint_format_host(const struct endpoint *endpoint, char text[ENDPOINT_TEXT_BYTES]);

/* On this machine: 127.0.0.0/8, ::1, a unix socket. A name is not, before it is looked up. */
bool endpoint_is_local(const struct endpoint *endpoint);
/* 0.0.0.0 or ::. */
bool endpoint_is_any(const struct endpoint *endpoint);

/* What limits and shares count by: one number for all connections that are taken for one household
 * or host. It is the IPv4 address, the /64 of an IPv6 address, the user at a unix socket. Different
 * kinds never have the same number. Returns 0 for what has no address. */
uint64_t endpoint_key(const struct endpoint *endpoint);
/* endpoint_is_local of what has that key. */
bool endpoint_key_is_local(uint64_t key);
/* Writes the bytes of the address in a key: four of IPv4; eight of IPv6 and a 6 behind them, so
 * that no two keys have the same bytes, not even with zeros behind. Returns how many; 0: it is the
 * key of no such address. */
size_t endpoint_key_bytes(uint64_t key, uint8_t bytes[ENDPOINT_KEY_BYTES]);

#endif
