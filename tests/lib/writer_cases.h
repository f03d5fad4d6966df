/* writer_cases.h - ladders that write, for the tests of the writer. */
#ifndef AVONDALE_TEST_WRITER_CASES_H
#define AVONDALE_TEST_WRITER_CASES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include "await.h"
#include "ladder_temp.h"
#include "log/replay.h"

static inline bool readable(const struct ladder *ladder, int msec)
{
    struct pollfd poll_fd = {.fd = writer_queue_fd(ladder), .events = POLLIN};
    return poll(&poll_fd, 1, msec) == 1;
}

/* The texts of the completions, in order. */
struct seen {
    int count;
    int status[4200];
    char games[4200][24];
    char text[256];
    struct ladder_change first[LADDER_SEATS_MAX];
};

static inline void on_done(void *context, const struct ladder_done *done)
{
    struct seen *seen = context;
    seen->status[seen->count] = done->status;
    snprintf(seen->games[seen->count], sizeof seen->games[0], "%.23s", done->result->game);
    if (seen->count == 0)
        memcpy(seen->first, done->changes, sizeof seen->first);
    if (done->status == LADDER_NOT_STORED)
        snprintf(seen->text, sizeof seen->text, "%s", done->text);
    seen->count++;
}

static inline void assert_no_difference(const struct temp *temp, int results)
{
    struct store *store;
    struct ladder_error error;
    struct replay replay;
    struct replay_audit audit = {0};
    replay_init(&replay);
    assert_int_equal(store_open(&store, temp->url, STORE_MUST_EXIST, &error), 0);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(replay_recompute(&replay, store, false, &audit), 0);
    assert_int_equal(audit.differ, 0);
    if (results >= 0)
        assert_int_equal(audit.results, results);
    store_close(store);
    replay_fini(&replay);
}

static inline int shell(const struct temp *temp, char *out, size_t size, int argc,
                        const char *const *argv)
{
    FILE *file = fmemopen(out, size, "w"), *null = fopen("/dev/null", "w");
    int status = command_table_run(temp->url, argc, (char **)(uintptr_t)argv, false, file, null);
    fclose(file);
    fclose(null);
    out[strcspn(out, "\n")] = '\0';
    return status;
}

#endif
