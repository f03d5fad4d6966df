#!/bin/sh
# Compiler flags: a user who sets CFLAGS gets exactly those, and no others that change the code. The test compiles
# nothing: make prints what it would run.
set -u
cd "$(dirname "$0")/../.." || exit 2
unset CFLAGS CPPFLAGS LDFLAGS MAKEFLAGS MFLAGS
bad=0
fail() {
    echo "flags: $*" >&2
    bad=1
}
would() { # ARGUMENTS OF MAKE...: the command that compiles a file of the engine, and the one that links the program
    make --no-print-directory -nB V=1 "$@" build/obj/engine/trick.o | tr -s ' \\\n\t' ' '
    make --no-print-directory -nB V=1 "$@" build/avondale | grep -- '-o build/avondale '
}
has() { case " $told " in *" $1 "*) ;; *) fail "$what: no $1" ;; esac; }
has_not() { case " $told " in *" $1 "*) fail "$what: $1" ;; esac; }

what='by default' told=$(would | tr '\n' ' ')
for flag in -O3 -fstack-protector-strong -D_FORTIFY_SOURCE=2 -fPIE -pie -Wl,-z,relro,-z,now; do has "$flag"; done

what='by default, with a sanitizer'
told=$(VARIANT=asan would | tr '\n' ' ')
has_not -D_FORTIFY_SOURCE=2

what='with CFLAGS of a distribution'
told=$(would CFLAGS='-O2 -fstack-protector' CPPFLAGS=-D_FORTIFY_SOURCE=3 LDFLAGS=-Wl,-z,now | tr '\n' ' ')
for flag in -O2 -fstack-protector -D_FORTIFY_SOURCE=3 -Wl,-z,now; do has "$flag"; done
for flag in -O3 -fstack-protector-strong -D_FORTIFY_SOURCE=2 -fPIE -pie -Wl,-z,relro,-z,now; do has_not "$flag"; done

what='with CFLAGS in the environment'
told=$(CFLAGS=-Os would | tr '\n' ' ')
has -Os
has_not -O3

[ $bad = 0 ] && echo 'flags: as they should be'
exit $bad
