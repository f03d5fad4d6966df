/* sqlite_store.h - what the files of the SQLite store share; inside the room only. */
#ifndef AVONDALE_SQLITE_STORE_H
#define AVONDALE_SQLITE_STORE_H

#include "sqlite/sql.h"

/* ---- sqlite_tail.c: what was stored last, kept in the lock */
void sqlite_tail_read(struct sqlite_store *sqlite, int lock_fd);
/* A result of the transaction under way; it is written after the commit. */
void sqlite_tail_note(struct sqlite_store *sqlite, int64_t seq,
                      const uint8_t chain[STORE_CHAIN_BYTES]);
void sqlite_tail_write(struct sqlite_store *sqlite);
/* Adds to store->damage. The first before SQLite has opened the file, the other after it. */
void sqlite_tail_check_log(struct store *store);
int sqlite_tail_check(struct store *store);

/* ---- sqlite_rows.c: as store.h says */
/* Forgets the names of bots. */
void sqlite_rows_names_forget(struct store *store);
int sqlite_rows_bot_add(struct store *store, struct standing *bot, int64_t wall_msec);
int sqlite_rows_bot_token(struct store *store, int64_t bot_id, const uint8_t hash[32]);
int sqlite_rows_result_add(struct store *store, const struct ladder_result *result,
                           const struct standings *standings, struct result_change *change,
                           int64_t *seq);
int sqlite_rows_log_entry_add(struct store *store, enum log_entry_kind kind, int64_t target,
                              int64_t wall_msec, const char *text);
int sqlite_rows_game_add(struct store *store, const struct store_game *game);
int sqlite_rows_game_drop(struct store *store, const char *game);
int sqlite_rows_games_open(struct store *store, struct store_game *games, int max);
int sqlite_rows_bot_cache(struct store *store, const struct standing *bot);
int sqlite_rows_result_cache(struct store *store, int64_t seq, int seat_count,
                             const struct result_change *change);
int sqlite_rows_bots(struct store *store, int64_t after_id, struct standing *bots, int max);
int sqlite_rows_log_entries(struct store *store, int64_t after_id, struct log_entry *actions,
                            int max);
int sqlite_rows_results(struct store *store, int64_t bot_id, int64_t after_seq,
                        struct store_result *results, int max);
int sqlite_rows_results_wanted(struct store *store, const struct store_wanted *wanted,
                               int64_t before_seq, int64_t *seqs, int max, int64_t *next);
int sqlite_rows_results_at(struct store *store, const int64_t *seqs, int count,
                           struct store_result *results);
int sqlite_rows_results_before(struct store *store, int64_t bot_id, int64_t before_seq,
                               struct store_result *results, int max);
int sqlite_rows_games(struct store *store, int64_t after_id, struct store_game *games, int max);
/* Reads the rows of a statement with the columns of a bot, `max` at most, and ends it. Returns
 * their number, or -1 if one is damaged. */
int sqlite_rows_bots_read(struct store *store, sqlite3_stmt *stmt, struct standing *bots, int max);
int sqlite_rows_bot_find(struct store *store, const char *name, struct standing *bot);
int sqlite_rows_result_find(struct store *store, const char *game, int64_t *seq);
int sqlite_rows_document_add(struct store *store, const char *name, const char *text);
int sqlite_rows_document_put(struct store *store, const char *name, const char *text);
int sqlite_rows_document(struct store *store, const char *name, char **text);

/* ---- sqlite_record.c: as store.h and store_kind.h say */
/* Adds the record of a result, if it has one. */
int sqlite_record_add(struct store *store, int64_t seq, const struct ladder_result *result);
/* The text of the first row of a bound statement: dictionary, bytes and, where those are NULL, a
 * hash. Returns 0, STORE_NONE, STORE_LEFT, or -1. */
int sqlite_record_unpack(struct store *store, const char *game, sqlite3_stmt *stmt, char **text);
int sqlite_record_find(struct store *store, const char *game, char **text);
int sqlite_record_outlines(struct store *store, int64_t bot_id, const struct store_result *results,
                           int count, store_outline_fn *each, void *context);
int sqlite_record_plain(struct store *store, struct store_plain_record *records, int max);
int sqlite_record_replace(struct store *store, int64_t seq, const struct blob *blob);
int sqlite_record_at(struct store *store, int64_t after_seq, struct store_record_at *records,
                     int max);
int sqlite_record_stray(struct store *store, int64_t *seq, bool *twice);
int sqlite_record_drop(struct store *store, int64_t after_seq, int64_t until_seq);
int sqlite_record_retention(struct store *store, struct store_retention *retention);
int sqlite_record_archived(struct store *store, int64_t seq);
int sqlite_record_shrink(struct store *store);
int sqlite_record_sizes(struct store *store, struct store_sizes *sizes);
/* Whether the dictionary of this program is in the store; adds it. */
bool sqlite_record_dictionary_there(struct store *store);
int sqlite_record_dictionary_add(struct store *store);

/* ---- sqlite_transaction.c: as store.h says */
int sqlite_transaction_begin(struct store *store, bool write);
int sqlite_transaction_commit(struct store *store);
void sqlite_transaction_rollback(struct store *store);
int sqlite_transaction_changed(struct store *store, bool *changed);

/* ---- sqlite_snapshot.c: as store.h says */
int sqlite_snapshot_add(struct store *store, int64_t since_seq, int64_t seq, const uint8_t *bytes,
                        size_t size);
int sqlite_snapshot_read(struct store *store, int age, uint8_t **bytes, size_t *size);

/* ---- sqlite_work.c */
extern const struct store_work_kind sqlite_work;

/* ---- sqlite_account.c */
extern const struct store_account_kind sqlite_account;

/* ---- sqlite_calendar.c */
extern const struct store_calendar_kind sqlite_calendar;

/* ---- sqlite_program.c */
extern const struct store_program_kind sqlite_program;
/* Reads the columns of a program that a row begins with. */
void sqlite_program_read(sqlite3_stmt *stmt, struct store_program *program);
/* Steps a bound statement that returns changed rows. Returns 0 if it changed one, else `unchanged`.
 */
int sqlite_changed_one(struct store *store, sqlite3_stmt *stmt, int unchanged);

/* ---- sqlite_hosting.c */
extern const struct store_hosting_kind sqlite_hosting;
/* ---- sqlite_game_log.c */
extern const struct store_game_log_kind sqlite_game_log;
/* ---- sqlite_news.c */
extern const struct store_news_kind sqlite_news;

#endif
