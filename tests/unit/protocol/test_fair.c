/* test_fair.c - fair deals against their vectors, and cases that the vectors leave out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>
#include <jansson.h>
#include "protocol.h"

static const json_t *get(const json_t *json, const char *key)
{
    const json_t *value = json_object_get(json, key);
    assert_non_null(value);
    return value;
}

static int read_hex(const json_t *json, uint8_t *bytes)
{
    assert_true(json_is_string(json));
    return hex_decode(json_string_value(json), json_string_length(json), bytes, FAIR_BYTES);
}

static void assert_digest(const uint8_t got[FAIR_BYTES], const json_t *expected)
{
    char hex[2 * FAIR_BYTES + 1];
    hex_encode(got, FAIR_BYTES, hex);
    assert_string_equal(hex, json_string_value(expected));
}

static int read_cards(const json_t *list, card_t *cards)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = json_string_value(json_array_get(list, i));
        assert_int_equal(card_parse(text, strlen(text), &cards[i]), 0);
    }
    return (int)json_array_size(list);
}

/* Returns the number of bytes that a shuffle without the rejection loop would get wrong. */
static int check_vector(const json_t *input, const json_t *expected)
{
    uint8_t seed[FAIR_BYTES], commitment[FAIR_BYTES], mix[FAIR_BYTES], key[FAIR_BYTES];
    struct fair_nonce nonces[FAIR_CONTRIBUTORS_MAX];
    const json_t *list = get(input, "nonces"), *deal;
    card_t cards[CARDS_MAX], deck[CARDS_MAX], order[CARDS_MAX];
    int count = read_cards(get(input, "cards"), cards), rejected = 0;
    size_t i;

    assert_int_equal(read_hex(get(input, "server_seed"), seed), FAIR_BYTES);
    for (i = 0; i < json_array_size(list); i++) {
        int size = read_hex(json_array_get(list, i), nonces[i].bytes);
        assert_in_range(size, 0, FAIR_NONCE_MAX);
        nonces[i].size = (uint8_t)size;
    }
    fair_commitment(json_string_value(get(input, "set_id")), seed, commitment);
    assert_digest(commitment, get(expected, "commitment"));
    fair_mix(commitment, cards, count, nonces, (int)json_array_size(list), mix);
    assert_digest(mix, get(expected, "mix"));
    assert_int_equal(fair_first_dealer(seed, mix, (int)json_integer_value(get(input, "seats"))),
                     json_integer_value(get(expected, "first_dealer")));
    json_array_foreach(get(expected, "deals"), i, deal)
    {
        fair_key(seed, mix, (uint32_t)json_integer_value(get(deal, "deal")),
                 (uint32_t)json_integer_value(get(deal, "attempt")), key);
        assert_digest(key, get(deal, "key"));
        fair_key_commitment(key, commitment);
        assert_digest(commitment, get(deal, "key_commitment"));
        memcpy(deck, cards, sizeof deck);
        fair_shuffle(key, deck, count);
        assert_int_equal(read_cards(get(deal, "order"), order), count);
        assert_memory_equal(deck, order, (size_t)count);
        rejected += (int)json_integer_value(get(deal, "bytes_rejected"));
    }
    return rejected;
}

static void test_vectors(void **state)
{
    json_error_t error;
    json_t *file = json_load_file("tests/vectors/fair-deal.json", 0, &error), *vector;
    int rejected = 0;
    size_t i;

    (void)state;
    assert_non_null(file);
    assert_int_equal(json_array_size(get(file, "vectors")), 6);
    json_array_foreach(get(file, "vectors"), i, vector) rejected +=
        check_vector(get(vector, "input"), get(vector, "expected"));
    assert_true(rejected > 0); /* otherwise the loop of draw() was not tested */
    json_decref(file);
}

/* Every part of the input changes the output. */
static void test_separation(void **state)
{
    uint8_t seed[FAIR_BYTES] = {1}, other[FAIR_BYTES] = {2}, mix[FAIR_BYTES] = {3};
    uint8_t a[FAIR_BYTES], b[FAIR_BYTES];
    struct fair_nonce nonces[2] = {{.size = 1, .bytes = {0}}, {.size = 0}};
    struct fair_nonce moved[2] = {{.size = 0}, {.size = 1, .bytes = {0}}};
    const card_t deck[] = {CARD(SUIT_S, RANK_A), CARD_RJ},
                 turned[] = {CARD_RJ, CARD(SUIT_S, RANK_A)};

    (void)state;
    fair_key(seed, mix, 1, 2, a);
    fair_key(seed, mix, 2, 1, b);
    assert_memory_not_equal(a, b, FAIR_BYTES);
    fair_key(other, mix, 1, 2, b);
    assert_memory_not_equal(a, b, FAIR_BYTES);
    fair_commitment("set.1", seed, a);
    fair_commitment("set.2", seed, b);
    assert_memory_not_equal(a, b, FAIR_BYTES);
    /* An empty nonce is not a missing contributor, and a nonce belongs to its sender. */
    fair_mix(seed, deck, 2, nonces, 1, a);
    fair_mix(seed, deck, 2, nonces, 2, b);
    assert_memory_not_equal(a, b, FAIR_BYTES);
    fair_mix(seed, deck, 2, moved, 2, a);
    assert_memory_not_equal(a, b, FAIR_BYTES);
    fair_mix(seed, turned, 2, moved, 2, b);
    assert_memory_not_equal(a, b, FAIR_BYTES);
}

/* Every card can be first, about equally often: 4300 shuffles of 43, 100 expected each. */
static void test_shuffle_is_even(void **state)
{
    uint8_t seed[FAIR_BYTES] = {7}, mix[FAIR_BYTES] = {8}, key[FAIR_BYTES];
    int first[43] = {0}, dealers[3] = {0};
    double chi = 0;

    (void)state;
    for (uint32_t d = 1; d <= 4300; d++) {
        card_t deck[43];
        uint64_t seen = 0;
        for (int i = 0; i < 43; i++)
            deck[i] = (card_t)i;
        fair_key(seed, mix, d, 0, key);
        fair_shuffle(key, deck, 43);
        for (int i = 0; i < 43; i++)
            seen |= UINT64_C(1) << deck[i];
        assert_true(seen == (UINT64_C(1) << 43) - 1);
        first[deck[0]]++;
        mix[0] = (uint8_t)d;
        mix[1] = (uint8_t)(d >> 8);
        dealers[fair_first_dealer(seed, mix, 3)]++;
    }
    for (int i = 0; i < 43; i++)
        chi += (first[i] - 100.0) * (first[i] - 100.0) / 100.0;
    assert_true(chi < 100); /* 42 degrees of freedom: the limit is more than one in a million */
    for (int i = 0; i < 3; i++)
        assert_in_range(dealers[i], 4300 / 3 - 150, 4300 / 3 + 150);
}

static void test_set_ids(void **state)
{
    char longest[FAIR_SET_ID_MAX + 2];

    (void)state;
    memset(longest, 'z', sizeof longest);
    longest[FAIR_SET_ID_MAX + 1] = 0;
    assert_false(fair_set_id_valid(longest));
    longest[FAIR_SET_ID_MAX] = 0;
    assert_true(fair_set_id_valid(longest));
    assert_true(fair_set_id_valid("AZaz09._-"));
    assert_false(fair_set_id_valid(""));
    assert_false(fair_set_id_valid("a b"));
    assert_false(fair_set_id_valid("a/b"));
    assert_false(fair_set_id_valid("\xc3\xa4"));
}

/* HMAC-SHA256(00..1f, "avondale set " || u32(index)), from another implementation. */
static void test_derive_seed(void **state)
{
    uint8_t master[FAIR_BYTES], seed[FAIR_BYTES];
    char hex[2 * FAIR_BYTES + 1];

    (void)state;
    for (int i = 0; i < FAIR_BYTES; i++)
        master[i] = (uint8_t)i;
    fair_derive_seed(master, 0, seed);
    hex_encode(seed, FAIR_BYTES, hex);
    assert_string_equal(hex, "87a5311649464a8a8a7c1d62f127d62e014cb8bc871f1980ba1c079d6a9eb1fc");
    fair_derive_seed(master, 258, seed);
    hex_encode(seed, FAIR_BYTES, hex);
    assert_string_equal(hex, "6c3eaf871e8a23b85241f8aea4727933868ef36b187d911e52141e2607844f9d");
}

static void test_equal_and_wipe(void **state)
{
    uint8_t a[4] = {1, 2, 3, 4}, b[4] = {1, 2, 3, 5}, zero[4] = {0};

    (void)state;
    assert_true(fair_equal(a, b, 3));
    assert_false(fair_equal(a, b, 4));
    fair_wipe(a, 4);
    assert_memory_equal(a, zero, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),         cmocka_unit_test(test_separation),
        cmocka_unit_test(test_shuffle_is_even), cmocka_unit_test(test_set_ids),
        cmocka_unit_test(test_derive_seed),     cmocka_unit_test(test_equal_and_wipe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
