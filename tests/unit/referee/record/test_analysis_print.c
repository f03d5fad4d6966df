/* test_analysis_print.c - an analysis as tables and as JSON. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record/analysis.h"

static struct analysis analysis;
static struct analyzed_play worst[1];

/* ann lost 3 tricks in 4 of 40 plays as contractor in hearts. */
static void fill(void)
{
    memset(&analysis, 0, sizeof analysis);
    analysis.plays = true;
    analysis.bot_count = 1;
    snprintf(analysis.bots[0].name, sizeof analysis.bots[0].name, "ann\"<b>");
    analysis.bots[0].cells[STAGE_EARLY][DENOM_H][ROLE_CONTRACTOR] =
        (struct cell){.plays = 40, .faults = 4, .tricks = 3, .contracts = 1};
    worst[0] = (struct analyzed_play){.place = "show:1:2:3", .loss = 2, .tricks = true};
    snprintf(worst[0].bot, sizeof worst[0].bot, "ann\"<b>");
    snprintf(worst[0].played, sizeof worst[0].played, "AH");
    snprintf(worst[0].best, sizeof worst[0].best, "4H");
    analysis.worst = worst;
    analysis.worst_count = analysis.worst_max = 1;
}

static const char *printed(bool json)
{
    static char text[20000];
    FILE *out = tmpfile();
    fflush(stdout);
    int was = dup(1);
    dup2(fileno(out), 1);
    if (json)
        analysis_print_json(&analysis, 7, 2);
    else
        analysis_print(&analysis, false, 7, 2);
    fflush(stdout);
    dup2(was, 1);
    close(was);
    rewind(out);
    text[fread(text, 1, sizeof text - 1, out)] = 0;
    fclose(out);
    return text;
}

static void tables_have_the_bots_and_the_worst_plays(void **state)
{
    (void)state;
    fill();
    const char *text = printed(false);
    assert_non_null(strstr(text, "ann\"<b>"));
    assert_non_null(strstr(text, " 40 "));
    assert_non_null(strstr(text, "show:1:2:3"));
    assert_non_null(strstr(text, "AH"));
    assert_non_null(strstr(text, "4H"));
}

static void json_is_whole(void **state)
{
    (void)state;
    fill();
    json_t *value = json_loads(printed(true), 0, NULL);
    assert_non_null(value);
    assert_int_equal(json_integer_value(json_object_get(value, "records")), 7);
    char *flat = json_dumps(value, JSON_COMPACT | JSON_SORT_KEYS);
    assert_non_null(strstr(flat, "\"ann\\\"<b>\""));
    assert_non_null(strstr(flat, "show:1:2:3"));
    free(flat);
    json_decref(value);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_have_the_bots_and_the_worst_plays),
        cmocka_unit_test(json_is_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
