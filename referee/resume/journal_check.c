/* journal_check.c - the invariants of a journal between any two calls, as asserts. It does not
 * touch the mapping, which may be broken. */
#include "resume/journal_private.h"

#include <assert.h>
#include <stdlib.h>

/* Each page but the first is free or belongs to one game. `owners` counts the owners of each page.
 */
static void count_page(const struct journal *journal, uint8_t *owners, uint32_t page)
{
    assert(page > 0 && page < journal->page_count && "a page is within the file");
    owners[page]++;
    assert(owners[page] == 1 && "a page has one owner");
}

static void check_game(const struct journal *journal, const struct journal_game *game,
                       uint8_t *owners)
{
    assert(game->journal == journal && game->number <= journal->last_game);
    assert((game->next ? game->next->before == game : true) &&
           (game->before ? game->before->next == game : journal->games == game) &&
           "the list of games is the same in both directions");
    assert(game->page_count <= JOURNAL_GAME_PAGES_MAX && game->used <= FACTS_BYTES);
    assert((game->page_count > 0) == (game->last != NULL) && "the last page is one of its pages");
    for (int i = 0; i < game->page_count; i++)
        count_page(journal, owners, game->pages[i]);
}

void journal_check(const struct journal *journal)
{
    uint32_t count = 0;

    assert(journal->page_count % JOURNAL_CHUNK_PAGES == 0);
    uint8_t *owners = journal->broken ? NULL : calloc(journal->page_count + 1u, 1);
    if (!owners) /* a call that a broken mapping interrupted leaves its pages behind */
        return;
    for (uint32_t i = 0; i < journal->spare_count; i++)
        count_page(journal, owners, journal->spare[i]);
    for (const struct journal_game *game = journal->games; game; game = game->next)
        check_game(journal, game, owners);
    for (uint32_t page = 1; page < journal->page_count; page++)
        count += owners[page];
    assert((journal->page_count == 0 || count == journal->page_count - 1) && "no page is lost");
    free(owners);
}
