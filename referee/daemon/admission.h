/* admission.h - which connections are accepted. */
#ifndef AVONDALE_ADMISSION_H
#define AVONDALE_ADMISSION_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct config;

struct admission_counts {
    int peers, peers_max;
    int of_address, of_address_max;
    int handshakes, handshakes_max; /* connections before their hello */
    int of_address_handshakes, of_address_handshakes_max;
    int of_address_left,
        of_address_left_max; /* bots that left before their games began, in the last minute */
};

/* Returns NULL if the connection may come in; else the reason in a word or two. `random` is a fresh
 * random number: from half of handshakes_max on some are refused, at the limit all, so that a
 * client that holds connections open shuts out some of the others and never all of them before the
 * limit. An address has its own limit, below half of handshakes_max, so one address alone shuts out
 * no other. */
const char *admission_refuses(const struct admission_counts *counts, uint32_t random);

/* Why the arena refuses one more connection from that address (endpoint_key), or NULL if it does
 * not. `carried`: connections whose bots play at other nodes; `left`: bots of the address that left
 * their games before these began. */
const char *admission_refusal(const struct arena *arena, const struct config *config,
                              uint64_t address, int carried, int left);

#endif
