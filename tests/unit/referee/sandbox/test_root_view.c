/* test_root_view.c - the part of the file system that a bot sees. */
#include "sandboxed.h"

/* `expected`: paths below `top`, each after a blank. `%` in the words means `top`. */
static void shows(const char *words, const char *expected)
{
    static struct root_view root;
    char texts[8][200], *list[9], found[600] = "";
    int count = 0;
    size_t used = 0, size = strlen(top);

    for (const char *at = words; *at; count++) {
        size_t length = 0;
        for (; *at && *at != '|'; at++) {
            if (*at == '%')
                length +=
                    (size_t)snprintf(texts[count] + length, sizeof texts[0] - length, "%s", top);
            else
                texts[count][length++] = *at;
        }
        texts[count][length] = '\0';
        list[count] = texts[count];
        at += *at == '|';
    }
    list[count] = NULL;
    root_view_find(&root, list);
    for (int i = 0; i < root.count; i++) {
        assert_memory_equal(root.shown[i].path, top, size);
        used +=
            (size_t)snprintf(found + used, sizeof found - used, " %s", root.shown[i].path + size);
        if (root.shown[i].tree >= 0)
            close(root.shown[i].tree);
    }
    assert_string_equal(found, expected);
}

static void only_the_program_is_shown(void **state)
{
    (void)state;
    shows("%/bot/program", " /bot");
    shows("%/bot/../bot/./program|%/alone", " /bot");
    shows("python3|-u|%/bot/program|--book|%/alone", " /bot");
    shows("java|-cp|%/bot|Main", " /bot");
    shows("%/link/program", " /link /bot");
    shows("%/bot/nosuch", "");
    shows("/usr/bin/env|true", "");
    shows("/", "");
    shows("/bin/sh|-c|cd %/link && exec './program' <%/bot/program", " /link /bot");
    setenv("HOME", top, 1);
    shows("%/alone", " /alone"); /* directly in a home: not the whole home */
    shows("%", "");
    setenv("HOME", "/nonexistent", 1);
    shows("%/alone", " ");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(only_the_program_is_shown, make_tree, remove_tree),
    };
    if (argc > 1 && strcmp(argv[1], SANDBOX_CHILD_WORD) == 0)
        return supervisor_main(argc, argv);
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
