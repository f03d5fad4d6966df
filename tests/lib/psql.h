/* psql.h - SQL on a real server, for tests that change a store directly. */
#ifndef AVONDALE_TEST_PSQL_H
#define AVONDALE_TEST_PSQL_H

#include <fcntl.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "await.h"

/* Runs `text`. Returns the status of psql, which prints the reason unless `quiet`. */
static inline int psql_run(const char *url, const char *text, bool quiet)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        if (quiet)
            dup2(open("/dev/null", O_WRONLY), 2);
        execlp("psql", "psql", "-qX", "-v", "ON_ERROR_STOP=1", url, "-c", text, (char *)NULL);
        _exit(127);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

/* Fails the test if the server refuses it. */
static inline void psql(const char *url, const char *text)
{
    if (psql_run(url, text, false))
        fail_msg("psql: %s", text);
}

/* Waits until `condition` holds; fails the test at the limit. */
static inline void psql_await(const char *url, const char *condition)
{
    char text[400];
    struct await limit = await_begin(20);
    snprintf(text, sizeof text, "DO $$ BEGIN ASSERT %s; END $$", condition);
    while (psql_run(url, text, true)) {
        if (!await_step(&limit))
            fail_msg("it does not come to this: %s", condition);
    }
}

#endif
