/* name_rate.c - counts new names of an address in a minute. */
#include "base/name_rate.h"

#include <stddef.h>

static bool is_over(const struct name_rate_entry *entry, int64_t now_usec)
{
    return entry->count == 0 ||
           now_usec - entry->since_usec >= NAME_RATE_WINDOW_SEC * (int64_t)1000000;
}

bool name_rate_allows(struct name_rate *rate, uint64_t address, int max, int64_t now_usec)
{
    struct name_rate_entry *entry = NULL;

    for (int i = 0; i < NAME_RATE_ADDRESSES; i++) {
        struct name_rate_entry *other = &rate->entries[i];
        if (other->count > 0 && other->address == address) {
            entry = other;
            break;
        }
        if (!entry ||
            (entry->count > 0 && (other->count == 0 || other->since_usec < entry->since_usec)))
            entry = other;
    }
    if (entry->address != address || is_over(entry, now_usec))
        *entry = (struct name_rate_entry){.address = address, .since_usec = now_usec};
    if (entry->count >= max) {
        rate->refused++;
        return false;
    }
    entry->count++;
    return true;
}

int name_rate_count(const struct name_rate *rate, uint64_t address, int64_t now_usec)
{
    for (int i = 0; i < NAME_RATE_ADDRESSES; i++) {
        const struct name_rate_entry *entry = &rate->entries[i];
        if (entry->count > 0 && entry->address == address)
            return is_over(entry, now_usec) ? 0 : entry->count;
    }
    return 0;
}

int name_rate_highest(const struct name_rate *rate, int64_t now_usec)
{
    int highest = 0;

    for (int i = 0; i < NAME_RATE_ADDRESSES; i++) {
        if (!is_over(&rate->entries[i], now_usec) && rate->entries[i].count > highest)
            highest = rate->entries[i].count;
    }
    return highest;
}
