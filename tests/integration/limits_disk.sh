#!/bin/sh
# The disk fills up while games are played: the daemon says so, goes on, loses no result that it told, does not
# spin, and rates again when there is room. On 16 MiB in memory, for beside the file stands its log of up to 4 MiB;
# needs the right to mount them.
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
await 20 told_at_least 100 || broken 'nobody plays'
cat /dev/zero >"$tmp/disk/ballast" 2>/dev/null || true
await 20 grep -q 'not stored' "$tmp/log" || broken 'it did not notice that the disk is full'
await 20 grep -q 'not started' "$tmp/log" || broken 'it still starts games'
decisions() { build/avondale admin --socket "$tmp/disk/db.admin" show stats | awk '$1 == "decisions" { print $2 }'; }
nothing_played() { # and bots have written down all that they were told
    last=$now
    now="$(decisions) $(told)"
    [ "$now" = "$last" ]
}
now=
await 20 nothing_played || broken 'games go on'
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
await 20 told_at_least $((full + 100)) || broken 'it does not go on when there is room'
stop_daemon 0 3
stop_witnesses
daemon "$tmp/disk/db" # voids what was announced and could not be stored
stop_daemon 0
check_ladder "$tmp/disk/db"

# Without a journal nothing brings back what could not be stored: then nobody was told of it, either.
rm -f "$tmp/told"
for i in 1 2 3; do
    daemon "$tmp/disk/db2" --journal off
    witnesses --bots 24
    before=$(told)
    await 20 told_at_least $((before + 60)) || broken 'nobody plays'
    cat /dev/zero >"$tmp/disk/ballast" 2>/dev/null || true
    await 20 grep -q 'not stored' "$tmp/log" || broken 'it did not notice that the disk is full'
    rm "$tmp/disk/ballast"
    stop_daemon 0 3
    stop_witnesses
    grep -c 'not told' "$tmp/witness" >>"$tmp/lost" || true
    : >"$tmp/log"
done
daemon "$tmp/disk/db2" --journal off
stop_daemon 0
check_ladder "$tmp/disk/db2"
grep -q 1 "$tmp/lost" || broken 'no game ended while the disk was full: is this a test?'
