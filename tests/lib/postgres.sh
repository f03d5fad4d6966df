# postgres.sh - a real PostgreSQL for a test, in a directory of its own on a Unix socket; to be sourced.
#
#   postgres_find            false, after a line with the reason, if none can be started
#   postgres_built WHAT      false, after a line that names WHAT is not tested, where the program has no libpq
#   postgres_make DIR        makes a cluster in DIR/pg and starts it; sets postgres_url
#   postgres_start, postgres_stop [MODE]   MODE as pg_ctl -m; fast by default
#   postgres_sql SQL         prints the rows
#
# postgres_options holds more arguments of the server. Reads await.sh and ports.sh, too.
. tests/lib/await.sh
. tests/lib/ports.sh

# The server refuses to run as root. If we are root it runs as the package's user, or as nobody.
postgres_as() {
    if [ "$(id -u)" != 0 ]; then
        "$@"
    elif id postgres >/dev/null 2>&1; then
        setpriv --reuid=postgres --regid="$(id -g postgres)" --clear-groups "$@"
    else
        setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
    fi
}

postgres_find() {
    postgres_bin=
    for dir in /usr/lib/postgresql/?/bin /usr/lib/postgresql/??/bin "$(dirname "$(command -v initdb || echo /none/initdb)")"; do
        if [ -x "$dir/initdb" ] && [ -x "$dir/pg_ctl" ]; then postgres_bin=$dir; fi
        # Debian's psql is a program in Perl that looks for this one, and takes three times as long.
        case ":$PATH:" in
        *":$dir:"*) ;;
        *) [ ! -x "$dir/psql" ] || PATH=$dir:$PATH ;;
        esac
    done
    if [ -z "$postgres_bin" ] || ! command -v psql >/dev/null 2>&1; then
        echo "SKIPPED: no PostgreSQL server here (package postgresql): nothing of the PostgreSQL store was tested"
        return 1
    fi
}

postgres_built() {
    if build/avondale ladder --store postgresql://127.0.0.1:1/x top 2>&1 | grep -q 'without libpq'; then
        echo "SKIPPED: built without libpq (package libpq-dev): $1"
        return 1
    fi
}

postgres_make() {
    postgres_dir=$1/pg
    # DIR is the caller's own: it must let the server's user in.
    mkdir -p "$postgres_dir" && chmod 755 "$1" "$postgres_dir" || return 1
    [ "$(id -u)" != 0 ] || chown "$(postgres_as id -u)" "$postgres_dir"
    (cd / && postgres_as "$postgres_bin/initdb" -D "$postgres_dir/data" -U ladder --auth=trust -E UTF8 --locale=C \
        --no-sync) >"$postgres_dir.log" 2>&1 || { tail -5 "$postgres_dir.log"; return 1; }
    postgres_start || return 1
    postgres_url="postgresql://ladder@/ladder?host=$postgres_dir"
    (cd / && psql -q "postgresql://ladder@/postgres?host=$postgres_dir" -c 'CREATE DATABASE ladder')
}

postgres_start() {
    (cd / && postgres_as "$postgres_bin/pg_ctl" -w -t "$(patience 60)" -D "$postgres_dir/data" -l "$postgres_dir/server.log" \
        -o "-c listen_addresses= -c unix_socket_directories=$postgres_dir -c shared_buffers=32MB -c autovacuum=off -c jit=off ${postgres_options:-}" \
        start) \
        >>"$postgres_dir.log" 2>&1 || { tail -5 "$postgres_dir.log" "$postgres_dir/server.log"; return 1; }
}

postgres_stop() {
    [ -n "${postgres_dir:-}" ] || return 0 # none was made
    (cd / && postgres_as "$postgres_bin/pg_ctl" -w -t "$(patience 60)" -D "$postgres_dir/data" -m "${1:-fast}" stop) \
        >>"$postgres_dir.log" 2>&1
}

postgres_sql() { psql -qAt -v ON_ERROR_STOP=1 "$postgres_url" -c "$1"; }
