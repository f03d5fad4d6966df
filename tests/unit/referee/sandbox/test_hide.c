/* test_hide.c - the files of an arena are hidden from the bots beside them. */
#include "sandboxed.h"

static bool is_hidden(const struct root_view *root, const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", top, name);
    for (int i = 0; i < root->hidden_count; i++) {
        if (strcmp(root->hidden[i], path) == 0)
            return true;
    }
    return false;
}

/* In its own directory, because the files of the others are counted. */
static void files_of_an_arena_are_hidden(void **state)
{
    static struct root_view root;
    static const char *const seen[] = {"place/bot",       "place/data.lock", "place/data",
                                       "place/sub/notes", "place/ini",       "place/sub"};
    static const char *const gone[] = {"place/own",       "place/x.db",         "place/x.db-wal",
                                       "place/x.db.lock", "place/x.db.journal", "place/sub/pipe",
                                       "place/sub/out",   "place/x.db.snapshot"};
    char path[128], own[128], missing[128], *paths[] = {own, missing}, *words[] = {path, NULL};
    (void)state;

    for (int i = 0; i < 4; i++) {
        static const char *const made[] = {"place", "place/sub", "place/sub/out", "place/ini"};
        snprintf(path, sizeof path, "%s/%s", top, made[i]);
        assert_int_equal(mkdir(path, 0755), 0);
    }
    static const char *const files[] = {"place/bot",
                                        "place/own",
                                        "place/data",
                                        "place/data.lock",
                                        "place/x.db-wal",
                                        "place/x.db.lock",
                                        "place/x.db.journal",
                                        "place/x.db.snapshot",
                                        "place/sub/notes",
                                        "place/sub/out/tournament.ini",
                                        "place/sub/out/records.jsonl",
                                        "place/ini/tournament.ini"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        make_file(files[i]);
    make_text("place/x.db", "SQLite format 3", 16);
    snprintf(path, sizeof path, "%s/place/sub/pipe", top);
    assert_int_equal(mkfifo(path, 0600), 0);
    snprintf(path, sizeof path, "%s/place/bot", top);
    snprintf(own, sizeof own, "%s/place/own", top);
    snprintf(missing, sizeof missing, "%s/place/missing", top);
    root_view_find(&root, words);
    assert_int_equal(root.count, 1);
    hide_find(&root, paths, 2);
    for (size_t i = 0; i < sizeof seen / sizeof seen[0]; i++)
        assert_false(is_hidden(&root, seen[i]));
    for (size_t i = 0; i < sizeof gone / sizeof gone[0]; i++)
        assert_true(is_hidden(&root, gone[i]));
    assert_false(root.hidden_too_many);
    for (int i = 0; i < SANDBOX_HIDDEN_MAX; i++) {
        char name[64];
        snprintf(name, sizeof name, "place/%d.journal", i);
        make_file(name);
    }
    hide_find(&root, paths, 2);
    assert_true(root.hidden_too_many); /* the bot is not started: nothing is exposed by chance */
    for (int i = 0; i < root.count; i++) {
        if (root.shown[i].tree >= 0)
            close(root.shown[i].tree);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(files_of_an_arena_are_hidden, make_tree, remove_tree),
    };
    if (argc > 1 && strcmp(argv[1], SANDBOX_CHILD_WORD) == 0)
        return supervisor_main(argc, argv);
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
