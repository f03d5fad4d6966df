# processes.sh - the running processes, from /proc: a minimal system has no ps. Read with `.`.
# shellcheck shell=sh

# processes_with ARGUMENT: the numbers of those that have exactly that argument, a line each.
processes_with() {
    # as a pattern, so that grep does not find itself
    grep -lsaz -e "^$1\$" /proc/[0-9]*/cmdline | sed 's,^/proc/\([0-9]*\)/.*,\1,'
}

# process_program NUMBER: the name by which it was started; nothing if it is gone.
process_program() { tr '\0' '\n' <"/proc/$1/cmdline" 2>/dev/null | head -n 1; }

# process_children NUMBER: the numbers of its children, a line each.
process_children() { grep -ls "^PPid:[[:space:]]*$1\$" /proc/[0-9]*/status | sed 's,^/proc/\([0-9]*\)/.*,\1,'; }
