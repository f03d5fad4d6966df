# postgres_units.sh - unit tests on a real PostgreSQL: `postgres_units NAME...` starts a server and runs them, each with
# its store there; to be sourced. Skips the script, and says so, where no server can be started.
# shellcheck shell=sh
. tests/lib/await.sh
. tests/lib/postgres.sh

postgres_units() {
    postgres_find || exit 77
    postgres_built 'nothing of the PostgreSQL store was tested' || exit 77
    tmp=$(mktemp -d)
    trap 'postgres_stop immediate || true; rm -rf "$tmp"' EXIT
    trap 'exit 3' INT TERM
    postgres_options='-c fsync=off' # no test cuts the power, so the server need not wait for the disk
    postgres_make "$tmp" || exit 3
    for postgres_unit in "$@"; do
        postgres_unit=build/asan/tests/$postgres_unit
        [ -x "$postgres_unit" ] || postgres_unit=build/tests/${postgres_unit##*/}
        AVONDALE_TEST_STORE=$postgres_url $postgres_unit || { echo "$postgres_unit: exit $?"; exit 1; }
    done
}
