/* event_cache.c - see event_cache.h. */
#include "table/event_cache.h"

#include <assert.h>
#include <string.h>

static struct event_cache_slot *slot_of(struct event_cache *cache, uint32_t number)
{
    return &cache->slots[number % EVENT_CACHE_SLOTS];
}

static void keep(struct event_cache_slot *slot, uint32_t number, int64_t game_number,
                 const char *bytes, size_t size)
{
    if (size > EVENT_CACHE_BYTES)
        return;
    slot->number = number;
    slot->game = (uint8_t)game_number;
    slot->size = (uint8_t)size;
    memcpy(slot->bytes, bytes, size);
}

size_t event_cache_write(struct event_cache *cache, struct table *table, seat_t seat,
                         int64_t game_number, usec_t now, enum encoding encoding, char *out,
                         size_t size, bool *more)
{
    size_t used = 0;

    assert(game_number >= 1 && game_number <= UINT8_MAX && size >= FRAME_BYTES_MAX);
    while (size - used >= FRAME_BYTES_MAX) {
        uint32_t number;
        int run = cache ? table_message_public_run(table, seat, &number) : 0, told = 0;
        struct event_cache_slot *slot = run ? slot_of(cache, number) : NULL;
        while (told < run && size - used >= FRAME_BYTES_MAX && slot->number == number &&
               slot->game == game_number) {
            memcpy(out + used, slot->bytes, sizeof slot->bytes);
            used += slot->size;
            told++;
            slot = slot_of(cache, ++number);
        }
        table_message_pass_events(table, seat, told);
        if (size - used < FRAME_BYTES_MAX)
            break;
        size_t made = table_message_write(table, seat, game_number, now, encoding, out + used);
        if (made == 0) {
            *more = false;
            return used;
        }
        if (told < run)
            keep(slot, number, game_number, out + used, made);
        used += made;
    }
    *more = true;
    return used;
}
