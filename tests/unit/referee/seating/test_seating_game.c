/* test_seating_game.c - what the journal asks of a game, and keeps with it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
/* cmocka wants the four above first. */
#include <cmocka.h>

#include "resume/game_replay.h"
#include "seating/seating_private.h"

/* A game that continues, as resume.c makes it: its part of the journal is there from the start. */
static void a_game_that_continues_has_its_journal(void **state)
{
    const struct table_options options = {.watch = true, .stake = 30};
    struct journal_game *journal = (struct journal_game *)(void *)&options; /* not looked at */
    struct game_replay replay;
    (void)state;

    struct seating_game *game = seating_resumed(NULL, journal, "by invitation", &options);
    assert_non_null(game);
    assert_string_equal(seating_game_unrated(game), "by invitation");
    assert_int_equal(seating_game_options(game)->stake, 30);
    assert_true(seating_game_options(game)->watch);
    assert_ptr_equal(seating_game_journal(game), journal);
    assert_null(seating_game_replay(game));
    seating_game_set_replay(game, &replay);
    assert_ptr_equal(seating_game_replay(game), &replay);
    seating_game_set_replay(game, NULL);
    assert_null(seating_game_replay(game));
    seating_game_set_journal(game, NULL); /* it is stored */
    assert_null(seating_game_journal(game));
    free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_that_continues_has_its_journal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
