/* test_tournament_help.c - the help for an organiser on reading the standings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "tournament/tournament_help.h"

static void every_competition_has_its_lines(void **state)
{
    (void)state;
    for (int format = 0; format < TOURNAMENT_FORMAT_COUNT; format++) {
        struct tournament_config config = {.format = (enum tournament_format)format,
                                           .entry_count = 5};
        char text[TOURNAMENT_HELP_BYTES], first[TOURNAMENT_HELP_BYTES];
        int number = 0;
        for (const char *line; (line = tournament_help_line(&config, number, text)); number++) {
            assert_true(line[0] != 0 && strlen(line) < TOURNAMENT_HELP_BYTES &&
                        !strchr(line, '\n'));
            if (number == 0)
                snprintf(first, sizeof first, "%s", line);
            else
                assert_string_not_equal(line, first);
        }
        assert_in_range(number, 2, 40);
        assert_memory_equal(first, "score: ", 7);
    }
}

static void all_formats_are_printed(void **state)
{
    static char text[20000];
    FILE *out = fmemopen(text, sizeof text, "w");
    (void)state;
    tournament_help_print(out);
    fclose(out);
    assert_non_null(strstr(text, "swiss"));
    assert_non_null(strstr(text, "knockout"));
    assert_non_null(strstr(text, "head-to-head"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_competition_has_its_lines),
        cmocka_unit_test(all_formats_are_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
