/* pg_pool.c - a pooler between us and the server.
 *
 * In session mode (as PgBouncer calls it) a connection to the pooler is one to the server, and all
 * is as without it. In transaction mode each transaction may be another connection of the server:
 * statements prepared by name, settings, LISTEN and advisory locks of the session go astray. Who
 * says pool_mode=transaction in the URL gets a store that uses none of them.
 */
#include "postgres/pg.h"
#include "base/clock.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

int pg_pool_url(char *url, bool *pooled)
{
    static const char key[] = "pool_mode=";
    char *at = strchr(url, '?');

    *pooled = false;
    while (at && strncmp(at + 1, key, sizeof key - 1) != 0)
        at = strchr(at + 1, '&');
    if (!at)
        return 0;
    char *value = at + sizeof key, *end = value + strcspn(value, "&");
    size_t length = (size_t)(end - value);
    *pooled = length == 11 && strncmp(value, "transaction", length) == 0;
    if (!*pooled && !(length == 7 && strncmp(value, "session", length) == 0))
        return -1;
    if (*end) /* ?pool_mode=X&rest: the rest follows the same mark */
        memmove(at + 1, end + 1, strlen(end + 1) + 1);
    else
        *at = '\0';
    return 0;
}

enum { PATIENCE_MSEC = 2000 };

static int64_t number_of(PGresult *result)
{
    int64_t number = PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) == 1
                         ? strtoll(PQgetvalue(result, 0, 0), NULL, 10)
                         : 0;
    PQclear(result);
    return number;
}

/* The server's process that this transaction runs in; 0: not known. */
static int64_t process_of(PGconn *conn)
{
    return number_of(PQexec(conn, "SELECT pg_backend_pid()"));
}

/* As process_of, where a pooler may let us wait: 0 then. */
static int64_t process_soon(PGconn *conn)
{
    int64_t until = clock_now_msec() + PATIENCE_MSEC, process = 0;

    if (PQstatus(conn) != CONNECTION_OK || PQsendQuery(conn, "BEGIN; SELECT pg_backend_pid()") != 1)
        return 0;
    for (;;) {
        int64_t left = until - clock_now_msec();
        struct pollfd fd = {.fd = PQsocket(conn), .events = POLLIN};
        if (PQisBusy(conn) && left <= 0)
            return 0;
        if (PQisBusy(conn)) {
            (void)poll(&fd, 1, (int)left);
            if (PQconsumeInput(conn) != 1)
                return 0;
            continue;
        }
        PGresult *result = PQgetResult(conn);
        if (!result)
            return process;
        if (PQresultStatus(result) == PGRES_TUPLES_OK)
            process = number_of(result);
        else
            PQclear(result);
    }
}

bool pg_pool_found(struct store *store, PGconn *conn)
{
    int64_t ours = process_of(conn);

    /* A pooler answers with a key of its own; a server without processes answers with 0. */
    if (ours <= 0 || ours == PQbackendPID(conn))
        return false;
    /* The pooler gives away what we do not use at the moment: either the other connection gets it,
     * or we get another ourselves. */
    PGconn *other = PQconnectdb(pg_of(store)->url);
    bool found = false;
    for (int i = 0; i < 3 && !found; i++)
        found = process_of(conn) != ours;
    if (!found) {
        int64_t theirs = process_soon(other);
        found = theirs == ours || (theirs > 0 && process_of(conn) != ours);
    }
    PQfinish(other);
    return found;
}
