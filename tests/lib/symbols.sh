# symbols.sh - the symbols of the sources of a build; to be read with `.` from the top of the checkout, by scripts of
# tests/lint. B is the directory of the build (build).
# shellcheck shell=sh
obj=${B:-build}/obj

# symbols FOLDER [OPTION of find]...: SOURCE SYMBOL TYPE [VALUE SIZE], as `nm -P` has them, of each source there that is
# in the build.
symbols() {
    find "$@" -name '*.c' | while read -r file; do
        [ ! -f "$obj/${file%.c}.o" ] || echo "$obj/${file%.c}.o"
    done | xargs -r nm -P -A | sed "s,^$obj/\(.*\)\.o: ,\1.c ,"
}
