/* wire_error.c - the codes and texts of the errors that the arena sends. */
#include "protocol.h"

#include <assert.h>
#include <string.h>

const char *wire_error_code(enum wire_error error)
{
#define CODE(name, code, text) code,
    static const char *const codes[] = {"", WIRE_ERRORS(CODE)};
#undef CODE
    assert(error > WIRE_ERROR_NONE && error < WIRE_ERROR_COUNT);
    return codes[error];
}

const char *wire_error_text(enum wire_error error)
{
#define TEXT(name, code, text) text,
    static const char *const texts[] = {"", WIRE_ERRORS(TEXT)};
#undef TEXT
    assert(error > WIRE_ERROR_NONE && error < WIRE_ERROR_COUNT);
    return texts[error];
}

bool wire_error_is(const struct message *message, enum wire_error error)
{
    struct slice code = message_string(message, ERROR_CODE);

    assert(message->kind == MESSAGE_ERROR);
    return code.size == strlen(wire_error_code(error)) &&
           memcmp(code.data, wire_error_code(error), code.size) == 0;
}
