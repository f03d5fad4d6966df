/* unpacker.c - reads packed bytes, and writes the parts of a record's line. */
#include "pack/unpacker.h"

#include <string.h>

uint64_t unpacker_take_number(struct unpacker *unpacker)
{
    uint64_t number = 0;

    for (int shift = 0; shift < 63; shift += 7) {
        unsigned byte = unpacker_take(unpacker);
        number |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return number;
    }
    unpacker->failed = true;
    return 0;
}

const uint8_t *unpacker_take_bytes(struct unpacker *unpacker, size_t size)
{
    const uint8_t *from = unpacker->at;

    if ((size_t)(unpacker->end - from) < size) {
        unpacker->failed = true;
        return NULL;
    }
    unpacker->at += size;
    return from;
}

int unpacker_take_cards(struct unpacker *unpacker, uint8_t cards[NOTATION_CARDS])
{
    unsigned count = unpacker_take_below(unpacker, NOTATION_CARDS + 1);

    for (unsigned i = 0; i < count; i++)
        cards[i] = (uint8_t)unpacker_take_below(unpacker, NOTATION_CARDS);
    return (int)count;
}

void unpacker_add(struct unpacker *unpacker, const char *text, size_t size)
{
    if (unpacker->max - unpacker->size < size) {
        unpacker->failed = true;
        return;
    }
    memcpy(unpacker->line + unpacker->size, text, size);
    unpacker->size += size;
}

void unpacker_add_text(struct unpacker *unpacker, const char *text)
{
    unpacker_add(unpacker, text, strlen(text));
}

void unpacker_add_number(struct unpacker *unpacker, int64_t number)
{
    char text[20];
    unpacker_add(unpacker, text, track_number(number, text));
}

void unpacker_add_cards(struct unpacker *unpacker, const uint8_t *cards, int count)
{
    char text[NOTATION_CARDS * (NOTATION_CARD_MAX + 3) + 2];
    size_t size = 0;

    text[size++] = '[';
    for (int i = 0; i < count; i++) {
        if (i > 0)
            text[size++] = ',';
        text[size++] = '"';
        size += notation_card_write(cards[i], text + size);
        text[size++] = '"';
    }
    text[size++] = ']';
    unpacker_add(unpacker, text, size);
}
