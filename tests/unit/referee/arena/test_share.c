/* test_share.c - the order in which peers are read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arena/share.h"

enum { PEERS = 64 };
static struct share share;
static struct share_peer peers[PEERS];
static long used[PEERS];

static int set_up(void **state)
{
    (void)state;
    memset(&share, 0, sizeof share);
    memset(peers, 0, sizeof peers);
    memset(used, 0, sizeof used);
    return 0;
}

static int index_of(const struct share_peer *peer)
{
    return (int)(peer - peers);
}

/* `count` peers from `first` on that always have more to read. */
static void come(int first, int count, uint32_t key)
{
    for (int i = first; i < first + count; i++) {
        share_enter(&share, &peers[i], key);
        share_wait(&share, &peers[i]);
    }
}

static void leave_all(void)
{
    for (int i = 0; i < PEERS; i++) {
        if (peers[i].address)
            share_leave(&share, &peers[i]);
    }
    assert_int_equal(share.waiting, 0);
    assert_null(share.ring_first);
    assert_null(share.by_key);
}

/* Reads `looks` of them, each at its own cost, and each waits again. */
static void turn_around(int looks, usec_t (*cost)(int peer))
{
    for (int i = 0; i < looks; i++) {
        struct share_peer *peer = share_next(&share);
        assert_non_null(peer);
        assert_false(peer->waits);
        share_charge(&share, peer, cost(index_of(peer)));
        used[index_of(peer)] += cost(index_of(peer));
        share_wait(&share, peer);
    }
}

static long used_by(int first, int count)
{
    long sum = 0;
    for (int i = first; i < first + count; i++)
        sum += used[i];
    return sum;
}

static usec_t the_same(int peer)
{
    (void)peer;
    return 40;
}

static usec_t dear_at_first(int peer)
{
    return peer < 50 ? 190 : 7;
}

/* Fifty peers of one address together get as much as a single peer of another. */
static void addresses_are_equal(void **state)
{
    (void)state;
    come(0, 50, 1);
    come(50, 1, 2);
    come(51, 3, 3);
    turn_around(9000, the_same);
    assert_in_range(used_by(0, 50), 119000, 121000);
    assert_in_range(used_by(50, 1), 119000, 121000);
    assert_in_range(used_by(51, 3), 119000, 121000);
    leave_all();
}

/* Time counts, not messages. */
static void costs_are_counted(void **state)
{
    (void)state;
    come(0, 50, 1);
    come(50, 1, 2);
    turn_around(20000, dear_at_first);
    long dear = used_by(0, 50), cheap = used_by(50, 1);
    assert_in_range(dear, cheap - 1000, cheap + 1000);
    leave_all();
}

static void peers_of_an_address_take_turns(void **state)
{
    (void)state;
    come(0, 10, 1);
    turn_around(1000, the_same);
    for (int i = 0; i < 10; i++)
        assert_int_equal(used[i], 4000);
    leave_all();
}

/* A peer that was sent a request comes first, up to a limit; then it waits like all. */
static void an_awaited_answer_comes_first(void **state)
{
    (void)state;
    come(0, 20, 1);
    come(20, 1, 2);
    share_favour(&share, &peers[13]); /* it waits already */
    for (int i = 0; i < SHARE_FAVOURS; i++) {
        assert_true(share_urgent(&share));
        assert_ptr_equal(share_next(&share), &peers[13]);
        share_wait(&share, &peers[13]);
    }
    assert_false(share_urgent(&share));
    assert_ptr_equal(share_next(&share), &peers[0]);
    leave_all();
}

/* With nobody waiting a turn has a fixed share, and so has the next one; an answer is read at
 * any time. */
static void a_turn_has_its_time(void **state)
{
    (void)state;
    share_enter(&share, &peers[0], 1);
    share_enter(&share, &peers[1], 2);
    assert_true(share_now(&share, &peers[0]));
    share_charge(&share, &peers[0], SHARE_TURN_USEC);
    assert_false(share_now(&share, &peers[1]));
    share_turn(&share);
    assert_true(share_now(&share, &peers[1]));
    share_wait(&share, &peers[0]);
    assert_false(share_now(&share, &peers[1])); /* the waiting peer was here before */
    share_favour(&share, &peers[1]);
    for (int i = 0; i < SHARE_FAVOURS; i++)
        assert_true(share_now(&share, &peers[1]));
    assert_false(share_now(&share, &peers[1]));
    leave_all();
}

/* A peer that used more than its share is in debt when it returns; a peer that used less gains
 * nothing by waiting. */
static void debts_are_kept(void **state)
{
    (void)state;
    come(0, 1, 1);
    come(1, 1, 2);
    assert_ptr_equal(share_next(&share), &peers[0]);
    share_charge(&share, &peers[0], 1000);
    for (int i = 0; i < 5; i++) { /* it leaves its ring and enters it again in between */
        turn_around(1, the_same);
        assert_int_equal(used[1], 40 * (i + 1));
    }
    share_wait(&share, &peers[0]);
    turn_around(10, the_same);
    assert_int_equal(used[0], 0);
    leave_all();
}

static void closed_peers_are_not_counted(void **state)
{
    (void)state;
    int most, handshakes;
    come(0, 5, 1);
    come(5, 3, 2);
    come(8, 4, 0); /* without an address, and so without its own share */
    share_highest(&share, &most, &handshakes);
    assert_int_equal(most, 5);
    peers[6].address->handshakes = 2;
    share_highest(&share, &most, &handshakes);
    assert_int_equal(handshakes, 2);
    assert_int_equal(share_find(&share, 2)->peers, 3);
    share_leave(&share, &peers[0]);
    assert_ptr_equal(share_next(&share), &peers[1]);
    for (int i = 5; i < 8; i++)
        share_leave(&share, &peers[i]);
    assert_null(share_find(&share, 2));
    for (int i = 0; i < 20; i++) {
        int peer = index_of(share_next(&share));
        assert_true((peer >= 2 && peer < 5) || (peer >= 8 && peer < 12) || peer == 1);
        share_charge(&share, &peers[peer], 50);
        share_wait(&share, &peers[peer]);
    }
    leave_all();
    assert_null(share_next(&share));
}

#define TEST(name) cmocka_unit_test_setup(name, set_up)
int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(addresses_are_equal),
        TEST(costs_are_counted),
        TEST(peers_of_an_address_take_turns),
        TEST(an_awaited_answer_comes_first),
        TEST(a_turn_has_its_time),
        TEST(debts_are_kept),
        TEST(closed_peers_are_not_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
