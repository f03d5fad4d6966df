/* test_text.c - input as text is not trusted. */
#include "messages.h"

static void hostile_text(void **context)
{
    static char line[2 * FRAME_BYTES_MAX];
    (void)context;
    EXPECT("ping x=1\n", 9, 0);
    EXPECT("\r\n\nping x=1\r\n", 13, 0);
    EXPECT("ping x=01\n", PROTOCOL_ERROR_FIELD, 10);
    EXPECT("ping x=+1\n", PROTOCOL_ERROR_FIELD, 10);
    EXPECT("ping x=9223372036854775808\n", PROTOCOL_ERROR_FIELD, 27);
    EXPECT("ping x=1 x=1\n", PROTOCOL_ERROR_FIELD, 13);
    EXPECT("act n=1 a=%zz\n", PROTOCOL_ERROR_SYNTAX, 14);
    EXPECT("act n=1 a=%4\n", PROTOCOL_ERROR_SYNTAX, 13);
    EXPECT("act n=1 a=%00\n", PROTOCOL_ERROR_SYNTAX, 14);
    EXPECT("act n=1\n", PROTOCOL_ERROR_FIELD, 8);
    EXPECT("act n=1 a\n", PROTOCOL_ERROR_SYNTAX, 10);
    EXPECT("dance x=1\n", 10, 0);               /* an unknown message: reported, not fatal */
    EXPECT("turn g=1 n=1 phase=play\n", 24, 0); /* the arena's own word from a bot: unknown */
    memset(line, 'a', sizeof line);
    expect(line, sizeof line, PROTOCOL_ERROR_LOST, 0);
    line[STRING_BYTES_MAX] = '\n'; /* a name is a string, so its length is limited */
    expect(line, sizeof line, STRING_BYTES_MAX + 1, 0);
    line[STRING_BYTES_MAX] = 'a';
    line[STRING_BYTES_MAX + 1] = '\n';
    expect(line, sizeof line, PROTOCOL_ERROR_SYNTAX, STRING_BYTES_MAX + 2);
    line[STRING_BYTES_MAX + 1] = 'a';
    line[FRAME_BYTES_MAX + 100] = '\n';
    expect(line, sizeof line, PROTOCOL_ERROR_TOO_LONG, FRAME_BYTES_MAX + 101);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hostile_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
