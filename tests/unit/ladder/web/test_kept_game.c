/* test_kept_game.c - a kept page is that of its name and state, and the oldest gives way. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "web/kept_game.h"
#include "web/web_site.h"

#include <event2/buffer.h>
#include <stdlib.h>
#include <string.h>

static bool shows(struct call *call, const char *name, uint64_t made_of, const char *page)
{
    char text[64] = "";
    bool found = kept_game_add(call, name, made_of);
    evbuffer_remove(call->answer->body, text, sizeof text - 1);
    return found && strcmp(text, page) == 0;
}

static void keep(struct call *call, const char *name, uint64_t made_of, const char *page)
{
    evbuffer_add(call->answer->body, page, strlen(page));
    kept_game_keep(call, name, made_of);
    evbuffer_drain(call->answer->body, strlen(page));
}

static void pages_are_kept_by_name_and_state(void **state)
{
    struct web_site *site = calloc(1, sizeof *site);
    struct web_answer answer = {.body = evbuffer_new()};
    struct call call = {.site = site, .answer = &answer};
    char name[32];
    (void)state;
    keep(&call, "g-1", 1, "one");
    keep(&call, "cup/g-1", 1, "two");
    assert_true(shows(&call, "g-1", 1, "one"));
    assert_true(shows(&call, "cup/g-1", 1, "two"));
    assert_false(kept_game_add(&call, "g-1", 2));
    assert_false(kept_game_add(&call, "g-2", 1));
    for (int i = 0; i < SITE_GAMES_KEPT - 1; i++) {
        snprintf(name, sizeof name, "x-%d", i);
        keep(&call, name, 1, name);
    }
    assert_false(kept_game_add(&call, "g-1", 1));
    assert_true(shows(&call, "cup/g-1", 1, "two"));
    assert_true(shows(&call, name, 1, name));
    /* What is too large is not kept, and takes no place. */
    evbuffer_expand(answer.body, SITE_GAME_BYTES_MAX + 1);
    while (evbuffer_get_length(answer.body) <= SITE_GAME_BYTES_MAX)
        evbuffer_add(answer.body, "0123456789abcdef", 16);
    kept_game_keep(&call, "large", 1);
    evbuffer_drain(answer.body, evbuffer_get_length(answer.body));
    assert_false(kept_game_add(&call, "large", 1));
    assert_true(shows(&call, "cup/g-1", 1, "two"));
    for (int i = 0; i < SITE_GAMES_KEPT; i++)
        free(site->games[i].page);
    evbuffer_free(answer.body);
    free(site);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pages_are_kept_by_name_and_state)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
