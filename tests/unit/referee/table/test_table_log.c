/* test_table_log.c - events in and out of a table's log. */
#include "tested_table.h"

#include "table/table_log_private.h"

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
                                        .call = cards ? 27 : CALL_PASS,
                                        .count = (uint8_t)cards,
                                        .joker = {SUIT_NONE, cards < 8 ? SUIT_NONE : 2}};
        memset(event->action.cards, 0x2a, (size_t)cards);
    } else if (event->kind == EVENT_CONTRACT) {
        memset(&event->contract, 0x2b + cards, sizeof event->contract);
    } else if (cards > 0) {
        event->cards = CARDSET(CARD_RJ) | CARDSET(CARD_BJ) | CARDSET(0);
        if (cards == ACTION_CARDS_MAX)
            event->cards |= ((cardset_t)1 << 40) - 1;
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

/* A log of common events has space for a hand of six. */
static void common_events_are_small(void **state)
{
    uint8_t packed[TABLE_EVENT_BYTES];
    struct event play = {
        .kind = EVENT_ACTION,
        .phase = PHASE_PLAY,
        .to = TO_ALL,
        .seen_by = TO_ALL,
        .action = {
            .kind = ACTION_PLAY, .call = CALL_PASS, .count = 1, .joker = {SUIT_NONE, SUIT_NONE}}};
    struct event trick = {.kind = EVENT_TRICK, .to = TO_ALL, .seen_by = TO_ALL};

    (void)state;
    assert_int_equal(table_event_pack(&play, packed), 6);
    assert_int_equal(table_event_pack(&trick, packed), 3);
}

enum { WORDS_MAX = 400 };

static bool is_word(struct slice slice, const char *word)
{
    return slice.size == strlen(word) && memcmp(slice.data, word, slice.size) == 0;
}

/* Fetches the events of a seat. Returns the number of calls and cards among them. */
static int hear(struct tested *tested, seat_t seat, char words[][8])
{
    struct message message;
    int heard = 0;

    while (table_message(&tested->table, seat, 1, tested->now, &message)) {
        if (message.kind != MESSAGE_NEWS || !message_has(&message, NEWS_A))
            continue;
        struct slice phase = message_string(&message, NEWS_PHASE);
        struct slice word = message_string(&message, NEWS_A);
        if (is_word(phase, "auction") || is_word(phase, "play"))
            snprintf(words[heard++], sizeof words[0], "%.*s", (int)word.size, word.data);
    }
    return heard;
}

/* A hand in which each call is overcalled only after all others have passed: longer than a log. */
static int play_long(struct tested *tested, const struct ruleset *rules, char words[][8],
                     void (*each)(struct tested *tested))
{
    const struct game *game = table_game(&tested->table);
    int made = 0, passed = rules->players;

    while (game->hands_played == 0) {
        struct action list[LEGAL_LIST_MAX];
        struct legal legal;
        char word[ACTION_TEXT_MAX];
        bool open = game->phase == PHASE_AUCTION || game->phase == PHASE_PLAY;
        game_legal(game, rules, &legal);
        if (game->phase == PHASE_AUCTION) {
            bool bids = legal_list(&legal, rules, list) > 1 && passed >= rules->players - 2;
            passed = bids ? 0 : passed + 1;
            list[0] = list[bids];
        } else {
            default_action(game, rules, &list[0]);
        }
        action_format(&list[0], word);
        assert_true(made < WORDS_MAX);
        if (open)
            snprintf(words[made++], sizeof words[0], "%.7s", word);
        answer(tested, game->turn, word);
        each(tested);
        if (table_state(&tested->table) == TABLE_STATE_TURN)
            STEP(tested, .kind = TABLE_SENT, .seat = game->turn);
    }
    return made;
}

static char told_words[SEATS_MAX][WORDS_MAX][8];
static int told_count[SEATS_MAX], drops, log_was;

static void listen(struct tested *tested)
{
    int log_is = tested->table.hot.log_end.byte;

    assert_in_range(log_is, 0, TABLE_LOG_FULL + 4 * TABLE_EVENT_BYTES);
    drops += log_is < log_was;
    log_was = log_is;
    for (seat_t seat = 0; seat < table_config(&tested->table)->rules->players; seat++) {
        if (has_output(tested, seat))
            told_count[seat] += hear(tested, seat, told_words[seat] + told_count[seat]);
    }
}

/* A present seat gets all events; a returning one gets the first and the last. */
static void a_log_that_runs_full_loses_its_middle(void **state)
{
    static struct tested tested;
    static char words[WORDS_MAX][8], again[WORDS_MAX][8];
    struct ruleset rules = ruleset("six-handed", "rebid=always", NULL);
    struct table_config config = config_of(rules, (struct time_control){0}, strikes3);

    (void)state;
    begin_with(&tested, &config);
    int made = play_long(&tested, &rules, words, listen);
    assert_int_equal(drops, 1);
    for (seat_t seat = 0; seat < rules.players; seat++) {
        assert_int_equal(told_count[seat], made);
        assert_memory_equal(told_words[seat], words, (size_t)made * sizeof words[0]);
    }

    STEP(&tested, .kind = TABLE_GONE, .seat = 4, .fault = FAULT_GONE);
    STEP(&tested, .kind = TABLE_BACK, .seat = 4);
    int heard = hear(&tested, 4, again), first = 0;
    assert_in_range(heard, 20, made - 20);
    while (strcmp(again[first], words[first]) == 0)
        first++;
    assert_in_range(first, 8, heard - 8);
    assert_memory_equal(again[first], words[made - heard + first],
                        (size_t)(heard - first) * sizeof words[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_event_comes_out_of_the_log_as_it_went_in),
        cmocka_unit_test(common_events_are_small),
        cmocka_unit_test(a_log_that_runs_full_loses_its_middle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
