/* test_table_log.c - events in and out of a table's log. */
#include "cards.h"
#include "table_log.h"

static void is_kept(const struct event *event)
{
    struct table_event packed;
    struct event back;

    table_event_pack(event, &packed);
    memset(&back, 0xff, sizeof back);
    table_event_unpack(&packed, &back);
    assert_int_equal(back.kind, event->kind);
    assert_int_equal(back.phase, event->phase);
    assert_int_equal(back.seat, event->seat);
    assert_int_equal(back.hand, event->hand);
    assert_int_equal(back.ok, event->ok);
    assert_int_equal(back.to, event->to);
    assert_int_equal(back.seen_by, event->seen_by);
    assert_int_equal(back.count, event->count);
    assert_memory_equal(&back.action, &event->action, sizeof event->action);
    assert_memory_equal(&back.contract, &event->contract, sizeof event->contract);
    assert_true(back.cards == event->cards);
}

static void an_event_comes_out_of_the_log_as_it_went_in(void **state)
{
    (void)state;
    for (int kind = 0; kind < EVENT_KIND_COUNT; kind++) {
        struct event event = {.kind = (uint8_t)kind,
                              .phase = PHASE_PLAY,
                              .seat = 3,
                              .hand = EVENT_HAND_KITTY,
                              .ok = 1,
                              .to = 0x55,
                              .seen_by = 0x11,
                              .count = 7};
        if (kind == EVENT_ACTION)
            memset(&event.action, 0x2a, sizeof event.action);
        else if (kind == EVENT_CONTRACT)
            memset(&event.contract, 0x2b, sizeof event.contract);
        else
            event.cards = CARDSET(CARD_RJ) | CARDSET(CARD_BJ) | CARDSET(0);
        is_kept(&event);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_event_comes_out_of_the_log_as_it_went_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
