/* unicode.c - reads UTF-8, with a table of the characters that are not shown. */
#include "base/unicode.h"

int unicode_read(const char *text, size_t size, uint32_t *point)
{
    static const uint32_t lowest[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *at = (const unsigned char *)text;
    int bytes = size == 0      ? 0
                : at[0] < 0x80 ? 1
                : at[0] < 0xc0 ? 0
                : at[0] < 0xe0 ? 2
                : at[0] < 0xf0 ? 3
                : at[0] < 0xf8 ? 4
                               : 0;

    *point = size > 0 ? at[0] : 0;
    if (bytes < 2 || (size_t)bytes > size)
        return bytes < 2 ? bytes : 0;
    *point = at[0] & (0x7fu >> bytes);
    for (int i = 1; i < bytes; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return 0;
        *point = *point << 6 | (at[i] & 0x3fu);
    }
    bool surrogate = *point >= 0xd800 && *point <= 0xdfff;
    return *point < lowest[bytes] || *point > 0x10ffff || surrogate ? 0 : bytes;
}

/* Unicode 15: the categories Cc, Cf, Zl, Zp and Cs, and Default_Ignorable_Code_Point, in their
 * order. */
static const struct range {
    uint32_t first, last;
} hidden[] = {
    {0x0, 0x1f},        {0x7f, 0x9f},       {0xad, 0xad},       {0x34f, 0x34f},
    {0x600, 0x605},     {0x61c, 0x61c},     {0x6dd, 0x6dd},     {0x70f, 0x70f},
    {0x890, 0x891},     {0x8e2, 0x8e2},     {0x115f, 0x1160},   {0x17b4, 0x17b5},
    {0x180b, 0x180f},   {0x200b, 0x200f},   {0x2028, 0x202e},   {0x2060, 0x206f},
    {0x3164, 0x3164},   {0xd800, 0xdfff},   {0xfdd0, 0xfdef},   {0xfe00, 0xfe0f},
    {0xfeff, 0xfeff},   {0xffa0, 0xffa0},   {0xfff0, 0xfffb},   {0x110bd, 0x110bd},
    {0x110cd, 0x110cd}, {0x13430, 0x1343f}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a},
    {0xe0000, 0xe0fff},
};

bool unicode_is_shown(uint32_t point)
{
    enum { PLANE_END = 0xfffe }; /* the last two of each plane are noncharacters */
    int low = 0, high = sizeof hidden / sizeof hidden[0];

    while (low < high) {
        int middle = (low + high) / 2;
        if (point > hidden[middle].last)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < (int)(sizeof hidden / sizeof hidden[0]) && point >= hidden[low].first;
    return !found && (point & PLANE_END) != PLANE_END && point <= 0x10ffff;
}
