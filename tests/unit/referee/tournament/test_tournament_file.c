/* test_tournament_file.c - the file that describes a competition is checked as a whole. */
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

#include "tournament/tournament_file.h"

static char path[] = "/tmp/avondale-cup-XXXXXX", said[4000];

/* Reads `text` as a file, in another process whose error lines are in `said`. */
static int read_text(const char *text)
{
    FILE *err = tmpfile(), *file = fopen(path, "w");
    int status;
    fputs(text, file);
    fclose(file);
    pid_t pid = fork();
    if (pid == 0) {
        static struct tournament_file cup;
        dup2(fileno(err), 2);
        int result = tournament_file_read(&cup, path);
        if (result == 0 && (cup.format.entry_count != 2 || cup.repeats != 3 ||
                            strcmp(cup.entries[1].name, "bob") != 0 || !cup.seeded))
            result = 9;
        tournament_file_free(&cup);
        fflush(stderr);
        _exit(result);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    rewind(err);
    said[fread(said, 1, sizeof said - 1, err)] = 0;
    fclose(err);
    return WEXITSTATUS(status);
}

#define HEAD "[tournament]\nformat = round-robin\nrepeats = 3\nseed = 5eed\noutput = /tmp/none\n"
#define ENTRIES "[entry ann]\ncommand = /bin/true\n[entry bob]\ncommand = /bin/true\n"

static void a_good_file_is_read(void **state)
{
    (void)state;
    close(mkstemp(path));
    assert_int_equal(read_text(HEAD ENTRIES), 0);
    assert_string_equal(said, "");
}

/* An archive says by itself how it starts; then the file may say nothing of that. */
static void an_archive_needs_no_command(void **state)
{
    static const char *const more[] = {"options = x", "environment = A=b", "directory = x",
                                       "token = x", "command ="};
    char text[400];
    (void)state;
    assert_int_equal(read_text(HEAD "[entry ann]\narchive = some\ntime = 50\n[entry bob]\n"
                                    "command = /bin/true\n"),
                     0);
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++) {
        snprintf(text, sizeof text,
                 HEAD "[entry ann]\narchive = some\n%s\n[entry bob]\ncommand = x\n", more[i]);
        assert_int_equal(read_text(text), 2);
        assert_non_null(strstr(said, "[entry ann]: expected a command; without one, avondale.ini"));
    }
}

static void each_mistake_has_a_line(void **state)
{
    (void)state;
    assert_int_equal(read_text(HEAD "jobs = many\nmax_hands = 0\nnothing = 1\n" ENTRIES), 2);
    int lines = 0;
    for (const char *at = said; (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    assert_true(lines >= 2);
    assert_non_null(strstr(said, "jobs"));
    assert_non_null(strstr(said, "nothing"));
    assert_int_equal(read_text(HEAD "[entry ann]\ncommand = /bin/true\n"), 2);
    assert_int_equal(read_text(HEAD ENTRIES "[entry ann]\ncommand = /bin/true\n"), 2);
    assert_non_null(strstr(said, "ann"));
    assert_int_equal(read_text(HEAD "option = target=500\noption = target=600\n" ENTRIES), 2);
    assert_non_null(strstr(said, "target=600: stands here twice"));
    assert_int_equal(read_text(HEAD "option = max_hands=4\nmax_hands = 4\n" ENTRIES), 2);
    assert_non_null(strstr(said, "max_hands=4: stands here twice"));
    assert_int_equal(read_text(HEAD "option = targett=600\n" ENTRIES), 2);
    assert_non_null(strstr(said, "targett=600: no such option, target is"));
    assert_int_equal(read_text(""), 2);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_file_is_read),
        cmocka_unit_test(an_archive_needs_no_command),
        cmocka_unit_test(each_mistake_has_a_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
