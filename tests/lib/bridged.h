/* bridged.h - shared by the tests of a bridge: a loop that runs until a condition holds, and the
 * hidden first argument of bots that the test program starts. */
#ifndef AVONDALE_TEST_BRIDGED_H
#define AVONDALE_TEST_BRIDGED_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <event2/event.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "await.h"
#include "sandbox/sandbox.h"

static struct event_base *base;

/* Turns the loop until `met` returns true, for at most 20 seconds. */
static inline void turn_until(bool (*met)(void))
{
    struct await limit = await_begin(20);

    while (!met() && await_step(&limit))
        event_base_loop(base, EVLOOP_NONBLOCK);
    assert_true(met());
}

/* Turns the loop for a while in which nothing should come. */
static inline void turn_often(void)
{
    for (int i = 0; i < 50; i++)
        event_base_loop(base, EVLOOP_NONBLOCK);
}

/* To be called first in main. In a bot's first stage it does not return. */
static inline void bridged_begin(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], SANDBOX_CHILD_WORD) == 0)
        exit(supervisor_main(argc, argv));
    signal(SIGPIPE, SIG_IGN);
    base = event_base_new();
    assert_non_null(base);
}

static inline const struct sandbox_config *no_sandbox(void)
{
    static struct sandbox_config config;
    char line[SANDBOX_ERROR_BYTES];

    sandbox_options_set_defaults(&config);
    assert_int_equal(sandbox_prepare(&config, line), 0);
    return &config;
}

#endif
