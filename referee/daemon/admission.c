/* admission.c - which connections are accepted, and which may register a new name. */
#include "daemon/admission.h"
#include "arena/share.h"
#include "arena/arena.h"
#include "config/config.h"

#include <stddef.h>
#include <sys/random.h>

const char *admission_refuses(const struct admission_counts *counts, uint32_t random)
{
    int start = counts->handshakes_max / 2, range = counts->handshakes_max - start;

    if (counts->peers >= counts->peers_max)
        return "no room";
    if (counts->of_address >= counts->of_address_max)
        return "too many from its address";
    if (counts->of_address_left >= counts->of_address_left_max)
        return "too many from its address left before their games";
    if (counts->of_address_handshakes >= counts->of_address_handshakes_max)
        return "too many from its address have not said hello";
    if (counts->handshakes >= counts->handshakes_max)
        return "too many have not said hello";
    /* The share that is refused grows from none at half of the limit to all at the limit. */
    if (counts->handshakes > start && (int)(random % (uint32_t)range) < counts->handshakes - start)
        return "many have not said hello";
    return NULL;
}

const char *admission_refusal(const struct arena *arena, const struct config *config,
                              uint64_t address, int carried, int left)
{
    const struct share_address *from = share_find(arena_share(arena), address);
    struct admission_counts counts = {
        .peers = arena_counts(arena).peers + carried,
        .peers_max = config->peers_max,
        .of_address = from ? from->peers : 0,
        .of_address_max = config->peers_per_address_max,
        .handshakes = arena_counts(arena).handshakes,
        .handshakes_max = config->handshakes_max,
        .of_address_handshakes = from ? from->handshakes : 0,
        .of_address_handshakes_max = config->handshakes_per_address_max,
        .of_address_left = left,
        .of_address_left_max = config->departures_per_minute,
    };
    uint32_t chance = 0;
    if (getrandom(&chance, sizeof chance, GRND_NONBLOCK) != sizeof chance)
        chance = 0; /* refused from half of the limit on */
    return admission_refuses(&counts, chance);
}
