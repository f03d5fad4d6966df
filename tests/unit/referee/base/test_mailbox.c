/* test_mailbox.c - mail of several threads arrives once, in the order of each sender, on the
 * reader's loop. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <event2/event.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mailbox.h"

enum { SENDERS = 4, LETTERS = 5000 };

struct letter {
    struct mail mail;
    int sender, number;
};

static struct event_base *base;
static struct mailbox box;
static pthread_t reader;
static int next[SENDERS], opened, lots;

static void on_letter(struct mail *mail)
{
    struct letter *letter = (struct letter *)mail;
    assert_true(pthread_equal(pthread_self(), reader));
    assert_int_equal(letter->number, next[letter->sender]++);
    opened++;
    free(letter);
}

static void after_lot(void *context)
{
    assert_ptr_equal(context, &box);
    lots++;
}

static int setup(void **state)
{
    (void)state;
    base = event_base_new();
    reader = pthread_self();
    opened = lots = 0;
    for (int i = 0; i < SENDERS; i++)
        next[i] = 0;
    return base ? mailbox_init(&box, base, after_lot, &box) : -1;
}

static int teardown(void **state)
{
    (void)state;
    mailbox_fini(&box);
    mailbox_fini(&box); /* a second call is harmless */
    event_base_free(base);
    return 0;
}

static void post(int sender, int number, void (*open)(struct mail *))
{
    struct letter *letter = malloc(sizeof *letter);
    if (!letter)
        abort();
    letter->sender = sender;
    letter->number = number;
    mailbox_post(&box, &letter->mail, open);
}

static void an_empty_box_has_no_letters(void **state)
{
    (void)state;
    event_base_loop(base, EVLOOP_NONBLOCK);
    assert_int_equal(lots, 0);
    mailbox_open(&box);
    assert_int_equal(opened, 0);
    assert_int_equal(lots, 1);
}

static void letters_of_a_lot_are_opened_together(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++)
        post(0, i, on_letter);
    event_base_loop(base, EVLOOP_NONBLOCK);
    assert_int_equal(opened, 3);
    assert_int_equal(lots, 1);
    event_base_loop(base, EVLOOP_NONBLOCK);
    assert_int_equal(lots, 1);
    post(0, 3, on_letter); /* it wakes again */
    event_base_loop(base, EVLOOP_NONBLOCK);
    assert_int_equal(opened, 4);
    assert_int_equal(lots, 2);
}

/* Without this limit two loops that answer each other would keep a third one waiting for ever. */
static void on_chain(struct mail *mail)
{
    struct letter *letter = (struct letter *)mail;
    if (letter->number < 3)
        post(letter->sender, letter->number + 1, on_chain);
    opened++;
    free(letter);
}

static void letters_posted_while_opening_wait_for_the_next_lot(void **state)
{
    (void)state;
    post(0, 0, on_chain);
    mailbox_open(&box);
    assert_int_equal(opened, 1);
    for (int i = 0; i < 3; i++)
        event_base_loop(base, EVLOOP_NONBLOCK);
    assert_int_equal(opened, 4);
    assert_int_equal(lots, 4);
}

static void *send_all(void *context)
{
    int sender = (int)(intptr_t)context;
    for (int i = 0; i < LETTERS; i++)
        post(sender, i, on_letter);
    return NULL;
}

static void letters_of_each_sender_arrive_in_order(void **state)
{
    pthread_t threads[SENDERS];
    (void)state;
    for (int i = 0; i < SENDERS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, send_all, (void *)(intptr_t)i), 0);
    while (opened < SENDERS * LETTERS)
        event_base_loop(base, EVLOOP_ONCE); /* sleeps until another thread wakes it */
    for (int i = 0; i < SENDERS; i++)
        pthread_join(threads[i], NULL);
    event_base_loop(base, EVLOOP_NONBLOCK);
    assert_int_equal(opened, SENDERS * LETTERS);
}

int main(void)
{
    alarm(120); /* for a lost wake-up */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_empty_box_has_no_letters, setup, teardown),
        cmocka_unit_test_setup_teardown(letters_of_a_lot_are_opened_together, setup, teardown),
        cmocka_unit_test_setup_teardown(letters_posted_while_opening_wait_for_the_next_lot, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(letters_of_each_sender_arrive_in_order, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
