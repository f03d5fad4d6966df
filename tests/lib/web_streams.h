/* web_streams.h - streams of events, for the tests of the web. */
#ifndef AVONDALE_TEST_WEB_STREAMS_H
#define AVONDALE_TEST_WEB_STREAMS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <time.h>
#include "await.h"
#include "ladder.h"
#include "web_fixture.h"

static inline struct live_table *open_table(const struct fixture *fixture, const char *game)
{
    struct live_about about = {.seat_count = 2, .side_count = 2};
    snprintf(about.game, sizeof about.game, "%s", game);
    snprintf(about.players[0], sizeof about.players[0], "<script>ann");
    struct live_table *table = live_open(fixture->live, &about);
    assert_non_null(table);
    return table;
}

static inline void add(struct live_table *table, const char *text)
{
    live_add(table, strdup(text), 0);
}

#endif
