/* test_carrier.c - whether a node that carries bots is to blame, judged by reads of its lease. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cluster/carrier.h"

static enum carrier_verdict look(struct carrier *carrier, bool alive, const char *life,
                                 int64_t until_msec, usec_t asked_at, usec_t *before)
{
    struct carrier_sight sight = {.alive = alive, .until_msec = until_msec, .asked_at = asked_at};

    snprintf(sight.life, sizeof sight.life, "%s", life);
    *before = -1;
    return carrier_look(carrier, &sight, before);
}

static void a_renewal_between_two_reads_proves_life_after_the_first(void **state)
{
    struct carrier carrier = {.node = "b", .life = "one"};
    usec_t before;
    (void)state;
    assert_int_equal(look(&carrier, true, "one", 1000, 10, &before), CARRIER_UNKNOWN);
    assert_int_equal(look(&carrier, true, "one", 1000, 20, &before), CARRIER_UNKNOWN);
    assert_int_equal(look(&carrier, true, "one", 1500, 30, &before), CARRIER_LIVES);
    assert_int_equal(before, 20);
    /* An outdated answer is ignored. */
    assert_int_equal(look(&carrier, true, "one", 2500, 25, &before), CARRIER_UNKNOWN);
    assert_int_equal(look(&carrier, true, "one", 1500, 40, &before), CARRIER_UNKNOWN);
    assert_int_equal(look(&carrier, true, "one", 2500, 50, &before), CARRIER_LIVES);
    assert_int_equal(before, 40);
}

static void a_missing_lease_or_another_run_proves_the_end(void **state)
{
    struct carrier carrier = {.node = "b", .life = "one"};
    usec_t before;
    (void)state;
    assert_int_equal(look(&carrier, true, "one", 1000, 10, &before), CARRIER_UNKNOWN);
    assert_int_equal(look(&carrier, false, "one", 1000, 20, &before), CARRIER_GONE);
    assert_int_equal(look(&carrier, false, "", 0, 30, &before), CARRIER_GONE);
    /* Restarted under its name, however soon. */
    assert_int_equal(look(&carrier, true, "two", 9000, 40, &before), CARRIER_GONE);
    /* The store was away for all: a node that returns must be seen to renew again. */
    assert_int_equal(look(&carrier, true, "one", 9000, 50, &before), CARRIER_UNKNOWN);
    assert_int_equal(look(&carrier, true, "one", 9500, 60, &before), CARRIER_LIVES);
    assert_int_equal(before, 50);
}

/* Nodes that renew every 2.5 s for 10 s and die at some moment; two reads a second, which take up
 * to 0.3 s; a bot that is lost at some moment. A bot that is lost while the node lives for another
 * renewal is never cleared, a bot that is lost by the node's death is never blamed, and the verdict
 * comes soon.
 * soon. */
static void no_seat_is_judged_wrongly(void **state)
{
    enum { WORLDS = 20000, RENEW = 2500, LEASE = 10000 };
    const char *seed_text = getenv("SEED");
    unsigned seed = seed_text ? (unsigned)strtoul(seed_text, NULL, 0) : 500;
    (void)state;
    for (int world = 0; world < WORLDS; world++) {
        unsigned drawn = seed + (unsigned)world;
        int64_t phase = rand_r(&drawn) % RENEW, died = 1000 + rand_r(&drawn) % 60000;
        bool by_itself = rand_r(&drawn) % 2, again = rand_r(&drawn) % 3 == 0;
        int64_t lost = by_itself ? rand_r(&drawn) % 70000 : died;
        struct carrier carrier = {.node = "b", .life = "one"};
        enum carrier_verdict verdict = CARRIER_UNKNOWN;
        int64_t decided = 0, at;
        for (at = rand_r(&drawn) % 500; verdict == CARRIER_UNKNOWN && at < 100000; at += 500) {
            int64_t asked = at, read = at + rand_r(&drawn) % 300;
            int64_t last = read < died ? read : died - 1; /* it lived */
            int64_t until = (last - phase < 0 ? 0 : (last - phase) / RENEW * RENEW) + phase + LEASE;
            bool another = again && read > died + 700;
            usec_t before;
            enum carrier_verdict seen = look(&carrier, another || until > read,
                                             another ? "two" : "one", until, asked, &before);
            if (asked < lost - 500 && seen != CARRIER_GONE)
                continue;
            if (seen == CARRIER_LIVES && before >= lost)
                verdict = seen;
            if (seen == CARRIER_GONE && read >= lost)
                verdict = seen;
            decided = read;
        }
        if (verdict == CARRIER_LIVES && lost >= died)
            fail_msg("seed %u world %d: blamed for the death of its node", seed, world);
        if (verdict == CARRIER_GONE && lost + RENEW + 2 * 800 < died)
            fail_msg("seed %u world %d: lost at %lld, cleared by a death at %lld", seed, world,
                     (long long)lost, (long long)died);
        if (verdict == CARRIER_UNKNOWN || decided > lost + RENEW + LEASE + 800)
            fail_msg("seed %u world %d: no verdict on what was lost at %lld by %lld", seed, world,
                     (long long)lost, (long long)decided);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_renewal_between_two_reads_proves_life_after_the_first),
        cmocka_unit_test(a_missing_lease_or_another_run_proves_the_end),
        cmocka_unit_test(no_seat_is_judged_wrongly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
