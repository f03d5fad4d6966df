/* test_analysis.c - the loss of each play, with all cards known. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol.h"
#include "record/analysis.h"

static void ignore(void *context, const char *text)
{
    (void)context;
    (void)text;
}

static void plays_are_looked_at(void **state)
{
    static struct analysis analysis;
    static char line[1 << 18];
    struct analyzed_play worst[3];
    void *memory = malloc(solve_bytes(16));
    FILE *file = fopen("tests/golden/show.jsonl", "r");
    (void)state;
    assert_non_null(file);
    analysis = (struct analysis){
        .plays = true, .nodes = 200000, .worst = worst, .worst_max = 3, .file = "show"};
    assert_int_equal(solve_init(&analysis.solver, memory, solve_bytes(16)), 0);
    for (analysis.line = 1; fgets(line, sizeof line, file); analysis.line++) {
        struct replay replay = {.report = ignore, .step = analysis_step, .context = &analysis};
        analysis_begin(&analysis);
        (void)!replay_run(line, strcspn(line, "\n"), &replay);
    }
    fclose(file);
    assert_false(analysis.full || analysis.no_memory);
    assert_true(analysis.bot_count >= 2);
    long plays = 0, faults = 0;
    for (int bot = 0; bot < analysis.bot_count; bot++) {
        const struct cell *cells = &analysis.bots[bot].cells[0][0][0];
        for (int i = 0; i < STAGE_COUNT * KIND_COUNT * ROLE_COUNT; i++) {
            assert_true(cells[i].faults <= cells[i].plays);
            assert_true(cells[i].tricks + cells[i].contracts >= cells[i].faults);
            plays += cells[i].plays;
            faults += cells[i].faults;
        }
    }
    assert_true(plays > 20 && faults > 0);
    assert_in_range(analysis.worst_count, 1, 3);
    for (int i = 0; i < analysis.worst_count; i++) {
        assert_memory_equal(worst[i].place, "show:", 5);
        assert_true(worst[i].loss > 0);
        assert_string_not_equal(worst[i].played, worst[i].best);
    }
    analysis_fini(&analysis);
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_are_looked_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
