# cups.sh: to be sourced after games.sh: `cups` plays three small tournaments with hostile names into $tmp/cups, and
# makes directories beside them that hold no tournament.
cups() {
    for format in swiss round-robin knockout; do
        cat >"$tmp/$format.ini" <<END
[tournament]
name = Cup <script>alert("$format")</script>
format = $format
repeats = 1
max_hands = 2
seed = 01
output = $tmp/cups/$format
[entry basic]
command = $(pwd)/build/bots/basic
[entry random-1]
command = $(pwd)/build/bots/random --seed 1
[entry random-2]
command = $(pwd)/build/bots/random --seed 2
END
        mkdir -p "$tmp/cups"
        build/avondale tournament "$tmp/$format.ini" >/dev/null 2>&1
    done
    mkdir -p "$tmp/cups/empty" "$tmp/cups/broken" "$tmp/cups/other"
    echo '{' >"$tmp/cups/broken/results.json"
    echo '[]' >"$tmp/cups/other/results.json"
}
