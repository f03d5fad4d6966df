/* packed_lines.h - records for the tests of how they are packed: random games of all presets, the
 * rule vectors, the golden records. */
#ifndef AVONDALE_TEST_PACKED_LINES_H
#define AVONDALE_TEST_PACKED_LINES_H

#include "record_game.h"

#include <glob.h>

typedef void line_fn(void *context, const char *line, size_t size);

/* Calls `fn` with each line of the files that match the pattern. Returns the number of lines. */
static inline int lines_of_files(const char *pattern, line_fn *fn, void *context)
{
    glob_t files;
    char *line = NULL;
    size_t room = 0;
    ssize_t size;
    int count = 0;

    assert_int_equal(glob(pattern, 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        FILE *file = fopen(files.gl_pathv[i], "r");
        assert_non_null(file);
        while ((size = getline(&line, &room, file)) > 0) {
            if (line[size - 1] == '\n')
                line[--size] = '\0';
            fn(context, line, (size_t)size);
            count++;
        }
        fclose(file);
    }
    free(line);
    globfree(&files);
    return count;
}

/* Returns the record of a random game with up to `steps` steps, with times, faults and chat. The
 * caller frees it. */
static inline char *line_of_game(const char *preset, uint32_t seed, int steps)
{
    static const char said[] = "gut \"so\" \\ \xc3\xa9";
    struct played played;

    played_start(&played, preset, NULL, 0, seed);
    bool timed = seed % 3 != 0;
    for (int i = 0; i < steps && played.game.phase != PHASE_OVER; i++) {
        while (played.game.phase == PHASE_DEAL)
            played_deal(&played);
        if (i % 97 == 5)
            assert_int_equal(record_chat(played.record, 1, said, strlen(said)), 0);
        int64_t ms = timed && i % 11 ? (int64_t)random_below(&played.random, 20000) >> i % 12 : -1;
        played_step(&played, i % 61 == 7 ? "time" : NULL, ms);
    }
    char *line = played_line(&played);
    played_end(&played);
    return line;
}

/* Calls `fn` with records of all presets, of whole games and of some that were stopped. Returns
 * their number. */
static inline int lines_of_games(uint32_t seeds, line_fn *fn, void *context)
{
    int count = 0;

    for (int preset = 0; preset < preset_count(); preset++) {
        for (uint32_t seed = 1; seed <= seeds; seed++, count++) {
            char *line = line_of_game(preset_name(preset), seed, seed % 4 ? 4000 : 57);
            fn(context, line, strlen(line));
            free(line);
        }
    }
    return count;
}

#endif
