/* test_seating_game.c - the journal's data on a game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "resume/game_replay.h"
#include "seating/seating_private.h"

/* A resumed game, as resume.c makes it: its part of the journal exists from the start. */
static void a_game_that_continues_has_its_journal(void **state)
{
    const struct table_options options = {.watch = true, .stake = 30};
    struct journal_game *journal = (struct journal_game *)(void *)&options; /* never dereferenced */
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
