/* program_place.h - bots and programs in a store, for tests of programs that were handed in. */
#ifndef AVONDALE_TEST_PROGRAM_PLACE_H
#define AVONDALE_TEST_PROGRAM_PLACE_H

#include "program/program.h"
#include "store/store_account.h"
#include "store/store_program.h"
#include "store/store_work.h"
#include "store_place.h"

static inline int64_t program_bot(struct store *store, const char *name, const char *account)
{
    struct standing bot = {.rating_milli = 1500000};
    snprintf(bot.name, sizeof bot.name, "%s", name);
    assert_int_equal(store_bot_add(store, &bot, 1), 0);
    assert_int_equal(store_account_give(store, bot.id, account), 0);
    return bot.id;
}

/* Adds a program with an archive of ten bytes of its own. */
static inline struct store_program program_handed_in(struct store *store, int64_t bot,
                                                     const char *account, const char *label,
                                                     int64_t made_msec)
{
    static int number;
    struct store_program one = {.bot_id = bot,
                                .owned = true,
                                .bytes = 10,
                                .made_msec = made_msec,
                                .changed_msec = made_msec};
    snprintf(one.account, sizeof one.account, "%s", account);
    snprintf(one.label, sizeof one.label, "%s", label);
    snprintf(one.archive, sizeof one.archive, "%064x", ++number);
    assert_int_equal(store_work_archive_add(store, one.archive, 10), 0);
    assert_int_equal(
        store_work_archive_part_add(store, one.archive, 0, (const uint8_t *)"0123456789", 10), 0);
    assert_int_equal(store_program_add(store, &one), 0);
    return one;
}

/* The same, built and checked. */
static inline struct store_program program_activated(struct store *store, int64_t bot,
                                                     const char *account, const char *label)
{
    struct store_program one = program_handed_in(store, bot, account, label, 1);
    assert_int_equal(program_become(store, &one, PROGRAM_BUILDING, "", ""), 0);
    assert_int_equal(program_become(store, &one, PROGRAM_CHECKING, "", ""), 0);
    assert_int_equal(program_become(store, &one, PROGRAM_ACTIVE, "", ""), 0);
    return one;
}

#endif
