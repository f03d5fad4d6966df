/* test_action.c - the words for a seat's actions (rules 1). */
#include "cards.h"

static const char *canonical(const char *text)
{
    static char out[ACTION_TEXT_MAX];
    struct action parsed = action(text);
    size_t size = action_format(&parsed, out);
    assert_int_equal(size, strlen(out));
    return out;
}

static void words_round_trip(void **state)
{
    static const char *const words[] = {
        "pass",         "6NO",
        "10JNT",        "open-misere",
        "blind-misere", "look",
        "keep",         "drop",
        "slam",         "no",
        "alone",        "breach",
        "take:AS",      "swap:AS:2S",
        "partner:RJ",   "partner:AH",
        "give:4S",      "AS",
        "discard:4S",   "discard:4S:5S:RJ:BJ",
        "RJ",           "RJ=H",
        "BJ=S",         "10S",
        "claim",        "claim:AH:RJ=S:2C",
        "claim:RJ:JS",  "4D",
        "13H",          "10H",
    };
    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        assert_string_equal(canonical(words[i]), words[i]);
}

static void lists_are_put_in_deck_order(void **state)
{
    (void)state;
    assert_string_equal(canonical("discard:RJ:AS:4H:10S"), "discard:10S:AS:4H:RJ");
    assert_string_equal(canonical("give:BJ:RJ"), "give:RJ:BJ");
    assert_string_equal(canonical("claim:RJ=S:AS:4H:10S"), "claim:RJ=S:AS:4H:10S");
    assert_string_equal(canonical("swap:AH:2S"), "swap:AH:2S");
}

static void invalid_words_are_refused(void **state)
{
    static const char *const words[] = {
        "",
        "Pass",
        "pass ",
        "take",
        "take:",
        "take:AS:KS",
        "keep:AS",
        "discard",
        "give:",
        "discard::",
        "discard:4S:",
        ":4S",
        "give:4S:4S",
        "swap:AS",
        "swap:AS:AS",
        "swap:AS:KS:QS",
        "partner",
        "partner:ZZ",
        "AS=S",
        "RJ=",
        "RJ=X",
        "RJ=SS",
        "claim:",
        "claim:AS:AS",
        "claim:AS=S",
        "give:RJ=S",
        "take:RJ=S",
        "claim:RJ=S:RJ=H",
        "no:",
        "look:AS",
        "AS:KS",
        "claim:AS::KS",
        "discard:4S:5S:6S:7S:8S:9S:10S:JS:QS:KS:AS:4C:5C",
        "claim:4S:5S:6S:7S:8S:9S:10S:JS:QS:KS:AS",
    };
    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        struct action parsed;
        memset(&parsed, 0x5a, sizeof parsed);
        if (action_parse(words[i], strlen(words[i]), &parsed) != ENGINE_ERROR_SYNTAX)
            fail_msg("\"%s\" was taken", words[i]);
        assert_int_equal(parsed.kind, 0x5a);
    }
}

static void bids_that_are_cards_are_settled_by_the_phase(void **state)
{
    struct action parsed = action("10H");
    char text[ACTION_TEXT_MAX];
    (void)state;

    struct action play = parsed;
    action_settle(&play, PHASE_PLAY);
    assert_int_equal(play.kind, ACTION_PLAY);
    assert_int_equal(play.count, 1);
    assert_int_equal(play.cards[0], card("10H"));

    struct action bid = parsed, made;
    action_settle(&bid, PHASE_RAISE);
    memset(&made, 0, sizeof made);
    made.call = CALL_BID(10, DENOM_H);
    made.joker[0] = made.joker[1] = SUIT_NONE;
    assert_memory_equal(&bid, &made, sizeof made);
    action_format(&bid, text);
    assert_string_equal(text, "10H");

    struct action ace = action("AH"), same = ace;
    action_settle(&same, PHASE_AUCTION);
    assert_memory_equal(&ace, &same, sizeof ace);
}

static void the_longest_claim_fits(void **state)
{
    const char *text = "claim:RJ=S:BJ=S:10S:11S:12S:13S:10C:11C:12C:13C";
    (void)state;
    assert_string_equal(canonical(text), text);
    assert_true(strlen(text) < ACTION_TEXT_MAX);
    assert_int_equal(action(text).count, 10);
    assert_int_equal(action(text).joker[1], SUIT_S);
    assert_int_equal(action("claim:AS").joker[1], SUIT_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_round_trip),
        cmocka_unit_test(lists_are_put_in_deck_order),
        cmocka_unit_test(invalid_words_are_refused),
        cmocka_unit_test(bids_that_are_cards_are_settled_by_the_phase),
        cmocka_unit_test(the_longest_claim_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
