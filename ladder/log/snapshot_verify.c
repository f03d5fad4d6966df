/* snapshot_verify.c - compares a start from each snapshot with the whole log. */
#include "log/snapshot_verify.h"
#include "log/snapshot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int take(const struct replay *replay, struct bytes *bytes)
{
    const struct snapshot_place place = {replay->last_seq, replay->last_action};
    return snapshot_take(&replay->standings, place, bytes);
}

static int verify_one(const struct bytes *expected, struct store *store, int age,
                      struct snapshot_audit *audit)
{
    struct replay replay;
    struct bytes bytes = {0};

    replay_init(&replay);
    int status = replay_resume(&replay, store, age);
    if (status == STORE_NONE) {
        snprintf(audit->passed_over[age], sizeof audit->passed_over[age], "%.199s",
                 replay.passed_over);
        status = 0;
    } else if (status == 0) {
        status = take(&replay, &bytes);
        bool same =
            bytes.size == expected->size && memcmp(bytes.at, expected->at, expected->size) == 0;
        audit->wrong += status == 0 && !same;
        if (status == 0 && same && audit->proved++ == 0)
            audit->proved_seq = replay.snapshot_seq;
    }
    bytes_fini(&bytes);
    replay_fini(&replay);
    return status;
}

int snapshot_verify(const struct replay *whole, struct store *store, struct snapshot_audit *audit)
{
    struct bytes expected = {0};

    memset(audit, 0, sizeof *audit);
    int status = take(whole, &expected);
    for (int age = 0; age < STORE_SNAPSHOTS && status == 0; age++)
        status = verify_one(&expected, store, age, audit);
    bytes_fini(&expected);
    return status ? -1 : 0;
}

int snapshot_verify_repair(const struct replay *whole, struct store *store)
{
    struct bytes bytes = {0};
    int status = take(whole, &bytes) || store_begin(store, false) ? STORE_FAILED : 0;

    if (status == 0)
        status = snapshot_seal(&bytes, store);
    store_rollback(store);
    for (int i = 0; i < STORE_SNAPSHOTS && status == 0; i++)
        status =
            store_snapshot_add(store, whole->last_seq + 1, whole->last_seq, bytes.at, bytes.size);
    bytes_fini(&bytes);
    return status == STORE_FAILED ? -1 : 0;
}
