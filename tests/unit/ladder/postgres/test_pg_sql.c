/* test_pg_sql.c - no statement reads a whole table that grows, though a connection keeps the plan
 * that it made while the tables were empty. Needs a server, in
 * AVONDALE_TEST_STORE=postgresql://...?... */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "store_place.h"
#if __has_include("libpq-fe.h")
#include "postgres/pg.h"

enum { TEXT_BYTES = 8000 };

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* Others have no plan. */
static bool is_planned(const char *sql)
{
    return begins(sql, "SELECT ") || begins(sql, "INSERT ") || begins(sql, "UPDATE ") ||
           begins(sql, "DELETE ") || begins(sql, "WITH ");
}

static int arguments_of(const char *sql)
{
    int count = 0;
    for (const char *at = sql; (at = strchr(at, '$')); at++)
        count = atoi(at + 1) > count ? atoi(at + 1) : count;
    return count;
}

static PGresult *answer(PGconn *conn, const char *text)
{
    PGresult *result = PQexec(conn, text);
    ExecStatusType said = PQresultStatus(result);
    if (said != PGRES_COMMAND_OK && said != PGRES_TUPLES_OK)
        fail_msg("%s: %s", text, PQerrorMessage(conn));
    return result;
}

/* The plan that a connection keeps. */
static PGresult *plan_of(PGconn *conn, const char *sql)
{
    char text[TEXT_BYTES];
    int count = arguments_of(sql);

    snprintf(text, sizeof text, "PREPARE planned AS %s", sql);
    PQclear(answer(conn, text));
    strcpy(text, "EXPLAIN EXECUTE planned");
    for (int i = 0; i < count; i++)
        strcat(text, i == 0 ? "(NULL" : ", NULL");
    if (count > 0)
        strcat(text, ")");
    PGresult *plan = answer(conn, text);
    PQclear(answer(conn, "DEALLOCATE planned"));
    return plan;
}

static bool reads_whole(const char *line)
{
    static const char *const grown[] = {"result",        "result_seat", "result_stake", "announced",
                                        "packed_record", "record",      "action",       "bot"};
    char table[40] = "";
    const char *scan = strstr(line, "Seq Scan on ");

    if (scan)
        sscanf(scan, "Seq Scan on %39s", table);
    for (size_t i = 0; i < sizeof grown / sizeof grown[0]; i++) {
        if (strcmp(table, grown[i]) == 0)
            return true;
    }
    return strstr(line, "hashed SubPlan") != NULL;
}

/* What `ladder show store` counts; and the few newest programs of a bot. */
static bool may_read_whole(enum pg_statement which)
{
    return which == PG_SIZES || which == PG_PROGRAM_OLD;
}

static void no_plan_reads_a_whole_table(void **state)
{
    const struct place *place = *state;
    int read = 0;

    if (!place->server)
        skip();
    struct store *store = opened(place, 0);
    PGconn *conn = pg_connect(store);
    assert_non_null(conn);
    for (enum pg_statement which = 0; which < PG_STATEMENT_COUNT; which++) {
        if (!is_planned(pg_sql[which]) || may_read_whole(which))
            continue;
        PGresult *plan = plan_of(conn, pg_sql[which]);
        for (int row = 0; row < PQntuples(plan); row++) {
            if (reads_whole(PQgetvalue(plan, row, 0)))
                fail_msg("%s\n%s", pg_sql[which], PQgetvalue(plan, row, 0));
        }
        PQclear(plan);
        read++;
    }
    assert_true(read > 100);
    PQfinish(conn);
    store_close(store);
}
#endif

int main(void)
{
#if __has_include("libpq-fe.h")
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(no_plan_reads_a_whole_table, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
#else
    return 0;
#endif
}
