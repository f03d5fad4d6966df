/* test_house.c - the seats of house bots: names, limits, and a process that starts for a table
 * and ends with it. */
#include "duel_session.h"

#include "seating/house.h"

static struct config config = {.house = {"basic", "nothere"},
                               .house_count = 2,
                               .house_seats_max = 4,
                               .house_seats_per_address_max = 3};

static char late[INVITATION_CODE_CHARS + 1];

static void is_late(void *context, const char *code)
{
    (void)context;
    snprintf(late, sizeof late, "%s", code);
}

static struct house *make(struct duel *duel)
{
    struct sandbox_config sandbox;

    sandbox_options_set_defaults(&sandbox);
    struct house *house = house_create(&duel->arena, &config, &sandbox, is_late, NULL);
    assert_non_null(house);
    return house;
}

static const char *name_of(const struct house *house, const char *word)
{
    static char name[NAME_MAX_BYTES + 1];

    house_name(house, (struct slice){word, strlen(word)}, name);
    return name;
}

static void only_exact_names_are_house_bots(void **state)
{
    struct house *house = make(*state);

    assert_string_equal(name_of(house, "*basic"), "house-basic");
    const char *others[] = {"basic", "*", "", "*basi", "*basics", "*BASIC", "**basic"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_string_equal(name_of(house, others[i]), "");
    assert_true(house_keeps(house, "house-basic") && house_keeps(house, "House-x"));
    assert_false(house_keeps(house, "house") || house_keeps(house, "ahouse-basic"));
    assert_string_equal(name_of(NULL, "*basic"), "");
    assert_false(house_keeps(NULL, "house-basic"));
    assert_int_equal(house_room(NULL, 1), 0);
    house_destroy(house);
    house_destroy(NULL);
}

/* Of one address, then of all; a closed table returns its seats. */
static void seats_of_house_bots_are_limited(void **state)
{
    struct house *house = make(*state);

    assert_int_equal(house_room(house, 1), 3);
    house_take(house, "AAAAAAAAAA", 1, "house-basic", 1);
    house_take(house, "AAAAAAAAAA", 2, "house-basic", 1);
    assert_int_equal(house_room(house, 1), 1);
    assert_int_equal(house_room(house, 2), 2);
    house_take(house, "BBBBBBBBBB", 1, "house-basic", 2);
    house_take(house, "BBBBBBBBBB", 2, "house-basic", 2);
    assert_true(house_room(house, 1) <= 0 && house_room(house, 3) <= 0);
    assert_int_equal(house_seats(house), 4);
    house_close(house, "AAAAAAAAAA");
    assert_int_equal(house_room(house, 1), 2);
    house_close(house, "BBBBBBBBBB");
    house_close(house, "CCCCCCCCCC");
    assert_int_equal(house_seats(house), 0);
    house_destroy(house);
}

/* A program that does not exist; one that no seat names. */
static void a_failed_start_gives_its_seats_back(void **state)
{
    struct house *house = make(*state);
    char code[INVITATION_CODE_CHARS + 1];

    house_take(house, "AAAAAAAAAA", 1, "house-nothere", 1);
    assert_int_equal(house_start(house, "BBBBBBBBBB"), 0);
    assert_int_equal(house_start(house, "AAAAAAAAAA"), -1);
    house_begin(house, "AAAAAAAAAA"); /* it has no process: it does not play */
    assert_int_equal(house_seats(house), 1);
    const struct duel *duel = *state;
    assert_false(house_gone(house, duel->peers[0], code));
    house_close(house, "AAAAAAAAAA");
    assert_int_equal(house_seats(house), 0);
    house_destroy(house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(only_exact_names_are_house_bots, setup, teardown),
        cmocka_unit_test_setup_teardown(seats_of_house_bots_are_limited, setup, teardown),
        cmocka_unit_test_setup_teardown(a_failed_start_gives_its_seats_back, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
