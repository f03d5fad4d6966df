/* pack.c - what records take in a store.
 *
 *   pack FILE...            lines of JSON: bytes of a line, of it packed, of its blob; and time of
 * each pack write DIR FILE...  writes each record, packed, to a file below DIR/records: for
 *                           ladder/pack/dictionary.sh
 */
#include "bench.h"

#include "pack/blob.h"
#include "pack/line_pack.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static struct {
    long lines, plain; /* plain: those that could not be packed */
    double line_bytes, packed_bytes, blob_bytes, pack_sec, unpack_sec;
} sums;

static void die(const char *what)
{
    fprintf(stderr, "pack: %s: %s\n", what, strerror(errno));
    exit(3);
}

static void write_packed(const char *dir, const uint8_t *bytes, size_t size)
{
    char path[400];

    snprintf(path, sizeof path, "%s/records/%ld", dir, sums.lines);
    FILE *file = fopen(path, "w");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file))
        die(path);
}

static void add_line(struct blob_coder *coder, const char *dir, const char *line, size_t size)
{
    static struct track track;
    struct blob blob;
    char *back;
    uint8_t *packed = malloc(size + 1);
    size_t packed_size = packed ? line_pack(&track, line, size, packed) : 0;

    if (dir && packed_size)
        write_packed(dir, packed, packed_size);
    free(packed);
    double began = bench_wall();
    if (blob_pack(coder, line, &blob))
        die("blob_pack");
    double packed_at = bench_wall();
    if (blob_unpack(coder, blob.dictionary, blob.bytes, blob.size, &back))
        die("blob_unpack");
    sums.unpack_sec += bench_wall() - packed_at;
    sums.pack_sec += packed_at - began;
    if (strcmp(line, back) != 0)
        die("a record came back otherwise");
    sums.lines++;
    sums.plain += blob.bytes[0] != 1;
    sums.line_bytes += (double)size;
    sums.packed_bytes += packed_size ? (double)packed_size : (double)size;
    sums.blob_bytes += (double)blob.size;
    free(back);
    free(blob.bytes);
}

static void add_file(struct blob_coder *coder, const char *dir, const char *path)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t size;
    FILE *file = fopen(path, "r");

    if (!file)
        die(path);
    while ((size = getline(&line, &room, file)) > 0) {
        if (line[size - 1] == '\n')
            line[--size] = '\0';
        add_line(coder, dir, line, (size_t)size);
    }
    free(line);
    fclose(file);
}

int main(int argc, char **argv)
{
    const char *dir = argc > 2 && strcmp(argv[1], "write") == 0 ? argv[2] : NULL;
    struct blob_coder *coder = blob_coder_create();
    char path[400];

    if (argc < 2 || !coder) {
        fputs("usage: pack FILE... | pack write DIR FILE...\n", stderr);
        return 2;
    }
    snprintf(path, sizeof path, "%s/records", dir ? dir : "");
    if (dir && mkdir(path, 0777) && errno != EEXIST)
        die(path);
    for (int i = dir ? 3 : 1; i < argc; i++)
        add_file(coder, dir, argv[i]);
    blob_coder_destroy(coder);
    if (sums.lines == 0)
        return 1;
    double lines = (double)sums.lines;
    printf("%ld records, %ld of them not packed: %.0f bytes a line, %.0f packed, %.0f stored;"
           " %.1f us to pack and verify, %.1f us to unpack\n",
           sums.lines, sums.plain, sums.line_bytes / lines, sums.packed_bytes / lines,
           sums.blob_bytes / lines, sums.pack_sec / lines * 1e6, sums.unpack_sec / lines * 1e6);
    return 0;
}
