/* name.c - the names of bots and of their versions. */
#include "protocol.h"

#include <string.h>

bool name_valid(struct slice name)
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
