#!/bin/sh
# One system call fails in the daemon, in a match, a tournament, a replay and the commands of the ladder: memory, reads,
# writes, descriptors, the disk, the database. Each program ends with an error line or continues, and the ladder stays
# whole. The script makes RUNS calls fail, drawn by SEED; make faults tries every call.
set -eu
cd "$(dirname "$0")/../.."
seed=${SEED:-1} # fixed, so that a change is judged by the same calls on every day
echo "RUNS=${RUNS:-120} SEED=$seed sh tests/integration/faults.sh"
build/tests/faults some "${RUNS:-120}" "$seed"
