/* test_default_action.c - the action that replaces a missing answer. */
#include "play.h"

static void assert_default(const struct play *play, const char *expected)
{
    struct action standard;
    char text[ACTION_TEXT_MAX];
    default_action(&play->game, &play->rules, &standard);
    action_format(&standard, text);
    assert_string_equal(text, expected);
}

static void the_default_is_the_least(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("everything", NULL), 3);
    assert_default(&play, "look");
    play_words(&play, "look look look look");
    assert_default(&play, "pass");
    play_words(&play, "8NT pass pass pass");
    assert_default(&play, "no");
    play_words(&play, "no");
    assert_default(&play, "discard:4S:5S:6S:7S:8S:9S"); /* six, the jokers last of all */
    play_default_while(&play, PHASE_DISCARD);
    assert_default(&play, "no");

    const char *const hands[HANDS_MAX] = {"AS AH 5S"};
    play_begin(&play, ruleset("wikipedia", NULL), 3);
    play_deal(&play, hands, "AD 4H RJ");
    play_words(&play, "7NT pass pass pass");
    assert_default(&play, "discard:5S:6S:4H"); /* by rank, in deck order */

    play_start(&play, ruleset("two-handed-draft", NULL), 1);
    assert_default(&play, "take:2D"); /* by rank, not the first of the exposed */
    play_start(&play, ruleset("two-handed-draw", NULL), 1);
    assert_default(&play, "keep");
}

/* A joker alone is led with the first suit that it may name. */
static void the_default_may_be_a_joker(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", NULL), 3);
    play_words(&play, "7NT pass pass pass discard:5S:6S:7S");
    for (const char *lead = "8S 9S 10S JS QS KS AS KH AH "; *lead;) {
        char word[4] = "";
        size_t size = strcspn(lead, " ");
        memcpy(word, lead, size);
        lead += size + 1;
        play_words(&play, word);
        while (play.game.phase == PHASE_PLAY && play.game.turn != 0) {
            struct action standard;
            default_action(&play.game, &play.rules, &standard);
            assert_int_equal(game_apply(&play.game, &play.rules, &standard, NULL), ENGINE_OK);
        }
    }
    assert_legal(&play, "RJ=S RJ=C RJ=D RJ=H");
    assert_default(&play, "RJ=S");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_default_is_the_least),
        cmocka_unit_test(the_default_may_be_a_joker),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
