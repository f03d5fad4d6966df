/* pg_expect.c - looks up all games at once that a transaction will add. */
#include "postgres/pg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pg_expected *pg_expect_find(struct pg_store *pg, const char *game)
{
    /* Nearly always they are added in the order in which they were named. */
    for (int i = 0; i < pg->expected_count; i++) {
        int at = (pg->expected_next + i) % pg->expected_count;
        if (strcmp(pg->expected[at].game, game) == 0) {
            pg->expected_next = at;
            return &pg->expected[at];
        }
    }
    return NULL;
}

int pg_expect(struct store *store, const char *const *games, int count, bool fresh)
{
    struct pg_store *pg = pg_of(store);
    char *list = malloc((size_t)count * (LADDER_GAME_ID_MAX + 3) + 3), *at = list;

    pg->expected_count = pg->expected_next = 0;
    if (!list)
        return pg_say(store, "out of memory");
    *at++ = '{';
    for (int i = 0; i < count && pg->expected_count < PG_EXPECTED_MAX; i++) {
        if (!name_is_game_id(games[i]))
            continue; /* the add itself reports the failure */
        struct pg_expected *expected = &pg->expected[pg->expected_count++];
        memset(expected, 0, sizeof *expected);
        snprintf(expected->game, sizeof expected->game, "%s", games[i]);
        at += sprintf(at, "%s\"%s\"", at[-1] == '{' ? "" : ",", expected->game);
    }
    strcpy(at, "}");
    pg->guessed = fresh;
    if (fresh) {
        free(list);
        return 0;
    }
    int status = pg_ask(store, PG_RESULT_EXPECT, "s", list) ||
                         pg_ask(store, PG_GAME_EXPECT, "s", list) || pg_wait(store)
                     ? -1
                     : 0;
    free(list);
    if (status) {
        pg->expected_count = 0;
        return -1;
    }
    const PGresult *results = pg_answer(store, 0), *announced = pg_answer(store, 1);
    for (int i = 0; i < PQntuples(results); i++) {
        struct pg_expected *expected = pg_expect_find(pg, PQgetvalue(results, i, 0));
        if (expected)
            expected->seq = pg_int(results, i, 1);
    }
    for (int i = 0; i < PQntuples(announced); i++) {
        struct pg_expected *expected = pg_expect_find(pg, PQgetvalue(announced, i, 0));
        if (expected)
            expected->announced = true;
    }
    pg->expected_next = 0;
    return 0;
}
