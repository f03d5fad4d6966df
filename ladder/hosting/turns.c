/* turns.c - see turns.h. */
#include "hosting/turns.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A game of one ruleset, and who of the programs would be started for it. */
struct group {
    const struct turns_program *programs;
    int count;
    const struct turns_ruleset *rules;
    uint32_t bit; /* of the ruleset */
    int need;     /* programs to be started */
    int chosen[TURNS_SEATS_MAX], chosen_count;
};

static int order(const void *one, const void *other)
{
    const struct turns_program *a = one, *b = other;

    if (a->last_msec != b->last_msec)
        return a->last_msec < b->last_msec ? -1 : 1;
    return a->id < b->id ? -1 : a->id > b->id;
}

void turns_sort(struct turns_program *programs, int count)
{
    assert(count >= 0);
    if (count > 1)
        qsort(programs, (size_t)count, sizeof programs[0], order);
}

static bool waits(const struct group *group, int program)
{
    return group->programs[program].state == TURNS_WAITING &&
           group->programs[program].rulesets & group->bit;
}

static int waiting_count(const struct group *group)
{
    int count = 0;

    for (int i = 0; i < group->count; i++)
        count += waits(group, i);
    return count;
}

/* How many of that owner wait, or are chosen. */
static int of_owner(const struct group *group, const char *owner)
{
    int count = 0;

    for (int i = 0; i < group->count; i++)
        count += waits(group, i) && strcmp(group->programs[i].owner, owner) == 0;
    for (int i = 0; i < group->chosen_count; i++)
        count += strcmp(group->programs[group->chosen[i]].owner, owner) == 0;
    return count;
}

/* Takes the programs in their order, so many of an owner as one side has seats. That finds enough
 * if any choice does. */
static bool fill(struct group *group, int slots_all, bool early)
{
    int own = waiting_count(group), there = group->rules->waiting + own;

    if (early)
        there += group->rules->away;
    /* Where enough wait and have no game, one more may help them: they may be of one owner. */
    group->need = there < group->rules->seats ? group->rules->seats - there : own == 0 ? 1 : 0;
    if (group->need == 0 || group->need > slots_all)
        return false;
    for (int i = 0; i < group->count && group->chosen_count < group->need; i++) {
        const struct turns_program *program = &group->programs[i];
        if (program->state == TURNS_IDLE && program->wait_msec <= 0 &&
            program->rulesets & group->bit && of_owner(group, program->owner) < group->rules->side)
            group->chosen[group->chosen_count++] = i;
    }
    return group->chosen_count == group->need;
}

/* Its need is 0 where there is none. */
static struct group best_group(const struct turns_program *programs, int count,
                               const struct turns_ruleset *rulesets, int ruleset_count,
                               int slots_all, bool early)
{
    struct group best = {.need = 0};

    for (int r = 0; r < ruleset_count; r++) {
        struct group group = {
            .programs = programs, .count = count, .rules = &rulesets[r], .bit = UINT32_C(1) << r};
        assert(rulesets[r].seats >= 1 && rulesets[r].seats <= TURNS_SEATS_MAX &&
               rulesets[r].side >= 1 && rulesets[r].waiting >= 0 && rulesets[r].away >= 0);
        if (fill(&group, slots_all, early) &&
            (best.need == 0 || group.chosen[0] < best.chosen[0] ||
             (group.chosen[0] == best.chosen[0] && group.need < best.need)))
            best = group;
    }
    return best;
}

int turns_choose(const struct turns_program *programs, int count,
                 const struct turns_ruleset *rulesets, int ruleset_count, int slots, int slots_all,
                 int chosen[TURNS_SEATS_MAX], bool *early)
{
    assert(count >= 0 && ruleset_count >= 0 && ruleset_count <= TURNS_RULESETS_MAX);
    for (int i = 1; i < count; i++)
        assert(order(&programs[i - 1], &programs[i]) < 0);
    struct group best = best_group(programs, count, rulesets, ruleset_count, slots_all, false);
    *early = best.need == 0;
    if (*early)
        best = best_group(programs, count, rulesets, ruleset_count, slots_all, true);
    memcpy(chosen, best.chosen, sizeof best.chosen);
    return best.need <= slots ? best.chosen_count : 0;
}

static int64_t pause_after(int64_t failures)
{
    int64_t pause = TURNS_PAUSE_MSEC;

    if (failures == 0)
        return 0;
    for (int64_t i = 1; i < failures && pause < TURNS_PAUSE_MAX_MSEC; i++)
        pause *= 2;
    return pause < TURNS_PAUSE_MAX_MSEC ? pause : TURNS_PAUSE_MAX_MSEC;
}

int64_t turns_after(const struct turns_end *end, int64_t *failures)
{
    bool alone = end->early && !end->game && !end->fault;

    assert(*failures >= 0);
    if (!end->crash) {
        if (end->over)
            *failures = 0;
        if (end->over || end->stopped)
            return 0;
        if (alone)
            return pause_after(1);
    }
    if (*failures < INT64_MAX)
        ++*failures;
    return pause_after(*failures);
}

void turns_add_game(char games[TURNS_GAMES + 1], bool fault)
{
    size_t size = strnlen(games, TURNS_GAMES);

    if (size == TURNS_GAMES)
        memmove(games, games + 1, --size);
    games[size] = fault ? TURNS_FAULT : TURNS_GOOD;
    games[size + 1] = '\0';
}

int turns_faulty(const char *games)
{
    int count = 0;

    for (const char *game = games; *game; game++)
        count += *game == TURNS_FAULT;
    return count;
}

bool turns_must_stop(const char *games)
{
    assert(strlen(games) <= TURNS_GAMES);
    return turns_faulty(games) > TURNS_FAULTY_MAX;
}
