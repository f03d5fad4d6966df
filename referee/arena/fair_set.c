/* fair_set.c - see fair_set.h. */
#include "arena/fair_set.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

struct fair_set *fair_set_create(const char *id, const uint8_t *seed, int tables, int contributors)
{
    struct fair_set *set = calloc(1, sizeof *set);
    if (!set)
        return NULL;
    assert(fair_set_id_valid(id));
    memcpy(set->id, id, strlen(id));
    if (seed)
        memcpy(set->seed, seed, FAIR_BYTES);
    else if (getrandom(set->seed, FAIR_BYTES, 0) != FAIR_BYTES)
        abort();
    fair_commitment(set->id, set->seed, set->commitment);
    assert(tables >= 1 && contributors >= 1 && contributors <= SEATS_MAX);
    set->tables_left = set->tables_unmixed = tables;
    set->contributors = contributors;
    set->references = 1;
    return set;
}

void fair_set_release(struct fair_set *set)
{
    if (!set || --set->references > 0)
        return;
    fair_wipe(set->seed, FAIR_BYTES);
    free(set);
}
