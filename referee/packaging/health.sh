#!/bin/sh
# The health check of the image: exits 0 if the `avondale serve` of this container answers its operator, or if the
# container runs another command. The socket is the one of `--admin`, else of $AVONDALE_ADMIN, else of the database
# `avondale.db` in this directory.
arguments=$(tr '\0' '\n' </proc/1/cmdline)
printf '%s\n' "$arguments" | grep -qx serve || exit 0
socket=$(printf '%s\n' "$arguments" | sed -n '/^--admin$/{n;p;}; s/^--admin=//p' | tail -n 1)
exec avondale admin --socket "${socket:-${AVONDALE_ADMIN:-avondale.db.admin}}" show stats
