#!/bin/sh
# has_fuzzer.sh [CC]: exit 0 if the compiler links a libFuzzer program with both sanitizers.
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
cat >"$tmp/target.c" <<'END'
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return data != NULL && size > 99; }
END
"${1:-clang}" -fsanitize=fuzzer,address,undefined -o "$tmp/target" "$tmp/target.c" >/dev/null 2>&1
