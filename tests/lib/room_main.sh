#!/bin/sh
# room_main.sh TEST.c ...: prints the C source of a program that is each of these tests: the one whose name it is called by.
# The main function of each is compiled as NAME_main.
set -eu
echo '// Made by tests/lib/room_main.sh.'
printf '#include <stdio.h>\n#include <string.h>\n\n'
for test; do
    printf 'int %s_main(void);\n' "$(basename "$test" .c)"
done
printf '\nint main(int argc, char **argv) {\n'
printf '    const char *slash = strrchr(argv[0], %s), *name = slash ? slash + 1 : argv[0];\n' "'/'"
printf '    (void)argc;\n'
for test; do
    name=$(basename "$test" .c)
    printf '    if (!strcmp(name, "%s")) return %s_main();\n' "$name" "$name"
done
printf '    fprintf(stderr, "%%s: not a test of this program\\n", name);\n    return 2;\n}\n'
