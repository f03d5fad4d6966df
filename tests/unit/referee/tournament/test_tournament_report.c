/* test_tournament_report.c - the files of a finished tournament. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tournament_done.h"

static char path[TOURNAMENT_PATH_MAX + 32];

static bool file_has(const char *name, const char *word)
{
    static char text[100000];
    char file_name[TOURNAMENT_PATH_MAX + 32];
    snprintf(file_name, sizeof file_name, "%s/%s", tournament_done.file.output, name);
    FILE *file = fopen(file_name, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    return strstr(text, word) != NULL;
}

static void standings_are_written_in_every_form(void **state)
{
    static const char *const names[] = {"standings.txt", "standings.csv", "results.json",
                                        "index.html"};
    (void)state;
    tournament_done_make();
    snprintf(tournament_done.file.output, sizeof tournament_done.file.output,
             "/tmp/avondale-cup-XXXXXX");
    assert_non_null(mkdtemp(tournament_done.file.output));
    if (tournament_report_write(&tournament_done, path))
        fail_msg("%s", path);
    assert_true(file_has("standings.txt", "ann") && file_has("standings.csv", "bob"));
    assert_true(file_has("results.json", "\"name\": \"Cup <script>\"") ||
                file_has("results.json", "\"name\":\"Cup <script>\""));
    assert_true(file_has("index.html", "Cup &lt;script&gt;"));
    assert_false(file_has("index.html", "<script"));
    for (size_t i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s/%s", tournament_done.file.output, names[i]);
        unlink(path);
    }
    assert_int_equal(rmdir(tournament_done.file.output), 0); /* and nothing else */
    snprintf(tournament_done.file.output, sizeof tournament_done.file.output, "/nonexistent");
    assert_int_equal(tournament_report_write(&tournament_done, path), -1);
    assert_memory_equal(path, "/nonexistent/", 13);
    tournament_done_free();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(standings_are_written_in_every_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
