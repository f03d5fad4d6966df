/* test_event.c - the list of events. */
#include "cards.h"

#include "event.h"

static void an_event_is_for_all_until_it_is_narrowed(void **state)
{
    struct events events = {.count = 0};
    (void)state;
    memset(events.items, 0xff, sizeof events.items); /* of an earlier game */
    struct event *event = event_append(&events, EVENT_TRICK, 3);
    assert_ptr_equal(event, &events.items[0]);
    assert_int_equal(events.count, 1);
    assert_int_equal(event->kind, EVENT_TRICK);
    assert_int_equal(event->seat, 3);
    assert_int_equal(event->hand, 3);
    assert_int_equal(event->to, TO_ALL);
    assert_int_equal(event->seen_by, TO_ALL);
    assert_true(event->cards == 0 && event->count == 0 && event->action.count == 0);
    assert_ptr_equal(event_append(&events, EVENT_HAND, SEAT_NONE), &events.items[1]);
    assert_int_equal(events.count, 2);
}

static void without_a_list_no_event_is_stored(void **state)
{
    struct events events = {.count = 0};
    (void)state;
    assert_null(event_put(NULL, EVENT_DEAL, 0));
    assert_non_null(event_put(&events, EVENT_DEAL, 0));
    assert_int_equal(events.count, 1);
}

static void kinds_have_names_of_their_own(void **state)
{
    (void)state;
    for (int kind = 0; kind < EVENT_KIND_COUNT; kind++) {
        for (int other = 0; other < kind; other++)
            assert_string_not_equal(event_name((enum event_kind)kind),
                                    event_name((enum event_kind)other));
    }
    assert_string_equal(event_name(EVENT_CONTRACT), "contract");
    assert_string_equal(event_name(EVENT_CLAIM), "claim");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_event_is_for_all_until_it_is_narrowed),
        cmocka_unit_test(without_a_list_no_event_is_stored),
        cmocka_unit_test(kinds_have_names_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
