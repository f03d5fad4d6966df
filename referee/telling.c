/* telling.c - see telling.h. */
#include "telling.h"

#include <assert.h>
#include <string.h>

static struct telling_slot *slot_of(struct telling *telling, enum encoding encoding,
                                    uint32_t number)
{
    assert(encoding == ENCODING_TEXT || encoding == ENCODING_MSGPACK);
    return &telling->slots[encoding == ENCODING_MSGPACK][number % TELLING_SLOTS];
}

size_t telling_next(struct telling *telling, struct table *table, seat_t seat, int64_t game_number,
                    usec_t now, enum encoding encoding, struct message *scratch, char *out)
{
    uint32_t number = table_next_public(table, seat);
    struct telling_slot *slot = number ? slot_of(telling, encoding, number) : NULL;

    assert(game_number >= 1 && game_number <= UINT8_MAX);
    if (slot && slot->number == number && slot->game == game_number) {
        memcpy(out, slot->bytes, sizeof slot->bytes);
        table_pass_event(table, seat);
        return slot->size;
    }
    if (!table_message(table, seat, game_number, now, scratch))
        return 0;
    int size = message_encode(scratch, encoding, out, FRAME_BYTES_MAX);
    assert(size > 0);
    if (slot && size <= TELLING_BYTES) {
        *slot = (struct telling_slot){
            .number = number, .game = (uint8_t)game_number, .size = (uint8_t)size};
        memcpy(slot->bytes, out, (size_t)size);
    }
    return (size_t)size;
}
