/* admission.c - who may connect and who may bring a new name. */
#include "daemon/admission.h"

#include <stddef.h>
#include <string.h>

bool admission_name_valid(struct slice name)
{
    static const char allowed[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";

    if (name.size < 1 || name.size > NAME_MAX_BYTES || name.data[0] == '.')
        return false;
    for (size_t i = 0; i < name.size; i++) {
        if (!memchr(allowed, name.data[i], sizeof allowed - 1))
            return false;
    }
    return true;
}

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
    /* The share of those refused grows from none at half of the limit to all at the limit. */
    if (counts->handshakes > start && (int)(random % (uint32_t)range) < counts->handshakes - start)
        return "many have not said hello";
    return NULL;
}

static bool is_over(const struct name_rate_entry *entry, usec_t now)
{
    return entry->count == 0 || now - entry->since >= NAME_RATE_WINDOW_SEC * (usec_t)1000000;
}

bool name_rate_allows(struct name_rate *rate, uint32_t address, int max, usec_t now)
{
    struct name_rate_entry *entry = NULL;

    for (int i = 0; i < NAME_RATE_ADDRESSES; i++) {
        struct name_rate_entry *other = &rate->entries[i];
        if (other->count > 0 && other->address == address) {
            entry = other;
            break;
        }
        if (!entry || (entry->count > 0 && (other->count == 0 || other->since < entry->since)))
            entry = other;
    }
    if (entry->address != address || is_over(entry, now))
        *entry = (struct name_rate_entry){.address = address, .since = now};
    if (entry->count >= max) {
        rate->refused++;
        return false;
    }
    entry->count++;
    return true;
}

int name_rate_count(const struct name_rate *rate, uint32_t address, usec_t now)
{
    for (int i = 0; i < NAME_RATE_ADDRESSES; i++) {
        const struct name_rate_entry *entry = &rate->entries[i];
        if (entry->count > 0 && entry->address == address)
            return is_over(entry, now) ? 0 : entry->count;
    }
    return 0;
}

int name_rate_highest(const struct name_rate *rate, usec_t now)
{
    int highest = 0;

    for (int i = 0; i < NAME_RATE_ADDRESSES; i++) {
        if (!is_over(&rate->entries[i], now) && rate->entries[i].count > highest)
            highest = rate->entries[i].count;
    }
    return highest;
}
