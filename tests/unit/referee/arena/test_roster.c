/* test_roster.c - connected bots by name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "arena/roster.h"

static struct roster roster;

static void case_does_not_matter(void **state)
{
    struct roster_entry ann = {0}, other = {0}, bob = {0};
    (void)state;
    roster = (struct roster){.key = 77};
    assert_null(roster_first(&roster, "ann"));
    roster_enter(&roster, &ann, "ann");
    roster_enter(&roster, &bob, "bob");
    roster_enter(&roster, &other, "ANN");
    assert_ptr_equal(roster_first(&roster, "Ann"), &other);
    assert_ptr_equal(roster_next(&other), &ann);
    assert_null(roster_next(&ann));
    roster_leave(&other);
    roster_leave(&other);
    assert_ptr_equal(roster_first(&roster, "Ann"), &ann);
    roster_leave(&ann);
    assert_null(roster_first(&roster, "Ann"));
    assert_ptr_equal(roster_first(&roster, "bob"), &bob);
}

/* The maximum of connections: each is found, and the buckets are filled about equally. */
static void thousands_of_names_are_found(void **state)
{
    enum { COUNT = 4000 };
    static struct roster_entry entries[COUNT];
    static char names[COUNT][20];
    int longest = 0;
    (void)state;
    for (uint32_t key = 0; key < 3; key++) {
        roster = (struct roster){.key = key * 2654435761u};
        for (int i = 0; i < COUNT; i++) {
            snprintf(names[i], sizeof names[i], "talker%d", i);
            roster_enter(&roster, &entries[i], names[i]);
        }
        for (int i = 0; i < COUNT; i++)
            assert_ptr_equal(roster_first(&roster, names[i]), &entries[i]);
        for (int b = 0; b < ROSTER_BUCKETS; b++) {
            int length = 0;
            for (const struct roster_entry *at = roster.buckets[b]; at; at = at->next)
                length++;
            longest = length > longest ? length : longest;
        }
        for (int i = 0; i < COUNT; i++)
            roster_leave(&entries[i]);
        assert_null(roster_first(&roster, names[7]));
    }
    assert_in_range(longest, 4, 24);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(case_does_not_matter),
                                       cmocka_unit_test(thousands_of_names_are_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
