/* store_postgres.c - the ladder's store in a PostgreSQL database: schema, opening, transactions.
 *
 * Only SQL that its relatives (CockroachDB, YugabyteDB) take as well: no extensions, no advisory
 * locks, no triggers, no sequences. Numbers are counted in the row of table `ladder`, whose lock is
 * the one right to write, so they have no gaps and the log is the same as in a file.
 */
#include "store_postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CLOCK_MSEC_MAX = 30000 }; /* how far our clock may be from the database's */
/* Unqualified, so that a test can put a clock of its own into the search path. */
#define NOW_MSEC "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"
#define LEASE_ALIVE "until_msec > " NOW_MSEC

/* Entry i brings a database from version i to i + 1. Never edit one that was released: append. */
static const char *const migrations[] = {
    /* avondale_version is what tells our table from another of its name. */
    "CREATE TABLE ladder (one INTEGER PRIMARY KEY CHECK (one = 1),"
    "  avondale_version INTEGER NOT NULL, changes BIGINT NOT NULL,"
    "  last_bot BIGINT NOT NULL, last_result BIGINT NOT NULL, last_action BIGINT NOT NULL,"
    "  last_announced BIGINT NOT NULL);"
    "INSERT INTO ladder VALUES (1, 0, 0, 0, 0, 0, 0);"
    "CREATE TABLE lease (name TEXT PRIMARY KEY, holder TEXT NOT NULL, until_msec BIGINT NOT NULL);"
    "CREATE TABLE bot (id BIGINT PRIMARY KEY, name TEXT NOT NULL,"
    "  folded TEXT NOT NULL UNIQUE," /* the name in lower case: no collation of the server decides
                                      */
    "  owner TEXT NOT NULL,"
    "  token_hash BYTEA CHECK (token_hash IS NULL OR octet_length(token_hash) = 32),"
    "  created_msec BIGINT NOT NULL,"
    /* From here on a cache. */
    "  rating_milli BIGINT NOT NULL, games BIGINT NOT NULL, wins BIGINT NOT NULL,"
    "  ties BIGINT NOT NULL, losses BIGINT NOT NULL, owners_met BIGINT NOT NULL,"
    "  last_msec BIGINT NOT NULL, banned BIGINT NOT NULL);"
    "CREATE TABLE result (seq BIGINT PRIMARY KEY, game TEXT NOT NULL UNIQUE,"
    "  ruleset TEXT NOT NULL, wall_msec BIGINT NOT NULL, reason TEXT NOT NULL,"
    "  asked TEXT NOT NULL,"   /* why the arena asked not to rate it, or '' */
    "  scores TEXT NOT NULL,"  /* by side, separated by colons */
    "  unrated TEXT NOT NULL," /* cache: why it is not rated, or '' */
    "  chain BYTEA CHECK (chain IS NULL OR octet_length(chain) = 32));"
    "CREATE TABLE result_seat (seq BIGINT NOT NULL REFERENCES result, seat BIGINT NOT NULL,"
    "  bot BIGINT NOT NULL REFERENCES bot, side BIGINT NOT NULL, rank BIGINT NOT NULL,"
    "  before_milli BIGINT NOT NULL, after_milli BIGINT NOT NULL, k BIGINT NOT NULL," /* cache */
    "  PRIMARY KEY (seq, seat));"
    "CREATE INDEX result_seat_bot ON result_seat (bot, seq);"
    "CREATE TABLE record (seq BIGINT PRIMARY KEY REFERENCES result, text TEXT NOT NULL);"
    "CREATE TABLE action (id BIGINT PRIMARY KEY, after_seq BIGINT NOT NULL,"
    "  wall_msec BIGINT NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('ban', 'void')),"
    "  bot BIGINT REFERENCES bot, result BIGINT REFERENCES result,"
    "  chain BYTEA CHECK (chain IS NULL OR octet_length(chain) = 32),"
    "  CHECK ((kind = 'ban') = (bot IS NOT NULL) AND (kind = 'void') = (result IS NOT NULL)));"
    "CREATE TABLE announced (id BIGINT PRIMARY KEY, game TEXT NOT NULL UNIQUE,"
    "  ruleset TEXT NOT NULL, wall_msec BIGINT NOT NULL,"
    "  seats TEXT NOT NULL," /* NAME:SIDE, separated by spaces */
    "  commitment BYTEA NOT NULL CHECK (octet_length(commitment) = 32), open BOOLEAN NOT NULL);"
    "CREATE INDEX announced_open ON announced (id) WHERE open;",
    /* Several daemons: what each serves and where it is. */
    "ALTER TABLE announced ADD COLUMN node TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE lease ADD COLUMN address TEXT NOT NULL DEFAULT '';"
    /* Bots that wait: offered by `node`, claimed by `host` ('': by none). */
    "CREATE TABLE seek (bot TEXT PRIMARY KEY, node TEXT NOT NULL, rulesets TEXT NOT NULL,"
    "  rated BIGINT NOT NULL, pair BIGINT NOT NULL, games BIGINT NOT NULL, rating BIGINT NOT NULL,"
    "  since_msec BIGINT NOT NULL, host TEXT NOT NULL, ticket TEXT NOT NULL);",

    /* More kinds of entries, with a text; which there are is the program's to know. */
    "CREATE TABLE entry (id BIGINT PRIMARY KEY, after_seq BIGINT NOT NULL,"
    "  wall_msec BIGINT NOT NULL, kind TEXT NOT NULL,"
    "  bot BIGINT REFERENCES bot, result BIGINT REFERENCES result, text TEXT NOT NULL,"
    "  chain BYTEA CHECK (chain IS NULL OR octet_length(chain) = 32),"
    "  CHECK ((kind = 'void') = (result IS NOT NULL) AND (bot IS NULL OR result IS NULL)));"
    "INSERT INTO entry (id, after_seq, wall_msec, kind, bot, result, text, chain)"
    "  SELECT id, after_seq, wall_msec, kind, bot, result, '', chain FROM action;"
    "DROP TABLE action; ALTER TABLE entry RENAME TO action;"
    "CREATE TABLE document (name TEXT PRIMARY KEY, text TEXT NOT NULL);",
};
enum { VERSION_NEWEST = sizeof migrations / sizeof migrations[0] };

#define BOT_COLUMNS                                                                                \
    "id, name, owner, token_hash, rating_milli, games, wins, ties, losses, owners_met, "           \
    "last_msec, banned FROM bot "
#define RESULT_COLUMNS                                                                             \
    "seq, game, ruleset, wall_msec, reason, asked, scores, unrated, chain FROM result "
#define SEAT_COLUMNS                                                                               \
    "s.seq, s.seat, bot.name, s.side, s.rank, s.before_milli, s.after_milli, s.k"                  \
    " FROM result_seat s JOIN bot ON bot.id = s.bot WHERE s.seq BETWEEN $1 AND $2 "
#define SEEK_COLUMNS "bot, node, rulesets, rated, pair, games, rating"
#define GAME_COLUMNS                                                                               \
    "game, ruleset, wall_msec, seats, commitment, id, CASE WHEN open THEN 1 ELSE 0 END"            \
    " FROM announced "
#define NODE_DEAD                                                                                  \
    "NOT EXISTS (SELECT 1 FROM lease WHERE lease.name = 'node:' || node AND " LEASE_ALIVE ")"
/* All seats of a result share $1; each has a seat, bot, side, rank, before, after, k. */
#define SEATS                                                                                      \
    "INSERT INTO result_seat (seq, seat, bot, side, rank, before_milli, after_milli, k) VALUES "
#define SEATS_2 SEATS "($1,0,$2,$3,$4,$5,$6,$7),($1,1,$8,$9,$10,$11,$12,$13)"
#define SEATS_3 SEATS_2 ",($1,2,$14,$15,$16,$17,$18,$19)"
#define SEATS_4 SEATS_3 ",($1,3,$20,$21,$22,$23,$24,$25)"
#define SEATS_5 SEATS_4 ",($1,4,$26,$27,$28,$29,$30,$31)"
#define SEATS_6 SEATS_5 ",($1,5,$32,$33,$34,$35,$36,$37)"

const char *const pg_sql[PG_STATEMENT_COUNT] = {
    [PG_BEGIN_READ] = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    /* Who waited for the lock sees what the one before committed, and need not try again. */
    [PG_BEGIN_WRITE] = "BEGIN ISOLATION LEVEL READ COMMITTED",
    [PG_COMMIT] = "COMMIT",
    [PG_ROLLBACK] = "ROLLBACK",
    [PG_CHANGES] = "SELECT changes FROM ladder",
    [PG_LOCK] = "SELECT changes, last_bot, last_result, last_action, last_announced FROM ladder"
                " WHERE one = 1 FOR UPDATE",
    [PG_RESULT_HEAD] = "SELECT seq, chain FROM result ORDER BY seq DESC LIMIT 1",
    [PG_ACTION_HEAD] = "SELECT chain FROM action ORDER BY id DESC LIMIT 1",
    [PG_COUNT] = "UPDATE ladder SET changes = $1, last_bot = $2, last_result = $3,"
                 " last_action = $4, last_announced = $5 WHERE one = 1",
    [PG_LEASE_HOLDER] = "SELECT holder FROM lease WHERE name = $1",
    [PG_LEASE_RIVALS] = "SELECT holder, until_msec - " NOW_MSEC ", name FROM lease WHERE " LEASE_ALIVE
                        " AND (name = $1 OR name = 'serve' OR $1 = 'serve') ORDER BY name",
    [PG_LEASE_TAKE] = "INSERT INTO lease (name, holder, until_msec, address) VALUES ($1, $2, " NOW_MSEC
                      " + CAST($3 AS BIGINT), $4) ON CONFLICT (name) DO UPDATE SET"
                      " holder = excluded.holder, until_msec = excluded.until_msec,"
                      " address = excluded.address",
    [PG_LEASE_RENEW] = "UPDATE lease SET until_msec = " NOW_MSEC " + CAST($3 AS BIGINT)"
                       " WHERE name = $1 AND holder = $2 RETURNING holder",
    [PG_LEASE_END] = "DELETE FROM lease WHERE name = $1 AND holder = $2",
    [PG_BOT_ADD] = "INSERT INTO bot (id, name, folded, owner, token_hash, created_msec,"
                   " rating_milli, games, wins, ties, losses, owners_met, last_msec, banned)"
                   " VALUES ($1,$2,$3,$4,$5,$6,$7,0,0,0,0,0,0,0)"
                   " ON CONFLICT (folded) DO NOTHING RETURNING id",
    [PG_BOT_TOKEN] = "UPDATE bot SET token_hash = $1 WHERE id = $2",
    [PG_BOT_CACHE] = "UPDATE bot SET rating_milli = $1, games = $2, wins = $3, ties = $4,"
                     " losses = $5, owners_met = $6, last_msec = $7, banned = $8 WHERE id = $9",
    [PG_BOT_PAGE] = "SELECT " BOT_COLUMNS "WHERE id > $1 ORDER BY id LIMIT $2",
    [PG_BOT_FIND] = "SELECT " BOT_COLUMNS "WHERE folded = $1",
    [PG_BOT_NAME] = "SELECT name FROM bot WHERE id = $1",
    [PG_RESULT_ADD] =
        "WITH over AS (UPDATE announced SET open = FALSE WHERE game = $2 AND open)"
        " INSERT INTO result (seq, game, ruleset, wall_msec, reason, asked, scores, unrated, chain)"
        " VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9)",
    [PG_RESULT_CACHE] = "UPDATE result SET unrated = $1 WHERE seq = $2",
    [PG_RESULT_FIND] = "SELECT seq FROM result WHERE game = $1",
    [PG_RESULT_EXPECT] = "SELECT game, seq FROM result WHERE game = ANY(CAST($1 AS TEXT[]))",
    [PG_RESULT_PAGE] = "SELECT " RESULT_COLUMNS "WHERE seq > $1 ORDER BY seq LIMIT $2",
    [PG_RESULT_PAGE_BOT] =
        "SELECT " RESULT_COLUMNS "WHERE seq IN (SELECT DISTINCT seq FROM result_seat WHERE bot = $3"
        " AND seq > $1 ORDER BY seq LIMIT $2) ORDER BY seq",
    [PG_RESULT_BACK] = "SELECT " RESULT_COLUMNS "WHERE seq < $1 ORDER BY seq DESC LIMIT $2",
    [PG_RESULT_BACK_BOT] =
        "SELECT " RESULT_COLUMNS "WHERE seq IN (SELECT DISTINCT seq FROM result_seat WHERE bot = $3"
        " AND seq < $1 ORDER BY seq DESC LIMIT $2) ORDER BY seq DESC",
    [PG_RESULT_UNRATED] = "SELECT unrated FROM result WHERE seq = $1",
    [PG_SEATS_ADD_2] = SEATS_2,
    [PG_SEATS_ADD_3] = SEATS_3,
    [PG_SEATS_ADD_4] = SEATS_4,
    [PG_SEATS_ADD_5] = SEATS_5,
    [PG_SEATS_ADD_6] = SEATS_6,
    [PG_SEAT_CACHE] = "UPDATE result_seat SET before_milli = $1, after_milli = $2, k = $3"
                      " WHERE seq = $4 AND seat = $5",
    [PG_SEAT_PAGE] = "SELECT " SEAT_COLUMNS "ORDER BY s.seq, s.seat",
    [PG_SEAT_PAGE_BOT] =
        "SELECT " SEAT_COLUMNS "AND s.seq IN (SELECT seq FROM result_seat WHERE bot = $3"
        " AND seq BETWEEN $1 AND $2) ORDER BY s.seq, s.seat",
    [PG_RECORD_ADD] = "INSERT INTO record (seq, text) VALUES ($1,$2)",
    [PG_RECORD_FIND] = "SELECT text FROM record JOIN result USING (seq) WHERE game = $1",
    [PG_GAME_ADD] =
        "INSERT INTO announced (id, game, ruleset, wall_msec, seats, commitment, node, open)"
        " VALUES ($1,$2,$3,$4,$5,$6,$7, NOT EXISTS (SELECT 1 FROM result WHERE game = $2))",
    [PG_GAME_EXPECT] = "SELECT game FROM announced WHERE game = ANY(CAST($1 AS TEXT[]))",
    [PG_GAME_OPEN] =
        "SELECT " GAME_COLUMNS "WHERE open AND (node = $2 OR " NODE_DEAD ") ORDER BY id LIMIT $1",
    [PG_GAME_ORPHANED] =
        "SELECT " GAME_COLUMNS "WHERE open AND node <> $2 AND " NODE_DEAD " ORDER BY id LIMIT $1",
    [PG_GAME_PAGE] = "SELECT " GAME_COLUMNS "WHERE id > $1 ORDER BY id LIMIT $2",
    [PG_ACTION_ADD] = "INSERT INTO action (id, after_seq, wall_msec, kind, bot, result, text, chain)"
                      " VALUES ($1,$2,$3,$4,$5,$6,$7,$8)",
    [PG_DOCUMENT_ADD] = "INSERT INTO document (name, text) VALUES ($1,$2)",
    [PG_DOCUMENT_FIND] = "SELECT text FROM document WHERE name = $1",
    [PG_ACTION_PAGE] = "SELECT action.id, after_seq, kind, coalesce(bot, result, 0),"
                       " coalesce(name, ''), wall_msec, chain, text FROM action"
                       " LEFT JOIN bot ON bot.id = action.bot"
                       " WHERE action.id > $1 ORDER BY action.id LIMIT $2",
    [PG_SEEK_PUT] =
        "INSERT INTO seek (bot, node, rulesets, rated, pair, games, rating, since_msec, host, ticket)"
        " VALUES ($1,$2,$3,$4,$5,$6,$7," NOW_MSEC ",'','') ON CONFLICT (bot) DO UPDATE SET"
        " node = excluded.node, rulesets = excluded.rulesets, rated = excluded.rated,"
        " pair = excluded.pair, games = excluded.games, rating = excluded.rating, host = '',"
        " ticket = ''",
    [PG_SEEK_END] = "DELETE FROM seek WHERE bot = $1 AND node = $2",
    [PG_SEEK_CLEAR] = "DELETE FROM seek WHERE node = $1 OR " NODE_DEAD,
    [PG_SEEK_PAGE] = "SELECT " SEEK_COLUMNS ", " NOW_MSEC " - since_msec FROM seek WHERE host = '' AND NOT " NODE_DEAD
                     " ORDER BY since_msec, bot LIMIT $1",
    /* Whoever is just being claimed by another is passed over, not waited for. */
    [PG_SEEK_CLAIM] =
        "UPDATE seek SET host = $1, ticket = $2 WHERE bot = (SELECT bot FROM seek"
        " WHERE host = '' AND node <> $1 AND strpos(rulesets, $3) > 0 AND rated = $4 AND NOT " NODE_DEAD
        " AND since_msec <= " NOW_MSEC " - CAST($6 AS BIGINT)"
        " ORDER BY abs(rating - CAST($5 AS BIGINT)), since_msec LIMIT 1 FOR UPDATE SKIP LOCKED)"
        " RETURNING " SEEK_COLUMNS,
    [PG_SEEK_SENT] =
        "DELETE FROM seek WHERE bot IN (SELECT bot FROM seek WHERE node = $1 AND host <> ''"
        " LIMIT $2) RETURNING bot, coalesce((SELECT address FROM lease"
        " WHERE lease.name = 'node:' || host AND " LEASE_ALIVE "), ''), ticket",
    [PG_LISTEN] = "LISTEN avondale_seek",
    [PG_NOTIFY] = "SELECT pg_notify('avondale_seek', '')",
};

static int64_t wall_msec(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* --------------------------------------------------------------------------------- the schema */

/* Runs SQL on a connection that is not in pipeline mode; the first number of what comes back. */
static int run(struct store *store, PGconn *conn, const char *sql, int64_t *number)
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

/* Times in the log come from the clocks of daemons, leases from the database's: they must agree. */
static int clock_check(struct store *store, PGconn *conn, struct ladder_error *error)
{
    int64_t theirs = 0, before = wall_msec();

    if (run(store, conn, "SELECT " NOW_MSEC, &theirs))
        return STORE_FAILED;
    int64_t ours = before + (wall_msec() - before) / 2;
    if (llabs(ours - theirs) <= CLOCK_MSEC_MAX)
        return 0;
    snprintf(error->text, sizeof error->text,
             "%.160s: this machine's clock is %lld s %s the database's; 30 are allowed",
             store->name, (long long)((llabs(ours - theirs) + 500) / 1000),
             ours > theirs ? "before" : "behind");
    return STORE_REFUSED;
}

static int migrate(struct store *store, PGconn *conn, int64_t from)
{
    int64_t ignored = 0;
    char sql[64];

    for (; from < VERSION_NEWEST; from++) {
        if (run(store, conn, migrations[from], &ignored))
            return STORE_FAILED;
    }
    snprintf(sql, sizeof sql, "UPDATE ladder SET avondale_version = %d", (int)VERSION_NEWEST);
    return run(store, conn, sql, &ignored) || run(store, conn, "COMMIT", &ignored) ? STORE_FAILED
                                                                                   : 0;
}

/* Brings the schema up to date in one transaction; a new one is never half there. */
static int schema_update(struct store *store, PGconn *conn, unsigned flags,
                         struct ladder_error *error)
{
    int64_t there = 0, version = 0, ignored = 0;

    if (run(store, conn,
            "SELECT count(*) FROM information_schema.tables"
            " WHERE table_schema = current_schema() AND table_name = 'ladder'",
            &there))
        return STORE_FAILED;
    if (!there && flags & STORE_MUST_EXIST) {
        snprintf(error->text, sizeof error->text, "%.200s: there is no ladder in it", store->name);
        return STORE_REFUSED;
    }
    if (run(store, conn, "BEGIN", &ignored))
        return STORE_FAILED;
    if (there && run(store, conn, "SELECT avondale_version FROM ladder FOR UPDATE", &version))
        goto foreign;
    if (version < 0 || version > VERSION_NEWEST) {
        snprintf(error->text, sizeof error->text,
                 "%.160s: schema version %lld is newer than this avondale knows (%d)", store->name,
                 (long long)version, (int)VERSION_NEWEST);
        goto refused;
    }
    if (version == VERSION_NEWEST)
        return run(store, conn, "ROLLBACK", &ignored);
    store->migrated = version > 0;
    if (migrate(store, conn, version) == 0)
        return 0;
    (void)run(store, conn, "ROLLBACK", &ignored);
    return STORE_FAILED;
foreign:
    if (store->again || PQstatus(conn) != CONNECTION_OK)
        return STORE_FAILED;
    snprintf(error->text, sizeof error->text, "%.160s: its table 'ladder' is not one of avondale's",
             store->name);
refused:
    (void)run(store, conn, "ROLLBACK", &ignored);
    return STORE_REFUSED;
}

/* ------------------------------------------------------------------------------- open, close */

static void postgres_close(struct store *store)
{
    struct pg_store *pg = pg_of(store);

    if (pg->conn) {
        store_rollback(store);
        if (pg->exclusive)
            pg_lease_end(store);
    }
    pg_lose(store);
    for (int i = 0; i < pg->kept_count; i++)
        PQclear(pg->kept[i]);
    free(pg->url);
    free(store->name);
    free(pg);
}

static int connection_open(struct store *store, unsigned flags, struct ladder_error *error)
{
    PGconn *conn = pg_connect(store);
    if (conn && flags & STORE_READ_ONLY) /* a store of this process has looked at it */
        return pg_use(store, conn) ? STORE_FAILED : 0;
    int status = conn ? clock_check(store, conn, error) : STORE_FAILED;

    if (status == 0)
        status = schema_update(store, conn, flags, error);
    /* Two that make the schema at once: one of them fails, and now finds it there. */
    if (status == STORE_FAILED && conn && PQstatus(conn) == CONNECTION_OK)
        status = schema_update(store, conn, flags, error);
    if (status == 0 && run(store, conn, "SELECT changes FROM ladder", &pg_of(store)->changes))
        status = STORE_FAILED;
    if (status == 0)
        return pg_use(store, conn) ? STORE_FAILED : 0;
    PQfinish(conn);
    return status;
}

static int postgres_open(struct store **out, const char *url, unsigned flags,
                         const struct ladder_node *node, struct ladder_error *error)
{
    char *name = NULL;

    if (pg_url_parse(url, &name, error))
        return STORE_REFUSED;
    struct pg_store *pg = calloc(1, sizeof *pg);
    if (!pg || !(pg->url = strdup(url))) {
        snprintf(error->text, sizeof error->text, "out of memory");
        free(name);
        free(pg);
        return STORE_FAILED;
    }
    pg->base.kind = &store_postgres;
    pg->base.name = name;
    pg->read_only = flags & STORE_READ_ONLY;
    int status = connection_open(&pg->base, flags, error);
    if (status == 0 && flags & STORE_EXCLUSIVE)
        status = pg_lease_take(&pg->base, node, error);
    if (status) {
        if (!error->text[0])
            snprintf(error->text, sizeof error->text, "%.250s", pg->base.error);
        store_close(&pg->base);
        return status;
    }
    *out = &pg->base;
    return 0;
}

/* ------------------------------------------------------------------------------- transactions */

static void forget(struct pg_store *pg)
{
    pg->open = pg->writes = pg->dirty = pg->looked = false;
    pg->expected_count = pg->expected_next = 0;
}

/* Reads what is counted on from here: the numbers, the heads of the chain, whose lease it is. */
static int write_begin(struct store *store)
{
    struct pg_store *pg = pg_of(store);

    if (pg_send(store, PG_BEGIN_WRITE, "") || pg_ask(store, PG_LOCK, "") ||
        pg_ask(store, PG_RESULT_HEAD, "") || pg_ask(store, PG_ACTION_HEAD, "") ||
        (pg->exclusive && pg_ask(store, PG_LEASE_HOLDER, "s", pg->lease)) || pg_wait(store))
        return -1;
    const PGresult *row = pg_answer(store, 0), *result = pg_answer(store, 1),
                   *action = pg_answer(store, 2);
    if (PQntuples(row) != 1) {
        pg->failed = true;
        return pg_say(store, "the row of table 'ladder' is gone");
    }
    pg->changes_now = pg_int(row, 0, 0);
    pg->last_bot = pg_int(row, 0, 1);
    pg->last_result = pg_int(row, 0, 2);
    pg->last_action = pg_int(row, 0, 3);
    pg->last_announced = pg_int(row, 0, 4);
    memset(pg->result_head, 0, CHAIN_BYTES);
    memset(pg->action_head, 0, CHAIN_BYTES);
    pg->head_seq = PQntuples(result) ? pg_int(result, 0, 0) : 0;
    if (PQntuples(result))
        (void)pg_hash(result, 0, 1, pg->result_head);
    if (PQntuples(action))
        (void)pg_hash(action, 0, 0, pg->action_head);
    if (!pg->exclusive)
        return 0;
    const PGresult *lease = pg_answer(store, 3);
    const char *holder = PQntuples(lease) ? PQgetvalue(lease, 0, 0) : NULL;
    return holder && strcmp(holder, pg->holder) == 0 ? 0 : pg_lease_lost(store, holder);
}

static int read_begin(struct store *store)
{
    struct pg_store *pg = pg_of(store);

    if (pg_lease_due(store) && pg_lease_renew(store))
        return -1;
    if (pg_send(store, PG_BEGIN_READ, "") || pg_ask(store, PG_CHANGES, "") || pg_wait(store))
        return -1;
    if (PQntuples(pg_answer(store, 0)) == 1)
        pg->changes_now = pg_int(pg_answer(store, 0), 0, 0);
    return 0;
}

static int postgres_begin(struct store *store, bool write)
{
    struct pg_store *pg = pg_of(store);

    if (pg->open || pg->failed)
        store_rollback(store);
    if (pg_ensure(store))
        return -1;
    forget(pg);
    pg->open = true;
    pg->writes = write;
    if (write ? write_begin(store) : read_begin(store)) {
        store_rollback(store); /* it may hold the lock already */
        return -1;
    }
    pg->looked = true;
    return 0;
}

static int postgres_commit(struct store *store)
{
    struct pg_store *pg = pg_of(store);
    bool renew = pg->writes && pg_lease_due(store);
    bool count = pg->writes && pg->dirty;

    if (pg->failed)
        return -1;
    if (count && pg_send(store, PG_COUNT, "iiiii", pg->changes_now + 1, pg->last_bot,
                         pg->last_result, pg->last_action, pg->last_announced))
        return -1;
    if (renew && pg_send(store, PG_LEASE_RENEW, "ssi", pg->lease, pg->holder, pg->lease_msec))
        return -1;
    if (pg_send(store, PG_COMMIT, "") || pg_wait(store))
        return -1;
    if (renew)
        pg_lease_renewed(store);
    /* What others did before our begin is still to be seen by postgres_changed. */
    if (count)
        pg->changes += 1;
    forget(pg);
    return 0;
}

static void postgres_rollback(struct store *store)
{
    struct pg_store *pg = pg_of(store);
    bool again = store->again;
    char error[sizeof store->error];

    /* The first error is the one to tell. */
    memcpy(error, store->error, sizeof error);
    if (pg->conn && pg->queue_count > 0)
        (void)pg_wait(store);
    pg->failed = false;
    if (pg->conn && pg->open && (pg_send(store, PG_ROLLBACK, "") || pg_wait(store)) && pg->conn)
        pg_lose(store);
    pg->failed = false;
    forget(pg);
    memcpy(store->error, error, sizeof error);
    store->again = again;
}

static int postgres_changed(struct store *store)
{
    struct pg_store *pg = pg_of(store);

    if (!pg->looked) {
        const PGresult *row = pg_query(store, PG_CHANGES, "");
        if (!row)
            return -1;
        pg->changes_now = PQntuples(row) == 1 ? pg_int(row, 0, 0) : pg->changes;
    }
    bool changed = pg->changes_now != pg->changes;
    pg->changes = pg->changes_now;
    return changed;
}

/* ------------------------------------------------------------------------------- expectations */

struct pg_expected *pg_expected_find(struct pg_store *pg, const char *game)
{
    /* They are met in the order they were told in, nearly always. */
    for (int i = 0; i < pg->expected_count; i++) {
        int at = (pg->expected_next + i) % pg->expected_count;
        if (strcmp(pg->expected[at].game, game) == 0) {
            pg->expected_next = at;
            return &pg->expected[at];
        }
    }
    return NULL;
}

static int postgres_expect(struct store *store, const char *const *games, int count)
{
    struct pg_store *pg = pg_of(store);
    char *list = malloc((size_t)count * (LADDER_GAME_ID_MAX + 3) + 3), *at = list;

    pg->expected_count = pg->expected_next = 0;
    if (!list)
        return pg_say(store, "out of memory");
    *at++ = '{';
    for (int i = 0; i < count && pg->expected_count < PG_EXPECTED_MAX; i++) {
        if (!result_game_valid(games[i]))
            continue; /* whoever adds it will be told */
        struct pg_expected *expected = &pg->expected[pg->expected_count++];
        memset(expected, 0, sizeof *expected);
        snprintf(expected->game, sizeof expected->game, "%s", games[i]);
        at += sprintf(at, "%s\"%s\"", at[-1] == '{' ? "" : ",", expected->game);
    }
    strcpy(at, "}");
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
        struct pg_expected *expected = pg_expected_find(pg, PQgetvalue(results, i, 0));
        if (expected)
            expected->seq = pg_int(results, i, 1);
    }
    for (int i = 0; i < PQntuples(announced); i++) {
        struct pg_expected *expected = pg_expected_find(pg, PQgetvalue(announced, i, 0));
        if (expected)
            expected->announced = true;
    }
    pg->expected_next = 0;
    return 0;
}

const struct store_kind store_postgres = {
    .open = postgres_open,
    .close = postgres_close,
    .begin = postgres_begin,
    .commit = postgres_commit,
    .rollback = postgres_rollback,
    .changed = postgres_changed,
    .expect = postgres_expect,
    .bot_add = pg_bot_add,
    .bot_token = pg_bot_token,
    .result_add = pg_result_add,
    .action_add = pg_action_add,
    .game_add = pg_game_add,
    .games_open = pg_games_open,
    .games_orphaned = pg_games_orphaned,
    .bot_cache = pg_bot_cache,
    .result_cache = pg_result_cache,
    .bots = pg_bots,
    .actions = pg_actions,
    .results = pg_results,
    .results_before = pg_results_before,
    .games = pg_games,
    .bot_find = pg_bot_find,
    .result_find = pg_result_find,
    .record = pg_record,
    .seeks = &pg_seeks,

    .document_add = pg_document_add,
    .document = pg_document,
};
