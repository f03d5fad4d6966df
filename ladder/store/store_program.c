/* store_program.c - forwards the calls of store_program.h to the kind of the store. */
#include "store/store_program.h"
#include "store/store_kind.h"

#include <assert.h>
#include <string.h>

const char *const store_program_states[PROGRAM_STATES] = {
    [PROGRAM_RECEIVED] = "received", [PROGRAM_BUILDING] = "building",
    [PROGRAM_CHECKING] = "checking", [PROGRAM_REFUSED] = "refused",
    [PROGRAM_ACTIVE] = "active",     [PROGRAM_REPLACED] = "replaced",
    [PROGRAM_STOPPED] = "stopped"};

int store_program_add(struct store *store, struct store_program *program)
{
    assert(program->bot_id > 0 && name_is_valid(program->label) && program->archive[0]);
    assert(program->state < PROGRAM_STATES);
    return store->kind->program->add(store, program);
}

int store_program_find(struct store *store, int64_t bot_id, const char *label,
                       struct store_program *program)
{
    return store->kind->program->find(store, bot_id, label, program);
}

int store_program_page(struct store *store, int64_t bot_id, int64_t before_id,
                       struct store_program *programs, int max)
{
    return store->kind->program->page(store, bot_id, before_id, programs, max);
}

int store_program_all(struct store *store, int64_t after_id, struct store_program *programs,
                      int max)
{
    return store->kind->program->all(store, after_id, programs, max);
}

int store_program_first(struct store *store, const char *archive, int64_t *id)
{
    return store->kind->program->first(store, archive, id);
}

int store_program_active(struct store *store, int64_t after_id, struct store_program *programs,
                         int max)
{
    return store->kind->program->active(store, after_id, programs, max);
}

int store_program_report(struct store *store, int64_t id, char **report)
{
    return store->kind->program->report(store, id, report);
}

int store_program_report_set(struct store *store, int64_t id, const char *report)
{
    assert(strlen(report) <= PROGRAM_REPORT_MAX);
    return store->kind->program->report_set(store, id, report);
}

int store_program_set(struct store *store, const struct store_program *program,
                      enum program_state to, const char *why, const char *holder, int64_t wall_msec)
{
    return store->kind->program->set(store, program, to, why, holder, wall_msec);
}

int store_program_built(struct store *store, const struct store_program *program)
{
    return store->kind->program->built(store, program);
}

int store_program_since(struct store *store, const char *account, int64_t msec, int64_t *count)
{
    return store->kind->program->since(store, account, msec, count);
}

int store_program_bytes(struct store *store, int64_t *bytes)
{
    return store->kind->program->bytes(store, bytes);
}

int store_program_forget(struct store *store, int64_t bot_id, int64_t before_msec, int keep)
{
    struct store_program old;
    int status;

    while ((status = store->kind->program->old(store, bot_id, before_msec, keep, &old)) == 0) {
        if (store->kind->program->drop(store, old.id) ||
            (old.owned && store_program_archive_drop(store, old.archive)))
            return STORE_FAILED;
    }
    return status == STORE_NONE ? 0 : STORE_FAILED;
}

int store_program_archive_drop(struct store *store, const char *hash)
{
    return store->kind->program->archive_drop(store, hash);
}

int store_program_claim(struct store *store, const char *holder, int64_t lease_msec,
                        struct store_program *program)
{
    assert(holder[0]);
    return store->kind->program->claim(store, holder, lease_msec, program);
}

int store_program_renew(struct store *store, int64_t id, const char *holder, int64_t lease_msec)
{
    return store->kind->program->renew(store, id, holder, lease_msec);
}
