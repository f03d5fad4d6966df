#!/bin/sh
# nodes.sh BENCH.JSON WRITERS.TXT [DECISIONS]: what a hundred nodes of one ladder ask of its PostgreSQL, beside what that
# takes. BENCH.JSON is of `make bench`, WRITERS.TXT what `build/bench/writers` printed, at any numbers of nodes, with
# `server=PID`; DECISIONS are those of a game, 120 where it is not said. Prints a line a figure, and from which others it
# follows. All of it is calculation: no hundred nodes were there.
set -eu
json=${1:?usage: nodes.sh BENCH.JSON WRITERS.TXT [DECISIONS]}
writers=${2:?usage: nodes.sh BENCH.JSON WRITERS.TXT [DECISIONS]}
cpu=$(sed -n 's/.*"name": "serve.msgpack.cpu", "value": \([0-9.e+]*\),.*/\1/p' "$json")
[ -n "$cpu" ] || { echo "nodes.sh: $json: no serve.msgpack.cpu" >&2; exit 2; }
sed 's/^new //' "$writers" | awk -v cpu="$cpu" -v decisions="${3:-120}" -v nodes=100 '
    # writers.N-groups-of-G[-announced][.FIGURE] VALUE UNIT: of the most nodes, announced groups before others.
    /^writers\./ {
        split($1, part, "-")
        sub(/^writers\./, "", part[1])
        name = $1; figure = ""
        if (match(name, /\.(wait-|cpu|server-cpu)/)) { figure = substr(name, RSTART + 1); name = substr(name, 1, RSTART - 1) }
        rank = part[1] + (name ~ /announced/ ? 1000 : 0)
        if (rank > best) { best = rank; of = name; count = part[1]; split("", value) }
        if (name == of) value[figure] = $2
    }
    END {
        rate = value[""]
        if (!(rate > 0)) { print "nodes.sh: no line of writers" >"/dev/stderr"; exit 2 }
        game = cpu * decisions / 1e6 # seconds of CPU of a node
        printf "store.rate %.4g results/s: %s, the most nodes that were measured\n", rate, of
        printf "node.game %.4g ms of CPU: serve.msgpack.cpu %.4g us, %d decisions\n", game * 1e3, cpu, decisions
        printf "node.rate %.4g games/s of a processor that does nothing else\n", 1 / game
        printf "nodes.full %.3g nodes of one processor fill the store\n", rate * game
        printf "nodes.game %.3g s a game at least where %d nodes have 250 tables each: %d tables\n", nodes * 250 / rate, nodes, nodes * 250
        if (value["cpu"] > 0) # what one node spends on a result, its own and those of others
            printf "nodes.read %.3g us of CPU a result at each of %d nodes: %.3g us for all of them, %.3g of a processor at each\n", \
                value["cpu"] / count, count, value["cpu"], rate * value["cpu"] / count / 1e6
        if (value["server-cpu"] > 0)
            printf "server.cpu %.3g processors: %.4g us a result\n", rate * value["server-cpu"] / 1e6, value["server-cpu"]
        if (value["wait-most"] > 0)
            printf "store.wait %.4g ms at most with %d nodes, a lease is 10,000 ms\n", value["wait-most"], count
        printf "nodes.connections %d: two a node, and one while a node starts or writes a snapshot\n", 2 * nodes + 1
    }'
