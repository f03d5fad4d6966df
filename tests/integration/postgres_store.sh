#!/bin/sh
# The unit tests of a store on a real PostgreSQL: everything that a store in a file does as well.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/postgres_units.sh
postgres_units test_store_contract test_store_open test_store_record test_store_account test_store_team \
    test_store_calendar test_agenda_entries test_dump_owner test_store_program test_store_hosting test_store_game_log \
    test_store_news test_news test_news_queue test_snapshot test_snapshot_verify test_store_retention test_retention \
    test_record_archive test_record_verify test_writer_retention
