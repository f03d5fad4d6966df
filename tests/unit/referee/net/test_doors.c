/* test_doors.c - several listeners as one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <event2/event.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "await.h"
#include "net/doors.h"

static char directory[] = "/tmp/test_doors_XXXXXX";
static struct endpoint entered[8];
static int entered_count;

static int make_directory(void **state)
{
    (void)state;
    return mkdtemp(directory) && chdir(directory) == 0 ? 0 : -1;
}

static int remove_directory(void **state)
{
    (void)state;
    return chdir("/") || rmdir(directory);
}

static void on_enter(void *context, int fd, const struct endpoint *from)
{
    (void)context;
    entered[entered_count++ % 8] = *from;
    close(fd);
}

static int open_doors(struct doors *doors, struct event_base *base, const char *text,
                      char error[ENDPOINT_ERROR_BYTES])
{
    struct endpoint list[ENDPOINT_LIST_MAX];
    int count = endpoint_parse_list(text, list);

    assert_true(count > 0);
    return doors_open(doors, base, list, count, on_enter, NULL, error);
}

/* A connection through any of them goes to the same function, with its origin. */
static void all_addresses_lead_to_one_callback(void **state)
{
    static const enum endpoint_kind kinds[] = {ENDPOINT_IP4, ENDPOINT_UNIX};
    struct event_base *base = event_base_new();
    struct doors doors = {0};
    char error[ENDPOINT_ERROR_BYTES], text[DOORS_TEXT_BYTES], public[ENDPOINT_TEXT_BYTES];
    (void)state;

    if (open_doors(&doors, base, "127.0.0.1:0,unix:a", error))
        fail_msg("%s", error);
    doors_format(&doors, text);
    doors_format_public(&doors, public);
    assert_non_null(strstr(text, public));
    assert_string_equal(text + strlen(public), ",unix:a");
    for (int i = 0; i < doors.count; i++) {
        int fd = endpoint_socket_dial(&doors.listeners[i].socket.at);
        assert_true(fd >= 0);
        struct await limit = await_begin(10);
        while (entered_count <= i && await_step(&limit))
            event_base_loop(base, EVLOOP_NONBLOCK);
        assert_int_equal(entered_count, i + 1);
        assert_int_equal(entered[i].kind, kinds[i]);
        close(fd);
    }
    doors_close(&doors);
    doors_close(&doors);
    assert_int_equal(access("a", F_OK), -1);
    event_base_free(base);
}

/* The second cannot be opened: doors_close removes what the first has made. */
static void an_address_that_fails_is_named(void **state)
{
    struct event_base *base = event_base_new();
    struct doors doors = {0};
    char error[ENDPOINT_ERROR_BYTES];
    (void)state;

    assert_int_equal(open_doors(&doors, base, "unix:a,unix:missing/b,unix:c", error), -1);
    assert_string_equal(error, "unix:missing/b: No such file or directory");
    doors_close(&doors);
    assert_int_equal(access("a", F_OK), -1);
    event_base_free(base);
}

static void the_public_address_is_one_that_others_can_use(void **state)
{
    static const struct {
        const char *text, *public;
    } cases[] = {{"unix:a", "unix:a"},
                 {"unix:a,0.0.0.0:0", "HOST:"},
                 {"0.0.0.0:0,unix:a", "HOST:"},
                 {"127.0.0.1:0,0.0.0.0:0", "127.0.0.1:"}};
    struct event_base *base = event_base_new();
    struct doors doors = {0};
    char error[ENDPOINT_ERROR_BYTES], public[ENDPOINT_TEXT_BYTES];
    (void)state;

    doors_format_public(&doors, public);
    assert_string_equal(public, "");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(open_doors(&doors, base, cases[i].text, error), 0);
        doors_format_public(&doors, public);
        assert_int_equal(strncmp(public, cases[i].public, strlen(cases[i].public)), 0);
        doors_close(&doors);
    }
    event_base_free(base);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_addresses_lead_to_one_callback),
        cmocka_unit_test(an_address_that_fails_is_named),
        cmocka_unit_test(the_public_address_is_one_that_others_can_use),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
