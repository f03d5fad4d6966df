/* store_sql.h - the SQL that both kinds of store share; for their rooms only.
 *
 * A parameter is $ and a number. PostgreSQL uses the number; SQLite takes it as a name, and numbers
 * the names in order. So each statement here uses them in ascending order. */
#ifndef AVONDALE_STORE_SQL_H
#define AVONDALE_STORE_SQL_H

#define STORE_BOT_COLUMNS                                                                          \
    "id, name, owner, token_hash, rating_milli, games, wins, ties, losses, owners_met, "           \
    "last_msec, banned, account, stopped FROM bot "
#define STORE_RESULT_COLUMNS                                                                       \
    "seq, game, ruleset, wall_msec, reason, asked, scores, unrated, chain,"                        \
    " (SELECT stake FROM result_stake WHERE result_stake.seq = result.seq),"                       \
    " record_hash FROM result "

/* ---- pieces of SQL that both kinds share; arguments are names of parameters */
/* Followed by the name after which to begin. */
#define STORE_WORK_PAGE                                                                            \
    "SELECT name, max(kind), max(priority), max(work.made_msec), max(ended),"                      \
    " count(CASE WHEN state = 0 THEN 1 END),"                                                      \
    " count(CASE WHEN state = 0 AND until_msec > 0 THEN 1 END),"                                   \
    " count(CASE WHEN state = 1 THEN 1 END), count(CASE WHEN state = 2 THEN 1 END)"                \
    " FROM work LEFT JOIN job ON job.work = work.name WHERE name > "
/* The results that a reader's query scans, and the ones that it returns: before, bot, the number
 * to scan; ruleset and other bot as in store_wanted, the most to return. Without EXISTS, whose plan
 * may read all results of that bot. */
#define STORE_LOOK_ALL(before, max)                                                                \
    "(SELECT seq FROM result WHERE seq < " before " ORDER BY seq DESC LIMIT " max ") AS looked"
#define STORE_LOOK_BOT(before, max, bot)                                                           \
    "(SELECT DISTINCT seq FROM result_seat WHERE bot = " bot " AND seq < " before                  \
    " ORDER BY seq DESC LIMIT " max ") AS looked"
#define STORE_LOOK_END(looked) "SELECT count(*), min(seq) FROM " looked
#define STORE_LOOK_WANTED(looked, ruleset, other, most)                                            \
    "SELECT looked.seq FROM " looked " WHERE (" ruleset " = '' OR (SELECT 1 FROM result"           \
    " WHERE result.seq = looked.seq AND result.ruleset = " ruleset ") IS NOT NULL)"                \
    " AND (" other " = 0 OR (SELECT 1 FROM result_seat WHERE result_seat.seq = looked.seq"         \
    " AND result_seat.bot = " other " LIMIT 1) IS NOT NULL) ORDER BY looked.seq DESC LIMIT " most
#define STORE_JOB_RESULTS(work, from, max)                                                         \
    "SELECT number, state, worker, result FROM job WHERE work = " work " AND number >= " from      \
    " AND number < coalesce((SELECT number FROM job WHERE work = " work " AND number >= " from     \
    " AND state = 0 ORDER BY number LIMIT 1), 9000000000000000000)"                                \
    " ORDER BY number LIMIT " max
/* The next claim gives up a job that was claimed too often without a result. */
#define STORE_JOB_TAKE(holder, until)                                                              \
    "holder = " holder ", until_msec = " until ", attempts = attempts + 1,"                        \
    " state = CASE WHEN attempts >= 5 THEN 2 ELSE 0 END,"                                          \
    " result = CASE WHEN attempts >= 5 THEN coalesce(result, '" STORE_GIVEN_UP                     \
    "') ELSE result END"
#define STORE_JOB_PUT_BACK(why)                                                                    \
    "holder = '', until_msec = 0, state = CASE WHEN attempts >= 5 THEN 2 ELSE 0 END, result "      \
    "= " why

/* Statements with identical text, as entries of the table of a kind. `P` precedes the names of its
 * statements. */
#define STORE_SQL(P)                                                                               \
    [P##BOT_TOKEN] = "UPDATE bot SET token_hash = $1 WHERE id = $2",                               \
    [P##BOT_PAGE] = "SELECT " STORE_BOT_COLUMNS "WHERE id > $1 ORDER BY id LIMIT $2",              \
    [P##BOT_NAME] = "SELECT name FROM bot WHERE id = $1",                                          \
    [P##RESULT_CACHE] = "UPDATE result SET unrated = $1 WHERE seq = $2",                           \
    [P##RESULT_FIND] = "SELECT seq FROM result WHERE game = $1",                                   \
    [P##RESULT_PAGE] = "SELECT " STORE_RESULT_COLUMNS "WHERE seq > $1 ORDER BY seq LIMIT $2",      \
    [P##RESULT_BACK] = "SELECT " STORE_RESULT_COLUMNS "WHERE seq < $1 ORDER BY seq DESC LIMIT $2", \
    [P##RESULT_UNRATED] = "SELECT unrated FROM result WHERE seq = $1",                             \
    [P##SEAT_CACHE] = "UPDATE result_seat SET before_milli = $1, after_milli = $2, k = $3"         \
                      " WHERE seq = $4 AND seat = $5",                                             \
    [P##RECORD_PLAIN] = "SELECT seq, text FROM record ORDER BY seq LIMIT $1",                      \
    [P##RECORD_PLAIN_DROP] = "DELETE FROM record WHERE seq = $1",                                  \
    [P##RECORD_AT] =                                                                               \
        "SELECT result.seq, wall_msec, CASE WHEN record_hash IS NULL THEN 0 ELSE 1 END,"           \
        " coalesce((SELECT length(bytes) FROM packed_record p WHERE p.seq = result.seq), 0)"       \
        " FROM result WHERE seq > $1 ORDER BY seq LIMIT $2",                                       \
    [P##RECORD_STRAY] =                                                                            \
        "SELECT p.seq, CASE WHEN EXISTS (SELECT 1 FROM result WHERE result.seq = p.seq)"           \
        " THEN 1 ELSE 0 END FROM packed_record p"                                                  \
        " WHERE NOT EXISTS (SELECT 1 FROM result WHERE result.seq = p.seq)"                        \
        " OR EXISTS (SELECT 1 FROM record WHERE record.seq = p.seq) ORDER BY p.seq LIMIT 1",       \
    [P##RETENTION_ARCHIVED] = "UPDATE retention SET archived_seq = $1 WHERE archived_seq < $1",    \
    [P##RETENTION_LEFT] = "UPDATE retention SET left_seq = $1 WHERE left_seq < $1",                \
    [P##DICTIONARY_FIND] = "SELECT bytes FROM dictionary WHERE number = $1",                       \
    [P##ACTION_PAGE] = "SELECT action.id, after_seq, kind, coalesce(bot, result, 0),"              \
                       " coalesce(name, ''), wall_msec, chain, text FROM action"                   \
                       " LEFT JOIN bot ON bot.id = action.bot"                                     \
                       " WHERE action.id > $1 ORDER BY action.id LIMIT $2",                        \
    [P##ARCHIVE_SIZE] = "SELECT bytes FROM archive WHERE hash = $1",                               \
    [P##ARCHIVE_PAGE] =                                                                            \
        "SELECT hash, bytes, made_msec FROM archive WHERE hash > $1 ORDER BY hash LIMIT $2",       \
    [P##PART_ADD] = "INSERT INTO archive_part (hash, number, bytes) VALUES ($1,$2,$3)",            \
    [P##PART_FIND] = "SELECT bytes FROM archive_part WHERE hash = $1 AND number = $2",             \
    [P##WORK_FIND] = "SELECT name, kind, priority, made_msec, ended, 0, 0, 0, 0, spec FROM work "  \
                     "WHERE name = $1",                                                            \
    [P##WORK_PAGE] = STORE_WORK_PAGE "$1 GROUP BY name ORDER BY name LIMIT $2",                    \
    [P##WORK_END] = "UPDATE work SET ended = 1 WHERE name = $1",                                   \
    [P##WORK_JOBS_OPEN_DROP] = "DELETE FROM job WHERE work = $1 AND state = 0",                    \
    [P##WORK_JOBS_DROP] = "DELETE FROM job WHERE work = $1",                                       \
    [P##JOB_RESULTS] = STORE_JOB_RESULTS("$1", "$2", "$3"),                                        \
    [P##BOTS_OF] = "SELECT " STORE_BOT_COLUMNS "WHERE account = $1 ORDER BY id LIMIT $2",          \
    [P##ACCOUNT_FIND] = "SELECT name, party, token_hash, made_msec FROM account WHERE name = $1",  \
    [P##ACCOUNT_PAGE] = "SELECT name, party, token_hash, made_msec FROM account WHERE name > $1"   \
                        " ORDER BY name LIMIT $2",                                                 \
    [P##ACCOUNT_TOKEN] = "UPDATE account SET token_hash = $1 WHERE name = $2",                     \
    [P##TOKEN_HOLDER] = "SELECT 1, name, token_hash FROM account WHERE token_hash = $1"            \
                        " UNION ALL SELECT 0, name, token_hash FROM bot WHERE token_hash = $1"     \
                        " LIMIT 1",                                                                \
    [P##BOT_GIVE] = "UPDATE bot SET account = $1 WHERE id = $2",                                   \
    [P##BOT_STOP] = "UPDATE bot SET stopped = $1 WHERE id = $2",                                   \
    [P##INVITE_FIND] = "SELECT id, uses, used, until_msec, made_msec, code_hash FROM invite "      \
                       "WHERE code_hash = $1",                                                     \
    [P##INVITE_PAGE] =                                                                             \
        "SELECT id, uses, used, until_msec, made_msec, code_hash FROM invite WHERE id > $1"        \
        " ORDER BY id LIMIT $2",                                                                   \
    [P##DOCUMENT_ADD] = "INSERT INTO document (name, text) VALUES ($1,$2)",                        \
    [P##DOCUMENT_PUT] = "INSERT INTO document (name, text) VALUES ($1,$2)"                         \
                        " ON CONFLICT (name) DO UPDATE SET text = excluded.text",                  \
    [P##DOCUMENT_FIND] = "SELECT text FROM document WHERE name = $1"

#endif
