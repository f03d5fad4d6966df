/* test_base_name.c - valid names of bots and ids of games on the ladder. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <string.h>

#include "ladder.h"
#include "base/name.h"

static void names_have_1_to_32_plain_bytes(void **state)
{
    char name[80];
    (void)state;
    assert_true(name_is_valid("a") && name_is_valid("A-b_c.9"));
    assert_false(name_is_valid("") || name_is_valid(".a") || name_is_valid("a b"));
    assert_false(name_is_valid("a/b") || name_is_valid("\xc3\xa4"));
    memset(name, 'n', sizeof name);
    name[LADDER_NAME_MAX] = 0;
    assert_true(name_is_valid(name));
    name[LADDER_NAME_MAX] = 'n';
    name[LADDER_NAME_MAX + 1] = 0;
    assert_false(name_is_valid(name));
}

static void names_of_owners_are_reserved(void **state)
{
    (void)state;
    assert_true(name_is_reserved("own-1") && name_is_reserved("NET-00aa"));
    assert_false(name_is_reserved("own") || name_is_reserved("owner-1") || name_is_reserved("a"));
    assert_false(name_is_reserved("network") || name_is_reserved("my-own-1"));
}

static void game_ids_are_longer(void **state)
{
    char id[80];
    (void)state;
    memset(id, 'g', sizeof id);
    id[64] = 0;
    assert_true(name_is_game_id(id));
    id[64] = 'g';
    id[65] = 0;
    assert_false(name_is_game_id(id) || name_is_game_id("") || name_is_game_id(".g"));
}

static void a_title_becomes_a_word(void **state)
{
    char word[NAME_TITLE_MAX + 1];
    (void)state;
    name_of_title("Cup of 2026_1 (\xc3\xa9)", word);
    assert_string_equal(word, "Cup-of-2026-1-----");
    name_of_title("0123456789012345678901234567890123456789x", word);
    assert_int_equal(strlen(word), NAME_TITLE_MAX);
    name_of_title("", word);
    assert_string_equal(word, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_title_becomes_a_word),
        cmocka_unit_test(names_have_1_to_32_plain_bytes),
        cmocka_unit_test(names_of_owners_are_reserved),
        cmocka_unit_test(game_ids_are_longer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
