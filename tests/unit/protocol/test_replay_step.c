/* test_replay_step.c - the replay of a record reports each step. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "record_game.h"

struct looker {
    int steps, last_hand, stop_at;
    char game[64], names[80];
};

static bool look(void *context, const struct replay_step *step)
{
    struct looker *looker = context;
    looker->steps++;
    assert_true(step->hand >= looker->last_hand);
    assert_true(step->step >= 1 && step->seat >= 0 && step->seat < 4);
    assert_int_equal(step->game->turn, step->seat); /* before the step is applied */
    assert_string_equal(step->phase, game_phase_name((enum phase)step->game->phase));
    assert_true(step->word[0] != 0);
    if (looker->steps == 3)
        assert_string_equal(step->fault, "time");
    else
        assert_null(step->fault);
    looker->last_hand = step->hand;
    snprintf(looker->game, sizeof looker->game, "%s", step->game_id);
    snprintf(looker->names, sizeof looker->names, "%s %s", step->names[0], step->names[3]);
    return looker->steps != looker->stop_at;
}

static void ignore(void *context, const char *text)
{
    (void)context;
    (void)text;
}

static void each_step_is_reported_with_its_fault(void **state)
{
    struct played played;
    struct looker looker = {.steps = 0};
    (void)state;
    played_start(&played, "wikipedia", NULL, 0, 4);
    while (played.game.phase == PHASE_DEAL)
        played_deal(&played);
    played_step(&played, NULL, -1);
    played_step(&played, NULL, -1);
    played_step(&played, "time", -1);
    played_go(&played, 60);
    char *line = played_line(&played);
    struct replay replay = {.report = ignore, .step = look, .context = &looker};
    assert_true(replay_run(line, strlen(line), &replay) >= 0);
    assert_int_equal(looker.steps, replay.steps);
    assert_true(looker.steps > 10);
    assert_string_equal(looker.game, "t-1");
    assert_string_equal(looker.names, "ann di");
    looker = (struct looker){.stop_at = 5};
    (void)!replay_run(line, strlen(line), &replay);
    assert_int_equal(looker.steps, 5);
    free(line);
    played_end(&played);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_step_is_reported_with_its_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
