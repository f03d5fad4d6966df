/* test_table_log.c - events in and out of a table's log. */
#include "cards.h"
#include "table_log.h"

static void is_kept(const struct event *event)
{
    uint8_t packed[TABLE_EVENT_BYTES + 1];
    struct event back;

    memset(packed, 0xaa, sizeof packed);
    size_t size = table_event_pack(event, packed);
    assert_in_range(size, TABLE_EVENT_HEAD, TABLE_EVENT_BYTES);
    assert_int_equal(packed[TABLE_EVENT_BYTES], 0xaa);
    const struct table_event head = table_event_head(packed);
    assert_int_equal(head.size, size);
    assert_int_equal(head.kind, event->kind);
    assert_int_equal(head.seat, event->seat & TABLE_EVENT_SEAT);
    assert_int_equal(head.to, event->to);
    assert_int_equal(head.seen_by, event->seen_by);

    memset(&back, 0xff, sizeof back);
    table_event_unpack(packed, &back);
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

static void fill(struct event *event, int cards)
{
    if (event->kind == EVENT_ACTION) {
        event->action = (struct action){.kind = ACTION_KIND_COUNT - 1,
                                        .call = 27,
                                        .count = (uint8_t)cards,
                                        .joker = {2, SUIT_NONE}};
        memset(event->action.cards, 0x2a, (size_t)cards);
    } else if (event->kind == EVENT_CONTRACT) {
        memset(&event->contract, 0x2b + cards, sizeof event->contract);
    } else if (cards > 0) {
        event->cards = CARDSET(CARD_RJ) | CARDSET(CARD_BJ) | CARDSET(0);
    }
}

static void an_event_comes_out_of_the_log_as_it_went_in(void **state)
{
    static const seat_t seats[] = {0, SEATS_MAX - 1, SEAT_NONE};
    static const uint8_t masks[] = {TO_ALL, 0x55, 0};
    static const uint8_t hands[] = {0, SEATS_MAX - 1, SEAT_NONE, HANDS_MAX - 1, EVENT_HAND_EXPOSED};

    (void)state;
    for (unsigned i = 0; i < EVENT_KIND_COUNT * 3 * 5 * 9 * 2 * 3; i++) {
        unsigned rest = i;
        struct event event = {.kind = (uint8_t)(rest % EVENT_KIND_COUNT)};
        rest /= EVENT_KIND_COUNT;
        event.seat = seats[rest % 3];
        rest /= 3;
        event.hand = hands[rest % 5];
        rest /= 5;
        event.to = masks[rest % 3];
        event.seen_by = masks[rest / 3 % 3];
        rest /= 9;
        event.ok = rest % 2;
        rest /= 2;
        event.phase = (uint8_t)(i % PHASE_COUNT);
        event.count = (uint8_t)(rest * 7);
        fill(&event, (int)rest * ACTION_CARDS_MAX / 2);
        is_kept(&event);
    }
}

/* A log of the commonest events has room for a hand of six. */
static void what_is_common_is_small(void **state)
{
    uint8_t packed[TABLE_EVENT_BYTES];
    struct event play = {.kind = EVENT_ACTION,
                         .phase = PHASE_PLAY,
                         .to = TO_ALL,
                         .seen_by = TO_ALL,
                         .action = {.kind = ACTION_PLAY, .count = 1}};
    struct event trick = {.kind = EVENT_TRICK, .to = TO_ALL, .seen_by = TO_ALL};

    (void)state;
    assert_int_equal(table_event_pack(&play, packed), 9);
    assert_int_equal(table_event_pack(&trick, packed), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_event_comes_out_of_the_log_as_it_went_in),
        cmocka_unit_test(what_is_common_is_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
