/* tournament_plan.c - see tournament_plan.h. */
#include "tournament/tournament_plan.h"

#include "match/individual.h"

#include <string.h>

static struct schedule_config shape_of(const struct tournament_file *file)
{
    return (struct schedule_config){.solo = file->format.format == TOURNAMENT_INDIVIDUAL,
                                    .duplicate = file->duplicate};
}

/* The higher entry of each meeting wins: all formats reach their end that way. */
static void count_meetings(struct tournament_plan *plan, const struct tournament_file *file)
{
    struct tournament dry = {0};

    tournament_init(&dry, &file->format);
    while (tournament_next_round(&dry) > 0) {
        plan->rounds++;
        for (int i = 0; i < dry.meeting_count; i++) {
            if (!dry.meetings[i].done)
                tournament_result(&dry, i, 2, 0, 1);
        }
    }
    for (int i = 0; i < dry.meeting_count; i++)
        plan->meetings += dry.meetings[i].b >= 0;
    tournament_fini(&dry);
}

void tournament_plan_make(struct tournament_plan *plan, const struct tournament_file *file)
{
    const struct schedule_config shape = shape_of(file);
    struct individual individual;

    memset(plan, 0, sizeof *plan);
    plan->block_size = schedule_block_size(&shape, &file->rules);
    if (shape.solo) {
        individual_init(&individual, &file->rules, file->format.entry_count, file->format.rounds);
        plan->blocks = (long)file->repeats * individual_block_count(&individual);
    } else {
        count_meetings(plan, file);
        plan->blocks = plan->meetings * file->repeats;
    }
    plan->games = plan->blocks * plan->block_size;
}

void tournament_plan_try(const struct tournament_file *file, int index,
                         struct schedule_block *block)
{
    int entries = file->format.entry_count;
    struct individual individual;

    memset(block, 0, sizeof *block);
    if (shape_of(file).solo) {
        individual_init(&individual, &file->rules, entries, file->format.rounds);
        individual_block(&individual, file->duplicate, index % individual_block_count(&individual),
                         block);
    } else {
        int a = 2 * index % entries, b = (2 * index + 1) % entries;
        schedule_pairing_block(&file->rules, file->duplicate, a, b, index, block);
    }
    block->set = index;
    block->first_game = index * block->game_count;
}
