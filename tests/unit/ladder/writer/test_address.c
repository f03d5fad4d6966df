/* test_address.c - bots of one address have one owner, whose name reveals nothing of the
 * address. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "ladder_temp.h"
#include "writer/address.h"

static void the_key_of_a_store_stays(void **state)
{
    const struct temp *temp = *state;
    struct ladder_error error;
    uint8_t key[32], again[32];
    writer_close(temp_ladder(temp, true));
    assert_int_equal(address_key_load(temp->url, key, &error), 0);
    assert_int_equal(address_key_load(temp->url, again, &error), 0);
    assert_memory_equal(key, again, sizeof key);
    assert_int_equal(address_key_load("sqlite:/nonexistent/db", key, &error), -1);
    assert_true(error.text[0] != 0);
}

static void an_address_is_an_owner(void **state)
{
    uint8_t key[32] = {1}, other_key[32] = {2};
    char one[LADDER_NAME_MAX + 1], same[LADDER_NAME_MAX + 1], other[LADDER_NAME_MAX + 1];
    (void)state;
    address_owner(key, "\x7f\0\0\1", 4, one);
    address_owner(key, "\x7f\0\0\1", 4, same);
    assert_string_equal(one, same);
    assert_memory_equal(one, "net-", 4);
    assert_int_equal(strlen(one), 4 + 12);
    address_owner(key, "\x7f\0\0\2", 4, other);
    assert_string_not_equal(one, other);
    address_owner(other_key, "\x7f\0\0\1", 4, other);
    assert_string_not_equal(one, other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_key_of_a_store_stays, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(an_address_is_an_owner, temp_setup, temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
