/* test_memory.c - the end of a command that runs out of memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"

static void memory_is_taken(void **state)
{
    (void)state;
    char *some = memory_take(100);
    assert_non_null(some);
    memset(some, 1, 100);
    free(some);
}

static void without_memory_the_program_ends_with_3(void **state)
{
    int status;
    char said[100] = "";
    FILE *err = tmpfile();
    (void)state;
    pid_t pid = fork();
    if (pid == 0) {
        dup2(fileno(err), 2);
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
        memory_end(); /* such a size is an error there, not a lack of memory */
#else
        volatile size_t size = SIZE_MAX / 2;
        (void)!memory_take(size);
#endif
        _exit(9);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(WEXITSTATUS(status), 3);
    rewind(err);
    assert_non_null(fgets(said, sizeof said, err));
    assert_string_equal(said, "avondale: out of memory\n");
    fclose(err);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_taken),
        cmocka_unit_test(without_memory_the_program_ends_with_3),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
