/* test_msgpack.c - input in msgpack is not trusted. */
#include "messages.h"

static void hostile_msgpack(void **context)
{
    (void)context;
    EXPECT("\xdf\xff\xff\xff\xff", PROTOCOL_ERROR_LOST, 0);          /* four billion pairs */
    EXPECT("\x82\xa1t\xdb\xff\xff\xff\xff", PROTOCOL_ERROR_LOST, 0); /* a string of 4 GB */
    EXPECT("\x82\xa1t\xa4ping\xa1z\x91\x91\x91\x91\x91\x91\x01", PROTOCOL_ERROR_LOST, 0);
    EXPECT("\x81\xc1", PROTOCOL_ERROR_LOST, 0);                      /* c1 is undefined */
    EXPECT("\x82\xa1t\xa4ping\xa1x\xa1y", PROTOCOL_ERROR_FIELD, 12); /* x is an integer */
    EXPECT("\x83\xa1t\xa4ping\xa1x\x01\xa1x\x01", PROTOCOL_ERROR_FIELD, 14);
    EXPECT("\x81\xa1z\x01", PROTOCOL_ERROR_SYNTAX, 4); /* no name */
    EXPECT("\x82\xa1t\xa4ping\xa1z\xc0", 11, 0);       /* unknown keys are skipped */
    EXPECT("\x82\xa1t\xa4ping\xa1z\x92\x01\x81\xa1q\xc3", 16, 0);
    EXPECT("\x82\xa1t\xa3"
           "act\xa1n\x01",
           PROTOCOL_ERROR_FIELD, 10); /* a is missing */
    EXPECT("\x81\xa1t\xa5hello", PROTOCOL_ERROR_FIELD, 9);
    EXPECT("\x83\xa1t\xa3"
           "act\xa1n\x01\xa1"
           "a\xa2\xc3\x28",
           PROTOCOL_ERROR_SYNTAX, 15);
}

/* A message longer than a frame is lost, whether its end has arrived or not. */
static void overlong_msgpack_is_skipped(void **context)
{
    static char bytes[2 * FRAME_BYTES_MAX] = "\x82\xa1t\xa4ping\xa1z\xda";
    const size_t head = 13; /* with the length of the string to come */
    (void)context;
    for (size_t over = 0; over < 2; over++) {
        size_t string = FRAME_BYTES_MAX + over - head, size = head + string;
        bytes[11] = (char)(string >> 8);
        bytes[12] = (char)string;
        expect(bytes, size, over ? PROTOCOL_ERROR_LOST : FRAME_BYTES_MAX, 0);
        expect(bytes, sizeof bytes, over ? PROTOCOL_ERROR_LOST : FRAME_BYTES_MAX, 0);
        expect(bytes, size - 1, over ? PROTOCOL_ERROR_LOST : 0, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hostile_msgpack),
        cmocka_unit_test(overlong_msgpack_is_skipped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
