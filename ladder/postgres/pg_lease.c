/* pg_lease.c - the lease of a PostgreSQL database: a row that its holder renews, by the database's
 * clock. */
#include "postgres/pg.h"
#include "base/clock.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

enum { DEAD_MAX = 64 }; /* dead rivals on this machine, seen at one start */

static void first_line(const char *path, char *out, size_t size)
{
    FILE *file = fopen(path, "r");

    if (!file || !fgets(out, (int)size, file))
        snprintf(out, size, "-");
    out[strcspn(out, " \n")] = '\0';
    if (file)
        fclose(file);
}

/* PID HOST BOOT NAMESPACE RANDOM: the pid is valid for processes that share all but the random
 * bytes. */
static void holder_make(char holder[PG_HOLDER_BYTES])
{
    char host[65] = "?", boot[40], space[32] = "-";
    uint32_t drawn = 0;

    if (gethostname(host, sizeof host - 1) || host[0] == '\0' || strchr(host, ' '))
        snprintf(host, sizeof host, "?");
    first_line("/proc/sys/kernel/random/boot_id", boot, sizeof boot);
    ssize_t length = readlink("/proc/self/ns/pid", space, sizeof space - 1);
    space[length > 0 ? length : 1] = '\0';
    if (getrandom(&drawn, sizeof drawn, 0) != (ssize_t)sizeof drawn)
        drawn = (uint32_t)clock_now_msec();
    snprintf(holder, PG_HOLDER_BYTES, "%ld %s %s %s %08x", (long)getpid(), host, boot, space,
             (unsigned)drawn);
}

/* Returns true if the holder was a process of this system and has ended: then its lease need not
 * run out. */
static bool holder_dead(const char *holder, const char *ours)
{
    const char *place = strchr(holder, ' '), *our_place = strchr(ours, ' ');
    long pid = strtol(holder, NULL, 10);
    const char *drawn = place ? strrchr(place, ' ') : NULL;
    const char *our_drawn = strrchr(our_place, ' ');

    return drawn && pid > 0 && strstr(our_place, " - ") == NULL &&
           drawn - place == our_drawn - our_place &&
           strncmp(place, our_place, (size_t)(drawn - place)) == 0 && kill((pid_t)pid, 0) < 0 &&
           errno == ESRCH;
}

void pg_lease_end(struct store *store)
{
    struct pg_store *pg = pg_of(store);
    int tries = 0;

    /* The wait ends by itself, too, when the connection is lost. */
    while (pg_send(store, PG_LEASE_END, "ss", pg->lease, pg->holder) || pg_wait(store)) {
        if (!pg->conn || !store_retry(store, &tries))
            return;
    }
}

static void rival_tell(const struct store *store, const PGresult *rows, int row,
                       struct ladder_error *error)
{
    char host[65] = "?";
    long pid = 0;
    const char *name = PQgetvalue(rows, row, 2);
    const char *node = strncmp(name, "node:", 5) == 0 ? name + 5 : "";

    sscanf(PQgetvalue(rows, row, 0), "%ld %64s", &pid, host);
    snprintf(
        error->text, sizeof error->text,
        "%.80s: another avondale serves from it (%s%s%sprocess %ld of %.40s; if it is gone, for %d "
        "s yet)",
        store->name, node[0] ? "node " : "", node, node[0] ? ", " : "", pid, host,
        (int)(pg_int(rows, row, 1) / 1000 % 100000 + 1));
}

int pg_lease_take(struct store *store, const struct ladder_node *node, struct ladder_error *error)
{
    struct pg_store *pg = pg_of(store);

    holder_make(pg->holder);
    snprintf(pg->lease, sizeof pg->lease, "%s%s", node ? "node:" : "serve", node ? node->name : "");
    snprintf(pg->node, sizeof pg->node, "%s", node ? node->name : "");
    pg->lease_msec = node ? PG_NODE_MSEC : PG_ALONE_MSEC;
    char dead[DEAD_MAX][LADDER_NAME_MAX + 8], holders[DEAD_MAX][PG_HOLDER_BYTES];
    int dead_count = 0;

    store->again = false;
    if (pg_transaction_begin(store, true))
        return STORE_FAILED;
    const PGresult *rows = pg_query(store, PG_LEASE_RIVALS, "s", pg->lease);
    if (!rows)
        return STORE_FAILED;
    for (int i = 0; i < PQntuples(rows) && dead_count < DEAD_MAX; i++) {
        if (holder_dead(PQgetvalue(rows, i, 0), pg->holder)) {
            snprintf(dead[dead_count], sizeof dead[0], "%s", PQgetvalue(rows, i, 2));
            snprintf(holders[dead_count++], sizeof holders[0], "%s", PQgetvalue(rows, i, 0));
            continue;
        }
        rival_tell(store, rows, i, error);
        pg_transaction_rollback(store);
        return STORE_FAILED;
    }
    for (int i = 0; i < dead_count; i++) {
        if (pg_send(store, PG_LEASE_END, "ss", dead[i], holders[i]))
            return STORE_FAILED;
    }
    if (pg_ask(store, PG_LEASE_TAKE, "ssis", pg->lease, pg->holder, pg->lease_msec,
               node ? node->address : "") ||
        pg_transaction_commit(store))
        return STORE_FAILED;
    pg_transaction_leased(store, pg_answer(store, 0));
    pg->exclusive = true;
    /* A node is not alone until that is seen: a hundred that begin at once would wait for the lock
     * all together, and each of them read with it what those before it wrote. */
    pg->crowded = node ? PG_CROWDED : 0;
    return 0;
}
