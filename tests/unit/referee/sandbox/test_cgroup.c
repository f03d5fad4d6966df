/* test_cgroup.c - a control group bounds a bot. */
#include "sandboxed.h"

/* ------------------------------------------------------------------------------ control groups */

static bool holds(const char *name, const char *text)
{
    char path[200], found[64] = "";
    snprintf(path, sizeof path, "%s/%s", top, name);
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    size_t size = fread(found, 1, sizeof found - 1, file);
    found[size] = '\0';
    fclose(file);
    return strcmp(found, text) == 0;
}

/* In a directory that looks like a part of the tree: the values written to its files. Returns 0,
 * or the number of the check that failed. It does not test that the system obeys. */
static int check_group(void)
{
    struct run run;
    char name[140];

    make_text("cgroup.controllers", "cpu memory\n", 11);
    if (cgroup_begin_in(top) == 0 || cgroup_directory()[0])
        return 1; /* no limit of processes */
    make_text("cgroup.controllers", "cpu memory pids\n", 16);
    if (cgroup_begin_in(top) || strcmp(cgroup_directory(), top) != 0)
        return 2;
    snprintf(name, sizeof name, "%d", (int)getpid());
    char leaf[100];
    snprintf(leaf, sizeof leaf, "avondale-arena-%d/cgroup.procs", (int)getpid());
    if (!holds(leaf, name) || !holds("cgroup.subtree_control", "+memory +pids"))
        return 3;
    begin(SANDBOX_RLIMIT, &run, "exit 7");
    if (end_status(&run) != 7)
        return 4;
    snprintf(leaf, sizeof leaf, "avondale-bot-%d-%d/", (int)getpid(), (int)run.pid);
    snprintf(name, sizeof name, "%smemory.max", leaf);
    if (!holds(name, "4294967296"))
        return 5;
    snprintf(name, sizeof name, "%spids.max", leaf);
    if (!holds(name, "67"))
        return 6;
    cgroup_end(run.pid);
    snprintf(name, sizeof name, "%scgroup.kill", leaf);
    return holds(name, "1") ? 0 : 7;
}

static void a_group_bounds_a_bot(void **state)
{
    int status;
    (void)state;
    pid_t pid = fork();
    if (pid == 0)
        _exit(check_group());
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_group_bounds_a_bot, make_tree, remove_tree),
    };
    if (argc > 1 && strcmp(argv[1], SANDBOX_CHILD_WORD) == 0)
        return supervisor_main(argc, argv);
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
