/* test_data_tournament.c - tournaments as data: their files may hold anything. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <fcntl.h>
#include <unistd.h>

#include "web_cups.h"

static void every_value_is_read_by_its_type(void **state)
{
    const struct fixture *fixture = *state;
    json_t *cup = ask_json(fixture, "/api/v1/tournaments/spring", 200);
    assert_string_equal(json_string_value(json_object_get(cup, "name")), "Cup <script>");
    assert_true(json_is_true(json_object_get(cup, "finished")));
    assert_int_equal(integer_at(cup, "repeats"), 0);                       /* not a number */
    assert_int_equal(json_array_size(json_object_get(cup, "options")), 1); /* one is no text */
    assert_null(json_object_get(cup, "secret"));
    const json_t *first = json_array_get(json_object_get(cup, "standings"), 0);
    assert_string_equal(json_string_value(json_object_get(first, "entry")), "ann");
    assert_int_equal(integer_at(first, "won"), 2);
    assert_int_equal(integer_at(first, "byes"), 0);
    json_decref(cup);
}

static void missing_and_broken_tournaments_are_not_found(void **state)
{
    const struct fixture *fixture = *state;
    json_decref(ask_json(fixture, "/api/v1/tournaments/broken", 404));
    json_decref(ask_json(fixture, "/api/v1/tournaments/none", 404));
    json_decref(ask_json(fixture, "/api/v1/tournaments/..", 404));
    json_t *all = ask_json(fixture, "/api/v1/tournaments", 200);
    const json_t *list = json_object_get(all, "tournaments");
    assert_int_equal(json_array_size(list), 1);
    json_decref(all);
}

static void a_file_that_changed_is_read_again(void **state)
{
    const struct fixture *fixture = *state;
    json_decref(ask_json(fixture, "/api/v1/tournaments", 200));
    cup_write(fixture, "spring", "{\"name\":\"Another\",\"format\":\"swiss\"}");
    json_t *cup = ask_json(fixture, "/api/v1/tournaments/spring", 200);
    assert_string_equal(json_string_value(json_object_get(cup, "name")), "Another");
    assert_false(json_is_true(json_object_get(cup, "finished")));
    json_decref(cup);
}

/* The bytes change without a trace: only a file that is read again tells the new name. */
static void a_file_that_did_not_change_is_read_once(void **state)
{
    const struct fixture *fixture = *state;
    static const char first[] = "{\"name\":\"One\",\"format\":\"swiss\"}",
                      second[] = "{\"name\":\"Two\",\"format\":\"swiss\"}";
    char path[600];
    struct stat about;
    cup_write(fixture, "spring", first);
    snprintf(path, sizeof path, "%s/cups/spring/results.json", fixture->temp.dir);
    json_decref(ask_json(fixture, "/api/v1/tournaments/spring", 200));
    assert_int_equal(stat(path, &about), 0);
    int fd = open(path, O_WRONLY);
    assert_int_equal(write(fd, second, strlen(second)), strlen(second));
    assert_int_equal(futimens(fd, (struct timespec[]){about.st_atim, about.st_mtim}), 0);
    close(fd);
    json_t *cup = ask_json(fixture, "/api/v1/tournaments/spring", 200);
    assert_string_equal(json_string_value(json_object_get(cup, "name")), "One");
    json_decref(cup);
    assert_int_equal(utimensat(AT_FDCWD, path, NULL, 0), 0);
    cup = ask_json(fixture, "/api/v1/tournaments/spring", 200);
    assert_string_equal(json_string_value(json_object_get(cup, "name")), "Two");
    json_decref(cup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_value_is_read_by_its_type, cups_setup, cups_teardown),
        cmocka_unit_test_setup_teardown(missing_and_broken_tournaments_are_not_found, cups_setup,
                                        cups_teardown),
        cmocka_unit_test_setup_teardown(a_file_that_changed_is_read_again, cups_setup,
                                        cups_teardown),
        cmocka_unit_test_setup_teardown(a_file_that_did_not_change_is_read_once, cups_setup,
                                        cups_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
