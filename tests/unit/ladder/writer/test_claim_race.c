/* test_claim_race.c - several processes, like several nodes, claim the same names at the same
 * moment: each name has one owner, in SQLite and, with AVONDALE_TEST_STORE, in PostgreSQL. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store_place.h"
#include "writer/writer_claim.h"

enum { NODES = 3, NAMES = 24 };

struct answer { /* of one claim; small enough for an atomic write to a pipe */
    int outcome;
    char name[LADDER_NAME_MAX + 1], token[2 * LADDER_TOKEN_BYTES + 1];
};

static struct ladder *open_ladder(const char *url)
{
    struct ladder *ladder = NULL;
    struct ladder_error error;

    if (writer_open(&ladder, url, false, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return NULL;
    }
    return ladder;
}

static void on_claimed(void *context, const struct ladder_claim *claim,
                       enum ladder_claim_outcome outcome)
{
    struct answer answer;

    memset(&answer, 0, sizeof answer);
    answer.outcome = (int)outcome;
    strcpy(answer.name, claim->name);
    strcpy(answer.token, claim->token);
    if (write(*(const int *)context, &answer, sizeof answer) != sizeof answer)
        _exit(5);
}

/* A node: it gets ready, waits for the signal to begin, and claims all names, in its own order. */
static int be_node(const char *url, int node, int ready, int begin, int answers)
{
    struct ladder *ladder = open_ladder(url);
    char word;

    if (!ladder || write(ready, "r", 1) != 1 || read(begin, &word, 1) != 0)
        return 3;
    for (int i = 0; i < NAMES; i++) {
        struct ladder_claim claim = {.owner = "net-x"};
        snprintf(claim.name, sizeof claim.name, "bot%d", (i + node * NAMES / NODES) % NAMES);
        if (writer_claim_queue(ladder, &claim, on_claimed, &answers))
            return 4;
    }
    writer_queue_wait(ladder);
    writer_queue_dispatch(ladder);
    writer_close(ladder);
    return 0;
}

static void start_nodes(const char *url, pid_t pids[NODES], int answers[2])
{
    int ready[2], begin[2];
    char word;

    assert_int_equal(pipe(ready), 0);
    assert_int_equal(pipe(begin), 0);
    for (int node = 0; node < NODES; node++) {
        pids[node] = fork();
        if (pids[node] == 0) {
            close(begin[1]);
            close(ready[0]);
            close(answers[0]);
            _exit(be_node(url, node, ready[1], begin[0], answers[1]));
        }
        assert_true(pids[node] > 0);
    }
    close(ready[1]);
    close(begin[0]);
    close(answers[1]);
    for (int node = 0; node < NODES; node++)
        assert_int_equal(read(ready[0], &word, 1), 1);
    close(begin[1]); /* all at once */
    close(ready[0]);
}

static void one_node_wins_each_name(void **state)
{
    static struct answer got[NODES * NAMES];
    const struct place *place = *state;
    pid_t pids[NODES];
    int answers[2], count = 0;

    struct ladder *ladder = open_ladder(place->url); /* creates its tables */
    assert_non_null(ladder);
    writer_close(ladder);
    assert_int_equal(pipe(answers), 0);
    start_nodes(place->url, pids, answers);
    while (count < NODES * NAMES && read(answers[0], &got[count], sizeof got[0]) == sizeof got[0])
        count++;
    close(answers[0]);
    for (int node = 0; node < NODES; node++) {
        int status = -1;
        assert_int_equal(waitpid(pids[node], &status, 0), pids[node]);
        assert_int_equal(status, 0);
    }
    assert_int_equal(count, NODES * NAMES);
    ladder = open_ladder(place->url);
    assert_non_null(ladder);
    for (int i = 0; i < NAMES; i++) {
        char name[16];
        int won = 0, taken = 0;
        snprintf(name, sizeof name, "bot%d", i);
        for (int k = 0; k < count; k++) {
            if (strcmp(got[k].name, name) != 0)
                continue;
            bool is_winner = got[k].outcome == LADDER_CLAIM_WON;
            won += is_winner;
            taken += got[k].outcome == LADDER_CLAIM_TAKEN;
            assert_int_equal(writer_view_token_valid(ladder, name, got[k].token), is_winner);
        }
        assert_int_equal(won, 1);
        assert_int_equal(taken, NODES - 1);
    }
    writer_close(ladder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(one_node_wins_each_name, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
