/* test_option.c - the values of each option, as text and back. */
#include "refused.h"

#define X48 "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"

static void values_are_refused(void **state)
{
    (void)state;
    REFUSED("austrian", "preset=austrian: ", "wikipedia, australian", "target=500");
    REFUSED("wikipedia", "colour=red: ", "RULES.md", "colour=red");
    REFUSED("wikipedia", "targett=500: no such option, target is;", "RULES.md", "targett=500");
    REFUSED("wikipedia", "joker-nt=any: no such option, joker_nt is;", "RULES.md", "joker-nt=any");
    REFUSED("wikipedia", "Target=500: no such option, target is;", "RULES.md", "Target=500");
    REFUSED("wikipedia", "above.miser=7S: no such option, above.misere is;", "RULES.md",
            "above.miser=7S");
    REFUSED("wikipedia", "zebra=1: no such option;", "RULES.md", "zebra=1");
    REFUSED("wikipedia", "=1: no such option;", "RULES.md", "=1");
    REFUSED("autsralian", "preset=autsralian: no such preset, australian is;", "wikipedia",
            "target=1");
    REFUSED("zebra", "preset=zebra: no such preset;", "wikipedia", "target=500");
    REFUSED("wikipedia", "target=: ", "a multiple of 10 from 10 to 10000", "target=");
    REFUSED("wikipedia", "target=505: ", "a multiple of 10 from 10 to 10000", "target=505");
    REFUSED("wikipedia", "target=0: ", "from 10", "target=0");
    REFUSED("wikipedia", "target=10010: ", "10000", "target=10010");
    REFUSED("wikipedia", "target=99999999990: ", "10000", "target=99999999990");
    REFUSED("wikipedia", "target=+500: ", "", "target=+500");
    REFUSED("wikipedia", "target=0500: ", "", "target=0500");
    REFUSED("wikipedia", "bust=-10: ", "from 0", "bust=-10");
    REFUSED("wikipedia", "floor=10: ", "from -10000 to 0", "floor=10");
    REFUSED("wikipedia", "floor=-0: ", "", "floor=-0");
    REFUSED("wikipedia", "floor=-0500: ", "", "floor=-0500");
    REFUSED("wikipedia", "floor=-: ", "", "floor=-");
    REFUSED("wikipedia", "value.slam=0: ", "from 10", "value.slam=0");
    REFUSED("wikipedia", "value.misere=0: ", "from 10", "value.misere=0");
    REFUSED("wikipedia", "redeals=1001: ", "from 0 to 1000", "redeals=1001");
    REFUSED("wikipedia", "max_hands=-1: ", "from 0 to 1000", "max_hands=-1");
    REFUSED("wikipedia", "ban=1: ", "0, 2, 3", "ban=1");
    REFUSED("wikipedia", "players=7: ", "2, 3, 4, 5, 6", "players=7");
    REFUSED("wikipedia", "claims=Yes: ", "no, yes", "claims=Yes");
    REFUSED("wikipedia", "claims=no, yes: ", "no, yes", "claims=no, yes");
    REFUSED("wikipedia", "joker_nt=: ", "first-or-last", "joker_nt=");
    REFUSED("wikipedia", "calls=: ", "none", "calls=");
    REFUSED("wikipedia", "calls=misere misere: ", "each once", "calls=misere misere");
    REFUSED("wikipedia", "calls=misere  hi-lo: ", "hi-lo", "calls=misere  hi-lo");
    REFUSED("wikipedia", "calls=misere : ", "hi-lo", "calls=misere ");
    REFUSED("wikipedia", "calls=none misere: ", "hi-lo", "calls=none misere");
    REFUSED("wikipedia", "calls=7S: ", "hi-lo", "calls=7S");
    REFUSED("wikipedia", "above.misere=misere: ", "6S to 10NT", "above.misere=misere");
    REFUSED("wikipedia", "above.misere=6NO: ", "6S to 10NT", "above.misere=6NO");
    REFUSED("wikipedia", "above.misere=7JNT: ", "6S to 10NT", "above.misere=7JNT");
    REFUSED("wikipedia", "above.misere=pass: ", "6S to 10NT", "above.misere=pass");
    REFUSED("wikipedia", "above.blind-misere=6S: ", "", "above.blind-misere=6S");
    REFUSED("wikipedia", "from.blind-misere=any: ", "", "from.blind-misere=any");
    REFUSED("wikipedia", "kitty.shields=yes: ", "grand-misere", "kitty.shields=yes");
    REFUSED("wikipedia", "deal=: ", "single spaces", "deal=");
    REFUSED("wikipedia", "deal=3  K3 4 3: ", "single spaces", "deal=3  K3 4 3");
    REFUSED("wikipedia", "deal=3 K0 4 3: ", "1 to 10", "deal=3 K0 4 3");
    REFUSED("wikipedia", "deal=3 k3 4 3: ", "1 to 10", "deal=3 k3 4 3");
    REFUSED("wikipedia", "deal=03 K3 4 3: ", "1 to 10", "deal=03 K3 4 3");
    REFUSED("wikipedia", "target=", "", "target=\n500");
    REFUSED("wikipedia", X48 "...=1: no such option;", "RULES.md", X48 "x=1");
    REFUSED("wikipedia", "target=" X48 "...: no such value;", "10000", "target=" X48 "x");
    REFUSED(X48 "x", "preset=" X48 "...: no such preset;", "wikipedia", "target=500");
    REFUSED("wikipedia", "target500=", "NAME=VALUE", "target500");
}

static int option_index(const char *name, size_t size)
{
    for (int i = 0; i < option_count(); i++) {
        if (strlen(option_name(i)) == size && memcmp(option_name(i), name, size) == 0)
            return i;
    }
    return -1;
}

/* Every preset: printing all options and reading them again gives the same ruleset. */
static void options_round_trip(void **state)
{
    (void)state;
    for (int p = 0; p < preset_count(); p++) {
        struct ruleset rules = ruleset(preset_name(p), NULL), again = ruleset("wikipedia", NULL);
        for (int i = 0; i < option_count(); i++) {
            char text[OPTION_TEXT_MAX];
            size_t size = option_format(&rules, i, text);
            assert_int_equal(strlen(text), size);
            assert_false(ruleset_differs(&rules, i));
            if (size > 0)
                assert_int_equal(
                    ruleset_set(&again, option_name(i), strlen(option_name(i)), text, size, NULL),
                    ENGINE_OK);
        }
        again.preset = rules.preset;
        assert_int_equal(ruleset_finish(&again, NULL), ENGINE_OK);
        again.kitty_named = rules.kitty_named;
        again.calls_named = rules.calls_named;
        assert_memory_equal(&rules, &again, sizeof rules);
        assert_int_equal(preset_find(preset_name(p), strlen(preset_name(p))), p);
    }
    assert_int_equal(preset_count(), 36);
    assert_string_equal(preset_name(0), "wikipedia");
    assert_int_equal(preset_find("wiki", 4), ENGINE_ERROR_RULESET);
}

static void options_stand_in_the_order_of_the_rules(void **state)
{
    static const char *const order[] = {
        "players",      "deck",          "deal",         "scoring",     "calls",
        "value.misere", "above.misere",  "kitty.misere", "open.misere", "from.misere",
        "jack_nt",      "value.slam-nt", "auction",      "redeals",     "misere_hands",
        "claims",       "failed",        "target",       "early_finish"};
    int last = -1;
    (void)state;
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        int index = option_index(order[i], strlen(order[i]));
        assert_true(index > last);
        last = index;
    }
    assert_int_equal(last, option_count() - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_refused),
        cmocka_unit_test(options_round_trip),
        cmocka_unit_test(options_stand_in_the_order_of_the_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
