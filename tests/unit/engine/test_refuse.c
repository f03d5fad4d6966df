/* test_refuse.c - which options exclude each other. */
#include "refused.h"

static void combinations_are_refused(void **state)
{
    (void)state;
    REFUSED("wikipedia", "deal=3 K3 4 2: ", "ten cards", "deal=3 K3 4 2");
    REFUSED("wikipedia", "deal=3 K2 4 3: ", "K packets", "deal=3 K2 4 3");
    REFUSED("two-handed-draft", "deal=3 K2 4 3: ", "draft: none", "deal=3 K2 4 3");
    REFUSED("wikipedia", "teams=pairs: ", "solo with 2, 3, 5", "players=3");
    REFUSED("wikipedia", "teams=solo: ", "pairs with 4", "teams=solo");
    REFUSED("six-handed", "teams=threes: ", "threes", "players=4");
    REFUSED("wikipedia", "deck=33: ", "43, 43m, 44, 45, 46", "deck=33");
    REFUSED("wikipedia", "deck=52: ", "43, 43m, 44, 45, 46", "deck=52");
    REFUSED("wikipedia", "deck=54: ", "33, 43, 43m, 44, 45, 46, 52, 53, 63", "deck=54");
    REFUSED("three-handed", "deck=43: ", "allowed: 33", "deck=43");
    REFUSED("five-handed", "deck=43: ", "allowed: 52, 53", "deck=43");
    REFUSED("six-handed", "deck=53: ", "allowed: 63, 64, 65, 66", "deck=53");
    REFUSED("three-handed", "deck=33: ", "allowed: 43, 43m, 44, 45, 46", "dead_hands=1");
    REFUSED("wikipedia", "deck=43: ", "allowed: none for two hands", "players=2", "teams=solo");
    REFUSED("wikipedia", "dead_hands=1: ", "2 or 3 players", "dead_hands=1", "deck=53");
    REFUSED("two-handed-table", "dead_hands=1: ", "0", "dead_hands=1");
    REFUSED("three-handed", "two_handed=draw: ", "players=2", "two_handed=draw", "deck=43");
    REFUSED("two-handed-draft", "deck=53: ", "52 with draft", "deck=53");
    REFUSED("two-handed-draw", "deck=46: ", "43 or 45", "deck=46");
    REFUSED("two-handed-table", "deck=44: ", "43 or 45", "deck=44");
    REFUSED("two-handed-table", "calls=hi-lo: ", "none", "calls=hi-lo");
    REFUSED("two-handed-table", "calls=misere shields: ", "grand-misere", "calls=misere shields");
    REFUSED("perfect", "calls=misere hi-lo", "grand-misere", "players=2", "teams=solo",
            "two_handed=table");
    REFUSED("two-handed-draft", "all_pass=same-pack: ", "dealer-bids", "all_pass=same-pack");
    REFUSED("two-handed-draw", "all_pass=same-pack: ", "dealer-bids", "all_pass=same-pack");
    REFUSED("two-handed-draft", "calls=blind-misere: ", "without blind", "calls=blind-misere");
    REFUSED("two-handed-draw", "calls=blind-misere: ", "without blind", "calls=blind-misere");
    REFUSED("two-handed-draw", "deal=3 4 3: ", "no deal", "deal=3 4 3");
    REFUSED("two-handed-draw", "misdeal=no-face: ", "none", "misdeal=no-face");
    REFUSED("three-handed", "calls=shields: ", "teams=pairs or threes", "calls=shields");
    REFUSED("six-handed-cutthroat", "calls=double-misere: ", "pairs", "calls=double-misere");
    REFUSED("five-handed", "slam_call=yes: ", "teams=solo", "slam_call=yes");
    REFUSED("three-handed", "misere_hands=both: ", "pairs", "misere_hands=both");
    REFUSED("american", "rebid=new-denomination: ", "never", "rebid=new-denomination");
    REFUSED("wikipedia", "inkles=win: ", "no or yes, or auction=once", "inkles=win");
    REFUSED("wikipedia", "inkles=yes: ", "min_level=6", "inkles=yes", "min_level=7");
    REFUSED("wikipedia", "inkles=yes: ", "raise=no", "inkles=yes", "raise=any");
    REFUSED("american", "inkles=win: ", "raise=no", "inkles=win", "raise=yes");
    REFUSED("american", "inkles=yes: ", "raise=no", "raise=reopen");
    REFUSED("american", "inkles=yes: ", "min_level=6", "min_level=7");
    REFUSED("saint-paul", "no_calls=yes: ", "min_level=6", "min_level=7", "inkles=no");
    REFUSED("wikipedia", "no_calls=yes: ", "jack_nt=no or extra", "no_calls=yes", "jack_nt=only");
    REFUSED("original-1904", "early_finish=yes: ", "must_bid=no", "must_bid=capped");
    REFUSED("original-1904", "early_finish=yes: ", "target_exact=no", "target_exact=yes");
    REFUSED("walker", "bust=1000: ", "more than the target", "target=1000");
    REFUSED("five-handed-hidden", "breach=yes: ", "announced", "breach=yes");
}

static void options_without_effect_are_accepted(void **state)
{
    (void)state;
    ruleset("wikipedia", "partner_call=hidden", "breach=yes", "draft_kitty=3", NULL);
    ruleset("no-misere", "value.misere=10", "kitty.misere=no", "above.misere=10NT", NULL);
    ruleset("two-handed-table", "misdeal=no-face", "misere_points=contractor-tricks", NULL);
    ruleset("wikipedia", "bust=510", "floor=0", "spread=0", NULL);
    ruleset("wikipedia", "floor=-10000", "target=10000", "redeals=0", "max_hands=1000", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(combinations_are_refused),
        cmocka_unit_test(options_without_effect_are_accepted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
