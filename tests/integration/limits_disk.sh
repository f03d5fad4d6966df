#!/bin/sh
# The disk fills up while games are played: the daemon logs it, continues, loses no result that it has announced, does
# not spin, and rates again when there is space. The disk is 16 MiB of memory, because the file's write-ahead log takes
# up to 4 MiB; the test needs the right to mount it.
set -eu
cd "$(dirname "$0")/../.."
if [ "${AVONDALE_DISK_INSIDE:-}" != 1 ]; then
    command -v python3 >/dev/null || { echo 'needs python3'; exit 77; }
    unshare -rm mount -t tmpfs none /mnt 2>/dev/null || { echo 'needs user namespaces, or root'; exit 77; }
    AVONDALE_DISK_INSIDE=1 exec unshare -rm sh tests/integration/limits_disk.sh
fi
. tests/lib/daemon.sh
mkdir "$tmp/disk"
mount -t tmpfs -o size=16m none "$tmp/disk"
mounted=$tmp/disk

daemon "$tmp/disk/db"
witnesses --bots 8
await 20 told_at_least 100 || broken 'no game is played'
cat /dev/zero >"$tmp/disk/ballast" 2>/dev/null || true
await 20 grep -q 'not stored' "$tmp/log" || broken 'it did not notice that the disk is full'
await 20 grep -q 'not started' "$tmp/log" || broken 'it still starts games'
decisions() { build/avondale admin --socket "$tmp/disk/db.admin" show stats | awk '$1 == "decisions" { print $2 }'; }
nothing_played() { # and each bot has written down all that it received
    last=$now
    now="$(decisions) $(told)"
    [ "$now" = "$last" ]
}
now=
await 20 nothing_played || broken 'games continue'
full=$(told)
before=$(ticks $server)
sleep 2
spent=$(($(ticks $server) - before))
lines=$(wc -l <"$tmp/log")
echo "full after $full lines; $spent hundredths of processor time and $lines lines of log in two seconds"
[ $spent -lt 40 ] || broken 'it spins'
[ "$lines" -lt 100 ] || broken 'it fills its log'
[ "$(told)" = "$full" ] || broken 'it rates without a disk'
grep -q 'full' "$tmp/log" || broken 'it does not say what is wrong'

rm "$tmp/disk/ballast"
await 20 told_at_least $((full + 100)) || broken 'it does not continue when there is space'
stop_daemon 0 3
stop_witnesses
daemon "$tmp/disk/db" # this start voids games that were announced but could not be stored
stop_daemon 0
check_ladder "$tmp/disk/db"

# Without a journal a result that could not be stored cannot come back; then no bot has received it, either. It is tried
# three times, and until a game ended while the disk was full.
rm -f "$tmp/told"
lost=0 tries=0
while [ $tries -lt 3 ] || { [ $lost -eq 0 ] && [ $tries -lt 20 ]; }; do
    tries=$((tries + 1))
    daemon "$tmp/disk/db2" --journal off
    witnesses --bots 24
    before=$(told)
    await 20 told_at_least $((before + 60)) || broken 'no game is played'
    cat /dev/zero >"$tmp/disk/ballast" 2>/dev/null || true
    await 20 grep -q 'not stored' "$tmp/log" || broken 'it did not notice that the disk is full'
    rm "$tmp/disk/ballast"
    stop_daemon 0 3
    stop_witnesses
    lost=$((lost + $(grep -c 'not told' "$tmp/witness"))) || true
    : >"$tmp/log"
done
daemon "$tmp/disk/db2" --journal off
stop_daemon 0
check_ladder "$tmp/disk/db2"
[ $lost -gt 0 ] || broken "no game ended while the disk was full in $tries tries: is this a test?"
