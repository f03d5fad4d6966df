#!/bin/sh
# What comes between a person at /play and the game: other people, who came by a link; a table that is lost, the clock, an
# outage, a second tab, words that are typed while the game goes on; who leaves, and a table that all have left, which ends.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/person.sh
play_parts guests,lostTable,clock,outage,typing,leaves,everybodyLeaves
