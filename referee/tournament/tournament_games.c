/* tournament_games.c - the games of each meeting, as runs of blocks. */
#include "tournament/tournament_games.h"

#include "base/memory.h"

#include <stdlib.h>

/* Consecutive blocks of a meeting that are as far apart as the first two of them. */
struct run {
    int game, blocks, step;
    bool is_void;
};

static void append_run(json_t *list, const struct run *run)
{
    json_t *value = json_pack("{s:i,s:i,s:i,s:b}", "game", run->game, "blocks", run->blocks, "step",
                              run->step, "void", run->is_void);

    if (!value || json_array_append_new(list, value))
        memory_end();
}

/* Returns true if the block continues the run. */
static bool continue_run(struct run *run, int game, bool is_void)
{
    bool goes_on = run->blocks > 0 && run->is_void == is_void &&
                   (run->blocks == 1 || game == run->game + run->blocks * run->step);

    if (goes_on) {
        run->step = run->blocks == 1 ? game - run->game : run->step;
        run->blocks++;
    }
    return goes_on;
}

json_t *tournament_games_runs(const struct tournament_blocks *blocks,
                              const struct tournament_rulings *rulings)
{
    int count = blocks->tournament->meeting_count, size = tournament_blocks_size(blocks);
    struct run *runs = calloc((size_t)count + 1, sizeof *runs);
    json_t *lists = json_array();

    if (!runs || !lists)
        memory_end();
    for (int i = 0; i < count; i++) {
        if (json_array_append_new(lists, json_array()))
            memory_end();
    }
    for (int set = 0; set < blocks->counted; set++) {
        const struct schedule_block block = {.set = set};
        int meeting = tournament_blocks_meeting(blocks, &block), game = set * size + 1;
        bool is_void = meeting >= 0 && tournament_rulings_void(rulings, blocks, &block);
        if (meeting < 0 || continue_run(&runs[meeting], game, is_void))
            continue;
        if (runs[meeting].blocks > 0)
            append_run(json_array_get(lists, (size_t)meeting), &runs[meeting]);
        runs[meeting] = (struct run){game, 1, size, is_void};
    }
    for (int i = 0; i < count; i++) {
        if (runs[i].blocks > 0)
            append_run(json_array_get(lists, (size_t)i), &runs[i]);
    }
    free(runs);
    return lists;
}
