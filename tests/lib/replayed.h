/* replayed.h - altered records, for the tests of the replay. */
#ifndef AVONDALE_TEST_REPLAYED_H
#define AVONDALE_TEST_REPLAYED_H

#include "record_game.h"
#include <glob.h>

/* ---------------------------------------------------------------------------------- mutations */

/* A game of two hands that count, as JSON with a proof, which the caller releases. The search for a
 * game without an early end begins at `seed`. */
static inline json_t *sample(const char *preset, uint32_t seed)
{
    static const char *const options[] = {"max_hands=2"};
    json_t *json = NULL;

    for (; !json; seed += 100) {
        struct played played;
        played_start(&played, preset, options, 1, seed);
        played_go(&played, 100000);
        char *line = played_line(&played);
        if (played.game.reason == REASON_HANDS) {
            json = json_loads(line, 0, NULL);
            assert_non_null(json);
        }
        free(line);
        played_end(&played);
    }
    assert_replays(replay_json(json));
    return json;
}

static inline json_t *hand_of(json_t *json, size_t hand)
{
    return json_array_get(json_object_get(json, "hands"), hand);
}

/* The first difference of a game, which is freed. */
static inline void assert_names(json_t *json, const char *what)
{
    struct told told = replay_json(json);
    if (!strstr(told.text, what))
        print_error("told: %s\n", told.text);
    assert_non_null(strstr(told.text, what));
    assert_true(told.result > 0);
    json_decref(json);
}

#endif
