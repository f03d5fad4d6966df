/* replay_fair.c - checks the proof that a record carries of its shuffles (fair-deal, "Checking a
 * log").
 *
 * The order is the page's, so that the first difference names what was broken first: the
 * commitment, the mix (with the nonces in it), the key commitments, all cards, the dealers, the
 * attempts. Whether an attempt was due is decided by the engine when the hands are played again. */
#include "replayer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct proof {
    uint8_t seed[FAIR_BYTES], commitment[FAIR_BYTES], mix[FAIR_BYTES];
    card_t deck[CARDS_MAX];
    int card_count;
    seat_t first_dealer;
};

static bool read_digest(const json_t *json, uint8_t bytes[FAIR_BYTES])
{
    return json_is_string(json) && hex_decode(json_string_value(json), json_string_length(json),
                                              bytes, FAIR_BYTES) == FAIR_BYTES;
}

/* Compares a digest of the record with one that was derived. */
static bool check_digest(struct replayer *replayer, const json_t *json, const char *what,
                         const uint8_t expected[FAIR_BYTES])
{
    char hex[2 * FAIR_BYTES + 1], shown[SHOWN_MAX];
    uint8_t told[FAIR_BYTES];

    if (read_digest(json, told) && fair_equal(told, expected, FAIR_BYTES))
        return true;
    hex_encode(expected, FAIR_BYTES, hex);
    return replayer_differ(replayer, "fair: %s: expected %s, got %s", what, hex,
                           replayer_show(json, shown));
}

static bool check_commitment(struct replayer *replayer, const json_t *fair, struct proof *proof)
{
    const json_t *set = json_object_get(fair, "set"), *seed = json_object_get(fair, "seed");
    char shown[SHOWN_MAX];

    if (!json_is_string(set) || !fair_set_id_valid(json_string_value(set))) {
        replayer_differ(replayer, "fair: set: expected 1 to 64 of A-Z a-z 0-9 . _ -, got %s",
                        replayer_show(set, shown));
        return false;
    }
    if (!read_digest(seed, proof->seed)) {
        replayer_differ(replayer, "fair: seed: expected 32 bytes of hex, got %s",
                        replayer_show(seed, shown));
        return false;
    }
    fair_commitment(json_string_value(set), proof->seed, proof->commitment);
    return check_digest(replayer, json_object_get(fair, "commitment"), "commitment",
                        proof->commitment);
}

static bool check_mix(struct replayer *replayer, const json_t *fair, struct proof *proof)
{
    const json_t *list = json_object_get(fair, "nonces");
    struct fair_nonce nonces[FAIR_CONTRIBUTORS_MAX] = {0};
    size_t count = json_array_size(list);
    char shown[SHOWN_MAX];

    if (!json_is_array(list) || count > FAIR_CONTRIBUTORS_MAX) {
        replayer_differ(replayer, "fair: nonces: expected a list of at most %d, got %s",
                        FAIR_CONTRIBUTORS_MAX, replayer_show(list, shown));
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const json_t *nonce = json_array_get(list, i);
        int size = !json_is_string(nonce)
                       ? -1
                       : hex_decode(json_string_value(nonce), json_string_length(nonce),
                                    nonces[i].bytes, FAIR_NONCE_MAX);
        if (size < 0) {
            replayer_differ(replayer, "fair: nonce %zu: expected 0 to 32 bytes of hex, got %s", i,
                            replayer_show(nonce, shown));
            return false;
        }
        nonces[i].size = (uint8_t)size;
    }
    proof->card_count = deck_cards(&replayer->rules, proof->deck);
    fair_mix(proof->commitment, proof->deck, proof->card_count, nonces, (int)count, proof->mix);
    proof->first_dealer = fair_first_dealer(proof->seed, proof->mix, replayer->rules.players);
    return check_digest(replayer, json_object_get(fair, "mix"), "mix", proof->mix);
}

/* ------------------------------------------------------------------------------ hand by hand */

static bool read_u32(const json_t *json, uint32_t *value)
{
    if (!json_is_integer(json) || json_integer_value(json) < 0 ||
        json_integer_value(json) > UINT32_MAX)
        return false;
    *value = (uint32_t)json_integer_value(json);
    return true;
}

/* The number and the attempt of a hand, without which nothing can be derived. */
static bool read_number(struct replayer *replayer, size_t hand, uint32_t *deal_number,
                        uint32_t *attempt)
{
    const json_t *json = json_array_get(replayer->hands, hand);

    if (read_u32(json_object_get(json, "d"), deal_number) && *deal_number > 0 &&
        read_u32(json_object_get(json, "a"), attempt))
        return true;
    replayer_differ(replayer, "hand %zu: fair: expected a deal number d and an attempt a",
                    hand + 1);
    return false;
}

/* Whether a hand follows from the one before it, without a key: all passed there (a misdealt hand
 * has no steps), and this is not the redeal after a misdeal. What the steps say is played later. */
static bool is_same_pack(const struct replayer *replayer, size_t hand, uint32_t attempt)
{
    const json_t *before = hand > 0 ? json_array_get(replayer->hands, hand - 1) : NULL;

    return replayer->rules.all_pass == ALL_PASS_SAME_PACK && before && attempt == 0 &&
           json_is_null(json_object_get(before, "contract")) &&
           json_array_size(json_object_get(before, "steps")) > 0;
}

static bool check_keys(struct replayer *replayer, const json_t *fair, const struct proof *proof)
{
    const json_t *keys = json_object_get(fair, "keys");
    size_t count = json_array_size(replayer->hands);

    if (!keys)
        return true;
    if (!json_is_array(keys) || json_array_size(keys) != count)
        return replayer_differ(replayer, "fair: keys: expected a key commitment a hand (%zu)",
                               count);
    for (size_t i = 0; i < count; i++) {
        uint8_t key[FAIR_BYTES], commitment[FAIR_BYTES];
        uint32_t deal_number, attempt;
        char what[48];
        if (!read_number(replayer, i, &deal_number, &attempt))
            return false;
        if (is_same_pack(replayer, i, attempt)) {
            if (!json_is_null(json_array_get(keys, i)) &&
                !replayer_differ(replayer,
                                 "fair: key commitment %zu: expected null, as the deal follows "
                                 "from the one before",
                                 i + 1))
                return false;
            continue;
        }
        fair_key(proof->seed, proof->mix, deal_number, attempt, key);
        fair_key_commitment(key, commitment);
        snprintf(what, sizeof what, "key commitment %zu", i + 1);
        if (!check_digest(replayer, json_array_get(keys, i), what, commitment))
            return false;
    }
    return true;
}

static seat_t dealer_of(const struct replayer *replayer, const struct proof *proof,
                        uint32_t deal_number)
{
    return (seat_t)(((uint64_t)proof->first_dealer + deal_number - 1) % replayer->rules.players);
}

static bool check_cards(struct replayer *replayer, const struct proof *proof)
{
    struct deal deal = {0};

    for (size_t i = 0; i < json_array_size(replayer->hands); i++) {
        uint8_t key[FAIR_BYTES];
        uint32_t deal_number, attempt;
        card_t deck[CARDS_MAX];
        struct deal before = deal, derived;
        if (!read_number(replayer, i, &deal_number, &attempt) ||
            !replayer_read_deal(replayer, (int)i + 1, &deal))
            return false;
        if (is_same_pack(replayer, i, attempt)) {
            deck_from_deal(deck, &before, &replayer->rules,
                           dealer_of(replayer, proof, deal_number - 1));
        } else {
            memcpy(deck, proof->deck, sizeof deck);
            fair_key(proof->seed, proof->mix, deal_number, attempt, key);
            fair_shuffle(key, deck, proof->card_count);
        }
        deck_deal(&derived, &replayer->rules, deck, dealer_of(replayer, proof, deal_number));
        if (!replayer_same_deal(&deal, &derived) &&
            !replayer_differ(
                replayer, "hand %zu: fair: the seed gives other cards for d=%" PRIu32 " a=%" PRIu32,
                i + 1, deal_number, attempt))
            return false;
    }
    return true;
}

static bool check_dealers(struct replayer *replayer, const struct proof *proof)
{
    char shown[SHOWN_MAX];

    if (replayer->first_dealer != proof->first_dealer &&
        !replayer_differ(replayer, "fair: dealer: the seed gives %d, got %d", proof->first_dealer,
                         replayer->first_dealer))
        return false;
    for (size_t i = 0; i < json_array_size(replayer->hands); i++) {
        const json_t *dealer = json_object_get(json_array_get(replayer->hands, i), "dealer");
        uint32_t deal_number, attempt;
        if (!read_number(replayer, i, &deal_number, &attempt))
            return false;
        seat_t due = dealer_of(replayer, proof, deal_number);
        if ((!json_is_integer(dealer) || json_integer_value(dealer) != due) &&
            !replayer_differ(replayer, "hand %zu: fair: dealer: the seed gives %d, got %s", i + 1,
                             due, replayer_show(dealer, shown)))
            return false;
    }
    return true;
}

/* Each number is used once: next comes the next deal, or the next attempt after a hand without a
 * contract. Whether the redeal was due shows when the hand is replayed. */
static bool check_attempts(struct replayer *replayer)
{
    uint32_t last_deal = 0, last_attempt = 0;
    bool redeal_possible = false;

    for (size_t i = 0; i < json_array_size(replayer->hands); i++) {
        const json_t *contract = json_object_get(json_array_get(replayer->hands, i), "contract");
        uint32_t deal_number, attempt;
        if (!read_number(replayer, i, &deal_number, &attempt))
            return false;
        bool next = deal_number == last_deal + 1 && attempt == 0;
        bool again = redeal_possible && deal_number == last_deal && attempt == last_attempt + 1;
        if (!next && !again &&
            !replayer_differ(replayer,
                             "hand %zu: fair: d=%" PRIu32 " a=%" PRIu32
                             " does not follow d=%" PRIu32 " a=%" PRIu32,
                             i + 1, deal_number, attempt, last_deal, last_attempt))
            return false;
        last_deal = deal_number;
        last_attempt = attempt;
        redeal_possible = json_is_null(contract);
    }
    return true;
}

bool replay_fair(struct replayer *replayer)
{
    const json_t *fair = json_object_get(replayer->record, "fair");
    const json_t *version = json_object_get(fair, "version");
    const json_t *deals = json_object_get(fair, "deals");
    struct proof proof;
    char shown[SHOWN_MAX];

    if (!fair)
        return true;
    if (!json_is_object(fair))
        return replayer_differ(replayer, "fair: expected an object, got %s",
                               replayer_show(fair, shown));
    if (version && (!json_is_integer(version) || json_integer_value(version) != 1))
        return replayer_differ(replayer, "fair: version: expected 1, got %s",
                               replayer_show(version, shown));
    if (deals && !json_is_boolean(deals))
        return replayer_differ(replayer, "fair: deals: expected true or false, got %s",
                               replayer_show(deals, shown));
    if (!check_commitment(replayer, fair, &proof) || !check_mix(replayer, fair, &proof))
        return false;
    if (json_is_false(deals))
        return true;
    return check_keys(replayer, fair, &proof) && check_cards(replayer, &proof) &&
           check_dealers(replayer, &proof) && check_attempts(replayer);
}
