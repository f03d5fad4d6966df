/* name.c - which names are valid: of bots, of their versions, of sets of deals. */
#include "protocol.h"

#include <string.h>

bool name_bytes_valid(struct slice name, size_t bytes_max)
{
    static const char allowed[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";

    if (name.size < 1 || name.size > bytes_max)
        return false;
    for (size_t i = 0; i < name.size; i++) {
        if (!memchr(allowed, name.data[i], sizeof allowed - 1))
            return false;
    }
    return true;
}

bool name_valid(struct slice name)
{
    return name_bytes_valid(name, NAME_MAX_BYTES) && name.data[0] != '.';
}
