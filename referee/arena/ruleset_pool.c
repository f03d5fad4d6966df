/* ruleset_pool.c - see ruleset_pool.h. A list: an arena knows a handful of rulesets. */
#include "arena/ruleset_pool.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct rulebook_page {
    struct rulebook_page *next;
    long taken;
    struct ruleset rules;
};

const struct ruleset *rulebook_take(struct rulebook *rulebook, const struct ruleset *rules)
{
    struct rulebook_page *page = rulebook->pages;

    /* Two that differ only in what lies between their fields would have two pages, which is all
     * right. */
    while (page && memcmp(&page->rules, rules, sizeof *rules) != 0)
        page = page->next;
    if (!page) {
        page = malloc(sizeof *page);
        if (!page)
            return NULL;
        memcpy(&page->rules, rules, sizeof *rules);
        page->taken = 0;
        page->next = rulebook->pages;
        rulebook->pages = page;
    }
    page->taken++;
    return &page->rules;
}

void rulebook_give_back(struct rulebook *rulebook, const struct ruleset *rules)
{
    struct rulebook_page **link = &rulebook->pages;

    while (*link && &(*link)->rules != rules)
        link = &(*link)->next;
    assert(*link);
    struct rulebook_page *page = *link;
    if (--page->taken > 0)
        return;
    *link = page->next;
    free(page);
}
