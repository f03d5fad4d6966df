/* test_record_chat.c - the chat of a game is in its record. */
#include "record_game.h"
#include <glob.h>

/* A chat line is recorded at its place, whatever it holds, and does not disturb a replay. */
static void test_chat(void **state)
{
    static const char nasty[] = "</script> \"\\ & \xc3\xbc \xe2\x82\xac \xf0\x9f\x82\xa1";
    struct played played;

    (void)state;
    played_start(&played, "wikipedia", NULL, 0, 8);
    record_chat(played.record, 1, "Hello!", 6);
    played_deal(&played);
    record_chat(played.record, 3, nasty, sizeof nasty - 1);
    played_step(&played, NULL, 12);
    record_chat(played.record, 0, "cut \xe2\x82", 6); /* an incomplete character: left out */
    record_heard(played.record, "eve", "\"<i>", 4);
    char *line = played_line(&played);
    assert_replays(replay_line(line, strlen(line), true));
    for (const char *at = line; *at; at++)
        assert_true(*at >= ' ' && *at <= '~' && *at != '<' && *at != '&');
    json_t *json = json_loads(line, 0, NULL);
    json_t *expected = json_pack("[[i,i,i,s],[i,i,i,s],[i,i,i,s],[i,i,n,s,s]]", 0, 0, 1, "Hello!",
                                 1, 0, 3, nasty, 1, 1, 0, "cut ", 1, 1, "\"<i>", "eve");
    assert_non_null(expected);
    assert_true(json_equal(json_object_get(json, "chat"), expected));
    json_decref(expected);
    json_decref(json);
    free(line);
    played_end(&played);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
