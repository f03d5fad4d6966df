/* pg_sql.c - the statements of the PostgreSQL store; its schema is in pg_schema.c.
 *
 * Only SQL that its relatives (CockroachDB, YugabyteDB) take as well: no extensions, no advisory
 * locks, no triggers, no sequences. Numbers are counted in the row of table `ladder`, whose lock is
 * the one right to write, so they have no gaps and the log is the same as in a file.
 */
#include "postgres/pg.h"
#include "store/calendar_sql.h"
#include "store/hosting_sql.h"
#include "store/news_sql.h"
#include "store/program_sql.h"
#include "store/store_sql.h"

#define LEASE_ALIVE "until_msec > " PG_NOW_MSEC
/* How many are before it. */
#define LEASE_RANK                                                                                 \
    "(SELECT count(*) FROM lease AS other WHERE other.name < lease.name AND other." LEASE_ALIVE ")"

#define SEAT_COLUMNS                                                                               \
    "s.seq, s.seat, bot.name, s.side, s.rank, s.before_milli, s.after_milli, s.k"                  \
    " FROM result_seat s JOIN bot ON bot.id = s.bot WHERE s.seq "
#define SEEK_COLUMNS "bot, node, rulesets, rated, pair, games, rating"
/* Of a claimed bot: whether its node carries it, and by which run of the node. */
#define SEEK_CLAIMED                                                                               \
    " RETURNING " SEEK_COLUMNS ", carried, coalesce((SELECT md5(holder) FROM lease"                \
    " WHERE lease.name = 'node:' || node), '')"
#define GAME_COLUMNS                                                                               \
    "game, ruleset, wall_msec, seats, commitment, id, CASE WHEN open THEN 1 ELSE 0 END"            \
    " FROM announced "
#define NODE_DEAD                                                                                  \
    "NOT EXISTS (SELECT 1 FROM lease WHERE lease.name = 'node:' || node AND " LEASE_ALIVE ")"
/* Rows as arrays of their columns (pg_batch.c): NUMBERS(1) TEXTS(2) ... */
#define NUMBERS(n) "CAST($" #n " AS BIGINT[])"
#define TEXTS(n) "CAST($" #n " AS TEXT[])"
#define BYTES(n) "CAST($" #n " AS BYTEA[])"

const char *const pg_sql[PG_STATEMENT_COUNT] = {
    STORE_SQL(PG_),
    [PG_BEGIN_READ] = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    /* After waiting for the lock a transaction sees what its holder committed, and need not be
     * repeated. */
    [PG_BEGIN_WRITE] = "BEGIN ISOLATION LEVEL READ COMMITTED",
    [PG_BEGIN_ASIDE] = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE",
    [PG_COMMIT] = "COMMIT",
    [PG_ROLLBACK] = "ROLLBACK",
    /* What a connection has set where it is ours alone (pg.c), for one transaction. */
    [PG_SETTINGS] =
        "SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit')"
        " WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, true),"
        " set_config('lock_timeout', $1, true),"
        " set_config('idle_in_transaction_session_timeout', $2, true),"
        " set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)",
    [PG_CHANGES] = "SELECT changes, bot_changes, last_result, last_bot, last_action FROM ladder",
    [PG_TURN_ONE] = "LOCK TABLE dictionary IN SHARE UPDATE EXCLUSIVE MODE",
    [PG_TURN_OTHER] = "LOCK TABLE retention IN SHARE UPDATE EXCLUSIVE MODE",
    [PG_LOCK] = "SELECT changes, last_bot, last_result, last_action, last_announced,"
                " bot_changes FROM ladder WHERE one = 1 FOR UPDATE",
    /* Behind the lock: a statement of its own, so that it sees what was committed before it. */
    [PG_HEADS] = "SELECT (SELECT seq FROM result ORDER BY seq DESC LIMIT 1),"
                 " (SELECT chain FROM result ORDER BY seq DESC LIMIT 1),"
                 " (SELECT chain FROM action ORDER BY id DESC LIMIT 1),"
                 " (SELECT holder FROM lease WHERE name = $1),"
                 " (SELECT partition_results FROM retention),"
                 " (SELECT last_seq FROM record_partition ORDER BY last_seq DESC LIMIT 1)",
    [PG_COUNT] = "UPDATE ladder SET changes = $1, last_bot = $2, last_result = $3,"
                 " last_action = $4, last_announced = $5, bot_changes = $6 WHERE one = 1",
    [PG_LEASE_RIVALS] =
        "SELECT holder, until_msec - " PG_NOW_MSEC ", name FROM lease WHERE " LEASE_ALIVE
        " AND (name = $1 OR name = 'serve' OR $1 = 'serve') ORDER BY name",
    [PG_LEASE_TAKE] =
        "INSERT INTO lease (name, holder, until_msec, address) VALUES ($1, $2, " PG_NOW_MSEC
        " + CAST($3 AS BIGINT), $4) ON CONFLICT (name) DO UPDATE SET"
        " holder = excluded.holder, until_msec = excluded.until_msec,"
        " address = excluded.address RETURNING " LEASE_RANK,
    [PG_LEASE_RENEW] = "UPDATE lease SET until_msec = " PG_NOW_MSEC " + CAST($3 AS BIGINT)"
                       " WHERE name = $1 AND holder = $2 RETURNING " LEASE_RANK,
    [PG_LEASE_END] = "DELETE FROM lease WHERE name = $1 AND holder = $2",
    [PG_BOT_ADD] = "INSERT INTO bot (id, name, folded, owner, token_hash, created_msec,"
                   " rating_milli, games, wins, ties, losses, owners_met, last_msec, banned)"
                   " VALUES ($1,$2,$3,$4,$5,$6,$7,0,0,0,0,0,0,0)"
                   " ON CONFLICT (folded) DO NOTHING RETURNING id",
    [PG_BOT_FIND] = "SELECT " STORE_BOT_COLUMNS "WHERE folded = $1",
    [PG_RESULTS_ADD] =
        "INSERT INTO result (seq, game, ruleset, wall_msec, reason, asked, scores, unrated, chain,"
        " record_hash) SELECT * FROM unnest(" NUMBERS(1) "," TEXTS(2) "," TEXTS(3) "," NUMBERS(
            4) "," TEXTS(5) "," TEXTS(6) "," TEXTS(7) "," TEXTS(8) "," BYTES(9) "," BYTES(10) ")",
    [PG_GAMES_OVER] = "UPDATE announced SET open = FALSE WHERE open AND game = ANY(" TEXTS(1) ")",
    /* No seat is of a bot that is not there: its NULL is refused. */
    [PG_SEATS_ADD] =
        "INSERT INTO result_seat (seq, seat, bot, side, rank, before_milli, after_milli, k)"
        " SELECT v1, v2, (SELECT id FROM bot WHERE id = v3), v4, v5, v6, v7, v8"
        " FROM unnest(" NUMBERS(1) "," NUMBERS(2) "," NUMBERS(3) "," NUMBERS(4) "," NUMBERS(
            5) "," NUMBERS(6) "," NUMBERS(7) "," NUMBERS(8) ") AS v (v1, v2, v3, v4, v5, v6, v7, "
                                                            "v8)",
    [PG_STAKES_ADD] = "INSERT INTO result_stake (seq, stake)"
                      " SELECT * FROM unnest(" NUMBERS(1) "," NUMBERS(2) ")",
    [PG_RECORDS_ADD] = "INSERT INTO packed_record (seq, dictionary, bytes)"
                       " SELECT * FROM unnest(" NUMBERS(1) "," NUMBERS(2) "," BYTES(3) ")",
    [PG_FEED_ADD] = "INSERT INTO feed (seq, first_seq, bytes)"
                    " SELECT * FROM unnest(" NUMBERS(1) "," NUMBERS(2) "," BYTES(3) ")",
    [PG_FEED_PAGE] = "SELECT first_seq, bytes FROM feed WHERE seq > $1 ORDER BY seq LIMIT $2",
    [PG_FEED_TRIM] = "DELETE FROM feed WHERE seq > $1 AND seq <= $2",
    [PG_FEED_DROP] = "DELETE FROM feed",
    [PG_BOTS_CACHE] =
        "UPDATE bot SET rating_milli = v.v2, games = v.v3, wins = v.v4, ties = v.v5,"
        " losses = v.v6, owners_met = v.v7, last_msec = v.v8, banned = v.v9"
        " FROM unnest(" NUMBERS(1) "," NUMBERS(2) "," NUMBERS(3) "," NUMBERS(4) "," NUMBERS(
            5) "," NUMBERS(6) "," NUMBERS(7) "," NUMBERS(8) "," NUMBERS(9) ") AS v (v1, v2, v3, "
                                                                           "v4, v5, v6, v7, v8, "
                                                                           "v9) WHERE bot.id = "
                                                                           "v.v1",
    [PG_RESULT_EXPECT] = "SELECT game, seq FROM result WHERE game = ANY(CAST($1 AS TEXT[]))",
    [PG_RESULT_PAGE_BOT] = "SELECT " STORE_RESULT_COLUMNS
                           "WHERE seq IN (SELECT DISTINCT seq FROM result_seat WHERE bot = $3"
                           " AND seq > $1 ORDER BY seq LIMIT $2) ORDER BY seq",
    [PG_RESULT_BACK_BOT] = "SELECT " STORE_RESULT_COLUMNS
                           "WHERE seq IN (SELECT DISTINCT seq FROM result_seat WHERE bot = $3"
                           " AND seq < $1 ORDER BY seq DESC LIMIT $2) ORDER BY seq DESC",
    [PG_RESULT_LOOK_END] = STORE_LOOK_END(STORE_LOOK_ALL("$1", "$2")),
    [PG_RESULT_LOOK_END_BOT] = STORE_LOOK_END(STORE_LOOK_BOT("$1", "$2", "$3")),
    [PG_RESULT_WANTED] = STORE_LOOK_WANTED(STORE_LOOK_ALL("$1", "$2"), "CAST($3 AS TEXT)",
                                           "CAST($4 AS BIGINT)", "$5"),
    [PG_RESULT_WANTED_BOT] = STORE_LOOK_WANTED(STORE_LOOK_BOT("$1", "$2", "$6"), "CAST($3 AS TEXT)",
                                               "CAST($4 AS BIGINT)", "$5"),
    [PG_RESULTS_AT] =
        "SELECT " STORE_RESULT_COLUMNS "WHERE seq = ANY(CAST($1 AS BIGINT[])) ORDER BY seq DESC",
    [PG_SEATS_AT] = "SELECT " SEAT_COLUMNS "= ANY(CAST($1 AS BIGINT[])) ORDER BY s.seq, s.seat",
    [PG_SEAT_PAGE] = "SELECT " SEAT_COLUMNS "BETWEEN $1 AND $2 ORDER BY s.seq, s.seat",
    [PG_SEAT_PAGE_BOT] =
        "SELECT " SEAT_COLUMNS
        "BETWEEN $1 AND $2 AND s.seq IN (SELECT seq FROM result_seat WHERE bot = $3"
        " AND seq BETWEEN $1 AND $2) ORDER BY s.seq, s.seat",
    [PG_RECORD_FIND] = "SELECT packed_record.dictionary, packed_record.bytes, record.text,"
                       " record_hash"
                       " FROM result LEFT JOIN packed_record ON packed_record.seq = result.seq"
                       " LEFT JOIN record ON record.seq = result.seq WHERE game = $1",
    /* Not as joins: a planner that guesses at the bounds may read all partitions between them. */
    [PG_RECORDS_OF] =
        "SELECT seq, (SELECT dictionary FROM packed_record p WHERE p.seq = looked.seq),"
        " (SELECT bytes FROM packed_record p WHERE p.seq = looked.seq),"
        " (SELECT text FROM record r WHERE r.seq = looked.seq)"
        " FROM (SELECT DISTINCT seq FROM result_seat WHERE bot = $1 AND seq BETWEEN $2 AND $3)"
        " AS looked ORDER BY seq DESC",
    [PG_RECORD_DROP] =
        "DELETE FROM packed_record WHERE seq > $1 AND seq <= $2 AND seq IN (SELECT seq"
        " FROM result WHERE seq > $1 AND seq <= $2 AND record_hash IS NOT NULL)"
        " RETURNING seq",
    [PG_RETENTION] = "SELECT archived_seq, left_seq, partition_results FROM retention"
                     " WHERE one = 1",
    [PG_PARTITION_ADD] = "INSERT INTO record_partition (last_seq) VALUES ($1)",
    /* A row stays when its partition left. */
    [PG_PARTITION_NEXT] =
        "SELECT p.last_seq FROM record_partition p WHERE p.last_seq ="
        " (SELECT min(last_seq) FROM record_partition WHERE last_seq > $1)"
        " AND EXISTS (SELECT 1 FROM pg_class WHERE relispartition"
        " AND oid = to_regclass('packed_record_' || p.last_seq))"
        " AND NOT EXISTS (SELECT 1 FROM result WHERE record_hash IS NULL AND seq > coalesce((SELECT"
        " max(last_seq) FROM record_partition WHERE last_seq < p.last_seq), 0)"
        " AND seq <= p.last_seq AND (EXISTS (SELECT 1 FROM packed_record r WHERE r.seq ="
        " result.seq) OR EXISTS (SELECT 1 FROM record r WHERE r.seq = result.seq)))",
    [PG_RECORD_PLAIN_TRUNCATE] = "TRUNCATE TABLE record",
    [PG_SIZES] = "SELECT (SELECT count(*) FROM result), (SELECT count(*) FROM action),"
                 " (SELECT count(*) FROM announced), (SELECT count(*) FROM packed_record),"
                 " (SELECT coalesce(sum(length(bytes)), 0) FROM packed_record),"
                 " (SELECT count(*) FROM record),"
                 " (SELECT coalesce(sum(octet_length(text)), 0) FROM record),"
                 " (SELECT count(*) FROM dictionary)",
    [PG_SIZES_TOLD] = "SELECT count(DISTINCT proname) FROM pg_proc"
                      " WHERE proname IN ('pg_database_size', 'pg_total_relation_size',"
                      " 'to_regclass')",
    [PG_SIZES_DISK] = "SELECT pg_database_size(current_database()),"
                      " pg_total_relation_size('record') + pg_total_relation_size('packed_record')"
                      " + (SELECT coalesce(sum(pg_total_relation_size(to_regclass("
                      "'packed_record_' || last_seq))), 0) FROM record_partition)",
    /* A plan made for EXISTS may read all results. */
    [PG_GAMES_ADD] = "INSERT INTO announced (id, game, ruleset, wall_msec, seats, commitment, "
                     "node, open)"
                     " SELECT v.*, (SELECT seq FROM result WHERE game = v.v2) IS NULL FROM "
                     "unnest(" NUMBERS(1) "," TEXTS(2) "," TEXTS(3) "," NUMBERS(4) "," TEXTS(
                         5) "," BYTES(6) "," TEXTS(7) ") AS v (v1, v2, v3, v4, v5, v6, v7)",
    [PG_GAME_EXPECT] = "SELECT game FROM announced WHERE game = ANY(CAST($1 AS TEXT[]))",
    [PG_GAME_DROP] = "DELETE FROM announced WHERE game = $1 AND open",
    [PG_GAME_OPEN] = "SELECT " GAME_COLUMNS "WHERE open AND (node = $2 OR ($2 = '' AND " NODE_DEAD
                     ")) ORDER BY id LIMIT $1",
    [PG_GAME_ORPHANED] =
        "SELECT " GAME_COLUMNS "WHERE open AND node <> $2 AND " NODE_DEAD " ORDER BY id LIMIT $1",
    [PG_GAME_PAGE] = "SELECT " GAME_COLUMNS "WHERE id > $1 ORDER BY id LIMIT $2",
    [PG_ACTION_ADD] =
        "INSERT INTO action (id, after_seq, wall_msec, kind, bot, result, text, chain)"
        " VALUES ($1,$2,$3,$4,$5,$6,$7,$8)",
    PROGRAM_SQL(PG_),
    GAME_LOG_SQL(PG_),
    HOSTING_SQL(PG_, PG_NOW_MSEC),
    NEWS_SQL(PG_, PG_NOW_MSEC, " FOR UPDATE SKIP LOCKED"),
    [PG_PROGRAM_CLAIM] =
        "UPDATE program SET holder = $1, until_msec = " PG_NOW_MSEC " + CAST($2 AS BIGINT),"
        " attempts = attempts + 1 WHERE id = " PROGRAM_NEXT(
            PG_NOW_MSEC) " FOR UPDATE SKIP LOCKED) RETURNING id",
    [PG_PROGRAM_RENEW] = "UPDATE program SET until_msec = " PG_NOW_MSEC " + CAST($3 AS BIGINT)"
                         " WHERE id = $1 AND holder = $2 AND state < 3 RETURNING id",
    CALENDAR_SQL(PG_),
    [PG_CALENDAR_RUNS_OPEN] = "SELECT " CALENDAR_RUN_COLUMNS " FROM calendar_run"
                              " WHERE state = 0 AND (node = $2 OR " NODE_DEAD ")"
                              " ORDER BY due_msec, name LIMIT $1",
    [PG_SNAPSHOT_ADD] = "INSERT INTO snapshot (id, seq, bytes) SELECT (SELECT coalesce(max(id), 0)"
                        " FROM snapshot) + 1, CAST($2 AS BIGINT), CAST($3 AS BIGINT) WHERE NOT"
                        " EXISTS (SELECT 1 FROM snapshot WHERE seq BETWEEN CAST($1 AS BIGINT)"
                        " AND CAST($2 AS BIGINT)) RETURNING id",
    [PG_SNAPSHOT_PART_ADD] = "INSERT INTO snapshot_part (id, number, bytes) VALUES ($1,$2,$3)",
    /* In the order of writing: one of another log may name any result. */
    [PG_SNAPSHOT_DROP] = "DELETE FROM snapshot WHERE id < $1",
    [PG_SNAPSHOT_PART_DROP] = "DELETE FROM snapshot_part WHERE id < $1",
    [PG_SNAPSHOT_FIND] = "SELECT id, bytes FROM snapshot ORDER BY id DESC LIMIT 1 OFFSET $1",
    [PG_SNAPSHOT_PARTS] = "SELECT bytes FROM snapshot_part WHERE id = $1 AND number >= $2"
                          " ORDER BY number LIMIT 16",
    [PG_SEEK_PUT] =
        "INSERT INTO seek (bot, node, rulesets, rated, pair, games, rating, since_msec, host, "
        "ticket, carried)"
        " VALUES ($1,$2,$3,$4,$5,$6,$7," PG_NOW_MSEC ",'','',$8) ON CONFLICT (bot) DO UPDATE SET"
        " node = excluded.node, rulesets = excluded.rulesets, rated = excluded.rated,"
        " pair = excluded.pair, games = excluded.games, rating = excluded.rating, host = '',"
        " ticket = '', carried = excluded.carried",
    [PG_SEEK_END] = "DELETE FROM seek WHERE bot = $1 AND node = $2",
    [PG_SEEK_CLEAR] = "DELETE FROM seek WHERE node = $1 OR " NODE_DEAD,
    /* At most N of each kind for each node: bots that cannot be seated must not hide others. */
    [PG_SEEK_PAGE] =
        "SELECT " SEEK_COLUMNS ", " PG_NOW_MSEC " - since_msec FROM (SELECT " SEEK_COLUMNS
        ", since_msec,"
        " row_number() OVER (PARTITION BY node, rulesets, rated ORDER BY since_msec) AS place"
        " FROM seek WHERE host = '') AS waiting JOIN lease ON lease.name = 'node:' || node"
        " WHERE place <= 8 AND " LEASE_ALIVE " ORDER BY since_msec, bot LIMIT $1",
    /* Skips rows that another node is claiming, instead of waiting for them. */
    [PG_SEEK_CLAIM] =
        "UPDATE seek SET host = $1, ticket = $2 WHERE bot = (SELECT bot FROM seek"
        " WHERE host = '' AND node <> $1 AND strpos(rulesets, $3) > 0 AND rated = $4 AND "
        "NOT " NODE_DEAD " AND since_msec <= " PG_NOW_MSEC " - CAST($6 AS BIGINT)"
        " ORDER BY abs(rating - CAST($5 AS BIGINT)), since_msec LIMIT 1 FOR UPDATE SKIP "
        "LOCKED)" SEEK_CLAIMED,
    [PG_SEEK_CALL] = "UPDATE seek SET host = $1, ticket = $2 WHERE bot = (SELECT bot FROM seek"
                     " WHERE bot = $3 AND host = '' AND node <> $1 AND NOT " NODE_DEAD
                     " FOR UPDATE SKIP LOCKED)" SEEK_CLAIMED,
    [PG_NODE_SIGHT] = "SELECT CASE WHEN " LEASE_ALIVE " AND address <> '' THEN 1 ELSE 0 END,"
                      " md5(holder), until_msec FROM lease WHERE name = 'node:' || $1",
    [PG_NODE_LEAVES] = "UPDATE lease SET address = '' WHERE name = 'node:' || $1 AND address = $2",
    [PG_SEEK_SENT] =
        "DELETE FROM seek WHERE bot IN (SELECT bot FROM seek WHERE node = $1 AND host <> ''"
        " LIMIT $2) RETURNING bot, coalesce((SELECT address FROM lease"
        " WHERE lease.name = 'node:' || host AND " LEASE_ALIVE "), ''), ticket",
    [PG_SEEK_NODES] = "SELECT address FROM lease WHERE name LIKE 'node:%' AND name <> 'node:' || $1"
                      " AND address <> '' AND " LEASE_ALIVE " ORDER BY name LIMIT $2",
    [PG_LISTEN] = "LISTEN avondale_seek",
    [PG_NOTIFY] = "SELECT pg_notify('avondale_seek', '')",
    [PG_ACCOUNT_ADD] = "INSERT INTO account (name, party, token_hash, made_msec)"
                       " VALUES ($1,$2,$3,$4) ON CONFLICT DO NOTHING RETURNING name",
    [PG_INVITE_ADD] = "INSERT INTO invite (code_hash, id, uses, used, until_msec, made_msec)"
                      " VALUES ($1,$2,$3,$4,$5,$6) ON CONFLICT DO NOTHING RETURNING id",
    [PG_INVITE_USE] = "UPDATE invite SET used = used + 1 WHERE code_hash = $1 AND used < uses"
                      " AND (until_msec = 0 OR until_msec > $2) RETURNING id",
    [PG_INVITE_DROP] = "DELETE FROM invite WHERE id = $1 RETURNING id",
    [PG_ARCHIVE_ADD] = "INSERT INTO archive (hash, bytes, made_msec) VALUES ($1,$2," PG_NOW_MSEC ")"
                       " ON CONFLICT (hash) DO NOTHING RETURNING hash",
    [PG_WORK_ADD] = "INSERT INTO work (name, kind, spec, priority, made_msec, ended)"
                    " VALUES ($1,$2,$3,$4," PG_NOW_MSEC ",0) ON CONFLICT (name) DO NOTHING"
                    " RETURNING name",
    [PG_WORK_DROP] = "DELETE FROM work WHERE name = $1 RETURNING name",
    [PG_JOB_ADD] = "INSERT INTO job (work, number, spec, rank, made_msec, state, attempts, holder,"
                   " until_msec, worker) SELECT name, $2, $3, -priority, made_msec, 0, 0, '', 0, ''"
                   " FROM work WHERE name = $1 AND ended = 0 ON CONFLICT (work, number) DO NOTHING",
    [PG_JOB_CLAIM] =
        "WITH next AS MATERIALIZED (SELECT work, number FROM job"
        " WHERE state = 0 AND until_msec <= " PG_NOW_MSEC " AND holder <> $1"
        " AND ($3 = '' OR work = $3) ORDER BY rank, made_msec, work, number LIMIT $4 FOR UPDATE "
        "SKIP LOCKED)"
        " UPDATE job SET " STORE_JOB_TAKE(
            "$1", PG_NOW_MSEC " + $2") " FROM next"
                                       " WHERE job.work = next.work AND job.number = next.number"
                                       " RETURNING job.work, job.number, attempts, state, spec",
    [PG_JOB_RENEW] = "UPDATE job SET until_msec = " PG_NOW_MSEC " + $2"
                     " WHERE state = 0 AND holder <> '' AND holder = $1 RETURNING number",
    [PG_JOB_FINISH] = "UPDATE job SET state = 1, holder = '', worker = $3, result = $4"
                      " WHERE work = $1 AND number = $2 AND state <> 1 RETURNING number",
    [PG_JOB_FAIL] = "UPDATE job SET " STORE_JOB_PUT_BACK(
        "$4") " WHERE work = $1 AND number = $2 AND state = 0 AND holder = $3",
    [PG_JOB_RELEASE] = "UPDATE job SET holder = '', until_msec = 0, attempts = attempts - 1"
                       " WHERE state = 0 AND holder <> '' AND holder = $1"
                       " AND ($3 < 0 OR (work = $2 AND number = $3))",
    [PG_WORKER_SEEN] = "INSERT INTO worker (name, seen_msec, done) VALUES ($1," PG_NOW_MSEC ",$2)"
                       " ON CONFLICT (name) DO UPDATE SET seen_msec = excluded.seen_msec,"
                       " done = worker.done + excluded.done",
    [PG_WORKER_PAGE] = "SELECT name, " PG_NOW_MSEC " - seen_msec, done FROM worker WHERE name > $1"
                       " ORDER BY name LIMIT $2",
};
