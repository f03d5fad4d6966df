/* tournament_blocks.c - which block of a competition is played next, and the results of played
 * blocks. */
#include "tournament/tournament_blocks.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct tournament_blocks_pairing {
    int wanted, scheduled, done; /* numbers of blocks; a void one is scheduled again */
    int halves_a, halves_b;
    int64_t margin;
};

static void *grow(void *old, int count, size_t size)
{
    void *grown = realloc(old, (size_t)count * size);
    if (!grown)
        memory_end();
    return grown;
}

static void append(int **list, int count, int *capacity, int value)
{
    if (count == *capacity) {
        *capacity = count ? 2 * count : 256;
        *list = grow(*list, *capacity, sizeof **list);
    }
    (*list)[count] = value;
}

static bool is_individual(const struct tournament_blocks *blocks)
{
    return blocks->tournament->config.format == TOURNAMENT_INDIVIDUAL;
}

void tournament_blocks_init(struct tournament_blocks *blocks, struct tournament *tournament,
                            const struct ruleset *rules, int repeats, bool duplicate)
{
    memset(blocks, 0, sizeof *blocks);
    blocks->tournament = tournament;
    blocks->rules = rules;
    blocks->repeats = repeats;
    blocks->duplicate = duplicate;
    if (is_individual(blocks))
        individual_init(&blocks->individual, rules, tournament->config.entry_count,
                        tournament->config.rounds);
}

void tournament_blocks_fini(struct tournament_blocks *blocks)
{
    free(blocks->meetings);
    free(blocks->part_of);
    free(blocks->again);
    memset(blocks, 0, sizeof *blocks);
}

int tournament_blocks_size(const struct tournament_blocks *blocks)
{
    const struct schedule_config config = {.solo = is_individual(blocks),
                                           .duplicate = blocks->duplicate};
    return schedule_block_size(&config, blocks->rules);
}

/* ------------------------------------------------------------------------------- the schedule */

/* Returns true while there is a round; false at the end of the tournament. */
static bool begin_round(struct tournament_blocks *blocks)
{
    struct tournament *tournament = blocks->tournament;
    int first = tournament->meeting_count, count = tournament_next_round(tournament);

    if (count < 0)
        memory_end();
    if (count == 0)
        return false;
    blocks->round_first = first;
    blocks->meetings = grow(blocks->meetings, tournament->meeting_count, sizeof *blocks->meetings);
    for (int i = first; i < tournament->meeting_count; i++) {
        bool done = tournament->meetings[i].done; /* a bye, or by a ruling */
        blocks->meetings[i] =
            (struct tournament_blocks_pairing){.wanted = done ? 0 : blocks->repeats};
    }
    return true;
}

static bool round_done(const struct tournament_blocks *blocks)
{
    for (int i = blocks->round_first; i < blocks->tournament->meeting_count; i++) {
        if (blocks->meetings[i].done < blocks->meetings[i].wanted)
            return false;
    }
    return true;
}

/* The meeting of the round with the fewest blocks so far; -1: all have theirs. */
static int next_meeting(const struct tournament_blocks *blocks)
{
    int chosen = -1;

    for (int i = blocks->round_first; i < blocks->tournament->meeting_count; i++) {
        const struct tournament_blocks_pairing *meeting = &blocks->meetings[i];
        if (meeting->scheduled < meeting->wanted &&
            (chosen < 0 || meeting->scheduled < blocks->meetings[chosen].scheduled))
            chosen = i;
    }
    return chosen;
}

static enum runner_next lay_out_individual(struct tournament_blocks *blocks, int *place,
                                           struct schedule_block *block)
{
    int design = individual_block_count(&blocks->individual), all = design * blocks->repeats;
    int again = blocks->block_count - all;

    if (again >= blocks->again_count)
        return blocks->counted < blocks->block_count ? RUNNER_WAIT : RUNNER_END;
    *place = again < 0 ? blocks->block_count % design : blocks->again[again];
    individual_block(&blocks->individual, blocks->duplicate, *place, block);
    return RUNNER_BLOCK;
}

static enum runner_next lay_out_meeting(struct tournament_blocks *blocks, int *meeting,
                                        struct schedule_block *block)
{
    while ((*meeting = next_meeting(blocks)) < 0) {
        if (!round_done(blocks))
            return RUNNER_WAIT;
        if (blocks->over || !begin_round(blocks)) {
            blocks->over = true;
            return RUNNER_END;
        }
    }
    const struct tournament_meeting *between = &blocks->tournament->meetings[*meeting];
    schedule_pairing_block(blocks->rules, blocks->duplicate, between->a, between->b,
                           blocks->meetings[*meeting].scheduled++, block);
    return RUNNER_BLOCK;
}

enum runner_next tournament_blocks_next(struct tournament_blocks *blocks,
                                        struct schedule_block *block)
{
    int part = -1;

    memset(block, 0, sizeof *block);
    enum runner_next next = is_individual(blocks) ? lay_out_individual(blocks, &part, block)
                                                  : lay_out_meeting(blocks, &part, block);
    if (next != RUNNER_BLOCK)
        return next;
    append(&blocks->part_of, blocks->block_count, &blocks->part_of_capacity, part);
    block->set = blocks->block_count++;
    block->first_game = blocks->game_count;
    blocks->game_count += block->game_count;
    return RUNNER_BLOCK;
}

/* -------------------------------------------------------------------------------- the results */

static bool is_void(const struct schedule_block *block, const struct game_outcome *outcomes)
{
    for (int game = 0; game < block->game_count; game++) {
        if (outcomes[game].reason == REASON_ABORTED)
            return true;
    }
    return false;
}

void tournament_blocks_count(struct tournament_blocks *blocks, const struct schedule_block *block,
                             const struct game_outcome *outcomes)
{
    int index = blocks->part_of[block->set];
    bool again = is_void(block, outcomes);
    struct schedule_score score;

    blocks->counted++;
    if (is_individual(blocks)) {
        if (again)
            append(&blocks->again, blocks->again_count++, &blocks->again_capacity, index);
        return;
    }
    struct tournament_meeting *between = &blocks->tournament->meetings[index];
    struct tournament_blocks_pairing *meeting = &blocks->meetings[index];
    meeting->done++;
    if (again) {
        meeting->wanted++;
        return;
    }
    for (int game = 0; game < block->game_count; game++) {
        bool met = schedule_score(blocks->rules, &block->lineups[game], &outcomes[game], between->a,
                                  between->b, &score);
        assert(met);
        (void)met;
        meeting->halves_a += score.halves;
        meeting->halves_b += 2 - score.halves;
        meeting->margin += score.margin;
    }
    if (meeting->done < meeting->wanted)
        return;
    if (tournament_table_needs_decision(blocks->tournament, index, meeting->halves_a,
                                        meeting->halves_b)) {
        between->deciding++;
        meeting->wanted++;
        return;
    }
    tournament_result(blocks->tournament, index, meeting->halves_a, meeting->halves_b,
                      meeting->margin);
}

/* -------------------------------------------------------------------------------- the organiser
 */

bool tournament_blocks_settled(const struct tournament_blocks *blocks)
{
    return blocks->counted == blocks->block_count;
}

int tournament_blocks_meeting(const struct tournament_blocks *blocks,
                              const struct schedule_block *block)
{
    assert(block->set >= 0 && block->set < blocks->block_count);
    return is_individual(blocks) ? -1 : blocks->part_of[block->set];
}

/* What was played of a meeting that is under way: it does not get lost. */
static void tell_half(struct tournament_blocks *blocks, int meeting)
{
    struct tournament_meeting *between = &blocks->tournament->meetings[meeting];
    const struct tournament_blocks_pairing *played = &blocks->meetings[meeting];

    if (between->done)
        return;
    between->halves_a = played->halves_a;
    between->halves_b = played->halves_b;
    between->margin = played->margin;
}

void tournament_blocks_disqualify(struct tournament_blocks *blocks, int entry)
{
    struct tournament *tournament = blocks->tournament;
    int at = -1;

    assert(tournament_blocks_settled(blocks) && !is_individual(blocks));
    while ((at = tournament_before(tournament, entry, at)) >= 0)
        tell_half(blocks, at);
    if (tournament_ruling_disqualify(tournament, entry))
        memory_end();
    while ((at = tournament_before(tournament, entry, at)) >= 0)
        blocks->meetings[at].wanted = blocks->meetings[at].scheduled = blocks->meetings[at].done;
}

void tournament_blocks_rerun(struct tournament_blocks *blocks, int meeting)
{
    assert(tournament_blocks_settled(blocks) && !is_individual(blocks));
    tell_half(blocks, meeting);
    if (tournament_ruling_rerun(blocks->tournament, meeting))
        memory_end();
    blocks->meetings[meeting] = (struct tournament_blocks_pairing){.wanted = blocks->repeats};
    blocks->round_first = meeting < blocks->round_first ? meeting : blocks->round_first;
    blocks->over = false;
}
