/* protocol_error.c - the texts of the error codes of this layer. */
#include "protocol.h"

#include <assert.h>

const char *protocol_error_text(int error)
{
#define TEXT(name, text) text,
    static const char *const texts[] = {PROTOCOL_ERRORS(TEXT)};
#undef TEXT
    if (error >= 0)
        return "ok";
    assert(-1 - error < (int)PROTOCOL_ERROR_COUNT);
    return texts[-1 - error];
}
