/* test_command_invite.c - codes that admit new names: created, listed, withdrawn. */
#include "shell_commands.h"

static void a_code_is_made_listed_and_withdrawn(void **state)
{
    char code[64] = "", id[16] = "", line[128];
    (void)state;

    assert_int_equal(run(false, "invite --uses 30 --until 2099-01-01"), 0);
    assert_int_equal(sscanf(out, "%63s", code), 1);
    assert_int_equal(strlen(code), 32);
    assert_int_equal(sscanf(err, "%8[0-9a-f]:", id), 1);
    assert_non_null(strstr(err, "30 new names, until 2099-01-01"));
    assert_int_equal(run(true, "invite"), 0);
    json_t *value = parse(out);
    assert_int_equal(json_integer_value(json_object_get(value, "uses")), 1);
    assert_int_equal(json_integer_value(json_object_get(value, "until_msec")), 0);
    assert_string_not_equal(json_string_value(json_object_get(value, "code")), code);
    json_decref(value);
    assert_int_equal(run(false, "invite list"), 0);
    assert_non_null(strstr(out, id));
    assert_null(strstr(out, code)); /* shown only once */
    assert_int_equal(run(true, "invite list"), 0);
    value = parse(out);
    assert_int_equal(json_array_size(value), 2);
    json_decref(value);
    snprintf(line, sizeof line, "invite withdraw %s", code);
    assert_int_equal(run(false, line), 0);
    assert_usage(line, "invite list");
    assert_int_equal(run(false, "invite list"), 0);
    assert_null(strstr(out, id));
}

static void only_the_hash_is_in_the_store(void **state)
{
    static char bytes[1 << 20];
    char code[64] = "";
    (void)state;

    assert_int_equal(run(false, "invite"), 0);
    assert_int_equal(sscanf(out, "%63s", code), 1);
    FILE *file = fopen(temp.path, "r");
    assert_non_null(file);
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_true(size > 0);
    assert_null(memmem(bytes, size, code, strlen(code)));
}

static void bad_arguments_are_named(void **state)
{
    (void)state;
    assert_usage("invite --until 2001-01-01", "a time to come");
    assert_usage("invite --until soon", "expected a day");
    assert_usage("invite --uses 0", "--uses=0");
    assert_usage("invite lists", "expected nothing, list, or withdraw CODE");
    assert_usage("invite list --uses 3", "are of a new code");
    assert_usage("invite withdraw", "expected nothing, list, or withdraw CODE");
    assert_usage("invite withdraw 12345678", "no code of that id");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_code_is_made_listed_and_withdrawn, setup, teardown),
        cmocka_unit_test_setup_teardown(only_the_hash_is_in_the_store, setup, teardown),
        cmocka_unit_test_setup_teardown(bad_arguments_are_named, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
