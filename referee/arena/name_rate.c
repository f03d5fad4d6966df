/* name_rate.c - new names of an address in a minute. */
#include "arena/name_rate.h"

static bool is_over(const struct name_rate_entry *entry, usec_t now)
{
    return entry->count == 0 || now - entry->since >= NAME_RATE_WINDOW_SEC * (usec_t)1000000;
}

bool name_rate_allows(struct name_rate *rate, uint64_t address, int max, usec_t now)
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

int name_rate_count(const struct name_rate *rate, uint64_t address, usec_t now)
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
