#!/bin/sh
# One call of the system fails in the daemon, in a match, a tournament, a replay and the commands of the ladder:
# memory, reads, writes, descriptors, the disk, the database. Each ends with a word or goes on, and the ladder
# is whole. RUNS calls, drawn by SEED; make faults tries every call.
set -eu
cd "$(dirname "$0")/../.."
seed=${SEED:-1} # the same each day: what a change is judged by does not depend on the date
echo "RUNS=${RUNS:-120} SEED=$seed sh tests/integration/faults.sh"
build/tests/faults some "${RUNS:-120}" "$seed"
