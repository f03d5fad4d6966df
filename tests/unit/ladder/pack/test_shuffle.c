/* test_shuffle.c - the deal of a seed equals that of the protocol's own code. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "pack/shuffle.h"
#include "protocol.h"

#include <stdio.h>
#include <string.h>

static void proof_make(struct shuffle_proof *proof, uint32_t seed)
{
    memset(proof, 0, sizeof *proof);
    snprintf(proof->set, sizeof proof->set, "set-%u", (unsigned)seed);
    for (int i = 0; i < SHUFFLE_BYTES; i++)
        proof->seed[i] = (uint8_t)((seed * 31 + (uint32_t)i * 7) >> 1);
    proof->nonce_count = (int)(seed % 7);
    for (int i = 0; i < proof->nonce_count; i++) {
        proof->nonces[i].size = (uint8_t)((seed + (uint32_t)i * 5) % 33);
        memset(proof->nonces[i].bytes, (int)seed + i, proof->nonces[i].size);
    }
    for (int card = 0; card < NOTATION_CARDS; card++) {
        if ((card * 7 + (int)seed) % 3)
            proof->deck[proof->deck_count++] = (uint8_t)card;
    }
}

static void derives_what_the_protocol_derives(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed < 40; seed++) {
        struct shuffle_proof proof;
        struct shuffle shuffle;
        struct fair_nonce nonces[8] = {{0}};
        uint8_t commitment[FAIR_BYTES], mix[FAIR_BYTES], key[FAIR_BYTES], ours[FAIR_BYTES];
        proof_make(&proof, seed);
        shuffle_init(&shuffle, &proof);
        for (int i = 0; i < proof.nonce_count; i++) {
            nonces[i].size = proof.nonces[i].size;
            memcpy(nonces[i].bytes, proof.nonces[i].bytes, proof.nonces[i].size);
        }
        fair_commitment(proof.set, proof.seed, commitment);
        assert_memory_equal(shuffle.commitment, commitment, FAIR_BYTES);
        fair_mix(commitment, proof.deck, proof.deck_count, nonces, proof.nonce_count, mix);
        assert_memory_equal(shuffle.mix, mix, FAIR_BYTES);
        for (uint32_t d = 1; d < 300; d += 29) {
            card_t deck[CARDS_MAX];
            uint8_t cards[NOTATION_CARDS];
            memcpy(deck, proof.deck, (size_t)proof.deck_count);
            fair_key(proof.seed, mix, d, d % 3, key);
            shuffle_key(&shuffle, d, d % 3, ours);
            assert_memory_equal(ours, key, FAIR_BYTES);
            fair_shuffle(key, deck, proof.deck_count);
            shuffle_deck(&proof, ours, cards);
            assert_memory_equal(cards, deck, (size_t)proof.deck_count);
            fair_key_commitment(key, commitment);
            shuffle_key_commitment(ours, ours);
            assert_memory_equal(ours, commitment, FAIR_BYTES);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derives_what_the_protocol_derives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
