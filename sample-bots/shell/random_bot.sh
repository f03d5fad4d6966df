#!/bin/sh
# A bot that plays at random, any ruleset; text protocol, POSIX sh and awk.
# --name NAME, --token HEX, --seed N; --connect HOST:PORT where bash is installed (its /dev/tcp).
name=random-shell token='' seed=$$ connect=''
arguments="$*"
while [ $# -gt 1 ]; do
    case $1 in
    --name) name=$2 ;;
    --token) token=" token=$2" ;;
    --seed) seed=$2 ;;
    --connect) connect=$2 ;;
    *) echo "random_bot.sh: $1: --name, --token, --seed and --connect are known" >&2; exit 2 ;;
    esac
    shift 2
done
case $connect in
unix:*) echo "random_bot.sh: --connect $connect: bash opens no unix sockets" >&2; exit 2 ;;
\[*) connect=${connect#?} connect=${connect%%]*}${connect##*]} ;; # bash takes an IPv6 address without brackets
esac
if [ -n "$connect" ]; then # itself again, with the connection as standard input and output
    # shellcheck disable=SC2016,SC2086 # bash expands the quoted line; names and tokens hold no blanks
    exec bash -c 'exec 3<>"/dev/tcp/${1%:*}/${1##*:}" || exit 3; shift; exec sh "$@" --connect "" <&3 >&3' \
        bash "$connect" "$0" $arguments
fi
echo "hello v=1 name=$name$token"
# A line at a time: awk on its own would wait until a block is full.
while IFS= read -r line; do
    case $line in
    turn\ *)
        seed=$(((seed + 1) * 48271 % 2147483647)) # not in the pipeline: what it sets is lost
        printf '%s\n' "$line" | awk -v seed="$seed" '
        function value(key, i) {
            for (i = 2; i <= NF; i++)
                if (index($i, key "=") == 1) return substr($i, length(key) + 2)
        }
        function below(bound) { # the first numbers of rand() hardly depend on srand() in some awks
            seed = seed * 16807 % 2147483647
            return int(seed / 2147483647 * bound)
        }
        {
            choose = value("choose")
            count = split(choose == "" ? value("legal") : value("from"), words, ",")
            if (words[count] == "claim") count--
            action = choose == "" ? words[below(count) + 1] : value("phase")
            for (; choose > 0; choose--) { # give, discard: so many of these cards
                at = below(count) + 1
                action = action ":" words[at]
                words[at] = words[count--]
            }
            print "act g=" value("g") " n=" value("n") " a=" action
        }' ;;
    bye*) exit 0 ;;
    esac
done
