/* test_scribe.c - a message written field by field has the same bytes. */
#include "messages.h"

static void a_scribe_writes_both_encodings(void **context)
{
    static const char text[] = "turn g=1 n=300 phase=play legal=pass,take:RJ,10H from=2S,BJ out=\n";
    static const char packed[] = "\x87\xa1t\xa4turn\xa1g\x01\xa1n\xcd\x01\x2c\xa5phase\xa4play"
                                 "\xa5legal\x93\xa4pass\xa7take:RJ\xa3"
                                 "10H\xa4"
                                 "from\x92\xa2"
                                 "2S\xa2"
                                 "BJ\xa3out\x90";
    char out[200];
    struct scribe scribe;
    (void)context;

    scribe_init(&scribe, ENCODING_TEXT, out, sizeof out);
    say_turn(&scribe);
    assert_int_equal(scribe_end(&scribe), sizeof text - 1);
    assert_memory_equal(out, text, sizeof text - 1);
    scribe_init(&scribe, ENCODING_MSGPACK, out, sizeof out);
    say_turn(&scribe);
    assert_int_equal(scribe_end(&scribe), sizeof packed - 1);
    assert_memory_equal(out, packed, sizeof packed - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scribe_writes_both_encodings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
