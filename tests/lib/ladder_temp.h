/* ladder_temp.h - a ladder file in a directory of its own, and results to feed it, for the ladder's
 * tests. */
#ifndef AVONDALE_TEST_LADDER_TEMP_H
#define AVONDALE_TEST_LADDER_TEMP_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ladder.h"

struct temp {
    char dir[64];
    char path[96]; /* of the database */
    char url[112];
};

static inline void temp_init(struct temp *temp)
{
    snprintf(temp->dir, sizeof temp->dir, "/tmp/avondale-test-XXXXXX");
    if (!mkdtemp(temp->dir)) {
        perror("mkdtemp");
        abort();
    }
    snprintf(temp->path, sizeof temp->path, "%s/ladder.db", temp->dir);
    snprintf(temp->url, sizeof temp->url, "sqlite:%s", temp->path);
}

static inline void temp_fini(const struct temp *temp)
{
    DIR *dir = opendir(temp->dir);
    for (struct dirent *entry = dir ? readdir(dir) : NULL; entry; entry = readdir(dir)) {
        char path[400];
        snprintf(path, sizeof path, "%s/%s", temp->dir, entry->d_name);
        if (entry->d_name[0] != '.')
            unlink(path);
    }
    if (dir)
        closedir(dir);
    rmdir(temp->dir);
}

static inline struct ladder *temp_ladder(const struct temp *temp, bool exclusive)
{
    struct ladder *ladder = NULL;
    struct ladder_error error;
    if (writer_open(&ladder, temp->url, exclusive, &error))
        fail_msg("%s", error.text);
    return ladder;
}

/* A directory around a test, which finds it in *state. */
static inline int temp_setup(void **state)
{
    struct temp *temp = malloc(sizeof *temp);
    temp_init(temp);
    *state = temp;
    return 0;
}

static inline int temp_teardown(void **state)
{
    temp_fini(*state);
    free(*state);
    return 0;
}

/* A result of two sides of one seat each; `score` is of the first side out of 2. */
static inline struct ladder_result duel(const char *game, const char *a, const char *b, int score)
{
    struct ladder_result result = {.seat_count = 2, .side_count = 2, .wall_msec = 1700000000000};
    snprintf(result.game, sizeof result.game, "%s", game);
    snprintf(result.ruleset, sizeof result.ruleset, "two-handed-draw");
    snprintf(result.reason, sizeof result.reason, "target");
    snprintf(result.seats[0].bot, sizeof result.seats[0].bot, "%s", a);
    snprintf(result.seats[1].bot, sizeof result.seats[1].bot, "%s", b);
    result.seats[1].side = 1;
    result.scores[0] = 250 * score;
    result.scores[1] = 500 - 250 * score;
    result_ranks(&result, 0, -1);
    return result;
}

/* A small generator for reproducible sequences: *seed is its whole state. */
static inline uint32_t draw(uint64_t *seed, uint32_t below)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*seed >> 33) % below);
}

/* Any shape of game, by bots b0 .. b11; some share an owner, are aborted or not to be rated. */
static inline struct ladder_result random_result(uint64_t *seed, int number)
{
    static const int seat_counts[] = {2, 3, 4, 4, 5, 6, 6}, side_counts[] = {2, 3, 2, 4, 5, 2, 3};
    uint32_t shape = draw(seed, 7);
    struct ladder_result result = {.seat_count = seat_counts[shape],
                                   .side_count = side_counts[shape]};
    snprintf(result.game, sizeof result.game, "g-%d", number);
    snprintf(result.ruleset, sizeof result.ruleset, "australian");
    snprintf(result.reason, sizeof result.reason, draw(seed, 20) ? "target" : "aborted");
    if (draw(seed, 20) == 0)
        snprintf(result.unrated, sizeof result.unrated, "manual pairing");
    result.wall_msec = 1700000000000 + (int64_t)number * 60000;
    for (int seat = 0; seat < result.seat_count; seat++) {
        /* Nearly always different bots. */
        uint32_t bot = draw(seed, 30) ? (uint32_t)(2 * seat) + draw(seed, 2) : draw(seed, 12);
        snprintf(result.seats[seat].bot, sizeof result.seats[seat].bot, "b%u", bot);
        result.seats[seat].side = seat % result.side_count;
    }
    for (int side = 0; side < result.side_count; side++)
        result.scores[side] = (int32_t)draw(seed, 5) * 10 - 20;
    result_ranks(&result, draw(seed, 2) ? 1u << draw(seed, (uint32_t)result.side_count) : 0,
                 draw(seed, 5) ? -1 : (int)draw(seed, (uint32_t)result.side_count));
    return result;
}

#endif
