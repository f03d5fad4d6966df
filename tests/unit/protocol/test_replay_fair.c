/* test_replay_fair.c - the proof of a record: the report names the first broken part. */
#include "replayed.h"

/* ------------------------------------------------------------------------------- fair deals */

static json_t *fair_of(json_t *json)
{
    return json_object_get(json, "fair");
}

static void swap_cards(json_t *a, size_t i, json_t *b, size_t j)
{
    json_t *card = json_incref(json_array_get(a, i));
    json_array_set(a, i, json_array_get(b, j));
    json_array_set_new(b, j, card);
}

static const char zeros[] = "0000000000000000000000000000000000000000000000000000000000000000";

/* The first failing part is named, in the order of the page. */
static void test_fair_order(void **state)
{
    json_t *json;

    (void)state;
    json = sample("wikipedia", 11);
    json_object_set_new(fair_of(json), "seed", json_string(zeros));
    assert_names(json, "fair: commitment");

    json = sample("wikipedia", 11);
    json_object_set_new(fair_of(json), "set", json_string("another-set"));
    assert_names(json, "fair: commitment");

    json = sample("wikipedia", 11);
    json_array_set_new(json_object_get(fair_of(json), "nonces"), 1, json_string("010204"));
    assert_names(json, "fair: mix");

    json = sample("wikipedia", 11);
    json_array_append_new(json_object_get(fair_of(json), "nonces"), json_string(""));
    assert_names(json, "fair: mix");

    json = sample("wikipedia", 11);
    json_array_set_new(json_object_get(fair_of(json), "keys"), 1, json_string(zeros));
    assert_names(json, "fair: key commitment 2");

    /* Cards of two hands and of the deck exchanged: only the seed shows it. */
    json = sample("wikipedia", 11);
    json_t *deal = json_object_get(hand_of(json, 1), "deal");
    json_object_del(deal, "deck");
    swap_cards(json_array_get(json_object_get(deal, "hands"), 0), 3,
               json_array_get(json_object_get(deal, "hands"), 1), 3);
    json_object_set_new(hand_of(json, 0), "dealer", json_integer(9));
    assert_names(json, "hand 2: fair: the seed gives other cards");

    json = sample("wikipedia", 11);
    json_object_set_new(hand_of(json, 1), "dealer", json_integer(9));
    assert_names(json, "hand 2: fair: dealer");

    json = sample("wikipedia", 11);
    json_object_del(hand_of(json, 1), "d");
    assert_names(json, "hand 2: fair: expected a deal number");
}

/* A record that skips an unwanted deal, with all cards true to the seed. */
static void test_skipped_deal(void **state)
{
    static const char *const options[] = {"max_hands=1", "target=10000", "floor=0"};
    struct played played;

    (void)state;
    for (int attempt = 0; attempt < 2; attempt++) {
        played_start(&played, "wikipedia", options, 3, 12);
        if (attempt == 0) {
            played.game.deal_number = 2;
            played.game.dealer = (seat_t)((played.game.dealer + 1) % 4);
        } else {
            played.game.attempt = 1;
        }
        /* The writer, given the same wrong data, proves the wrong deal. */
        played_go(&played, 100000);
        char *line = played_line(&played);
        json_t *json = json_loads(line, 0, NULL);
        if (attempt == 0)
            json_object_set_new(
                json, "dealer",
                json_integer((json_integer_value(json_object_get(json, "dealer")) + 3) % 4));
        assert_names(json, attempt == 0 ? "hand 1: fair: d=2 a=0 does not follow d=0 a=0"
                                        : "hand 1: fair: d=1 a=1 does not follow d=0 a=0");
        free(line);
        played_end(&played);
    }
}

/* The proof of a seed that did not make this game's deals is reported, and not used further. */
static void test_deals_do_not_follow(void **state)
{
    json_t *json = sample("wikipedia", 13);

    (void)state;
    json_object_del(fair_of(json), "keys");
    json_object_set_new(fair_of(json), "deals", json_false());
    json_object_set_new(json, "dealer", json_object_get(hand_of(json, 0), "dealer"));
    json_incref(json_object_get(hand_of(json, 0), "dealer"));
    assert_replays(replay_json(json));
    json_object_set_new(fair_of(json), "mix", json_string(zeros));
    assert_names(json, "fair: mix");
}

/* ------------------------------------------------------------------------- the same pack */

/* A game whose second hand follows from the first, in which all passed. */
static json_t *same_pack_sample(void)
{
    static const char *const options[] = {"max_hands=1", "all_pass=same-pack"};
    json_t *json = NULL;

    for (uint32_t seed = 1; !json; seed++) {
        struct played played;
        played_start(&played, "wikipedia", options, 2, seed);
        played_go(&played, 100000);
        char *line = played_line(&played);
        json = json_loads(line, 0, NULL);
        if (played.game.reason != REASON_HANDS ||
            !json_is_true(json_object_get(hand_of(json, 1), "same_pack"))) {
            json_decref(json);
            json = NULL;
        }
        free(line);
        played_end(&played);
    }
    assert_replays(replay_json(json));
    return json;
}

/* rules 4, `all_pass`: "Such a deal has no key of its own; it follows from the deal before it, and
 * its proof says so." */
static void test_same_pack(void **state)
{
    (void)state;
    for (int proved = 0; proved < 2; proved++) {
        json_t *json = same_pack_sample(), *deal = json_object_get(hand_of(json, 1), "deal");
        json_object_del(deal, "deck");
        swap_cards(json_array_get(json_object_get(deal, "hands"), 0), 3,
                   json_array_get(json_object_get(deal, "hands"), 1), 3);
        if (!proved)
            json_object_del(json, "fair");
        assert_names(json, proved ? "hand 2: fair: the seed gives other cards"
                                  : "hand 2: deal: expected the pack of the hand before");
    }
    json_t *json = same_pack_sample();
    assert_true(json_is_null(json_array_get(json_object_get(fair_of(json), "keys"), 1)));
    json_array_set_new(json_object_get(fair_of(json), "keys"), 1, json_string(zeros));
    assert_names(json, "fair: key commitment 2: expected null");
    json = same_pack_sample();
    json_array_set_new(json_object_get(fair_of(json), "keys"), 0, json_null());
    assert_names(json, "fair: key commitment 1: expected");
    json = same_pack_sample();
    json_object_set_new(hand_of(json, 1), "same_pack", json_false());
    assert_names(json, "hand 2: same_pack: expected true, got false");
    json = same_pack_sample();
    json_object_set_new(hand_of(json, 0), "same_pack", json_true());
    assert_names(json, "hand 1: same_pack: expected nothing, got true");
    json = same_pack_sample(); /* optional for a writer: it follows from the rules */
    json_object_del(hand_of(json, 1), "same_pack");
    assert_replays(replay_json(json));
    json_decref(json);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fair_order),
        cmocka_unit_test(test_skipped_deal),
        cmocka_unit_test(test_deals_do_not_follow),
        cmocka_unit_test(test_same_pack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
