/* test_intake.c - the thread that reads archives: its queue, and the effect of its end on the
 * queue. test_hand_in.c tests which archives it refuses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "handed_in.h"
#include "ladder.h"
#include "owner/intake.h"

#include <stdatomic.h>

struct heard {
    atomic_int count;
    int code;
    enum ladder_deed_outcome outcome;
};

static void on_done(void *context, const struct ladder_deed *deed, enum ladder_deed_outcome outcome,
                    int code, const char *error)
{
    struct heard *heard = context;

    (void)deed;
    (void)error;
    heard->code = code;
    heard->outcome = outcome;
    atomic_fetch_add(&heard->count, 1);
}

static int file_of(const char *bytes, size_t size)
{
    char path[] = "/tmp/avondale-test-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    unlink(path);
    assert_int_equal(write(fd, bytes, size), (ssize_t)size);
    return fd;
}

static void each_upload_is_answered_once(void **state)
{
    const struct fixture *fixture = *state;
    struct intake *intake = intake_create(fixture->ladder, fixture->temp.url);
    static struct heard heard[2 * INTAKE_WAITING_MAX];
    static struct handed good;
    struct ladder_deed deed = {
        .kind = LADDER_DEED_HAND_IN, .account = "own-nobody", .bot = "friend", .bots_max = 2};
    int given = 0;

    assert_non_null(intake);
    strcpy(deed.program.label, "1");
    handed_make(&good, handed_manifest, NULL);
    memset(heard, 0, sizeof heard);
    for (int i = 0; i < 2 * INTAKE_WAITING_MAX; i++) {
        int fd = file_of(good.bytes, good.size);
        if (intake_give(intake, &deed, fd, good.size, on_done, &heard[i])) {
            close(fd); /* too many wait: the descriptor stays ours */
            continue;
        }
        given++;
    }
    assert_true(given >= INTAKE_WAITING_MAX);
    intake_destroy(intake);
    writer_queue_wait(fixture->ladder);
    writer_queue_dispatch(fixture->ladder);
    int count = 0;
    for (int i = 0; i < 2 * INTAKE_WAITING_MAX; i++) {
        count += heard[i].count;
        assert_true(heard[i].count <= 1);
        assert_true(heard[i].outcome != LADDER_DEED_DONE); /* no such owner, or the end */
        assert_true(heard[i].count == 0 || heard[i].code == 0 || heard[i].code == 503);
    }
    assert_int_equal(count, given);
    assert_int_equal(handed_archives(fixture), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_upload_is_answered_once, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
