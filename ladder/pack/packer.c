/* packer.c - reads the parts of a record's line, and writes packed bytes. */
#include "pack/packer.h"

#include "base/hex.h"

void packer_put_bytes(struct packer *packer, const void *bytes, size_t size)
{
    if (packer->max - packer->size < size) {
        packer->failed = true;
        return;
    }
    memcpy(packer->out + packer->size, bytes, size);
    packer->size += size;
}

void packer_put_number(struct packer *packer, uint64_t number)
{
    for (; number >= 0x80; number >>= 7)
        packer_put(packer, 0x80 | (number & 0x7f));
    packer_put(packer, (unsigned)number);
}

bool packer_number_read(struct packer *packer, uint32_t *number)
{
    const char *from = packer->at;
    uint64_t value = 0;

    while (*packer->at >= '0' && *packer->at <= '9' && packer->at - from < 11)
        value = value * 10 + (uint64_t)(*packer->at++ - '0');
    *number = (uint32_t)value;
    return packer->at > from && value <= UINT32_MAX && (*from != '0' || packer->at == from + 1);
}

bool packer_hex_read(struct packer *packer, uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        int high = hex_value(packer->at[0]), low = high < 0 ? -1 : hex_value(packer->at[1]);
        if (low < 0)
            return false;
        bytes[i] = (uint8_t)(high << 4 | low);
        packer->at += 2;
    }
    return true;
}

int packer_cards_read(struct packer *packer, uint8_t cards[NOTATION_CARDS])
{
    int count = 0;
    size_t size;

    if (!packer_skip(packer, "["))
        return -1;
    while (*packer->at == '"' && count < NOTATION_CARDS) {
        int card = notation_card_read(packer->at + 1, &size);
        if (card == NOTATION_NONE || packer->at[1 + size] != '"')
            return -1;
        cards[count++] = (uint8_t)card;
        packer->at += size + 2;
        if (*packer->at != ',' || packer->at[1] != '"')
            break;
        packer->at++;
    }
    return packer_skip(packer, "]") ? count : -1;
}
