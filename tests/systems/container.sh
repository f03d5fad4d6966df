#!/bin/sh
# Builds the image of avondale (referee/Dockerfile) and runs it where podman is; a maintainer runs this as root. The base
# image is a minimal Debian 12 made by debootstrap under the name that the Dockerfile wants, so no registry is asked; the
# packages come from Debian's mirror ($MIRROR), and what runs afterwards has no network but that of its compose file.
# Then referee/compose.yaml is started once by Debian 12's docker-compose on podman's socket, with a database image made
# here. Storage, networks and sockets of podman are the script's own, in build/systems/container.
#
# Some machines refuse what podman does by default: podman_works tries less, and says what was refused. Exits 77 after a
# line where something is missing or nothing works.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
MIRROR=${MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 2>/dev/null | grep -v security | head -1)}
here=$(pwd)/build/systems/container
mkdir -p "$here"
[ "$(id -u)" = 0 ] || { echo 'only root makes a base image'; exit 77; }
for program in podman debootstrap docker-compose openssl; do
    command -v $program >/dev/null || { echo "no $program (package $program)"; exit 77; }
done

tmp=$(mktemp -d)
service= health=
pod() { (pod_instead "$@"); }
pod_instead() { exec podman --root "$here/storage" --runroot "$here/run" --network-config-dir "$here/networks" --tmpdir "$here/libpod" "$@"; } # of this shell
compose() {
    DOCKER_HOST=unix://$tmp/podman.sock docker-compose -p avondale-test -f "$tmp/project/referee/compose.yaml" \
        --project-directory "$tmp/project" "$@"
}
clean() {
    [ -z "$health" ] || kill "$health" 2>/dev/null || true
    pod rm -fa -t 1 >/dev/null 2>&1 || true
    pod volume prune -f >/dev/null 2>&1 || true
    pod network prune -f >/dev/null 2>&1 || true
    [ -z "$service" ] || kill "$service" 2>/dev/null || true
    wait 2>/dev/null || true
    umount "$here/storage/overlay" 2>/dev/null || true
    rm -rf "$tmp"
}
trap clean EXIT
trap 'exit 3' INT TERM
fail() {
    [ ! -s "$tmp/why" ] || tail -n 20 "$tmp/why"
    echo "container: $*"
    exit 1
}
quietly() { "$@" >"$tmp/why" 2>&1; }

# ----------------------------------------------------------------------------------- the base image
base=docker.io/library/debian:12-slim
if [ ! -e "$here/base/made" ]; then
    rm -rf "$here/base"
    debootstrap --variant=minbase bookworm "$here/base" "$MIRROR" >"$here/base.log" 2>&1 ||
        { tail -n 3 "$here/base.log"; echo 'no base system to be had'; exit 77; }
    rm -f "$here"/base/var/cache/apt/archives/*.deb
    : >"$here/base/made"
fi
# Says how podman runs a container here: the file that $CONTAINERS_CONF names.
podman_works() {
    for attempt in 'as it is' 'with fewer files open' 'with runc, and fewer files open' 'without control groups'; do
        limits='default_ulimits = ["nofile=16384:16384", "nproc=1000:1000"]'
        case $attempt in
        as*) : ;;
        *files) printf '[containers]\n%s\n' "$limits" ;;
        *runc*) printf '[containers]\n%s\n[engine]\nruntime = "runc"\n' "$limits" ;;
        *) printf '[containers]\n%s\ncgroups = "disabled"\n' "$limits" ;;
        esac >"$tmp/containers.conf"
        export CONTAINERS_CONF="$tmp/containers.conf"
        if quietly pod run --rm --network=none $base cat /etc/debian_version; then
            echo "podman runs containers here $attempt"
            return
        fi
        echo "refused $attempt: $(tail -n 1 "$tmp/why")"
    done
    return 1
}
tar -C "$here/base" -c . | quietly pod import - $base || { tail -n 1 "$tmp/why"; echo 'podman takes no image here'; exit 77; }
podman_works || { echo 'podman runs no container here'; exit 77; }

# -------------------------------------------------------------------------------------- the image
echo '== the image is built from the tree of the last commit'
mkdir "$tmp/project"
git archive HEAD | tar -x -C "$tmp/project"
quietly pod build --format docker --network host --pull=never -t avondale -f "$tmp/project/referee/Dockerfile" "$tmp/project" ||
    fail 'the image is not built'
version=$(sed -n 's/^VERSION *[:?]*= *//p' Makefile)
alone="--network none --read-only --cap-drop all --security-opt no-new-privileges --tmpfs /tmp"
# shellcheck disable=SC2086
said=$(pod run --rm $alone avondale --version 2>"$tmp/why") || fail 'the program does not start'
case $said in *"$version"*) echo "$said" ;; *) fail "it says '$said', not $version" ;; esac
# shellcheck disable=SC2086
[ "$(pod run --rm $alone --entrypoint id avondale -u 2>"$tmp/why")" = 10001 ] || fail 'it runs as another user'

echo '== a daemon without a network: healthy, bots play, stopped is not healthy'
# The program of the bots is in Python, as many archives for workers are: the image must have enough of it.
# shellcheck disable=SC2086
quietly pod run -d --name one $alone -v "$tmp/project/sample-bots/python:/bots:ro" avondale serve --listen 127.0.0.1:5500 \
    --http 127.0.0.1:8500 --store sqlite:/tmp/arena.db --admin /tmp/admin --option max_hands=2 || fail 'serve does not start'
healthy() { quietly pod healthcheck run "$1"; }
await 30 healthy one || { pod logs one | tail -n 5; fail 'it is not healthy'; }
for bot in anna bob cleo dora; do
    quietly pod exec -d one python3 /bots/cautious_bot.py --connect 127.0.0.1:5500 --name $bot
done
stored() { [ "$(pod exec one avondale admin --socket /tmp/admin show stats | awk '$1 == "results_stored" { print $2 }')" -ge 1 ]; }
await 60 stored || { pod exec one avondale admin --socket /tmp/admin show waiting; pod logs one | tail -n 5; fail 'no result'; }
pod exec one avondale ladder --store sqlite:/tmp/arena.db top | grep anna || fail 'the ladder does not know the bot'
pod kill --signal STOP one >"$tmp/why"
! healthy one || fail 'a daemon that is stopped is healthy'
pod kill --signal CONT one >"$tmp/why"
await 30 healthy one || fail 'it is not healthy again'
pod stop -t "$(patience 20)" one >"$tmp/why"
[ "$(pod inspect one --format '{{.State.ExitCode}}')" = 0 ] || fail 'it did not end by itself'
quietly pod run -d --name other --network none --entrypoint tail avondale -f /dev/null
healthy other || fail 'a container that does not serve is not healthy'
pod rm -f -t 0 one other >"$tmp/why"

# ----------------------------------------------------------------------------------- the compose file
echo '== the database of the compose file: an image of the same name, made here'
cat >"$tmp/database.sh" <<'END'
#!/bin/sh
set -eu
bin=$(echo /usr/lib/postgresql/*/bin)
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    mkdir -p "$PGDATA" && chown postgres "$PGDATA" && chmod 700 "$PGDATA"
    printf '%s' "$POSTGRES_PASSWORD" >/tmp/password && chown postgres /tmp/password
    su postgres -c "$bin/initdb -A scram-sha-256 -U $POSTGRES_USER --pwfile /tmp/password -D $PGDATA"
    echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
    su postgres -c "PGPASSWORD='$POSTGRES_PASSWORD' $bin/pg_ctl -w -D $PGDATA -o '-h \"\"' start"
    PGPASSWORD=$POSTGRES_PASSWORD createdb -h /var/run/postgresql -U "$POSTGRES_USER" "$POSTGRES_DB" || true
    su postgres -c "$bin/pg_ctl -w -D $PGDATA stop"
fi
exec su postgres -c "exec $bin/postgres -D $PGDATA -h '*'"
END
cat >"$tmp/Dockerfile" <<END
FROM $base
RUN apt-get update && apt-get install -y --no-install-recommends postgresql
COPY database.sh /usr/local/bin/database
ENV PGDATA=/var/lib/postgresql/data
ENTRYPOINT ["sh", "/usr/local/bin/database"]
END
mkdir "$tmp/database" && mv "$tmp/database.sh" "$tmp/Dockerfile" "$tmp/database/"
image=docker.io/library/$(sed -n 's/^ *image: \(postgres:.*\)/\1/p' referee/compose.yaml)
quietly pod build --network host --pull=never -t "$image" "$tmp/database" || fail 'no image of a database'

echo '== docker-compose starts the compose file on the socket of podman'
printf 'LADDER_PASSWORD=%s\n' "$(openssl rand -hex 16)" >"$tmp/project/.env"
mkdir "$tmp/project/certs"
quietly openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=arena \
    -keyout "$tmp/project/certs/key.pem" -out "$tmp/project/certs/chain.pem"
chown -R 10001 "$tmp/project/certs"
# The ports that it publishes are free ones here, and this machine's alone.
sed -i 's/"[0-9]*:\([58]500\)"/"127.0.0.1::\1"/g' "$tmp/project/referee/compose.yaml"
! grep -q nofile "$CONTAINERS_CONF" || sed -i 's/\( *\)nofile: .*/\1nofile: 16384\n\1nproc: 1000/' "$tmp/project/referee/compose.yaml"
pod_instead system service --time 0 "unix://$tmp/podman.sock" 2>"$tmp/service" &
service=$!
await 20 test -S "$tmp/podman.sock" || fail 'podman has no socket'
quietly compose config -q || fail 'docker-compose does not read the file'
# Where systemd is not, nobody but us asks for the health that depends_on waits for.
all_asked() {
    for name in $(pod ps --format '{{.Names}}'); do pod healthcheck run "$name"; done
    false
}
(await_step=1 && await 600 all_asked) >/dev/null 2>&1 &
health=$!
quietly compose up -d --no-build || { cat "$tmp/service"; fail 'docker-compose does not start it'; }
pod ps --format '{{.Names}} {{.Image}} {{.Status}}'
node() { pod ps --format '{{.Names}}' | grep "[_-]$1[_-]1\$"; }
for name in east west; do
    await 60 healthy "$(node $name)" || { pod logs "$(node $name)" | tail -n 5; fail "$name is not healthy"; }
done
[ "$(pod inspect "$(node worker)" --format '{{.State.Running}}')" = true ] || fail 'the worker does not run'
address() { pod port "$(node "$1")" "$2/tcp"; }
ready() { quietly curl -sSfk --max-time "$(patience 5)" "https://$(address "$1" 8500)/readyz"; }
for name in east west; do await 30 ready $name || fail "the pages of $name are not ready"; done

echo '== two bots at each node: all four meet, and both nodes show the result'
for name in east west; do
    quietly pod cp "$tmp/project/sample-bots/python" "$(node $name):/tmp/bots"
    for bot in one two; do
        quietly pod exec -d "$(node $name)" python3 /tmp/bots/cautious_bot.py --connect 127.0.0.1:5500 --name "$bot-of-$name"
    done
done
shown() { quietly curl -sSfk --max-time "$(patience 5)" "https://$(address "$1" 8500)/api/v1/bots/one-of-east/results" && grep -q one-of-west "$tmp/why"; }
for name in east west; do await 120 shown $name || { pod logs "$(node $name)" | tail -n 5; fail "$name shows no result"; }; done
quietly compose down -v -t "$(patience 30)" || fail 'docker-compose does not end it'
[ -z "$(pod ps -q)" ] || fail 'containers are left'
echo 'container: the image plays without a network, and the compose file starts'
