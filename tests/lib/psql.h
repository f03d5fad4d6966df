/* psql.h - SQL on a real server, for tests that alter what a store holds behind its back. */
#ifndef AVONDALE_TEST_PSQL_H
#define AVONDALE_TEST_PSQL_H

#include <sys/wait.h>
#include <unistd.h>

/* Runs `text`; the test fails where the server does not take it. */
static inline void psql(const char *url, const char *text)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        execlp("psql", "psql", "-qX", "-v", "ON_ERROR_STOP=1", url, "-c", text, (char *)NULL);
        _exit(127);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    if (status)
        fail_msg("psql: %s", text);
}

#endif
