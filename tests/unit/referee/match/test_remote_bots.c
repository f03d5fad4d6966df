/* test_remote_bots.c - remote bots of a match: which commands wait for them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "match/remote_bots.h"

static void addresses_for_remote_bots_are_checked(void **state)
{
    (void)state;
    assert_true(remote_bots_expected("tcp://127.0.0.1:5500"));
    assert_true(remote_bots_expected("tcp://nowhere"));
    assert_false(remote_bots_expected("./bot tcp://127.0.0.1:5500"));
    assert_true(remote_bots_command_valid("tcp://127.0.0.1:5500"));
    assert_true(remote_bots_command_valid("tcp://localhost:1"));
    assert_true(remote_bots_command_valid("tcp://[::1]:5500"));
    assert_true(remote_bots_expected("unix:/run/bots"));
    assert_true(remote_bots_command_valid("unix:/run/bots?mode=0600"));
    static const char *const bad[] = {"tcp://",
                                      "tcp://127.0.0.1",
                                      "tcp://127.0.0.1:",
                                      "tcp://127.0.0.1:0",
                                      "tcp://127.0.0.1:65536",
                                      "tcp://127.0.0.1:5500 ",
                                      "tcp://127.0.0.1:x",
                                      "tcp://:5500",
                                      "tcp://::1:5500",
                                      "tcp://[::1]:0",
                                      "tcp://unix:/run/bots",
                                      "unix:",
                                      "unix:/run/bots?mode=0777"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(remote_bots_command_valid(bad[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_for_remote_bots_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
