/* endpoint.h - an address to listen at, to connect to, or of a peer: an IPv4 or IPv6 address with
 * its port, the path of a unix socket, or a host name that is still to be looked up. All listeners,
 * limits and log lines that show an address use it.
 *
 * Spelled 127.0.0.1:5500, [::1]:5500, [fe80::1%eth0]:5500, localhost:5500 (which is 127.0.0.1), or
 * unix:PATH, followed by ?mode=0600 for a listener. An IPv4-mapped IPv6 address (::ffff:192.0.2.1)
 * is that IPv4 address. Values only: endpoint_socket.h opens sockets. */
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
    ENDPOINT_MODE = 0660, /* default mode of a unix socket */
};

enum endpoint_kind {
    ENDPOINT_NONE, /* a peer without an address, such as a child process */
    ENDPOINT_IP4,
    ENDPOINT_IP6,
    ENDPOINT_UNIX,
    ENDPOINT_NAME, /* of a host */
};

struct endpoint {
    enum endpoint_kind kind;
    uint8_t ip[16]; /* in the order of the network; IPv4: the first four */
    uint32_t scope; /* interface index of a link-local address; 0: none */
    uint16_t port;  /* 0: any free one */
    bool only6;     /* [::] does not take IPv4 connections, because 0.0.0.0 stands beside it */
    uint16_t mode;  /* permissions of a unix socket to be made */
    uint32_t uid;   /* of a peer at a unix socket: its user and its process */
    int32_t pid;
    char path[ENDPOINT_PATH_BYTES]; /* or the name of a host; "" for a peer at a unix socket */
};

/* Parses one endpoint. Returns 0, or -1 if `text` is not valid; *endpoint is undefined then. */
int endpoint_parse(const char *text, struct endpoint *endpoint);
/* Parses up to ENDPOINT_LIST_MAX endpoints separated by commas. Returns how many, or -1 if one is
 * not valid or occurs twice, or there are too many. */
int endpoint_parse_list(const char *text, struct endpoint list[ENDPOINT_LIST_MAX]);
/* Parses an address without port and brackets, as libraries print it. Returns 0, or -1. */
int endpoint_parse_address(const char *text, struct endpoint *endpoint);

/* Writes it in the form that endpoint_parse reads, without the mode; a peer at a unix socket is
 * unix:UID:PID, and no address is "-". Returns text. */
const char *endpoint_format(const struct endpoint *endpoint, char text[ENDPOINT_TEXT_BYTES]);
/* Writes several separated by commas; cut off after `size` bytes. */
void endpoint_format_list(const struct endpoint *list, int count, char *text, size_t size);
/* Writes the host alone: an address without brackets, or a name; "" for a unix socket. */
void endpoint_format_host(const struct endpoint *endpoint, char text[ENDPOINT_TEXT_BYTES]);

/* Whether it is on this machine: 127.0.0.0/8, ::1, a unix socket. A name is not, before it is
 * looked up. */
bool endpoint_is_local(const struct endpoint *endpoint);
/* 0.0.0.0 or ::. */
bool endpoint_is_any(const struct endpoint *endpoint);

/* The key by which limits and shares count: one number for all connections of one household or
 * host. It is derived from the IPv4 address, the /64 of an IPv6 address, or the user at a unix
 * socket. Different kinds never have equal keys. Returns 0 if there is no address. */
uint64_t endpoint_key(const struct endpoint *endpoint);
/* endpoint_is_local for the endpoints with that key. */
bool endpoint_key_is_local(uint64_t key);
/* Writes the bytes of the address in a key: four for IPv4; eight and then a 6 for IPv6, so that no
 * two keys have the same bytes, even with zeros appended. Returns how many; 0 if the key is not
 * that of an address. */
size_t endpoint_key_bytes(uint64_t key, uint8_t bytes[ENDPOINT_KEY_BYTES]);

#endif
