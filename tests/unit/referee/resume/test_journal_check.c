/* test_journal_check.c - each invariant of a journal: a journal corrupted in one place fails at
 * the assert that names it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "resume/journal_private.h"
#include "ladder_temp.h"

#include "death.h"

static struct journal *journal;
static struct journal_game *one, *two;

static void page_has_two_owners(void)
{
    two->pages[0] = one->pages[0];
}
static void page_is_free_and_owned(void)
{
    journal->spare[0] = one->pages[0];
}
static void page_is_lost(void)
{
    journal->spare_count--;
}
static void page_is_beyond_the_file(void)
{
    one->pages[0] = journal->page_count;
}
static void first_page_is_given_away(void)
{
    one->pages[0] = 0;
}
static void list_is_broken(void)
{
    one->before = NULL;
}
static void last_page_is_missing(void)
{
    one->last = NULL;
}
static void game_is_of_another_journal(void)
{
    one->journal = NULL;
}
static void page_is_overfull(void)
{
    one->used = FACTS_BYTES + 1;
}
static void broken_mapping_excuses(void)
{
    journal->spare_count--;
    journal->broken = true;
}

static void corrupt_and_check(void *context)
{
    void (*const *corrupt)(void) = context;

    if (*corrupt)
        (*corrupt)();
    journal_check(journal);
}

static void each_invariant_fails_alone(void **state)
{
    static const struct {
        void (*corrupt)(void);
        const char *why;
    } rows[] = {
        {page_has_two_owners, "a page has one owner"},
        {page_is_free_and_owned, "a page has one owner"},
        {page_is_lost, "no page is lost"},
        {page_is_beyond_the_file, "a page is within the file"},
        {first_page_is_given_away, "a page is within the file"},
        {list_is_broken, "the list of games is the same in both directions"},
        {last_page_is_missing, "the last page is one of its pages"},
        {game_is_of_another_journal, "game->journal == journal"},
        {page_is_overfull, "FACTS_BYTES"},
        {broken_mapping_excuses, NULL},
        {NULL, NULL},
    };
    const struct temp *temp = *state;
    char path[160], why[JOURNAL_WHY_BYTES];

    snprintf(path, sizeof path, "%s/journal", temp->dir);
    assert_int_equal(journal_open(&journal, path, why), 0);
    one = journal_begin(journal, "one", 3);
    two = journal_begin(journal, "two", 3);
    assert_non_null(one);
    assert_non_null(two);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        void (*corrupt)(void) = rows[i].corrupt;
        assert_dies(corrupt_and_check, &corrupt, rows[i].why);
    }
    journal_close(journal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_invariant_fails_alone, temp_setup, temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
