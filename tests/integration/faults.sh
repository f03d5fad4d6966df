#!/bin/sh
# One call of the system fails in the daemon, in a match, a tournament, a replay and the commands of the ladder:
# memory, reads, writes, descriptors, the disk, the database. Each ends with a word or goes on, and the ladder
# is whole. RUNS calls, drawn by SEED (another each day); make faults tries every call.
set -eu
cd "$(dirname "$0")/../.."
seed=${SEED:-$(date +%Y%m%d)}
echo "RUNS=${RUNS:-120} SEED=$seed sh tests/integration/faults.sh"
build/tests/faults some "${RUNS:-120}" "$seed"
