#!/bin/sh
# Prints the manual page of one command: fill.sh PROGRAM COMMAND TEMPLATE. The program writes synopsis and options from
# its tables (COMMAND --help-man); the rest is the template. What is the same in all pages stands here.
set -eu
program=$1 command=$2 template=$3
sections=$("$program" "$command" --help-man)
title=$(echo "$command" | tr '[:lower:]' '[:upper:]')
echo ".\\\" Made from $(basename "$template") and the options of avondale $command."
echo ".TH AVONDALE-$title 1 \"2026-11-23\" \"avondale\" \"User Commands\""
while IFS= read -r line; do
    case "$line" in
    @SYNOPSIS@) printf '%s\n' "$sections" | sed '/^\.SH OPTIONS/,$d' ;;
    @OPTIONS@) printf '%s\n' "$sections" | sed -n '/^\.SH OPTIONS/,$p' ;;
    *) printf '%s\n' "$line" ;;
    esac
done <"$template"
cat <<'END'
.SH EXIT STATUS
0: done.
1: the answer is no.
2: bad usage or input; one line on standard error names it and what is allowed.
3: the world failed: the disk, the network, memory, or no daemon answers.
4: a match or tournament was stopped.
.SH SEE ALSO
.BR avondale (1)
END
