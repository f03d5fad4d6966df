#!/bin/sh
# completion.sh PROGRAM bash|zsh|fish: writes what completes the command line of PROGRAM in that shell. Commands, options
# and what they say come from the program: --help, and --help-man of each command, which its tables of options write.
set -eu
program=$1 shell=$2

# COMMAND|command||TEXT, COMMAND|option NAME|VALUE|TEXT and COMMAND|word NAME||TEXT, each once
rows() {
    "$program" --help | sed -n 's/^  \([a-z]*\)  *\(.*\)/\1|command||\2/p'
    for command in $("$program" --help | awk '/^  [a-z]/ { print $1 }'); do
        "$program" "$command" --help-man | sed 's/\\//g' | awk -v command="$command" '
            function brief(text) { # its first clause
                sub(/(\. |[;(]).*/, "", text)
                sub(/[ .]+$/, "", text)
                return text
            }
            function put() {
                if (name != "" && !seen[name]++)
                    printf "%s|%s|%s|%s\n", command, name, value, brief(text)
                name = ""
            }
            /^\.S[HS]/ { put(); section = $2 }
            /^\.B "/ {
                put()
                gsub(/^\.B "|"$/, "")
                option = sub(/^--/, "")
                if (option) {
                    name = "option " $1
                    value = $0
                    sub(/^[^ ]* ?/, "", value)
                    sub(/^\[.*/, "", value) # a switch needs none
                } else if (section == "Commands") {
                    name = "word " $1
                    value = ""
                }
                text = ""
                next
            }
            !/^\./ && name != "" && text == "" { text = $0 }
            END { put() }'
    done
}

presets=$("$program" rules | awk '{ printf "%s%s", sep, $1; sep = " " }')
[ "$shell" != zsh ] || echo '#compdef avondale'
echo "# Completion of avondale for $shell, made from its tables of options."

bash_rows() {
    awk -F '|' -v presets="$presets" '
        $2 == "command" { commands = commands " " $1; next }
        { split($2, part, " ") }
        part[1] == "word" { words[$1] = words[$1] " " part[2]; next }
        { options[$1] = options[$1] " --" part[2] }
        $3 == "R" { list = list "        " $1 ":--" part[2] ") words=\"" presets "\" ;;\n"; next }
        $3 ~ /FILE|DIR|PATH|URL|CMD/ { file = file "        " $1 ":--" part[2] ") files=1 ;;\n"; next }
        $3 != "" { other = other "        " $1 ":--" part[2] ") return ;;\n" }
        END {
            print "_avondale() {"
            print "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words= files="
            print "    COMPREPLY=()"
            print "    if [ \"$COMP_CWORD\" = 1 ]; then"
            print "        words=\"" substr(commands, 2) " --help --version\""
            print "    else"
            print "        case ${COMP_WORDS[1]}:$prev in"
            printf "%s%s%s", list, file, other
            print "        esac"
            print "    fi"
            print "    if [ -z \"$words$files\" ]; then"
            print "        case ${COMP_WORDS[1]}:$cur in"
            for (command in options)
                lines[++count] = "        " command ":-*) words=\"" substr(options[command], 2) "\" ;;"
            for (command in words)
                lines[++count] = "        " command ":*) words=\"" substr(words[command], 2) "\" ;;"
            # Dashes come first, and the order is the same each time.
            for (i = 2; i <= count; i++)
                for (j = i; j > 1 && lines[j] < lines[j - 1]; j--) {
                    swap = lines[j]
                    lines[j] = lines[j - 1]
                    lines[j - 1] = swap
                }
            for (i = 1; i <= count; i++)
                if (lines[i] ~ /:-\*/)
                    print lines[i]
            for (i = 1; i <= count; i++)
                if (lines[i] !~ /:-\*/)
                    print lines[i]
            print "        *) files=1 ;;"
            print "        esac"
            print "    fi"
            print "    if [ -n \"$files\" ]; then"
            print "        compopt -o filenames 2>/dev/null"
            print "        mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")"
            print "    else"
            print "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")"
            print "    fi"
            print "}"
            print "complete -F _avondale avondale"
        }'
}

zsh_rows() {
    echo '_avondale() {'
    echo '    local -a commands'
    awk -F '|' -v presets="$presets" '
        function quote(text) {
            gsub(/\047/, "\047\\\047\047", text)
            gsub(/\[|\]|:/, "\\\\&", text)
            return text
        }
        $2 == "command" { printf "    commands+=(\047%s:%s\047)\n", $1, quote($4); next }
        { split($2, part, " ") }
        $1 != last {
            if (last != "")
                print tail ";;"
            else {
                print "    if (( CURRENT == 2 )); then"
                print "        _describe command commands"
                print "        return"
                print "    fi"
                print "    local command=$words[2] spec"
                print "    shift words"
                print "    (( CURRENT-- ))"
                print "    case $command in"
            }
            printf "    %s)\n", $1
            tail = ""
            last = $1
            print "        set --"
        }
        part[1] == "word" { printf "        set -- \"$@\" \047word %s\047\n", part[2]; next }
        {
            action = $3 == "R" ? "(" presets ")" : $3 ~ /FILE|DIR|PATH|URL|CMD/ ? "_files" : " "
            printf "        set -- \"$@\" \047*--%s%s[%s]%s\047\n", part[2], $3 == "" ? "" : "=", quote($4),
                $3 == "" ? "" : ":" quote($3) ":" action
        }
        END { print ";;\n    esac" }'
    cat <<'END'
    local -a options names
    for spec in "$@"; do
        if [[ $spec == 'word '* ]]; then names+=("${spec#word }"); else options+=("$spec"); fi
    done
    if (( $#names )); then
        _arguments $options "1:command:($names)" '*:file:_files'
    else
        _arguments $options '*:file:_files'
    fi
}
_avondale "$@"
END
}

fish_rows() {
    awk -F '|' -v presets="$presets" '
        function quote(text) {
            gsub(/\047/, "\\\047", text)
            return text
        }
        {
            split($2, part, " ")
            seen = "complete -c avondale -n \047__fish_seen_subcommand_from " $1 "\047"
        }
        $2 == "command" {
            printf "complete -c avondale -f -n __fish_use_subcommand -a %s -d \047%s\047\n", $1, quote($4)
            next
        }
        part[1] == "word" { printf "%s -a %s -d \047%s\047\n", seen, part[2], quote($4); next }
        {
            value = $3 == "" ? "" : $3 == "R" ? " -x -a \047" presets "\047" : $3 ~ /FILE|DIR|PATH|URL|CMD/ ? " -r" : " -x"
            printf "%s -l %s%s -d \047%s\047\n", seen, part[2], value, quote($4)
        }'
}

case $shell in
bash) rows | bash_rows ;;
zsh) rows | zsh_rows ;;
fish) rows | fish_rows ;;
*)
    echo "completion.sh: $shell: allowed: bash, zsh, fish" >&2
    exit 2
    ;;
esac
