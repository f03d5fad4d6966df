/* test_config_table.c - the table of the daemon's options: its rows are consistent. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "config/config_private.h"

/* The field of the row in struct config, in each of the two tables. */
static const char *field_in(const struct option_table *table, const struct option_row *row,
                            void *context)
{
    void *at;

    return option_table_find(table, row->name, context, &at) == row ? (const char *)at + row->offset
                                                                    : NULL;
}

/* A name that occurs twice is found once. */
static void each_option_is_found_by_its_name(void **state)
{
    static struct reading reading;
    const struct option_row *row;
    int at = 0, rows = 0;
    (void)state;
    while ((row = option_table_next(&serve_options, &at))) {
        if (!field_in(&serve_options, row, &reading))
            fail_msg("--%s stands there twice", row->name);
        rows++;
    }
    assert_true(rows > 40);
}

/* A key of a file sets the same as the option of the command line. */
static void a_file_has_the_same_options(void **state)
{
    static struct reading reading;
    const struct option_row *row;
    int at = 0, missing = 0;
    (void)state;
    while ((row = option_table_next(&serve_options, &at))) {
        if (strcmp(row->name, "config") == 0 || strcmp(row->name, "print-config") == 0) {
            missing++;
            assert_null(option_table_find(&config_file_options, row->name, NULL, NULL));
            continue;
        }
        const char *field = field_in(&config_file_options, row, &reading.config);
        if (!field)
            fail_msg("%s is not in a file", row->name);
        assert_ptr_equal(field, field_in(&serve_options, row, &reading));
        assert_true(field >= (char *)&reading.config);
        assert_true(field + row->size <= (char *)&reading.config + sizeof reading.config);
    }
    assert_int_equal(missing, 2);
}

/* Two rows with one field: the later one would win. */
static void each_option_has_a_field_of_its_own(void **state)
{
    const struct option_row *row, *other;
    int at = 0;
    (void)state;
    while ((row = option_table_next(&config_file_options, &at))) {
        for (int behind = at; (other = option_table_next(&config_file_options, &behind));) {
            if (row->offset < other->offset + other->size &&
                other->offset < row->offset + row->size)
                fail_msg("%s and %s are stored in one place", row->name, other->name);
        }
    }
}

static void each_default_is_allowed(void **state)
{
    static struct config config;
    char error[OPTION_ERROR_BYTES], text[640];
    const struct option_row *row;
    int at = 0;
    (void)state;
    while ((row = option_table_next(&config_file_options, &at))) {
        assert_non_null(row->help);
        assert_non_null(row->standard); /* --print-config shows it */
        if (row->kind != OPTION_KIND_LINES &&
            option_table_set(row, &config, row->standard, "--", error))
            fail_msg("%s", error);
        option_table_format(row, &config, text, sizeof text);
        assert_string_equal(text, row->standard);
    }
}

static void removed_options_are_refused(void **state)
{
    (void)state;
    assert_true(serve_options.gone_count > 0);
    for (int i = 0; i < serve_options.gone_count; i++) {
        const char *name = serve_options.gone[i].name;
        assert_null(option_table_find(&serve_options, name, NULL, NULL));
        assert_non_null(option_table_gone(&config_file_options, name));
    }
}

/* The addresses for bots and the store for results stay until the daemon stops. */
static void fixed_options_are_not_live(void **state)
{
    static const char *const fixed[] = {"listen", "http",    "store", "ruleset",
                                        "option", "journal", "loops", "node"};
    static const char *const live[] = {"time", "policy", "tables-max", "chat"};
    (void)state;
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        assert_false(option_table_find(&serve_options, fixed[i], NULL, NULL)->live);
    for (size_t i = 0; i < sizeof live / sizeof live[0]; i++)
        assert_true(option_table_find(&serve_options, live[i], NULL, NULL)->live);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_option_is_found_by_its_name),
        cmocka_unit_test(a_file_has_the_same_options),
        cmocka_unit_test(each_option_has_a_field_of_its_own),
        cmocka_unit_test(each_default_is_allowed),
        cmocka_unit_test(removed_options_are_refused),
        cmocka_unit_test(fixed_options_are_not_live),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
