/* pg.c - the connection of the PostgreSQL store: URL, settings, pipeline, errors.
 */
#include "postgres/pg.h"
#include "base/clock.h"
#include "base/hex.h"

#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------ the URL */

static const char *option_value(const PQconninfoOption *options, const char *keyword)
{
    for (; options->keyword; options++) {
        if (strcmp(options->keyword, keyword) == 0)
            return options->val ? options->val : "";
    }
    return "";
}

/* libpq's messages about a URL quote parts of it, and if a password contains a byte that is special
 * in a URL, that part is one of the password: such a URL is refused with our own message. */
static const char *url_wrong(const char *url)
{
    const char *authority = strstr(url, "://") + 3, *at = strchr(authority, '@');

    if (at && (at > authority + strcspn(authority, "/?#") || strchr(at + 1, '@')))
        return "a @ / ? or # in a user or password must be written %40 %2F %3F %23";
    return NULL;
}

int pg_url_parse(const char *url, char **name, struct ladder_error *error)
{
    const char *wrong = url_wrong(url);
    PQconninfoOption *options = wrong ? NULL : PQconninfoParse(url, NULL);

    *name = NULL;
    if (!wrong && !options)
        wrong = "not a URL that libpq understands";
    if (options &&
        option_value(options, "port")[strspn(option_value(options, "port"), "0123456789,")])
        wrong = "the port must be a number";
    if (wrong) {
        snprintf(error->text, sizeof error->text,
                 "store: postgresql://[USER[:PASSWORD]@]HOST[:PORT]/DATABASE[?OPTION=VALUE]: %s",
                 wrong);
    } else {
        const char *host = option_value(options, "host"), *port = option_value(options, "port");
        if (asprintf(name, "postgresql://%s%s%s/%s",
                     host[0] ? host : option_value(options, "hostaddr"), port[0] ? ":" : "", port,
                     option_value(options, "dbname")) < 0) {
            *name = NULL;
            snprintf(error->text, sizeof error->text, "out of memory");
        }
        for (char *c = *name; c && *c; c++)
            *c = *c > ' ' && *c < 127 ? *c : '?';
    }
    PQconninfoFree(options);
    return *name ? 0 : -1;
}

/* ------------------------------------------------------------------------------------- errors */

int pg_say(struct store *store, const char *text)
{
    int used = snprintf(store->error, sizeof store->error, "%s: %s", store->name, text);

    if (used >= (int)sizeof store->error)
        used = sizeof store->error - 1;
    while (used > 0 && store->error[used - 1] == '\n')
        store->error[--used] = '\0';
    for (char *c = store->error; *c; c++)
        *c = *c == '\n' || *c == '\t' ? ' ' : *c;
    return -1;
}

void pg_lose(struct store *store)
{
    struct pg_store *pg = pg_of(store);

    PQfinish(pg->conn);
    pg->conn = NULL;
    memset(pg->prepared, 0, sizeof pg->prepared);
    pg->queue_count = pg->asked_count = 0;
    pg_share_give(store);
}

/* Temporary failures, by SQLSTATE. */
static const struct {
    const char *state; /* or its prefix */
    bool reconnect;
} passing[] = {
    {"08", true},     /* the connection */
    {"25006", true},  /* read-only: the server is no longer the primary */
    {"25P03", true},  /* the transaction stood still for too long: another one writes by now */
    {"40", false},    /* serialization failures, deadlocks */
    {"53300", true},  /* too many connections */
    {"55P03", false}, /* a lock that is not given in time */
    {"57014", false}, /* cancelled, or timed out */
    {"57P", true},    /* shut down, starting up */
};

#define UNIQUE_VIOLATION "23505"

int pg_fail(struct store *store, const PGresult *result)
{
    struct pg_store *pg = pg_of(store);
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const char *text = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);

    pg->failed = true;
    store->again = !state; /* no state: an error of libpq, not of the server */
    for (size_t i = 0; state && i < sizeof passing / sizeof passing[0]; i++)
        store->again |= strncmp(state, passing[i].state, strlen(passing[i].state)) == 0;
    store->again |= pg->guessed && state && strcmp(state, UNIQUE_VIOLATION) == 0;
    store->conflict = state && (strcmp(state, "40001") == 0 || strcmp(state, "40P01") == 0);
    if (!text)
        text = PQresultErrorMessage(result);
    if (!text[0] && pg->conn)
        text = PQerrorMessage(pg->conn);
    return pg_say(store, text[0] ? text : "the connection was lost");
}

/* Returns true if the connection is useless after this failure. */
static bool connection_spent(struct pg_store *pg, const PGresult *result)
{
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);

    for (size_t i = 0; state && i < sizeof passing / sizeof passing[0]; i++) {
        if (strncmp(state, passing[i].state, strlen(passing[i].state)) == 0)
            return passing[i].reconnect;
    }
    return PQstatus(pg->conn) == CONNECTION_BAD;
}

/* --------------------------------------------------------------------------------- connecting */

enum { TLS_LOOK_MSEC = 50 };

/* Committed data must survive a power cut, so a weaker setting of the server is not used. A node
 * whose machine vanished must not hold the lock of the others until their leases run out; a daemon
 * that serves alone may take longer. */
static const char settings[] =
    "SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit')"
    " WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false);"
    "SET lock_timeout = %d; SET idle_in_transaction_session_timeout = %d";
enum { THINKING_MSEC = 120000 };

/* Some servers, and related databases, do not know these; without them it is slower. */
static const char *const wishes[] = {
    /* The default compression of records takes longer than everything else. */
    "SET default_toast_compression = 'lz4'",
    /* Every statement has its index; a plan made for small tables must not skip it. */
    "SET enable_seqscan = off",
    "SET jit = off",
    /* The server must notice a vanished client, too. */
    "SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3",
};

/* For a writer, whose groups may be so small that a plan for their values takes longer than they.
 */
static const char writer_wish[] = "SET plan_cache_mode = force_generic_plan";

static void quiet(void *context, const char *message)
{
    (void)context; /* notices are not errors, and libpq would print them */
    (void)message;
}

/* Sends the rest of the queue until a result or an error can be read. Returns false if none came in
 * time. The kernel notices a dead peer, but not a live relay that forwards nothing. */
static bool await_result(PGconn *conn, int patience_msec)
{
    int64_t until = clock_now_msec() + patience_msec;

    for (;;) {
        int unsent = PQflush(conn);
        int64_t left = until - clock_now_msec();
        struct pollfd fd = {.fd = PQsocket(conn),
                            .events = (short)(POLLIN | (unsent > 0 ? POLLOUT : 0))};
        if (unsent < 0 || !PQisBusy(conn))
            return true;
        if (left <= 0)
            return false;
        /* TLS may have buffered bytes that the descriptor does not show. */
        (void)poll(&fd, 1, (int)(PQsslInUse(conn) && left > TLS_LOOK_MSEC ? TLS_LOOK_MSEC : left));
        if (PQconsumeInput(conn) != 1)
            return true;
    }
}

static int pg_say_silent(struct store *store)
{
    char text[48];

    snprintf(text, sizeof text, "no answer for %d s", pg_of(store)->patience_msec / 1000);
    return pg_say(store, text);
}

/* PQexec of a command, but limited in time. Returns false, with store->error, if it failed. */
static bool set_up(struct store *store, PGconn *conn, const char *sql)
{
    bool good = PQsendQuery(conn, sql) == 1;

    while (good || PQstatus(conn) == CONNECTION_OK) {
        if (!await_result(conn, pg_of(store)->patience_msec)) {
            (void)pg_say_silent(store);
            return false;
        }
        PGresult *result = PQgetResult(conn);
        if (!result)
            break;
        good = good && (PQresultStatus(result) == PGRES_COMMAND_OK ||
                        PQresultStatus(result) == PGRES_TUPLES_OK);
        PQclear(result);
    }
    if (!good)
        (void)pg_say(store, PQerrorMessage(conn));
    return good;
}

int pg_lock_msec(const struct store *store)
{
    /* A transaction that waits for a lock gets that error before we give up. */
    return ((const struct pg_store *)store)->patience_msec / 5 * 4;
}

int pg_idle_msec(const struct store *store)
{
    const struct pg_store *pg = (const struct pg_store *)store;
    return pg->patience_msec == PG_NODE_MSEC && !pg->share ? PG_NODE_MSEC / 2 : THINKING_MSEC;
}

/* Returns false if it failed; store->error says why. */
static bool settings_set(struct store *store, PGconn *conn)
{
    struct pg_store *pg = pg_of(store);
    char text[sizeof settings + 32];
    bool good = true;

    for (size_t i = 0; good && i < sizeof wishes / sizeof wishes[0]; i++)
        good = set_up(store, conn, wishes[i]) || PQtransactionStatus(conn) == PQTRANS_IDLE;
    if (good && !pg->share && !pg->read_only)
        good = set_up(store, conn, writer_wish) || PQtransactionStatus(conn) == PQTRANS_IDLE;
    if (good && pg->share && pg_share_listens(store))
        good = set_up(store, conn, pg_sql[PG_LISTEN]);
    if (good && pg->read_only && !pg->share)
        good = set_up(store, conn, "SET default_transaction_read_only = on");
    snprintf(text, sizeof text, settings, pg_lock_msec(store), pg_idle_msec(store));
    return good && set_up(store, conn, text);
}

PGconn *pg_connect(struct store *store)
{
    /* A later setting overrides an earlier one, so the URL takes precedence. */
    static const char *const keywords[] = {
        "connect_timeout",  "keepalives_idle",  "keepalives_interval",
        "keepalives_count", "tcp_user_timeout", "client_encoding",
        "application_name", "dbname",           NULL};
    char unsent[16];
    const char *values[] = {"10", "5", "2", "3", unsent, "UTF8", "avondale", pg_of(store)->url,
                            NULL};

    snprintf(unsent, sizeof unsent, "%d", pg_of(store)->patience_msec);
    PGconn *conn = PQconnectdbParams(keywords, values, 1);
    bool good = PQstatus(conn) == CONNECTION_OK;
    if (good)
        PQsetNoticeProcessor(conn, quiet, NULL);
    else
        (void)pg_say(store, conn ? PQerrorMessage(conn) : "out of memory");
    /* What we set on a connection that is not ours alone would be met by others, and not by us. */
    if (good && pg_of(store)->looks_for_pool && pg_pool_found(store, conn)) {
        (void)pg_say(store,
                     "a pooler in transaction mode: add pool_mode=transaction to the URL, or "
                     "use its session mode");
        pg_of(store)->pool_found = true;
        good = false;
    }
    if (good && (pg_of(store)->pooled || settings_set(store, conn)))
        return conn;
    store->again = true;
    PQfinish(conn);
    return NULL;
}

int pg_use(struct store *store, PGconn *conn)
{
    struct pg_store *pg = pg_of(store);

    pg->conn = conn;
    pg->failed = pg->open = false;
    if (conn && PQsetnonblocking(conn, 1) == 0 && PQenterPipelineMode(conn) == 1)
        return 0;
    if (conn)
        (void)pg_say(store, PQerrorMessage(conn));
    pg_lose(store);
    return -1;
}

int pg_ensure(struct store *store)
{
    struct pg_store *pg = pg_of(store);

    if (pg->conn)
        return 0;
    if (pg->share && pg_share_take(store))
        return -1;
    if (pg->share && pg_share_lost(store))
        return pg_say(store, "the connection was lost");
    if (pg->conn)
        return 0;
    PGconn *conn = pg_connect(store);
    if (pg->share && conn)
        pg_share_connected(store);
    else if (pg->share)
        pg_share_refused(store);
    return pg_use(store, conn);
}

/* --------------------------------------------------------------------------------- statements */

enum { VALUES_MAX = 48 };

struct values {
    int count;
    const char *texts[VALUES_MAX];
    int lengths[VALUES_MAX], formats[VALUES_MAX];
    char numbers[VALUES_MAX][24];
};

static void values_set(struct values *values, const char *format, va_list args)
{
    values->count = (int)strlen(format);
    for (int i = 0; i < values->count && i < VALUES_MAX; i++) {
        values->lengths[i] = values->formats[i] = 0;
        if (format[i] == 'i') {
            snprintf(values->numbers[i], sizeof values->numbers[i], "%lld",
                     (long long)va_arg(args, int64_t));
            values->texts[i] = values->numbers[i];
        } else if (format[i] == 's') {
            values->texts[i] = va_arg(args, const char *);
        } else if (format[i] == 'h') {
            values->texts[i] = va_arg(args, const char *); /* NULL is fine */
            values->lengths[i] = 32;
            values->formats[i] = 1;
        } else if (format[i] == 'b') {
            values->texts[i] = va_arg(args, const char *);
            values->lengths[i] = va_arg(args, int);
            values->formats[i] = 1;
        } else {
            values->texts[i] = NULL;
        }
    }
}

/* The connection may have broken; otherwise memory is out. */
static int send_failed(struct store *store)
{
    struct pg_store *pg = pg_of(store);

    (void)pg_say(store, PQerrorMessage(pg->conn));
    pg->failed = store->again = true;
    pg_lose(store);
    return -1;
}

/* Whether a statement can be queued now: 0, or -1. */
static int queue_ready(struct store *store)
{
    struct pg_store *pg = pg_of(store);

    if (pg->failed && pg->open)
        return -1; /* the first error stays */
    if (pg->before_send && pg->before_send(store))
        return -1;
    pg->failed = false;
    if (pg_ensure(store))
        return -1;
    /* Limits unread answers, so that the two sides never wait for each other to read. */
    return pg->queue_count > PG_QUEUE_MAX - 2 - PG_KEPT_MAX && pg->asked_count == 0 ? pg_wait(store)
                                                                                    : 0;
}

/* Notes what was sent. */
static void queue_add(struct pg_store *pg, enum pg_statement which, int what)
{
    pg->queue[pg->queue_count].which = which;
    pg->queue[pg->queue_count++].what = what;
}

static int queue(struct store *store, enum pg_statement which, bool keep,
                 const struct values *values)
{
    struct pg_store *pg = pg_of(store);
    char name[16];

    if (queue_ready(store))
        return -1;
    snprintf(name, sizeof name, "s%d", (int)which);
    if (!pg->prepared[which] && !pg->pooled) {
        if (PQsendPrepare(pg->conn, name, pg_sql[which], 0, NULL) != 1)
            return send_failed(store);
        pg->prepared[which] = true;
        queue_add(pg, which, PG_PREPARE);
    }
    int binary = which == PG_FEED_PAGE; /* nearly all that a node reads */
    int sent = pg->pooled
                   ? PQsendQueryParams(pg->conn, pg_sql[which], values->count, NULL, values->texts,
                                       values->lengths, values->formats, binary)
                   : PQsendQueryPrepared(pg->conn, name, values->count, values->texts,
                                         values->lengths, values->formats, binary);
    if (sent != 1)
        return send_failed(store);
    queue_add(pg, which, keep ? PG_KEEP : PG_SKIP);
    pg->asked_count += keep;
    return 0;
}

int pg_send_text(struct store *store, const char *sql)
{
    struct pg_store *pg = pg_of(store);

    if (queue_ready(store))
        return -1;
    if (PQsendQueryParams(pg->conn, sql, 0, NULL, NULL, NULL, NULL, 0) != 1)
        return send_failed(store);
    queue_add(pg, PG_STATEMENT_COUNT, PG_SKIP);
    return 0;
}

int pg_send(struct store *store, enum pg_statement which, const char *format, ...)
{
    struct values values;
    va_list args;

    va_start(args, format);
    values_set(&values, format, args);
    va_end(args);
    return queue(store, which, false, &values);
}

int pg_send_arrays(struct store *store, enum pg_statement which, const uint8_t *const *arrays,
                   const size_t *sizes, int count)
{
    struct values values = {.count = count};

    for (int i = 0; i < count; i++) {
        values.texts[i] = (const char *)arrays[i];
        values.lengths[i] = (int)sizes[i];
        values.formats[i] = 1;
    }
    return queue(store, which, false, &values);
}

int pg_ask_list(struct store *store, enum pg_statement which, const char *format, va_list args)
{
    struct values values;

    values_set(&values, format, args);
    return queue(store, which, true, &values);
}

int pg_ask(struct store *store, enum pg_statement which, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    int status = pg_ask_list(store, which, format, args);
    va_end(args);
    return status;
}

static void kept_clear(struct pg_store *pg)
{
    for (int i = 0; i < pg->kept_count; i++)
        PQclear(pg->kept[i]);
    pg->kept_count = 0;
}

/* Whether the server refuses the statement as such: no syntax of it, no such feature, no right. */
static bool not_known(const PGresult *result)
{
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    return state && (strncmp(state, "42", 2) == 0 || strncmp(state, "0A", 2) == 0);
}

/* Reads one answer, which belongs to queue[*next]. Returns false once the connection is useless. */
static bool answer_take(struct store *store, PGresult *result, int *next, int *status)
{
    struct pg_store *pg = pg_of(store);
    ExecStatusType said = PQresultStatus(result);
    bool good = said == PGRES_COMMAND_OK || said == PGRES_TUPLES_OK;
    int at = (*next)++;
    bool spent = false;

    if (at >= pg->queue_count)
        good = false;
    else if (!good && pg->queue[at].what == PG_PREPARE)
        pg->prepared[pg->queue[at].which] = false;
    if (!good && *status == 0 && at < pg->queue_count && pg_is_room(pg->queue[at].which))
        pg->no_rooms = not_known(result);
    if (good && pg->queue[at].what == PG_KEEP && pg->kept_count < PG_KEPT_MAX) {
        pg->kept[pg->kept_count++] = result;
        return true;
    }
    if (!good && *status == 0) {
        *status = pg_fail(store, result);
        spent = connection_spent(pg, result);
    }
    PQclear(result);
    return !spent && PQstatus(pg->conn) == CONNECTION_OK;
}

int pg_wait(struct store *store)
{
    struct pg_store *pg = pg_of(store);
    int status = 0, next = 0, empty = 0;
    bool alive = pg->conn != NULL;

    kept_clear(pg);
    if (!alive) { /* nothing can be queued */
        status = pg_ensure(store);
        pg_share_give(store);
        return status;
    }
    if (PQpipelineSync(pg->conn) != 1)
        return send_failed(store);
    while (alive) {
        if (!await_result(pg->conn, pg->patience_msec)) {
            status = status ? status : pg_say_silent(store);
            pg->failed = store->again = true;
            break;
        }
        PGresult *result = PQgetResult(pg->conn);
        if (!result) {
            /* One ends the answer of each statement; two in a row mean that there is none. */
            if (++empty > 1 || PQstatus(pg->conn) != CONNECTION_OK)
                break;
            continue;
        }
        empty = 0;
        if (PQresultStatus(result) == PGRES_PIPELINE_SYNC) {
            PQclear(result);
            pg->queue_count = pg->asked_count = 0;
            if (!pg->open)
                pg_share_give(store);
            return status;
        }
        alive = answer_take(store, result, &next, &status);
    }
    if (status == 0) {
        status = pg_say(store, "the connection was lost");
        pg->failed = store->again = true;
    }
    pg_lose(store);
    return status;
}

const PGresult *pg_answer(const struct store *store, int index)
{
    return ((const struct pg_store *)store)->kept[index];
}

PGresult *pg_answer_take(struct store *store, int index)
{
    PGresult *rows = pg_of(store)->kept[index];

    pg_of(store)->kept[index] = NULL; /* PQclear takes it */
    return rows;
}

const PGresult *pg_query(struct store *store, enum pg_statement which, const char *format, ...)
{
    struct values values;
    va_list args;

    va_start(args, format);
    values_set(&values, format, args);
    va_end(args);
    if (queue(store, which, true, &values) || pg_wait(store))
        return NULL;
    return pg_answer(store, 0);
}

int pg_run(struct store *store, PGconn *conn, const char *sql, int64_t *number)
{
    PGresult *result = PQexec(conn, sql);
    ExecStatusType said = PQresultStatus(result);
    int status = 0;

    if (said == PGRES_TUPLES_OK && PQntuples(result) == 1)
        *number = pg_int(result, 0, 0);
    else if (said != PGRES_COMMAND_OK && said != PGRES_TUPLES_OK)
        status = pg_fail(store, result);
    PQclear(result);
    return status;
}

/* ------------------------------------------------------------------------------------ columns */

int64_t pg_int(const PGresult *rows, int row, int column)
{
    return strtoll(PQgetvalue(rows, row, column), NULL, 10);
}

void pg_text(const PGresult *rows, int row, int column, char *out, size_t size)
{
    snprintf(out, size, "%s", PQgetvalue(rows, row, column));
}

bool pg_hash(const PGresult *rows, int row, int column, uint8_t hash[32])
{
    const char *text = PQgetvalue(rows, row, column); /* \x and the digits */

    if (PQgetlength(rows, row, column) == 2 + 64 && hex_parse(text + 2, hash, 32) == 0)
        return true;
    memset(hash, 0, 32);
    return false;
}

char *pg_copy(const PGresult *rows, int row, int column)
{
    return PQgetisnull(rows, row, column) ? NULL : strdup(PQgetvalue(rows, row, column));
}

/* --------------------------------------------------------------------------------------- rows */

int pg_one(const PGresult *rows, int none)
{
    return !rows ? STORE_FAILED : PQntuples(rows) == 0 ? none : 0;
}

int pg_list(const PGresult *rows, pg_row_fn *read, void *list, size_t size)
{
    int count = rows ? PQntuples(rows) : STORE_FAILED;

    for (int row = 0; row < count; row++)
        read(rows, row, (char *)list + (size_t)row * size);
    return count;
}
