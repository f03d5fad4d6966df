/* pg_schema.c - the schema of the PostgreSQL store, as steps from version to version.
 *
 * On PostgreSQL all steps are one transaction. Some relatives commit each change of a schema by
 * itself (YugabyteDB; CockroachDB where autocommit_before_ddl is on), so a step may have been cut
 * off anywhere. So each statement can be repeated, and whoever opens the store next goes on
 * (test_pg_schema.c cuts behind each statement). Keys are in order everywhere, not in that of a
 * hash.
 */
#include "postgres/pg.h"
#include "store/calendar_sql.h"
#include "store/game_log_sql.h"
#include "store/hosting_sql.h"
#include "store/news_sql.h"
#include "store/program_sql.h"

/* clang-format off */
#define TABLE(name) \
    "information_schema.tables WHERE table_schema = current_schema() AND table_name = '" name "'"
#define COLUMN(table, name) \
    "information_schema.columns WHERE table_schema = current_schema() AND table_name = '" table \
    "' AND column_name = '" name "'"
/* clang-format on */

const char pg_schema_tables[] =
    "SELECT count(CASE WHEN table_name = 'ladder' THEN 1 END), coalesce(min(CASE WHEN table_name"
    " <> 'ladder' THEN CAST(table_name AS TEXT) END), '') FROM information_schema.tables"
    " WHERE table_schema = current_schema() AND table_name IN ('ladder', 'lease', 'bot', 'result',"
    " 'result_seat', 'record', 'action', 'announced', 'seek', 'archive', 'archive_part', 'work',"
    " 'job', 'worker', 'entry', 'document', 'result_stake', 'snapshot', 'snapshot_part',"
    " 'dictionary', 'packed_record', 'account', 'invite', 'calendar_event', 'calendar_run',"
    " 'calendar_entry', 'retention', 'program', 'version_news', 'game_log', 'hosting',"
    " 'feed', 'news', 'delivery', 'record_partition')";

/* YugabyteDB spreads rows by a hash of the first column otherwise, and `ORDER BY seq DESC LIMIT 1`
 * asks all of its parts. Others do not know the setting, and set nothing. */
const char pg_schema_keys[] = "SELECT count(set_config(name, 'off', false)) FROM pg_settings"
                              " WHERE name = 'yb_use_hash_splitting_by_default'";

/* Steps that were released stay, because stores of their versions exist; append. Where a step was
 * changed so that new stores need no later one, the names of constraints of old and new stores may
 * differ. */
const struct pg_migration pg_migrations[] = {
    /* avondale_version is what tells our table from another of its name, so it comes first. */
    {1, NULL,
     "CREATE TABLE IF NOT EXISTS ladder (one INTEGER PRIMARY KEY CHECK (one = 1),"
     "  avondale_version INTEGER NOT NULL, changes BIGINT NOT NULL,"
     "  last_bot BIGINT NOT NULL, last_result BIGINT NOT NULL, last_action BIGINT NOT NULL,"
     "  last_announced BIGINT NOT NULL);"
     "INSERT INTO ladder (one, avondale_version, changes, last_bot, last_result, last_action,"
     "  last_announced) VALUES (1, 0, 0, 0, 0, 0, 0) ON CONFLICT DO NOTHING;"
     "CREATE TABLE IF NOT EXISTS lease (name TEXT PRIMARY KEY, holder TEXT NOT NULL,"
     "  until_msec BIGINT NOT NULL);"
     "CREATE TABLE IF NOT EXISTS bot (id BIGINT PRIMARY KEY, name TEXT NOT NULL,"
     "  folded TEXT NOT NULL UNIQUE," /* the name in lower case: no collation of the server decides
                                       */
     "  owner TEXT NOT NULL,"
     "  token_hash BYTEA CHECK (token_hash IS NULL OR octet_length(token_hash) = 32),"
     "  created_msec BIGINT NOT NULL,"
     /* From here on a cache. */
     "  rating_milli BIGINT NOT NULL, games BIGINT NOT NULL, wins BIGINT NOT NULL,"
     "  ties BIGINT NOT NULL, losses BIGINT NOT NULL, owners_met BIGINT NOT NULL,"
     "  last_msec BIGINT NOT NULL, banned BIGINT NOT NULL);"
     "CREATE TABLE IF NOT EXISTS result (seq BIGINT PRIMARY KEY, game TEXT NOT NULL UNIQUE,"
     "  ruleset TEXT NOT NULL, wall_msec BIGINT NOT NULL, reason TEXT NOT NULL,"
     "  asked TEXT NOT NULL,"   /* why the arena asked not to rate it, or '' */
     "  scores TEXT NOT NULL,"  /* by side, separated by colons */
     "  unrated TEXT NOT NULL," /* cache: why it is not rated, or '' */
     "  chain BYTEA CHECK (chain IS NULL OR octet_length(chain) = 32));"
     /* Without foreign keys: see version 14. */
     "CREATE TABLE IF NOT EXISTS result_seat (seq BIGINT NOT NULL, seat BIGINT NOT NULL,"
     "  bot BIGINT NOT NULL, side BIGINT NOT NULL, rank BIGINT NOT NULL,"
     "  before_milli BIGINT NOT NULL, after_milli BIGINT NOT NULL, k BIGINT NOT NULL," /* cache */
     "  PRIMARY KEY (seq, seat));"
     "CREATE INDEX IF NOT EXISTS result_seat_bot ON result_seat (bot, seq);"
     "CREATE TABLE IF NOT EXISTS record (seq BIGINT PRIMARY KEY REFERENCES result,"
     "  text TEXT NOT NULL);"
     /* As version 4 has it. Which kinds there are is the program's to know. */
     "CREATE TABLE IF NOT EXISTS action (id BIGINT PRIMARY KEY, after_seq BIGINT NOT NULL,"
     "  wall_msec BIGINT NOT NULL, kind TEXT NOT NULL,"
     "  bot BIGINT REFERENCES bot, result BIGINT REFERENCES result, text TEXT NOT NULL,"
     "  chain BYTEA CHECK (chain IS NULL OR octet_length(chain) = 32),"
     "  CHECK ((kind = 'void') = (result IS NOT NULL) AND (bot IS NULL OR result IS NULL)));"
     "CREATE TABLE IF NOT EXISTS announced (id BIGINT PRIMARY KEY, game TEXT NOT NULL UNIQUE,"
     "  ruleset TEXT NOT NULL, wall_msec BIGINT NOT NULL,"
     "  seats TEXT NOT NULL," /* NAME:SIDE, separated by spaces */
     "  commitment BYTEA NOT NULL CHECK (octet_length(commitment) = 32), open BOOLEAN NOT NULL);"
     "CREATE INDEX IF NOT EXISTS announced_open ON announced (id) WHERE open"},
    /* Several daemons: what each serves and where it is. */
    {2, NULL,
     "ALTER TABLE announced ADD COLUMN IF NOT EXISTS node TEXT NOT NULL DEFAULT '';"
     "ALTER TABLE lease ADD COLUMN IF NOT EXISTS address TEXT NOT NULL DEFAULT '';"
     /* Bots that wait: offered by `node`, claimed by `host` ('': by none). */
     "CREATE TABLE IF NOT EXISTS seek (bot TEXT PRIMARY KEY, node TEXT NOT NULL,"
     "  rulesets TEXT NOT NULL, rated BIGINT NOT NULL, pair BIGINT NOT NULL,"
     "  games BIGINT NOT NULL, rating BIGINT NOT NULL,"
     "  since_msec BIGINT NOT NULL, host TEXT NOT NULL, ticket TEXT NOT NULL)"},
    /* Work for several machines, and the bots it needs; parts are small rows, as relatives want
       them. */
    {3, NULL,
     "CREATE TABLE IF NOT EXISTS archive (hash TEXT PRIMARY KEY CHECK (length(hash) = 64),"
     "  bytes BIGINT NOT NULL, made_msec BIGINT NOT NULL);"
     "CREATE TABLE IF NOT EXISTS archive_part (hash TEXT NOT NULL REFERENCES archive,"
     "  number BIGINT NOT NULL, bytes BYTEA NOT NULL, PRIMARY KEY (hash, number));"
     "CREATE TABLE IF NOT EXISTS work (name TEXT PRIMARY KEY, kind TEXT NOT NULL,"
     "  spec TEXT NOT NULL, priority BIGINT NOT NULL, made_msec BIGINT NOT NULL,"
     "  ended BIGINT NOT NULL);"
     "CREATE TABLE IF NOT EXISTS job (work TEXT NOT NULL REFERENCES work, number BIGINT NOT NULL,"
     "  spec TEXT NOT NULL,"
     "  rank BIGINT NOT NULL, made_msec BIGINT NOT NULL,"  /* of the work: who comes first */
     "  state BIGINT NOT NULL CHECK (state IN (0, 1, 2))," /* enum work_state */
     "  attempts BIGINT NOT NULL,"
     "  holder TEXT NOT NULL, until_msec BIGINT NOT NULL," /* the lease; '' and 0: none */
     "  worker TEXT NOT NULL, result TEXT, PRIMARY KEY (work, number));"
     "CREATE INDEX IF NOT EXISTS job_open ON job (rank, made_msec, work, number) WHERE state = 0;"
     "CREATE INDEX IF NOT EXISTS job_held ON job (holder) WHERE state = 0 AND holder <> '';"
     "CREATE TABLE IF NOT EXISTS worker (name TEXT PRIMARY KEY, seen_msec BIGINT NOT NULL,"
     "  done BIGINT NOT NULL)"},
    /* More kinds of entries, with a text. A store that began with an older version has them in
       another table until this step is done; no entry of it has a text. */
    {4,
     "SELECT count(*) FROM " TABLE("action") " AND NOT EXISTS (SELECT 1 FROM " COLUMN("action",
                                                                                      "text") ")",
     "CREATE TABLE IF NOT EXISTS entry (id BIGINT PRIMARY KEY, after_seq BIGINT NOT NULL,"
     "  wall_msec BIGINT NOT NULL, kind TEXT NOT NULL,"
     "  bot BIGINT REFERENCES bot, result BIGINT REFERENCES result, text TEXT NOT NULL,"
     "  chain BYTEA CHECK (chain IS NULL OR octet_length(chain) = 32),"
     "  CHECK ((kind = 'void') = (result IS NOT NULL) AND (bot IS NULL OR result IS NULL)));"
     "INSERT INTO entry (id, after_seq, wall_msec, kind, bot, result, text, chain)"
     "  SELECT id, after_seq, wall_msec, kind, bot, result, '', chain FROM action"
     "  ON CONFLICT DO NOTHING;"
     "DROP TABLE action"},
    {4,
     "SELECT count(*) FROM " TABLE("entry") " AND NOT EXISTS (SELECT 1 FROM " TABLE("action") ")",
     "ALTER TABLE entry RENAME TO action"},
    {4, NULL, "CREATE TABLE IF NOT EXISTS document (name TEXT PRIMARY KEY, text TEXT NOT NULL)"},
    /* In the order of PG_SEEK_PAGE, where many wait. */
    {5, NULL,
     "CREATE INDEX IF NOT EXISTS seek_open ON seek (node, rulesets, rated, since_msec)"
     " WHERE host = ''"},
    /* Pairs are rated as teams: nothing is stored in another way, but what is a cache has other
       numbers. */
    {6, NULL, "SELECT 1"},
    /* Whether the node that offers a bot would carry it to the one that claims it. */
    {7, NULL, "ALTER TABLE seek ADD COLUMN IF NOT EXISTS carried BIGINT NOT NULL DEFAULT 0"},
    /* What a seat pays in a season with chips, where the bots named it. */
    {8, NULL,
     "CREATE TABLE IF NOT EXISTS result_stake (seq BIGINT PRIMARY KEY REFERENCES result,"
     "  stake BIGINT NOT NULL)"},
    /* What a start may begin with, in parts as archives are. */
    {9, NULL,
     "CREATE TABLE IF NOT EXISTS snapshot (id BIGINT PRIMARY KEY, seq BIGINT NOT NULL,"
     "  bytes BIGINT NOT NULL);"
     "CREATE TABLE IF NOT EXISTS snapshot_part (id BIGINT NOT NULL, number BIGINT NOT NULL,"
     "  bytes BYTEA NOT NULL, PRIMARY KEY (id, number))"},
    /* Records as pack/blob.h makes them, and the dictionaries that they need. Those that are there
       already stay in `record` until they are compacted. Few are as large as what the server would
       compress once more, so the storage of the column is left as it is. */
    {10, NULL,
     "CREATE TABLE IF NOT EXISTS dictionary (number BIGINT PRIMARY KEY, bytes BYTEA NOT NULL);"
     "CREATE TABLE IF NOT EXISTS packed_record (seq BIGINT PRIMARY KEY,"
     "  dictionary BIGINT NOT NULL, bytes BYTEA NOT NULL)"},
    /* Owners, and which of them a bot belongs to; codes that let new names in. */
    {11, NULL,
     "CREATE TABLE IF NOT EXISTS account (name TEXT PRIMARY KEY, party TEXT NOT NULL,"
     "  token_hash BYTEA NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),"
     "  made_msec BIGINT NOT NULL);"
     "ALTER TABLE bot ADD COLUMN IF NOT EXISTS account TEXT NOT NULL DEFAULT '';" /* '': no owner */
     "ALTER TABLE bot ADD COLUMN IF NOT EXISTS stopped BIGINT NOT NULL DEFAULT 0;"
     "CREATE INDEX IF NOT EXISTS bot_account ON bot (account);"
     "CREATE INDEX IF NOT EXISTS bot_token ON bot (token_hash);"
     "CREATE TABLE IF NOT EXISTS invite (code_hash BYTEA PRIMARY KEY"
     "  CHECK (octet_length(code_hash) = 32),"
     "  id TEXT NOT NULL UNIQUE, uses BIGINT NOT NULL, used BIGINT NOT NULL,"
     "  until_msec BIGINT NOT NULL, made_msec BIGINT NOT NULL)"},
    /* The calendar. */
    {12, NULL, CALENDAR_TABLES("BIGINT", "")},
    /* The hash of a record, for links of the chain of the second form; and which records are in
       archives, and which left. */
    {13, NULL,
     "ALTER TABLE result ADD COLUMN IF NOT EXISTS record_hash BYTEA"
     " CHECK (record_hash IS NULL OR octet_length(record_hash) = 32);"
     "CREATE TABLE IF NOT EXISTS retention (one INTEGER PRIMARY KEY CHECK (one = 1),"
     "  archived_seq BIGINT NOT NULL, left_seq BIGINT NOT NULL);"
     "INSERT INTO retention VALUES (1, 0, 0) ON CONFLICT DO NOTHING"},
    /* Programs that owners handed in. */
    {14, NULL, PROGRAM_TABLES("BIGINT", "")},
    /* The server locked bot and result for each seat, which was half of what a result cost it. No
       row of either ever leaves; the statement that writes seats looks for their bots. */
    {14, NULL,
     "ALTER TABLE result_seat DROP CONSTRAINT IF EXISTS result_seat_seq_fkey;"
     "ALTER TABLE result_seat DROP CONSTRAINT IF EXISTS result_seat_bot_fkey"},
    /* Counts commits that changed rows of bots that were there: others read all of them. */
    {14, NULL, "ALTER TABLE ladder ADD COLUMN IF NOT EXISTS bot_changes BIGINT NOT NULL DEFAULT 0"},
    {14, NULL, GAME_LOG_TABLES("BIGINT", "BYTEA", "")},
    /* The turns of hosted programs. */
    {15, NULL, HOSTING_TABLES("BIGINT", "")},
    /* The last results once more, as other nodes read them (pg_feed.c). */
    {16, NULL,
     "CREATE TABLE IF NOT EXISTS feed (seq BIGINT PRIMARY KEY, first_seq BIGINT NOT NULL,"
     "  bytes BYTEA NOT NULL)"},
    /* What receivers of webhooks are to be told. */
    {17, NULL, NEWS_TABLES("BIGINT", "")},
    /* Which rulesets a program plays, as its manifest says. */
    {18, NULL, PROGRAM_RULESETS("IF NOT EXISTS")},
    /* Partitions of packed_record, where the server has them (pg_partition.c makes the table one):
       the last result of each, and of how many the next ones are, 0: there are none. The index is
       of the few whose records must stay. */
    {19, NULL,
     "CREATE TABLE IF NOT EXISTS record_partition (last_seq BIGINT PRIMARY KEY);"
     "ALTER TABLE retention ADD COLUMN IF NOT EXISTS partition_results BIGINT NOT NULL DEFAULT 0;"
     "CREATE INDEX IF NOT EXISTS result_unhashed ON result (seq) WHERE record_hash IS NULL"},
};
const int pg_migration_count = sizeof pg_migrations / sizeof pg_migrations[0];
const int pg_version_newest = 19;
