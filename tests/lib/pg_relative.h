/* pg_relative.h - a server that speaks PostgreSQL's protocol and differs where its relatives do.
 *
 * Stands between a store and a real PostgreSQL, as a thread of the test: it passes messages through
 * and alters some. A field applies to connections and statements that come after it was set. The
 * counters say how often each thing happened.
 */
#ifndef AVONDALE_TEST_PG_RELATIVE_H
#define AVONDALE_TEST_PG_RELATIVE_H

#include <stdatomic.h>
#include <stdbool.h>

struct pg_relative_thread;

struct pg_relative {
    /* in: this many commits are rolled back, and answered with 40001 (CockroachDB, YugabyteDB) */
    atomic_int refuse_commits;
    /* in: this many commits take place, and are answered with 40003, outcome unknown (CockroachDB)
     */
    atomic_int doubt_commits;
    /* in: the statement after this many others is answered with 40001; negative: none is */
    atomic_int conflict_after;
    /* in: transactions that ask for READ COMMITTED are SERIALIZABLE (CockroachDB) or see one moment
     * (YugabyteDB): the word that stands for it; NULL: as asked */
    _Atomic(const char *) isolation;
    atomic_bool no_listen;  /* in: neither LISTEN nor pg_notify is known (0A000) */
    atomic_bool no_rooms;   /* in: LOCK TABLE is no syntax (42601) */
    atomic_int clock_msec;  /* in: its clock is off by that, for connections from now on */
    atomic_int commits;     /* out: commits that were asked for */
    atomic_int altered;     /* out: answers that are not the server's */
    atomic_int advisory;    /* out: statements that name advisory locks */
    atomic_int connections; /* out */
    char url[700];          /* for the store, leads to this server */
    struct pg_relative_thread *thread;
};

/* Listens in a directory of its own for a store that has `url`, whose `host=` is the directory of a
 * server's socket. The test fails where it cannot. */
void pg_relative_start(struct pg_relative *relative, const char *url);
void pg_relative_stop(struct pg_relative *relative);

#endif
