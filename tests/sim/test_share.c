/* test_share.c - a loop under attack, on a clock of its own: what share.h promises, with what
 * looks at peers cost drawn at random, thousands of attackers, and honest bots at another
 * address and at the attackers' own.
 *
 *   AVONDALE_SHARE_RUNS  how many arenas are drawn
 *   AVONDALE_SEED        the first of them
 *
 * A turn of the loop is that of peer_turn.c: what became readable is looked at or waits; then
 * those that wait are looked at. What is counted is the time from the moment at which something
 * is readable to the end of its look. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arena/share.h"

enum {
    PEERS_MAX = 2200,
    NETWORKS = 4, /* of attackers */
    DEFER_USEC = 1,
    POLL_USEC = 5,
    SIM_USEC = 400000,
};

enum kind {
    ATTACKER,  /* always has more to read */
    SEATED,    /* answers requests, from the attackers' address */
    STRANGER,  /* answers nobody: seeks, from an address of its own */
    NEIGHBOUR, /* the same, from the attackers' */
    KINDS
};

struct peer {
    struct share_peer share;
    enum kind kind;
    usec_t cost;     /* of a look */
    usec_t readable; /* since when; -1: nothing to read */
    usec_t next;     /* it says something then */
};

static struct share share;
static struct peer peers[PEERS_MAX];
static int count;
static usec_t now;
static unsigned seed;
static usec_t worst[KINDS];

static int draw(int from, int to)
{
    return from + rand_r(&seed) % (to - from + 1);
}

static void come(enum kind kind, uint32_t key, usec_t cost)
{
    struct peer *peer = &peers[count++];
    *peer = (struct peer){.kind = kind, .cost = cost, .readable = -1};
    peer->next = kind == ATTACKER ? 0 : draw(0, 20000);
    share_enter(&share, &peer->share, key);
    if (kind == SEATED) /* it was sent a request */
        share_favour(&share, &peer->share);
}

static void look(struct peer *peer)
{
    now += peer->cost;
    share_charge(&share, &peer->share, peer->cost);
    if (now - peer->readable > worst[peer->kind])
        worst[peer->kind] = now - peer->readable;
    peer->readable = -1;
    /* An attacker has more at once; the others send again a while after they were read. */
    peer->next = peer->kind == ATTACKER ? now : now + draw(2000, 20000);
    if (peer->kind == SEATED) /* its next request comes at once */
        share_favour(&share, &peer->share);
}

static struct peer *peer_of(struct share_peer *share_peer)
{
    return (struct peer *)(void *)((char *)share_peer - offsetof(struct peer, share));
}

static void turn(void)
{
    struct share_peer *next;

    now += POLL_USEC;
    share_turn(&share);
    usec_t polled = now;
    for (int i = 0; i < count; i++) {
        struct peer *peer = &peers[i];
        if (peer->readable < 0 && peer->next <= polled)
            peer->readable = peer->next;
        if (peer->readable < 0 || peer->share.waits)
            continue;
        if (share_now(&share, &peer->share)) {
            look(peer);
        } else {
            now += DEFER_USEC;
            share_wait(&share, &peer->share);
        }
    }
    while (share_urgent(&share))
        look(peer_of(share_next(&share)));
    for (usec_t end = now + SHARE_TURN_USEC; now < end && (next = share_next(&share)) != NULL;)
        look(peer_of(next));
}

static void end(void)
{
    for (int i = 0; i < count; i++)
        share_leave(&share, &peers[i].share);
    assert_int_equal(share.waiting, 0);
    count = 0;
}

static void arena(unsigned from)
{
    int attackers = draw(100, 1800), seated = draw(4, 60), networks = draw(1, NETWORKS);
    const int strangers = 4;
    usec_t dear = draw(2, 100); /* what an attacker's look costs at most: LOOK_USEC */

    seed = from;
    memset(worst, 0, sizeof worst);
    memset(&share, 0, sizeof share);
    now = 0;
    for (int i = 0; i < attackers; i++)
        come(ATTACKER, 1 + (uint32_t)(i % networks), draw(1, (int)dear));
    for (int i = 0; i < seated; i++)
        come(SEATED, 1, draw(5, 15));
    for (int i = 0; i < strangers; i++)
        come(STRANGER, 100 + (uint32_t)i, draw(5, 50));
    come(NEIGHBOUR, 1, 20);
    while (now < SIM_USEC)
        turn();
    end();
    /* The moment at which all attackers begin at once takes each of them off the loop; apart
     * from that an answer waits for a turn, somebody from another address for the turns of the
     * others', a neighbour for its equals. */
    usec_t begin = attackers * DEFER_USEC, a_turn = 2 * SHARE_TURN_USEC + 2 * dear + seated * 15;
    usec_t ring = (networks + strangers + 1) * (SHARE_QUANTUM_USEC + dear);
    if (worst[SEATED] > begin + 2 * a_turn || worst[STRANGER] > begin + 3 * a_turn + 3 * ring ||
        worst[NEIGHBOUR] > begin + 3 * a_turn + 3 * (attackers + 1) * networks * dear)
        fail_msg("AVONDALE_SEED=%u: %d attackers of %d addresses at %d us, %d seated: an answer "
                 "waited %d us, "
                 "a stranger %d, a neighbour %d",
                 from, attackers, networks, (int)dear, seated, (int)worst[SEATED],
                 (int)worst[STRANGER], (int)worst[NEIGHBOUR]);
}

static int from_environment(const char *name, int standard)
{
    const char *text = getenv(name);
    return text ? atoi(text) : standard;
}

static void no_attack_delays_an_honest_peer_long(void **state)
{
#ifdef __SANITIZE_ADDRESS__
    int runs = from_environment("AVONDALE_SHARE_RUNS", 3);
#else
    int runs = from_environment("AVONDALE_SHARE_RUNS", 30);
#endif
    unsigned first = (unsigned)from_environment("AVONDALE_SEED", 1);
    usec_t most[KINDS] = {0};
    (void)state;

    for (int run = 0; run < runs; run++) {
        seed = first + (unsigned)run;
        arena(first + (unsigned)run);
        for (int kind = 0; kind < KINDS; kind++)
            most[kind] = worst[kind] > most[kind] ? worst[kind] : most[kind];
    }
    printf("%d arenas from seed %u: an answer waited %d us at most, a stranger %d, a neighbour of "
           "the attackers %d\n",
           runs, first, (int)most[SEATED], (int)most[STRANGER], (int)most[NEIGHBOUR]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_attack_delays_an_honest_peer_long)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
