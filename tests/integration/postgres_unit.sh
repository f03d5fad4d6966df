#!/bin/sh
# The unit tests of what only PostgreSQL has, on a real server: its schema, its statements, several nodes on one store.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/postgres_units.sh
postgres_units test_claim_race test_pg_account test_pg_sql test_pg_batch test_pg_foresee test_pg_feed test_pg_turn \
    test_nodes_catch_up test_pg_seek test_pg_record test_pg_partition test_guard test_pg_store test_pg_schema \
    test_store_postgres test_command_conflict test_pg_share test_pg_snapshot test_pg_calendar test_pg_program \
    test_pg_hosting test_pg_game_log test_pg_news test_cluster test_work
